"""Properties of what a client sends in a ceremony, and of the client data and authenticator data in it."""

from __future__ import annotations

import codecs
import re
from typing import Any

from cases import Case
from conditions.layout import (
    ED, authenticator_data, client_data, credential, credential_key, encoded_items, flags, identifier,
    identifier_text, member, response, stated_length,
)
from conditions.texts import any_base64, strict_base64url

BE, BS = 0x08, 0x10
BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
MEMBERS = ("id", "rawId", "type", "transports", "userHandle")
BINARY = ("clientDataJSON", "attestationObject", "authenticatorData", "signature")
ES384_KEYS = (b"\x03\x38\x22", b"\x03\x38\x32")


def has_extensions_that_are_no_map(case: Case) -> bool:
    items = encoded_items(authenticator_data(case))
    return bool(flags(case) & ED) and bool(items) and items[-1][:1] != b"" and items[-1][0] >> 5 != 5


def has_a_bad_length(case: Case) -> bool:
    length = stated_length(case)
    return length is not None and not 1 <= length <= 1023


def is_binary(text: Any) -> bool:
    """Whether a member is base64url without padding or base64 with it."""
    return isinstance(text, str) and (strict_base64url(text.encode("utf-8", "replace")) is not None or _is_base64(text))


def _is_base64(text: str) -> bool:
    translated = text.rstrip("=").replace("+", "-").replace("/", "_").encode("utf-8", "replace")
    return bool(BASE64.fullmatch(text)) and strict_base64url(translated) is not None


def has_one_id(members: dict[str, Any]) -> bool:
    """Whether both texts of the id have the same bytes."""
    texts = [members.get(name) for name in ("id", "rawId")]
    return all(is_binary(one) for one in texts) and any_base64(texts[0]) == any_base64(texts[1])


def has_an_id_in_base64(case: Case) -> bool:
    """The two texts of the id differ only in their encoding."""
    members = credential(case)
    return has_one_id(members) and members["id"] != members["rawId"] or str(members.get("id")).endswith("=")


def has_an_odd_credential_member(name: str):
    def holds(case: Case) -> bool:
        members = credential(case)
        match name:
            case "id":
                return not is_binary(members.get("id")) or members["id"] == ""
            case "rawId":
                return not is_binary(members.get("rawId")) or not has_one_id(members)
            case "type":
                return members.get("type") != "public-key"
            case "transports":
                texts = response(case).get("transports")
                return texts is not None and not (
                    isinstance(texts, list) and all(isinstance(one, str) for one in texts)
                )
            case "userHandle":
                return not isinstance(response(case).get("userHandle"), str | None)
        return not is_binary(response(case).get(name))

    return holds


def count_has_not_grown(case: Case) -> bool:
    count, stored = int.from_bytes(authenticator_data(case)[33:37], "big"), case["record"]["signCount"]
    return count <= stored and (count, stored) != (0, 0)


def names_another_user(case: Case) -> bool:
    """There is a user handle, in an encoding or as it is, and it is another one."""
    text = response(case).get("userHandle")
    if not isinstance(text, str) or not text:
        return False
    return (any_base64(text) if is_binary(text) else text.encode("utf-8", "replace")) != case["record"]["user"]


def is_for_es384(case: Case) -> bool:
    if case.kind == "assertion":
        return any(one in case["record"]["publicKey"] for one in ES384_KEYS)
    return credential_key(case).get(3) in (-35, -51)


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


CONDITIONS: dict[str, Any] = {
    "has client data with an odd crossOrigin": has_an_odd_member("crossOrigin", bool),
    "has client data with an odd topOrigin": has_an_odd_member("topOrigin", str),
    "has a challenge that is not base64url": challenge_is_not_canonical,
    "has a token binding without status": has_a_binding_without_status,
    "has a token binding of another status": has_a_binding_of_another_status,
    "was made in a frame": was_made_in_a_frame, "has client data with a byte-order mark": has_a_byte_order_mark,
    "has extensions that are no map": has_extensions_that_are_no_map,
    "has a credential id of a length that is not allowed": has_a_bad_length, "has an id in base64": has_an_id_in_base64,
    **{f"has an odd {name}": has_an_odd_credential_member(name) for name in MEMBERS + BINARY},
    "is backed up without being eligible": lambda case: bool(flags(case) & BS) and not flags(case) & BE,
    "has another id beside the data": lambda case: identifier(case) != identifier_text(case),
    "has another eligibility than the record": lambda case: bool(flags(case) & BE) != case["record"]["backupEligible"],
    "has a count that only has to be reported": lambda case: count_has_not_grown(case) and not case["countsRefuse"],
    "has a count that is to be refused": lambda case: count_has_not_grown(case) and case["countsRefuse"],
    "names another user": names_another_user, "is for ES384": is_for_es384,
}
