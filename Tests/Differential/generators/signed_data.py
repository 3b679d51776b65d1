"""Credential keys, authenticator data and signatures of passkeys, right and wrong."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from cases import chance
from changes import change_bytes
from formats import FULLY_SPECIFIED, Encoded, cbor
from keys import P256_ORDER, KeyRing, ecdsa_der, numbers_of, with_another_s

RP_ID = "example.org"
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80


class PasskeyKey:
    """A credential's key: its private part, and its COSE_Key as a dictionary."""

    def __init__(self, private: Any, algorithm: int) -> None:
        self.private, self.algorithm = private, algorithm
        numbers = numbers_of(private.public_key())
        match algorithm:
            case -7 | -35:
                self.cose = {1: 2, 3: algorithm, -1: 1 if algorithm == -7 else 2, -2: numbers[0], -3: numbers[1]}
            case -8:
                self.cose = {1: 1, 3: -8, -1: 6, -2: numbers[0]}
            case _:
                self.cose = {1: 3, 3: -257, -1: numbers[0], -2: numbers[1]}

    def sign(self, message: bytes) -> bytes:
        match self.algorithm:
            case -7 | -35:
                return ecdsa_der(self.private, message)
            case -8:
                return self.private.sign(message)
        return self.private.sign(message, padding.PKCS1v15(), hashes.SHA256())


def passkey_keys(ring: KeyRing) -> list[PasskeyKey]:
    return [
        PasskeyKey(ring.p256, -7), PasskeyKey(ring.p384, -35), PasskeyKey(ring.ed25519, -8),
        PasskeyKey(ring.rsa, -257),
    ]


def change_credential_key(random: Random, key: dict[int, Any]) -> tuple[str, bytes]:
    key = dict(key)
    match random.randrange(8):
        case 0:
            label = random.choice(list(key))
            del key[label]
            return f"without {label}", cbor(key)
        case 1:
            label, value = random.choice([
                (1, [1, 2, 3, 4, 0, "EC2"]), (3, [-7, -8, -35, -257, -9, -19, -51, -37, -65535, 0, "ES256"]),
                (-1, [1, 2, 3, 6, 7, 8, "P-256"]),
            ])
            key[label] = random.choice(value)
            return f"{label} is {key[label]}", cbor(key)
        case 2:
            label = random.choice([one for one in key if isinstance(key[one], bytes)])
            number = key[label]
            key[label] = random.choice([
                b"\x00" + number, number[1:], number[:-1], number + b"\x00", bytes(len(number)),
                b"\xff" * len(number), b"", number[:-1] + bytes([number[-1] ^ 1]), number.lstrip(b"\x00"),
                "text", int.from_bytes(number[:8], "big"), True, None,
            ])
            return f"{label} changed", cbor(key)
        case 3:
            label = random.choice([2, 4, 5, -4, 100, "x"])
            key[label] = random.choice([b"k1", [2], 1, None])
            return f"with {label}", cbor(key)
        case 4:
            pairs = list(key.items())
            random.shuffle(pairs)
            return "in another order", cbor(tuple(pairs))
        case 5:
            pairs = sorted(key.items(), key=lambda pair: cbor(pair[0]))
            at = random.randrange(len(pairs))
            return "a label twice", cbor(
                tuple(pairs[: at + 1] + [(pairs[at][0], random.choice([pairs[at][1], b"", 1]))] + pairs[at + 1 :])
            )
        case 6:
            key[3] = next((new for new, old in FULLY_SPECIFIED.items() if old == key[3]), key[3])
            return f"3 is {key[3]}", cbor(key)
    return "changed", change_bytes(random, cbor(key))


def authenticator_data(
    flags: int, count: int, credential: bytes = b"", extensions: bytes = b"", rp_id: str = RP_ID
) -> bytes:
    return hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big") + credential + extensions


def attested(aaguid: bytes, identifier: bytes, key: bytes) -> bytes:
    return aaguid + len(identifier).to_bytes(2, "big") + identifier + key


EXTENSIONS: list[bytes] = [
    cbor(one) for one in ({}, {"credProtect": 2}, {"hmac-secret": True, "credProtect": 1}, {"x": [1, None]})
]
ODD_EXTENSIONS = [
    cbor([]), cbor(None), b"", cbor((("b", 1), ("a", 2))), cbor((("a", 1), ("a", 2))),
    cbor({"x": Encoded(b"\xf7")}), cbor({"x": Encoded(b"\xc0\x61a")}), b"\xbf\xff", cbor({"x": 1.5}),
    cbor({}) + b"\x00",
]


def change_signature(random: Random, key: PasskeyKey, message: bytes) -> tuple[str, bytes]:
    signature = key.sign(message)
    if key.algorithm == -8 and chance(random, 0.3):
        return "with another s", with_another_s(signature)
    if key.algorithm == -7 and chance(random, 0.7):
        r, s = decode_dss_signature(signature)
        integer = lambda one: b"\x02" + bytes([len(one)]) + one  # noqa: E731
        whole = lambda one: one.to_bytes(33, "big")  # noqa: E731
        body = integer(whole(r)) + integer(whole(s))
        minus = integer((2**264 - s).to_bytes(33, "big"))
        return random.choice([
            ("the other s", encode_dss_signature(r, P256_ORDER - s)), ("zeros", encode_dss_signature(0, 0)),
            ("r zero", encode_dss_signature(0, s)), ("s zero", encode_dss_signature(r, 0)),
            ("r + n", encode_dss_signature(r + P256_ORDER, s)), ("s + n", encode_dss_signature(r, s + P256_ORDER)),
            ("raw", r.to_bytes(32, "big") + s.to_bytes(32, "big")),
            ("leading zeros", b"\x30" + bytes([len(body)]) + body), ("long length", b"\x30\x81" + signature[1:]),
            ("bytes after it", signature + b"\x00"),
            ("bytes inside it", b"\x30" + bytes([signature[1] + 2]) + signature[2:] + b"\x05\x00"),
            ("indefinite length", b"\x30\x80" + signature[2:] + b"\x00\x00"),
            ("negative", b"\x30" + bytes([34 + len(minus)]) + integer(r.to_bytes(32, "big")) + minus),
        ])
    return random.choice([
        ("changed", change_bytes(random, signature)), ("empty", b""), ("cut", signature[:-1]),
        ("with a zero", signature + b"\x00"), ("for another message", key.sign(message + b"\x00")),
    ])
