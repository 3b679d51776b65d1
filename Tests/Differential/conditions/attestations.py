"""Properties of attestation statements and their certificates."""

from __future__ import annotations

import datetime
from typing import Any

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509.oid import NameOID

from cases import Case
from conditions.credential_keys import KEY_TYPES
from conditions.layout import attestation, authenticator_data, credential_key
from formats import FULLY_SPECIFIED

MODEL = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
SUBJECT = (NameOID.COUNTRY_NAME, NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.COMMON_NAME)


def statement(case: Case) -> Any:
    return attestation(case).get("attStmt")


def has_another_algorithm(case: Case) -> bool:
    """A certificate's statement names an algorithm that is not supported, or the certificate has a key of none that is:
    it counts as none, whatever else stands in it."""
    members, found = statement(case), first_certificate(case)
    if attestation(case).get("fmt") != "packed" or found is None or not isinstance(members.get("alg"), int):
        return False
    try:
        found.public_key()
    except (ValueError, UnsupportedAlgorithm):
        return True
    return members["alg"] not in KEY_TYPES


def first_certificate(case: Case) -> x509.Certificate | None:
    chain = statement(case).get("x5c") if isinstance(statement(case), dict) else None
    try:
        return x509.load_der_x509_certificate(chain[0]) if isinstance(chain, list) and chain else None
    except (ValueError, TypeError):
        return None


def certificate(case: Case) -> x509.Certificate | None:
    """The certificate that is judged."""
    return None if has_another_algorithm(case) else first_certificate(case)


def has_odd_subject(case: Case) -> bool:
    """Section 8.2.1: one country, organization and common name, and exactly one unit, "Authenticator Attestation"."""
    found = certificate(case)
    if found is None:
        return False
    names = [[one.value for one in found.subject.get_attributes_for_oid(oid)] for oid in SUBJECT]
    return any(len(values) != 1 for values in names) or names[2] != ["Authenticator Attestation"]


def is_outside_validity(case: Case) -> bool:
    found, now = certificate(case), datetime.datetime.fromtimestamp(case["now"], datetime.timezone.utc)
    return found is not None and not found.not_valid_before_utc <= now <= found.not_valid_after_utc


def names_another_model(case: Case) -> bool:
    try:
        found = certificate(case).extensions.get_extension_for_oid(MODEL)
    except (AttributeError, x509.ExtensionNotFound):
        return False
    return found.value.value[2:] != authenticator_data(case)[37:53]


def has_a_critical_model(case: Case) -> bool:
    try:
        return certificate(case).extensions.get_extension_for_oid(MODEL).critical
    except (AttributeError, x509.ExtensionNotFound):
        return False


def may_be_an_authority(case: Case) -> bool:
    try:
        return certificate(case).extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return True
    except AttributeError:
        return False


def has_another_statement(case: Case) -> bool:
    """The statement does not have exactly the members of its format."""
    members, format_ = statement(case), attestation(case).get("fmt")
    if format_ not in ("none", "packed"):
        return not isinstance(members, dict | list)
    if not isinstance(members, dict):
        return True
    if format_ == "none":
        return bool(members)
    certified = (
        isinstance(members.get("x5c"), list)
        and members["x5c"]
        and all(isinstance(one, bytes) for one in members["x5c"])
    )
    right = {"alg", "sig"} | ({"x5c"} if certified else set())
    return set(members) != right or not isinstance(members["alg"], int) or not isinstance(members["sig"], bytes)


def has_a_fully_specified_number(case: Case) -> bool:
    members = statement(case)
    numbers = (credential_key(case).get(3), members.get("alg") if isinstance(members, dict) else None)
    return any(isinstance(one, int) and one in FULLY_SPECIFIED for one in numbers)


CONDITIONS = {
    "has a fully specified number": has_a_fully_specified_number,
    "has a certificate with an odd subject": has_odd_subject,
    "has a certificate outside its validity": is_outside_validity,
    "has a certificate of another model": names_another_model,
    "has a certificate with a critical model": has_a_critical_model,
    "has a certificate that may be an authority's": may_be_an_authority,
    "has a certificate of another algorithm": has_another_algorithm,
    "has another statement than its format": has_another_statement,
    "is of a format that is not verified": lambda case: attestation(case).get("fmt")
    not in ("none", "packed", "fido-u2f"),
}
