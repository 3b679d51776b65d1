"""The file that holds users and their authenticators."""

from __future__ import annotations

import os
import stat
import tempfile
import unittest
from pathlib import Path

from authenticator_case import ANA, BEN, POOL, RELYING_PARTY
from cognito_passkeys.users_table import files
from cognito_passkeys.users_table.files import Export, decoded, encoded
from cognito_passkeys.users_table.keys import EMAIL, OWNER, PASSKEY, PROFILE, ItemKey, from_boto, item_key, to_boto


def item(partition: str, sort: str, **attributes: object) -> dict[str, object]:
    return {"pk": {"S": partition}, "sk": {"S": sort}, **attributes}


ITEMS = [
    item(f"user#{POOL}#{BEN}", "profile", handle={"B": "AAEC"}),
    item(f"user#{POOL}#{ANA}", "profile", handle={"B": "//79"}, name={"S": "Zoë \u2028 鍵"}),
    item(f"user#{POOL}#{ANA}", "passkey#p1", transports={"SS": ["hybrid", "internal"]}, count={"N": "0"},
         nested={"M": {"M": {"L": [{"B": "AQ=="}, {"NULL": True}, {"BOOL": False}]}}}),
    item(f"user#{POOL}#{ANA}", "email#e1", address={"S": "ana@example.org"}),
    item(f"credential#{POOL}#AQID", "owner", user={"S": ANA}),
]
EXPORT = Export(RELYING_PARTY, POOL, ITEMS)


class KeyTests(unittest.TestCase):
    def test_keys_say_what_an_item_is(self) -> None:
        for partition, sort, key in (
            (f"user#{POOL}#{ANA}", "profile", ItemKey(PROFILE, POOL, ANA)),
            (f"user#{POOL}#{ANA}", "email#e1", ItemKey(EMAIL, POOL, ANA, "e1")),
            (f"user#{POOL}#a#b", "passkey#p#1", ItemKey(PASSKEY, POOL, "a#b", "p#1")),
            (f"credential#{POOL}#AQID", "owner", ItemKey(OWNER, POOL, "AQID")),
        ):
            self.assertEqual(item_key(partition, sort), key)
            self.assertEqual((key.partition, key.sort), (partition, sort))

    def test_no_other_key_is_taken(self) -> None:
        for partition, sort in (
            ("", ""), (f"user#{POOL}", "profile"), (f"user#{POOL}#", "profile"), (f"user##{ANA}", "profile"),
            (f"user#{POOL}#{ANA}", "owner"), (f"user#{POOL}#{ANA}", "email"), (f"user#{POOL}#{ANA}", "passkey"),
            (f"user#{POOL}#{ANA}", "passkey#"),
            (f"user#{POOL}#{ANA}", "profile#1"), (f"user#{POOL}#{ANA}", "challenge"), (f"code#{POOL}#x", "profile"),
            (f"credential#{POOL}#AQID", "profile"), (f"credential#{POOL}#AQI=", "owner"),
            (f"credential#{POOL}#AQJ+", "owner"), (f"credential#{POOL}#AR", "owner"),
        ):
            with self.assertRaisesRegex(ValueError, "unknown key"):
                item_key(partition, sort)


class FormatTests(unittest.TestCase):
    def test_a_round_trip_gives_the_same_bytes_whatever_the_order(self) -> None:
        data = encoded(EXPORT)
        self.assertEqual(encoded(decoded(data)), data)
        self.assertEqual(encoded(EXPORT._replace(items=ITEMS[::-1])), data)
        self.assertEqual(encoded(EXPORT._replace(items=[dict(reversed(entry.items())) for entry in ITEMS])), data)
        self.assertEqual([entry["sk"]["S"] for entry in decoded(data).items],
                         ["owner", "email#e1", "passkey#p1", "profile", "profile"])

    def test_the_first_line_names_format_relying_party_and_pool(self) -> None:
        self.assertEqual(encoded(Export(RELYING_PARTY, POOL, [])), (
            '{"format":"cognito-passkeys authenticators","relyingPartyId":"example.org",'
            f'"userPool":"{POOL}","version":1}}\n').encode())

    def test_what_boto3_reads_comes_back_as_it_was(self) -> None:
        for entry in ITEMS:
            self.assertEqual(from_boto(to_boto(entry)), entry)
        read = {"B": {"B": b"\xff\xfe"}, "SS": {"SS": ["b", "a"]}, "M": {"M": {"B": {"BS": [b"b", b"a"]}}},
                "L": {"L": [{"NS": ["2", "1"]}, {"S": "x"}]}}
        self.assertEqual(from_boto(read), {
            "B": {"B": "//4="}, "SS": {"SS": ["a", "b"]}, "M": {"M": {"B": {"BS": ["YQ==", "Yg=="]}}},
            "L": {"L": [{"NS": ["1", "2"]}, {"S": "x"}]}})

    def test_two_items_with_one_key_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "two items have the same key"):
            encoded(EXPORT._replace(items=[*ITEMS, ITEMS[0] | {"handle": {"B": "AA=="}}]))

    def test_a_file_that_an_export_did_not_write_is_refused(self) -> None:
        data = encoded(EXPORT)
        lines = data.splitlines(keepends=True)
        other = "not in the form that an export has"
        for changed, problem in (
            (b"", "no export"), (b"[]\n", "no export"), (b"{}\n", "no export"), (b"\xff\n", "not UTF-8"),
            (b"{\n", "not UTF-8"), (b"[" * 100_000 + b"\n", "not UTF-8"),
            (data.replace(b'"version":1', b'"version":2'), "format version other than 1"),
            (data.replace(b'"version":1', b'"version":true'), "format version other than 1"),
            (data.replace(b'"version":1', b'"version":1.0'), other),
            (data.replace(b'"example.org"', b'""', 1), "no relying party"),
            (data.replace(f'"{POOL}"'.encode(), b"1", 1), "no user pool"),
            (data[:-1], other), (data + b"\n", "not UTF-8"), (b"".join(lines[:1] + lines[:0:-1]), other),
            (data.replace(b'"count":', b'"count": '), other), (data.replace(b"\n", b"\r\n"), other),
            (data.replace(b'{"N":"0"}', b'{"N":"0","N":"0"}'), other), (lines[0] + lines[1] * 2, "same key"),
            (data.replace(b'{"N":"0"}', b'{"N":0}'), "line 4 is no item"),
            (data.replace(b'{"N":"0"}', b'{"X":"0"}'), "line 4 is no item"),
            (data.replace(b'["hybrid","internal"]', b'["internal","hybrid"]'), "line 4 is no item"),
            (data.replace(b'["hybrid","internal"]', b"[]"), "line 4 is no item"),
            (data.replace(b'"AQ=="', b'"AQ"'), "line 4 is no item"),
            (data.replace(b'"AQ=="', b'"AR=="'), "line 4 is no item"),
            (data.replace(b'"owner"', b'"code"', 1), "line 2: unknown key"), (lines[0] + b"{}\n", "line 2: an item"),
        ):
            with self.subTest(problem), self.assertRaisesRegex(ValueError, problem):
                decoded(changed)

    def test_the_file_is_new_and_only_its_owners(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "authenticators.jsonl"
            before = os.umask(0)
            try:
                files.write(path, b"first")
            finally:
                os.umask(before)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
            with self.assertRaises(FileExistsError):
                files.write(path, b"second")
            self.assertEqual(path.read_bytes(), b"first")
            link = Path(folder) / "link"
            link.symlink_to(Path(folder) / "elsewhere")
            with self.assertRaises(FileExistsError):
                files.write(link, b"second")
