"""Attaching to an existing pool: no setting is lost, every change is shown, and only a yes changes anything."""

from __future__ import annotations

import json
import unittest
from typing import Any
from unittest import mock

import boto3

from attach_case import ACCOUNT, ARN, CLIENT, FUNCTIONS, POOL, REGION, AttachCase
from optional_moto import moto
from user_pool import members, plan
from verbs import attach

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
    def test_nothing_else_changes(self) -> None:
        pool, client = self.described()
        code, _ = self.run_attach("--yes")
        self.assertEqual(code, attach.DONE)
        pool_after, client_after = self.described()
        for changed in ("LambdaConfig", "AutoVerifiedAttributes", "UserAttributeUpdateSettings", "LastModifiedDate"):
            pool.pop(changed), pool_after.pop(changed)
        for description in (pool, pool_after):
            # The service derives this from the password policy's validity, and refuses both together.
            description["AdminCreateUserConfig"].pop("UnusedAccountValidityDays", None)
            # moto repeats parts of the request here, which the service does not.
            description.pop("PoolName", None), description.pop("UserPoolId", None)
        self.assertEqual(pool_after, pool)
        for changed in ("ExplicitAuthFlows", "PreventUserExistenceErrors", "AuthSessionValidity",
                        "EnableTokenRevocation", "LastModifiedDate"):
            client.pop(changed, None), client_after.pop(changed, None)
        self.assertEqual(client_after, client)

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
        shown = printed.split("\n  ")
        for line in ADDED_TO_POOL + ADDED_TO_CLIENT:
            self.assertIn(line, [part.split("\n")[0] for part in shown])
        self.assertEqual(printed.count(" -> "), len(ADDED_TO_POOL + ADDED_TO_CLIENT))
        self.assertIn("Dry run: nothing was changed.", printed)
        self.assertEqual(self.sent, [])

    def test_only_a_yes_changes_anything(self) -> None:
        for answer in ("n", "", "maybe", None):
            with self.subTest(answer=answer):
                code, printed = self.run_attach(answer=answer)
                self.assertEqual(code, attach.DECLINED)
                self.assertIn("Nothing has been changed.", printed)
                self.assertEqual(self.sent, [])
        self.assertEqual(self.run_attach(answer="y")[0], attach.DONE)
        self.assertEqual([name for name, _ in self.sent],
                         ["AddPermission"] * len(FUNCTIONS) + ["UpdateUserPool", "UpdateUserPoolClient"])

    def test_a_second_run_finds_nothing_to_change(self) -> None:
        self.run_attach("--yes")
        self.sent.clear()
        code, printed = self.run_attach()
        self.assertEqual(code, attach.DONE)
        self.assertIn("Nothing to change.", printed)
        self.assertEqual(self.sent, [])

    def test_permissions_name_the_pool_and_its_account(self) -> None:
        self.run_attach("--yes")
        pool_arn = f"arn:aws:cognito-idp:{REGION}:{ACCOUNT}:userpool/{self.pool}"
        added = [params for name, params in self.sent if name == "AddPermission"]
        self.assertEqual([params["FunctionName"] for params in added], list(FUNCTIONS.values()))
        for params in added:
            self.assertEqual(
                (params["Principal"], params["Action"], params["SourceArn"], params["SourceAccount"]),
                ("cognito-idp.amazonaws.com", "lambda:InvokeFunction", pool_arn, ACCOUNT))

    def test_the_permission_of_another_pool_does_not_count(self) -> None:
        function = FUNCTIONS["DefineAuthChallenge"]
        self.lambdas.add_permission(
            FunctionName=function, StatementId="other", Action="lambda:InvokeFunction",
            Principal="cognito-idp.amazonaws.com",
            SourceArn=f"arn:aws:cognito-idp:{REGION}:{ACCOUNT}:userpool/{REGION}_other")
        self.run_attach("--yes")
        self.assertIn(function, [params["FunctionName"] for name, params in self.sent if name == "AddPermission"])

    def test_a_function_without_its_alias_is_another_one_and_the_pool_may_call_the_alias_after_it(self) -> None:
        self.run_attach("--yes")
        aliases = {trigger: f"{function}:live" for trigger, function in FUNCTIONS.items()}
        for function in FUNCTIONS.values():
            version = self.lambdas.publish_version(FunctionName=function)["Version"]
            self.lambdas.create_alias(FunctionName=function, Name="live", FunctionVersion=version)
        self.sent.clear()
        self.assertEqual(self.run_attach("--yes", functions=aliases)[0], attach.IN_PLACE)
        code, printed = self.run_attach("--yes", "--replace", functions=aliases)
        self.assertEqual(code, attach.DONE)
        trigger = "VerifyAuthChallengeResponse"
        self.assertIn(f"LambdaConfig.{trigger}: {FUNCTIONS[trigger]} -> {aliases[trigger]}", printed)
        triggers = self.described()[0]["LambdaConfig"]
        self.assertEqual({name: triggers[name] for name in aliases}, aliases)
        # The permission of the function itself does not count for its alias.
        self.assertIn("Functions that the pool may call from now on:\n  " + "\n  ".join(aliases.values()), printed)
        self.assertEqual([(params["FunctionName"], params.get("Qualifier")) for name, params in self.sent
                          if name == "AddPermission"], [(function, "live") for function in FUNCTIONS.values()])
        self.assertEqual([name for name, _ in self.sent], ["AddPermission"] * len(FUNCTIONS) + ["UpdateUserPool"])

    def test_another_alias_of_a_function_is_replaced_only_when_asked(self) -> None:
        settings = POOL | {"LambdaConfig": {"PreSignUp": f"{FUNCTIONS['PreSignUp']}:mine"}}
        self.pool = self.api.create_user_pool(**settings)["UserPool"]["Id"]
        self.client = self.api.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]
        aliases = {trigger: f"{function}:live" for trigger, function in FUNCTIONS.items()}
        self.assertEqual(self.run_attach("--yes", functions=aliases)[0], attach.IN_PLACE)
        self.assertEqual(self.sent, [])

    def test_another_function_in_a_trigger_is_refused_and_replaced_only_when_asked(self) -> None:
        settings = POOL | {"LambdaConfig": POOL["LambdaConfig"] | {"PreSignUp": f"{ARN}old"}}
        self.pool = self.api.create_user_pool(**settings)["UserPool"]["Id"]
        self.client = self.api.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]
        code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.IN_PLACE)
        self.assertIn(f"PreSignUp is {ARN}old, not {FUNCTIONS['PreSignUp']}", printed)
        self.assertEqual(self.sent, [])
        code, printed = self.run_attach("--yes", "--without-pre-sign-up")
        self.assertEqual(code, attach.DONE)
        self.assertEqual(self.described()[0]["LambdaConfig"]["PreSignUp"], f"{ARN}old")
        code, printed = self.run_attach("--yes", "--replace")
        self.assertEqual(code, attach.DONE)
        self.assertIn(f"LambdaConfig.PreSignUp: {ARN}old -> {FUNCTIONS['PreSignUp']}", printed)
        self.assertEqual(self.described()[0]["LambdaConfig"]["PreSignUp"], FUNCTIONS["PreSignUp"])

    def test_ways_around_the_triggers_are_named(self) -> None:
        other = self.api.create_user_pool_client(UserPoolId=self.pool, ClientName="web", ExplicitAuthFlows=[
            "ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"])["UserPoolClient"]["ClientId"]
        _, printed = self.run_attach("--dry-run")
        bypasses = printed.split("Ways around the triggers that stay open:\n")[1].split("Dry run")[0]
        self.assertEqual([line.strip() for line in bypasses.strip().split("\n")], [
            "users can set a password with a recovery message (AccountRecoverySetting is not admin_only)",
            "MFA is on: Cognito asks for no second factor after a custom authentication without a password, and after a "
            "password it may end the sign-in with its own, before the flow's other steps",
            f"app ({self.client}) allows ALLOW_USER_SRP_AUTH",
            f"app ({self.client}) signs in through the hosted pages: code",
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
            self.assertEqual(code, attach.UNKNOWN)
            self.assertIn("does not know UserPool.FutureConfiguration.", printed)
        self.assertEqual(self.sent, [])

    def test_other_flows_are_closed_when_asked(self) -> None:
        self.run_attach("--yes", "--close-flows")
        self.assertEqual(set(self.described()[1]["ExplicitAuthFlows"]),
                         {"ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"})

    def test_refresh_tokens_rotate_when_asked(self) -> None:
        code, printed = self.run_attach("--yes", "--rotate-refresh-tokens")
        self.assertEqual(code, attach.DONE)
        self.assertIn("RefreshTokenRotation.Feature: not set -> ENABLED", printed)
        client = self.described()[1]
        self.assertEqual(set(client["ExplicitAuthFlows"]), {"ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"})
        self.assertEqual(client["RefreshTokenRotation"], {"Feature": "ENABLED", "RetryGracePeriodSeconds": 30})
        self.sent.clear()
        self.assertIn("Nothing to change.", self.run_attach("--rotate-refresh-tokens")[1])

    def test_the_issuer_of_the_pool_is_named(self) -> None:
        self.assertIn(f"The pool's tokens name the issuer https://cognito-idp.{REGION}.amazonaws.com/{self.pool} "
                      "(ORIGINAL).", self.run_attach("--dry-run")[1].splitlines())

    def test_a_replica_is_changed_in_its_own_region_and_the_first_pool_is_not(self) -> None:
        first, _ = self.described()
        region = "eu-central-1"
        pools = moto.backends.get_backend("cognito-idp")[ACCOUNT][region].user_pools
        replicas, lambdas = boto3.client("cognito-idp", region_name=region), boto3.client("lambda", region_name=region)
        made = replicas.create_user_pool(**POOL)["UserPool"]["Id"]
        # A replica has the id of the first pool.
        pools[self.pool] = replica = pools.pop(made)
        replica.id, replica.arn = self.pool, replica.arn.replace(made, self.pool)
        self.client = replicas.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]
        functions = {trigger: function.replace(REGION, region) for trigger, function in FUNCTIONS.items()}
        for function in functions.values():
            lambdas.create_function(FunctionName=function.split(":")[-1], Role=self.role, Handler="bootstrap",
                                    Runtime="provided.al2023", Code={"ZipFile": b"zip"})
        self.assertEqual(self.run_attach("--yes", "--region", region, functions=functions)[0], attach.DONE)
        found = replicas.describe_user_pool(UserPoolId=self.pool)["UserPool"]
        self.assertEqual({name: found["LambdaConfig"].get(name) for name in functions}, functions)
        [permission] = json.loads(lambdas.get_policy(FunctionName=functions["PreSignUp"])["Policy"])["Statement"]
        self.assertIn(f":{region}:{ACCOUNT}:userpool/{self.pool}", json.dumps(permission["Condition"]))
        self.assertEqual(self.api.describe_user_pool(UserPoolId=self.pool)["UserPool"], first)

    def test_mfa_settings_that_the_update_drops_are_put_back(self) -> None:
        self.api.set_user_pool_mfa_config(UserPoolId=self.pool, MfaConfiguration="OPTIONAL",
                                          SoftwareTokenMfaConfiguration={"Enabled": True})
        before = attach.Pool(self.pool, self.client, REGION)
        lost = {**before.mfa, "SoftwareTokenMfaConfiguration": {"Enabled": False}}
        update = before.api.update_user_pool

        def forgetful(**request: Any) -> Any:
            before.api.set_user_pool_mfa_config(UserPoolId=self.pool, **lost)
            return update(**request)

        later = plan.attached_pool(before.pool_now, FUNCTIONS, replace=False)
        with mock.patch.object(before.api, "update_user_pool", forgetful):
            self.assertEqual(before.update(later, before.client_now, []), [])
        self.assertEqual(self.api.get_user_pool_mfa_config(UserPoolId=self.pool)["SoftwareTokenMfaConfiguration"],
                         {"Enabled": True})

    def test_an_update_without_the_requested_effect_fails(self) -> None:
        read = attach.Pool.read

        def reads_an_old_value(pool: attach.Pool) -> None:
            read(pool)
            if self.sent:
                pool.client_now["AuthSessionValidity"] = 3

        with mock.patch.object(attach.Pool, "read", reads_an_old_value):
            code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn("AuthSessionValidity: 10 -> 3", printed)

    def test_a_missing_function_or_client_is_refused(self) -> None:
        code, printed = self.run_attach("--yes", functions={"DefineAuthChallenge": FUNCTIONS["DefineAuthChallenge"]})
        self.assertEqual(code, 2)
        self.assertIn("No function for CreateAuthChallenge, VerifyAuthChallengeResponse", printed)
        self.client = "nothing"
        code, printed = self.run_attach("--yes")
        self.assertEqual(code, attach.FAILED)
        self.assertIn("ResourceNotFoundException", printed)
        self.assertEqual(self.sent, [])


if __name__ == "__main__":
    unittest.main()
