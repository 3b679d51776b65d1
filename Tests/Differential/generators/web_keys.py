"""JSON Web Keys and sets of them."""

from __future__ import annotations

from random import Random
from typing import Any

from cases import Case, Generator, chance
from changes import change_base64url
from formats import base64url, from_base64url, json_bytes
from generators.headers import ODD_VALUES, twice
from keys import KeyRing, TokenKey, numbers_of

TYPES = ["oct", "RSA", "EC", "OKP", "ec", "AKP", ""]
CURVES = ["P-256", "P-384", "P-521", "secp256k1", "Ed25519", "Ed448", "X25519", "p-256"]
OTHER_KEYS: list[dict[str, Any]] = [
    {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AAAA", "kid": "a1"},
    {"kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo", "kid": "x1"},
]


def change_number(random: Random, text: str) -> str:
    """The number in a member, written in another way or changed."""
    content = from_base64url(text)
    return random.choice([
        base64url(b"\x00" + content), base64url(content[1:]), base64url(content[:-1]), base64url(content + b"\x00"),
        base64url(bytes(len(content))), base64url(b"\xff" * len(content)), "", base64url(content.lstrip(b"\x00")),
        base64url(b"\x03"), base64url(b"\x01\x00\x00"), base64url(content[:-1] + bytes([content[-1] ^ 1])),
        base64url(b"\x01" * 64), change_base64url(random, text.encode()).decode("utf-8", "replace"), text + "=",
    ])


def change_key(random: Random, key: dict[str, Any], ring: KeyRing) -> tuple[str, dict[str, Any]]:
    key = dict(key)
    match random.randrange(9):
        case 0:
            key["kty"] = random.choice([*TYPES, *ODD_VALUES])
            return f"kty {key['kty']!r}", key
        case 1:
            key["crv"] = random.choice([*CURVES, *ODD_VALUES])
            return f"crv {key['crv']!r}", key
        case 2:
            key["alg"] = random.choice(
                ["HS256", "RS256", "ES256", "EdDSA", "RS512", "PS256", "ES384", "RSA-OAEP", *ODD_VALUES]
            )
            return f"alg {key['alg']!r}", key
        case 3:
            key["use"] = random.choice(["sig", "enc", "SIG", *ODD_VALUES])
            return f"use {key['use']!r}", key
        case 4:
            key["key_ops"] = random.choice(
                [["verify"], ["sign"], ["verify", "sign"], ["encrypt"], ["verify", "verify"], "verify", *ODD_VALUES]
            )
            if chance(random, 0.5):
                key.pop("use", None)
            return f"key_ops {key['key_ops']!r}", key
        case 5:
            key["kid"] = random.choice([*ODD_VALUES, "another"])
            return f"kid {key['kid']!r}", key
        case 6:
            name = random.choice(["n", "e", "x", "y", "k"])
            if name in key:
                key[name] = change_number(random, key[name]) if chance(random, 0.8) else random.choice(ODD_VALUES)
            return f"{name} changed", key
        case 7:
            name = random.choice(list(key))
            del key[name]
            return f"without {name}", key
    private = random.choice(["d", "p", "q", "dp", "dq", "qi", "oth"])
    key[private] = random.choice([base64url(random.randbytes(32)), *ODD_VALUES])
    if private == "d" and key.get("kty") == "EC":
        key["d"] = base64url(ring.p256.private_numbers().private_value.to_bytes(32, "big"))
    return f"with {private}", key


def keys_of(ring: KeyRing) -> list[dict[str, Any]]:
    p384 = [base64url(one) for one in numbers_of(ring.p384.public_key())]
    return [one.jwk for one in ring.tokens] + [
        TokenKey("HS256", "s1", bytes(16)).jwk,
        {"kty": "EC", "crv": "P-384", "x": p384[0], "y": p384[1], "kid": "p384"},
    ]


def jwk(ring: KeyRing) -> Generator:
    def make(random: Random) -> Case:
        key = random.choice(keys_of(ring))
        if chance(random, 0.15):
            return Case("jwk", "valid", {"input": json_bytes(key)})
        if chance(random, 0.1):
            return Case("jwk", "a member twice", {"input": json_bytes(twice(random, key))})
        made, key = change_key(random, key, ring)
        return Case("jwk", made, {"input": json_bytes(key)})

    return make


def jwk_set(ring: KeyRing) -> Generator:
    def make(random: Random) -> Case:
        made, keys = "valid", random.sample([*keys_of(ring)[2:5], OTHER_KEYS[0]], random.randint(1, 3))
        match random.randrange(9):
            case 0 | 1 | 2:
                change, changed = change_key(random, random.choice(keys), ring)
                made, keys = f"one with {change}", [*keys, {**changed, "kid": changed.get("kid", "new")}]
            case 3:
                made, keys = "another kind", [*keys, random.choice([*keys_of(ring), *OTHER_KEYS])]
            case 4:
                made, keys = "a key twice", [*keys, random.choice(keys)]
            case 5:
                made, keys = "not an object", [*keys, random.choice(ODD_VALUES)]
            case 6:
                made, keys = "without kid", [{name: one for name, one in key.items() if name != "kid"} for key in keys]
        content: Any = {"keys": keys}
        if chance(random, 0.1):
            made, content = "another form", random.choice([
                keys, {"keys": {}}, {"keys": []}, {}, {"keys": None}, {"Keys": keys}, {"keys": "x"}, None,
                twice(random, content),
            ])
        return Case("jwk-set", made, {"input": json_bytes(content)})

    return make
