"""A passkey in software: what a device and a browser answer to the options of a ceremony (Web Authentication Level 3).

Its key protects nothing but an account of a throw-away stack. So the arithmetic may take a time that depends on the
key, as that of a person's passkey must not.
"""

import hashlib
import json
import secrets
from typing import Any

from cognito_passkeys.users_table import cose_key
from cognito_passkeys.users_table.cose_key import P256
from cognito_passkeys.users_table.keys import base64url, unpadded

# SEC 2 section 2.4.2; a point is a pair of coordinates, and None the point at infinity.
Point = tuple[int, int] | None
GENERATOR = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
             0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class SoftwarePasskey:
    """A passkey with a key for ES256."""

    def __init__(self) -> None:
        self.identifier = secrets.token_bytes(32)
        self.private = 1 + secrets.randbelow(ORDER - 1)
        x, y = multiple(self.private, GENERATOR) or (0, 0)
        self.public_key = cose_key.p256(x.to_bytes(P256.size, "big"), y.to_bytes(P256.size, "big"))
        self.relying_party, self.user_handle = "", b""

    def create(self, options: dict[str, Any], origin: str, flags: int = USER_PRESENT | USER_VERIFIED) -> dict[str, Any]:
        """Answers the options of a registration, without an attestation."""
        self.relying_party, self.user_handle = options["rp"]["id"], unpadded(options["user"]["id"]) or b""
        data = (self._authenticator_data(flags | ATTESTED) + bytes(16) + len(self.identifier).to_bytes(2, "big")
                + self.identifier + self.public_key)
        attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData" + cose_key.cbor_bytes(data)
        return self._credential(client_data("create", options, origin), {"transports": ["internal"]},
                                attestationObject=attestation)

    def sign(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Answers the options of a sign-in."""
        client, data = client_data("get", options, origin), self._authenticator_data(USER_PRESENT | USER_VERIFIED)
        return self._credential(client, {}, authenticatorData=data, userHandle=self.user_handle,
                                signature=self.signature(data + hashlib.sha256(client).digest()))

    def signature(self, message: bytes) -> bytes:
        """ECDSA with SHA-256 (FIPS 186-5 section 6.4.1), in DER."""
        number = 1 + secrets.randbelow(ORDER - 1)
        r = (multiple(number, GENERATOR) or (0, 0))[0] % ORDER
        digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
        s = pow(number, -1, ORDER) * (digest + r * self.private) % ORDER
        content = b"".join(b"\x02" + bytes([len(one)]) + one
                           for one in (value.to_bytes(value.bit_length() // 8 + 1, "big") for value in (r, s)))
        return b"\x30" + bytes([len(content)]) + content

    def _authenticator_data(self, flags: int) -> bytes:
        """With a signature counter of 0, as synchronised passkeys have it."""
        return hashlib.sha256(self.relying_party.encode()).digest() + bytes([flags]) + bytes(4)

    def _credential(self, client: bytes, more: dict[str, Any], **response: bytes) -> dict[str, Any]:
        name, binary = base64url(self.identifier), {"clientDataJSON": client} | response
        return {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {},
                "response": more | {key: base64url(value) for key, value in binary.items()}}


def client_data(ceremony: str, options: dict[str, Any], origin: str) -> bytes:
    return json.dumps({"type": f"webauthn.{ceremony}", "challenge": options["challenge"], "origin": origin,
                       "crossOrigin": False}).encode()


def added(one: Point, other: Point) -> Point:
    """The sum of two points of P-256."""
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % P256.p == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, P256.p) if one == other else (v - y) * pow(u - x, -1, P256.p)
    third = (slope * slope - x - u) % P256.p
    return third, (slope * (x - third) - y) % P256.p


def multiple(number: int, point: Point) -> Point:
    found = None
    for digit in f"{number:b}":
        found = added(found, found)
        found = added(found, point) if digit == "1" else found
    return found
