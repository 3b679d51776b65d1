"""Reading and changing the table that holds users and their authenticators."""

from __future__ import annotations

from typing import Any
from unittest import mock

import botocore.client
from botocore.exceptions import ClientError

from aws_case import calls, failing
from authenticator_case import ANA, BEN, POOL, TABLE, AuthenticatorCase, everything, profile
from cognito_passkeys.users_table.changes import additions
from cognito_passkeys.users_table.items import users
from cognito_passkeys.users_table.keys import PASSKEY, PROFILE, ItemKey

CALL = "botocore.client.BaseClient._make_api_call"


class TableTests(AuthenticatorCase):
    def test_a_user_is_everything_with_that_id(self) -> None:
        self.store(*everything(ANA), *everything(BEN, b"\x09"))
        found = self.table.user(ANA, POOL)
        self.assertEqual(found, users(everything(ANA))[ANA])
        self.assertEqual([item["sk"]["S"] for item in found.authenticators], ["email#e1", "passkey#p1", "passkey#p2"])
        self.assertIsNone(self.table.user("nobody", POOL))
        self.assertIsNone(self.table.user(ANA, "eu-west-1_Other"))

    def test_a_transaction_makes_all_writes_or_none_and_never_replaces_an_item(self) -> None:
        ana, ben = users(everything(ANA))[ANA], users(everything(BEN, b"\x09"))[BEN]
        self.assertTrue(self.table.change(additions(ana, TABLE)))
        self.assertFalse(self.table.change(additions(ana, TABLE)))
        # Only one of the items is there already.
        self.store(ben.pointers[0])
        self.assertFalse(self.table.change(additions(ben, TABLE)))
        self.assert_stored(*everything(ANA), ben.pointers[0])

    def test_a_transaction_that_fails_otherwise_is_an_error(self) -> None:
        reasons = {"Error": {"Code": "TransactionCanceledException"}, "CancellationReasons": [
            {"Code": "None"}, {"Code": "ThrottlingError"}]}
        refused = self.table.api.exceptions.TransactionCanceledException(reasons, "TransactWriteItems")
        with failing("TransactWriteItems", refused), self.assertRaises(ClientError):
            self.table.change(additions(users([profile(ANA)])[ANA], TABLE))

    def test_each_transaction_has_a_token_so_that_it_is_made_once(self) -> None:
        sent = []
        self.table.api.meta.events.register(
            "before-call.dynamodb.TransactWriteItems", lambda params, **_: sent.append(params["body"]))
        self.table.change(additions(users([profile(ANA)])[ANA], TABLE))
        self.assertRegex(sent[0].decode() if isinstance(sent[0], bytes) else sent[0],
                         '"ClientRequestToken": ?"[0-9a-f-]{36}"')

    def test_only_the_items_that_there_are_are_found(self) -> None:
        self.store(profile("0001"))
        keys = [ItemKey(PROFILE, POOL, "0001"), ItemKey(PROFILE, POOL, "0002"), ItemKey(PASSKEY, POOL, "0001", "p")]
        self.assertEqual(self.table.existing(keys), {keys[0]: profile("0001")})
        self.assertEqual(self.table.existing([]), {})

    def test_what_dynamodb_had_no_time_for_is_asked_for_again(self) -> None:
        for number in range(3):
            self.store(profile(f"{number:04}"))
        call, asked = botocore.client.BaseClient._make_api_call, []

        def one_at_a_time(client: Any, operation: str, arguments: dict[str, Any]) -> Any:
            if operation != "BatchGetItem":
                return call(client, operation, arguments)
            keys = arguments["RequestItems"][TABLE]["Keys"]
            asked.append(len(keys))
            answer = call(client, operation, {"RequestItems": {TABLE: {"Keys": keys[:1], "ConsistentRead": True}}})
            return answer | {"UnprocessedKeys": {TABLE: {"Keys": keys[1:]}} if keys[1:] else {}}

        with mock.patch(CALL, one_at_a_time):
            found = self.table.existing(ItemKey(PROFILE, POOL, f"{number:04}") for number in range(3))
        self.assertEqual((len(found), asked), (3, [3, 2, 1]))

    def test_every_read_is_consistent(self) -> None:
        self.store(*everything(ANA))
        with calls() as made:
            self.table.items()
            self.table.user(ANA, POOL)
        self.assertEqual([(name, given.get("ConsistentRead") or given["RequestItems"][TABLE]["ConsistentRead"])
                          for name, given in made], [("Scan", True), ("Query", True), ("BatchGetItem", True)])
