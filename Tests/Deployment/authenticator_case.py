"""Users of a table of authenticators, and an AWS account to have them in, for tests."""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from typing import Any
from unittest import mock

from aws_case import REGION, AWSCase
from cognito_passkeys.users_table import cose_key
from cognito_passkeys.users_table.keys import EMAIL, OWNER, PASSKEY, PROFILE, Item, ItemKey, base64url, to_boto
from cognito_passkeys.users_table.table import AuthenticatorTable
from verb_run import run_verb

TABLE, RELYING_PARTY = "users", "example.org"
POOL = "eu-west-1_AbCdEf123"
ANA, BEN = "7f1f4c0e-51b2-7c6c-9a53-0b6a7d0e9f12", "86f1d4c0-51b2-7c6c-9a53-0b6a7d0e9f12"
# The generator of P-256 (SEC 2 section 2.4.2) is a point of the curve.
X = bytes.fromhex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
Y = bytes.fromhex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")


def binary(data: bytes) -> dict[str, str]:
    return {"B": base64.b64encode(data).decode()}


def profile(user: str, pool: str = POOL, **changes: Any) -> Item:
    return ItemKey(PROFILE, pool, user).in_table | {
        "tenantId": {"S": pool}, "userId": {"S": user}, "handle": binary(user.encode()),
        "hasHadPasskey": {"BOOL": True}, "version": {"N": "4"}, "lastAttempt": {"S": "a4"}, "locale": {"S": "de"},
        **changes}


def mailbox(user: str, pool: str = POOL, **changes: Any) -> Item:
    return ItemKey(EMAIL, pool, user, "e1").in_table | {
        "id": {"S": "e1"}, "createdAt": {"N": "1795327385"}, "lastVerifiedAt": {"N": "1795327385"},
        "addedInVersion": {"N": "1"}, "email": {"S": "ana@example.org"}, "enrolledBy": {"S": "a1"}, **changes}


def passkey(user: str, id: str = "p1", credential: bytes = b"\x01\x02\x03", pool: str = POOL, **changes: Any) -> Item:
    return ItemKey(PASSKEY, pool, user, id).in_table | {
        "id": {"S": id}, "createdAt": {"N": "1795327385"}, "lastVerifiedAt": {"N": "1795330985"},
        "addedInVersion": {"N": "3"}, "credentialId": binary(credential), "userHandle": binary(user.encode()),
        "relyingPartyId": {"S": "example.org"},
        "publicKey": binary(cose_key.p256(X, Y)), "aaguid": binary(bytes(16)),
        "transports": {"L": [{"S": "internal"}, {"S": "hybrid"}]}, "isBackupEligible": {"BOOL": True},
        "isBackedUp": {"BOOL": True}, "signCount": {"N": "7"}, "hasVerifiedUser": {"BOOL": True},
        "label": {"S": "My phone"}, **changes}


def pointer(user: str, id: str = "p1", credential: bytes = b"\x01\x02\x03", pool: str = POOL, **changes: Any) -> Item:
    return ItemKey(OWNER, pool, base64url(credential)).in_table | {
        "userId": {"S": user}, "authenticatorId": {"S": id}, "enrolledBy": {"S": "a3"}, **changes}


def everything(user: str, credential: bytes = b"\x01\x02\x03") -> list[Item]:
    """A user with a mailbox and two passkeys."""
    second = credential + b"\xff"
    return [profile(user), mailbox(user), passkey(user, credential=credential), pointer(user, credential=credential),
            passkey(user, "p2", second, addedInVersion={"N": "4"}, isBackedUp={"BOOL": False}),
            pointer(user, "p2", second)]


class AuthenticatorCase(AWSCase):
    """A deployment in an AWS account of moto's."""

    def setUp(self) -> None:
        super().setUp()
        self.make_table(TABLE)
        self.cognito = self.client("cognito-idp")
        self.pool, _ = self.make_pool()
        self.table = AuthenticatorTable(TABLE, REGION)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make_table(self, name: str) -> None:
        self.client("dynamodb").create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")])

    def store(self, *items: Item, table: str = TABLE) -> None:
        for item in items:
            self.table.api.put_item(TableName=table, Item=to_boto(item))

    def stack(self, **parameters: str) -> str:
        """The name of a new stack with the outputs that the tool reads, for the pool and the table of this test."""
        self.make_stack("sign-in", outputs={"UsersTableName": TABLE, "UserPoolId": self.pool}, **parameters)
        return "sign-in"

    def run_tool(self, words: str, pool: str = POOL,
                 answer: str | None = None) -> tuple[int, str, list[dict[str, Any]]]:
        """Runs the tool.

        :param answer: what the administrator types when asked; None if nothing may be asked.
        :returns: exit code, standard output with what is wrong, and the lines of the log.
        """
        if "--stack" not in words:
            words = f"--table {TABLE} --pool {pool} --relying-party {RELYING_PARTY} {words}"
        asked = mock.Mock(side_effect=AssertionError if answer is None else [answer])
        with mock.patch("builtins.input", asked):
            code, output, errors = run_verb("authenticators", "--region", REGION, *words.split())
        lines = errors.splitlines()
        log = [json.loads(line) for line in lines if line.startswith("{")]
        return code, output + "".join(line for line in lines if not line.startswith("{")), log

    def assert_stored(self, *items: Item) -> None:
        """Checks that the table has these items and no others."""
        order = [sorted(found, key=lambda item: (item["pk"]["S"], item["sk"]["S"]))
                 for found in (self.table.items(), items)]
        self.assertEqual(*order)
