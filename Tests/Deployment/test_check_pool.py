"""Checking a pool: every problem is named once, with its remedy, and nothing is changed."""

from __future__ import annotations

import json
import unittest
from contextlib import contextmanager
from typing import Any, Iterator
from unittest import mock

import boto3
import botocore.client
from botocore.exceptions import ClientError, EndpointConnectionError
from botocore.stub import Stubber

from template import sam_template
from function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER, TRIGGERS
from template.intrinsics import defaults, evaluate
from optional_moto import moto
from user_pool import members
from user_pool.bypasses import pool_bypasses
from user_pool.functions import OPTIONS, OUTPUTS
from verb_run import run_verb
from verbs import check_pool

REGION = "eu-west-1"
ARN = f"arn:aws:lambda:{REGION}:123456789012:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{trigger}" for trigger in TRIGGERS}
ATTACH = "scripts/passkeys attach"
SAFE = {"AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "admin_only", "Priority": 1}]}}


def closed() -> tuple[dict[str, Any], dict[str, Any]]:
    """Pool and client as the template makes them by default."""
    template = sam_template.load()
    pool, client = (evaluate(template["Resources"][name]["Properties"], defaults(template), template["Conditions"])
                    for name in ("UserPool", "UserPoolClient"))
    for unknown in ("UserPoolTier", "Schema"):
        pool.pop(unknown)
    client.pop("UserPoolId")
    # The functions include the password's, and this is the policy that the template sets with it.
    strict = {"MinimumLength": 12, "RequireLowercase": True, "RequireUppercase": True, "RequireNumbers": True,
              "RequireSymbols": True}
    own = {"PoolName": "customers", "LambdaConfig": dict(FUNCTIONS), "Policies": {"PasswordPolicy": strict}}
    return (pool | own, client | {"ClientName": "app"})


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
        self.subject = ("--subject-attribute", "custom:oidc_subject")

    @property
    def notes(self) -> list[str]:
        """The lines that stand at the end whatever was found."""
        return [f"The pool's tokens name the issuer https://cognito-idp.{REGION}.amazonaws.com/{self.pool} (ORIGINAL).",
                check_pool.KNOWN]

    def check(self, *words: str) -> tuple[int, list[str]]:
        """The exit code and the lines printed, for a pool made with the settings of this test."""
        self.pool = self.api.create_user_pool(**self.settings)["UserPool"]["Id"]
        made = [self.api.create_user_pool_client(UserPoolId=self.pool, **settings)["UserPoolClient"]["ClientId"]
                for settings in [self.client_settings, *self.others]]
        self.client, self.other_ids = made[0], made[1:]
        given = [word for trigger, function in self.functions.items() for word in (OPTIONS[trigger], function)]
        return self.run_check("--pool", self.pool, "--client", self.client, *given, *self.subject, *words)

    def run_check(self, *words: str) -> tuple[int, list[str]]:
        found = run_verb("check-pool", *words)
        return found.code, found.lines

    def assert_problem(self, problem: str, remedy: str, *words: str) -> None:
        """Checks the pool and expects this one problem."""
        self.assertEqual(self.check(*words), (check_pool.PROBLEMS, [
            f"Problem: {problem}. Remedy: {remedy}.", *self.notes, f"1 problem found in {self.pool}."]))

    def assert_no_problems(self, *words: str) -> None:
        self.assertEqual(self.check(*words), (check_pool.NO_PROBLEMS, [
            *self.notes, f"No problems found in {self.pool}."]))

    def assert_unchecked(self, found: tuple[int, list[str]], *beginnings: str) -> None:
        """Expects no problem, and exactly these things that could not be checked."""
        code, lines = found
        self.assertEqual(code, check_pool.UNCHECKED, lines)
        self.assertEqual(len(lines), len(beginnings) + 3, lines)
        for line, beginning in zip(lines, beginnings):
            self.assertTrue(line.startswith(f"Not checked: {beginning}"), line)
        self.assertEqual(lines[-1], f"No problems found in {self.pool}, but not everything could be checked.")

    @contextmanager
    def stack(self, **outputs: str) -> Iterator[None]:
        """Lets the script read a stack with these outputs, besides those that name the functions."""
        named = {OUTPUTS[trigger]: function for trigger, function in self.functions.items()} | outputs
        self.functions, self.subject = {}, ()
        cloudformation = boto3.client("cloudformation", region_name=REGION)
        make = boto3.client
        with Stubber(cloudformation) as stub, mock.patch("boto3.client", side_effect=lambda name, **options: (
                cloudformation if name == "cloudformation" else make(name, **options))):
            stub.add_response("describe_stacks", {"Stacks": [{
                "StackName": "passkeys", "CreationTime": "2026-01-01", "StackStatus": "CREATE_COMPLETE",
                "Outputs": [{"OutputKey": key, "OutputValue": value} for key, value in named.items()]}]})
            yield

    def answers(self, operation: str, failure: Exception, client: str | None = None) -> Any:
        """Lets an operation fail, for one client or for all."""
        call = botocore.client.BaseClient._make_api_call

        def failing(api: Any, name: str, parameters: dict[str, Any]) -> Any:
            if name == operation and client in (None, parameters.get("ClientId")):
                raise failure
            return call(api, name, parameters)

        return mock.patch("botocore.client.BaseClient._make_api_call", failing)

    def test_a_pool_from_the_template_has_no_problems(self) -> None:
        self.assert_no_problems()

    def test_every_other_flow_is_a_problem(self) -> None:
        for flow in ("ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH",
                     "ALLOW_ADMIN_USER_PASSWORD_AUTH"):
            with self.subTest(flow):
                self.client_settings["ExplicitAuthFlows"] = ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", flow]
                code, lines = self.check()
                self.assertEqual((code, lines), (check_pool.PROBLEMS, [
                    f"Problem: app ({self.client}) allows {flow}. Remedy: {ATTACH} --close-flows, "
                    "or remove it from ExplicitAuthFlows.", *self.notes, f"1 problem found in {self.pool}."]))

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
                self.assertEqual((code, len(lines)), (check_pool.PROBLEMS, 4), lines)
                self.assertTrue(lines[0].startswith(f"Problem: app ({self.client}) {what}"), lines[0])
                self.assertIn(". Remedy: ", lines[0])

    def test_each_weak_setting_of_the_pool_is_named(self) -> None:
        for change, what in (
            ({"UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": []}},
             "a changed email takes effect before it is proven"),
            ({"AutoVerifiedAttributes": ["phone_number"]}, "no code proves the email of a new account"),
            ({"AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "verified_email", "Priority": 1}]}},
             "users can set a password with a recovery message"),
            ({"MfaConfiguration": "OPTIONAL"}, "MFA is on: Cognito asks for no second factor"),
            ({"UsernameAttributes": ["email", "phone_number"]},
             "a changed phone_number takes effect before it is proven"),
        ):
            with self.subTest(change):
                self.settings = closed()[0] | change
                code, lines = self.check()
                self.assertEqual((code, len(lines)), (check_pool.PROBLEMS, 4), lines)
                self.assertTrue(lines[0].startswith(f"Problem: {what}"), lines[0])

    def test_registration_of_clients_is_a_problem_while_it_is_on(self) -> None:
        for registration, who in (
            ({"OpenDcrEnabled": True}, "anyone"),
            ({"EnableStatus": "Enabled", "OpenDcrEnabled": True}, "anyone"),
            ({"EnableStatus": "Enabled"}, "whoever has an initial access token"), ({}, "whoever has an initial"),
        ):
            with self.subTest(registration):
                [problem] = [finding.problem for finding in pool_bypasses({**SAFE, "DcrConfiguration": registration})]
                self.assertTrue(problem.startswith(f"{who} "), problem)
        for registration in ({"EnableStatus": "Disabled", "OpenDcrEnabled": True}, None):
            self.assertEqual(pool_bypasses({**SAFE, "DcrConfiguration": registration}), [])

    def test_a_pool_that_remembers_devices_is_named(self) -> None:
        self.settings["DeviceConfiguration"] = {"ChallengeRequiredOnNewDevice": True}
        code, lines = self.check()
        self.assertEqual(code, check_pool.NO_PROBLEMS)
        self.assertTrue(lines[0].startswith("The pool remembers devices: Cognito gives one only to a sign-in that began "
                                            "with SRP."), lines)

    def test_members_that_the_installed_sdk_drops_are_named(self) -> None:
        shape = self.api.meta.service_model.operation_model("DescribeUserPool").output_shape
        answer = {"UserPool": {"Id": "x", "Surprise": 1, "Policies": {"PasswordPolicy": {"MinimumLength": 8, "New": 2}},
                               "SchemaAttributes": [{"Name": "email", "Later": True}], "UserPoolTags": {"a": "b"}}}
        self.assertEqual(members.unknown(shape, answer), [
            "UserPool.Surprise", "UserPool.Policies.PasswordPolicy.New", "UserPool.SchemaAttributes.Later"])

        def surprised(unread: members.Unread, operation_model: Any, response_dict: dict[str, Any], **more: Any) -> None:
            """Adds a member to each answer of the service before it is read."""
            answer = json.loads(response_dict["body"])
            next(iter(answer.values()))["Surprise"] = 1
            note(unread, operation_model, {**response_dict, "body": json.dumps(answer)}, **more)

        note = members.Unread.note
        with mock.patch.object(members.Unread, "note", surprised):
            self.assert_unchecked(self.check(), "UserPool.Surprise, which", "UserPoolClient.Surprise, which")

    def test_an_attribute_for_openid_subjects_is_immutable_and_guarded(self) -> None:
        name = "custom:oidc_subject"
        self.settings["Schema"] = [{"Name": "oidc_subject", "AttributeDataType": "String", "Mutable": True}]
        self.assert_problem(
            f"users can change {name}, which says who they are at the OpenID issuer",
            "Cognito cannot make it immutable later, so add another attribute with Mutable false and name it in "
            "OIDC_SUBJECT_ATTRIBUTE")
        self.subject = ("--subject-attribute", "custom:other")
        self.assert_no_problems()
        self.subject = ("--subject-attribute", name)
        self.settings["Schema"][0]["Mutable"] = False
        self.assert_no_problems()
        self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != "PreSignUp"}
        self.functions = self.settings["LambdaConfig"]
        code, lines = self.check("--without-pre-sign-up")
        self.assertEqual((code, lines), (check_pool.PROBLEMS, [
            f"Problem: anyone who signs up can set {name} freely: no function is attached to PreSignUp. Remedy: "
            f"{ATTACH}.", *self.notes, f"1 problem found in {self.pool}."]))

    def test_a_missing_trigger_is_a_problem(self) -> None:
        for trigger in FUNCTIONS:
            with self.subTest(trigger):
                self.settings["LambdaConfig"] = {name: arn for name, arn in FUNCTIONS.items() if name != trigger}
                self.assert_problem(f"no function is attached to {trigger}", ATTACH)

    def test_the_subject_attribute_is_the_one_that_the_stack_names(self) -> None:
        self.settings["Schema"] = [{"Name": "idp_sub", "AttributeDataType": "String", "Mutable": True}]
        with self.stack(SubjectAttribute="custom:idp_sub"):
            code, lines = self.check("--stack", "passkeys")
        self.assertEqual(code, check_pool.PROBLEMS)
        self.assertTrue(lines[0].startswith("Problem: users can change custom:idp_sub, which says who they are"), lines)

    def test_a_subject_attribute_that_nothing_names_is_reported_as_unchecked(self) -> None:
        what = "the attribute that links users to an OpenID issuer, unless it is custom:oidc_subject"
        with self.stack():
            self.assert_unchecked(self.check("--stack", "passkeys"), what)
        self.functions, self.subject = FUNCTIONS, ()
        self.assert_unchecked(self.check(), what)
        # The default name is checked all the same.
        self.settings["Schema"] = [{"Name": "oidc_subject", "AttributeDataType": "String", "Mutable": True}]
        self.assertEqual(self.check()[0], check_pool.PROBLEMS)

    def test_only_the_expected_function_itself_may_be_in_a_trigger(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        function = FUNCTIONS[trigger]
        for other, remedy in (
            (f"{function}2", f"{ATTACH} --replace"),
            (f"{function}:live", f"{ATTACH} --replace, or name this alias in an output of the stack"),
            (f"{function}:7", f"{ATTACH} --replace, or name this alias in an output of the stack"),
        ):
            with self.subTest(other):
                self.settings["LambdaConfig"][trigger] = other
                self.assert_problem(f"{trigger} is {other}, not {function}", remedy)

    def test_an_alias_counts_if_the_stack_s_outputs_name_it_for_this_function(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        alias = f"{FUNCTIONS[trigger]}:live"
        subject = {"SubjectAttribute": "custom:oidc_subject"}
        self.settings["LambdaConfig"][trigger] = alias
        with self.stack(VerifyAlias=alias, **subject):
            self.assert_no_problems("--stack", "passkeys")
        self.functions = FUNCTIONS | {trigger: alias}
        self.publish(trigger)
        with self.stack(**subject):
            self.assert_no_problems("--stack", "passkeys")
        self.functions = FUNCTIONS
        with self.stack(VerifyAlias=f"{FUNCTIONS[trigger]}:other", **subject):
            self.assertEqual(self.check("--stack", "passkeys")[0], check_pool.PROBLEMS)
        # Another function of the same stack is not this function.
        self.functions, self.settings["LambdaConfig"][trigger] = FUNCTIONS, FUNCTIONS["PreSignUp"]
        with self.stack(**subject):
            self.assertEqual(self.check("--stack", "passkeys")[0], check_pool.PROBLEMS)

    def publish(self, trigger: str, alias: str = "live") -> Any:
        """A function with an alias of its newest version, and the client that can change it."""
        lambdas = boto3.client("lambda", region_name=REGION)
        role = boto3.client("iam").create_role(RoleName="role", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
        lambdas.create_function(
            FunctionName=FUNCTIONS[trigger].split(":")[-1], Role=role, Handler="bootstrap", Runtime="provided.al2023",
            Code={"ZipFile": b"zip"}, Environment={"Variables": {"SIGN_IN_FLOW": "RESULT_TOKEN"}})
        version = lambdas.publish_version(FunctionName=FUNCTIONS[trigger])["Version"]
        lambdas.create_alias(FunctionName=FUNCTIONS[trigger], Name=alias, FunctionVersion=version)
        return lambdas

    def test_an_alias_that_leads_to_former_settings_is_a_problem(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        function = FUNCTIONS[trigger]
        lambdas = self.publish(trigger)
        self.functions = FUNCTIONS | {trigger: f"{function}:live"}
        self.settings["LambdaConfig"][trigger] = f"{function}:live"
        self.assert_no_problems()
        lambdas.update_function_configuration(
            FunctionName=function, Environment={"Variables": {"SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"}})
        self.assert_problem(f"{trigger} goes on with former settings: its alias live leads to version 1, and the "
                            "function has changed since", "deploy with another Revision")

    def test_an_alias_that_moves_or_cannot_be_read_is_reported_as_unchecked(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        function = FUNCTIONS[trigger]
        self.functions = FUNCTIONS | {trigger: f"{function}:live"}
        self.settings["LambdaConfig"][trigger] = f"{function}:live"
        self.assert_unchecked(self.check(), f"whether the alias of {trigger} leads to what was deployed last: ")
        lambdas = self.publish(trigger)
        lambdas.update_alias(FunctionName=function, Name="live", FunctionVersion="1",
                             RoutingConfig={"AdditionalVersionWeights": {"2": 0.1}})
        self.assert_unchecked(self.check(), f"{trigger}, whose alias is moving to another version at the moment")

    def test_a_trigger_that_names_a_function_without_its_alias_is_a_problem(self) -> None:
        trigger = "VerifyAuthChallengeResponse"
        function = FUNCTIONS[trigger]
        self.functions = FUNCTIONS | {trigger: f"{function}:live"}
        self.publish(trigger)
        for found, problem, remedy in (
            (function, f"{trigger} is {function}, not {function}:live",
             f"{ATTACH} --replace, or name this alias in an output of the stack"),
            (f"{function}:7", f"{trigger} is {function}:7, not {function}:live",
             f"{ATTACH} --replace, or name this alias in an output of the stack"),
            (f"{function}2", f"{trigger} is {function}2, not {function}:live", f"{ATTACH} --replace"),
        ):
            with self.subTest(found):
                self.settings["LambdaConfig"][trigger] = found
                self.assert_problem(problem, remedy)

    def test_triggers_without_an_expected_function_are_reported_as_unchecked(self) -> None:
        self.functions = {}
        self.assert_unchecked(
            self.check(),
            *(f"{trigger} is {function}: name the expected function (--stack NAME)"
              for trigger, function in sorted(FUNCTIONS.items())),
            "whether the password policy is strong enough, which matters if the sign-in begins with the password")
        self.settings["LambdaConfig"] = {}
        code, lines = self.check()
        self.assertEqual((code, lines[:3]), (check_pool.PROBLEMS, [
            f"Problem: no function is attached to {trigger}. Remedy: {ATTACH}." for trigger in CUSTOM_AUTH_TRIGGERS]))

    def test_functions_outside_the_stack_are_named_with_what_they_can_do(self) -> None:
        sender = {"LambdaVersion": "V1_0", "LambdaArn": f"{ARN}other"}
        key = {"KMSKeyID": f"arn:aws:kms:{REGION}:123456789012:key/a"}
        for trigger, settings, can in (
            ("CustomEmailSender", {"CustomEmailSender": sender, **key}, "gets every code that Cognito emails"),
            ("CustomSMSSender", {"CustomSMSSender": sender, **key}, "gets every code that Cognito sends by SMS"),
            ("UserMigration", {"UserMigration": f"{ARN}other"},
             "can make accounts, whose addresses count as proven if it says so"),
            ("CustomMessage", {"CustomMessage": f"{ARN}other"}, "writes the messages that carry Cognito's codes"),
            ("PreAuthentication", {"PreAuthentication": f"{ARN}other"}, "gets data of the users"),
            ("PostConfirmation", {"PostConfirmation": f"{ARN}other"}, "gets data of the users"),
            ("InboundFederation", {"InboundFederation": sender}, "gets data of the users"),
        ):
            with self.subTest(trigger):
                self.settings["LambdaConfig"] = FUNCTIONS | settings
                self.assert_problem(
                    f"{trigger} is {ARN}other, a function outside the stack, which {can}",
                    f"remove it from the trigger, or say that it is yours (--trust {ARN}other)")
                self.assert_no_problems("--trust", f"{ARN}other")

    def test_trust_does_not_replace_an_expected_function(self) -> None:
        self.settings["LambdaConfig"]["DefineAuthChallenge"] = f"{ARN}other"
        self.assertEqual(self.check("--trust", f"{ARN}other")[0], check_pool.PROBLEMS)

    def test_a_stack_without_the_password_names_a_function_in_the_password_s_trigger(self) -> None:
        self.functions = {trigger: function for trigger, function in FUNCTIONS.items() if trigger != PASSWORD_TRIGGER}
        function = FUNCTIONS[PASSWORD_TRIGGER]
        self.assert_problem(
            f"{PASSWORD_TRIGGER} is {function}, a function outside the stack, which can change what tokens say",
            f"remove it from the trigger, or say that it is yours (--trust {function})")
        del self.settings["LambdaConfig"][PASSWORD_TRIGGER]
        self.settings["LambdaConfig"][f"{PASSWORD_TRIGGER}Config"] = {"LambdaVersion": "V2_0", "LambdaArn": function}
        self.assertEqual(self.check()[0], check_pool.PROBLEMS)
        self.assert_no_problems("--trust", function)

    def test_attributes_that_the_flow_does_not_need_are_named_if_users_can_write_them(self) -> None:
        self.client_settings["WriteAttributes"] = ["email", "locale", "name"]
        self.others = [closed()[1] | {"ClientName": "tv", "WriteAttributes": ["email", "nickname"]}]
        code, lines = self.check()
        self.assertEqual(code, check_pool.PROBLEMS)
        self.assertEqual([line.split(". Remedy")[0] for line in lines[:-3]], [
            f"Problem: app ({self.client}) lets users write locale, name, which the flow does not need",
            f"Problem: tv ({self.other_ids[0]}) lets users write nickname, which the flow does not need"])
        self.assertIn("(--writable NAME)", lines[0])
        self.assert_no_problems("--writable", "locale", "--writable", "name", "--writable", "nickname")
        with self.stack(SubjectAttribute="custom:oidc_subject", WritableAttributes="email,locale"):
            code, lines = self.check("--stack", "passkeys", "--writable", "nickname")
        self.assertEqual((code, lines[0].split(". Remedy")[0]), (
            check_pool.PROBLEMS,
            f"Problem: app ({self.client}) lets users write name, which the flow does not need"))

    def test_a_weak_password_policy_is_named_if_the_sign_in_begins_with_the_password(self) -> None:
        strict = self.settings["Policies"]["PasswordPolicy"]
        for change, weak in (
            ({"MinimumLength": 11}, True), ({"RequireSymbols": False}, True), ({"RequireNumbers": False}, True),
            ({"MinimumLength": 15}, False),
            ({"MinimumLength": 15, "RequireSymbols": False, "RequireNumbers": False, "RequireUppercase": False}, False),
        ):
            with self.subTest(change):
                self.settings["Policies"] = {"PasswordPolicy": strict | change}
                self.functions = FUNCTIONS
                self.settings["LambdaConfig"] = dict(FUNCTIONS)
                if weak:
                    self.assert_problem(
                        "the password is a step of the sign-in, and the password policy is weak",
                        "ask for 12 characters with all four kinds, or for 15 characters")
                else:
                    self.assert_no_problems()
                self.functions = {trigger: function for trigger, function in FUNCTIONS.items()
                                  if trigger != PASSWORD_TRIGGER}
                self.settings["LambdaConfig"] = dict(self.functions)
                self.assert_no_problems()

    def test_the_issuer_that_the_pool_s_tokens_name_is_printed(self) -> None:
        call = botocore.client.BaseClient._make_api_call
        for kind, host in (("UPDATED", "issuer-cognito-idp"), ("ORIGINAL", "cognito-idp")):
            def with_issuer(api: Any, name: str, parameters: dict[str, Any]) -> Any:
                answer = call(api, name, parameters)
                if name == "DescribeUserPool":
                    answer["UserPool"]["IssuerConfiguration"] = {"Type": kind}
                return answer

            with self.subTest(kind), mock.patch("botocore.client.BaseClient._make_api_call", with_issuer):
                _, lines = self.check()
                self.assertIn(f"The pool's tokens name the issuer https://{host}.{REGION}.amazonaws.com/{self.pool} "
                              f"({kind}).", lines)

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
        self.assertEqual({line.split(". Remedy")[0] for line in lines[:-3]}, {
            f"Problem: web ({web}) allows ALLOW_USER_PASSWORD_AUTH",
            f"Problem: old ({old}) allows ALLOW_USER_SRP_AUTH",
            f"Problem: old ({old}) tells strangers which accounts exist (PreventUserExistenceErrors is not ENABLED)",
        })

    def test_clients_that_cannot_be_read_are_reported_and_fail_the_check(self) -> None:
        denied = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "operation")
        unreachable = EndpointConnectionError(endpoint_url="https://cognito-idp")
        self.others = [closed()[1] | {"ClientName": "web"}]
        for failure in (denied, unreachable):
            with self.subTest(failure):
                with self.answers("ListUserPoolClients", failure):
                    self.assert_unchecked(self.check(), "the pool's other app clients, each of which may be a way in")
                self.check()
                web = self.other_ids[0]
                words = [word for trigger, function in FUNCTIONS.items() for word in (OPTIONS[trigger], function)]
                with self.answers("DescribeUserPoolClient", failure, client=web):
                    found = self.run_check("--pool", self.pool, "--client", self.client, *words, *self.subject)
                self.assert_unchecked(found, f"the app client {web}, which may be a way in")

    def test_problems_count_more_than_what_could_not_be_checked(self) -> None:
        self.client_settings["EnableTokenRevocation"] = False
        denied = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "operation")
        with self.answers("ListUserPoolClients", denied):
            code, lines = self.check()
        self.assertEqual((code, lines[-1]), (
            check_pool.PROBLEMS, f"1 problem found in {self.pool}, and not everything could be checked."))

    def test_a_pool_that_cannot_be_read_is_not_reported_as_good(self) -> None:
        self.check()
        for pool, client in ((f"{REGION}_nothing00", self.client), (self.pool, "nothing")):
            with self.subTest(pool=pool, client=client):
                code, lines = self.run_check("--pool", pool, "--client", client)
                self.assertEqual(code, check_pool.UNREAD)
                self.assertIn("ResourceNotFoundException", lines[0])
        code, lines = self.run_check("--pool", self.pool, "--client", self.client, "--endpoint", "nothing")
        self.assertEqual((code, lines[0]), (check_pool.UNREAD, "Not done: Invalid endpoint: nothing"))

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
