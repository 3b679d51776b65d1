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


def expected_type(case: Case) -> str | None:
    return {"result-token": "result+jwt", "challenge-token": "challenge+jwt"}.get(case.kind) or case.get("type")


def is_of_another_type(case: Case) -> bool:
    expected, found = expected_type(case), header(case).get("typ")
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


def other(case: Case) -> dict[str, Any]:
    found = claims(case).get("other")
    return found if isinstance(found, dict) else {}


def lacks_a_text(name: str):
    """The member of `other` is not a text with characters. One that may be absent counts only if it is there."""
    optional = name in ("email", "emailDigest", "locale")
    return lambda case: not (optional and name not in other(case)) and not (
        isinstance(other(case).get(name), str) and not isinstance(other(case)[name], Number) and other(case)[name]
    )


def lacks_a_flag(name: str):
    def holds(case: Case) -> bool:
        is_optional = name == "userVerified" or name == "emailVerified" and "email" not in other(case)
        return not (is_optional and name not in other(case)) and not isinstance(other(case).get(name), bool)

    return holds


def names_another(name: str, expected: Any):
    return lambda case: other(case).get(name) != expected(case)


CONDITIONS: dict[str, Any] = {
    "has the parameter crit": lambda case: "crit" in header(case),
    "has the parameter b64": lambda case: "b64" in header(case),
    "is of another type": is_of_another_type,
    "names no key": lambda case: "kid" not in header(case),
    "has an unread parameter": lambda case: any(
        name in header(case) for name in UNREAD if name != "typ" or expected_type(case) is None
    ),
    "lacks sub or iat": lambda case: not {"sub", "iat"} <= set(claims(case)),
    "has no scope that is a text": lambda case: not isinstance(claims(case).get("scope"), str)
    or isinstance(claims(case)["scope"], Number),
    **{f"has an odd {name}": has_an_odd_time(name) for name in ("exp", "nbf", "iat")},
    **{
        f"lacks other.{name}": lacks_a_text(name)
        for name in ("actionCode", "idempotencyKey", "username", "verificationMethod", "state", "emailDigest", "email")
    },
    **{f"lacks other.{name}": lacks_a_flag(name) for name in ("userVerified", "emailVerified", "userNotFound")},
    "has another other.userId": names_another("userId", lambda case: claims(case).get("sub")),
    "has another other.tenantId": names_another("tenantId", lambda case: case["pool"]),
}
