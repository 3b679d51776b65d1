"""The keys of the table that holds users and their authenticators."""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

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
    if kind == OWNER and not is_base64url(name):
        raise unknown
    return ItemKey(kind, tenant, name, authenticator or None)


def is_base64url(text: str) -> bool:
    """Whether this is base64url without padding, in the one form that its bytes have."""
    return unpadded(text) is not None


def unpadded(text: str) -> bytes | None:
    """The bytes of base64url without padding; None for any other text and for a second form of the same bytes."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        return None
    return data if text and base64url(data) == text else None


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
