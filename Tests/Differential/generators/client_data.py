"""Client data, right and wrong."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from changes import change_base64url, change_bytes
from formats import base64url, json_bytes
from generators.headers import ODD_VALUES, twice

ORIGIN = "https://login.example.org"


def client_data(type_: str, challenge: bytes, origin: str = ORIGIN) -> dict[str, Any]:
    return {"type": type_, "challenge": base64url(challenge), "origin": origin, "crossOrigin": False}


def change_client_data(random: Random, members: dict[str, Any], challenge: bytes) -> tuple[str, bytes]:
    members = dict(members)
    match random.randrange(11):
        case 0:
            members["crossOrigin"] = random.choice([True, "true", "false", None, 0, 1, "", []])
            return f"crossOrigin {members['crossOrigin']!r}", json_bytes(members)
        case 1:
            members["topOrigin"] = random.choice([ORIGIN, "https://frame.example", "", None, 1])
            return f"topOrigin {members['topOrigin']!r}", json_bytes(members)
        case 2:
            members["tokenBinding"] = random.choice(
                [
                    {"status": "supported"}, {"status": "present", "id": "eA"}, {"status": "not-supported"},
                    {"status": "x"}, {}, {"id": "eA"}, "unused", None, [],
                ]
            )
            return f"tokenBinding {members['tokenBinding']!r}", json_bytes(members)
        case 3:
            members["origin"] = random.choice(
                [
                    ORIGIN + "/", ORIGIN.upper(), ORIGIN + ":443", "http://login.example.org",
                    "https://example.org", "https://login.example.org.attacker.example",
                    "https://attacker.example", "https://evil-example.org", "https://login.example.org:8443",
                    ORIGIN + "\u0000", "null", "", "https://login.ex\u0430mple.org", *ODD_VALUES,
                ]
            )
            return f"origin {members['origin']!r}", json_bytes(members)
        case 4:
            members["type"] = random.choice(
                ["webauthn.get", "webauthn.create", "WebAuthn.get", "payment.get", "webauthn.get ", *ODD_VALUES]
            )
            return f"type {members['type']!r}", json_bytes(members)
        case 5:
            text = members["challenge"].encode()
            members["challenge"] = random.choice(
                [
                    change_base64url(random, text).decode("utf-8", "replace"), members["challenge"] + "=",
                    base64url(challenge[:-1]), base64url(challenge + b"\x00"), "",
                    members["challenge"].lower(), *ODD_VALUES,
                ]
            )
            return f"challenge {members['challenge']!r}", json_bytes(members)
        case 6:
            name = random.choice(list(members))
            del members[name]
            return f"without {name}", json_bytes(members)
        case 7:
            return "a member twice", json_bytes(twice(random, members))
        case 8:
            written = json_bytes(members)
            return "another text", random.choice(
                [
                    b"\xef\xbb\xbf" + written,
                    written + b" ",
                    written + b"\x00",
                    b"[" + written + b"]",
                    written.decode().encode("utf-16"),
                    written[:-1],
                    b"",
                    b"null",
                    json.dumps(members, indent=1).encode(),
                    written[:-1] + b',"x":"\xff"}',
                    written[:-1] + b',"x":NaN}',
                    written[:-1] + b',"x":"\\ud800"}',
                ]
            )
        case 9:
            members["x"] = random.choice([*ODD_VALUES, "x" * 20000, "x" * 15000])
            return "another member", json_bytes(members)
    return "changed", change_bytes(random, json_bytes(members))
