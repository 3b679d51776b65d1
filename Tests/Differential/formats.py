"""The encodings that generators write, with the freedom to write them wrong, and that peers' readings are put into."""

from __future__ import annotations

import base64
import json
import math
import re
import struct
from typing import Any

import cbor2

ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Written(str):
    """JSON as it was written, such as a number that Python would write in another way."""


def write_json(value: Any, space: str = "") -> str:
    """JSON in the form of the product's writer: strings have no escapes but those of RFC 8259 section 7. There may be
    white space around everything."""
    match value:
        case Written():
            return str(value)
        case dict():
            items = [f"{write_json(name)}{space}:{space}{write_json(one, space)}" for name, one in value.items()]
            return "{" + space + f"{space},{space}".join(items) + space + "}"
        case list():
            return "[" + space + f"{space},{space}".join(write_json(one, space) for one in value) + space + "]"
        case str():
            escape = lambda one: ESCAPES.get(one[0]) or f"\\u{ord(one[0]):04x}"  # noqa: E731
            return '"' + re.sub(r'["\\\x00-\x1f]', escape, value) + '"'
    return json.dumps(value)


def json_bytes(value: Any) -> bytes:
    return write_json(value).encode("utf-8", "surrogatepass")


class Encoded:
    """A CBOR item that is already encoded. Two of them are different keys of a dictionary, whatever their bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __repr__(self) -> str:
        return self.content.hex()


def cbor(value: Any) -> bytes:
    """The canonical CBOR of a value, in which `Encoded` appears as it is."""
    return cbor2.dumps(value, canonical=True, default=lambda encoder, encoded: encoder.write(encoded.content))


def cbor_map(*pairs: tuple[Any, Any]) -> Encoded:
    """A map in the given order, which may have a key twice."""
    return Encoded(bytes([0xA0 | len(pairs)]) + b"".join(cbor(key) + cbor(value) for key, value in pairs))


def diagnostic(value: Any) -> str:
    """A CBOR value as the product's reader writes it (RFC 8949 section 8)."""
    return write_json(_notation(value))


def _notation(value: Any) -> Any:
    match value:
        case float():
            bits = "nan" if math.isnan(value) else f"{int.from_bytes(struct.pack('>d', value), 'big'):x}"
            return Written(f"float({bits})")
        case bytes():
            return Written(f"h'{value.hex()}'")
        case list() | tuple():
            return [_notation(one) for one in value]
        case None | bool() | int() | str():
            return value
    if hasattr(value, "items"):
        members = sorted(value.items(), key=lambda member: cbor(member[0]))
        return {Written(diagnostic(key)): _notation(one) for key, one in members}
    return Written(repr(value))
