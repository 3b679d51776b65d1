"""What cannot serve is refused before anything changes: another pool, another client, a stack that is not theirs or not
ready, and calls that AWS does not answer. Each refusal names its cause and its cure."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

from botocore.client import BaseClient

from attach_case import ARN, FUNCTIONS, AttachCase
from aws_case import ACCOUNT, REGION, ClientError, failing
from cognito_passkeys.signed_out import ABSENT, CURE
from cognito_passkeys.verbs import attach, check_pool

OTHER_POOL = f"{REGION}_Other0000"


def error(code: str, message: str = "no") -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}}, "operation")


class StackTests(AttachCase):
    def tried(self, verb: str, *words: str, stack: str = "passkeys") -> tuple[int, str]:
        given = ("--stack", stack, *(() if verb == "detach" else ("--client", self.app)))
        return self.run_noted(verb, "--pool", self.pool, *given, *words)

    def assert_refused(self, wanted: dict[str, int], *said: str, words: tuple[str, ...] = (), **more: Any) -> None:
        """Expects this exit code of each verb, these words, and no change."""
        for verb, code in wanted.items():
            with self.subTest(verb):
                found, text = self.tried(verb, *words, *(() if verb == "check-pool" else ("--yes",)), **more)
                self.assertEqual((found, self.sent), (code, []), text)
                for part in said:
                    self.assertIn(part, text)

    def assert_unfit(self, *said: str, attached: int = attach.REFUSED) -> None:
        self.assert_refused({"attach": attached, "check-pool": check_pool.PROBLEMS}, *said)

    def test_a_stack_for_another_pool_is_refused(self) -> None:
        self.make_stack_for(OTHER_POOL, ExistingUserPoolId=OTHER_POOL)
        self.assert_unfit(f"the stack serves the pool {OTHER_POOL}, so its functions cannot sign in users of {self.pool}. "
                          f"Remedy: deploy with ExistingUserPoolId={self.pool}")

    def test_a_client_that_the_stack_does_not_allow_is_refused(self) -> None:
        self.make_stack_for(self.pool, clients="first,second")
        self.assert_unfit(f"the stack allows only the app clients first,second, so its functions refuse every sign-in of "
                          f"{self.app}. Remedy: scripts/passkeys change AllowedClientIds=first,second,{self.app} ")

    def test_a_client_among_several_and_any_client_serve(self) -> None:
        for clients in ("*", f"first,{self.app}"):
            self.make_stack_for(self.pool, name=f"for-{len(clients)}", clients=clients)
            code, said = self.tried("attach", "--dry-run", stack=f"for-{len(clients)}")
            self.assertEqual((code, "Refused" in said), (attach.DONE, False), said)

    def test_every_reason_is_named_at_once(self) -> None:
        self.make_stack_for(OTHER_POOL, clients="first")
        self.given(LambdaConfig={"PreSignUp": f"{ARN}old"})
        code, said = self.tried("attach", "--yes")
        self.assertEqual((code, said.count("Refused: "), self.sent), (attach.REFUSED, 3, []))

    def test_a_stack_that_is_being_changed_is_waited_for(self) -> None:
        from moto.backends import get_backend

        self.make_stack_for(self.pool)
        [stack] = get_backend("cloudformation")[ACCOUNT][REGION].stacks.values()
        stack.status = "UPDATE_IN_PROGRESS"
        self.assert_refused({"attach": attach.REFUSED}, "Refused: the stack is UPDATE_IN_PROGRESS. Wait until that is done")
        self.assertIn("Not checked: the stack as it will be: it is UPDATE_IN_PROGRESS\n", self.tried("check-pool")[1])

    def test_a_stack_of_something_else_is_refused(self) -> None:
        self.make_stack("shop", outputs={"UserPoolId": self.pool})
        self.assert_refused({"attach": 1, "check-pool": 2}, "the stack shop has no output DefineAuthChallengeArn. It is no "
                            "stack of these functions, or it is not complete: its state is CREATE_COMPLETE", stack="shop")
        self.assertEqual(self.tried("detach", "--yes", stack="shop")[1], "Nothing to change.\n")

    def test_a_stack_that_does_not_exist_or_is_in_another_region_is_refused(self) -> None:
        self.assert_refused({"attach": 1, "check-pool": 2}, "nothing does not exist", ABSENT, stack="nothing")
        self.make_stack_for(self.pool)
        self.assert_refused({"attach": 1, "check-pool": 2, "detach": 1}, "does not exist", ABSENT,
                            words=("--region", "eu-central-1"))

    def test_a_pool_of_another_account_or_region_is_refused(self) -> None:
        self.make_stack_for(OTHER_POOL)
        self.pool = OTHER_POOL
        self.assert_refused({"attach": 1, "check-pool": 2, "detach": 1}, f"User pool {OTHER_POOL} does not exist.", ABSENT)
        self.pool = "us-east-1_Other0000"
        self.assert_refused({"check-pool": 2, "detach": 1}, f"User pool {self.pool} does not exist.", ABSENT)

    def test_a_client_of_another_pool_is_refused(self) -> None:
        self.make_stack_for(self.pool)
        _, self.app = self.make_pool()
        self.assert_refused({"attach": 1, "check-pool": 2}, "(ResourceNotFoundException)", self.app, ABSENT)

    def test_a_pool_without_a_client_is_misuse(self) -> None:
        for verb in ("attach", "check-pool"):
            code, said = self.run_noted(verb, "--pool", self.pool, "--stack", "passkeys")
            self.assertEqual((code, "the following arguments are required: --client" in said), (2, True))

    def test_credentials_that_are_missing_or_have_expired_are_asked_for(self) -> None:
        self.make_stack_for(self.pool)
        for operation in ("DescribeStacks", "DescribeUserPool", "GetParameter"):
            with failing(operation, error("ExpiredTokenException")):
                code, said = self.tried("detach" if operation == "GetParameter" else "attach", "--yes")
            self.assertEqual((code, self.sent), (1, []))
            self.assertIn(CURE, said)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        with mock.patch.dict(os.environ, kept | {"AWS_EC2_METADATA_DISABLED": "true"}, clear=True), \
                mock.patch("boto3.DEFAULT_SESSION", None):
            self.assert_refused({"attach": 1, "check-pool": 2, "detach": 1}, "Unable to locate credentials", CURE)

    def test_throttled_calls_end_with_what_is_done(self) -> None:
        self.make_stack_for(self.pool)
        with failing("UpdateUserPoolClient", error("TooManyRequestsException", "Too many requests")):
            code, said = self.tried("attach", "--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn(f"Done before that: PutParameter /cognito-passkeys/passkeys/{self.pool}; AddPermission "
                      f"{FUNCTIONS['DefineAuthChallenge']}; ", said)
        self.assertIn("Remove the cause and run the same command again: it changes only what is missing.\nNot done: An "
                      "error occurred (TooManyRequestsException)", said)


class PasskeyTests(AttachCase):
    """The users' table of an earlier stack may have passkeys that sign nobody in here."""

    def setUp(self) -> None:
        super().setUp()
        self.tables, self.stacks = self.client("dynamodb"), self.client("cloudformation")

    def make_table(self, name: str, pools: list[str], relying_party: str = "") -> None:
        keys = ({"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"})
        self.tables.create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST", KeySchema=keys,
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in ("pk", "sk")])
        for number, pool in enumerate(pools):
            self.tables.put_item(TableName=name, Item={
                "pk": {"S": f"user#{pool}#{number}"}, "sk": {"S": "profile"}, "email": {"S": "a@example.org"}})
        if relying_party:
            self.tables.put_item(TableName=name, Item={
                "pk": {"S": f"user#{self.pool}#0"}, "sk": {"S": "passkey#p1"}, "relyingPartyId": {"S": relying_party}})

    def said(self, name: str, **parameters: str) -> list[str]:
        """What both verbs say of the table, once they have said the same."""
        self.make_stack_for(self.pool, name, outputs={"UsersTableName": name}, **parameters)
        words = ("--pool", self.pool, "--client", self.app, "--stack", name)
        _, attached = self.run_noted("attach", *words, "--dry-run")
        _, checked = self.run_noted("check-pool", *words)
        found = [line.removeprefix("Problem: ").removesuffix(".") for line in checked.splitlines()
                 if name in line or line.startswith("Not checked: ")]
        for line in found:
            self.assertIn(line.replace("Not checked: ", "not checked: "), attached)
        self.assertEqual(attached.count("Warning: "), len(found))
        return found

    def test_a_table_with_passkeys_of_other_pools_alone_is_named(self) -> None:
        self.make_table("foreign", [OTHER_POOL] * 3)
        self.assertEqual(self.said("foreign"), [
            f"a sample of foreign shows passkeys of {OTHER_POOL} and none of {self.pool}: those sign nobody in here. "
            f"Remedy: deploy with ExistingUserPoolId={OTHER_POOL}, or with another ExistingUsersTable"])
        self.make_table("mixed", [OTHER_POOL, self.pool])
        self.make_table("empty", [])
        for name in ("mixed", "empty"):
            self.assertEqual(self.said(name), [])

    def test_a_table_with_passkeys_of_another_relying_party_is_named(self) -> None:
        self.make_table("kept", [], relying_party="old.example.org")
        self.assertEqual(self.said("kept", RelyingPartyId="new.example.org"), [
            "a sample of kept shows passkeys of the relying party old.example.org, and the stack's is new.example.org: "
            "devices do not offer them. Remedy: deploy with RelyingPartyId=old.example.org"])
        for stack in ({"RelyingPartyId": "old.example.org"}, {}):
            self.stacks.delete_stack(StackName="kept")
            self.assertEqual(self.said("kept", **stack), [])

    def test_what_may_not_be_read_is_not_checked(self) -> None:
        self.make_table("kept", [self.pool])
        with failing("Scan"):
            [line] = self.said("kept", RelyingPartyId="new.example.org")
        self.assertTrue(line.startswith("Not checked: whose passkeys the users' table has: An error"), line)

    def test_no_names_and_addresses_are_read(self) -> None:
        self.make_table("kept", [self.pool])
        call = "botocore.client.BaseClient._make_api_call"
        with mock.patch(call, autospec=True, side_effect=BaseClient._make_api_call) as made:
            self.said("kept")
        scans = [one.args[2] for one in made.call_args_list if one.args[1] == "Scan"]
        self.assertEqual(scans, [{"TableName": "kept", "Limit": 25, "ProjectionExpression": "pk, relyingPartyId"}] * 2)
