"""Attaching to an existing pool: no setting is lost, every change is shown, and only a yes changes anything."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

from attach_case import ARN, CLIENT, FUNCTIONS, POOL, AttachCase
from aws_case import ACCOUNT, REGION, ClientError, failing
from cognito_passkeys import steps
from cognito_passkeys.user_pool import members, plan
from cognito_passkeys.verbs import DECLINED, attach

ADDED_TO_POOL = [
    "AutoVerifiedAttributes: [phone_number] -> [phone_number, email]",
    *(f"LambdaConfig.{trigger}: not set -> {FUNCTIONS[trigger]}" for trigger in sorted(FUNCTIONS)),
    "UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate: [phone_number] -> [phone_number, email]",
]
ADDED_TO_CLIENT = [
    "AuthSessionValidity: 3 -> 10",
    "EnableTokenRevocation: False -> True",
    "ExplicitAuthFlows: [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]"
    " -> [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH, ALLOW_CUSTOM_AUTH]",
    "PreventUserExistenceErrors: LEGACY -> ENABLED",
]


class AttachTests(AttachCase):
    def test_each_update_carries_every_setting(self) -> None:
        # moto keeps settings of a client that an update leaves out. The service resets them.
        self.run_attach("--yes")
        requests = dict(self.sent)
        self.assertEqual(set(POOL) - set(requests["UpdateUserPool"]), set())
        self.assertEqual(set(CLIENT) - {"GenerateSecret"} - set(requests["UpdateUserPoolClient"]), set())
        self.assertEqual(requests["UpdateUserPool"]["PoolName"], "customers")
        self.assertEqual(requests["UpdateUserPool"]["LambdaConfig"], POOL["LambdaConfig"] | FUNCTIONS)
        # The service describes this together with the password policy's validity, but refuses both together.
        self.assertNotIn("UnusedAccountValidityDays", requests["UpdateUserPool"]["AdminCreateUserConfig"])
        for name, value in CLIENT.items():
            if name not in ("GenerateSecret", "ExplicitAuthFlows", "PreventUserExistenceErrors",
                            "AuthSessionValidity", "EnableTokenRevocation"):
                self.assertEqual(requests["UpdateUserPoolClient"][name], value, name)

    def test_the_difference_is_shown_and_a_dry_run_changes_nothing(self) -> None:
        code, printed = self.run_attach("--dry-run")
        self.assertEqual(code, attach.DONE)
        self.assertLessEqual({*ADDED_TO_POOL, *ADDED_TO_CLIENT}, {line.strip() for line in printed.splitlines()})
        self.assertEqual(printed.count(" -> "), len(ADDED_TO_POOL + ADDED_TO_CLIENT))
        self.assertIn(f"The pool's tokens name the issuer https://cognito-idp.{REGION}.amazonaws.com/{self.pool} "
                      "(ORIGINAL).\n", printed)
        self.assertIn("Dry run: nothing was changed.", printed)
        self.assertEqual(self.sent, [])
        self.assertIn("RefreshTokenRotation.Feature: not set -> ENABLED",
                      self.run_attach("--dry-run", "--rotate-refresh-tokens")[1])

    def test_only_a_yes_changes_anything(self) -> None:
        for typed in ("n\n", "\n", "maybe\n", ""):
            with self.subTest(typed):
                code, printed = self.run_attach(typed=typed)
                self.assertEqual((code, self.sent), (DECLINED, []))
                self.assertIn("Nothing has been changed.", printed)
        self.assertEqual(self.run_attach(typed="y\n")[0], attach.DONE)
        self.assertEqual([name for name, _ in self.sent],
                         ["AddPermission"] * len(FUNCTIONS) + ["UpdateUserPool", "UpdateUserPoolClient"])

    def test_permissions_for_another_pool_and_for_the_function_behind_its_alias_do_not_count(self) -> None:
        name = FUNCTIONS["DefineAuthChallenge"]
        version = self.lambdas.publish_version(FunctionName=name)["Version"]
        self.lambdas.create_alias(FunctionName=name, Name="live", FunctionVersion=version)
        aliases = FUNCTIONS | {"DefineAuthChallenge": f"{name}:live"}
        for statement, pool, qualifier in (("other", "eu-west-1_other", {"Qualifier": "live"}), ("own", self.pool, {})):
            self.lambdas.add_permission(
                FunctionName=name, StatementId=statement, Action="lambda:InvokeFunction", **qualifier,
                Principal="cognito-idp.amazonaws.com",
                SourceArn=f"arn:aws:cognito-idp:{REGION}:{ACCOUNT}:userpool/{pool}")
        code, printed = self.run_attach("--yes", functions=aliases)
        self.assertEqual(code, attach.DONE)
        self.assertIn("Functions that the pool may call from now on:\n  " + "\n  ".join(aliases.values()), printed)
        self.assertEqual([given.get("Qualifier") for _, given in self.sent if given.get("FunctionName") == name],
                         ["live"])

    def test_another_function_or_alias_in_a_trigger_is_refused_and_replaced_only_when_asked(self) -> None:
        for other in (f"{ARN}old", f"{FUNCTIONS['PreSignUp']}:mine"):
            self.given(LambdaConfig=POOL["LambdaConfig"] | {"PreSignUp": other})
            code, printed = self.run_attach("--yes")
            self.assertEqual((code, self.sent), (attach.REFUSED, []))
            self.assertIn(f"Refused: PreSignUp is {other}, not {FUNCTIONS['PreSignUp']}. --replace overwrites it, and "
                          "--without-pre-sign-up leaves it.\n", printed)
            self.assertEqual(self.run_attach("--yes", "--without-pre-sign-up")[0], attach.DONE)
            self.assertEqual(self.described()[0]["LambdaConfig"]["PreSignUp"], other)
            code, printed = self.run_attach("--yes", "--replace")
            self.assertEqual(code, attach.DONE)
            self.assertIn(f"LambdaConfig.PreSignUp: {other} -> {FUNCTIONS['PreSignUp']}", printed)
            self.assertEqual(self.described()[0]["LambdaConfig"]["PreSignUp"], FUNCTIONS["PreSignUp"])

    def test_all_conflicts_are_named_at_once_each_with_its_ways_out(self) -> None:
        config = {"LambdaArn": f"{ARN}welcome", "LambdaVersion": "V2_0"}
        self.given(AliasAttributes=["email"], LambdaConfig={
            "PreSignUp": f"{ARN}old", "CreateAuthChallenge": f"{ARN}messages", "PreTokenGenerationConfig": config},
            AdminCreateUserConfig={"AllowAdminCreateUserOnly": False})
        self.lambdas.update_function_configuration(
            FunctionName=FUNCTIONS["PreSignUp"], Environment={"Variables": {"CONFIRM_SIGN_UP": "auto"}})
        code, printed = self.run_attach("--yes")
        self.assertEqual((code, self.sent), (attach.REFUSED, []))
        refused = [line.removeprefix("Refused: ") for line in printed.splitlines() if line.startswith("Refused: ")]
        self.assertTrue(refused.pop(0).startswith("nobody who signs up can sign in by email"), printed)
        self.assertEqual(refused, [
            f"CreateAuthChallenge is {ARN}messages, not {FUNCTIONS['CreateAuthChallenge']}. --replace overwrites it.",
            f"PreSignUp is {ARN}old, not {FUNCTIONS['PreSignUp']}. --replace overwrites it, and --without-pre-sign-up "
            "leaves it.",
            f"PreTokenGeneration is {ARN}welcome, not {FUNCTIONS['PreTokenGeneration']}. --replace overwrites it."])

    def test_functions_in_triggers_that_do_not_exist_are_named(self) -> None:
        self.given(LambdaConfig={"CustomMessage": f"{ARN}gone", "PostConfirmation": f"{ARN}welcome"})
        code, printed = self.run_attach("--dry-run")
        self.assertEqual((code, printed.count("Warning: ")), (attach.DONE, 1))
        self.assertIn(f"Warning: CustomMessage is {ARN}gone, which does not exist: what Cognito calls it for fails. "
                      "Remedy: take it out of the trigger, or ", printed)
        with failing("GetFunctionConcurrency", FunctionName=f"{ARN}gone"):
            code, printed = self.run_attach("--dry-run")
        self.assertIn("Warning: not checked: whether the function of CustomMessage exists: An error", printed)

    def test_ways_around_the_triggers_are_named(self) -> None:
        other = self.make_client(self.pool, ClientName="web", ExplicitAuthFlows=[
            "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"])
        _, printed = self.run_attach("--dry-run")
        opening = "  A way around the triggers stays open: "
        self.assertEqual([line.removeprefix(opening).removesuffix(".") for line in printed.splitlines()
                          if line.startswith(opening)], [
            "users can set a password with a recovery message (AccountRecoverySetting is not admin_only)",
            "MFA is on: Cognito asks for no second factor after a custom authentication without a password, and after a "
            "password it may end the sign-in with its own, before the flow's other steps",
            f"app ({self.app}) allows ALLOW_USER_SRP_AUTH",
            f"app ({self.app}) signs in through the hosted pages: code",
            f"web ({other}) allows ALLOW_USER_PASSWORD_AUTH",
            f"web ({other}) names no WriteAttributes: its users can write every attribute",
        ])

    def test_a_setting_that_the_sdk_does_not_know_stops_everything_because_an_update_would_reset_it(self) -> None:
        note = members.Unread.note

        def surprised(unread: members.Unread, operation_model: Any, response_dict: dict[str, Any], **more: Any) -> None:
            answer = json.loads(response_dict["body"])
            answer.get("UserPool", {})["FutureConfiguration"] = {"Enabled": True}
            note(unread, operation_model, response_dict | {"body": json.dumps(answer).encode()}, **more)

        for words in (("--yes",), ("--dry-run",), ("--yes", "--replace")):
            with mock.patch.object(members.Unread, "note", surprised):
                code, printed = self.run_attach(*words)
            self.assertEqual((code, self.sent), (attach.REFUSED, []))
            self.assertIn("does not know UserPool.FutureConfiguration.", printed)

    def test_mfa_settings_that_the_update_drops_are_put_back_or_else_printed(self) -> None:
        self.api.set_user_pool_mfa_config(UserPoolId=self.pool, MfaConfiguration="OPTIONAL",
                                          SoftwareTokenMfaConfiguration={"Enabled": True})
        before = attach.Pool(self.pool, [self.app], REGION)
        lost = {**before.mfa, "SoftwareTokenMfaConfiguration": {"Enabled": False}}
        update = before.api.update_user_pool

        def forgetful(**request: Any) -> Any:
            self.api.set_user_pool_mfa_config(UserPoolId=self.pool, **lost)
            return update(**request)

        later = plan.attached_pool(before.pool_now, FUNCTIONS)
        with mock.patch.object(before.api, "update_user_pool", forgetful):
            self.assertEqual(before.update(later, before.clients_now), [])
        self.assertEqual(self.api.get_user_pool_mfa_config(UserPoolId=self.pool)["SoftwareTokenMfaConfiguration"],
                         {"Enabled": True})
        self.api.set_user_pool_mfa_config(UserPoolId=self.pool, **lost)
        with failing("SetUserPoolMfaConfig"), self.assertRaises(ClientError):
            before.update(before.pool_now, before.clients_now)
        self.assertIn('"SoftwareTokenMfaConfiguration": {"Enabled": true}', steps.so_far())

    def test_an_update_without_the_requested_effect_fails(self) -> None:
        read, done = attach.Pool.read, []

        def reads_an_old_value(pool: attach.Pool) -> None:
            read(pool)
            if done:
                pool.clients_now[self.app]["AuthSessionValidity"] = 3
            done.append(pool)

        with mock.patch.object(attach.Pool, "read", reads_an_old_value):
            code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn(f"{self.app}.AuthSessionValidity: 10 -> 3", printed)

    def test_a_failure_at_the_first_step_has_changed_nothing(self) -> None:
        with failing("AddPermission"):
            code, printed = self.run_attach("--yes")
        self.assertEqual((code, self.sent), (attach.FAILED, []))
        self.assertIn("\nNothing has been changed. Remove the cause and run the same command again", printed)

    def test_a_missing_function_or_client_is_refused(self) -> None:
        code, printed = self.run_attach("--yes", functions={"DefineAuthChallenge": FUNCTIONS["DefineAuthChallenge"]})
        self.assertEqual(code, 2)
        self.assertIn("No function for CreateAuthChallenge, VerifyAuthChallengeResponse", printed)
        self.app = "nothing"
        code, printed = self.run_attach("--yes")
        self.assertEqual((code, self.sent), (attach.FAILED, []))
        self.assertIn("ResourceNotFoundException", printed)
