"""Properties of what a client sends in a ceremony, and of the attestation in it."""

from __future__ import annotations

import codecs
import datetime
import re
from typing import Any, Callable

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509.oid import NameOID

from conditions.parts import ED, Parts, any_base64, read_cbor, strict_base64url
from keys import COSE_ALGORITHMS, FULLY_SPECIFIED

BE, BS = 0x08, 0x10
# The two alphabets, with the padding that a text needs or without any.
FORMS = [re.compile(f"(?:{one}{{4}})*(?:{one}{{2}}(?:==)?|{one}{{3}}=?)?") for one in ("[A-Za-z0-9+/]", "[A-Za-z0-9_-]")]
MODEL = x509.ObjectIdentifier("1.3.6.1.4.1.45724.1.1.4")
# The members of a response that are bytes.
BINARY = {"clientDataJSON": "registration assertion", "attestationObject": "registration",
          "authenticatorData": "assertion", "signature": "assertion"}
SUBJECT = (NameOID.COUNTRY_NAME, NameOID.ORGANIZATION_NAME, NameOID.ORGANIZATIONAL_UNIT_NAME, NameOID.COMMON_NAME)


def is_binary(text: Any) -> bool:
    """Whether a member is base64url or base64, padded or not."""
    if not isinstance(text, str) or not any(form.fullmatch(text) for form in FORMS):
        return False
    return strict_base64url(text.rstrip("=").replace("+", "-").replace("/", "_")) is not None


def has_one_id(it: Parts) -> bool:
    """Whether both texts of the id have the same bytes."""
    texts = [it.object.get(name) for name in ("id", "rawId")]
    return all(map(is_binary, texts)) and any_base64(texts[0]) == any_base64(texts[1])


def has_an_id_in_base64(it: Parts) -> bool:
    """The two texts of the id differ only in their encoding."""
    return has_one_id(it) and it.object["id"] != it.object["rawId"] or str(it.object.get("id")).endswith("=")


def has_odd_transports(it: Parts) -> bool:
    texts = it.response.get("transports")
    return texts is not None and not (isinstance(texts, list) and all(isinstance(one, str) for one in texts))


def count_has_not_grown(it: Parts) -> bool:
    count, stored = int.from_bytes(it.data[33:37], "big"), it.case["record"]["signCount"]
    return count <= stored and (count, stored) != (0, 0)


def names_another_user(it: Parts) -> bool:
    """There is a user handle, in an encoding or as it is, and it is another one."""
    text = it.response.get("userHandle")
    named = any_base64(text) if is_binary(text) else str(text).encode("utf-8", "replace")
    return isinstance(text, str) and text != "" and named != it.case["record"]["user"]


def has_a_binding(it: Parts, has_status: bool) -> bool:
    """Whether there is a token binding without a status, or of an unknown one."""
    binding = it.client.get("tokenBinding")
    return isinstance(binding, dict) and ("status" in binding) == has_status and (
        binding.get("status") not in ("supported", "present"))


def first_certificate(it: Parts) -> x509.Certificate | None:
    chain = it.statement.get("x5c") if isinstance(it.statement, dict) else None
    try:
        return x509.load_der_x509_certificate(chain[0]) if isinstance(chain, list) and chain else None
    except (ValueError, TypeError):
        return None


def has_another_algorithm(it: Parts) -> bool:
    """A certificate's statement names an algorithm that is not supported, or the certificate has a key of none that is:
    it counts as none, whatever else stands in it."""
    found = first_certificate(it)
    if it.attestation.get("fmt") != "packed" or found is None or not isinstance(it.statement.get("alg"), int):
        return False
    try:
        found.public_key()
    except (ValueError, UnsupportedAlgorithm):
        return True
    return FULLY_SPECIFIED.get(it.statement["alg"], it.statement["alg"]) not in COSE_ALGORITHMS


def has_a_certificate(is_wrong: Callable[[Parts, x509.Certificate], bool]) -> Callable[[Parts], bool]:
    """Whether there is a certificate that is judged, and the part that makes it wrong is there and can be read."""
    def holds(it: Parts) -> bool:
        found = None if has_another_algorithm(it) else first_certificate(it)
        try:
            return found is not None and is_wrong(it, found)
        except (ValueError, x509.ExtensionNotFound):
            return False

    return holds


def has_an_odd_subject(it: Parts, found: x509.Certificate) -> bool:
    """Section 8.2.1: one country, organization and common name, and exactly one unit, "Authenticator Attestation"."""
    names = [[one.value for one in found.subject.get_attributes_for_oid(oid)] for oid in SUBJECT]
    return any(len(values) != 1 for values in names) or names[2] != ["Authenticator Attestation"]


def is_outside_validity(it: Parts, found: x509.Certificate) -> bool:
    now = datetime.datetime.fromtimestamp(it.case["now"], datetime.timezone.utc)
    return not found.not_valid_before_utc <= now <= found.not_valid_after_utc


def model(found: x509.Certificate) -> x509.Extension:
    return found.extensions.get_extension_for_oid(MODEL)


def has_another_statement(it: Parts) -> bool:
    """The statement does not have exactly the members of its format."""
    members, format_ = it.statement, it.attestation.get("fmt")
    if format_ not in ("none", "packed") or not isinstance(members, dict):
        return not isinstance(members, dict if format_ in ("none", "packed") else dict | list)
    if format_ == "none":
        return bool(members)
    chain = members.get("x5c")
    is_certified = isinstance(chain, list) and chain and all(isinstance(one, bytes) for one in chain)
    right = {"alg", "sig"} | ({"x5c"} if is_certified else set())
    return set(members) != right or not isinstance(members["alg"], int) or not isinstance(members["sig"], bytes)


def has_a_fully_specified_number(it: Parts) -> bool:
    named = it.statement.get("alg") if isinstance(it.statement, dict) else None
    return any(isinstance(one, int) and one in FULLY_SPECIFIED for one in (it.key.get(3), named))


CONDITIONS: dict[str, Any] = {
    "has an odd crossOrigin": lambda it: not isinstance(it.client.get("crossOrigin", False), bool),
    "has an odd topOrigin": lambda it: not isinstance(it.client.get("topOrigin", ""), str),
    "has a challenge that is not base64url": lambda it: isinstance(it.client.get("challenge"), str)
    and strict_base64url(it.client["challenge"]) is None,
    "has a token binding without status": lambda it: has_a_binding(it, False),
    "has a token binding of another status": lambda it: has_a_binding(it, True),
    "was made in a frame": lambda it: it.client.get("crossOrigin") is True or "topOrigin" in it.client,
    "has client data with a byte-order mark": lambda it: it.client_text.startswith(codecs.BOM_UTF8),
    "has CBOR with a float or null": lambda it: any(scan.has_float_or_null for scan in it.scans),
    "has extensions that are no map": lambda it: bool(it.flags & ED and it.items and it.items[-1])
    and it.items[-1][0] >> 5 != 5,
    "has a credential id of a length that is not allowed": lambda it: it.id_length is not None
    and not 1 <= it.id_length <= 1023,
    "has an id in base64": has_an_id_in_base64,
    "has an odd id": lambda it: not is_binary(it.object.get("id")) or it.object["id"] == "",
    "has an odd type": lambda it: it.object.get("type") != "public-key",
    "has an odd transports": has_odd_transports,
    "has an odd userHandle": lambda it: not isinstance(it.response.get("userHandle"), str | None),
    **{f"has an odd {name}": lambda it, name=name, kinds=kinds: it.case.kind in kinds
       and not is_binary(it.response.get(name)) for name, kinds in BINARY.items()},
    "is backed up without being eligible": lambda it: it.flags & (BS | BE) == BS,
    "has another id beside the data": lambda it: it.id_length is None
    or it.data[55 : 55 + it.id_length] != any_base64(it.object.get("id")),
    "has another eligibility than the record": lambda it: bool(it.flags & BE) != it.case["record"]["backupEligible"],
    "has a count that only has to be reported": lambda it: count_has_not_grown(it) and not it.case["countsRefuse"],
    "has a count that is to be refused": lambda it: count_has_not_grown(it) and it.case["countsRefuse"],
    "names another user": names_another_user,
    "is for ES384": lambda it: (
        read_cbor(it.case["record"]["publicKey"]) if it.case.kind == "assertion" else it.key).get(3) in (-35, -51),
    "has a fully specified number": has_a_fully_specified_number,
    "has a certificate with an odd subject": has_a_certificate(has_an_odd_subject),
    "has a certificate outside its validity": has_a_certificate(is_outside_validity),
    "has a certificate of another model": has_a_certificate(
        lambda it, found: model(found).value.value[2:] != it.data[37:53]),
    "has a certificate with a critical model": has_a_certificate(lambda it, found: model(found).critical),
    "has a certificate that may be an authority's": has_a_certificate(lambda it, found: all(
        one.value.ca for one in found.extensions if one.oid == x509.BasicConstraints.oid)),
    "has a certificate of another algorithm": has_another_algorithm,
    "has another statement than its format": has_another_statement,
    "is of a format that is not verified": lambda it: it.attestation.get("fmt") not in ("none", "packed", "fido-u2f"),
}
