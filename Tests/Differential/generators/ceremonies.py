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
from generators.signed_data import (
    AT, BE, BS, ED, EXTENSIONS, ODD_EXTENSIONS, RP_ID, UP, UV, attested, authenticator_data,
    change_credential_key, change_signature, passkey_keys,
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
    texts = [name for name in response if isinstance(response[name], str)]
    match random.randrange(7):
        case 0:
            # One of the two texts of the id in base64, or with padding that belongs to neither encoding.
            name = random.choice(["id", "rawId"])
            members[name] = random.choice([base64(text), text + padding(text)])
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
            name = random.choice(texts)
            response[name] = change_base64url(random, response[name].encode()).decode("utf-8", "replace")
        case 4:
            name = random.choice(texts)
            del response[name]
        case _:
            name = "all in base64"
            response |= {one: base64(response[one]) for one in texts}
    return f", credential's {name}", json_bytes(members)


def padding(text: str) -> str:
    return "=" * (-len(text) % 4)


def base64(text: str) -> str:
    return text.replace("-", "+").replace("_", "/") + padding(text)


def client_text(random: Random, type_: str, challenge: bytes, is_changed: bool) -> tuple[str, bytes]:
    members = client_data(type_, challenge)
    return change_client_data(random, members, challenge) if is_changed else ("", json_bytes(members))


def with_extensions(random: Random) -> tuple[str, bytes]:
    extensions = random.choice(EXTENSIONS + ODD_EXTENSIONS)
    return f"extensions {extensions.hex()}", extensions


def registration(ring: KeyRing) -> Generator:
    keys = passkey_keys(ring)

    def make(random: Random) -> Case:
        key, identifier, aaguid = random.choice(keys), random.randbytes(32), random.randbytes(16)
        challenge, step = random.randbytes(32), random.randrange(11)
        made, cose = change_credential_key(random, key.cose) if step in (0, 8) else ("", cbor(key.cose))
        change, client = client_text(random, "webauthn.create", challenge, step in (1, 9, 10))
        flags, extensions, rp_id, made = UP | UV | AT, b"", RP_ID, made or change
        if step == 2:
            flags = random.choice(FLAGS) | (0 if chance(random, 0.1) else AT)
            made = f"flags {flags:#x}"
        if step == 3:
            flags, (made, extensions) = flags | ED, with_extensions(random)
        if step == 4 and chance(random, 0.3):
            rp_id, made = "attacker.example", "another relying party"
        if step == 7 and chance(random, 0.3):
            identifier = random.randbytes(random.choice([0, 1, 16, 64, 1023, 1024, 2000]))
            made = f"an id of {len(identifier)} bytes"
        count = random.choice([0, 5])
        data = authenticator_data(
            flags, count, attested(aaguid, identifier, cose) if flags & AT else b"", extensions, rp_id)
        if step == 5 and chance(random, 0.5):
            made, data = "authenticator data changed", change_bytes(random, data)
        what, format_, members = statement(random, ring, key, aaguid, data + hashlib.sha256(client).digest())
        attestation: Any = {"fmt": format_, "attStmt": members, "authData": data}
        if step == 6:
            made, attestation = random.choice([
                ("another order", tuple((name, attestation[name]) for name in random.sample(list(attestation), 3))),
                ("another member", {**attestation, "epAtt": True}),
                ("a member twice", (*attestation.items(), ("fmt", "none"))),
                *((f"no {part}", {one: attestation[one] for one in attestation if one != name})
                  for part, name in (("format", "fmt"), ("statement", "attStmt"), ("data", "authData"))),
                ("a list", [format_, members, data]),
                ("an indefinite length", Encoded(b"\xbf" + cbor(attestation)[1:] + b"\xff")),
                ("bytes after it", Encoded(cbor(attestation) + b"\x00")),
            ])
        response = {
            "clientDataJSON": base64url(client), "attestationObject": base64url(cbor(attestation)),
            "transports": ["internal"],
        }
        identifier = identifier if chance(random, 0.97) else random.randbytes(32)
        changed, content = credential_json(random, identifier, response)
        expected = {"input": content, "user": b"user-1", **policy(random, challenge)}
        return Case("registration", f"{key.algorithm} {what}, {made}{changed}", expected)

    return make


# The count of the record, and that of the assertion.
COUNTS = [(0, 0), (0, 0), (0, 0), (0, 1), (5, 6), (5, 2**32 - 1), (5, 5), (5, 4), (5, 0), (2**32 - 1, 0)]


def assertion(ring: KeyRing) -> Generator:
    keys = passkey_keys(ring)

    def make(random: Random) -> Case:
        key, identifier, challenge = random.choice(keys), random.randbytes(32), random.randbytes(32)
        step, expected = random.randrange(9), policy(random, challenge)
        made, client = client_text(random, "webauthn.get", challenge, step in (0, 1))
        flags, extensions, rp_id, credential = UP | UV, b"", RP_ID, b""
        if step == 2:
            flags = random.choice(FLAGS)
            made = f"flags {flags:#x}"
        if step == 3:
            flags, (made, extensions) = flags | ED, with_extensions(random)
        if step == 4 and chance(random, 0.5):
            rp_id = random.choice(["attacker.example", "login.example.org", "Example.org", ""])
            made = "another relying party"
        if step == 5 and chance(random, 0.4):
            flags, credential, made = flags | AT, attested(bytes(16), identifier, cbor(key.cose)), "with a credential"
        stored, count = random.choice(COUNTS)
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
            response["userHandle"] = random.choice([base64url(b"user-2"), "", "user-1", None])
            made += ", user handle"
        changed, content = credential_json(random, identifier, response)
        eligible = bool(flags & BE) if chance(random, 0.9) else not flags & BE
        record = {
            "id": identifier if chance(random, 0.97) else random.randbytes(32), "user": b"user-1",
            "publicKey": cbor(key.cose), "signCount": stored, "backupEligible": eligible,
        }
        made = f"{key.algorithm} {made}{changed}, count {count} after {stored}"
        return Case("assertion", made, {"input": content, "record": record, **expected})

    return make
