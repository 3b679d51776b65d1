"""Signed and sealed tokens. Most are signed after they were changed, so that a verifier has to see the change."""

from __future__ import annotations

from random import Random
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cases import NOW, Case, Made, chance
from changes import BASE64URL, change_base64url, change_object
from formats import Written, base64url, json_bytes
from generators.signatures import change_signature
from keys import KeyRing, SigningKey

ISSUER, AUDIENCE = "https://issuer.example", "client-1"
TIMES = [
    *(NOW + delta for delta in (-61, -60, -59, -1, 0, 1, 59, 60, 61)), NOW * 1000, -NOW, 0, 253402300799, 253402300800,
    str(NOW + 5), NOW + 5.5, NOW - 59.5, [NOW + 5], *map(Written, [f"{NOW + 5}.0", f"{NOW // 1000}e3", "1e10"]),
]
# What each claim is changed to.
CLAIMS: dict[str, list[Any]] = {
    "exp": TIMES, "nbf": TIMES, "iat": TIMES, "sub": [], "jti": [], "scope": [],
    "aud": [[AUDIENCE, 1], [], AUDIENCE + " ", AUDIENCE.upper(), [[AUDIENCE]], {"x": AUDIENCE}, [AUDIENCE, AUDIENCE],
            AUDIENCE[:-1], ["another"], "another"],
    "iss": [ISSUER + "/", ISSUER.upper(), [ISSUER], ISSUER[:-1], ISSUER + "\u0000"],
}
# What each parameter of a header is changed to.
PARAMETERS: dict[str, list[Any]] = {
    "alg": ["none", "None", "nOnE", "HS256", "RS256", "ES256", "EdDSA", "HS512", "PS256", "es256", "ES256 ", "",
            "Ed25519", "H\u017f256", "ES384", "dir"],
    "kid": ["", "h1", "h2", "r1", "e1", "o1", "E1", "e1 ", "../e1"],
    "typ": ["JWT", "jwt", "application/JWT", "at+jwt", "result+jwt", "Result+JWT", "RESULT+jwt",
            "application/result+jwt", "challenge+jwt", "application/a/result+jwt"],
    "crit": [[], ["b64"], ["exp"], ["x", "x"], "exp", ["alg"], [1]],
    "b64": [True, False, "true"],
    "enc": ["A128GCM", "A256CBC-HS512", "a256gcm", "", "A256GCM ", 1],
}
UNREAD = ["jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "cty", "zip", "nonce", "url", "iss", "Alg"]


def change_header(random: Random, header: dict[str, Any]) -> Made:
    values = {**PARAMETERS, random.choice(UNREAD): ["https://attacker.example/keys", "DEF"]}
    critical = random.choice([["b64"], ["exp"], [], "b64"])
    return change_object(
        random, header, values, ("b64 and crit", json_bytes(header | {"b64": chance(random, 0.5), "crit": critical})))


def change_token(random: Random, token: str) -> tuple[str, str]:
    """Changes of the finished text."""
    segments = token.split(".")
    at, index = random.randrange(len(segments)), random.randrange(len(token))
    before, after = segments[:at], segments[at + 1 :]
    around = random.choice([" %s", "%s ", "%s\n", "Bearer %s", ".%s", "%s.", "%s\x00", "%s%%20"])
    made, changed = random.choice([
        *[("another segment", [*before, change_base64url(random, segments[at]), *after])] * 3,
        ("without a segment", before + after), ("an empty segment", [*before, "", *after]),
        ("one more segment", [*before, random.choice(["", "AA", segments[0]]), *segments[at:]]),
        ("another order", random.sample(segments, len(segments))), ("around it", [around % token]),
        ("another character", [token[:index] + random.choice(BASE64URL) + token[index + 1 :]]),
    ])
    return f"{made} at {at}", ".".join(changed)


def signed(
    random: Random, ring: KeyRing, key: SigningKey, made: str, header: dict[str, Any], payload: bytes, kind: str,
    expected: dict[str, Any], changes_of_header: int = 3,
) -> Case:
    """A signed token, which may be changed in one more place. Of 9 steps, so many change the header."""
    written, step = json_bytes(header), random.randrange(9)
    if step >= 9 - changes_of_header:
        change, written = change_header(random, header)
        made = f"{made}, header {change}"
    message = f"{base64url(written)}.{base64url(payload)}"
    signature = key.sign_token(message.encode())
    if step == 0:
        other = random.choice([one for one in ring.tokens + ring.others if one is not key])
        pem = ring.tokens[2].secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        change, signature = change_signature(
            random, key, message.encode(), True, (f"by {other.key_id}", other.sign_token(message.encode())),
            ("an HMAC with the public key", SigningKey("HS256", "", pem).sign(message.encode())))
        made = f"{made}, signature {change}"
    token = f"{message}.{base64url(signature)}"
    if step == 1:
        change, token = change_token(random, token)
        made = f"{made}, {change}"
    keys = [one.jwk for one in ring.tokens]
    return Case(kind, f"{key.algorithm} {made}", token.encode(), {"keys": keys, **expected})


def jws(random: Random, ring: KeyRing) -> Case:
    key = random.choice(ring.tokens)
    header = {"alg": key.algorithm, "typ": "JWT", **({"kid": key.key_id} if chance(random, 0.7) else {})}
    payload, expected = random.randbytes(random.randrange(40)), {"type": "JWT"} if chance(random, 0.3) else {}
    return signed(random, ring, key, "valid", header, payload, "jws", expected)


def jwt(random: Random, ring: KeyRing) -> Case:
    key = random.choice(ring.tokens)
    audience = random.choice([AUDIENCE] * 4 + [[AUDIENCE], ["another", AUDIENCE]])
    claims: dict[str, Any] = {"iss": ISSUER, "aud": audience, "sub": "u1", "iat": NOW - 5, "exp": NOW + 600}
    claims |= {name: value for name, value in (("nbf", NOW - 5), ("jti", "t1")) if chance(random, 0.3)}
    made, payload = ("valid", json_bytes(claims)) if chance(random, 0.2) else change_object(random, claims, CLAIMS)
    header = {"alg": key.algorithm, "kid": key.key_id}
    expected = {"issuer": ISSUER, "audience": AUDIENCE, "now": NOW}
    return signed(random, ring, key, made, header, payload, "jwt", expected, 1)


def jwe(random: Random, ring: KeyRing) -> Case:
    keys = [{"kty": "oct", "k": base64url(key), "kid": f"k{at}"} for at, key in enumerate(ring.sealing)]

    at, step, made = random.randrange(2), random.randrange(10), "valid"
    header = {"alg": "dir", "enc": "A256GCM", "typ": "challenge+jwt", "kid": f"k{at}"}
    key, written, encrypted, vector = ring.sealing[at], json_bytes(header), b"", random.randbytes(12)
    length = random.choice([0, 4, 8, 11, 12, 13, 15, 16, 17])
    if step < 3:
        made, written = change_header(random, header)
    if step == 3:
        made, vector = f"vector of {length}", random.randbytes(length)
    if step == 4:
        made, encrypted = "encrypted key", random.randbytes(random.choice([1, 32, 40]))
    if step == 5 and chance(random, 0.3):
        made, key = "another key", random.randbytes(32)
    context, payload = base64url(written), random.randbytes(random.randrange(40))
    # The cipher itself refuses shorter vectors; the token is then of the right form and not authentic.
    output = AESGCM(key).encrypt(vector if len(vector) >= 8 else bytes(12), payload, context.encode())
    text, tag = output[:-16], output[-16:]
    if step == 6:
        made, tag = f"tag of {length}", (tag + bytes(1))[:length]
    if step == 7:
        # The same bytes one after the other, divided in another place.
        whole, start, end = vector + output, random.choice([11, 12, 13]), -random.choice([15, 16, 17])
        made, vector, text, tag = f"divided at {start}, {end}", whole[:start], whole[start:end], whole[end:]
    if step == 8 and chance(random, 0.5):
        made, text, tag = "no text", b"", random.choice([tag, b""])
    token = ".".join([context, *map(base64url, (encrypted, vector, text, tag))])
    if step == 9:
        made, token = change_token(random, token)
    return Case("jwe", made, token.encode(), {"type": "challenge+jwt", "keys": keys})
