"""The passkey in software, whose signatures OpenSSL verifies."""

from __future__ import annotations

import unittest

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from cognito_passkeys.prove.software_passkey import GENERATOR, ORDER, P256, SoftwarePasskey, added, multiple
from cognito_passkeys.users_table import cose_key

ES256 = ec.ECDSA(hashes.SHA256())


class SoftwarePasskeyTests(unittest.TestCase):
    def test_openssl_verifies_what_it_signs_with_the_key_that_it_shows(self) -> None:
        for _ in range(20):
            passkey = SoftwarePasskey()
            x, y = cose_key.ES256.fullmatch(passkey.public_key).groups()
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\x04" + x + y)
            signature = passkey.signature(b"challenge")
            key.verify(signature, b"challenge", ES256)
            self.assertEqual(encode_dss_signature(*decode_dss_signature(signature)), signature)
            self.assertNotEqual(passkey.signature(b"challenge"), signature)
            for wrong, message in ((signature, b"other"), (SoftwarePasskey().signature(b"challenge"), b"challenge")):
                with self.assertRaises(InvalidSignature):
                    key.verify(wrong, message, ES256)

    def test_points_add_up_as_in_the_group(self) -> None:
        x, y = GENERATOR
        opposite = (x, P256.p - y)
        self.assertEqual(multiple(ORDER - 1, GENERATOR), opposite)
        self.assertIsNone(multiple(ORDER, GENERATOR))
        self.assertIsNone(added(GENERATOR, opposite))
        for number in (1, 2, 3, 2**200 + 1):
            numbers = ec.derive_private_key(number, ec.SECP256R1()).public_key().public_numbers()
            self.assertEqual(multiple(number, GENERATOR), (numbers.x, numbers.y))


if __name__ == "__main__":
    unittest.main()
