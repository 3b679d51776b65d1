"""Reads a JWK set (RFC 7517) by the same rules as the functions' `JSONWebKeySet`.

A table of sets, Tests/Modules/Shared/JOSETests/Fixtures/key-sets.json, is read by the tests of both.
"""

import json
from typing import Any, NamedTuple, NoReturn

from cognito_passkeys.users_table.cose_key import P256
from cognito_passkeys.users_table.keys import unpadded

MAXIMUM_BYTES = 65_536
MAXIMUM_DEPTH = 16
MAXIMUM_COUNT = 64
PRIVATE_MEMBERS = ("d", "p", "q", "dp", "dq", "qi", "oth")
ALGORITHMS = {("oct", None): "HS256", ("RSA", None): "RS256", ("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}

# Why an entry verifies no token.
NOT_AN_OBJECT = "not an object"
SECRET = "a symmetric key"
REPEATED = "the same key again"
UNSUPPORTED = "a kind, curve or size that is not accepted"
WRONG_ALGORITHM = "its alg is not accepted or contradicts its kty"
WRONG_USE = "its use or key_ops is not for verifying signatures"
BROKEN = "a member is missing or broken"


class RefusedSet(ValueError):
    """No key of the set is used."""


class LeftOut(ValueError):
    """The entry verifies no token."""


class Entry(NamedTuple):
    """An entry of a set."""

    kid: str | None
    algorithm: str | None
    left_out: str | None
    """Why no token is verified with it; None for a key in use."""


def read(text: bytes) -> list[Entry]:
    """The entries of a set, in its order.

    :raises RefusedSet: the functions refuse the whole set.
    """
    entries, seen = [], []
    for member in members(text):
        entry = member if isinstance(member, dict) else {}
        kid = entry.get("kid") if isinstance(entry.get("kid"), str) else None
        try:
            algorithm, numbers = key(member)
            if (kid, numbers) in seen:
                raise LeftOut(REPEATED)
            seen.append((kid, numbers))
            entries.append(Entry(kid, algorithm, None))
        except LeftOut as reason:
            entries.append(Entry(kid, None, str(reason)))
    return entries


def members(text: bytes) -> list[Any]:
    """The entries of a set as they stand there."""
    try:
        if len(text) > MAXIMUM_BYTES:
            raise ValueError("too long")
        parsed = json.loads(text.decode("utf-8"), object_pairs_hook=distinct, parse_constant=refuse)
        found = parsed["keys"]
        if not isinstance(found, list) or len(found) > MAXIMUM_COUNT or depth(parsed) > MAXIMUM_DEPTH:
            raise ValueError("no set")
    except (ValueError, TypeError, KeyError, RecursionError):
        raise RefusedSet("not a JSON object with a list keys of at most 64 entries") from None
    return found


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError("a member stands there twice")
    return dict(pairs)


def refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def key(entry: Any) -> tuple[str, tuple[int | bytes, ...]]:
    """The algorithm of a key, and its numbers.

    :raises LeftOut: the key is not used.
    :raises RefusedSet: the key is a private one.
    """
    if not isinstance(entry, dict):
        raise LeftOut(NOT_AN_OBJECT)
    # A member that is null is an absent one.
    entry = {name: value for name, value in entry.items() if value is not None}
    kind, curve = word(entry, "kty"), word(entry, "crv")
    if kind is None:
        raise LeftOut(BROKEN)
    algorithm = ALGORITHMS.get((kind, None)) or ALGORITHMS.get((kind, curve))
    if algorithm is None:
        raise LeftOut(UNSUPPORTED)
    if word(entry, "alg") not in (None, algorithm):
        raise LeftOut(WRONG_ALGORITHM)
    if word(entry, "use") not in (None, "sig"):
        raise LeftOut(WRONG_USE)
    if "key_ops" in entry:
        if not isinstance(entry["key_ops"], list):
            raise LeftOut(BROKEN)
        if "verify" not in entry["key_ops"]:
            raise LeftOut(WRONG_USE)
    word(entry, "kid")
    if algorithm == "HS256":
        raise LeftOut(SECRET if len(octets(entry, "k")) >= 32 else BROKEN)
    if any(name in entry for name in PRIVATE_MEMBERS):
        raise RefusedSet("it publishes a private key: whoever reads it can sign")
    return algorithm, NUMBERS[algorithm](entry)


def word(entry: dict[str, Any], name: str) -> str | None:
    if not isinstance(entry.get(name, ""), str):
        raise LeftOut(BROKEN)
    return entry.get(name)


def octets(entry: dict[str, Any], name: str) -> bytes:
    """The bytes of a member: base64url without padding, whose unused bits are zero."""
    text = word(entry, name)
    found = b"" if text == "" else unpadded(text or "")
    if found is None:
        raise LeftOut(BROKEN)
    return found


def rsa(entry: dict[str, Any]) -> tuple[int | bytes, ...]:
    modulus, exponent = octets(entry, "n"), octets(entry, "e")
    number, power = int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")
    if number == 0:
        raise LeftOut(BROKEN)
    if not 2048 <= number.bit_length() <= 8192:
        raise LeftOut(UNSUPPORTED)
    if number % 2 == 0 or power % 2 == 0 or not 65537 <= power < 2**32:
        raise LeftOut(BROKEN)
    return modulus, exponent


def p256(entry: dict[str, Any]) -> tuple[int | bytes, ...]:
    x, y = octets(entry, "x"), octets(entry, "y")
    if not P256.has(x, y):
        raise LeftOut(BROKEN)
    return x, y


def ed25519(entry: dict[str, Any]) -> tuple[int | bytes, ...]:
    x = octets(entry, "x")
    if len(x) != 32:
        raise LeftOut(BROKEN)
    return (x,)


NUMBERS = {"RS256": rsa, "ES256": p256, "EdDSA": ed25519}
