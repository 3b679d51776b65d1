"""The file that holds users and their authenticators outside the table.

The first line is a header, every other line an item as DynamoDB's JSON has it. Items are sorted by key, members by
name, and there is no time in the file, so that the same users always give the same bytes. Only what lasts is in it:
used challenges, codes and counters live in another table.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from authenticators.keys import ItemKey, item_key

FORMAT, VERSION = "cognito-passkeys authenticators", 1

# An item as DynamoDB's JSON has it: {"pk": {"S": "…"}, …}, with bytes in base64.
Item = dict[str, Any]


class Export(NamedTuple):
    """The contents of a file."""

    relying_party: str
    """The relying party id that the passkeys belong to."""
    pool: str
    """The id of the user pool that the users belong to."""
    items: list[Item]

    def by_key(self) -> dict[ItemKey, Item]:
        return {key_of(item): item for item in self.items}


def key_of(item: Item) -> ItemKey:
    """
    :raises ValueError: the item has no key of the table.
    """
    try:
        return item_key(item["pk"]["S"], item["sk"]["S"])
    except (KeyError, TypeError):
        raise ValueError("an item has no key") from None


def encoded(export: Export) -> bytes:
    """The bytes of a file.

    :raises ValueError: two items have the same key, or one has no key of the table.
    """
    header = {"format": FORMAT, "version": VERSION, "relyingPartyId": export.relying_party, "userPool": export.pool}
    if len(export.by_key()) != len(export.items):
        raise ValueError("two items have the same key")
    items = sorted(export.items, key=lambda item: (item["pk"]["S"].encode(), item["sk"]["S"].encode()))
    lines = [json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for line in [header, *items]]
    return "".join(f"{line}\n" for line in lines).encode()


def decoded(data: bytes) -> Export:
    """The contents of a file, which must be exactly as `encoded` writes it.

    :raises ValueError: names what is wrong, without the values, which are about users.
    """
    try:
        lines = [json.loads(line) for line in data.decode().split("\n")[:-1]]
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError("the file is not UTF-8 with JSON in each line") from None
    header = lines[0] if lines and isinstance(lines[0], dict) else {}
    if header.get("format") != FORMAT:
        raise ValueError("the file is no export of authenticators")
    if header.get("version") != VERSION or isinstance(header["version"], bool):
        raise ValueError(f"the file has a format version other than {VERSION}")
    relying_party, pool = header.get("relyingPartyId"), header.get("userPool")
    if not isinstance(relying_party, str) or not isinstance(pool, str) or not relying_party or not pool:
        raise ValueError("the header names no relying party or no user pool")
    for number, item in enumerate(lines[1:], 2):
        if not isinstance(item, dict) or not all(is_value(value) for value in item.values()):
            raise ValueError(f"line {number} is no item")
        try:
            key_of(item)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    export = Export(relying_party, pool, lines[1:])
    if encoded(export) != data:
        raise ValueError("the file is not in the form that an export has: it was changed or is not complete")
    return export


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


def write(path: Path, data: bytes) -> None:
    """Writes a new file that only its owner can read.

    :raises FileExistsError: there is a file already, which stays as it is.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
