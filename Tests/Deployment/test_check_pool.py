"""Checking a pool: every problem is named once, with its remedy, and nothing is changed."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from botocore.exceptions import EndpointConnectionError

from aws_case import ACCOUNT, DENIED, REGION, AWSCase, calls, failing
from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER, TRIGGERS
from template import sam_template
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from cognito_passkeys.user_pool import members
from cognito_passkeys.user_pool.bypasses import pool_bypasses
from cognito_passkeys.user_pool.functions import OPTIONS, OUTPUTS
from verb_run import run_verb
from cognito_passkeys.verbs import check_pool

ARN = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{trigger}" for trigger in TRIGGERS}
VERIFY = "VerifyAuthChallengeResponse"
ATTACH = "scripts/passkeys attach"
ANOTHER_ALIAS = f"{ATTACH} --replace, or name this alias in an output of the stack"
SAFE = {"AccountRecoverySetting": {"RecoveryMechanisms": [{"Name": "admin_only", "Priority": 1}]}}
SUBJECT = "custom:oidc_subject"


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


def without(trigger: str) -> dict[str, str]:
    return {name: function for name, function in FUNCTIONS.items() if name != trigger}


def subject(name: str, is_mutable: bool) -> dict[str, Any]:
    """A pool's setting with an attribute of this name."""
    return {"Schema": [{"Name": name, "AttributeDataType": "String", "Mutable": is_mutable}]}


class CheckPoolCase(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.make_functions(*(f"passkeys-{trigger}" for trigger in FUNCTIONS), f"passkeys-{VERIFY}2", "other")
        self.functions = FUNCTIONS
        self.subject = ("--subject-attribute", SUBJECT)

    @property
    def notes(self) -> list[str]:
        """The lines that stand at the end whatever was found."""
        return [f"The pool's tokens name the issuer https://cognito-idp.{REGION}.amazonaws.com/{self.pool} (ORIGINAL).",
                check_pool.KNOWN]

    def make(self, pool: dict[str, Any], client: dict[str, Any], others: tuple[dict[str, Any], ...] = ()) -> None:
        """Makes a pool that differs from the closed one. None leaves a setting out."""
        pool, client = ({name: value for name, value in (whole | change).items() if value is not None}
                        for whole, change in zip(closed(), (pool, client)))
        self.pool, self.app = self.make_pool(client, **pool)
        self.others = [self.make_client(self.pool, **other) for other in others]

    def run_check(self, *words: str) -> tuple[int, list[str]]:
        given = [word for trigger, function in self.functions.items() for word in (OPTIONS[trigger], function)]
        found = run_verb("check-pool", "--pool", self.pool, "--client", self.app, *given, *self.subject, *words)
        return found.code, found.lines

    def check(self, *words: str, pool: dict[str, Any] = {}, client: dict[str, Any] = {},
              others: tuple[dict[str, Any], ...] = ()) -> tuple[int, list[str]]:
        """The exit code and the lines printed for a pool that differs so from the closed one."""
        self.make(pool, client, others)
        return self.run_check(*words)

    def assert_problem(self, problem: str, remedy: str, *words: str, **changes: dict[str, Any]) -> None:
        """Expects this one problem. `CLIENT` in it is the app client."""
        code, lines = self.check(*words, **changes)
        self.assertEqual((code, lines), (check_pool.PROBLEMS, [
            f"Problem: {problem}. Remedy: {remedy}.".replace("CLIENT", f"app ({self.app})"), *self.notes,
            f"1 problem found in {self.pool}."]))

    def assert_begins(self, problem: str, **changes: dict[str, Any]) -> None:
        """Expects one problem that begins so, with a remedy."""
        code, lines = self.check(**changes)
        self.assertEqual((code, len(lines)), (check_pool.PROBLEMS, 4), lines)
        self.assertTrue(lines[0].startswith(f"Problem: {problem}".replace("CLIENT", f"app ({self.app})")), lines[0])
        self.assertIn(". Remedy: ", lines[0])

    def assert_no_problems(self, *words: str, **changes: dict[str, Any]) -> None:
        self.assertEqual(self.check(*words, **changes), (check_pool.NO_PROBLEMS, [
            *self.notes, f"No problems found in {self.pool}."]))

    def assert_unchecked(self, found: tuple[int, list[str]], *beginnings: str) -> None:
        """Expects no problem, and exactly these things that could not be checked."""
        code, lines = found
        self.assertEqual(code, check_pool.UNCHECKED, lines)
        self.assertEqual(len(lines), len(beginnings) + 3, lines)
        for line, beginning in zip(lines, beginnings):
            self.assertTrue(line.startswith(f"Not checked: {beginning}"), line)
        self.assertEqual(lines[-1], f"No problems found in {self.pool}, but not everything could be checked.")

    def stack(self, name: str, **outputs: str) -> tuple[str, str]:
        """Lets a new stack with these outputs name the functions; returns the option for it."""
        self.make_stack(name, outputs={OUTPUTS[trigger]: arn for trigger, arn in self.functions.items()} | outputs)
        self.functions, self.subject = {}, ()
        return "--stack", name


class SettingTests(CheckPoolCase):
    def test_a_pool_from_the_template_has_no_problems_and_nothing_is_changed(self) -> None:
        self.assert_no_problems()
        with calls() as made:
            self.run_check()
        self.assertEqual({name for name, _ in made},
                         {"DescribeUserPool", "DescribeUserPoolClient", "GetFunctionConcurrency", "ListUserPoolClients"})

    def test_every_other_flow_is_a_problem(self) -> None:
        for flow in ("ALLOW_USER_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH",
                     "ALLOW_ADMIN_USER_PASSWORD_AUTH"):
            with self.subTest(flow):
                self.assert_problem(
                    f"CLIENT allows {flow}", f"{ATTACH} --close-flows, or remove it from ExplicitAuthFlows",
                    client={"ExplicitAuthFlows": ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", flow]})

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
                self.assert_begins(f"CLIENT {what}", client=change)

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
                self.assert_begins(what, pool=change)

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
            self.assertEqual([*pool_bypasses({**SAFE, "DcrConfiguration": registration})], [])

    def test_a_pool_that_remembers_devices_is_named(self) -> None:
        code, lines = self.check(pool={"DeviceConfiguration": {"ChallengeRequiredOnNewDevice": True}})
        self.assertEqual(code, check_pool.NO_PROBLEMS)
        self.assertTrue(lines[0].startswith("The pool remembers devices: Cognito gives one only to a sign-in that began "
                                            "with SRP."), lines)

    def test_an_attribute_for_openid_subjects_is_immutable_and_guarded(self) -> None:
        changeable = subject("oidc_subject", True)
        self.assert_problem(
            f"users can change {SUBJECT}, which says who they are at the OpenID issuer",
            "Cognito cannot make it immutable later, so add another attribute with Mutable false and name it in "
            "OIDC_SUBJECT_ATTRIBUTE", pool=changeable)
        self.subject = ("--subject-attribute", "custom:other")
        self.assert_no_problems(pool=changeable)
        self.subject = ("--subject-attribute", SUBJECT)
        self.assert_no_problems(pool=subject("oidc_subject", False))
        self.functions = without("PreSignUp")
        self.assert_problem(
            f"anyone who signs up can set {SUBJECT} freely: no function is attached to PreSignUp", ATTACH,
            "--without-pre-sign-up", pool=subject("oidc_subject", False) | {"LambdaConfig": without("PreSignUp")})

    def test_the_subject_attribute_is_the_one_that_the_stack_names_or_else_the_usual_one(self) -> None:
        stack = self.stack("openid", SubjectAttribute="custom:idp_sub")
        self.assertTrue(self.check(*stack, pool=subject("idp_sub", True))[1][0].startswith(
            "Problem: users can change custom:idp_sub, which says who they are"))
        what = f"the attribute that links users to an OpenID issuer, unless it is {SUBJECT}"
        self.functions = FUNCTIONS
        self.assert_unchecked(self.check(), what)
        self.assertEqual(self.check(pool=subject("oidc_subject", True))[0], check_pool.PROBLEMS)
        self.assert_unchecked(self.check(*self.stack("passkeys")), what)

    def test_attributes_that_the_flow_does_not_need_are_named_if_users_can_write_them(self) -> None:
        writing = {"WriteAttributes": ["email", "locale", "name"]}
        tv = closed()[1] | {"ClientName": "tv", "WriteAttributes": ["email", "nickname"]}
        code, lines = self.check(client=writing, others=(tv,))
        self.assertEqual((code, [line.split(". Remedy")[0] for line in lines[:-3]]), (check_pool.PROBLEMS, [
            f"Problem: app ({self.app}) lets users write locale, name, which the flow does not need",
            f"Problem: tv ({self.others[0]}) lets users write nickname, which the flow does not need"]))
        self.assertIn("(--writable NAME)", lines[0])
        self.assert_no_problems("--writable", "locale", "--writable", "name", client=writing)
        stack = self.stack("passkeys", SubjectAttribute=SUBJECT, WritableAttributes="email,locale")
        code, lines = self.check(*stack, "--writable", "nickname", client=writing, others=(tv,))
        self.assertEqual([line.split(". Remedy")[0] for line in lines[:-3]], [
            f"Problem: app ({self.app}) lets users write name, which the flow does not need"])

    def test_a_weak_password_policy_is_named_if_the_sign_in_begins_with_the_password(self) -> None:
        strict = closed()[0]["Policies"]["PasswordPolicy"]
        for change, is_weak in (
            ({"MinimumLength": 11}, True), ({"RequireSymbols": False}, True), ({"RequireNumbers": False}, True),
            ({"MinimumLength": 15}, False),
            ({"MinimumLength": 15, "RequireSymbols": False, "RequireNumbers": False, "RequireUppercase": False}, False),
        ):
            with self.subTest(change):
                pool = {"Policies": {"PasswordPolicy": strict | change}}
                self.functions = FUNCTIONS
                if is_weak:
                    self.assert_problem("the password is a step of the sign-in, and the password policy is weak",
                                        "ask for 12 characters with all four kinds, or for 15 characters", pool=pool)
                else:
                    self.assert_no_problems(pool=pool)
                self.functions = without(PASSWORD_TRIGGER)
                self.assert_no_problems(pool=pool | {"LambdaConfig": self.functions})

    def test_every_other_client_is_checked_too(self) -> None:
        code, lines = self.check(others=(
            {"ClientName": "web", "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
             "WriteAttributes": ["email"], "PreventUserExistenceErrors": "ENABLED"},
            {"ClientName": "old", "WriteAttributes": ["email"]},
            closed()[1] | {"ClientName": "tv", "AuthSessionValidity": 3}))
        self.assertEqual(code, check_pool.PROBLEMS)
        web, old, _ = self.others
        self.assertEqual({line.split(". Remedy")[0] for line in lines[:-3]}, {
            f"Problem: web ({web}) allows ALLOW_USER_PASSWORD_AUTH",
            f"Problem: old ({old}) allows ALLOW_USER_SRP_AUTH",
            f"Problem: old ({old}) tells strangers which accounts exist (PreventUserExistenceErrors is not ENABLED)",
        })


class TriggerTests(CheckPoolCase):
    def publish(self) -> Any:
        """Verify with an alias of its newest version, and the client that can change it."""
        lambdas = self.client("lambda")
        version = lambdas.publish_version(FunctionName=FUNCTIONS[VERIFY])["Version"]
        lambdas.create_alias(FunctionName=FUNCTIONS[VERIFY], Name="live", FunctionVersion=version)
        return lambdas

    def expect_alias(self) -> dict[str, Any]:
        """Expects Verify's alias from now on; returns the pool's setting that fits."""
        self.functions = FUNCTIONS | {VERIFY: f"{FUNCTIONS[VERIFY]}:live"}
        return {"LambdaConfig": dict(self.functions)}

    def test_a_missing_trigger_is_a_problem(self) -> None:
        for trigger in FUNCTIONS:
            with self.subTest(trigger):
                self.assert_problem(f"no function is attached to {trigger}", ATTACH,
                                    pool={"LambdaConfig": without(trigger)})

    def test_only_the_expected_function_itself_or_its_expected_alias_may_be_in_a_trigger(self) -> None:
        function = FUNCTIONS[VERIFY]
        for expected in (function, f"{function}:live"):
            for other in (function, f"{function}2", f"{function}:live", f"{function}:7"):
                if other != expected:
                    with self.subTest(other, expected=expected):
                        self.functions = FUNCTIONS | {VERIFY: expected}
                        self.assert_problem(f"{VERIFY} is {other}, not {expected}",
                                            f"{ATTACH} --replace" if other[-1] == "2" else ANOTHER_ALIAS,
                                            pool={"LambdaConfig": FUNCTIONS | {VERIFY: other}})
            if expected == function:
                self.publish()

    def test_an_alias_counts_if_the_stack_s_outputs_name_it_for_this_function(self) -> None:
        alias = f"{FUNCTIONS[VERIFY]}:live"
        for number, (found, output, is_expected) in enumerate((
            (alias, {"VerifyAlias": alias}, True), (alias, {"VerifyAlias": f"{FUNCTIONS[VERIFY]}:other"}, False),
            # Another function of the same stack is not this function.
            (FUNCTIONS["PreSignUp"], {}, False),
        )):
            self.functions = FUNCTIONS
            words = self.stack(f"passkeys{number}", SubjectAttribute=SUBJECT, **output)
            code, _ = self.check(*words, pool={"LambdaConfig": FUNCTIONS | {VERIFY: found}})
            self.assertEqual(code, check_pool.NO_PROBLEMS if is_expected else check_pool.PROBLEMS)

    def test_an_alias_that_leads_to_former_settings_is_a_problem(self) -> None:
        lambdas, pool = self.publish(), self.expect_alias()
        self.assert_no_problems(pool=pool)
        lambdas.update_function_configuration(
            FunctionName=FUNCTIONS[VERIFY], Environment={"Variables": {"SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"}})
        self.assert_problem(f"{VERIFY} goes on with former settings: its alias live leads to version 1, and the "
                            "function has changed since", "deploy with another Revision", pool=pool)

    def test_an_alias_that_moves_or_cannot_be_read_is_reported_as_unchecked(self) -> None:
        pool = self.expect_alias()
        self.assert_unchecked(self.check(pool=pool), f"whether the alias of {VERIFY} leads to what was deployed last: ")
        self.publish().update_alias(FunctionName=FUNCTIONS[VERIFY], Name="live", FunctionVersion="1",
                                    RoutingConfig={"AdditionalVersionWeights": {"2": 0.1}})
        self.assert_unchecked(self.check(pool=pool),
                              f"{VERIFY}, whose alias is moving to another version at the moment")

    def test_a_function_that_does_not_exist_is_a_problem_whatever_its_trigger(self) -> None:
        for trigger, function in (("CustomMessage", f"{ARN}other"), (VERIFY, FUNCTIONS[VERIFY])):
            self.client("lambda").delete_function(FunctionName=function)
            with self.subTest(trigger):
                self.assert_problem(
                    f"{trigger} is {function}, which does not exist: what Cognito calls it for fails",
                    f"take it out of the trigger, or {ATTACH} --replace if the stack has another one",
                    "--trust", f"{ARN}other", pool={"LambdaConfig": FUNCTIONS | {trigger: function}})

    def test_a_function_that_may_not_be_looked_for_is_reported_as_unchecked(self) -> None:
        with failing("GetFunctionConcurrency", FunctionName=FUNCTIONS[VERIFY]):
            self.assert_unchecked(self.check(), f"whether the function of {VERIFY} exists: ")

    def test_triggers_without_an_expected_function_are_reported_as_unchecked(self) -> None:
        self.functions = {}
        self.assert_unchecked(
            self.check(),
            *(f"{trigger} is {function}: name the expected function (--stack NAME)"
              for trigger, function in sorted(FUNCTIONS.items())),
            "whether the password policy is strong enough, which matters if the sign-in begins with the password")
        code, lines = self.check(pool={"LambdaConfig": {}})
        self.assertEqual((code, lines[:3]), (check_pool.PROBLEMS, [
            f"Problem: no function is attached to {trigger}. Remedy: {ATTACH}." for trigger in CUSTOM_AUTH_TRIGGERS]))

    def test_functions_outside_the_stack_are_named_with_what_they_can_do(self) -> None:
        sender = {"LambdaVersion": "V1_0", "LambdaArn": f"{ARN}other"}
        key = {"KMSKeyID": f"arn:aws:kms:{REGION}:{ACCOUNT}:key/a"}
        self.functions = without(PASSWORD_TRIGGER)
        for trigger, settings, can in (
            ("CustomEmailSender", {"CustomEmailSender": sender, **key}, "gets every code that Cognito emails"),
            ("CustomSMSSender", {"CustomSMSSender": sender, **key}, "gets every code that Cognito sends by SMS"),
            ("UserMigration", {"UserMigration": f"{ARN}other"},
             "can make accounts, whose addresses count as proven if it says so"),
            ("CustomMessage", {"CustomMessage": f"{ARN}other"}, "writes the messages that carry Cognito's codes"),
            ("PreAuthentication", {"PreAuthentication": f"{ARN}other"}, "gets data of the users"),
            ("PostConfirmation", {"PostConfirmation": f"{ARN}other"}, "gets data of the users"),
            ("InboundFederation", {"InboundFederation": sender}, "gets data of the users"),
            # The stack has no function for the password's trigger.
            (PASSWORD_TRIGGER, {PASSWORD_TRIGGER: f"{ARN}other"}, "can change what tokens say"),
            (PASSWORD_TRIGGER, {f"{PASSWORD_TRIGGER}Config": sender | {"LambdaVersion": "V2_0"}},
             "can change what tokens say"),
        ):
            with self.subTest(trigger):
                pool = {"LambdaConfig": self.functions | settings}
                self.assert_problem(
                    f"{trigger} is {ARN}other, a function outside the stack, which {can}",
                    f"remove it from the trigger, or say that it is yours (--trust {ARN}other)", pool=pool)
                self.assert_no_problems("--trust", f"{ARN}other", pool=pool)
        expected = {"LambdaConfig": self.functions | {"DefineAuthChallenge": f"{ARN}other"}}
        self.assertEqual(self.check("--trust", f"{ARN}other", pool=expected)[0], check_pool.PROBLEMS)


class UnreadTests(CheckPoolCase):
    def test_members_that_the_installed_sdk_drops_are_named(self) -> None:
        shape = self.client("cognito-idp").meta.service_model.operation_model("DescribeUserPool").output_shape
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

    def test_clients_that_cannot_be_read_are_reported_and_fail_the_check(self) -> None:
        self.make({}, {}, (closed()[1] | {"ClientName": "web"},))
        [web] = self.others
        for failure in (DENIED, EndpointConnectionError(endpoint_url="https://cognito-idp")):
            for meant, unchecked in (
                (failing("ListUserPoolClients", failure),
                 "the pool's other app clients, each of which may be a way in"),
                (failing("DescribeUserPoolClient", failure, ClientId=web),
                 f"the app client {web}, which may be a way in"),
            ):
                with meant:
                    self.assert_unchecked(self.run_check(), unchecked)

    def test_problems_count_more_than_what_could_not_be_checked(self) -> None:
        with failing("ListUserPoolClients"):
            code, lines = self.check(client={"EnableTokenRevocation": False})
        self.assertEqual((code, lines[-1]), (
            check_pool.PROBLEMS, f"1 problem found in {self.pool}, and not everything could be checked."))

    def test_a_pool_that_cannot_be_read_is_not_reported_as_good(self) -> None:
        self.make({}, {})
        for words, said in ((("--pool", f"{REGION}_nothing00"), "ResourceNotFoundException"),
                            (("--client", "nothing"), "ResourceNotFoundException"),
                            (("--endpoint", "nothing"), "Not done: Invalid endpoint: nothing")):
            with self.subTest(words):
                code, lines = self.run_check(*words)
                self.assertEqual(code, check_pool.UNREAD)
                self.assertIn(said, lines[0])

    def test_real_credentials_never_go_to_this_machine(self) -> None:
        for endpoint, stays_here in (("http://localhost:1", True), ("http://127.0.0.1:1", True),
                                     ("https://cognito.example.com", False), (None, False)):
            with self.subTest(endpoint):
                credentials = check_pool.user_pools(REGION, endpoint)._request_signer._credentials
                self.assertEqual(credentials.access_key == "local", stays_here)
