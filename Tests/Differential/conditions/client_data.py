"""Properties of client data."""

from __future__ import annotations

import codecs
from typing import Any

from cases import Case
from conditions.layout import client_data, member
from conditions.texts import strict_base64url

def has_an_odd_member(name: str, expected: type):
    return lambda case: name in client_data(case) and not isinstance(client_data(case)[name], expected)


def challenge_is_not_canonical(case: Case) -> bool:
    text = client_data(case).get("challenge")
    return isinstance(text, str) and strict_base64url(text.encode("utf-8", "replace")) is None


def binding(case: Case) -> Any:
    return client_data(case).get("tokenBinding")


def has_a_binding_without_status(case: Case) -> bool:
    return isinstance(binding(case), dict) and "status" not in binding(case)


def has_a_binding_of_another_status(case: Case) -> bool:
    return isinstance(binding(case), dict) and binding(case).get("status") not in ("supported", "present")


def has_a_byte_order_mark(case: Case) -> bool:
    return member(case, "clientDataJSON").startswith(codecs.BOM_UTF8)


def was_made_in_a_frame(case: Case) -> bool:
    return client_data(case).get("crossOrigin") is True or "topOrigin" in client_data(case)


CONDITIONS = {
    "has client data with an odd crossOrigin": has_an_odd_member("crossOrigin", bool),
    "has client data with an odd topOrigin": has_an_odd_member("topOrigin", str),
    "has a challenge that is not base64url": challenge_is_not_canonical,
    "has a token binding without status": has_a_binding_without_status,
    "has a token binding of another status": has_a_binding_of_another_status,
    "was made in a frame": was_made_in_a_frame,
    "has client data with a byte-order mark": has_a_byte_order_mark,
}
