"""Properties of the JSON texts and base64url segments that an input consists of."""

from __future__ import annotations

import base64
import codecs
import json
import re
from typing import Any

from cases import Case
from formats import base64url, from_base64url

BASE64URL = re.compile(rb"[A-Za-z0-9_-]*")


def strict_base64url(text: bytes) -> bytes | None:
    """The bytes of a canonical text (RFC 7515 section 2); nothing for any other text."""
    if not BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        return None
    content = from_base64url(text.decode())
    return content if base64url(content).encode() == text else None


def lenient(text: bytes) -> bytes:
    """What a lenient reader finds in a segment."""
    try:
        return base64.urlsafe_b64decode(re.sub(rb"[^A-Za-z0-9_-]", b"", text) + b"===")
    except ValueError:
        return b""


def segments(case: Case) -> list[bytes]:
    return case.input.split(b".")


def header_text(case: Case) -> bytes:
    return lenient(segments(case)[0])


def payload_text(case: Case) -> bytes:
    """The claims of a signed token."""
    parts = segments(case)
    return lenient(parts[1]) if len(parts) > 1 else b""


def json_texts(case: Case) -> list[bytes]:
    """Every JSON text of the input. Readers of client data skip its byte-order mark."""
    match case.kind:
        case "json" | "jwk" | "jwk-set":
            return [case.input]
        case "jws" | "jwe":
            return [header_text(case)]
        case "jwt":
            return [header_text(case), payload_text(case)]
        case "registration" | "assertion":
            response = read(case.input).get("response")
            text = response.get("clientDataJSON") if isinstance(response, dict) else None
            return [case.input] + ([any_base64(text).removeprefix(codecs.BOM_UTF8)] if isinstance(text, str) else [])
    return []


def any_base64(text: str) -> bytes:
    """The bytes of a text in either alphabet, as a lenient reader finds them."""
    return lenient(text.replace("+", "-").replace("/", "_").encode("utf-8", "replace"))


def read(text: bytes) -> Any:
    """The value of a JSON text as Python reads it; an empty object for what it does not read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {}


class Found(Exception):
    """The text has the property."""


def found(text: bytes, **hooks: Any) -> bool:
    try:
        json.loads(text, **hooks)
    except Found:
        return True
    except (ValueError, RecursionError):
        pass
    return False


def repeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise Found
    return dict(pairs)


def constant(name: str) -> None:
    raise Found


def repeats_a_member(case: Case) -> bool:
    return any(found(text, object_pairs_hook=repeated) for text in json_texts(case))


def has_a_constant(case: Case) -> bool:
    """NaN or an infinity."""
    return any(found(text, parse_constant=constant) for text in json_texts(case))


def is_not_plain_utf8(case: Case) -> bool:
    """Some text is in UTF-16 or UTF-32, begins with a byte-order mark, or has bytes that are not UTF-8."""
    for text in json_texts(case):
        try:
            if json.detect_encoding(text) != "utf-8" or text.decode().startswith("\ufeff"):
                return True
        except UnicodeDecodeError:
            return True
    return False


def has_half_a_pair(case: Case) -> bool:
    """Some string contains half a surrogate pair."""
    return any(re.search(r"[\ud800-\udfff]", json.dumps(read(text), ensure_ascii=False)) for text in json_texts(case))


def levels(text: bytes) -> int:
    """How deep arrays and objects are nested; brackets in strings do not count."""
    depth = deepest = 0
    for one in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", text):
        depth += (one in b"[{") - (one in b"]}")
        deepest = max(deepest, depth)
    return deepest


def is_deep(case: Case) -> bool:
    """Headers and client data may have 8 levels, key sets 16, and all other texts 64."""
    limit = {"json": 64, "jwk": 64, "jwk-set": 16}.get(case.kind, 8)
    return any(levels(text) > limit for text in json_texts(case))


def is_long_client_data(case: Case) -> bool:
    return any(len(text) > 16_384 for text in json_texts(case)[-1:])


def is_padded(case: Case) -> bool:
    """Some segment has the padding that RFC 7515 section 2 leaves out, and is canonical without it."""
    return any(part.endswith(b"=") and strict_base64url(part.rstrip(b"=")) is not None for part in segments(case))


CONDITIONS = {
    "repeats a member": repeats_a_member, "has NaN or an infinity": has_a_constant,
    "is not plain UTF-8": is_not_plain_utf8, "has half a surrogate pair": has_half_a_pair,
    "is nested too deeply": is_deep, "is long client data": is_long_client_data, "is padded": is_padded,
}
