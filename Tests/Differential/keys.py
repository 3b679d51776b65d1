"""Keys and signatures that follow from a seed alone, so that a run can be repeated byte for byte."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from math import gcd
from random import Random
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from formats import base64url

# The order of the group.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# Of each algorithm: what its keys have in common as JWK and as COSE_Key, and the names of their numbers in each.
SHAPES: dict[str, tuple[dict[str, str], tuple[str, ...], dict[int, int], tuple[int, ...]]] = {
    "HS256": ({"kty": "oct"}, ("k",), {}, ()),
    "RS256": ({"kty": "RSA"}, ("n", "e"), {1: 3, 3: -257}, (-1, -2)),
    "ES256": ({"kty": "EC", "crv": "P-256"}, ("x", "y"), {1: 2, 3: -7, -1: 1}, (-2, -3)),
    "ES384": ({"kty": "EC", "crv": "P-384"}, ("x", "y"), {1: 2, 3: -35, -1: 2}, (-2, -3)),
    "EdDSA": ({"kty": "OKP", "crv": "Ed25519"}, ("x",), {1: 1, 3: -8, -1: 6}, (-2,)),
}
# The algorithms of the tokens that the product takes, and of its passkeys.
TOKEN_ALGORITHMS = ("HS256", "RS256", "ES256", "EdDSA")
COSE_ALGORITHMS = {shape[3]: name for name, (_, _, shape, _) in SHAPES.items() if shape}
# The numbers of RFC 9864 that fix the curve, and the older ones for the same keys: ESP256, Ed25519, ESP384.
FULLY_SPECIFIED = {-9: -7, -19: -8, -51: -35}


def prime(random: Random, bits: int) -> int:
    """A probable prime whose two highest bits are set."""
    while True:
        number = random.getrandbits(bits) | 3 << bits - 2 | 1
        is_candidate = gcd(number, 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29 * 31 * 37) == 1 and number % 65537 != 1
        if is_candidate and pow(2, number - 1, number) == 1 == pow(3, number - 1, number):
            return number


def rsa_key(random: Random) -> rsa.RSAPrivateKey:
    p, q = prime(random, 1024), prime(random, 1024)
    d = pow(65537, -1, (p - 1) * (q - 1))
    remainders = rsa.rsa_crt_dmp1(d, p), rsa.rsa_crt_dmq1(d, q), rsa.rsa_crt_iqmp(p, q)
    numbers = rsa.RSAPrivateNumbers(p, q, d, *remainders, rsa.RSAPublicNumbers(65537, p * q))
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


def numbers_of(public: Any) -> list[bytes]:
    """The numbers of a public key, in the order of `SHAPES`."""
    if isinstance(public, rsa.RSAPublicKey):
        numbers = public.public_numbers()
        return [one.to_bytes((one.bit_length() + 7) // 8, "big") for one in (numbers.n, numbers.e)]
    if isinstance(public, ec.EllipticCurvePublicKey):
        point, length = public.public_numbers(), (public.curve.key_size + 7) // 8
        return [point.x.to_bytes(length, "big"), point.y.to_bytes(length, "big")]
    return [public.public_bytes_raw()]


def published(algorithm: str, key_id: str | None, numbers: list[bytes]) -> dict[str, str]:
    """A key as JWK, as the product publishes it."""
    shape, names, _, _ = SHAPES[algorithm]
    members = {**shape, **dict(zip(names, map(base64url, numbers))), "use": "sig", "alg": algorithm}
    return members if key_id is None else {**members, "kid": key_id}


@dataclass(frozen=True)
class SigningKey:
    """A key that signs with one algorithm: a private key or a shared secret."""

    algorithm: str
    key_id: str
    secret: Any

    @property
    def numbers(self) -> list[bytes]:
        return [self.secret] if self.algorithm == "HS256" else numbers_of(self.secret.public_key())

    @property
    def jwk(self) -> dict[str, str]:
        """What the verifier gets: the public key, or the shared secret."""
        return published(self.algorithm, self.key_id, self.numbers)

    @property
    def cose(self) -> dict[int, Any]:
        _, _, shape, labels = SHAPES[self.algorithm]
        return {**shape, **dict(zip(labels, self.numbers))}

    def sign(self, message: bytes) -> bytes:
        """The signature, in the form that passkeys use."""
        match self.algorithm:
            case "HS256":
                return hmac.digest(self.secret, message, hashlib.sha256)
            case "RS256":
                return self.secret.sign(message, padding.PKCS1v15(), hashes.SHA256())
            case "EdDSA":
                return self.secret.sign(message)
        hash_ = hashes.SHA384() if self.algorithm == "ES384" else hashes.SHA256()
        return self.secret.sign(message, ec.ECDSA(hash_, deterministic_signing=True))

    def sign_token(self, message: bytes) -> bytes:
        """The signature, in the form that tokens use."""
        if self.algorithm != "ES256":
            return self.sign(message)
        return b"".join(one.to_bytes(32, "big") for one in decode_dss_signature(self.sign(message)))


class KeyRing:
    """All keys of a run."""

    def __init__(self, seed: int) -> None:
        random = Random(f"keys {seed}")
        elliptic = lambda curve: ec.derive_private_key(random.randrange(1, P256_ORDER), curve)  # noqa: E731
        self.tokens = [
            SigningKey("HS256", "h1", random.randbytes(32)), SigningKey("HS256", "h2", random.randbytes(48)),
            SigningKey("RS256", "r1", rsa_key(random)), SigningKey("ES256", "e1", elliptic(ec.SECP256R1())),
            SigningKey("EdDSA", "o1", ed25519.Ed25519PrivateKey.from_private_bytes(random.randbytes(32))),
        ]
        self.p256, self.p384 = self.tokens[3], SigningKey("ES384", "p384", elliptic(ec.SECP384R1()))
        self.passkeys = [*self.tokens[2:], self.p384]
        # Keys with the names of those above, which no verifier knows.
        self.others = [
            SigningKey("HS256", "h1", random.randbytes(32)), SigningKey("RS256", "r1", rsa_key(random)),
            SigningKey("ES256", "e1", elliptic(ec.SECP256R1())),
        ]
        self.sealing = [random.randbytes(32), random.randbytes(32)]
