"""The keys and the values of the items of the table that holds users and their authenticators."""

import base64
import re
from collections.abc import Callable
from typing import Any, NamedTuple

# An item as DynamoDB's JSON has it: {"pk": {"S": "…"}, …}, with bytes in base64.
Item = dict[str, Any]

NUMBER = re.compile("0|[1-9][0-9]{0,15}")

# What a user's items are, by the beginning of their sort key.
PROFILE, EMAIL, PASSKEY, OWNER = "profile", "email", "passkey", "owner"


class ItemKey(NamedTuple):
    """What the key of an item says."""

    kind: str
    """PROFILE, EMAIL or PASSKEY for an item of a user, OWNER for the pointer from a credential id to its user."""
    tenant: str
    """The user pool's id."""
    name: str
    """The user's id; for OWNER the credential id in base64url."""
    authenticator: str | None = None
    """For EMAIL and PASSKEY the authenticator's id."""

    @property
    def partition(self) -> str:
        return f"{'credential' if self.kind == OWNER else 'user'}#{self.tenant}#{self.name}"

    @property
    def sort(self) -> str:
        return self.kind if self.authenticator is None else f"{self.kind}#{self.authenticator}"

    @property
    def in_table(self) -> dict[str, dict[str, str]]:
        """The key as boto3's low-level client takes it."""
        return {"pk": {"S": self.partition}, "sk": {"S": self.sort}}


def item_key(partition: str, sort: str) -> ItemKey:
    """What a key says.

    :raises ValueError: names a key that no item of the table has.
    """
    unknown = ValueError(f"unknown key {partition!r}, {sort!r}")
    entity, _, rest = partition.partition("#")
    tenant, _, name = rest.partition("#")
    kind, separator, authenticator = sort.partition("#")
    if not tenant or not name or bool(separator) != bool(authenticator):
        raise unknown
    if (entity, kind, bool(separator)) not in (
            ("user", PROFILE, False), ("user", EMAIL, True), ("user", PASSKEY, True), ("credential", OWNER, False)):
        raise unknown
    if kind == OWNER and unpadded(name) is None:
        raise unknown
    return ItemKey(kind, tenant, name, authenticator or None)


def unpadded(text: str) -> bytes | None:
    """The bytes of base64url without padding; None for any other text and for a second form of the same bytes."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return None
    return data if text and base64url(data) == text else None


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def key_of(item: Item) -> ItemKey:
    """
    :raises ValueError: the item has no key of the table.
    """
    try:
        return item_key(item["pk"]["S"], item["sk"]["S"])
    except (KeyError, TypeError):
        raise ValueError("an item has no key") from None


def value(item: Item, name: str, kind: str) -> Any:
    """The content of an attribute; None if it is missing or has another type."""
    content = item.get(name)
    return content.get(kind) if isinstance(content, dict) else None


def number(item: Item, name: str) -> int:
    """A whole number; 0 if the attribute is missing or is none."""
    text = value(item, name, "N") or ""
    return int(text) if NUMBER.fullmatch(text) else 0


def size(item: Item, name: str) -> int:
    return len(base64.b64decode(item[name]["B"]))


def is_value(value: Any) -> bool:
    """Whether this is a typed value of DynamoDB's JSON."""
    if not isinstance(value, dict) or len(value) != 1:
        return False
    [(kind, content)] = value.items()
    if kind in ("S", "N"):
        return isinstance(content, str)
    if kind == "B":
        return is_base64(content)
    if kind in ("SS", "NS", "BS"):
        return (isinstance(content, list) and bool(content)
                and all(isinstance(part, str) and (kind != "BS" or is_base64(part)) for part in content)
                and content == sorted(set(content)))
    if kind == "BOOL":
        return isinstance(content, bool)
    if kind == "NULL":
        return content is True
    if kind == "L":
        return isinstance(content, list) and all(map(is_value, content))
    return kind == "M" and isinstance(content, dict) and all(map(is_value, content.values()))


def is_base64(text: Any) -> bool:
    try:
        return isinstance(text, str) and base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except ValueError:
        return False


def from_boto(item: dict[str, Any]) -> Item:
    """An item as boto3's low-level client reads it, with bytes in base64 and sets in order."""
    return {name: converted(value, read, sorted) for name, value in item.items()}


def to_boto(item: Item) -> dict[str, Any]:
    """An item as boto3's low-level client takes it; the opposite of `from_boto`."""
    return {name: converted(value, base64.b64decode, list) for name, value in item.items()}


def read(data: bytes) -> str:
    return base64.b64encode(data).decode()


def converted(value: dict[str, Any], binary: Callable[[Any], Any], ordered: Callable[[Any], list[Any]]) -> Item:
    """A typed value with its bytes and its sets in another form, at any depth."""
    [(kind, content)] = value.items()
    if kind == "B":
        content = binary(content)
    elif kind == "BS":
        content = ordered([binary(part) for part in content])
    elif kind in ("SS", "NS"):
        content = ordered(content)
    elif kind == "L":
        content = [converted(part, binary, ordered) for part in content]
    elif kind == "M":
        content = {name: converted(part, binary, ordered) for name, part in content.items()}
    return {kind: content}
