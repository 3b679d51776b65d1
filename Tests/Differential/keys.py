"""Keys and signatures that follow from a seed alone, so that a run can be repeated byte for byte."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from random import Random

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from formats import base64url

# The orders of the groups.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
EDWARDS_ORDER = 2**252 + 27742317777372353535851937790883648493


def elliptic(random: Random, curve: ec.EllipticCurve) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(random.randrange(1, P256_ORDER), curve)


def edwards(random: Random) -> ed25519.Ed25519PrivateKey:
    return ed25519.Ed25519PrivateKey.from_private_bytes(random.randbytes(32))


def prime(random: Random, bits: int) -> int:
    """A probable prime whose two highest bits are set."""
    while True:
        number = random.getrandbits(bits) | 3 << bits - 2 | 1
        if (
            all(number % small for small in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37))
            and number % 65537 != 1
            and pow(2, number - 1, number) == 1
            and pow(3, number - 1, number) == 1
        ):
            return number


def rsa_key(random: Random, bits: int = 2048) -> rsa.RSAPrivateKey:
    p, q = prime(random, bits // 2), prime(random, bits // 2)
    d = pow(65537, -1, (p - 1) * (q - 1))
    numbers = rsa.RSAPrivateNumbers(
        p, q, d, rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q),
        rsa.RSAPublicNumbers(65537, p * q),
    )
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


def ecdsa_der(key: ec.EllipticCurvePrivateKey, message: bytes) -> bytes:
    hash_ = hashes.SHA384() if key.curve.key_size == 384 else hashes.SHA256()
    return key.sign(message, ec.ECDSA(hash_, deterministic_signing=True))


def ecdsa_raw(key: ec.EllipticCurvePrivateKey, message: bytes) -> bytes:
    r, s = decode_dss_signature(ecdsa_der(key, message))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def numbers_of(public: rsa.RSAPublicKey | ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey) -> list[bytes]:
    """The numbers of a public key, in the order in which the product reads them."""
    if isinstance(public, rsa.RSAPublicKey):
        numbers = public.public_numbers()
        return [one.to_bytes((one.bit_length() + 7) // 8, "big") for one in (numbers.n, numbers.e)]
    if isinstance(public, ec.EllipticCurvePublicKey):
        point, length = public.public_numbers(), (public.curve.key_size + 7) // 8
        return [point.x.to_bytes(length, "big"), point.y.to_bytes(length, "big")]
    return [public.public_bytes(Encoding.Raw, PublicFormat.Raw)]


def with_another_s(signature: bytes) -> bytes:
    """An Ed25519 signature whose second number is beyond the order of the group (RFC 8032 section 5.1.7)."""
    return signature[:32] + (int.from_bytes(signature[32:], "little") + EDWARDS_ORDER).to_bytes(32, "little")


@dataclass(frozen=True)
class TokenKey:
    """A key that signs tokens with one algorithm."""

    algorithm: str
    key_id: str
    secret: object

    @property
    def jwk(self) -> dict[str, str]:
        """What the verifier gets: the public key, or the shared secret."""
        if self.algorithm == "HS256":
            return {"kty": "oct", "k": base64url(self.secret), "kid": self.key_id, "alg": "HS256"}
        texts = [base64url(one) for one in numbers_of(self.secret.public_key())]
        common = {"kid": self.key_id, "use": "sig", "alg": self.algorithm}
        match self.algorithm:
            case "RS256":
                return {"kty": "RSA", "n": texts[0], "e": texts[1], **common}
            case "ES256":
                return {"kty": "EC", "crv": "P-256", "x": texts[0], "y": texts[1], **common}
        return {"kty": "OKP", "crv": "Ed25519", "x": texts[0], **common}

    def sign(self, message: bytes) -> bytes:
        match self.algorithm:
            case "HS256":
                return hmac.digest(self.secret, message, hashlib.sha256)
            case "RS256":
                return self.secret.sign(message, padding.PKCS1v15(), hashes.SHA256())
            case "ES256":
                return ecdsa_raw(self.secret, message)
        return self.secret.sign(message)


class KeyRing:
    """All keys of a run."""

    def __init__(self, seed: int) -> None:
        random = Random(f"keys {seed}")
        self.rsa, self.other_rsa = rsa_key(random), rsa_key(random)
        self.p256, self.other_p256 = (elliptic(random, ec.SECP256R1()) for _ in range(2))
        self.p384, self.ed25519 = elliptic(random, ec.SECP384R1()), edwards(random)
        self.tokens = [
            TokenKey("HS256", "h1", random.randbytes(32)), TokenKey("HS256", "h2", random.randbytes(48)),
            TokenKey("RS256", "r1", self.rsa), TokenKey("ES256", "e1", self.p256),
            TokenKey("EdDSA", "o1", self.ed25519),
        ]
        self.other_tokens = [
            TokenKey("HS256", "h1", random.randbytes(32)), TokenKey("RS256", "r1", self.other_rsa),
            TokenKey("ES256", "e1", self.other_p256),
        ]
        self.sealing = [random.randbytes(32), random.randbytes(32)]
