"""The tokens of `signed` mode."""

from __future__ import annotations

from random import Random
from typing import Any, Callable

from cases import Case, Generator, chance
from formats import base64url, json_bytes
from generators.headers import change_claims, claims
from generators.tokens import NOW, sealed, signed
from keys import KeyRing, TokenKey, derived

POOL = "eu-central-1_Example00"


def sign_in_claims(random: Random, others: dict[str, Any]) -> tuple[str, bytes]:
    """The claims of a token of `signed` mode."""
    issuer = f"urn:cognito-passkeys:{POOL}"
    members = {
        **claims(random, NOW, issuer, issuer),
        "scope": "read:authenticators",
        "other": {
            "tenantId": POOL,
            "userId": "u1",
            "actionCode": "cognitoAuth",
            "idempotencyKey": "k1",
            "username": "name",
            **others,
        },
    }
    match random.randrange(4):
        case 0:
            return "valid", json_bytes(members)
        case 1:
            return change_claims(random, members, NOW)
    other, name = members["other"], random.choice(list(members["other"]))
    if chance(random, 0.3):
        del other[name]
        return f"without other.{name}", json_bytes(members)
    other[name] = random.choice(["", "another", None, 1, True, False, [], {}, "u2"])
    return f"other.{name} {other[name]!r}", json_bytes(members)


def sign_in_token(
    ring: KeyRing,
    kind: str,
    others: dict[str, Any],
    make_token: Callable[[Random, bytes, str, bytes, str], tuple[str, bytes]],
) -> Generator:
    def make(random: Random) -> Case:
        signing_key = ring.current if chance(random, 0.8) else ring.previous
        made, payload = sign_in_claims(random, others)
        key_id = base64url(derived(signing_key, "key id", 8))
        made, token = make_token(random, signing_key, key_id, payload, made)
        return Case(
            kind, made, {"input": token, "pool": POOL, "current": ring.current, "previous": ring.previous, "now": NOW}
        )

    return make


def result_token(ring: KeyRing) -> Generator:
    def make_token(random: Random, signing_key: bytes, key_id: str, payload: bytes, made: str) -> tuple[str, bytes]:
        key = TokenKey("HS256", key_id, derived(signing_key, "result token"))
        header = {"alg": "HS256", "typ": "result+jwt", "kid": key_id}
        return signed(random, ring, key, header, payload, made)

    return sign_in_token(
        ring,
        "result-token",
        {"verificationMethod": "PASSKEY", "state": "CHALLENGE_SUCCEEDED", "userVerified": True, "emailDigest": "d1"},
        make_token,
    )


def challenge_token(ring: KeyRing) -> Generator:
    def make_token(random: Random, signing_key: bytes, key_id: str, payload: bytes, made: str) -> tuple[str, bytes]:
        header = {"alg": "dir", "enc": "A256GCM", "typ": "challenge+jwt", "kid": key_id}
        return sealed(random, derived(signing_key, "challenge token"), header, payload, made)

    return sign_in_token(
        ring, "challenge-token", {"email": "user@example.org", "emailVerified": True, "userNotFound": False}, make_token
    )
