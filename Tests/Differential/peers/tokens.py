"""PyJWT and joserfc, used as their guides say, with the algorithms that the product takes."""

from __future__ import annotations

import json
import warnings
from typing import Any, Callable
from unittest.mock import Mock

import joserfc.jwt
import joserfc.util
import jwt
import jwt.api_jwt
from joserfc import jwe, jws
from joserfc.errors import InvalidKeyIdError, SecurityWarning
from joserfc.jwk import JWKRegistry, KeySet
from jwt.api_jws import PyJWS

from cases import Case
from formats import from_base64url
from keys import SHAPES, TOKEN_ALGORITHMS, numbers_of, published

SKEW = 60
# The clock by which PyJWT judges claims.
CLOCK = jwt.api_jwt.datetime = Mock()
JWS = {"registry": jws.JWSRegistry(algorithms=list(TOKEN_ALGORITHMS), strict_check_header=False)}
JWE = {"registry": jwe.JWERegistry(algorithms=["dir", "A256GCM"], strict_check_header=False)}
# joserfc advises against EdDSA by that name, which issuers use.
warnings.simplefilter("ignore", SecurityWarning)


def with_pyjwt(case: Case, verify: Callable[[jwt.PyJWK], Any]) -> Any:
    """What the first key says that the token may be verified with, by its `kid` and by the key's algorithm."""
    header, error = jwt.get_unverified_header(case.input), jwt.InvalidKeyError("no key for this kid and algorithm")
    for key in map(jwt.PyJWK, case["keys"]):
        if header.get("kid", key.key_id) == key.key_id and key.algorithm_name == header.get("alg"):
            try:
                return verify(key)
            except jwt.InvalidSignatureError as refusal:
                error = refusal
    raise error


def with_joserfc(case: Case, verify: Callable[..., Any]) -> Any:
    """What the key with the token's `kid` says; without one, the first key that verifies it."""
    if "kid" in json.loads(from_base64url(case.input.split(b".")[0].decode())):
        return verify(case.input, KeySet.import_key_set({"keys": case["keys"]}), **JWS)
    error: Exception = InvalidKeyIdError("no key")
    for key in case["keys"]:
        try:
            return verify(case.input, JWKRegistry.import_key(key), **JWS)
        except Exception as refusal:
            error = refusal
    raise error


def registered(found: dict[str, Any]) -> dict[str, Any]:
    """The claims that the product reads."""
    audience = found["aud"] if isinstance(found["aud"], list) else [found["aud"]]
    return {**{name: found.get(name) for name in ("iss", "sub", "exp", "nbf", "iat", "jti")}, "aud": audience}


def pyjwt_claims(case: Case) -> dict[str, Any]:
    options = {"require": ["iss", "aud", "exp"], "enforce_minimum_key_length": True}
    expected = {"issuer": case["issuer"], "audience": case["audience"], "leeway": SKEW, "options": options}
    CLOCK.now.return_value.timestamp.return_value = case["now"]
    return registered(with_pyjwt(case, lambda key: jwt.decode(case.input, key, **expected)))


def joserfc_claims(case: Case) -> dict[str, Any]:
    found = with_joserfc(case, joserfc.jwt.decode).claims
    joserfc.jwt.JWTClaimsRegistry(
        now=case["now"], leeway=SKEW, iss={"essential": True, "value": case["issuer"]},
        aud={"essential": True, "value": case["audience"]}, exp={"essential": True},
    ).validate(found)
    return registered(found)


def joserfc_payload(case: Case) -> bytes:
    return jwe.decrypt_compact(case.input, KeySet.import_key_set({"keys": case["keys"]}), **JWE).plaintext


def reading(algorithm: str, key_id: str | None, public: Any) -> dict[str, Any]:
    """A key as the product publishes it, which no secret has."""
    is_published = algorithm in SHAPES and not isinstance(public, bytes)
    key = published(algorithm, key_id, numbers_of(public)) if is_published else None
    return {"alg": algorithm, "kid": key_id, "key": key}


def pyjwt_key(key: jwt.PyJWK) -> dict[str, Any]:
    public = key.key.public_key() if hasattr(key.key, "public_key") else key.key
    return reading(key.algorithm_name, key.key_id, public)


def joserfc_key(key: Any) -> dict[str, Any]:
    shape = {"kty": key.key_type, **({"crv": key.get("crv")} if key.key_type in ("EC", "OKP") else {})}
    algorithm = next((name for name in SHAPES if SHAPES[name][0] == shape), str(shape))
    # In a set, it names a key without `kid` by its thumbprint.
    key_id = None if key.kid == key.thumbprint() else key.kid
    return reading(algorithm, key_id, b"" if key.key_type == "oct" else key.public_key)


PEERS = {
    "base64url": {
        "PyJWT": lambda case: {"bytes": PyJWS._decode_base64url_segment(case.input, "segment").hex()},
        "joserfc": lambda case: {"bytes": joserfc.util.urlsafe_b64decode(case.input).hex()},
    },
    "jws": {
        "PyJWT": lambda case: {"payload": with_pyjwt(case, lambda key: PyJWS().decode(case.input, key)).hex()},
        "joserfc": lambda case: {"payload": with_joserfc(case, jws.deserialize_compact).payload.hex()},
    },
    "jwt": {"PyJWT": pyjwt_claims, "joserfc": joserfc_claims},
    "jwe": {"joserfc": lambda case: {"payload": joserfc_payload(case).hex()}},
    "jwk": {
        "PyJWT": lambda case: pyjwt_key(jwt.PyJWK(json.loads(case.input))),
        "joserfc": lambda case: joserfc_key(JWKRegistry.import_key(json.loads(case.input))),
    },
    "jwk-set": {
        "PyJWT": lambda case: {"keys": [pyjwt_key(one)["key"] for one in jwt.PyJWKSet.from_json(case.input)]},
        "joserfc": lambda case: {
            "keys": [joserfc_key(one)["key"] for one in KeySet.import_key_set(json.loads(case.input))]},
    },
}
