"""Registrations and assertions of passkeys, signed after they were changed."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from cases import Case, Generator, chance
from changes import change_base64url, change_bytes
from formats import Encoded, base64url, cbor, json_bytes
from generators.attestations import statement
from generators.client_data import ORIGIN, change_client_data, client_data
from generators.headers import ODD_VALUES
from generators.signatures import change_signature
from generators.signed_data import (
    AT, BE, BS, ED, EXTENSIONS, ODD_EXTENSIONS, RP_ID, UP, UV, attested, authenticator_data,
    change_credential_key, passkey_keys,
)
from generators.tokens import NOW
from keys import KeyRing

ORIGINS = [ORIGIN, "https://example.org", "http://localhost:8377"]
FLAGS = [UP | UV] * 5 + [UP, UV, 0, UP | UV | BE, UP | UV | BE | BS, UP | UV | BS, UP | BE, UP | UV | 0x22]


def policy(random: Random, challenge: bytes) -> dict[str, Any]:
    """What the relying party expects."""
    return {
        "challenge": challenge, "rpId": RP_ID, "origins": ORIGINS, "userVerification": chance(random, 0.5),
        "countsRefuse": chance(random, 0.5), "now": NOW,
    }


def credential_json(random: Random, identifier: bytes, response: dict[str, Any]) -> tuple[str, bytes]:
    """What the client sends, which may be changed."""
    text = base64url(identifier)
    members: dict[str, Any] = {
        "id": text, "rawId": text, "type": "public-key", "response": response, "clientExtensionResults": {},
        "authenticatorAttachment": "platform",
    }
    if not chance(random, 0.2):
        return "", json_bytes(members)
    match random.randrange(7):
        case 0:
            # One of the two texts of the id in base64, or with padding that belongs to neither encoding.
            name = random.choice(["id", "rawId"])
            members[name] = random.choice([text.replace("-", "+").replace("_", "/"), text]) + "=" * (-len(text) % 4)
        case 6:
            name = random.choice(["id", "rawId", "type", "response"])
            members[name] = random.choice([text + "=", base64url(identifier + b"\x00"), "", "Public-Key", *ODD_VALUES])
        case 1:
            name = random.choice(list(members))
            del members[name]
        case 2:
            name = random.choice(list(response))
            response[name] = random.choice(ODD_VALUES)
        case 3:
            name = random.choice([one for one in response if isinstance(response[one], str)])
            response[name] = change_base64url(random, response[name].encode()).decode("utf-8", "replace")
        case 4:
            name = random.choice([one for one in response if isinstance(response[one], str)])
            del response[name]
        case _:
            name = "all in base64"
            for one in [one for one in response if isinstance(response[one], str)]:
                text = response[one].replace("-", "+").replace("_", "/")
                response[one] = text + "=" * (-len(text) % 4)
    return f", credential's {name}", json_bytes(members)


def registration(ring: KeyRing) -> Generator:
    keys = passkey_keys(ring)

    def make(random: Random) -> Case:
        key, identifier, aaguid, challenge = (
            random.choice(keys), random.randbytes(32), random.randbytes(16), random.randbytes(32),
        )
        made, cose, step = "", cbor(key.cose), random.randrange(11)
        if step in (0, 8):
            made, cose = change_credential_key(random, key.cose)
        client = json_bytes(client_data("webauthn.create", challenge))
        if step in (1, 9, 10):
            made, client = change_client_data(random, client_data("webauthn.create", challenge), challenge)
        flags, extensions, rp_id = UP | UV | AT, b"", RP_ID
        if step == 2:
            flags = random.choice(FLAGS) | (0 if chance(random, 0.1) else AT)
            made = f"flags {flags:#x}"
        if step == 3:
            flags, extensions = flags | ED, random.choice(EXTENSIONS + ODD_EXTENSIONS)
            made = f"extensions {extensions.hex()}"
        if step == 4 and chance(random, 0.3):
            rp_id, made = "attacker.example", "another relying party"
        if step == 7 and chance(random, 0.3):
            identifier = random.randbytes(random.choice([0, 1, 16, 64, 1023, 1024, 2000]))
            made = f"an id of {len(identifier)} bytes"
        data = authenticator_data(
            flags, random.choice([0, 5]), attested(aaguid, identifier, cose) if flags & AT else b"", extensions, rp_id
        )
        if step == 5 and chance(random, 0.5):
            made, data = "authenticator data changed", change_bytes(random, data)
        what, format_, members = statement(random, ring, key, aaguid, data + hashlib.sha256(client).digest())
        attestation: Any = {"fmt": format_, "attStmt": members, "authData": data}
        if step == 6:
            made, attestation = random.choice(
                [
                    ("another order", tuple((name, attestation[name]) for name in random.sample(list(attestation), 3))),
                    ("another member", {**attestation, "epAtt": True}),
                    ("a member twice", (*attestation.items(), ("fmt", "none"))),
                    ("no format", {"attStmt": members, "authData": data}),
                    ("no statement", {"fmt": format_, "authData": data}),
                    ("no data", {"fmt": format_, "attStmt": members}),
                    ("a list", [format_, members, data]),
                    ("an indefinite length", Encoded(b"\xbf" + cbor(attestation)[1:] + b"\xff")),
                    ("bytes after it", Encoded(cbor(attestation) + b"\x00")),
                ]
            )
        response = {
            "clientDataJSON": base64url(client),
            "attestationObject": base64url(cbor(attestation)),
            "transports": ["internal"],
        }
        changed, content = credential_json(
            random, identifier if chance(random, 0.97) else random.randbytes(32), response
        )
        return Case(
            "registration",
            f"{key.algorithm} {what}, {made}{changed}",
            {"input": content, "user": b"user-1", **policy(random, challenge)},
        )

    return make


def assertion(ring: KeyRing) -> Generator:
    keys = passkey_keys(ring)

    def make(random: Random) -> Case:
        key, identifier, challenge, made = random.choice(keys), random.randbytes(32), random.randbytes(32), ""
        step, expected = random.randrange(9), policy(random, challenge)
        client = json_bytes(client_data("webauthn.get", challenge))
        if step in (0, 1):
            made, client = change_client_data(random, client_data("webauthn.get", challenge), challenge)
        flags, extensions, rp_id, credential = UP | UV, b"", RP_ID, b""
        if step == 2:
            flags = random.choice(FLAGS)
            made = f"flags {flags:#x}"
        if step == 3:
            flags, extensions = flags | ED, random.choice(EXTENSIONS + ODD_EXTENSIONS)
            made = f"extensions {extensions.hex()}"
        if step == 4 and chance(random, 0.5):
            rp_id, made = (
                random.choice(["attacker.example", "login.example.org", "Example.org", ""]),
                "another relying party",
            )
        if step == 5 and chance(random, 0.4):
            flags, credential, made = flags | AT, attested(bytes(16), identifier, cbor(key.cose)), "with a credential"
        stored, count = random.choice(
            [(0, 0), (0, 0), (0, 0), (0, 1), (5, 6), (5, 2**32 - 1), (5, 5), (5, 4), (5, 0), (2**32 - 1, 0)]
        )
        data = authenticator_data(flags, count, credential, extensions, rp_id)
        if step == 5 and chance(random, 0.3):
            made, data = "authenticator data changed", change_bytes(random, data)
        message = data + hashlib.sha256(client).digest()
        signature = key.sign(message)
        if step in (6, 7):
            made, signature = change_signature(random, key, message)
        response = {
            "clientDataJSON": base64url(client), "authenticatorData": base64url(data),
            "signature": base64url(signature), "userHandle": base64url(b"user-1"),
        }
        if chance(random, 0.05):
            response["userHandle"], made = (
                random.choice([base64url(b"user-2"), "", "user-1", None]),
                made + ", user handle",
            )
        changed, content = credential_json(random, identifier, response)
        eligible = bool(flags & BE) if chance(random, 0.9) else not flags & BE
        record = {
            "id": identifier if chance(random, 0.97) else random.randbytes(32),
            "user": b"user-1",
            "publicKey": cbor(key.cose),
            "signCount": stored,
            "backupEligible": eligible,
        }
        return Case(
            "assertion",
            f"{key.algorithm} {made}{changed}, count {count} after {stored}",
            {"input": content, "record": record, **expected},
        )

    return make
