"""Properties of JSON texts, base64url segments, tokens and sets of keys."""

from __future__ import annotations

import json
import re
from typing import Any

from conditions.keys import given, jwk_faults
from conditions.parts import Parts, read_json, strict_base64url
from formats import Written

LATEST_TIME = 253_402_300_799
# Parameters of a header that the product does not read, and therefore does not check.
UNREAD = {"cty", "jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256", "b64"}
# How deep each text of an input may be nested: client data 8 levels, what is around it 64.
LEVELS = {"json": (64,), "jwk": (64,), "jwk-set": (16,), "jws": (8,), "jwe": (8,), "jwt": (8, 64)}


def handed(it: Parts, hook: str) -> list[Any]:
    """What Python's reader hands to a hook while it reads the texts of the input."""
    found: list[Any] = []
    for text in it.json_texts:
        read_json(text, **{hook: found.append})
    return found


def is_plain_utf8(text: bytes) -> bool:
    """Whether a text is UTF-8 without a byte-order mark, and is not in UTF-16 or UTF-32."""
    try:
        return json.detect_encoding(text) == "utf-8" and not text.decode().startswith("\ufeff")
    except UnicodeDecodeError:
        return False


def levels(text: bytes) -> int:
    """How deep arrays and objects are nested; brackets in strings do not count."""
    depth = deepest = 0
    for one in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", text):
        depth += (one in b"[{") - (one in b"]}")
        deepest = max(deepest, depth)
    return deepest


def is_of_another_type(it: Parts) -> bool:
    expected, found = it.case.expected.get("type"), it.header.get("typ")
    is_it = isinstance(found, str) and found.lower().removeprefix("application/") == str(expected).lower()
    return expected is not None and not is_it


def is_whole_time(value: Any) -> bool:
    # The length comes first: Python reads no number of thousands of digits.
    is_number = isinstance(value, Written) and len(value) < 20 and value.removeprefix("-").isdigit()
    return is_number and 0 <= int(value) <= LATEST_TIME


def usable(it: Parts) -> list[dict[str, Any]]:
    """The keys that can be used, each once under each `kid`."""
    found: dict[Any, dict[str, Any]] = {}
    for key in (given(one) for one in it.keys if isinstance(one, dict)):
        if not jwk_faults(key) and key["kty"] != "oct":
            numbers = {"RSA": ("n", "e"), "EC": ("x", "y"), "OKP": ("x",)}[key["kty"]]
            found.setdefault((key.get("kid"), *(strict_base64url(key[name]) for name in numbers)), key)
    return list(found.values())


def reads_the_usable_keys(it: Parts) -> bool:
    """The product has read the keys that can be used, in their order, and no other."""
    pick = lambda keys: [[key.get(name, "").lstrip("A" * (name == "n"))  # noqa: E731
                          for name in ("kid", "kty", "n", "x")] for key in keys]
    return pick(it.read["keys"]) == pick(usable(it))


CONDITIONS: dict[str, Any] = {
    "repeats a member": lambda it: any(len(dict(pairs)) < len(pairs) for pairs in handed(it, "object_pairs_hook")),
    "has NaN or an infinity": lambda it: bool(handed(it, "parse_constant")),
    "is not plain UTF-8": lambda it: not all(map(is_plain_utf8, it.json_texts)),
    "has half a surrogate pair": lambda it: any(
        re.search(r"[\ud800-\udfff]", json.dumps(read_json(text), ensure_ascii=False)) for text in it.json_texts),
    "is nested too deeply": lambda it: any(
        levels(text) > limit for text, limit in zip(it.json_texts, LEVELS.get(it.case.kind, (64, 8)))),
    "is long client data": lambda it: len(it.json_texts[-1]) > 16_384,
    # RFC 7515 section 2 leaves padding out. The segment is canonical without it.
    "is padded": lambda it: any(
        one.endswith("=") and strict_base64url(one.rstrip("=")) is not None for one in it.segments),
    "has the parameter crit": lambda it: "crit" in it.header,
    "has the parameter b64": lambda it: "b64" in it.header,
    "is of another type": is_of_another_type,
    "has an unread parameter": lambda it: any(
        name in it.header for name in UNREAD | (set() if "type" in it.case.expected else {"typ"})),
    # The claim is there and is not a whole number of seconds between 1970 and 9999.
    **{f"has an odd {name}": lambda it, name=name: name in it.claims and not is_whole_time(it.claims[name])
       for name in ("exp", "nbf", "iat")},
    "has a null member": lambda it: None in it.object.values(),
    "publishes a private key": lambda it: any(
        "privateKeyPublished" in jwk_faults(key) for key in it.keys if isinstance(key, dict)),
    "reads exactly the usable keys": reads_the_usable_keys,
}
