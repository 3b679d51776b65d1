"""Pools whose users sign in by an alias: attaching and checking demand a code that proves it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator
from unittest import mock

import boto3
import botocore.client
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from attach_case import CLIENT, FUNCTIONS, POOL, REGION, AttachCase
from user_pool.aliases import unproven_aliases
from user_pool.functions import OPTIONS, OUTPUTS, Deployment
from verb_run import run_verb
from verbs import attach, check_pool

OPEN = {"AdminCreateUserConfig": {"AllowAdminCreateUserOnly": False}}
REFUSED = ("Refused: nobody who signs up can sign in by {}: an alias counts only once it is proven, and PreSignUp "
           "confirms accounts before that (ConfirmSignUp is auto). Remedy: deploy with ConfirmSignUp=code, and run "
           "this again.")


class AliasCase(AttachCase):
    def given(self, *aliases: str, confirm: str | None = "auto", **more: Any) -> None:
        """A pool with these aliases, and a function PreSignUp that confirms accounts so."""
        settings = {**POOL, **OPEN, **more} | ({"AliasAttributes": [*aliases]} if aliases else {})
        self.pool = self.api.create_user_pool(**settings)["UserPool"]["Id"]
        self.client = self.api.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]
        variables = {"CONFIRM_SIGN_UP": confirm} if confirm else {}
        self.lambdas.update_function_configuration(
            FunctionName=FUNCTIONS["PreSignUp"], Environment={"Variables": variables})

    def named(self, *words: str) -> list[str]:
        """What check-pool says of aliases."""
        given = [word for trigger, function in FUNCTIONS.items() for word in (OPTIONS[trigger], function)]
        lines = run_verb("check-pool", "--pool", self.pool, "--client", self.client, *(words or given)).lines
        return [line for line in lines if " alias" in line]

    @contextmanager
    def unreadable(self, operation: str = "GetFunctionConfiguration") -> Iterator[None]:
        """The function's settings cannot be read."""
        call = botocore.client.BaseClient._make_api_call

        def failing(api: Any, name: str, parameters: dict[str, Any]) -> Any:
            if name == operation:
                raise ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, name)
            return call(api, name, parameters)

        with mock.patch("botocore.client.BaseClient._make_api_call", failing):
            yield

    @contextmanager
    def stack(self, confirm: str) -> Iterator[None]:
        """A stack that names the functions, and whose parameter says how accounts are confirmed."""
        cloudformation, make = boto3.client("cloudformation", region_name=REGION), boto3.client
        with Stubber(cloudformation) as stub, mock.patch("boto3.client", side_effect=lambda name, **options: (
                cloudformation if name == "cloudformation" else make(name, **options))):
            stub.add_response("describe_stacks", {"Stacks": [{
                "StackName": "passkeys", "CreationTime": "2026-01-01", "StackStatus": "CREATE_COMPLETE",
                "Parameters": [{"ParameterKey": "ConfirmSignUp", "ParameterValue": confirm}],
                "Outputs": [{"OutputKey": OUTPUTS[trigger], "OutputValue": function}
                            for trigger, function in FUNCTIONS.items()]}]})
            yield


class AliasTests(AliasCase):
    def test_attaching_is_refused_until_a_code_proves_the_alias(self) -> None:
        for aliases, names in ((["email"], "email"), (["phone_number"], "phone_number"),
                               (["preferred_username", "phone_number", "email"], "email or phone_number")):
            with self.subTest(aliases):
                self.given(*aliases)
                for words in ((), ("--yes",), ("--print",), ("--dry-run",), ("--replace", "--yes")):
                    code, printed = self.run_attach(*words)
                    self.assertEqual((code, self.sent), (attach.UNPROVEN, []))
                    self.assertIn(REFUSED.format(names), printed)
                self.given(*aliases, confirm="code")
                self.assertEqual(self.run_attach("--yes")[0], attach.DONE)
                self.sent.clear()

    def test_a_second_client_of_an_attached_pool_is_refused_as_well(self) -> None:
        self.given("email", LambdaConfig=dict(FUNCTIONS))
        self.client = self.api.create_user_pool_client(
            UserPoolId=self.pool, **CLIENT | {"ClientName": "second"})["UserPoolClient"]["ClientId"]
        self.assertEqual(self.run_attach("--yes")[0], attach.UNPROVEN)

    def test_other_pools_attach_with_either_setting(self) -> None:
        for more in ({}, {"UsernameAttributes": ["email"]}, {"AliasAttributes": ["preferred_username"]},
                     # Only administrators make accounts, which PreSignUp never confirms.
                     {"AliasAttributes": ["email"], **POOL}):
            with self.subTest(more):
                self.given(**more)
                self.assertEqual(self.run_attach("--dry-run")[0], attach.DONE)
                self.assertEqual(self.named(), [])

    def test_without_the_function_cognitos_own_code_is_left_in_place(self) -> None:
        self.given("email")
        self.assertEqual(self.run_attach("--dry-run", "--without-pre-sign-up")[0], attach.DONE)
        self.given("email", LambdaConfig={"PreSignUp": FUNCTIONS["PreSignUp"]})
        self.assertEqual(self.run_attach("--dry-run", "--without-pre-sign-up")[0], attach.UNPROVEN, "it stays attached")
        self.given("email", confirm=None)
        self.assertEqual(self.run_attach("--dry-run")[0], attach.DONE, "the function's default is code")

    def test_the_check_names_the_problem_and_its_remedy(self) -> None:
        self.given("email", AutoVerifiedAttributes=["email"])
        self.assertEqual(self.named(), [
            "Problem: nobody who signs up can sign in by email: an alias counts only once it is proven, and PreSignUp "
            "confirms accounts before that (ConfirmSignUp is auto). Remedy: deploy with ConfirmSignUp=code."])
        self.given("email", AutoVerifiedAttributes=["email"], confirm="code")
        self.assertEqual(self.named(), [])

    def test_an_alias_that_no_code_proves_is_a_problem_with_either_setting(self) -> None:
        self.given("email", "phone_number", AutoVerifiedAttributes=["email"], confirm="code")
        self.assertEqual(self.named(), [
            "Problem: nobody who signs up can sign in by phone_number: an alias counts only once it is proven, and no "
            "code proves this one (it is missing from AutoVerifiedAttributes). Remedy: add it there, or take no "
            "sign-ins by it."])

    def test_the_stack_tells_what_the_function_does_not(self) -> None:
        self.given("email", AutoVerifiedAttributes=["email"])
        for confirm, problems in (("auto", 1), ("code", 0)):
            with self.subTest(confirm), self.unreadable(), self.stack(confirm):
                self.assertEqual(len(self.named("--stack", "passkeys", "--region", REGION)), problems)

    def test_what_cannot_be_read_is_said(self) -> None:
        self.given("email", AutoVerifiedAttributes=["email"])
        unchecked = ("whether PreSignUp confirms accounts before a code has proven the alias email: its settings "
                     "cannot be read (ConfirmSignUp must be code)")
        with self.unreadable():
            self.assertEqual(self.named(), [f"Not checked: {unchecked}"])
            code, printed = self.run_attach("--dry-run")
        self.assertEqual(code, attach.DONE)
        self.assertIn(f"Warning: not checked: {unchecked}.", printed)

    def test_members_that_the_service_leaves_out_mean_none(self) -> None:
        self.assertEqual(unproven_aliases({}, None, Deployment({}, {}, {})), ([], []))


if __name__ == "__main__":
    import unittest
    unittest.main()
