"""Attaching to a pool that a tool deploys warns and says what to write there, and a failure says what is changed."""

from __future__ import annotations

import json
import re
import unittest
from typing import Any
from unittest import mock

import boto3
import botocore.client
from botocore.exceptions import ClientError

from attach_case import CLIENT, FUNCTIONS, POOL, REGION, AttachCase
from user_pool.owner import owner
from verb_run import run_verb
from verbs import attach, check_pool

STACK = {"aws:cloudformation:stack-name": "their-stack", "aws:cloudformation:logical-id": "Pool"}
AMPLIFY = STACK | {"amplify:deployment-type": "branch", "created-by": "amplify"}


class OwnerCase(AttachCase):
    def given(self, **settings: Any) -> None:
        """Makes the pool anew, with other settings."""
        self.pool = self.api.create_user_pool(**POOL | settings)["UserPool"]["Id"]
        self.client = self.api.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]

    def make_stack(self, name: str, **parameters: Any) -> None:
        template = {"Parameters": parameters, "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}
        boto3.client("cloudformation", region_name=REGION).create_stack(
            StackName=name, TemplateBody=json.dumps(template))


class OwnerTests(OwnerCase):
    def test_the_owner_is_named_before_anything_is_asked(self) -> None:
        self.make_stack("of-cdk", BootstrapVersion={"Type": "String", "Default": "21"})
        self.make_stack("of-others")
        for tags, wanted in (
                (AMPLIFY, "Amplify Gen 2 (stack their-stack)"),
                ({"aws:cloudformation:stack-name": "of-cdk"}, "AWS CDK (stack of-cdk)"),
                ({"aws:cloudformation:stack-name": "of-others"}, "CloudFormation (stack of-others)"),
                ({"aws:cloudformation:stack-name": "unreadable"}, "CloudFormation (stack unreadable)"),
                ({"ManagedBy": "Terraform"}, "Terraform"), ({"terraform": "true"}, "Terraform")):
            with self.subTest(wanted):
                self.given(UserPoolTags=tags)
                code, printed = self.run_attach(answer="n")
                self.assertEqual(code, attach.DECLINED)
                self.assertIn(f"Warning: {wanted} deploys this pool.", printed)
        self.given()
        self.assertNotIn("Warning", self.run_attach("--dry-run")[1])

    def test_the_stack_of_the_functions_is_no_other_owner(self) -> None:
        self.assertIsNone(owner({"UserPoolTags": STACK}, "their-stack", None))

    def test_no_request_names_a_tag_of_awss_own(self) -> None:
        self.given(UserPoolTags=STACK | {"team": "identity"})
        self.assertEqual(self.run_attach("--yes")[0], attach.DONE)
        self.assertEqual(dict(self.sent)["UpdateUserPool"]["UserPoolTags"], {"team": "identity"})

    def test_check_pool_says_who_has_put_the_triggers_back(self) -> None:
        self.given(UserPoolTags=AMPLIFY, LambdaConfig={})
        found = run_verb("check-pool", "--pool", self.pool, "--client", self.client)
        self.assertEqual(found.code, check_pool.PROBLEMS)
        self.assertIn("Problem: no function is attached to DefineAuthChallenge. Remedy: Amplify Gen 2 (stack "
                      "their-stack) deploys this pool, so write the triggers there (scripts/passkeys attach --print).", found.lines)


class PrintedTests(OwnerCase):
    def printed(self, **tags: str) -> str:
        """What --print says for a pool with these tags, once it is known to change nothing."""
        self.given(UserPoolTags=tags)
        code, printed = self.run_attach("--print")
        self.assertEqual((code, self.sent), (attach.DONE, []))
        self.assertTrue(printed.endswith("Nothing was changed.\n"))
        return printed

    def test_each_tool_gets_every_trigger_setting_and_permission_in_its_own_names(self) -> None:
        for tags, wanted in (
                (AMPLIFY, ("backend.auth.resources.cfnResources;",
                           'Override("LambdaConfig.VerifyAuthChallengeResponse", "',
                           'client.addPropertyOverride("ExplicitAuthFlows", ["ALLOW_USER_SRP_AUTH", '
                           '"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_CUSTOM_AUTH"]);')),
                ({"tool": "terraform"}, ("  verify_auth_challenge_response = ", "auth_session_validity = 10",
                                         "enable_token_revocation = true", 'resource "aws_lambda_permission"')),
                (STACK, ('"VerifyAuthChallengeResponse": "', '"AuthSessionValidity": 10', "AWS::Lambda::Permission"))):
            said = self.printed(**tags)
            for text in wanted:
                self.assertIn(text, said)
            code = said.split("\nFor ")[1]
            # Once in the pool's triggers, and once in the permissions.
            self.assertEqual([len(re.findall(f'"{re.escape(function)}"', code)) for function in FUNCTIONS.values()],
                             [2] * len(FUNCTIONS))
            self.assertEqual(said.count("\nFor "), 1)

    def test_without_an_owner_each_tool_is_printed(self) -> None:
        self.assertEqual(re.findall("^For (.*):$", self.printed(), re.MULTILINE),
                         ["Amplify Gen 2", "AWS CDK", "CloudFormation", "Terraform"])

    def test_a_second_person_with_the_code_in_place_gets_no_permission_again(self) -> None:
        self.run_attach("--yes")
        self.sent.clear()
        self.assertNotIn("aws_lambda_permission", self.run_attach("--print")[1])


class HalfWayTests(OwnerCase):
    def failing(self, operation: str) -> Any:
        call = botocore.client.BaseClient._make_api_call

        def fails(api: Any, name: str, parameters: dict[str, Any]) -> Any:
            if name == operation:
                raise ClientError({"Error": {"Code": "TooManyRequestsException", "Message": "Slow down."}}, name)
            return call(api, name, parameters)

        return mock.patch("botocore.client.BaseClient._make_api_call", fails)

    def test_a_failure_says_what_is_changed_and_the_next_run_does_the_rest(self) -> None:
        with self.failing("UpdateUserPoolClient"):
            code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn("Not done: An error occurred (TooManyRequestsException)", printed)
        changed = printed.split("Changed before that:\n")[1].splitlines()
        self.assertEqual(changed[:-1], [
            *(f"  the policy of {function}" for function in FUNCTIONS.values()),
            f"  the user pool {self.pool}, with its triggers", "Everything else is as it was. Remove the cause and run "
            "the same command again: it changes only what is missing."])
        self.sent.clear()
        self.assertEqual(self.run_attach("--yes")[0], attach.DONE)
        self.assertEqual([name for name, _ in self.sent], ["UpdateUserPoolClient"])

    def test_a_failure_at_the_first_step_has_changed_nothing(self) -> None:
        with self.failing("AddPermission"):
            code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn("\nNothing has been changed.\n", printed)
        self.assertEqual(self.sent, [])

    def test_mfa_settings_that_could_not_be_put_back_are_printed(self) -> None:
        mfa = {"MfaConfiguration": "OPTIONAL", "SoftwareTokenMfaConfiguration": {"Enabled": True}}
        self.api.set_user_pool_mfa_config(UserPoolId=self.pool, **mfa)
        before = attach.Pool(self.pool, self.client, REGION)
        read, done = attach.Pool.read, []

        def reads_other_settings(pool: attach.Pool) -> None:
            read(pool)
            pool.mfa = {"MfaConfiguration": "OFF"}

        with mock.patch.object(attach.Pool, "read", reads_other_settings), self.failing("SetUserPoolMfaConfig"):
            with self.assertRaises(ClientError):
                before.update(before.pool_now, before.client_now, done)
        self.assertEqual(len(done), 1)
        self.assertIn('"SoftwareTokenMfaConfiguration": {"Enabled": true}', done[0])


if __name__ == "__main__":
    unittest.main()
