"""PyJWT, used as its guide says: a key of the set is chosen by the token's `kid` and brings its algorithm."""

from __future__ import annotations

import datetime
import functools
import json
from typing import Any, Callable

import jwt
import jwt.api_jwt
from jwt.api_jws import PyJWS

from cases import Case
from formats import base64url
from keys import numbers_of

SKEW = 60


class Clock(datetime.datetime):
    """The time at which PyJWT judges claims."""

    seconds = 0

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(cls.seconds, tz)


jwt.api_jwt.datetime = Clock


@functools.cache
def key_set(text: str) -> jwt.PyJWKSet:
    """The keys of a set. The questions of a run share a few sets."""
    return jwt.PyJWKSet(json.loads(text))


def with_chosen_key(token: bytes, keys: list[dict[str, Any]], verify: Callable[[jwt.PyJWK], Any]) -> Any:
    """What the first key says that the token may be verified with."""
    header = jwt.get_unverified_header(token)
    usable = [one for one in key_set(json.dumps(keys)) if "kid" not in header or one.key_id == header["kid"]]
    usable = [one for one in usable if one.algorithm_name == header.get("alg")]
    error: Exception = jwt.InvalidKeyError("no key for this kid and algorithm")
    for key in usable:
        try:
            return verify(key)
        except jwt.InvalidSignatureError as refusal:
            error = refusal
    raise error


def jws(case: Case) -> dict[str, Any]:
    verify = lambda key: PyJWS().decode(case.input, key)  # noqa: E731
    return {"payload": with_chosen_key(case.input, case["keys"], verify).hex()}


def registered(found: dict[str, Any]) -> dict[str, Any]:
    audience = found["aud"] if isinstance(found["aud"], list) else [found["aud"]]
    return {**{name: found.get(name) for name in ("iss", "sub", "exp", "nbf", "iat", "jti")}, "aud": audience}


def jwt_(case: Case) -> dict[str, Any]:
    Clock.seconds = case["now"]
    options = {"require": ["iss", "aud", "exp"], "enforce_minimum_key_length": True}
    expected = {"issuer": case["issuer"], "audience": case["audience"], "leeway": SKEW, "options": options}
    return registered(with_chosen_key(case.input, case["keys"], lambda key: jwt.decode(case.input, key, **expected)))


def public_jwk(key: Any, algorithm: str, key_id: Any) -> dict[str, Any] | None:
    """A public key as the product publishes it; nothing for a secret."""
    if algorithm == "HS256" or isinstance(key, bytes):
        return None
    texts = [base64url(one) for one in numbers_of(key)]
    shape = {
        "RS256": {"kty": "RSA"}, "ES256": {"kty": "EC", "crv": "P-256"}, "EdDSA": {"kty": "OKP", "crv": "Ed25519"},
    }[algorithm]
    names = ("n", "e") if algorithm == "RS256" else ("x", "y")
    return {
        **shape, **dict(zip(names, texts)), "use": "sig", "alg": algorithm,
        **({} if key_id is None else {"kid": key_id}),
    }


def read_key(key: jwt.PyJWK) -> dict[str, Any]:
    material = key.key.public_key() if hasattr(key.key, "public_key") else key.key
    known = key.algorithm_name in ("HS256", "RS256", "ES256", "EdDSA")
    return {
        "alg": key.algorithm_name,
        "kid": key.key_id,
        "key": (
            public_jwk(material, key.algorithm_name, key.key_id)
            if known
            else {"alg": key.algorithm_name, "kid": key.key_id}
        ),
    }


def jwk(case: Case) -> dict[str, Any]:
    return read_key(jwt.PyJWK(json.loads(case.input)))


def jwk_set(case: Case) -> dict[str, Any]:
    return {"keys": [read_key(key)["key"] for key in jwt.PyJWKSet.from_json(case.input)]}


PEERS = {"jws": jws, "jwt": jwt_, "jwk": jwk, "jwk-set": jwk_set}
PEERS = {kind: {"PyJWT": peer} for kind, peer in PEERS.items()}
