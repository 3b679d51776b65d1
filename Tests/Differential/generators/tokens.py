"""Signed and sealed tokens. Most are signed after they were changed, so that a verifier has to see the change."""

from __future__ import annotations

from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from cases import Case, Generator, chance
from changes import BASE64URL, change_base64url, change_bytes
from formats import base64url, json_bytes
from generators.headers import change_claims, change_header, claims
from keys import P256_ORDER, KeyRing, TokenKey, ecdsa_der, with_another_s

NOW = 1_800_000_000
ISSUER, AUDIENCE = "https://issuer.example", "client-1"


def compact(*segments: bytes) -> bytes:
    return ".".join(map(base64url, segments)).encode()


def change_es256(random: Random, key: ec.EllipticCurvePrivateKey, message: bytes) -> tuple[str, bytes]:
    """A signature of a message, written in another way or with other numbers."""
    der = ecdsa_der(key, message)
    r, s = decode_dss_signature(der)
    long = lambda one, length=32: (one % (1 << 8 * length)).to_bytes(length, "big")  # noqa: E731
    return random.choice([
        ("as DER", der), ("with the other s", long(r) + long(P256_ORDER - s)), ("s before r", long(s) + long(r)),
        ("zeros", bytes(64)), ("r zero", bytes(32) + long(s)), ("s zero", long(r) + bytes(32)),
        ("r + n", long(r + P256_ORDER) + long(s)), ("s + n", long(r) + long(s + P256_ORDER)),
        ("s + n in 33 bytes", long(r, 33) + long(s + P256_ORDER, 33)), ("r = n", long(P256_ORDER) + long(s)),
        ("65 bytes", long(r) + long(s) + b"\x00"), ("63 bytes", (long(r) + long(s))[:-1]), ("empty", b""),
        ("with a leading zero", b"\x00" + long(r) + long(s)), ("unsigned numbers", long(-r) + long(-s)),
        ("s in 33 bytes", long(r) + long(s, 33)), ("wider numbers", long(r, 48) + long(s, 48)),
        ("negative DER", encode_dss_signature(r, s) + b"\x00"),
    ])


def change_signature(random: Random, key: TokenKey, message: bytes, ring: KeyRing) -> tuple[str, bytes]:
    if key.algorithm == "ES256" and chance(random, 0.7):
        return change_es256(random, key.secret, message)
    signature = key.sign(message)
    if key.algorithm == "EdDSA" and chance(random, 0.3):
        return "with another s", with_another_s(signature)
    other = random.choice([one for one in ring.tokens + ring.other_tokens if one is not key])
    pem = ring.rsa.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return random.choice([
        ("changed", change_bytes(random, signature)), ("changed", change_bytes(random, signature)), ("empty", b""),
        ("cut", signature[:-1]), ("with a zero", signature + b"\x00"), ("with a leading zero", b"\x00" + signature),
        ("without leading zeros", signature.lstrip(b"\x00")), ("twice", signature * 2),
        (f"by {other.key_id}", other.sign(message)),
        ("an HMAC with the public key", TokenKey("HS256", "", pem).sign(message)),
    ])


def change_token(random: Random, token: bytes) -> tuple[str, bytes]:
    """Changes of the finished text."""
    segments = token.split(b".")
    at = random.randrange(len(segments))
    match random.randrange(9):
        case 0 | 1 | 2:
            segments[at] = change_base64url(random, segments[at])
            return f"segment {at} changed", b".".join(segments)
        case 3:
            return "segments joined", b".".join(segments[:at] + segments[at + 1 :])
        case 4:
            return "another segment", b".".join(
                segments[:at] + [random.choice([b"", b"AA", segments[0]])] + segments[at:]
            )
        case 5:
            return (
                "around it",
                random.choice([b" %s", b"%s ", b"%s\n", b"Bearer %s", b".%s", b"%s.", b"%s\x00", b"%s%%20"]) % token,
            )
        case 6:
            segments[at] = b""
            return f"segment {at} empty", b".".join(segments)
        case 7:
            index = random.randrange(len(token))
            return "a character", token[:index] + bytes([random.choice(BASE64URL)]) + token[index + 1 :]
    random.shuffle(segments)
    return "in another order", b".".join(segments)


def signed(
    random: Random, ring: KeyRing, key: TokenKey, header: dict[str, Any], payload: bytes, made: str = "valid",
    header_may_change: bool = True,
) -> tuple[str, bytes]:
    """A signed token, which may be changed in one more place."""
    written = json_bytes(header)
    step = random.randrange(9)
    if step < 3 and header_may_change:
        change, written = change_header(random, header)
        made = f"{made}, header {change}"
    message = compact(written, payload)
    signature = key.sign(message)
    if step == 3:
        change, signature = change_signature(random, key, message, ring)
        made = f"{made}, signature {change}"
    token = message + b"." + base64url(signature).encode()
    if step == 4:
        change, token = change_token(random, token)
        made = f"{made}, {change}"
    return made, token


def jws(ring: KeyRing) -> Generator:
    def make(random: Random) -> Case:
        key = random.choice(ring.tokens)
        header = {"alg": key.algorithm, "kid": key.key_id, "typ": "JWT"}
        if chance(random, 0.3):
            del header["kid"]
        made, token = signed(random, ring, key, header, random.randbytes(random.randrange(40)))
        members: dict[str, Any] = {"input": token, "keys": [one.jwk for one in ring.tokens]}
        if chance(random, 0.3):
            members["type"] = "JWT"
        return Case("jws", f"{key.algorithm} {made}", members)

    return make


def jwt(ring: KeyRing) -> Generator:
    def make(random: Random) -> Case:
        key = random.choice(ring.tokens)
        header = {"alg": key.algorithm, "kid": key.key_id}
        members = claims(random, NOW, ISSUER, AUDIENCE)
        made, payload = ("valid", json_bytes(members)) if chance(random, 0.15) else change_claims(random, members, NOW)
        made, token = signed(random, ring, key, header, payload, made, chance(random, 0.2))
        expected = {"issuer": ISSUER, "audience": AUDIENCE, "now": NOW}
        keys = [one.jwk for one in ring.tokens]
        return Case("jwt", f"{key.algorithm} {made}", {"input": token, "keys": keys, **expected})

    return make


def sealed(
    random: Random, key: bytes, header: dict[str, Any], payload: bytes, made: str = "valid"
) -> tuple[str, bytes]:
    """A sealed token, which may be changed in one more place."""
    written, encrypted, vector = json_bytes(header), b"", random.randbytes(12)
    step = random.randrange(9)
    if step < 3:
        change, written = change_header(random, header)
        if chance(random, 0.3):
            header = {**header, "enc": random.choice(["A128GCM", "A256CBC-HS512", "a256gcm", "", None, "A256GCM ", 1])}
            change, written = f"enc {header['enc']!r}", json_bytes(header)
        made = f"{made}, header {change}"
    if step == 3:
        length = random.choice([0, 8, 11, 13, 16, 12])
        vector, made = random.randbytes(length), f"{made}, vector of {length}"
    if step == 4:
        encrypted, made = random.randbytes(random.choice([1, 32, 40])), f"{made}, encrypted key"
    if step == 5 and chance(random, 0.3):
        key, made = random.randbytes(32), f"{made}, another key"
    context = base64url(written).encode()
    # The cipher itself refuses shorter vectors; the token is then of the right form and not authentic.
    output = AESGCM(key).encrypt(vector if len(vector) >= 8 else bytes(12), payload, context)
    text, tag = output[:-16], output[-16:]
    if step == 6:
        length = random.choice([0, 4, 12, 15, 17, 16])
        if chance(random, 0.5):
            tag, made = (tag + bytes(1))[:length], f"{made}, tag of {length}"
        else:
            # The same bytes one after the other, divided in another place.
            whole = vector + text + tag
            start = random.choice([len(vector), 11, 13])
            end = random.choice([len(whole) - 16, len(whole) - 15, len(whole) - 17])
            vector, text, tag, made = whole[:start], whole[start:end], whole[end:], f"{made}, divided at {start}, {end}"
    if step == 7 and chance(random, 0.5):
        text, tag, made = b"", random.choice([tag, b""]), f"{made}, no text"
    token = context + b"." + b".".join(base64url(one).encode() for one in (encrypted, vector, text, tag))
    if step == 8:
        change, token = change_token(random, token)
        made = f"{made}, {change}"
    return made, token


def jwe(ring: KeyRing) -> Generator:
    def make(random: Random) -> Case:
        at = random.randrange(2)
        header = {"alg": "dir", "enc": "A256GCM", "typ": "challenge+jwt", "kid": f"k{at}"}
        made, token = sealed(random, ring.sealing[at], header, random.randbytes(random.randrange(40)))
        keys = [{"kty": "oct", "k": base64url(key), "kid": f"k{at}"} for at, key in enumerate(ring.sealing)]
        return Case("jwe", made, {"input": token, "type": "challenge+jwt", "keys": keys})

    return make
