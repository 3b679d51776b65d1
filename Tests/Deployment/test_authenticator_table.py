"""Reading and filling the table that holds users and their authenticators."""

from __future__ import annotations

import os
import sys
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
import botocore.client

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from authenticator_export import Export, decoded, encoded  # noqa: E402
from authenticator_import import plan  # noqa: E402
from authenticator_keys import PASSKEY, PROFILE, ItemKey  # noqa: E402
from authenticator_table import AuthenticatorTable  # noqa: E402

try:
    import moto
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise

REGION, POOL, TABLE = "eu-west-1", "eu-west-1_AbCdEf123", "users"


def profile(number: int, **attributes: Any) -> dict[str, Any]:
    return {"pk": {"S": f"user#{POOL}#{number:04}"}, "sk": {"S": "profile"}, "handle": {"B": "//79"}, **attributes}


@unittest.skipUnless(moto, "moto is not installed")
class TableTests(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws()
        aws.start()
        self.addCleanup(aws.stop)
        boto3.client("dynamodb", region_name=REGION).create_table(
            TableName=TABLE, BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")])
        self.table = AuthenticatorTable(TABLE, REGION)

    def test_an_import_of_an_export_into_an_empty_table_gives_the_same_export(self) -> None:
        items = [profile(number, transports={"SS": ["hybrid", "usb"]}, nested={"M": {"B": {"B": "AQ=="}}})
                 for number in range(250)]
        data = encoded(Export("example.org", POOL, items))
        for item in decoded(data).items:
            self.assertTrue(self.table.add(item))
        self.assertEqual(encoded(Export("example.org", POOL, self.table.items())), data)
        again = plan(decoded(data), self.table.existing(decoded(data).by_key()))
        self.assertEqual((again.added, again.present, again.conflicts), ([], 250, []))

    def test_an_item_is_never_replaced(self) -> None:
        self.assertTrue(self.table.add(profile(1)))
        self.assertTrue(self.table.add(profile(1)))
        self.assertFalse(self.table.add(profile(1, handle={"B": "AA=="})))
        self.assertFalse(self.table.add(profile(1, more={"S": "x"})))
        self.assertEqual(self.table.items(), [profile(1)])

    def test_only_the_items_that_there_are_are_found(self) -> None:
        self.table.add(profile(1))
        keys = [ItemKey(PROFILE, POOL, "0001"), ItemKey(PROFILE, POOL, "0002"), ItemKey(PASSKEY, POOL, "0001", "p")]
        self.assertEqual(self.table.existing(keys), {keys[0]: profile(1)})
        self.assertEqual(self.table.existing([]), {})

    def test_what_dynamodb_had_no_time_for_is_asked_for_again(self) -> None:
        for number in range(3):
            self.table.add(profile(number))
        call, asked = botocore.client.BaseClient._make_api_call, []

        def one_at_a_time(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            if operation != "BatchGetItem":
                return call(client, operation, arguments)
            keys = arguments["RequestItems"][TABLE]["Keys"]
            asked.append(len(keys))
            answer = call(client, operation, {"RequestItems": {TABLE: {"Keys": keys[:1], "ConsistentRead": True}}})
            return answer | {"UnprocessedKeys": {TABLE: {"Keys": keys[1:]}} if keys[1:] else {}}

        with mock.patch("botocore.client.BaseClient._make_api_call", one_at_a_time):
            found = self.table.existing(ItemKey(PROFILE, POOL, f"{number:04}") for number in range(3))
        self.assertEqual((len(found), asked), (3, [3, 2, 1]))

    def test_every_read_is_consistent(self) -> None:
        call, reads = botocore.client.BaseClient._make_api_call, []

        def noting(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            reads.append((operation, arguments.get("ConsistentRead")
                          or arguments["RequestItems"][TABLE]["ConsistentRead"]))
            return call(client, operation, arguments)

        with mock.patch("botocore.client.BaseClient._make_api_call", noting):
            self.table.items()
            self.table.existing([ItemKey(PROFILE, POOL, "0001")])
        self.assertEqual(reads, [("Scan", True), ("BatchGetItem", True)])


if __name__ == "__main__":
    unittest.main()
