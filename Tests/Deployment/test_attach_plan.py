"""What attaching changes, judged from descriptions only, and where the functions' names come from."""

from __future__ import annotations

import argparse
import unittest
from unittest import mock

import boto3

from template import sam_template
from cognito_passkeys.function_names import PASSWORD_TRIGGER, TRIGGERS
from cognito_passkeys.user_pool import bypasses, functions, issuer, plan
from cognito_passkeys.verbs import attach, check_pool

REGION = "eu-west-1"
ARN = f"arn:aws:lambda:{REGION}:123456789012:function:"


def arguments(words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    attach.add_options(parser)
    return parser.parse_args(words.split())


class PlanTests(unittest.TestCase):
    def test_a_stack_names_the_functions_an_option_overrides_it_and_without_the_password_it_names_none(self) -> None:
        outputs = {key: f"{ARN}{key}" for key in functions.OUTPUTS.values()}
        del outputs[functions.OUTPUTS[PASSWORD_TRIGGER]]
        options = arguments("--pool eu-west-1_p --client c --stack passkeys --define mine")
        stack = {"StackStatus": "UPDATE_COMPLETE", "Outputs": [
            {"OutputKey": key, "OutputValue": value} for key, value in outputs.items()]}
        with mock.patch.object(boto3, "client") as client:
            client.return_value.describe_stacks.return_value = {"Stacks": [stack]}
            found = functions.deployment(options).functions
        client.assert_called_once_with("cloudformation", region_name="eu-west-1")
        client.return_value.describe_stacks.assert_called_once_with(StackName="passkeys")
        self.assertEqual(found, {trigger: f"{ARN}{function}Arn" for trigger, function in TRIGGERS.items()
                                 if trigger != PASSWORD_TRIGGER} | {"DefineAuthChallenge": "mine"})

    def test_a_replica_is_changed_in_its_own_region(self) -> None:
        options = arguments("--pool eu-west-1_p --client c --region eu-central-1")
        self.assertEqual(functions.region(options), "eu-central-1")

    def test_the_template_has_every_output_that_is_read(self) -> None:
        read = {*functions.OUTPUTS.values(), check_pool.SUBJECT_OUTPUT, check_pool.WRITABLE_OUTPUT}
        self.assertEqual(read - set(sam_template.load()["Outputs"]), set())

    def test_old_names_of_flows_keep_their_meaning(self) -> None:
        for flows, expected in (
            ([], {"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"}),
            (["CUSTOM_AUTH_FLOW_ONLY"], {"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_CUSTOM_AUTH"}),
            (["ADMIN_NO_SRP_AUTH"],
             {"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_ADMIN_USER_PASSWORD_AUTH"}),
            (["USER_PASSWORD_AUTH"], {"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"}),
            (["ALLOW_USER_AUTH"], {"ALLOW_USER_AUTH"}),
        ):
            with self.subTest(flows=flows):
                self.assertEqual(set(bypasses.modern_flows(flows)), expected)

    def test_another_version_of_pre_token_generation_is_another_function_in_place(self) -> None:
        for other, mine in ((f"{ARN}mine", f"{ARN}mine"), (f"{ARN}other", f"{ARN}mine")):
            config = {"LambdaArn": other, "LambdaVersion": "V2_0"}
            for described in ({"PreTokenGenerationConfig": config},
                              {"PreTokenGeneration": other, "PreTokenGenerationConfig": config}):
                with self.subTest(other=other, described=sorted(described)):
                    wanted, current = {"PreTokenGeneration": mine}, {"LambdaConfig": described}
                    self.assertEqual(plan.triggers_in_place(current, wanted),
                                     {"PreTokenGeneration": other} if other != mine else {})
                    later = plan.attached_pool(current, wanted)
                    kept = {"PreTokenGenerationConfig": config} if other == mine else {}
                    self.assertEqual(later["LambdaConfig"], {"PreTokenGeneration": mine} | kept)

    def test_the_refresh_flow_is_not_added_to_a_client_with_rotation(self) -> None:
        client = {"RefreshTokenRotation": {"Feature": "ENABLED"}, "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH"]}
        for close, expected in ((False, {"ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"}), (True, {"ALLOW_CUSTOM_AUTH"})):
            with self.subTest(close=close):
                self.assertEqual(set(plan.attached_client(client, close)["ExplicitAuthFlows"]), expected)

    def test_rotation_is_turned_on_only_when_asked_and_takes_the_refresh_flow_away(self) -> None:
        before = {"ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]}
        self.assertNotIn("RefreshTokenRotation", plan.attached_client(before, False))
        for flows, close, expected in (
            (before["ExplicitAuthFlows"], False, {"ALLOW_USER_SRP_AUTH", "ALLOW_CUSTOM_AUTH"}),
            (before["ExplicitAuthFlows"], True, {"ALLOW_CUSTOM_AUTH"}),
            # The old name implies the refresh flow.
            (["CUSTOM_AUTH_FLOW_ONLY"], False, {"ALLOW_CUSTOM_AUTH"}),
        ):
            with self.subTest(flows=flows, close=close):
                later = plan.attached_client({"ExplicitAuthFlows": flows}, close, rotate=True)
                self.assertEqual(set(later["ExplicitAuthFlows"]), expected)
                self.assertEqual(later["RefreshTokenRotation"], {"Feature": "ENABLED", "RetryGracePeriodSeconds": 30})

    def test_a_grace_period_in_place_is_kept(self) -> None:
        rotation = {"Feature": "ENABLED", "RetryGracePeriodSeconds": 5}
        for rotate in (False, True):
            later = plan.attached_client({"RefreshTokenRotation": rotation}, False, rotate)
            self.assertEqual(later["RefreshTokenRotation"], rotation)

    def test_the_grace_period_is_that_of_the_template(self) -> None:
        client = sam_template.load()["Resources"]["UserPoolClient"]["Properties"]
        [rotation] = [part for part in client["RefreshTokenRotation"]["Fn::If"] if "Feature" in part]
        self.assertEqual(rotation, {"Feature": "ENABLED", "RetryGracePeriodSeconds": plan.GRACE_SECONDS})

    def test_the_pool_keeps_its_issuer(self) -> None:
        model = boto3.client("cognito-idp", region_name=REGION).meta.service_model
        pool = {"Id": f"{REGION}_a", "Name": "customers", "IssuerConfiguration": {"Type": "UPDATED"}}
        now = plan.pool_settings(model.operation_model("UpdateUserPool").input_shape, pool)
        later = plan.attached_pool(now, {})
        self.assertEqual(later["IssuerConfiguration"], {"Type": "UPDATED"})

    def test_issuers_are_named_by_type_and_partition(self) -> None:
        for settings, name in (
            ({"Id": "eu-west-1_a"}, "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a"),
            ({"Id": "eu-west-1_a", "IssuerConfiguration": {"Type": "UPDATED"}},
             "https://issuer-cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a"),
            ({"Id": "cn-north-1_a"}, "https://cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_a"),
            ({"Id": "eu-west-1_a", "IssuerConfiguration": {"Type": "LATER"}}, None),
        ):
            with self.subTest(settings):
                self.assertEqual(issuer.issuer(settings), name)
                line = f"The pool's tokens name the issuer {name} ({issuer.issuer_type(settings)})."
                self.assertEqual(issuer.issuer_line(settings), name and line)

    def test_a_longer_session_is_left_alone(self) -> None:
        self.assertEqual(plan.attached_client({"AuthSessionValidity": 15}, False)["AuthSessionValidity"], 15)

    def test_a_setting_without_content_is_like_none(self) -> None:
        for empty in ({}, [], "", None, {"a": {}}, {"a": {"b": []}}):
            for other in ({}, [], "", None, {"c": None}):
                with self.subTest(empty=empty, other=other):
                    self.assertEqual(plan.difference({"UserPoolTags": empty}, {"UserPoolTags": other}), [])
                    self.assertEqual(plan.difference({"UserPoolTags": empty}, {}), [])
                    self.assertEqual(plan.difference({}, {"UserPoolTags": empty}), [])
        for value in (False, 0, {"a": False}, [""]):
            self.assertEqual(len(plan.difference({"x": {}}, {"x": value})), 1, value)
            self.assertEqual(len(plan.difference({"x": value}, {})), 1, value)

    def test_differences_name_the_setting_and_both_values(self) -> None:
        for before, after, lines in (
            ({"a": {"b": 1}}, {"a": {"b": 2}}, ["a.b: 1 -> 2"]),
            ({}, {"a": {"b": ["c"]}}, ["a.b: not set -> [c]"]),
            ({"a": ["b", "c"]}, {"a": ["c", "b"]}, []),
            ({"a": 1}, {}, ["a: 1 -> not set"]),
            ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, ["a: [{'b': 1}] -> [{'b': 2}]"]),
        ):
            with self.subTest(before=before, after=after):
                self.assertEqual(plan.difference(before, after), lines)
