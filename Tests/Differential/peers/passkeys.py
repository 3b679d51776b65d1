"""cbor2, webauthn (py_webauthn) and fido2 (Yubico's)."""

from __future__ import annotations

import functools
import json
from typing import Any

import cbor2
import fido2.cbor
import fido2.features
import webauthn
from cryptography.exceptions import InvalidSignature
from fido2.attestation import Attestation
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.webauthn import AttestedCredentialData, AuthenticatorData, PublicKeyCredentialRpEntity
from webauthn.helpers import parse_authentication_credential_json

from cases import Case
from formats import FULLY_SPECIFIED, base64url, diagnostic, from_base64url

# The algorithms that the product takes, as both peers are told.
ALGORITHMS = (-7, -8, -35, -257)


def cbor2_item(case: Case) -> dict[str, Any]:
    return {"value": diagnostic(cbor2.loads(case.input))}


def fido2_item(case: Case) -> dict[str, Any]:
    return {"value": diagnostic(fido2.cbor.decode(case.input))}


def check_fido2_key(key: CoseKey) -> None:
    """Has fido2 make the key that it would verify with: it reads the numbers only then."""
    algorithm = FULLY_SPECIFIED.get(key.ALGORITHM, key.ALGORITHM)
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm {key.get(3)}")
    try:
        key.verify(b"", b"")
    except InvalidSignature:
        pass


def webauthn_expectations(case: Case) -> dict[str, Any]:
    return {
        "expected_challenge": case["challenge"], "expected_rp_id": case["rpId"],
        "expected_origin": case["origins"], "require_user_verification": case["userVerification"],
    }


def webauthn_registration(case: Case) -> dict[str, Any]:
    verified = webauthn.verify_registration_response(
        credential=case.input.decode(), supported_pub_key_algs=list(ALGORITHMS), **webauthn_expectations(case)
    )
    return {
        "id": verified.credential_id.hex(), "publicKey": verified.credential_public_key.hex(),
        "signCount": verified.sign_count, "aaguid": verified.aaguid.replace("-", ""),
        "userVerified": verified.user_verified, "backupEligible": verified.credential_device_type == "multi_device",
        "backedUp": verified.credential_backed_up,
        "format": str(verified.fmt.value if hasattr(verified.fmt, "value") else verified.fmt),
    }


def webauthn_assertion(case: Case) -> dict[str, Any]:
    record = case["record"]
    # Its callers look the credential up by the id, and have no key for another one.
    if parse_authentication_credential_json(case.input.decode()).raw_id != record["id"]:
        raise LookupError("no such credential")
    verified = webauthn.verify_authentication_response(
        credential=case.input.decode(), credential_public_key=record["publicKey"],
        credential_current_sign_count=record["signCount"], **webauthn_expectations(case),
    )
    return {
        "id": verified.credential_id.hex(), "userVerified": verified.user_verified,
        "backedUp": verified.credential_backed_up,
    }


@functools.cache
def fido2_server(rp_id: str, origins: tuple[str, ...]) -> Fido2Server:
    def verify_attestation(attestation: Any, client_data_hash: bytes) -> None:
        Attestation.for_type(attestation.fmt)().verify(attestation.att_stmt, attestation.auth_data, client_data_hash)

    return Fido2Server(
        PublicKeyCredentialRpEntity(name="Example", id=rp_id), attestation="direct",
        verify_origin=lambda origin: origin in origins, verify_attestation=verify_attestation,
    )


def fido2_expectations(case: Case) -> tuple[Fido2Server, dict[str, Any]]:
    server = fido2_server(case["rpId"], tuple(case["origins"]))
    verification = "required" if case["userVerification"] else "preferred"
    return server, {"challenge": base64url(case["challenge"]), "user_verification": verification}


def fido2_registration(case: Case) -> dict[str, Any]:
    server, state = fido2_expectations(case)
    data = server.register_complete(state, json.loads(case.input))
    check_fido2_key(data.credential_data.public_key)
    return {
        "id": data.credential_data.credential_id.hex(), "signCount": data.counter,
        "aaguid": bytes(data.credential_data.aaguid).hex(), "userVerified": data.is_user_verified(),
        "backupEligible": data.is_backup_eligible(), "backedUp": data.is_backed_up(),
    }


def fido2_assertion(case: Case) -> dict[str, Any]:
    server, state = fido2_expectations(case)
    record, response = case["record"], json.loads(case.input)
    known = AttestedCredentialData.create(
        bytes(16), record["id"], CoseKey.parse(fido2.cbor.decode(record["publicKey"]))
    )
    server.authenticate_complete(state, [known], response)
    data = AuthenticatorData(from_base64url(response["response"]["authenticatorData"]))
    return {"id": known.credential_id.hex(), "userVerified": data.is_user_verified(), "backedUp": data.is_backed_up()}


PEERS = {
    "cbor": {"cbor2": cbor2_item, "fido2": fido2_item},
    "registration": {"webauthn": webauthn_registration, "fido2": fido2_registration},
    "assertion": {"webauthn": webauthn_assertion, "fido2": fido2_assertion},
}
