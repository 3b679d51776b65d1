"""Checking a pool: everything open is named once, with what closes it, and nothing is changed."""

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
import trigger_functions  # noqa: E402

try:
    import moto
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise

REGION = "eu-west-1"
ARN = f"arn:aws:lambda:{REGION}:123456789012:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{trigger}" for trigger in trigger_functions.TRIGGERS}
OPTIONS = dict(zip(trigger_functions.TRIGGERS, (
    "--define", "--create", "--verify", "--pre-sign-up", "--pre-token-generation")))
ATTACH = "make attach"


def chosen(node: Any) -> Any:
    """A part of the template as it is where no condition holds."""
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

    def assert_open(self, *doors: str) -> None:
        code, lines = self.check()
        self.assertEqual(lines, [f"Open: {door}." for door in doors] + [f"{len(doors)} open in {self.pool}."])
        self.assertEqual(code, check_pool.OPEN)


    def test_what_the_template_makes_is_closed(self) -> None:
        code, lines = self.check()
        self.assertEqual((code, lines), (check_pool.CLOSED, [f"Nothing found open in {self.pool}."]))

    def test_every_other_flow_is_a_door(self) -> None:
        for flow in ("ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH",
                     "ALLOW_ADMIN_USER_PASSWORD_AUTH"):
            with self.subTest(flow):
                self.client_settings["ExplicitAuthFlows"] = ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", flow]
                code, lines = self.check()
                self.assertEqual((code, lines), (check_pool.OPEN, [
                    f"Open: app ({self.client}) allows {flow}. To close it: make attach with ARGS=--close-flows, "
                    "or take it from ExplicitAuthFlows.", f"1 open in {self.pool}."]))

    def test_each_setting_of_the_client_that_weakens_it_is_named(self) -> None:
        for change, what in (
            ({"PreventUserExistenceErrors": "LEGACY"}, "tells strangers which accounts exist"),
            ({"PreventUserExistenceErrors": None}, "tells strangers which accounts exist"),
            ({"AuthSessionValidity": 3}, "ends a sign-in after 3 minutes, before some mails arrive"),
            ({"EnableTokenRevocation": False}, "cannot revoke tokens: a stolen one lasts until it expires"),
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
                self.assertEqual((code, len(lines)), (check_pool.OPEN, 2), lines)
                self.assertTrue(lines[0].startswith(f"Open: app ({self.client}) {what}"), lines[0])
                self.assertIn(". To close it: ", lines[0])

    def test_each_setting_of_the_pool_that_opens_it_is_named(self) -> None:
        for change, what in (
            ({"UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": []}},
             "a changed email counts before it is proven"),
            ({"AutoVerifiedAttributes": ["phone_number"]}, "no code proves the email of a new account"),
            ({"AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "verified_email", "Priority": 1}]}},
             "users can set a password by a recovery message"),
            ({"MfaConfiguration": "OPTIONAL"}, "MFA is on, and Cognito asks for none"),
            ({"UsernameAttributes": ["email", "phone_number"]}, "a changed phone_number counts before it is proven"),
        ):
            with self.subTest(change):
                self.settings = closed()[0] | change
                code, lines = self.check()
                self.assertEqual((code, len(lines)), (check_pool.OPEN, 2), lines)
                self.assertTrue(lines[0].startswith(f"Open: {what}"), lines[0])

    def test_an_attribute_for_openid_subjects_is_immutable_and_guarded(self) -> None:
        name = "custom:oidc_subject"
        self.settings["Schema"] = [{"Name": "oidc_subject", "AttributeDataType": "String", "Mutable": True}]
        self.assert_open(
            f"users can change {name}, which says whom they are at the OpenID issuer. To close it: Cognito cannot "
            "make it immutable later: add another attribute with Mutable false, and name that in "
            "OIDC_SUBJECT_ATTRIBUTE")
        self.assertEqual(self.check("--subject-attribute", "custom:other")[0], check_pool.CLOSED)
        self.settings["Schema"][0]["Mutable"] = False
        self.assertEqual(self.check()[0], check_pool.CLOSED)
        self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != "PreSignUp"}
        self.functions = self.settings["LambdaConfig"]
        code, lines = self.check("--without-pre-sign-up")
        self.assertEqual((code, lines), (check_pool.OPEN, [
            f"Open: whoever signs up can set {name} at will: no function is attached to PreSignUp. To close it: "
            f"{ATTACH}.", f"1 open in {self.pool}."]))

    def test_a_missing_trigger_is_a_door(self) -> None:
        for trigger in FUNCTIONS:
            with self.subTest(trigger):
                self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != trigger}
                self.assert_open(f"no function is attached to {trigger}. To close it: {ATTACH}")

    def test_a_trigger_that_points_elsewhere_is_a_door_and_a_named_version_of_the_function_is_none(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        self.settings["LambdaConfig"][trigger] = f"{FUNCTIONS[trigger]}2"
        self.assert_open(f"{trigger} is {FUNCTIONS[trigger]}2, not {FUNCTIONS[trigger]}. "
                         f"To close it: {ATTACH} with ARGS=--replace")
        self.settings["LambdaConfig"][trigger] = f"{FUNCTIONS[trigger]}:live"
        self.assertEqual(self.check()[0], check_pool.CLOSED)

    def test_triggers_that_nobody_named_are_said_to_be_unchecked(self) -> None:
        self.functions = {}
        code, lines = self.check()
        self.assertEqual((code, lines), (check_pool.CLOSED, [
            *(f"Not checked: {trigger} is {function}: name the function that should be there (STACK=name)"
              for trigger, function in FUNCTIONS.items()), f"Nothing found open in {self.pool}."]))
        self.settings["LambdaConfig"] = {}
        self.assert_open(*(f"no function is attached to {trigger}. To close it: {ATTACH}"
                           for trigger in trigger_functions.TRIGGERS[:3]))

    def test_a_stack_without_the_guard_leaves_another_s_alone(self) -> None:
        self.functions = {trigger: function for trigger, function in FUNCTIONS.items()
                          if trigger != "PreTokenGeneration"}
        self.assertEqual(self.check(), (check_pool.CLOSED, [f"Nothing found open in {self.pool}."]))

    def test_every_other_client_counts(self) -> None:
        self.others = [
            {"ClientName": "web", "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
             "WriteAttributes": ["email"], "PreventUserExistenceErrors": "ENABLED"},
            {"ClientName": "old", "WriteAttributes": ["email"]},
            closed()[1] | {"ClientName": "tv", "AuthSessionValidity": 3},
        ]
        code, lines = self.check()
        self.assertEqual(code, check_pool.OPEN)
        web, old, _ = self.other_ids
        self.assertEqual({line.split(". To close it")[0] for line in lines[:-1]}, {
            f"Open: web ({web}) allows ALLOW_USER_PASSWORD_AUTH",
            f"Open: old ({old}) allows ALLOW_USER_SRP_AUTH",
            f"Open: old ({old}) tells strangers which accounts exist (PreventUserExistenceErrors is not ENABLED)",
        })

    def test_other_clients_that_may_not_be_listed_are_said_to_be_unchecked(self) -> None:
        refusal = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "ListUserPoolClients")
        with mock.patch.object(check_pool, "other_clients", side_effect=refusal):
            code, lines = self.check()
        self.assertEqual(code, check_pool.CLOSED)
        self.assertTrue(lines[0].startswith("Not checked: the pool's other app clients, each of which may be a way "
                                            "in: An error occurred (AccessDeniedException)"), lines)

    def test_what_cannot_be_read_is_no_pool_without_doors(self) -> None:
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
