"""How versions are rolled out, and the alarm that takes them back: failing calls of the triggers, and nothing else."""

from __future__ import annotations

import itertools
import json

from alarm_case import FLOWS, OUTAGE, SECONDS, AlarmCase
from cognito_passkeys.function_names import FUNCTIONS
from metric_math import alarming
from simulated_stack import AUTHENTICATOR, CREATE, DEFINE, VERIFY, Stack
from template import sam_template
from template_case import TemplateCase, resources_named

GRADUAL = {"Rollout": "Canary10Percent10Minutes"}
EVERY_FUNCTION = {"SignInWith": "own-authenticator", "UseAddAuthenticator": "true", "PasswordFirst": "true"}


class RolloutCase(TemplateCase):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.gradual = sam_template.translate(cls.written, GRADUAL)["Resources"]


class AlarmTests(RolloutCase):
    def fires(self, stack: Stack) -> bool:
        text = json.dumps(self.evaluated(self.properties("RolloutAlarm")))
        return bool(alarming(json.loads(text.replace("<AWS::StackName>", "passkeys")), stack.metrics, SECONDS))

    def day(self, flow: str, every: int, **changes: float | str) -> Stack:
        stack = Stack([])
        AlarmCase.ordinary(stack, flow, every, **changes)
        return stack

    def test_an_ordinary_day_a_slow_one_and_failures_of_the_authenticator_take_nothing_back(self) -> None:
        for flow, every in itertools.product(FLOWS, (2, 30, 900)):
            with self.subTest(flow=flow, every=every):
                stack = self.day(flow, every, milliseconds=4_600)
                for second in OUTAGE[::10]:
                    stack.call(AUTHENTICATOR, "error", second)
                self.assertFalse(self.fires(stack))

    def test_a_trigger_that_fails_in_a_tenth_of_its_calls_takes_the_rollout_back(self) -> None:
        for flow, function in itertools.product(FLOWS, (DEFINE, CREATE, VERIFY, "PreSignUp")):
            with self.subTest(flow=flow, function=function):
                stack = self.day(flow, 10)
                for second in OUTAGE[::60]:
                    # One that crashes writes nothing.
                    stack.call(function, "error", second, is_logged=False)
                self.assertTrue(self.fires(stack))

    def test_two_failures_in_five_minutes_or_one_in_a_hundred_calls_are_left_alone(self) -> None:
        few = self.day("authsignal", 30)
        for second in (3_310, 3_320):
            few.call(CREATE, "error", second)
        many = self.day("authsignal", 2)
        for second in OUTAGE[::100]:
            many.call(CREATE, "error", second)
        self.assertEqual([self.fires(stack) for stack in (few, many)], [False, False])


    def test_refreshed_tokens_hide_no_failure_of_sign_ins(self) -> None:
        stack = self.day("authsignal", 30)
        for second in OUTAGE[::30]:
            stack.call(DEFINE, "error", second)
            for _ in range(300):
                stack.call("PreTokenGeneration", "unchanged", second)
        self.assertTrue(self.fires(stack))

    def test_failures_of_refreshes_take_the_rollout_back_even_if_nobody_signs_in(self) -> None:
        stack = Stack([])
        for second in OUTAGE[::30]:
            stack.call("PreTokenGeneration", "error", second)
        self.assertTrue(self.fires(stack))


class FormTests(RolloutCase):
    def test_the_page_on_cost_says_how_many_series_the_alarm_has(self) -> None:
        series = sum("MetricStat" in entry for entry in self.properties("RolloutAlarm")["Metrics"])
        page = (sam_template.ROOT / "docs/cost.md").read_text()
        self.assertIn(f"| series that roll a deployment back, with `Rollout` |{f' {series} |' * 3} $0.10 |", page)

    def test_at_once_there_is_nothing_of_codedeploy_in_the_stack_and_no_alarm_for_it(self) -> None:
        self.assertEqual([name for name, resource in self.resources.items() if "CodeDeploy" in resource["Type"]], [])
        self.assertEqual([name for name, resource in self.resources.items() if "UpdatePolicy" in resource], [])
        for name in ("RolloutAlarm", "RolloutRole"):
            self.assertFalse(self.exists(self.resources[name], **EVERY_FUNCTION))

    def test_every_kind_of_rollout_is_known_to_the_transform(self) -> None:
        allowed = self.translated["Parameters"]["Rollout"]["AllowedValues"]
        self.assertEqual({name: kind["IsGradual"] for name, kind in self.written["Mappings"]["Rollouts"].items()},
                         {name: str(name != "AllAtOnce").lower() for name in allowed})
        self.assertEqual(self.translated["Parameters"]["Rollout"]["Default"], "AllAtOnce")

    def test_each_alias_moves_by_codedeploy_which_goes_back_on_the_alarm(self) -> None:
        for name in FUNCTIONS:
            with self.subTest(name):
                policy = self.gradual[f"{name}Aliaslive"]["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]
                self.assertEqual(policy["DeploymentGroupName"], {"Ref": f"{name}DeploymentGroup"})
                group = self.gradual[f"{name}DeploymentGroup"]
                self.assertEqual(group.get("Condition"), self.gradual[name].get("Condition"))
                properties = group["Properties"]
                self.assertEqual(properties["DeploymentConfigName"]["Fn::Sub"][1], {"ConfigName": GRADUAL["Rollout"]})
                self.assertIn("DEPLOYMENT_STOP_ON_ALARM", properties["AutoRollbackConfiguration"]["Events"])
                # Functions that belong together go back together.
                self.assertEqual(properties["AlarmConfiguration"]["Alarms"], [{"Name": {"Ref": "RolloutAlarm"}}])
                self.assertEqual(properties["ServiceRoleArn"], {"Fn::GetAtt": ["RolloutRole", "Arn"]})

    def test_codedeploy_may_move_the_aliases_of_these_functions_and_of_no_others(self) -> None:
        self.assertNotIn("ManagedPolicyArns", self.properties("RolloutRole"))
        functions, *others = self.evaluated(self.statements("RolloutRole"))
        prefix = "arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:<AWS::StackName>-"
        self.assertEqual(set(functions["Resource"]),
                         {f"{prefix}{name}{version}" for name in FUNCTIONS for version in ("", ":*")})
        self.assertEqual({action for statement in others for action in (
            [statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"])},
            {"cloudwatch:DescribeAlarms", "s3:GetObject", "s3:GetObjectVersion"})

    def test_no_alarm_names_an_alias_as_a_resource(self) -> None:
        self.assertEqual([other for other in resources_named(self.gradual["RolloutAlarm"])
                          if other.endswith("Aliaslive")], [])
