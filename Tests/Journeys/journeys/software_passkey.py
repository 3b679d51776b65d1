"""Passkeys in software, with keys of any algorithm. They can be handed to Chromium, which then signs with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from cognito_passkeys.prove import software_passkey
from cognito_passkeys.users_table import cose_key

if TYPE_CHECKING:
    from selenium.webdriver.common.virtual_authenticator import Credential

EDDSA = bytes.fromhex("a4010103272006215820")


class SoftwarePasskey(software_passkey.SoftwarePasskey):
    """A passkey with a key for ES256, RS256 or EdDSA."""

    def __init__(self, algorithm: str) -> None:
        super().__init__()
        match algorithm:
            case "ES256":
                self.number, self.how = -7, [ec.ECDSA(hashes.SHA256())]
                self.key = ec.derive_private_key(self.private, ec.SECP256R1())
            case "RS256":
                self.number, self.how = -257, [padding.PKCS1v15(), hashes.SHA256()]
                self.key = rsa.generate_private_key(65537, 2048)
                modulus = self.key.public_key().public_numbers().n
                self.public_key = cose_key.rsa(modulus.to_bytes(256), b"\x01\x00\x01")
            case "EdDSA":
                self.number, self.how = -8, []
                self.key = ed25519.Ed25519PrivateKey.generate()
                self.public_key = EDDSA + self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def create(self, options: dict[str, Any], *rest: Any, **more: Any) -> dict[str, Any]:
        assert self.number in [kind["alg"] for kind in options["pubKeyCredParams"]]
        return super().create(options, *rest, **more)

    def signature(self, message: bytes) -> bytes:
        return self.key.sign(message, *self.how)

    def for_browser(self) -> Credential:
        """The passkey in the form in which the browser's virtual authenticator takes it."""
        from selenium.webdriver.common.virtual_authenticator import Credential

        private = self.key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        return Credential.create_resident_credential(
            self.identifier, self.relying_party, self.user_handle, private, 0)
