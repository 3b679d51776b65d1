"""Public keys of passkeys as COSE_Keys (RFC 9052 section 7), checked by the rules by which the functions read them."""

import re
from typing import NamedTuple


class Curve(NamedTuple):
    """A curve y² = x³ - 3x + b over the integers modulo p (FIPS 186-5)."""

    size: int
    """Bytes of a coordinate."""
    p: int
    b: int

    def has(self, x: bytes, y: bytes) -> bool:
        """Whether the coordinates have the curve's size and are those of one of its points."""
        u, v = int.from_bytes(x, "big"), int.from_bytes(y, "big")
        return (len(x) == len(y) == self.size and u < self.p and v < self.p
                and (v * v - u * u * u + 3 * u - self.b) % self.p == 0)


P256 = Curve(32, 2**256 - 2**224 + 2**192 + 2**96 - 1,
             0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B)
P384 = Curve(48, 2**384 - 2**128 - 2**96 + 2**32 - 1,
             0xB3312FA7E23EE7E4988E056BE3F82D19181D9C6EFE8141120314088F5013875AC656398D8A2ED19D2A85C8EDD3EC2AEF)

# The functions take only CTAP2's canonical form of CBOR, in which each of these keys has one encoding.
ES256 = re.compile(rb"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20(.{32})\x22\x58\x20(.{32})", re.DOTALL)
ES384 = re.compile(rb"\xa5\x01\x02\x03\x38\x22\x20\x02\x21\x58\x30(.{48})\x22\x58\x30(.{48})", re.DOTALL)
EDDSA = re.compile(rb"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20.{32}", re.DOTALL)
RS256 = re.compile(rb"\xa4\x01\x03\x03\x39\x01\x00\x20\x59..(.+)\x21[\x43\x44](.{3,4})", re.DOTALL)


def is_valid(key: bytes) -> bool:
    """Whether this is a key that the functions can read."""
    if match := ES256.fullmatch(key):
        return P256.has(*match.groups())
    if match := ES384.fullmatch(key):
        return P384.has(*match.groups())
    if match := RS256.fullmatch(key):
        return is_rsa(*match.groups()) and rsa(*match.groups()) == key
    return EDDSA.fullmatch(key) is not None


def is_rsa(modulus: bytes, exponent: bytes) -> bool:
    """Whether these are the numbers of an RSA key, in the shortest form (RFC 8230 section 4)."""
    if not modulus or not exponent or not modulus[0] or not exponent[0]:
        return False
    bits, e = int.from_bytes(modulus, "big").bit_length(), int.from_bytes(exponent, "big")
    return 2048 <= bits <= 8192 and modulus[-1] % 2 == 1 and 65537 <= e < 2**32 and e % 2 == 1


def p256(x: bytes, y: bytes) -> bytes:
    """The COSE_Key of a point of P-256, for ES256."""
    return bytes.fromhex("a5010203262001") + b"\x21" + cbor_bytes(x) + b"\x22" + cbor_bytes(y)


def rsa(modulus: bytes, exponent: bytes) -> bytes:
    """The COSE_Key of an RSA key, for RS256."""
    return bytes.fromhex("a401030339010020") + cbor_bytes(modulus) + b"\x21" + cbor_bytes(exponent)


def cbor_bytes(value: bytes) -> bytes:
    """A byte string in CBOR (RFC 8949 section 3.1), shorter than 65,536 bytes."""
    if len(value) < 24:
        return bytes([0x40 + len(value)]) + value
    if len(value) < 256:
        return bytes([0x58, len(value)]) + value
    return b"\x59" + len(value).to_bytes(2, "big") + value
