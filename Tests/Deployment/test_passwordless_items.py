"""Reading the passkeys of aws-samples/amazon-cognito-passwordless-auth."""

from __future__ import annotations

import unittest
from typing import Any

from authenticator_case import X, Y
from cognito_passkeys.users_table.keys import base64url
from cognito_passkeys.users_table.passwordless import Owner, passkeys

SUB, RELYING_PARTY = "7f1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12", "example.org"
EC = {"kty": {"S": "EC"}, "alg": {"S": "ES256"}, "crv": {"S": "P-256"}, "x": {"S": base64url(X)},
      "y": {"S": base64url(Y)}}
MODULUS = b"\x80" + b"\x01" * 255
RSA = {"kty": {"S": "RSA"}, "alg": {"S": "RS256"}, "n": {"B": MODULUS}, "e": {"B": b"\x01\x00\x01"}}


def item(handle: str = SUB, credential: bytes = b"\x01\x02\x03", **changes: Any) -> dict[str, Any]:
    """An item as that product writes it; a change to None leaves an attribute out."""
    written = {
        "pk": {"S": f"USER#{handle}"}, "sk": {"S": f"CREDENTIAL#{base64url(credential)}"}, "userId": {"S": handle},
        "credentialId": {"B": credential}, "jwk": {"M": EC}, "signCount": {"N": "7"},
        "friendlyName": {"S": "My phone"}, "flagUserVerified": {"N": "1"}, "flagBackupEligibility": {"N": "1"},
        "flagBackupState": {"N": "0"}, "aaguid": {"B": bytes(16)}, "transports": {"L": [{"S": "internal"}]},
        "rpId": {"S": RELYING_PARTY}, "createdAt": {"S": "2026-11-22T06:03:05.123Z"}, **changes}
    return {name: value for name, value in written.items() if value is not None}


class PasswordlessItemTests(unittest.TestCase):
    def test_a_passkey_keeps_everything_that_it_needs(self) -> None:
        [found], problems = passkeys([item()], RELYING_PARTY)
        self.assertEqual(problems, [])
        self.assertEqual(found.id, b"\x01\x02\x03")
        self.assertEqual((found.owner, found.handle), (Owner(SUB, None), SUB.encode()))
        self.assertEqual(found.public_key, bytes.fromhex("a5010203262001215820") + X + b"\x22\x58\x20" + Y)
        self.assertEqual((found.aaguid, found.sign_count, found.transports), (bytes(16), 7, ["internal"]))
        self.assertEqual((found.is_backup_eligible, found.is_backed_up, found.has_verified_user), (True, False, True))
        self.assertEqual((found.name, found.created_at, found.last_used_at), ("My phone", 1795327385, None))

    def test_an_rsa_key_has_its_shortest_form(self) -> None:
        for modulus in ({"B": MODULUS}, {"B": b"\0" + MODULUS}, {"S": base64url(MODULUS)}):
            [found], _ = passkeys([item(jwk={"M": RSA | {"n": modulus}})], RELYING_PARTY)
            self.assertEqual(found.public_key, bytes.fromhex("a401030339010020590100") + MODULUS
                             + bytes.fromhex("2143010001"))

    def test_the_handle_stays_and_names_the_user(self) -> None:
        for handle, owner in ((f"s|{SUB}", Owner(SUB, None)), ("u|ana", Owner(None, "ana")), (SUB, Owner(SUB, None))):
            [found], _ = passkeys([item(handle)], RELYING_PARTY)
            self.assertEqual((found.owner, found.handle), (owner, handle.encode()))

    def test_challenges_are_left_out(self) -> None:
        challenges = [{"pk": {"S": f"USER#{SUB}"}, "sk": {"S": "CHALLENGE#x"}, "exp": {"N": "1"}},
                      {"pk": {"S": "CHALLENGE#x"}, "sk": {"S": "USERNAMELESS_SIGN_IN"}, "exp": {"N": "1"}}]
        self.assertEqual(passkeys(challenges, RELYING_PARTY), ([], []))

    def test_attributes_that_may_be_missing_may_be_missing(self) -> None:
        [found], problems = passkeys([item(transports=None)], RELYING_PARTY)
        self.assertEqual((found.transports, problems), ([], []))
        [found], _ = passkeys([item(lastSignIn={"S": "2026-11-22T07:03:05+01:00"})], RELYING_PARTY)
        self.assertEqual(found.last_used_at, 1795327385)

    def test_an_item_that_cannot_be_right_is_named_without_its_values(self) -> None:
        short_rsa = RSA | {"n": {"B": MODULUS[:128]}}
        for changes, problem in (
            ({"sk": None}, "sk is missing or has another type"),
            ({"sk": {"S": "CREDENTIAL#AQIE"}}, "credentialId is not that of the key"),
            ({"sk": {"S": "CREDENTIAL#AQID="}}, "credentialId is not that of the key"),
            ({"credentialId": {"S": "AQID"}}, "credentialId is missing or has another type"),
            ({"pk": {"S": "USER#x"}}, "userId is not that of the key"),
            ({"handle": "somebody"}, "userId names no user"), ({"handle": "u|"}, "userId names no user"),
            ({"handle": f"s|{SUB.upper()}"}, "userId names no user"),
            ({"handle": "u|" + "a" * 63}, "userId is not that of the key"),
            ({"rpId": {"S": "other.example"}}, "rpId is another relying party"),
            ({"aaguid": {"B": bytes(15)}}, "aaguid is not 16 bytes"),
            ({"flagBackupEligibility": {"N": "0"}, "flagBackupState": {"N": "1"}},
             "flagBackupState says that a passkey is backed up that cannot be"),
            ({"flagUserVerified": {"N": "2"}}, "flagUserVerified is no whole number up to 1"),
            ({"signCount": {"N": "4294967296"}}, "signCount is no whole number up to 4294967295"),
            ({"signCount": {"N": "-1"}}, "signCount is no whole number up to 4294967295"),
            ({"jwk": {"M": EC | {"y": {"S": base64url(X)}}}}, "jwk is no point of P-256"),
            ({"jwk": {"M": EC | {"x": {"S": base64url(b"\0" + X)}}}}, "jwk is no point of P-256"),
            ({"jwk": {"M": EC | {"x": {"S": base64url(X) + "="}}}}, "jwk has no x"),
            ({"jwk": {"M": EC | {"alg": {"S": "RS256"}}}}, "jwk is neither ES256 nor RS256"),
            ({"jwk": {"M": EC | {"crv": {"S": "P-384"}}}}, "jwk is neither ES256 nor RS256"),
            ({"jwk": {"M": short_rsa}}, "jwk is no RSA key of 2048 to 8192 bits with the exponent 65537"),
            ({"jwk": {"M": RSA | {"e": {"B": b"\x01"}}}},
             "jwk is no RSA key of 2048 to 8192 bits with the exponent 65537"),
            ({"jwk": {"M": {}}}, "jwk.kty is missing or has another type"),
            ({"transports": {"L": [{"S": "a b"}]}}, "transports has an unknown form"),
            ({"createdAt": {"S": "yesterday"}}, "createdAt is no time"),
            ({"createdAt": {"S": "2026-11-22T06:03:05"}}, "createdAt has no time zone"),
            ({"friendlyName": None}, "friendlyName is missing or has another type"),
        ):
            with self.subTest(problem):
                self.assertEqual(passkeys([item(**changes)], RELYING_PARTY), ([], [f"item 1: {problem}"]))

    def test_a_credential_id_belongs_to_one_user(self) -> None:
        _, problems = passkeys([item(), item("u|ana")], RELYING_PARTY)
        self.assertEqual(problems, ["1 credential ids occur more than once"])
