"""Signatures of passkeys, written in another way or with other numbers."""

from __future__ import annotations

from random import Random

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from cases import chance
from changes import change_bytes
from generators.signed_data import PasskeyKey
from keys import P256_ORDER, with_another_s


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
        return random.choice(
            [
                ("the other s", encode_dss_signature(r, P256_ORDER - s)),
                ("zeros", encode_dss_signature(0, 0)),
                ("r zero", encode_dss_signature(0, s)),
                ("s zero", encode_dss_signature(r, 0)),
                ("r + n", encode_dss_signature(r + P256_ORDER, s)),
                ("s + n", encode_dss_signature(r, s + P256_ORDER)),
                ("raw", r.to_bytes(32, "big") + s.to_bytes(32, "big")),
                ("leading zeros", b"\x30" + bytes([len(body)]) + body),
                ("long length", b"\x30\x81" + signature[1:]),
                ("bytes after it", signature + b"\x00"),
                ("bytes inside it", b"\x30" + bytes([signature[1] + 2]) + signature[2:] + b"\x05\x00"),
                ("indefinite length", b"\x30\x80" + signature[2:] + b"\x00\x00"),
                ("negative", b"\x30" + bytes([34 + len(minus)]) + integer(r.to_bytes(32, "big")) + minus),
            ]
        )
    return random.choice(
        [
            ("changed", change_bytes(random, signature)), ("empty", b""), ("cut", signature[:-1]),
            ("with a zero", signature + b"\x00"), ("for another message", key.sign(message + b"\x00")),
        ]
    )
