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
from fido2.webauthn import AttestedCredentialData, AuthenticatorData, CollectedClientData, PublicKeyCredentialRpEntity
from webauthn.helpers import (
    decode_credential_public_key, decoded_public_key_to_cryptography, parse_authentication_credential_json,
    parse_authenticator_data, parse_cbor, parse_client_data_json,
)

from cases import Case
from formats import FULLY_SPECIFIED, base64url, diagnostic, from_base64url
from keys import numbers_of

# The algorithms that the product takes, as both peers are told.
ALGORITHMS = (-7, -8, -35, -257)


def cbor2_item(case: Case) -> dict[str, Any]:
    return {"value": diagnostic(cbor2.loads(case.input))}


def fido2_item(case: Case) -> dict[str, Any]:
    return {"value": diagnostic(fido2.cbor.decode(case.input))}


def webauthn_key(encoded: bytes) -> dict[str, Any]:
    decoded = decode_credential_public_key(encoded)
    if decoded.alg not in ALGORITHMS:
        raise ValueError(f"algorithm {decoded.alg}")
    return {
        "alg": int(decoded.alg),
        "numbers": [one.hex() for one in numbers_of(decoded_public_key_to_cryptography(decoded))],
    }


def fido2_key(key: CoseKey) -> dict[str, Any]:
    """The key that fido2 would verify with: it reads the numbers only then."""
    algorithm = FULLY_SPECIFIED.get(key.ALGORITHM, key.ALGORITHM)
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm {key.get(3)}")
    try:
        key.verify(b"", b"")
    except InvalidSignature:
        pass
    numbers = [key[-1], key[-2]] if algorithm == -257 else [key[-2]] if algorithm == -8 else [key[-2], key[-3]]
    return {"alg": algorithm, "numbers": [one.hex() for one in numbers]}


def webauthn_cose_key(case: Case) -> dict[str, Any]:
    return webauthn_key(case.input)


def fido2_cose_key(case: Case) -> dict[str, Any]:
    return fido2_key(CoseKey.parse(fido2.cbor.decode(case.input)))


def webauthn_authenticator_data(case: Case) -> dict[str, Any]:
    data = parse_authenticator_data(case.input)
    bits = {"up": 1, "uv": 4, "be": 8, "bs": 16, "at": 64, "ed": 128}
    read = {
        "rpIdHash": data.rp_id_hash.hex(),
        "signCount": data.sign_count,
        "flags": sum(bit for name, bit in bits.items() if getattr(data.flags, name)) | case.input[32] & 0x22,
        "extensions": None if data.extensions is None else diagnostic(parse_cbor(data.extensions)),
    }
    if credential := data.attested_credential_data:
        read |= {
            "aaguid": credential.aaguid.hex(),
            "credentialId": credential.credential_id.hex(),
            **webauthn_key(credential.credential_public_key),
        }
    return read


def fido2_authenticator_data(case: Case) -> dict[str, Any]:
    data = AuthenticatorData(case.input)
    read = {
        "rpIdHash": data.rp_id_hash.hex(),
        "signCount": data.counter,
        "flags": int(data.flags),
        "extensions": None if data.extensions is None else diagnostic(data.extensions),
    }
    if credential := data.credential_data:
        read |= {
            "aaguid": bytes(credential.aaguid).hex(),
            "credentialId": credential.credential_id.hex(),
            **fido2_key(credential.public_key),
        }
    return read


def webauthn_client_data(case: Case) -> dict[str, Any]:
    data = parse_client_data_json(case.input)
    return {
        "type": data.type, "challenge": base64url(data.challenge), "origin": data.origin,
        "crossOrigin": bool(data.cross_origin),
    }


def fido2_client_data(case: Case) -> dict[str, Any]:
    data = CollectedClientData(case.input)
    return {
        "type": data.type, "challenge": base64url(data.challenge), "origin": data.origin,
        "crossOrigin": data.cross_origin,
    }


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
        "id": verified.credential_id.hex(),
        "publicKey": verified.credential_public_key.hex(),
        "signCount": verified.sign_count,
        "aaguid": verified.aaguid.replace("-", ""),
        "userVerified": verified.user_verified,
        "backupEligible": verified.credential_device_type == "multi_device",
        "backedUp": verified.credential_backed_up,
        "format": str(verified.fmt.value if hasattr(verified.fmt, "value") else verified.fmt),
    }


def webauthn_assertion(case: Case) -> dict[str, Any]:
    record = case["record"]
    # Its callers look the credential up by the id, and have no key for another one.
    if parse_authentication_credential_json(case.input.decode()).raw_id != record["id"]:
        raise LookupError("no such credential")
    verified = webauthn.verify_authentication_response(
        credential=case.input.decode(),
        credential_public_key=record["publicKey"],
        credential_current_sign_count=record["signCount"],
        **webauthn_expectations(case),
    )
    return {
        "id": verified.credential_id.hex(),
        "userVerified": verified.user_verified,
        "backedUp": verified.credential_backed_up,
    }


@functools.cache
def fido2_server(rp_id: str, origins: tuple[str, ...]) -> Fido2Server:
    def verify_attestation(attestation: Any, client_data_hash: bytes) -> None:
        Attestation.for_type(attestation.fmt)().verify(attestation.att_stmt, attestation.auth_data, client_data_hash)

    return Fido2Server(
        PublicKeyCredentialRpEntity(name="Example", id=rp_id),
        attestation="direct",
        verify_origin=lambda origin: origin in origins,
        verify_attestation=verify_attestation,
    )


def fido2_expectations(case: Case) -> tuple[Fido2Server, dict[str, Any]]:
    server = fido2_server(case["rpId"], tuple(case["origins"]))
    verification = "required" if case["userVerification"] else "preferred"
    return server, {"challenge": base64url(case["challenge"]), "user_verification": verification}


def fido2_registration(case: Case) -> dict[str, Any]:
    server, state = fido2_expectations(case)
    data = server.register_complete(state, json.loads(case.input))
    fido2_key(data.credential_data.public_key)
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
    "cose-key": {"webauthn": webauthn_cose_key, "fido2": fido2_cose_key},
    "authenticator-data": {"webauthn": webauthn_authenticator_data, "fido2": fido2_authenticator_data},
    "client-data": {"webauthn": webauthn_client_data, "fido2": fido2_client_data},
    "registration": {"webauthn": webauthn_registration, "fido2": fido2_registration},
    "assertion": {"webauthn": webauthn_assertion, "fido2": fido2_assertion},
}
