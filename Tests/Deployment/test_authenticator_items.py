"""What users' items look like: as the Swift sources write them, and what an import refuses."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from authenticator_case import (
    ANA, BEN, POOL, X, Y, binary, everything, mailbox, passkey, pointer, profile)
from cognito_passkeys.users_table import cose_key
from cognito_passkeys.users_table.items import OPTIONAL, REQUIRED, problems, users
from cognito_passkeys.users_table.keys import EMAIL, OWNER, PASSKEY, PROFILE

ROOT = Path(__file__).resolve().parents[2]
STORAGE = ROOT / "Sources/Modules/Authenticator/AuthenticatorFunction/Storage"
TABLES = ROOT / "Sources/Modules/Shared/PasskeyServices/Tables"
TYPES = {"string": "S", "number": "N", "bytes": "B", "bool": "BOOL", "list": "L"}
WRITTEN = re.compile(r'"(\w+)": \.(\w+)\(|item\["(\w+)"\] = .*?\.(string|number|bytes|bool|list)\(')
READ = re.compile(r'item\["(\w+)"\]\?\.(string|number|bytes|bool|list)')
MAYBE_WRITTEN = re.compile(r'item\["(\w+)"\] = \S+\.map \{')


def swift(name: str, folder: Path = STORAGE) -> str:
    return (folder / name).read_text(encoding="utf-8")


def written(source: str) -> dict[str, str]:
    """DynamoDB's type of each attribute that a Swift source writes."""
    return {match[1] or match[3]: TYPES[match[2] or match[4]] for match in WRITTEN.finditer(source)}


class SwiftTests(unittest.TestCase):
    def test_a_profile_has_the_attributes_that_the_functions_write_and_read(self) -> None:
        source, own = swift("Items/ProfileItem.swift"), REQUIRED[PROFILE] | OPTIONAL[PROFILE]
        self.assertEqual(written(source), own)
        self.assertEqual({name: TYPES[kind] for name, kind in READ.findall(source)}, own)
        self.assertEqual(set(MAYBE_WRITTEN.findall(source)), set(OPTIONAL[PROFILE]))

    def test_authenticators_have_the_attributes_that_the_functions_write_and_read(self) -> None:
        source = swift("Items/AuthenticatorItem.swift") + swift("CredentialRecord+Item.swift", TABLES)
        own = REQUIRED[EMAIL] | OPTIONAL[EMAIL] | REQUIRED[PASSKEY] | OPTIONAL[PASSKEY]
        # A use writes this one into the item, and the addition of a passkey the other one, which no function reads.
        self.assertIn("lastUsedBy = :attempt", swift("UseUpdate.swift", TABLES))
        self.assertIn('item["relyingPartyId"] = .string(', swift("DynamoDBStorage+Authenticators.swift"))
        self.assertEqual(written(source) | {"lastUsedBy": "S", "relyingPartyId": "S"}, own)
        self.assertEqual(
            {name: TYPES[kind] for name, kind in READ.findall(source)} | {"relyingPartyId": "S"}, own)
        maybe = {*MAYBE_WRITTEN.findall(source), "lastUsedBy"}
        self.assertEqual(maybe, set(OPTIONAL[EMAIL]) | set(OPTIONAL[PASSKEY]))

    def test_a_pointer_has_the_attributes_that_the_functions_write(self) -> None:
        source = swift("DynamoDBStorage+Authenticators.swift")
        [first] = re.findall(r"var pointer: DynamoDBItem = \[(.*)\]", source)
        more = re.findall(r'pointer\["(\w+)"\] = \.(\w+)\(', source)
        self.assertEqual(written(first) | {name: TYPES[kind] for name, kind in more}, REQUIRED[OWNER] | OPTIONAL[OWNER])

    def test_keys_are_those_of_the_functions(self) -> None:
        source = swift("ItemKeys.swift", TABLES)
        for words in (r'"user#\(user.tenantID)#\(user.id)"', 'DynamoDBKey(pk(user), "profile")',
                      '(isPasskey ? "passkey#" : "email#") + id',
                      r'DynamoDBKey("credential#\(tenantID)#\(Base64URL.encode(id))", "owner")'):
            self.assertIn(words, source)
        self.assertEqual([(item["pk"]["S"], item["sk"]["S"]) for item in everything(ANA)[:4]], [
            (f"user#{POOL}#{ANA}", "profile"), (f"user#{POOL}#{ANA}", "email#e1"), (f"user#{POOL}#{ANA}", "passkey#p1"),
            (f"credential#{POOL}#AQID", "owner")])


class ProblemTests(unittest.TestCase):
    def found(self, *items: dict[str, object]) -> list[str]:
        return [problem for user in users(items).values() for problem in problems(user)]

    def test_what_the_functions_write_has_no_problems(self) -> None:
        self.assertEqual(self.found(*everything(ANA), *everything(BEN, b"\x09")), [])
        self.assertEqual(self.found(profile(ANA, hasHadPasskey={"BOOL": False}), mailbox(ANA)), [])

    def test_each_attribute_that_cannot_be_read_is_named_without_its_value(self) -> None:
        first, mail, key, own = profile(ANA), mailbox(ANA), passkey(ANA), pointer(ANA)
        for items, problem in (
            ([profile(ANA, handle={"S": "x"})], "profile: handle has another type"),
            ([profile(ANA, handle=binary(b""))], "profile: handle is not 1 to 64 bytes"),
            ([profile(ANA, handle=binary(bytes(65)))], "profile: handle is not 1 to 64 bytes"),
            ([profile(ANA, version={"N": "0"})], "profile: version is not positive"),
            ([profile(ANA, version={"N": "1.5"})], "profile: version is no whole number"),
            ([profile(ANA, version={"N": "01"})], "profile: version is no whole number"),
            ([profile(ANA, userId={"S": BEN})], "profile: tenantId and userId are not those of the key"),
            ([profile(ANA, tenantId={"S": "p"})], "profile: tenantId and userId are not those of the key"),
            ([profile(ANA, isAdmin={"BOOL": True})], "profile: isAdmin is unknown"),
            ([{name: value for name, value in first.items() if name != "hasHadPasskey"}],
             "profile: hasHadPasskey is missing"),
            ([first, mailbox(ANA, id={"S": "e2"})], "email#e1: id is not that of the key"),
            ([first, mailbox(ANA, signCount={"N": "0"})], "email#e1: signCount is unknown"),
            ([first, passkey(ANA, email={"S": "x"}), own], "passkey#p1: email is unknown"),
            ([first, passkey(ANA, credentialId=binary(b"")), own], "passkey#p1: credentialId is not 1 to 1023 bytes"),
            ([first, passkey(ANA, userHandle=binary(b"")), own], "passkey#p1: userHandle is not 1 to 64 bytes"),
            ([first, passkey(ANA, aaguid=binary(bytes(15))), own], "passkey#p1: aaguid is not 16 bytes"),
            ([first, passkey(ANA, publicKey=binary(b"\xa0")), own],
             "passkey#p1: publicKey is no key that the functions can read"),
            ([first, passkey(ANA, transports={"L": [{"N": "1"}]}), own], "passkey#p1: transports are not texts"),
            ([first, passkey(ANA, isBackupEligible={"BOOL": False}), own],
             "passkey#p1: isBackedUp says that a passkey is backed up that cannot be"),
            ([first, passkey(ANA, signCount={"N": str(2**32)}), own], "passkey#p1: signCount is not below 2^32"),
            ([first, key, pointer(ANA, authenticatorId={"N": "1"})], "owner: authenticatorId has another type"),
            ([mail], "there is no profile"),
            ([first, key], "passkey p1 has no pointer"),
            ([first, own], "the pointer of AQID leads to no passkey"),
            ([profile(ANA, version={"N": "2"}), key, own], "addedInVersion is not one of the profile's versions"),
            ([first, passkey(ANA, addedInVersion={"N": "0"}), own],
             "addedInVersion is not one of the profile's versions"),
            ([profile(ANA, hasHadPasskey={"BOOL": False}), key, own],
             "there are passkeys, and hasHadPasskey is false"),
        ):
            with self.subTest(problem):
                self.assertEqual(self.found(*items)[:1], [problem])
                self.assertNotIn("ana@", problem)

    def test_passkeys_and_pointers_belong_together(self) -> None:
        twice = passkey(ANA, "p2", addedInVersion={"N": "4"})
        self.assertIn("two passkeys have one credential id",
                      self.found(profile(ANA), passkey(ANA), twice, pointer(ANA)))
        other = [profile(ANA), passkey(ANA), pointer(ANA, "p9")]
        self.assertEqual(self.found(*other), ["passkey p1 has no pointer", "the pointer of AQID leads to no passkey"])
        # The pointer leads to somebody else.
        self.assertEqual(self.found(profile(ANA), passkey(ANA), pointer(BEN)),
                         ["passkey p1 has no pointer", "there is no profile"])

    def test_a_user_fits_into_one_transaction(self) -> None:
        many = [item for number in range(50) for item in (
            passkey(ANA, f"p{number}", bytes([number])), pointer(ANA, f"p{number}", bytes([number])))]
        self.assertEqual(self.found(profile(ANA), *many), ["there are more than 100 items"])
        self.assertEqual(self.found(profile(ANA), *many[:-2]), [])


class KeyTests(unittest.TestCase):
    # The generator of P-384 (SEC 2 section 2.5.1).
    P384 = (bytes.fromhex("aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a38"
                          "5502f25dbf55296c3a545e3872760ab7"),
            bytes.fromhex("3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c0"
                          "0a60b1ce1d7e819d7a431d7c90ea0e5f"))
    RSA = b"\x80" + b"\x01" * 255

    def es384(self, x: bytes, y: bytes) -> bytes:
        return bytes.fromhex("a501020338222002215830") + x + b"\x22\x58\x30" + y

    def test_keys_of_every_algorithm_are_taken(self) -> None:
        for key in (cose_key.p256(X, Y), self.es384(*self.P384), bytes.fromhex("a4010103272006215820") + X,
                    cose_key.rsa(self.RSA, b"\x01\x00\x01"), cose_key.rsa(self.RSA, b"\x01\x00\x00\x01")):
            self.assertTrue(cose_key.is_valid(key), key.hex())

    def test_no_other_key_is_taken(self) -> None:
        good = cose_key.p256(X, Y)
        for key in (b"", good[:-1], good + b"\0", cose_key.p256(Y, X), self.es384(*reversed(self.P384)),
                    good.replace(b"\x03\x26", b"\x03\x27"), good.replace(b"\x20\x01\x21", b"\x20\x02\x21"),
                    # The order of the members is another one.
                    b"\xa5\x03\x26\x01\x02" + good[5:], bytes.fromhex("a4010103272006215820") + X[:-1],
                    cose_key.rsa(self.RSA, b"\x03"), cose_key.rsa(self.RSA, b"\x01\x00\x00"),
                    cose_key.rsa(b"\0" + self.RSA, b"\x01\x00\x01"),
                    cose_key.rsa(self.RSA[:-1] + b"\x02", b"\x01\x00\x01"),
                    cose_key.rsa(b"\x40" + self.RSA[1:], b"\x01\x00\x01"), cose_key.rsa(self.RSA * 5, b"\x01\x00\x01")):
            self.assertFalse(cose_key.is_valid(key), key.hex())
