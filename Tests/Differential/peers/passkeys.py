"""webauthn (py_webauthn) and fido2 (Yubico's)."""

from __future__ import annotations

import functools
import json
from typing import Any

import fido2.cbor
import webauthn
from cryptography.exceptions import InvalidSignature
from fido2.attestation import Attestation
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.webauthn import AttestedCredentialData, AuthenticatorData, PublicKeyCredentialRpEntity
from webauthn.helpers import parse_authentication_credential_json

from cases import Case
from formats import base64url, from_base64url
from keys import COSE_ALGORITHMS, FULLY_SPECIFIED


def webauthn_expectations(case: Case) -> dict[str, Any]:
    return {
        "credential": case.input.decode(), "expected_challenge": case["challenge"], "expected_rp_id": case["rpId"],
        "expected_origin": case["origins"], "require_user_verification": case["userVerification"],
    }


def webauthn_registration(case: Case) -> dict[str, Any]:
    verified = webauthn.verify_registration_response(
        supported_pub_key_algs=list(COSE_ALGORITHMS), **webauthn_expectations(case)
    )
    return {
        "id": verified.credential_id.hex(), "publicKey": verified.credential_public_key.hex(),
        "signCount": verified.sign_count, "aaguid": verified.aaguid.replace("-", ""),
        "userVerified": verified.user_verified, "backupEligible": verified.credential_device_type == "multi_device",
        "backedUp": verified.credential_backed_up, "format": getattr(verified.fmt, "value", verified.fmt),
    }


def webauthn_assertion(case: Case) -> dict[str, Any]:
    record = case["record"]
    # Its callers look the credential up by the id, and have no key for another one.
    if parse_authentication_credential_json(case.input.decode()).raw_id != record["id"]:
        raise LookupError("no such credential")
    verified = webauthn.verify_authentication_response(
        credential_public_key=record["publicKey"], credential_current_sign_count=record["signCount"],
        **webauthn_expectations(case),
    )
    return {
        "id": verified.credential_id.hex(), "userVerified": verified.user_verified,
        "backedUp": verified.credential_backed_up,
    }


def check_attestation(attestation: Any, client_data_hash: bytes) -> None:
    Attestation.for_type(attestation.fmt)().verify(attestation.att_stmt, attestation.auth_data, client_data_hash)


@functools.cache
def fido2_server(rp_id: str, *origins: str) -> Fido2Server:
    return Fido2Server(
        PublicKeyCredentialRpEntity(name="Example", id=rp_id), attestation="direct",
        verify_origin=lambda origin: origin in origins, verify_attestation=check_attestation,
    )


def fido2_state(case: Case) -> tuple[Fido2Server, dict[str, Any]]:
    """The server, and what it remembers of the ceremony."""
    server = fido2_server(case["rpId"], *case["origins"])
    verification = "required" if case["userVerification"] else "preferred"
    return server, {"challenge": base64url(case["challenge"]), "user_verification": verification}


def fido2_flags(data: AuthenticatorData) -> dict[str, bool]:
    return {"userVerified": data.is_user_verified(), "backedUp": data.is_backed_up()}


def fido2_registration(case: Case) -> dict[str, Any]:
    server, state = fido2_state(case)
    data = server.register_complete(state, json.loads(case.input))
    key = data.credential_data.public_key
    if FULLY_SPECIFIED.get(key.ALGORITHM, key.ALGORITHM) not in COSE_ALGORITHMS:
        raise ValueError(f"algorithm {key.get(3)}")
    try:
        # It reads the key's numbers only when it verifies.
        key.verify(b"", b"")
    except InvalidSignature:
        pass
    return {
        "id": data.credential_data.credential_id.hex(), "signCount": data.counter,
        "aaguid": bytes(data.credential_data.aaguid).hex(), "backupEligible": data.is_backup_eligible(),
        **fido2_flags(data),
    }


def fido2_assertion(case: Case) -> dict[str, Any]:
    server, state = fido2_state(case)
    record, response = case["record"], json.loads(case.input)
    key = CoseKey.parse(fido2.cbor.decode(record["publicKey"]))
    known = AttestedCredentialData.create(bytes(16), record["id"], key)
    server.authenticate_complete(state, [known], response)
    data = AuthenticatorData(from_base64url(response["response"]["authenticatorData"]))
    return {"id": known.credential_id.hex(), **fido2_flags(data)}


PEERS = {
    "registration": {"webauthn": webauthn_registration, "fido2": fido2_registration},
    "assertion": {"webauthn": webauthn_assertion, "fido2": fido2_assertion},
}
