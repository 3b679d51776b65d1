"""Properties of tokens."""

from __future__ import annotations

import json
from typing import Any

from cases import Case
from conditions.texts import header_text, payload_text, read
from formats import Number

LATEST_TIME = 253_402_300_799
# Parameters of a header that the product does not read, and therefore does not check.
UNREAD = ("typ", "cty", "jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256", "b64")


def header(case: Case) -> dict[str, Any]:
    found = read(header_text(case))
    return found if isinstance(found, dict) else {}


def claims(case: Case) -> dict[str, Any]:
    """The claims, with numbers as they were written."""
    try:
        found = json.loads(payload_text(case), parse_int=Number, parse_float=Number)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def is_of_another_type(case: Case) -> bool:
    expected, found = case.get("type"), header(case).get("typ")
    if expected is None:
        return False
    names = (expected.lower(), f"application/{expected.lower()}")
    return not isinstance(found, str) or found.lower() not in names


def is_whole_time(value: Any) -> bool:
    # The length comes first: Python reads no number of thousands of digits.
    return (
        isinstance(value, Number)
        and value.removeprefix("-").isdigit()
        and len(value) < 20
        and 0 <= int(value) <= LATEST_TIME
    )


def has_an_odd_time(name: str):
    """The claim is there and is not a whole number of seconds between 1970 and 9999."""
    return lambda case: name in claims(case) and not is_whole_time(claims(case)[name])


CONDITIONS: dict[str, Any] = {
    "has the parameter crit": lambda case: "crit" in header(case),
    "has the parameter b64": lambda case: "b64" in header(case),
    "is of another type": is_of_another_type,
    "has an unread parameter": lambda case: any(
        name in header(case) for name in UNREAD if name != "typ" or case.get("type") is None
    ),
    **{f"has an odd {name}": has_an_odd_time(name) for name in ("exp", "nbf", "iat")},
}
