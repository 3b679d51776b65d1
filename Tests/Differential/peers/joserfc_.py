"""joserfc, with the algorithms that the product takes."""

from __future__ import annotations

import json
import warnings
from typing import Any, Callable

from joserfc import jwe, jws, jwt
from joserfc.errors import InvalidKeyIdError, SecurityWarning
from joserfc.jwk import JWKRegistry, KeySet

from cases import Case
from formats import from_base64url
from peers.pyjwt import SKEW, public_jwk, registered

# It advises against EdDSA by that name, which issuers use.
warnings.simplefilter("ignore", SecurityWarning)

SIGNATURES = ["HS256", "RS256", "ES256", "EdDSA"]
SEALS = ["dir", "A256GCM"]
JWS_REGISTRY = jws.JWSRegistry(algorithms=SIGNATURES, strict_check_header=False)
JWE_REGISTRY = jwe.JWERegistry(algorithms=SEALS, strict_check_header=False)


def with_chosen_key(token: bytes, keys: list[dict[str, Any]], verify: Callable[[Any], Any]) -> Any:
    """What the key with the token's `kid` says; without one, the first key that verifies it."""
    header = json.loads(from_base64url(token.split(b".")[0].decode()))
    if "kid" in header:
        return verify(KeySet.import_key_set({"keys": keys}))
    error: Exception = InvalidKeyIdError("no key")
    for key in keys:
        try:
            return verify(JWKRegistry.import_key(key))
        except Exception as refusal:
            error = refusal
    raise error


def jws_(case: Case) -> dict[str, Any]:
    verify = lambda key: jws.deserialize_compact(case.input, key, registry=JWS_REGISTRY)  # noqa: E731
    return {"payload": with_chosen_key(case.input, case["keys"], verify).payload.hex()}


def jwt_(case: Case) -> dict[str, Any]:
    verify = lambda key: jwt.decode(case.input, key, registry=JWS_REGISTRY)  # noqa: E731
    token = with_chosen_key(case.input, case["keys"], verify)
    jwt.JWTClaimsRegistry(
        now=case["now"], leeway=SKEW, iss={"essential": True, "value": case["issuer"]},
        aud={"essential": True, "value": case["audience"]}, exp={"essential": True},
    ).validate(token.claims)
    return registered(token.claims)


def jwe_(case: Case) -> dict[str, Any]:
    keys = KeySet.import_key_set({"keys": case["keys"]})
    return {"payload": jwe.decrypt_compact(case.input, keys, registry=JWE_REGISTRY).plaintext.hex()}


def read_key(key: Any) -> dict[str, Any]:
    algorithm = {"oct": "HS256", "RSA": "RS256", "EC": "ES256", "OKP": "EdDSA"}[key.key_type]
    curve = key.get("crv") if key.key_type in ("EC", "OKP") else None
    if curve not in (None, "P-256", "Ed25519"):
        return {"alg": curve, "kid": key.get("kid"), "key": {"alg": curve, "kid": key.get("kid")}}
    return {"alg": algorithm, "kid": key.get("kid"), "key": public_jwk(key.public_key, algorithm, key.get("kid"))}


def jwk(case: Case) -> dict[str, Any]:
    return read_key(JWKRegistry.import_key(json.loads(case.input)))


def jwk_set(case: Case) -> dict[str, Any]:
    content = json.loads(case.input)
    named = [isinstance(one, dict) and "kid" in one for one in content["keys"]]
    keys = [read_key(key)["key"] for key in KeySet.import_key_set(content)]
    if len(named) == len(keys):
        # It names a key without `kid` by its thumbprint.
        keys = [
            key if has_id or key is None else {name: one for name, one in key.items() if name != "kid"}
            for has_id, key in zip(named, keys)
        ]
    return {"keys": keys}


PEERS = {"jws": jws_, "jwt": jwt_, "jwe": jwe_, "jwk": jwk, "jwk-set": jwk_set}
PEERS = {kind: {"joserfc": peer} for kind, peer in PEERS.items()}
