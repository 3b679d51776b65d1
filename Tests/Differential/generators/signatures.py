"""Signatures, attestation statements and the certificates in them, right and wrong."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding

from cases import Made, chance
from changes import change_bytes
from formats import Encoded
from keys import P256_ORDER, KeyRing, SigningKey

EDWARDS_ORDER = 2**252 + 27742317777372353535851937790883648493
AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
NAMES = {
    "C": x509.NameOID.COUNTRY_NAME, "O": x509.NameOID.ORGANIZATION_NAME,
    "OU": x509.NameOID.ORGANIZATIONAL_UNIT_NAME, "CN": x509.NameOID.COMMON_NAME,
}
# The parts of a subject, written `C=SE O=…`; an underscore is a space.
RIGHT = "C=SE O=Example OU=Authenticator_Attestation CN=Example"
CERTIFICATES: list[tuple[str, dict[str, Any]]] = [
    ("without model", {"model": None}), ("of another model", {"model": bytes(16)}),
    ("with a critical model", {"critical": True}), ("of an authority", {"authority": True}),
    ("without constraints", {"authority": None}), ("expired", {"validity": (2010, 2015)}),
    ("not yet valid", {"validity": (2050, 2060)}),
    *((f"of {subject}", {"subject": subject}) for subject in (
        "C=SE OU=Authenticator_Attestation CN=x", "C=SE O=x CN=x", "C=SE O=x OU=Authenticator_Attestation",
        "C=SE O=x OU=Other CN=x", "C=SE O=x OU=Authenticator_Attestation OU=Other CN=x")),
]
# What is changed in a statement, as often as it stands here.
CHANGES = ["format", "signature", "members", "members", "certificate", "certificate", "certificate"]
ALGORITHMS = [-7, -257, -8, -9, -19, -51, -37, -65535]
OTHER_VALUES = [b"", [], None, "x", [b""]]


def fixed(number: int, length: int) -> bytes:
    return (number % (1 << 8 * length)).to_bytes(length, "big")


def integer(number: int, zeros: int = 0) -> bytes:
    """An integer in DER, which may have more zeros in front than it needs."""
    content = bytes(zeros) + number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)
    return b"\x02" + bytes([len(content)]) + content


def change_ecdsa(random: Random, r: int, s: int, is_raw: bool) -> Made:
    """A signature with P-256, with other numbers or in another form."""
    n = P256_ORDER
    numbers, r, s = random.choice([
        ("the other s", r, n - s), ("s before r", s, r), ("zeros", 0, 0), ("r zero", 0, s), ("s zero", r, 0),
        ("r + n", r + n, s), ("s + n", r, s + n), ("r = n", n, s), ("negative s", r, -s), ("both negative", -r, -s),
        *[("right numbers", r, s)] * 10,
    ])
    raw, body = fixed(r, 32) + fixed(s, 32), integer(r) + integer(s)
    der = b"\x30" + bytes([len(body)]) + body
    if numbers != "right numbers" and chance(random, 0.8):
        return numbers, raw if is_raw else der
    form, signature = random.choice([
        ("raw", raw), ("in 63 bytes", raw[:-1]), ("in 65 bytes", raw + b"\x00"), ("with a zero first", b"\x00" + raw),
        ("s in 33 bytes", fixed(r, 32) + fixed(s, 33)), ("both in 33 bytes", fixed(r, 33) + fixed(s, 33)),
        ("both in 48 bytes", fixed(r, 48) + fixed(s, 48)), ("as DER", der), ("bytes after it", der + b"\x00"),
        ("leading zeros", b"\x30" + bytes([len(body) + 2]) + integer(r, 1) + integer(s, 1)),
        ("long length", b"\x30\x81" + der[1:]), ("indefinite length", b"\x30\x80" + body + b"\x00\x00"),
        ("bytes inside it", b"\x30" + bytes([len(body) + 2]) + body + b"\x05\x00"),
    ])
    return f"{numbers}, {form}", signature


def change_signature(random: Random, key: SigningKey, message: bytes, is_token: bool, *others: Made) -> Made:
    """A signature that differs from the right one, or is written in another way."""
    sign = key.sign_token if is_token else key.sign
    signature = sign(message)
    if key.algorithm == "ES256" and chance(random, 0.7):
        return change_ecdsa(random, *decode_dss_signature(key.sign(message)), is_token)
    if key.algorithm == "EdDSA" and chance(random, 0.3):
        # Beyond the order of the group (RFC 8032 section 5.1.7).
        other = int.from_bytes(signature[32:], "little") + EDWARDS_ORDER
        return "with another s", signature[:32] + other.to_bytes(32, "little")
    return random.choice([
        *[("changed", change_bytes(random, signature))] * 2, ("empty", b""), ("cut", signature[:-1]),
        ("with a zero", signature + b"\x00"), ("with a leading zero", b"\x00" + signature),
        ("without leading zeros", signature.lstrip(b"\x00")), ("twice", signature * 2),
        ("for another message", sign(message + b"\x00")), *others,
    ])


def certificate(
    key: SigningKey, model: bytes | None, subject: str = RIGHT, validity: tuple[int, int] = (2020, 2060),
    authority: bool | None = False, critical: bool = False,
) -> bytes:
    """An attestation certificate as WebAuthn section 8.2.1 requires, unless an argument says something else."""
    parts = [part.split("=") for part in subject.split()]
    name = x509.Name([x509.NameAttribute(NAMES[key], value.replace("_", " ")) for key, value in parts])
    start, end = (datetime.datetime(year, 1, 1) for year in validity)
    builder = x509.CertificateBuilder(name, name, key.secret.public_key(), 1, start, end)
    if authority is not None:
        builder = builder.add_extension(x509.BasicConstraints(authority, None), critical=True)
    if model is not None:
        builder = builder.add_extension(x509.UnrecognizedExtension(AAGUID_EXTENSION, b"\x04\x10" + model), critical)
    return builder.sign(key.secret, hashes.SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)


def statement(
    random: Random, ring: KeyRing, key: SigningKey, aaguid: bytes, message: bytes, is_changed: bool
) -> tuple[str, Any, Any]:
    """An attestation statement: what was made, its format and its members."""
    change = random.choice(CHANGES if is_changed else ["none", "none", "", ""])
    if change == "none":
        return "none", "none", {}
    if change == "format":
        others = ["none", "", "None", "x" * 32, "x" * 33, "compound", 1, "pack\u00e9d", Encoded(b"\x61\xff")]
        format_ = random.choice(others)
        return f"format {format_!r}", format_, random.choice([{}, {"x": 1}, [], None])
    made, changes = random.choice(CERTIFICATES) if change == "certificate" else ("right", {})
    is_certified = change == "certificate" or chance(random, 0.5)
    signer = ring.others[2] if is_certified else key
    chain = [certificate(signer, **{"model": aaguid, **changes})] if is_certified else []
    signature = signer.sign(message)
    if change == "signature":
        others = [("by another key", one.sign(message)) for one in (ring.p256, ring.others[2]) if one is not signer]
        made, signature = change_signature(random, signer, message, False, *others)
    members: dict[str, Any] = {"alg": signer.cose[3], "sig": signature, **({"x5c": chain} if chain else {})}
    if change == "members":
        name = random.choice(["alg", "alg", "alg", "sig", "x", "x5c", "ecdaaKeyId"])
        chains = [chain * 2, [one[:-1] for one in chain]]
        members[name] = random.choice(2 * {"alg": ALGORITHMS, "x5c": chains}.get(name, [-7]) + OTHER_VALUES)
        made = f"with {name} {members[name]!r}"
    return f"{'certified' if is_certified else 'self attested'} {made}", "packed", members
