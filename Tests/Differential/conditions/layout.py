"""The parts that the messages of a passkey consist of, found without the product's code."""

from __future__ import annotations

from typing import Any

import cbor2

from cases import Case
from conditions.scan import Scan
from conditions.texts import any_base64, read
from formats import from_base64url

AT, ED = 0x40, 0x80


def credential(case: Case) -> dict[str, Any]:
    """What the client sent."""
    found = read(case.input)
    return found if isinstance(found, dict) else {}


def response(case: Case) -> dict[str, Any]:
    found = credential(case).get("response")
    return found if isinstance(found, dict) else {}


def member(case: Case, name: str) -> bytes:
    text = response(case).get(name)
    return any_base64(text) if isinstance(text, str) else b""


def client_data(case: Case) -> dict[str, Any]:
    found = read(member(case, "clientDataJSON"))
    return found if isinstance(found, dict) else {}


def attestation_object(case: Case) -> bytes:
    return member(case, "attestationObject")


def attestation(case: Case) -> dict[Any, Any]:
    try:
        found = cbor2.loads(attestation_object(case))
    except (cbor2.CBORDecodeError, ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def authenticator_data(case: Case) -> bytes:
    match case.kind:
        case "registration":
            data = attestation(case).get("authData")
            return data if isinstance(data, bytes) else b""
        case "assertion":
            return member(case, "authenticatorData")
    return b""


def flags(case: Case) -> int:
    data = authenticator_data(case)
    return data[32] if len(data) > 32 else 0


def identifier(case: Case) -> bytes | None:
    """The id of the attested credential."""
    data = authenticator_data(case)
    if not flags(case) & AT or len(data) < 55:
        return None
    return data[55 : 55 + int.from_bytes(data[53:55], "big")]


def stated_length(case: Case) -> int | None:
    data = authenticator_data(case)
    return int.from_bytes(data[53:55], "big") if flags(case) & AT and len(data) >= 55 else None


def encoded_items(data: bytes) -> list[bytes]:
    """Where the credential's key and the extensions begin."""
    if len(data) < 38:
        return []
    rest, found = data[37:], []
    if data[32] & AT:
        rest = rest[18 + int.from_bytes(rest[16:18], "big") :]
        found.append(rest)
        rest = rest[Scan(rest).all(may_have_more=True).end :]
    return [*found, rest] if data[32] & ED else found


def credential_key(case: Case) -> dict[Any, Any]:
    """The COSE_Key, as a lenient reader finds it."""
    items = encoded_items(authenticator_data(case)) if flags(case) & AT else []
    try:
        found = cbor2.loads(items[0] if items else b"")
    except (cbor2.CBORDecodeError, ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def identifier_text(case: Case) -> bytes | None:
    text = credential(case).get("id")
    try:
        return from_base64url(text) if isinstance(text, str) else None
    except ValueError:
        return None
