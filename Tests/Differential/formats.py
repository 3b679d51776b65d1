"""The encodings that generators write, with the freedom to write them wrong, and that peers' readings are put into."""

from __future__ import annotations

import base64
import json
import math
import struct
from typing import Any

# The numbers of RFC 9864 that fix the curve, and the older ones for the same keys: ESP256, Ed25519, ESP384.
FULLY_SPECIFIED = {-9: -7, -19: -8, -51: -35}


def base64_text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def from_base64(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def json_bytes(value: Any) -> bytes:
    """Compact JSON. A member whose value is `Written` appears as it is."""
    return write_json(value).encode("utf-8", "surrogatepass")


class Written(str):
    """JSON that is already written, such as a number that Python would write in another way."""


def write_json(value: Any) -> str:
    match value:
        case Written():
            return str(value)
        case dict():
            return "{" + ",".join(f"{write_json(str(name))}:{write_json(one)}" for name, one in value.items()) + "}"
        case list():
            return "[" + ",".join(map(write_json, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Number(str):
    """A JSON number as it was written."""


class Members(list):
    """The members of a JSON object in their order, repeated names included."""


def canonical_json(value: Any) -> str:
    """A JSON value that was read with `Number` and `Members`, written as the product's reader writes it."""
    match value:
        case Number():
            return str(value)
        case Members():
            return "{" + ",".join(f"{canonical_json(name)}:{canonical_json(one)}" for name, one in value) + "}"
        case list():
            return "[" + ",".join(map(canonical_json, value)) + "]"
        case str():
            return json_string(value)
        case None:
            return "null"
    return str(value).lower()


def json_string(text: str) -> str:
    """A JSON string with the escapes that RFC 8259 section 7 requires, and no others."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(one) or (f"\\u{ord(one):04x}" if one < " " else one) for one in text) + '"'


def head(major: int, number: int) -> bytes:
    """The first bytes of a CBOR item, in their shortest form."""
    if number < 24:
        return bytes([major << 5 | number])
    for length, code in ((1, 24), (2, 25), (4, 26), (8, 27)):
        if number < 1 << 8 * length:
            return bytes([major << 5 | code]) + number.to_bytes(length, "big")
    raise ValueError(number)


class Encoded(bytes):
    """A CBOR item that is already encoded."""


def cbor(value: Any) -> bytes:
    """The canonical CBOR of a value. `Encoded` appears as it is, and pairs are a map in the given order."""
    match value:
        case Encoded():
            return bytes(value)
        case bool():
            return b"\xf5" if value else b"\xf4"
        case None:
            return b"\xf6"
        case int():
            return head(0, value) if value >= 0 else head(1, -1 - value)
        case float():
            return b"\xfb" + struct.pack(">d", value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value.encode())) + value.encode()
        case list():
            return head(4, len(value)) + b"".join(map(cbor, value))
        case dict():
            pairs = sorted((cbor(key), cbor(one)) for key, one in value.items())
            return head(5, len(pairs)) + b"".join(key + one for key, one in pairs)
        case tuple():
            return head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value)
    raise TypeError(value)


def diagnostic(value: Any) -> str:
    """A CBOR value as the product's reader writes it (RFC 8949 section 8)."""
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "null"
        case int():
            return str(value)
        case float():
            bits = "nan" if math.isnan(value) else f"{struct.unpack('>Q', struct.pack('>d', value))[0]:x}"
            return f"float({bits})"
        case bytes():
            return f"h'{value.hex()}'"
        case str():
            return json_string(value)
        case list() | tuple():
            return "[" + ",".join(map(diagnostic, value)) + "]"
    if hasattr(value, "items"):
        members = sorted(value.items(), key=lambda member: cbor(member[0]))
        return "{" + ",".join(f"{diagnostic(key)}:{diagnostic(one)}" for key, one in members) + "}"
    return f"{type(value).__name__}({value!r})"
