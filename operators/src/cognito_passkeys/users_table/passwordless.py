"""Reads the passkeys that aws-samples/amazon-cognito-passwordless-auth keeps in its DynamoDB table."""

import base64
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from cognito_passkeys.users_table import cose_key
from cognito_passkeys.users_table.keys import base64url, unpadded

USER, CREDENTIAL = "USER#", "CREDENTIAL#"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
TRANSPORT = re.compile(r"[a-z-]{1,32}")


class Owner(NamedTuple):
    """Whose passkey it is: that product names a user by `sub` or by the pool's user name."""

    sub: str | None
    username: str | None


class ForeignPasskey(NamedTuple):
    """A passkey of that product, checked."""

    id: bytes
    owner: Owner
    handle: bytes
    """The user handle inside the passkey, which the passkey keeps for good."""
    relying_party: str
    public_key: bytes
    """The public key as a COSE_Key (RFC 9052 section 7)."""
    aaguid: bytes
    sign_count: int
    is_backup_eligible: bool
    is_backed_up: bool
    has_verified_user: bool
    transports: list[str]
    name: str
    created_at: int
    """Seconds since 1970."""
    last_used_at: int | None
    """Seconds since 1970; None if it was never used to sign in."""


def passkeys(items: Iterable[dict[str, Any]], relying_party: str) -> tuple[list[ForeignPasskey], list[str]]:
    """The passkeys among the items of the table, as boto3's low-level client reads them, and a line for each item that
    cannot be read. Challenges, which expire, are left out."""
    found, problems = [], []
    for number, item in enumerate(items, 1):
        try:
            if text(item, "sk").startswith(CREDENTIAL):
                found.append(passkey(item, relying_party))
        except ValueError as error:
            problems.append(f"item {number}: {error}")
    doubles = len(found) - len({passkey.id for passkey in found})
    if doubles:
        problems.append(f"{doubles} credential ids occur more than once")
    return found, problems


def passkey(item: dict[str, Any], relying_party: str) -> ForeignPasskey:
    """
    :raises ValueError: names the attribute that cannot be right, without its value.
    """
    credential_id, handle = data(item, "credentialId"), text(item, "userId")
    if not 1 <= len(credential_id) <= 1023 or text(item, "sk") != CREDENTIAL + base64url(credential_id):
        raise ValueError("credentialId is not that of the key")
    if text(item, "pk") != USER + handle or not 1 <= len(handle.encode()) <= 64:
        raise ValueError("userId is not that of the key")
    if text(item, "rpId") != relying_party:
        raise ValueError("rpId is another relying party")
    aaguid = data(item, "aaguid")
    if len(aaguid) != 16:
        raise ValueError("aaguid is not 16 bytes")
    eligible, backed_up = flag(item, "flagBackupEligibility"), flag(item, "flagBackupState")
    if backed_up and not eligible:
        raise ValueError("flagBackupState says that a passkey is backed up that cannot be")
    return ForeignPasskey(
        credential_id, owner(handle), handle.encode(), relying_party, public_key(content(item, "jwk", "M")), aaguid,
        number(item, "signCount", 2**32 - 1), eligible, backed_up, flag(item, "flagUserVerified"), transports(item),
        text(item, "friendlyName"), seconds(item, "createdAt"),
        seconds(item, "lastSignIn") if "lastSignIn" in item else None)


def owner(handle: str) -> Owner:
    """
    :raises ValueError: the handle is none of that product's three forms.
    """
    if handle.startswith("u|") and len(handle) > 2:
        return Owner(None, handle[2:])
    sub = handle.removeprefix("s|")
    if not UUID.fullmatch(sub):
        raise ValueError("userId names no user")
    return Owner(sub, None)


def public_key(jwk: dict[str, Any]) -> bytes:
    """The COSE_Key of a public key in JWK's members.

    :raises ValueError: the key is none of the two kinds that the product accepts.
    """
    kind = (text(jwk, "kty", "jwk"), text(jwk, "alg", "jwk"))
    if kind == ("EC", "ES256") and text(jwk, "crv", "jwk") == "P-256":
        x, y = key_bytes(jwk, "x"), key_bytes(jwk, "y")
        if not cose_key.P256.has(x, y):
            raise ValueError("jwk is no point of P-256")
        return cose_key.p256(x, y)
    if kind == ("RSA", "RS256"):
        # RFC 8230 section 4 demands the shortest form.
        n, e = key_bytes(jwk, "n").lstrip(b"\0"), key_bytes(jwk, "e").lstrip(b"\0")
        if not cose_key.is_rsa(n, e) or e != b"\x01\x00\x01":
            raise ValueError("jwk is no RSA key of 2048 to 8192 bits with the exponent 65537")
        return cose_key.rsa(n, e)
    raise ValueError("jwk is neither ES256 nor RS256")


def key_bytes(jwk: dict[str, Any], name: str) -> bytes:
    """A number of a key: base64url in EC keys, bytes in the product's RSA keys."""
    value = unpadded(text(jwk, name, "jwk")) if "S" in jwk.get(name, {}) else data(jwk, name, "jwk")
    if not value:
        raise ValueError(f"jwk has no {name}")
    return value


def content(item: dict[str, Any], name: str, kind: str, where: str = "") -> Any:
    try:
        return item[name][kind]
    except (KeyError, TypeError):
        raise ValueError(f"{where + '.' if where else ''}{name} is missing or has another type") from None


def text(item: dict[str, Any], name: str, where: str = "") -> str:
    return content(item, name, "S", where)


def data(item: dict[str, Any], name: str, where: str = "") -> bytes:
    value = content(item, name, "B", where)
    return base64.b64decode(value) if isinstance(value, str) else bytes(value)


def number(item: dict[str, Any], name: str, largest: int) -> int:
    value = content(item, name, "N")
    if not re.fullmatch("[0-9]{1,10}", value) or int(value) > largest:
        raise ValueError(f"{name} is no whole number up to {largest}")
    return int(value)


def flag(item: dict[str, Any], name: str) -> bool:
    return number(item, name, 1) == 1


def transports(item: dict[str, Any]) -> list[str]:
    if "transports" not in item:
        return []
    values = [text({"transports": value}, "transports") for value in content(item, "transports", "L")]
    if not all(map(TRANSPORT.fullmatch, values)):
        raise ValueError("transports has an unknown form")
    return values


def seconds(item: dict[str, Any], name: str) -> int:
    try:
        # Older versions of Python do not take a Z.
        time = datetime.fromisoformat(re.sub("Z$", "+00:00", text(item, name)))
    except ValueError:
        raise ValueError(f"{name} is no time") from None
    if time.tzinfo is None:
        raise ValueError(f"{name} has no time zone")
    return int(time.timestamp())
