"""Registrations and assertions of passkeys, signed after one of their parts was changed."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from cases import NOW, Case, Made, chance
from changes import ODD_VALUES, change_base64url, change_bytes, change_object, recode
from formats import Encoded, base64url, cbor, cbor_map, json_bytes
from generators.signatures import change_signature, statement
from keys import FULLY_SPECIFIED, KeyRing

RP_ID, ORIGIN = "example.org", "https://login.example.org"
UP, UV, BE, BS, AT, ED = 0x01, 0x04, 0x08, 0x10, 0x40, 0x80
FLAGS = [UP | UV] * 2 + [UP, UV, 0, UP | UV | BE, UP | UV | BE | BS, UP | UV | BS, UP | BE, UP | UV | 0x22]
# What each member of client data is changed to.
CLIENT_DATA: dict[str, list[Any]] = {
    "crossOrigin": [True, "true", "false"], "topOrigin": [ORIGIN, "https://frame.example"],
    "tokenBinding": [*({"status": status} for status in ("supported", "present", "not-supported", "x", 1, "")),
                     {"status": "present", "id": "eA"}, {"id": "eA"}, {}, {"x": 1}, "unused"],
    "origin": [ORIGIN + "/", ORIGIN.upper(), ORIGIN + ":443", "http://login.example.org", "https://example.org",
               "https://login.example.org.attacker.example", "https://attacker.example", "https://evil-example.org",
               "https://login.example.org:8443", ORIGIN + "\u0000", "null", "https://login.ex\u0430mple.org"],
    "type": ["webauthn.get", "webauthn.create", "WebAuthn.get", "payment.get", "webauthn.get "],
    "x": ["x" * 20000, "x" * 15000],
}
EXTENSIONS = [Encoded(b""), Encoded(b"\xbf\xff"), Encoded(b"\xa0\x00"), [], None, {}, {"x": 1.5}, {"x": [1, None]},
              {b"x": 1}, {"credProtect": 2}, {"hmac-secret": True, "credProtect": 1}, cbor_map(("b", 1), ("a", 2)),
              cbor_map(("a", 1), ("a", 2)), {"x": Encoded(b"\xf7")}, {"x": Encoded(b"\xc0\x61a")}]
# What the labels of a COSE_Key are changed to, apart from those of its numbers.
LABELS: dict[Any, list[Any]] = {
    1: [1, 2, 3, 4, 0, "EC2"], 3: [-7, -8, -35, -257, -9, -19, -51, -37, -65535, 0, "ES256"],
    -1: [1, 2, 3, 6, 7, 8, "P-256"],
}
# What is changed, as often as it stands here.
STEPS = ["client"] * 3 + ["credential"] * 3 + ["flags", "extensions", "site", "data"]
REGISTRATION_STEPS = [*STEPS, *["statement"] * 4, *["key"] * 3, "object", "id"]
ASSERTION_STEPS = [*STEPS, "attested", "attested", "signature", "signature"]
# The count of the record, and that of the assertion.
COUNTS = [(0, 0), (0, 0), (0, 0), (0, 1), (5, 6), (5, 2**32 - 1), (5, 5), (5, 4), (5, 0), (2**32 - 1, 0)]


def base64(text: str) -> str:
    return text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4)


def client_data(random: Random, type_: str, challenge: bytes, is_changed: bool) -> Made:
    text = base64url(challenge)
    members = {"type": type_, "challenge": text, "origin": ORIGIN, "crossOrigin": False}
    if not is_changed:
        return "", json_bytes(members)
    challenges = [
        change_base64url(random, text), recode(random, text), text + "=", text.lower(),
        base64url(challenge[:-1]), base64url(challenge + b"\x00"),
    ]
    made, content = change_object(random, members, {**CLIENT_DATA, "challenge": challenges})
    return f"client data {made}", content


def credential_key(random: Random, key: dict[int, Any]) -> Made:
    """A COSE_Key with one thing wrong or unusual."""
    label, lost = random.choice([1, 3, -1, random.choice([2, 4, 5, -4, 100, "x"])]), random.choice(list(key))
    number = random.choice([one for one in key if isinstance(key[one], bytes)])
    content, pairs = key[number], sorted(key.items(), key=lambda pair: cbor(pair[0]))
    other, value = random.choice(LABELS.get(label, [b"k1", [2], 1, None, Encoded(b"\x18\x01")])), random.choice([
        b"\x00" + content, content[1:], content[:-1], content + b"\x00", bytes(len(content)), b"\xff" * len(content),
        b"", content[:-1] + bytes([content[-1] ^ 1]), content.lstrip(b"\x00"), "text",
        int.from_bytes(content[:8], "big"), True, None,
    ])
    again = random.choice([key[lost], b"", 1])
    made, item = random.choice([
        *[(f"without {lost}", {name: key[name] for name in key if name != lost})] * 2,
        *[(f"with {label} {other}", key | {label: other})] * 2,
        *[(f"with {number} {value!r}", key | {number: value})] * 2,
        ("in another order", cbor_map(*random.sample(pairs, len(pairs)))),
        (f"with {lost} twice", cbor_map(*sorted([*pairs, (lost, again)], key=lambda pair: cbor(pair[0])))),
        ("fully specified", key | {3: {old: new for new, old in FULLY_SPECIFIED.items()}.get(key[3], key[3])}),
        *[("changed", Encoded(change_bytes(random, cbor(key))))] * 2,
    ])
    return f"key {made}", cbor(item)


def authenticator_data(random: Random, step: str, credential: bytes, count: int) -> Made:
    """Authenticator data, of which the step may change a part."""
    flags, rp_id, extensions, made = UP | UV | (AT if credential else 0), RP_ID, b"", ""
    if step == "flags":
        flags = random.choice(FLAGS) | (flags & AT if chance(random, 0.9) else 0)
        made = f"flags {flags:#x}"
    if step == "extensions":
        flags, extensions = flags | ED, cbor(random.choice(EXTENSIONS))
        made = f"extensions {extensions.hex()}"
    if step == "site" and chance(random, 0.5):
        rp_id = random.choice(["attacker.example", "login.example.org", "Example.org", ""])
        made = f"for {rp_id}"
    data = hashlib.sha256(rp_id.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")
    data += (credential if flags & AT else b"") + extensions
    is_changed = step in ("data", "attested") and chance(random, 0.5)
    return ("data changed", change_bytes(random, data)) if is_changed else (made, data)


def attestation_object(random: Random, members: dict[str, Any], is_changed: bool) -> Made:
    name, written = random.choice(list(members)), cbor(members)
    return random.choice([
        ("object in another order", cbor(cbor_map(*random.sample(list(members.items()), 3)))),
        ("object with another member", cbor(members | {"epAtt": True})),
        ("object with a member twice", cbor(cbor_map(*members.items(), ("fmt", "none")))),
        *[(f"object without {name}", cbor({one: members[one] for one in members if one != name}))] * 2,
        ("list for an object", cbor(list(members.values()))), ("bytes after the object", written + b"\x00"),
        ("object of indefinite length", b"\xbf" + written[1:] + b"\xff"),
    ]) if is_changed else ("", written)


def credential(random: Random, identifier: bytes, response: dict[str, Any], is_changed: bool) -> Made:
    """What the client sends, which may be changed."""
    text = base64url(identifier)
    members: dict[str, Any] = {
        "id": text, "rawId": text, "type": "public-key", "response": response, "clientExtensionResults": {},
        "authenticatorAttachment": "platform",
    }
    if not is_changed:
        return "", json_bytes(members)
    name, texts = random.choice(list(response)), [one for one in response if isinstance(response[one], str)]
    member, lost = random.choice(texts), random.choice(texts)
    if chance(random, 0.5):
        made, members["response"] = random.choice([
            (f"odd {name}", response | {name: random.choice(ODD_VALUES)}),
            *[(f"changed {member}", response | {member: recode(random, response[member])})] * 2,
            (f"without {lost}", {one: response[one] for one in response if one != lost}),
            ("all in base64", response | {one: base64(response[one]) for one in texts}),
        ])
        return f", response {made}", json_bytes(members)
    # In base64, in base64url with padding, or in no encoding.
    ids = [base64(text), *[text + "=" * (-len(text) % 4)] * 3, recode(random, text), base64url(identifier + b"\x00")]
    values = {"id": ids, "rawId": ids, "type": ["Public-Key"], "response": []}
    made, content = change_object(random, members, values)
    return f", credential {made}", content


def policy(random: Random, challenge: bytes) -> dict[str, Any]:
    """What the relying party expects."""
    return {
        "challenge": challenge, "rpId": RP_ID, "origins": [ORIGIN, "https://example.org", "http://localhost:8377"],
        "userVerification": chance(random, 0.5), "countsRefuse": chance(random, 0.5), "now": NOW,
    }


def registration(random: Random, ring: KeyRing) -> Case:
    step = random.choice(REGISTRATION_STEPS)
    key, challenge, aaguid = random.choice(ring.passkeys), random.randbytes(32), random.randbytes(16)
    lengths = [0, 1, 16, 64, 1023, 1024, 2000] if step == "id" and chance(random, 0.3) else [32]
    identifier = random.randbytes(random.choice(lengths))
    of_key, cose = credential_key(random, key.cose) if step == "key" else ("", cbor(key.cose))
    of_client, client = client_data(random, "webauthn.create", challenge, step == "client")
    attested = aaguid + len(identifier).to_bytes(2, "big") + identifier + cose
    of_data, data = authenticator_data(random, step, attested, random.choice([0, 5]))
    message = data + hashlib.sha256(client).digest()
    made, format_, members = statement(random, ring, key, aaguid, message, step == "statement")
    members = {"fmt": format_, "attStmt": members, "authData": data}
    of_object, attestation = attestation_object(random, members, step == "object")
    texts = {"clientDataJSON": base64url(client), "attestationObject": base64url(attestation)}
    response = {**texts, "transports": ["internal"]}
    beside = identifier if chance(random, 0.97) else random.randbytes(32)
    of_credential, content = credential(random, beside, response, step == "credential")
    made = f"{key.algorithm} {made} {of_key}{of_client}{of_data}{of_object}{of_credential}"
    return Case("registration", made, content, {"user": b"user-1", **policy(random, challenge)})


def assertion(random: Random, ring: KeyRing) -> Case:
    step = random.choice(ASSERTION_STEPS)
    key, identifier, challenge = random.choice(ring.passkeys), random.randbytes(32), random.randbytes(32)
    of_client, client = client_data(random, "webauthn.get", challenge, step == "client")
    cose = key.cose | random.choice([{}, {}, {3: -37}, {3: None}])
    attested = bytes(16) + b"\x00\x20" + identifier + cbor(cose)
    stored, count = random.choice(COUNTS)
    of_data, data = authenticator_data(random, step, attested if step == "attested" else b"", count)
    message = data + hashlib.sha256(client).digest()
    of_signature, signature = (
        change_signature(random, key, message, False) if step == "signature" else ("", key.sign(message)))
    users = [base64url(b"user-1")] if chance(random, 0.93) else [base64url(b"user-2"), "", "user-1", None, 0, []]
    response = {
        "clientDataJSON": base64url(client), "authenticatorData": base64url(data),
        "signature": base64url(signature), "userHandle": random.choice(users),
    }
    of_credential, content = credential(random, identifier, response, step == "credential")
    record = {
        "id": identifier if chance(random, 0.97) else random.randbytes(32), "user": b"user-1",
        "publicKey": cbor(key.cose), "signCount": stored,
        "backupEligible": bool(data[32:33] and data[32] & BE) == chance(random, 0.9),
    }
    made = (f"{key.algorithm} {of_client}{of_data}{of_signature}{of_credential}, user {response['userHandle']}, "
            f"count {count} after {stored}")
    return Case("assertion", made, content, {"record": record, **policy(random, challenge)})
