"""JSON Web Keys and sets of them."""

from __future__ import annotations

from random import Random
from typing import Any

from cases import Case, Made, chance
from changes import ODD_VALUES, change_base64url, change_object, recode, twice
from formats import Written, base64url, from_base64url, json_bytes
from keys import KeyRing, SigningKey

OTHER_KEYS: list[dict[str, Any]] = [
    {"kty": "AKP", "alg": "ML-DSA-44", "pub": "AAAA", "kid": "a1"},
    {"kty": "OKP", "crv": "X25519", "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo", "kid": "x1"},
]
# What each member is changed to.
MEMBERS: dict[str, list[Any]] = {
    "kty": ["oct", "RSA", "EC", "OKP", "ec", "AKP", ""],
    "crv": ["P-256", "P-384", "P-521", "secp256k1", "Ed25519", "Ed448", "X25519", "p-256"],
    "alg": ["HS256", "RS256", "ES256", "EdDSA", "RS512", "PS256", "ES384", "RSA-OAEP"], "use": ["sig", "enc", "SIG"],
    "key_ops": [["verify"], ["sign"], ["verify", "sign"], ["encrypt"], ["verify", "verify"], "verify"],
    "kid": ["another"],
}


def numbers(random: Random, text: str) -> list[str]:
    """The number in a member, written in other ways, and other numbers."""
    content = from_base64url(text)
    others = [
        b"\x00" + content, content[1:], content[:-1], content + b"\x00", bytes(len(content)), b"\xff" * len(content),
        b"", content.lstrip(b"\x00"), b"\x03", b"\x01\x00\x00", content[:-1] + bytes([content[-1] ^ 1]), b"\x01" * 64,
    ]
    return [*map(base64url, others), change_base64url(random, text), recode(random, text), recode(random, text)]


def change_key(random: Random, key: dict[str, Any], ring: KeyRing) -> Made:
    number = random.choice([name for name in ("n", "e", "x", "y", "k") if name in key])
    part = random.choice(["d", "p", "q", "dp", "dq", "qi", "oth"])
    private = ring.p256.secret.private_numbers().private_value.to_bytes(32, "big")
    values = {
        **MEMBERS, number: numbers(random, key[number]), "x" if number == "n" else "n": ["AQAB"],
        part: [base64url(random.randbytes(32)), base64url(private)],
    }
    operations = {**key, "key_ops": random.choice(MEMBERS["key_ops"] + ODD_VALUES)}
    operations.pop("use", None)
    return change_object(random, key, values, (f"operations {operations['key_ops']}", json_bytes(operations)))


def keys_of(ring: KeyRing) -> list[dict[str, Any]]:
    return [one.jwk for one in (*ring.tokens, SigningKey("HS256", "s1", bytes(16)), ring.p384)]


def jwk(random: Random, ring: KeyRing) -> Case:
    key = random.choice(keys_of(ring))
    made, content = ("valid", json_bytes(key)) if chance(random, 0.15) else change_key(random, key, ring)
    return Case("jwk", made, content, {})


def jwk_set(random: Random, ring: KeyRing) -> Case:
    keys: list[Any] = random.sample([*keys_of(ring)[2:5], OTHER_KEYS[0]], random.randint(1, 3))
    plain = [one for one in keys if one in keys_of(ring)] or keys_of(ring)[2:3]
    change, changed = change_key(random, random.choice(plain) | {"kid": "new"}, ring)
    made, keys = random.choice([
        *[("valid", keys)] * 2, *[(f"one with {change}", [*keys, Written(changed.decode("utf-8", "replace"))])] * 3,
        ("another kind", [*keys, random.choice([*keys_of(ring), *OTHER_KEYS])]),
        ("a key twice", [*keys, random.choice(keys)]), ("not an object", [*keys, random.choice(ODD_VALUES)]),
        ("without kid", [{name: one for name, one in key.items() if name != "kid"} for key in keys]),
    ])
    content: Any = {"keys": keys}
    if chance(random, 0.1):
        made, content = "another form", random.choice([
            keys, {"keys": {}}, {"keys": []}, {}, {"keys": None}, {"Keys": keys}, {"keys": "x"}, None,
            twice(random, content),
        ])
    return Case("jwk-set", made, json_bytes(content), {})
