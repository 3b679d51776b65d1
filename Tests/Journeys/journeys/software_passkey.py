"""Passkeys in software, with keys of any algorithm. They can be handed to Chromium, which then signs with them."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

if TYPE_CHECKING:
    from selenium.webdriver.common.virtual_authenticator import Credential

USER_PRESENT, USER_VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value: Any) -> bytes:
    """Encodes the few kinds of CBOR values that a passkey needs. A dictionary keeps its order."""
    def head(kind: int, number: int) -> bytes:
        if number < 24:
            return bytes([kind << 5 | number])
        for size, code in ((1, 24), (2, 25), (4, 26)):
            if number < 1 << 8 * size:
                return bytes([kind << 5 | code]) + number.to_bytes(size)
        raise ValueError(number)

    match value:
        case int():
            return head(0, value) if value >= 0 else head(1, -1 - value)
        case bytes():
            return head(2, len(value)) + value
        case str():
            return head(3, len(value.encode())) + value.encode()
        case dict():
            return head(5, len(value)) + b"".join(cbor(part) for pair in value.items() for part in pair)
    raise TypeError(value)


class SoftwarePasskey:
    """A passkey with a key for ES256, RS256 or EdDSA."""

    def __init__(self, algorithm: str) -> None:
        self.identifier = os.urandom(32)
        match algorithm:
            case "ES256":
                self.key = ec.generate_private_key(ec.SECP256R1())
                numbers = self.key.public_key().public_numbers()
                self.public_key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
            case "RS256":
                self.key = rsa.generate_private_key(65537, 2048)
                modulus = self.key.public_key().public_numbers().n
                self.public_key = {1: 3, 3: -257, -1: modulus.to_bytes(256), -2: b"\x01\x00\x01"}
            case "EdDSA":
                self.key = ed25519.Ed25519PrivateKey.generate()
                point = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
                self.public_key = {1: 1, 3: -8, -1: 6, -2: point}

    def create(self, options: dict[str, Any], origin: str, flags: int = USER_PRESENT | USER_VERIFIED) -> dict[str, Any]:
        """Answers the options of a registration, as a browser would."""
        assert self.public_key[3] in [kind["alg"] for kind in options["pubKeyCredParams"]]
        self.relying_party, self.user_handle = options["rp"]["id"], from_base64url(options["user"]["id"])
        client_data = json.dumps({
            "type": "webauthn.create", "challenge": options["challenge"], "origin": origin, "crossOrigin": False})
        data = (hashlib.sha256(self.relying_party.encode()).digest()
                + bytes([flags | ATTESTED]) + bytes(4) + bytes(16)
                + struct.pack(">H", len(self.identifier)) + self.identifier + cbor(self.public_key))
        return {
            "id": base64url(self.identifier), "rawId": base64url(self.identifier), "type": "public-key",
            "clientExtensionResults": {}, "response": {
                "clientDataJSON": base64url(client_data.encode()), "transports": ["internal"],
                "attestationObject": base64url(cbor({"fmt": "none", "attStmt": {}, "authData": data}))}}

    def sign(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Answers the options of a sign-in, as a browser would."""
        client_data = json.dumps({
            "type": "webauthn.get", "challenge": options["challenge"], "origin": origin, "crossOrigin": False}).encode()
        data = (hashlib.sha256(self.relying_party.encode()).digest() + bytes([USER_PRESENT | USER_VERIFIED]) + bytes(4))
        how = {-7: [ec.ECDSA(hashes.SHA256())], -257: [padding.PKCS1v15(), hashes.SHA256()], -8: []}
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), *how[self.public_key[3]])
        return {
            "id": base64url(self.identifier), "rawId": base64url(self.identifier), "type": "public-key",
            "clientExtensionResults": {}, "response": {
                "clientDataJSON": base64url(client_data), "authenticatorData": base64url(data),
                "signature": base64url(signature), "userHandle": base64url(self.user_handle)}}

    def for_browser(self) -> Credential:
        """The passkey in the form in which the browser's virtual authenticator takes it."""
        from selenium.webdriver.common.virtual_authenticator import Credential

        private = self.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        return Credential.create_resident_credential(
            self.identifier, self.relying_party, self.user_handle, private, 0)
