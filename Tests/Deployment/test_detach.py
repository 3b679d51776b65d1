"""Detaching puts back what attaching has changed, and nothing that somebody has changed since."""

from __future__ import annotations

import contextlib
import json
from typing import Any
from unittest import mock

from attach_case import ARN, CLIENT, FUNCTIONS, POOL, AttachCase
from aws_case import REGION, ClientError, failing
from cognito_passkeys.function_names import TRIGGERS
from cognito_passkeys.user_pool.functions import OUTPUTS, FunctionARN
from cognito_passkeys.user_pool.pool import Pool
from cognito_passkeys.verbs import attach, detach

THROTTLED = ClientError({"Error": {"Code": "TooManyRequestsException", "Message": "Too many requests"}}, "operation")


class DetachTests(AttachCase):
    def given(self, **settings: Any) -> None:
        super().given(**settings)
        if self.stacks:
            self.client("cloudformation").delete_stack(StackName="passkeys")
        self.make_stack_for(self.pool, ExistingUserPoolId=self.pool)
        self.before = self.known()

    @property
    def stacks(self) -> list[Any]:
        return [one for one in self.client("cloudformation").describe_stacks()["Stacks"]
                if one["StackStatus"] != "DELETE_COMPLETE"]

    def attach(self, *words: str) -> None:
        code, said = self.run_attach("--stack", "passkeys", "--yes", *words, functions={})
        self.assertEqual(code, attach.DONE, said)

    def detach(self, *words: str, typed: str = "") -> tuple[int, str]:
        return self.run_noted("detach", "--pool", self.pool, "--stack", "passkeys", *words, typed=typed)

    def known(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What is described, without times and what is off."""
        found = self.described()
        for one in found:
            one.pop("LastModifiedDate", None)
        # No request may name it beside the password policy's own validity, from which the service derives it.
        found[0].get("AdminCreateUserConfig", {}).pop("UnusedAccountValidityDays", None)
        if found[1].get("RefreshTokenRotation", {}).get("Feature") == "DISABLED":
            del found[1]["RefreshTokenRotation"]
        return found

    def kept(self) -> dict[str, Any]:
        """The former settings, by the pool's id and the client's."""
        found = self.client("ssm").get_parameters(Names=[f"/cognito-passkeys/passkeys/{self.pool}"])["Parameters"]
        return json.loads(found[0]["Value"]) if found else {}

    def test_every_setting_is_as_it_was_before_and_each_update_carries_all(self) -> None:
        # moto keeps settings of a client that an update leaves out. The service resets them.
        self.given(LambdaConfig=POOL["LambdaConfig"] | {"PreSignUp": f"{ARN}old"})
        self.attach("--replace")
        # A second run adds to the changes, and what was there before the first one stays the former value.
        self.attach("--close-flows", "--rotate-refresh-tokens")
        self.assertEqual(set(self.kept()), {self.pool, self.app})
        code, said = self.detach("--dry-run")
        self.assertEqual((code, self.sent), (detach.DONE, []))
        for line in (f"LambdaConfig.PreSignUp: {FUNCTIONS['PreSignUp']} -> {ARN}old",
                     f"LambdaConfig.DefineAuthChallenge: {FUNCTIONS['DefineAuthChallenge']} -> not set",
                     "AutoVerifiedAttributes: [phone_number, email] -> [phone_number]",
                     "ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH] -> [ALLOW_USER_SRP_AUTH, ALLOW_REFRESH_TOKEN_AUTH]",
                     "PreventUserExistenceErrors: ENABLED -> LEGACY", "RefreshTokenRotation.Feature: ENABLED -> DISABLED"):
            self.assertIn(f"  {line}\n", said)
        code, said = self.detach("--yes")
        self.assertEqual((code, said.splitlines()[-1]), (detach.DONE, "Detached."))
        self.assertEqual(self.known(), self.before)
        requests = dict(self.sent)
        self.assertEqual(set(POOL) - set(requests["UpdateUserPool"]), set())
        self.assertEqual(set(CLIENT) - {"GenerateSecret"} - set(requests["UpdateUserPoolClient"]), set())
        self.assertEqual(self.kept(), {})
        self.assertIn("Nothing to change.", self.detach("--yes")[1])

    def test_what_somebody_has_changed_since_stays_and_is_named(self) -> None:
        self.attach()
        pool, client = self.described()
        self.api.update_user_pool(UserPoolId=self.pool, LambdaConfig=pool["LambdaConfig"] | {"PreSignUp": f"{ARN}old"},
                                  AutoVerifiedAttributes=["email"],
                                  UserAttributeUpdateSettings=pool["UserAttributeUpdateSettings"])
        self.api.update_user_pool_client(UserPoolId=self.pool, ClientId=self.app, AuthSessionValidity=15,
                                         EnableTokenRevocation=False)
        code, said = self.detach("--yes")
        self.assertEqual(code, detach.DONE, said)
        changed = "  Stays as it is now, because it has changed since: "
        self.assertEqual([line.removeprefix(changed) for line in said.splitlines() if line.startswith(changed)], [
            "AutoVerifiedAttributes: [email].", f"LambdaConfig.PreSignUp: {ARN}old.", f"app client {self.app}, AuthSessionValidity: 15."])
        pool, client = self.known()
        self.assertEqual(pool["LambdaConfig"], POOL["LambdaConfig"] | {"PreSignUp": f"{ARN}old"})
        self.assertEqual((client["AuthSessionValidity"], client["ExplicitAuthFlows"]), (15, CLIENT["ExplicitAuthFlows"]))

    def test_what_the_owner_has_put_back_in_between_becomes_the_former_value(self) -> None:
        self.attach()
        self.api.update_user_pool(UserPoolId=self.pool, LambdaConfig={"CreateAuthChallenge": f"{ARN}old"})
        self.attach("--replace")
        self.assertEqual(self.detach("--yes")[0], detach.DONE)
        self.assertEqual(self.known()[0]["LambdaConfig"], {"CreateAuthChallenge": f"{ARN}old"})

    def test_it_works_after_the_stack_and_a_client_are_deleted(self) -> None:
        self.attach()
        self.client("cloudformation").delete_stack(StackName="passkeys")
        for function in FUNCTIONS.values():
            self.lambdas.delete_function(FunctionName=function)
        self.api.delete_user_pool_client(UserPoolId=self.pool, ClientId=self.app)
        code, said = self.detach("--yes")
        self.assertEqual(code, detach.DONE, said)
        pool = self.api.describe_user_pool(UserPoolId=self.pool)["UserPool"]
        self.assertEqual(pool["LambdaConfig"], POOL["LambdaConfig"])

    def test_the_permissions_that_attach_gave_are_taken_back_and_no_others(self) -> None:
        def allowed() -> dict[str, list[str]]:
            found = {}
            for trigger, function in FUNCTIONS.items():
                with contextlib.suppress(self.lambdas.exceptions.ResourceNotFoundException):
                    policy = self.lambdas.get_policy(**FunctionARN.of(function).arguments)["Policy"]
                    found[trigger] = [one["Sid"] for one in json.loads(policy)["Statement"]]
            return found

        def other(function: str) -> None:
            self.lambdas.add_permission(
                **FunctionARN.of(function).arguments, StatementId="attach-eu-west-1_Other",
                Action="lambda:InvokeFunction", Principal="cognito-idp.amazonaws.com", SourceArn="arn:aws:cognito-idp:eu-west-1:1:userpool/other")

        other(FUNCTIONS["CreateAuthChallenge"])
        self.attach()
        self.assertEqual({len(names) for names in allowed().values()}, {1, 2})
        # What comes after the pool's update is done by the next run.
        with failing("RemovePermission", THROTTLED):
            self.assertEqual(self.detach("--yes")[0], detach.FAILED)
        code, said = self.detach("--yes")
        self.assertEqual(code, detach.DONE, said)
        self.assertIn(f"  {FUNCTIONS['DefineAuthChallenge']}: {self.pool} may call it no longer\n", said)
        self.assertEqual({trigger: names for trigger, names in allowed().items() if names},
                         {"CreateAuthChallenge": ["attach-eu-west-1_Other"]})

    def test_a_former_function_that_does_not_exist_any_more_is_not_put_back(self) -> None:
        self.given(LambdaConfig={"PreSignUp": f"{ARN}old", "CreateAuthChallenge": f"{ARN}welcome",
                                 "CustomMessage": f"{ARN}messages"})
        self.attach("--replace")
        for name in ("old", "messages"):
            self.lambdas.delete_function(FunctionName=name)
        code, said = self.detach("--yes")
        self.assertEqual(code, detach.DONE, said)
        self.assertIn(f"  LambdaConfig.PreSignUp: {FUNCTIONS['PreSignUp']} -> not set\n", said)
        self.assertEqual(self.known()[0]["LambdaConfig"], {
            "CreateAuthChallenge": f"{ARN}welcome", "CustomMessage": f"{ARN}messages"})

    def test_nothing_is_put_back_under_the_functions_of_another_stack(self) -> None:
        self.attach("--close-flows")
        names = [f"later-{function}" for function in TRIGGERS.values()]
        self.make_functions(*names)
        outputs = {OUTPUTS[trigger]: f"{ARN}{name}" for trigger, name in zip(TRIGGERS, names)}
        self.make_stack_for(self.pool, "later", outputs=outputs)
        code, said = self.run_attach("--stack", "later", "--yes", "--replace", functions={})
        self.assertEqual(code, attach.DONE, said)
        attached = self.known()
        code, said = self.detach("--yes")
        self.assertIn("  Nothing is put back, because the triggers name functions of others now.\n", said)
        self.assertEqual((code, self.known(), self.kept()), (detach.DONE, attached, {}))
        # The way back leads to the stack before.
        code, said = self.run_noted("detach", "--pool", self.pool, "--stack", "later", "--yes")
        self.assertEqual((code, self.known()[0]["LambdaConfig"]), (detach.DONE, POOL["LambdaConfig"] | FUNCTIONS))

    def test_without_former_settings_only_the_stacks_functions_are_taken_out(self) -> None:
        others = {"PreAuthentication": f"{ARN}passkeys-2-DefineAuthChallenge", "CustomMessage": f"{ARN}messages"}
        version_2 = {"PreTokenGenerationConfig": {
            "LambdaArn": f"{FUNCTIONS['PreTokenGeneration']}:live", "LambdaVersion": "V2_0"}}
        self.given(LambdaConfig=others | version_2 | {"DefineAuthChallenge": f"{FUNCTIONS['DefineAuthChallenge']}:live"})
        code, said = self.detach(typed="y\n")
        self.assertEqual(code, detach.DONE, said)
        self.assertIn("No former settings are kept, so these triggers become empty, and app clients stay.", said)
        self.assertEqual(self.known()[0]["LambdaConfig"], others)
        self.assertEqual(self.known()[1], self.before[1])

    def test_a_setting_that_the_sdk_does_not_know_stops_it_before_it_asks(self) -> None:
        self.attach()
        with mock.patch.object(Pool, "unknown", "boto3 does not know UserPool.Later"):
            for verb in (self.detach, lambda *words: self.run_noted(
                    "remove", "--stack", "passkeys", "--region", REGION, *words)):
                code, said = verb("--yes")
                self.assertEqual((code, self.sent, said.splitlines()[-1]),
                                 (1, [], "Not done: boto3 does not know UserPool.Later"))

    def test_only_a_yes_changes_anything(self) -> None:
        self.attach()
        self.assertEqual((self.detach(typed="n\n")[0], self.sent), (4, []))

    def test_after_a_failure_half_way_the_same_command_does_the_rest(self) -> None:
        self.attach()
        for operation, done in (("UpdateUserPool", "Nothing has been changed. Remove the cause"),
                                ("UpdateUserPoolClient", f"Done before that: UpdateUserPool {self.pool}. Remove the"),
                                ("DeleteParameter",
                                 f"Done before that: UpdateUserPoolClient {self.pool}; RemovePermission")):
            with failing(operation, THROTTLED):
                code, said = self.detach("--yes")
            self.assertEqual(code, detach.FAILED)
            self.assertIn(done, said)
            self.assertIn("Not done: An error occurred (TooManyRequestsException)", said)
            self.assertEqual(set(self.kept()), {self.pool, self.app})
        self.assertEqual(self.detach("--yes")[0], detach.DONE)
        self.assertEqual((self.known(), self.kept()), (self.before, {}))

    def test_attaching_begins_with_the_former_settings_and_stops_if_they_cannot_be_kept(self) -> None:
        with failing("PutParameter"):
            code, said = self.run_attach("--stack", "passkeys", "--yes", functions={})
        self.assertEqual((code, self.sent), (attach.FAILED, []))
        self.assertIn("Nothing has been changed. Remove the cause", said)

    def test_removing_the_stack_detaches_first_and_stops_if_that_fails(self) -> None:
        self.attach("--close-flows")
        words = ("remove", "--stack", "passkeys", "--region", REGION)
        code, said = self.run_noted(*words, "--dry-run")
        self.assertEqual((code, self.sent), (0, []), said)
        self.assertIn(f"The pool {self.pool} was there before, and stays.\n", said)
        for title, line in ((f"User pool {self.pool}", f"LambdaConfig.PreSignUp: {FUNCTIONS['PreSignUp']} -> not set"),
                            (f"App client {self.app}", "AuthSessionValidity: 10 -> 3")):
            self.assertIn(f"\nDetached: {title}:\n", said)
            self.assertIn(f"  {line}\n", said)
        with failing("UpdateUserPool"):
            code, said = self.run_noted(*words, "--yes")
        self.assertEqual((code, len(self.stacks)), (1, 1))
        with failing("GetParameter"):
            code, said = self.run_noted(*words, "--dry-run")
        self.assertIn("Its triggers that name these functions fail then, so run scripts/passkeys detach first: An error",
                      said)
        code, said = self.run_noted(*words, typed="y\n")
        self.assertEqual((code, self.stacks), (0, []), said)
        self.assertEqual(self.known(), self.before)

    def test_removing_a_stack_that_is_not_attached_changes_no_pool(self) -> None:
        code, said = self.run_noted("remove", "--stack", "passkeys", "--region", REGION, "--yes")
        self.assertEqual((code, self.stacks, self.known()), (0, [], self.before), said)
        self.assertNotIn("detached", said)

    def test_the_stacks_own_pool_is_refused(self) -> None:
        self.given(UserPoolTags={"aws:cloudformation:stack-name": "passkeys"})
        code, said = self.detach("--yes")
        self.assertEqual((code, self.sent), (2, []))
        self.assertIn(f"{self.pool} is the stack's own pool", said)
