"""Checking a pool: every problem is named once, with its remedy, and nothing is changed."""

from __future__ import annotations

import io
import os
import sys
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
from botocore.exceptions import ClientError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import check_pool  # noqa: E402
import sam_template  # noqa: E402
from function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER, TRIGGERS  # noqa: E402
from trigger_functions import OPTIONS  # noqa: E402

try:
    import moto
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise

REGION = "eu-west-1"
ARN = f"arn:aws:lambda:{REGION}:123456789012:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{trigger}" for trigger in TRIGGERS}
ATTACH = "make attach"


def chosen(node: Any) -> Any:
    """A part of the template as it is if no condition holds."""
    if isinstance(node, list):
        return [part for part in map(chosen, node) if part != {"Ref": "AWS::NoValue"}]
    if isinstance(node, dict):
        return chosen(node["Fn::If"][2]) if "Fn::If" in node else {name: chosen(part) for name, part in node.items()}
    return node


def closed() -> tuple[dict[str, Any], dict[str, Any]]:
    """Pool and client as the template makes them."""
    resources = sam_template.load()["Resources"]
    pool, client = (chosen(resources[name]["Properties"]) for name in ("UserPool", "UserPoolClient"))
    for unknown in ("UserPoolTier", "Schema"):
        pool.pop(unknown)
    client.pop("UserPoolId")
    return (pool | {"PoolName": "customers", "LambdaConfig": dict(FUNCTIONS)}, client | {"ClientName": "app"})


@unittest.skipUnless(moto, "moto is not installed")
class CheckPoolTests(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws()
        aws.start()
        self.addCleanup(aws.stop)
        self.api = boto3.client("cognito-idp", region_name=REGION)
        self.settings, self.client_settings = closed()
        self.others: list[dict[str, Any]] = []
        self.functions = FUNCTIONS

    def check(self, *words: str) -> tuple[int, list[str]]:
        """The exit code and the lines printed, for a pool made with the settings of this test."""
        self.pool = self.api.create_user_pool(**self.settings)["UserPool"]["Id"]
        made = [self.api.create_user_pool_client(UserPoolId=self.pool, **settings)["UserPoolClient"]["ClientId"]
                for settings in [self.client_settings, *self.others]]
        self.client, self.other_ids = made[0], made[1:]
        given = [word for trigger, function in self.functions.items() for word in (OPTIONS[trigger], function)]
        return self.run_check("--pool", self.pool, "--client", self.client, *given, *words)

    def run_check(self, *words: str) -> tuple[int, list[str]]:
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            code = check_pool.main(list(words))
        return code, printed.getvalue().splitlines()

    def assert_problem(self, problem: str, remedy: str) -> None:
        """Checks the pool and expects this one problem."""
        self.assertEqual(self.check(), (check_pool.PROBLEMS, [
            f"Problem: {problem}. Remedy: {remedy}.", f"1 problem found in {self.pool}."]))

    def assert_no_problems(self, *words: str) -> None:
        self.assertEqual(self.check(*words), (check_pool.NO_PROBLEMS, [f"No problems found in {self.pool}."]))

    def test_a_pool_from_the_template_has_no_problems(self) -> None:
        self.assert_no_problems()

    def test_every_other_flow_is_a_problem(self) -> None:
        for flow in ("ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH",
                     "ALLOW_ADMIN_USER_PASSWORD_AUTH"):
            with self.subTest(flow):
                self.client_settings["ExplicitAuthFlows"] = ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", flow]
                code, lines = self.check()
                self.assertEqual((code, lines), (check_pool.PROBLEMS, [
                    f"Problem: app ({self.client}) allows {flow}. Remedy: make attach with ARGS=--close-flows, "
                    "or remove it from ExplicitAuthFlows.", f"1 problem found in {self.pool}."]))

    def test_each_weak_setting_of_the_client_is_named(self) -> None:
        for change, what in (
            ({"PreventUserExistenceErrors": "LEGACY"}, "tells strangers which accounts exist"),
            ({"PreventUserExistenceErrors": None}, "tells strangers which accounts exist"),
            ({"AuthSessionValidity": 3}, "ends a sign-in after 3 minutes, before some emails arrive"),
            ({"EnableTokenRevocation": False}, "cannot revoke tokens: a stolen token works until it expires"),
            ({"WriteAttributes": None}, "names no WriteAttributes: its users can write every attribute"),
            ({"AllowedOAuthFlowsUserPoolClient": True, "AllowedOAuthFlows": ["code"]},
             "signs in through the hosted pages: code"),
            ({"ExplicitAuthFlows": ["ALLOW_REFRESH_TOKEN_AUTH"]},
             "does not allow ALLOW_CUSTOM_AUTH: the triggers never run for it"),
        ):
            with self.subTest(change):
                settings = closed()[1] | change
                self.client_settings = {name: value for name, value in settings.items() if value is not None}
                code, lines = self.check()
                self.assertEqual((code, len(lines)), (check_pool.PROBLEMS, 2), lines)
                self.assertTrue(lines[0].startswith(f"Problem: app ({self.client}) {what}"), lines[0])
                self.assertIn(". Remedy: ", lines[0])

    def test_each_weak_setting_of_the_pool_is_named(self) -> None:
        for change, what in (
            ({"UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": []}},
             "a changed email takes effect before it is proven"),
            ({"AutoVerifiedAttributes": ["phone_number"]}, "no code proves the email of a new account"),
            ({"AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "verified_email", "Priority": 1}]}},
             "users can set a password with a recovery message"),
            ({"MfaConfiguration": "OPTIONAL"}, "MFA is on, but Cognito asks for no second factor"),
            ({"UsernameAttributes": ["email", "phone_number"]},
             "a changed phone_number takes effect before it is proven"),
        ):
            with self.subTest(change):
                self.settings = closed()[0] | change
                code, lines = self.check()
                self.assertEqual((code, len(lines)), (check_pool.PROBLEMS, 2), lines)
                self.assertTrue(lines[0].startswith(f"Problem: {what}"), lines[0])

    def test_an_attribute_for_openid_subjects_is_immutable_and_guarded(self) -> None:
        name = "custom:oidc_subject"
        self.settings["Schema"] = [{"Name": "oidc_subject", "AttributeDataType": "String", "Mutable": True}]
        self.assert_problem(
            f"users can change {name}, which says who they are at the OpenID issuer",
            "Cognito cannot make it immutable later, so add another attribute with Mutable false and name it in "
            "OIDC_SUBJECT_ATTRIBUTE")
        self.assert_no_problems("--subject-attribute", "custom:other")
        self.settings["Schema"][0]["Mutable"] = False
        self.assert_no_problems()
        self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != "PreSignUp"}
        self.functions = self.settings["LambdaConfig"]
        code, lines = self.check("--without-pre-sign-up")
        self.assertEqual((code, lines), (check_pool.PROBLEMS, [
            f"Problem: anyone who signs up can set {name} freely: no function is attached to PreSignUp. Remedy: "
            f"{ATTACH}.", f"1 problem found in {self.pool}."]))

    def test_a_missing_trigger_is_a_problem(self) -> None:
        for trigger in FUNCTIONS:
            with self.subTest(trigger):
                self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != trigger}
                self.assert_problem(f"no function is attached to {trigger}", ATTACH)

    def test_another_function_in_a_trigger_is_a_problem_but_an_alias_of_the_same_is_not(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        self.settings["LambdaConfig"][trigger] = f"{FUNCTIONS[trigger]}2"
        self.assert_problem(f"{trigger} is {FUNCTIONS[trigger]}2, not {FUNCTIONS[trigger]}",
                            f"{ATTACH} with ARGS=--replace")
        self.settings["LambdaConfig"][trigger] = f"{FUNCTIONS[trigger]}:live"
        self.assert_no_problems()

    def test_triggers_without_an_expected_function_are_reported_as_unchecked(self) -> None:
        self.functions = {}
        code, lines = self.check()
        self.assertEqual((code, lines), (check_pool.NO_PROBLEMS, [
            *(f"Not checked: {trigger} is {function}: name the expected function (STACK=name)"
              for trigger, function in FUNCTIONS.items()), f"No problems found in {self.pool}."]))
        self.settings["LambdaConfig"] = {}
        self.assertEqual(self.check(), (check_pool.PROBLEMS, [
            *(f"Problem: no function is attached to {trigger}. Remedy: {ATTACH}." for trigger in CUSTOM_AUTH_TRIGGERS),
            f"3 problems found in {self.pool}."]))

    def test_a_stack_without_the_password_accepts_any_function_in_the_password_s_trigger(self) -> None:
        self.functions = {trigger: function for trigger, function in FUNCTIONS.items() if trigger != PASSWORD_TRIGGER}
        self.assert_no_problems()

    def test_every_other_client_is_checked_too(self) -> None:
        self.others = [
            {"ClientName": "web", "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
             "WriteAttributes": ["email"], "PreventUserExistenceErrors": "ENABLED"},
            {"ClientName": "old", "WriteAttributes": ["email"]},
            closed()[1] | {"ClientName": "tv", "AuthSessionValidity": 3},
        ]
        code, lines = self.check()
        self.assertEqual(code, check_pool.PROBLEMS)
        web, old, _ = self.other_ids
        self.assertEqual({line.split(". Remedy")[0] for line in lines[:-1]}, {
            f"Problem: web ({web}) allows ALLOW_USER_PASSWORD_AUTH",
            f"Problem: old ({old}) allows ALLOW_USER_SRP_AUTH",
            f"Problem: old ({old}) tells strangers which accounts exist (PreventUserExistenceErrors is not ENABLED)",
        })

    def test_other_clients_that_may_not_be_listed_are_reported_as_unchecked(self) -> None:
        refusal = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "ListUserPoolClients")
        with mock.patch.object(check_pool, "other_clients", side_effect=refusal):
            code, lines = self.check()
        self.assertEqual(code, check_pool.NO_PROBLEMS)
        self.assertTrue(lines[0].startswith("Not checked: the pool's other app clients, each of which may be a way "
                                            "in: An error occurred (AccessDeniedException)"), lines)

    def test_a_pool_that_cannot_be_read_is_not_reported_as_good(self) -> None:
        self.check()
        for pool, client in ((f"{REGION}_nothing00", self.client), (self.pool, "nothing")):
            with self.subTest(pool=pool, client=client):
                code, lines = self.run_check("--pool", pool, "--client", client)
                self.assertEqual(code, check_pool.UNREAD)
                self.assertIn("ResourceNotFoundException", lines[0])
        code, lines = self.run_check("--pool", self.pool, "--client", self.client, "--endpoint", "nothing")
        self.assertEqual((code, lines[0]), (check_pool.UNREAD, "Could not read: Invalid endpoint: nothing"))

    def test_real_credentials_never_go_to_this_machine(self) -> None:
        for endpoint, stays_here in (("http://localhost:1", True), ("http://127.0.0.1:1", True),
                                     ("https://cognito.example.com", False), (None, False)):
            with self.subTest(endpoint):
                credentials = check_pool.user_pools(REGION, endpoint)._request_signer._credentials
                self.assertEqual(credentials.access_key == "local", stays_here)

    def test_nothing_is_changed(self) -> None:
        called: list[str] = []
        make = boto3.client

        def watched(*names: Any, **options: Any) -> Any:
            made = make(*names, **options)
            made.meta.events.register("provide-client-params", lambda model, **_: called.append(model.name))
            return made

        with mock.patch("boto3.client", watched):
            self.check()
        self.assertEqual(set(called), {"DescribeUserPool", "DescribeUserPoolClient", "ListUserPoolClients"})


if __name__ == "__main__":
    unittest.main()
