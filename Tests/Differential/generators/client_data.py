"""Client data, right and wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from changes import change_base64url, change_bytes
from formats import base64url, json_bytes
from generators.headers import ODD_VALUES, change_member, other_text, twice, without_member

ORIGIN = "https://login.example.org"
# What each member is changed to.
MEMBERS: dict[str, list[Any]] = {
    "crossOrigin": [True, "true", "false", None, 0, 1, "", []],
    "topOrigin": [ORIGIN, "https://frame.example", "", None, 1],
    "tokenBinding": [{"status": "supported"}, {"status": "present", "id": "eA"}, {"status": "not-supported"},
                     {"status": "x"}, {}, {"id": "eA"}, "unused", None, []],
    "origin": [ORIGIN + "/", ORIGIN.upper(), ORIGIN + ":443", "http://login.example.org", "https://example.org",
               "https://login.example.org.attacker.example", "https://attacker.example", "https://evil-example.org",
               "https://login.example.org:8443", ORIGIN + "\u0000", "null", "", "https://login.ex\u0430mple.org",
               *ODD_VALUES],
    "type": ["webauthn.get", "webauthn.create", "WebAuthn.get", "payment.get", "webauthn.get ", *ODD_VALUES],
}


def client_data(type_: str, challenge: bytes, origin: str = ORIGIN) -> dict[str, Any]:
    return {"type": type_, "challenge": base64url(challenge), "origin": origin, "crossOrigin": False}


def change_client_data(random: Random, members: dict[str, Any], challenge: bytes) -> tuple[str, bytes]:
    members, written, step = dict(members), json_bytes(members), random.randrange(11)
    if step < len(MEMBERS):
        name = list(MEMBERS)[step]
        return change_member(random, members, name, MEMBERS[name])
    match step:
        case 5:
            text = members["challenge"]
            return change_member(random, members, "challenge", [
                change_base64url(random, text.encode()).decode("utf-8", "replace"), text + "=",
                base64url(challenge[:-1]), base64url(challenge + b"\x00"), "", text.lower(), *ODD_VALUES,
            ])
        case 6:
            return without_member(random, members)
        case 7:
            return "a member twice", json_bytes(twice(random, members))
        case 8:
            return "another text", other_text(random, written, [
                b"\xef\xbb\xbf%s", b"%s ", b"%s\x00", b"[%s]", written.decode().encode("utf-16"), written[:-1], b"",
                b"null", json.dumps(members, indent=1).encode(), 0, 2, 1,
            ])
        case 9:
            members["x"] = random.choice([*ODD_VALUES, "x" * 20000, "x" * 15000])
            return "another member", json_bytes(members)
    return "changed", change_bytes(random, written)
