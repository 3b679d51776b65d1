"""The parts that an input consists of, as a lenient reader finds them, without the product's code."""

from __future__ import annotations

import codecs
import json
import re
from typing import Any

import cbor2

from cases import Case
from conditions.scan import Scan
from formats import Written, base64url, from_base64url

AT, ED = 0x40, 0x80


def strict_base64url(text: str) -> bytes | None:
    """The bytes of a canonical text (RFC 7515 section 2); nothing for any other text."""
    if not re.fullmatch("[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        return None
    content = from_base64url(text)
    return content if base64url(content) == text else None


def any_base64(text: Any) -> bytes:
    """The bytes of a text in either alphabet, as a lenient reader finds them; none for what is no text."""
    text = re.sub("[^A-Za-z0-9_-]", "", text.replace("+", "-").replace("/", "_")) if isinstance(text, str) else ""
    return b"" if len(text) % 4 == 1 else from_base64url(text)


def read_json(text: bytes, **options: Any) -> Any:
    """The value of a JSON text as Python reads it; an empty object for what it does not read."""
    try:
        return json.loads(text, **options)
    except (ValueError, RecursionError):
        return {}


def read_cbor(content: bytes) -> dict[Any, Any]:
    try:
        return as_object(cbor2.loads(content))
    except (cbor2.CBORDecodeError, ValueError, TypeError):
        return {}


def as_object(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


class Parts:
    """The parts of one input. What an input does not have is empty."""

    def __init__(self, case: Case, read: dict[str, Any]) -> None:
        # What the product has read, if it has accepted the input.
        self.case, self.read = case, read
        self.segments = case.input.decode("utf-8", "replace").split(".")
        header, claims = map(any_base64, [*self.segments, ""][:2])
        self.header = as_object(read_json(header))
        # Numbers are as they were written.
        self.claims = as_object(read_json(claims, parse_int=Written, parse_float=Written))
        # The key, the key set with its entries, or what the client sent.
        self.object = as_object(read_json(case.input))
        self.keys = self.object["keys"] if isinstance(self.object.get("keys"), list) else []
        self.response = as_object(self.object.get("response"))
        names = ("clientDataJSON", "attestationObject", "authenticatorData")
        self.client_text, attestation, self.data = (any_base64(self.response.get(name)) for name in names)
        self.client = as_object(read_json(self.client_text))
        self.attestation = read_cbor(attestation)
        self.statement = self.attestation.get("attStmt")
        if case.kind == "registration":
            data = self.attestation.get("authData")
            self.data = data if isinstance(data, bytes) else b""
        self.flags = self.data[32] if len(self.data) > 32 else 0
        # How long the id of the attested credential is, as the data says.
        self.id_length = int.from_bytes(self.data[53:55], "big") if self.flags & AT and len(self.data) > 54 else None
        # Where the credential's key and the extensions begin.
        rest, self.items, announced = self.data[37:], [], self.flags if len(self.data) > 37 else 0
        if announced & AT:
            rest = rest[18 + (self.id_length or 0) :]
            self.items.append(rest)
            rest = rest[Scan(rest, may_have_more=True).end :]
        # The COSE_Key.
        self.key = read_cbor(self.items[0]) if self.items else {}
        if announced & ED:
            self.items.append(rest)
        # Every place of the input that is CBOR.
        whole = {"cbor": [case.input], "registration": [attestation]}.get(case.kind, [])
        self.scans = [Scan(one, may_have_more=True) for one in self.items] + list(map(Scan, whole))
        # Readers of client data skip its byte-order mark.
        client_text = self.client_text.removeprefix(codecs.BOM_UTF8)
        self.json_texts = {"jws": [header], "jwe": [header], "jwt": [header, claims]}.get(
            case.kind, [case.input, client_text])
