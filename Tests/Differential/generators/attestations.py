"""Attestation statements and the certificates in them."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from cases import chance
from generators.signed_data import PasskeyKey, change_signature
from keys import KeyRing, ecdsa_der

AAGUID_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
NAMES = {
    "C": x509.NameOID.COUNTRY_NAME, "O": x509.NameOID.ORGANIZATION_NAME,
    "OU": x509.NameOID.ORGANIZATIONAL_UNIT_NAME, "CN": x509.NameOID.COMMON_NAME,
}
# The parts of a subject, written `C=SE O=…`; an underscore is a space.
RIGHT = "C=SE O=Example OU=Authenticator_Attestation CN=Example"


def certificate(ring: KeyRing, aaguid: bytes, **changes: Any) -> bytes:
    """An attestation certificate as WebAuthn section 8.2.1 requires, with what is changed."""
    parts = [part.split("=") for part in changes.get("subject", RIGHT).split()]
    name = x509.Name([x509.NameAttribute(NAMES[key], value.replace("_", " ")) for key, value in parts])
    start, end = changes.get("validity", (2020, 2060))
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(ring.other_p256.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(start, 1, 1))
        .not_valid_after(datetime.datetime(end, 1, 1))
    )
    if (authority := changes.get("authority", False)) is not None:
        builder = builder.add_extension(x509.BasicConstraints(authority, None), critical=True)
    if (model := changes.get("model", aaguid)) is not None:
        builder = builder.add_extension(
            x509.UnrecognizedExtension(AAGUID_EXTENSION, b"\x04\x10" + model), changes.get("critical", False)
        )
    return builder.sign(ring.other_p256, hashes.SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)


CERTIFICATES: list[tuple[str, dict[str, Any]]] = [
    ("right", {}), ("right", {}), ("right", {}), ("without model", {"model": None}),
    ("of another model", {"model": bytes(16)}), ("with a critical model", {"critical": True}),
    ("of an authority", {"authority": True}), ("without constraints", {"authority": None}),
    ("without O", {"subject": "C=SE OU=Authenticator_Attestation CN=x"}), ("without OU", {"subject": "C=SE O=x CN=x"}),
    ("without CN", {"subject": "C=SE O=x OU=Authenticator_Attestation"}),
    ("with another OU", {"subject": "C=SE O=x OU=Other CN=x"}),
    ("with two OUs", {"subject": "C=SE O=x OU=Authenticator_Attestation OU=Other CN=x"}),
    ("expired", {"validity": (2010, 2015)}), ("not yet valid", {"validity": (2050, 2060)}),
]


def statement(random: Random, ring: KeyRing, key: PasskeyKey, aaguid: bytes, message: bytes) -> tuple[str, str, Any]:
    """An attestation statement: what was made, its format and its members."""
    match random.randrange(10):
        case 0 | 1 | 2 | 3:
            return "none", "none", {}
        case 4:
            format_ = random.choice(["none", "", "None", "x" * 32, "x" * 33, "compound", 1, "pack\u00e9d"])
            return f"format {format_!r}", format_, random.choice([{}, {"x": 1}, [], None])
        case 5 | 6 | 7:
            made, signature = (
                ("right", key.sign(message)) if chance(random, 0.4) else change_signature(random, key, message)
            )
            members: dict[str, Any] = {"alg": key.algorithm, "sig": signature}
            if chance(random, 0.3):
                name = random.choice(["alg", "sig", "x", "x5c", "ecdaaKeyId"])
                members[name] = random.choice([-7, -257, -8, -9, -19, -51, b"", [], None, "x"])
                made += f", {name} {members[name]!r}"
            return f"self attested, {made}", "packed", members
    made, changes = random.choice(CERTIFICATES)
    members = {"alg": -7, "sig": ecdsa_der(ring.other_p256, message), "x5c": [certificate(ring, aaguid, **changes)]}
    if chance(random, 0.3):
        made += ", changed"
        members |= random.choice([
            {"sig": ecdsa_der(ring.p256, message)}, {"alg": -257}, {"alg": -8}, {"x5c": []},
            {"x5c": [b""]}, {"x5c": b""}, {"x5c": [members["x5c"][0][:-1]]}, {"x": 1}, {"sig": "x"},
            {"alg": -65535}, {"alg": -37}, {"alg": -9}, {"x5c": members["x5c"] * 2},
        ])
    return f"certified, {made}", "packed", members
