"""Which alarms roll a deployment back: a new version that does worse than the one before it, and nothing else."""

from __future__ import annotations

import itertools
import sys
import unittest
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from alarm_case import FLOWS, OUTAGE, SECONDS, AlarmCase  # noqa: E402
from function_names import FUNCTIONS  # noqa: E402
from metric_math import alarming  # noqa: E402
from simulated_stack import CREATE, DEFINE, VERIFY, Rollout, Stack  # noqa: E402
from template import sam_template  # noqa: E402
from template_case import cycle, resources_named  # noqa: E402

GRADUAL = {"Rollout": "Canary10Percent10Minutes"}
# Seconds between two sign-ins.
BUSY, USUAL, QUIET = 2, 10, 30
# Flows and rates. Many calls take long to play, and differ by flow as little as few do.
LOADS = [*((flow, USUAL) for flow in FLOWS), ("authsignal", BUSY)]
BEGINS = OUTAGE.start

Spoils = Callable[[str, str, float], tuple[str, float]]


def failing(*functions: str) -> Spoils:
    return lambda function, outcome, ms: ("error" if function in functions else outcome, ms)


def slow(milliseconds: float) -> Spoils:
    return lambda function, outcome, ms: (outcome, milliseconds if function == CREATE else ms)


def unchanged(function: str, outcome: str, ms: float) -> tuple[str, float]:
    return outcome, ms


class RolloutCase(AlarmCase):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.gradual = sam_template.translate(cls.written, GRADUAL)["Resources"]

    def firing(self, flow: str, stack: Stack) -> set[str]:
        """The alarms for rollouts that fire at any time of the day."""
        alarms = self.made("AWS::CloudWatch::Alarm", **FLOWS[flow], **GRADUAL)
        return {name for name, alarm in alarms.items()
                if name.endswith("RolloutAlarm") and alarming(alarm, stack.metrics, SECONDS)}

    def rollout(self, flow: str, every: int, spoils: Spoils = unchanged, share: int = 10, **changes: Any) -> set[str]:
        """The alarms that fire while new versions of all functions get one of so many calls."""
        versions = {name: f"<{alias['FunctionVersion']['Fn::GetAtt'][0]}.Version>" for name in FUNCTIONS
                    if (alias := self.properties(f"{name}Aliaslive"))}
        stack = Stack([], Rollout(versions, BEGINS, share, spoils))
        # Half an hour of many calls says as much as two hours of few.
        span = range(BEGINS - 600, BEGINS + 1_200) if every <= USUAL else range(SECONDS)
        self.ordinary(stack, flow, every, span, **changes)
        return self.firing(flow, stack)


class RolloutAlarmTests(RolloutCase):
    def test_a_version_that_fails_is_noticed_however_many_calls_there_are(self) -> None:
        for (flow, every), function in itertools.product(LOADS, (DEFINE, CREATE, VERIFY)):
            with self.subTest(flow=flow, every=every, function=function):
                self.assertEqual(self.rollout(flow, every, failing(function)), {f"{function}RolloutAlarm"})

    def test_with_few_calls_a_version_that_fails_is_noticed_once_it_gets_half_of_them(self) -> None:
        for flow, function in itertools.product(FLOWS, (DEFINE, CREATE, VERIFY)):
            with self.subTest(flow=flow, function=function):
                self.assertEqual(self.rollout(flow, QUIET, failing(function), share=2), {f"{function}RolloutAlarm"})

    def test_a_version_that_fails_now_and_then_is_noticed_if_the_one_before_did_not(self) -> None:
        numbers = itertools.count()

        def sometimes(function: str, outcome: str, ms: float) -> tuple[str, float]:
            return ("error" if function == CREATE and next(numbers) % 10 == 0 else outcome, ms)

        self.assertEqual(self.rollout("authsignal", BUSY, sometimes), {"CreateAuthChallengeRolloutAlarm"})

    def test_a_version_that_comes_close_to_cognito_s_limit_is_noticed(self) -> None:
        for every in (BUSY, USUAL):
            self.assertEqual(self.rollout("authsignal", every, slow(4_500)), {"CreateAuthChallengeRolloutAlarm"})
            self.assertEqual(self.rollout("authsignal", every, slow(3_900)), set())

    def test_a_good_version_is_left_alone_however_many_calls_there_are(self) -> None:
        loads = [*LOADS, *itertools.product(FLOWS, (QUIET, 900))]
        for (flow, every), share in itertools.product(loads, (10, 2, 1)):
            with self.subTest(flow=flow, every=every, share=share):
                self.assertEqual(self.rollout(flow, every, share=share), set())

    def test_an_outage_that_both_versions_meet_rolls_nothing_back(self) -> None:
        # Of every flow, in the middle of a rollout: errors and slow calls of a service, for both versions alike.
        for (flow, every), share in itertools.product(LOADS, (10, 2)):
            for changes in ({"create": "error"}, {"milliseconds": 4_600}):
                with self.subTest(flow=flow, every=every, share=share, **changes):
                    self.assertEqual(self.rollout(flow, every, share=share, **changes), set())

    def test_one_failure_rolls_nothing_back(self) -> None:
        once = iter([True])

        def fails_once(function: str, outcome: str, ms: float) -> tuple[str, float]:
            return ("error" if function == VERIFY and next(once, False) else outcome, ms)

        for every in (BUSY, QUIET, 900):
            once = iter([True])
            self.assertEqual(self.rollout("authsignal", every, fails_once), set(), every)


class RolloutFormTests(RolloutCase):
    def test_at_once_there_is_nothing_of_codedeploy_in_the_stack_and_no_alarm_for_it(self) -> None:
        self.assertEqual([name for name, resource in self.resources.items() if "CodeDeploy" in resource["Type"]], [])
        for name, resource in self.resources.items():
            self.assertNotIn("UpdatePolicy", resource, name)
            if name.endswith(("RolloutAlarm", "RolloutRole")):
                self.assertFalse(self.exists(resource, UseAlarms="true", **FLOWS["authenticator"]), name)

    def test_every_kind_of_rollout_is_known_to_the_transform(self) -> None:
        allowed = self.translated["Parameters"]["Rollout"]["AllowedValues"]
        self.assertEqual({name: kind["IsGradual"] for name, kind in self.written["Mappings"]["Rollouts"].items()},
                         {name: str(name != "AllAtOnce").lower() for name in allowed})
        self.assertEqual(self.translated["Parameters"]["Rollout"]["Default"], "AllAtOnce")

    def test_each_alias_moves_by_codedeploy_which_goes_back_on_alarms(self) -> None:
        for name in FUNCTIONS:
            with self.subTest(name):
                policy = self.gradual[f"{name}Aliaslive"]["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]
                self.assertEqual(policy["DeploymentGroupName"], {"Ref": f"{name}DeploymentGroup"})
                group = self.gradual[f"{name}DeploymentGroup"]
                self.assertEqual(group.get("Condition"), self.gradual[name].get("Condition"))
                self.assertEqual(group["Properties"]["DeploymentConfigName"]["Fn::Sub"][1],
                                 {"ConfigName": GRADUAL["Rollout"]})
                self.assertIn("DEPLOYMENT_STOP_ON_ALARM", group["Properties"]["AutoRollbackConfiguration"]["Events"])
                for first in ("true", "false"):
                    alarms = self.evaluated(group["Properties"]["AlarmConfiguration"], PasswordFirst=first)
                    named = {entry["Name"] for entry in alarms["Alarms"]}
                    self.assertIn(f"<{name}RolloutAlarm>", named | {"<PreTokenGenerationRolloutAlarm>"})
                    # The limit of a deployment group.
                    self.assertLessEqual(len(named), 10)
                    # Functions that belong together go back together.
                    self.assertLessEqual({f"<{other}RolloutAlarm>" for other in (DEFINE, CREATE, VERIFY, "PreSignUp")},
                                         named)

    def test_what_a_group_needs_exists_whenever_the_group_does(self) -> None:
        for given in ({}, {"PasswordFirst": "true"}, {**FLOWS["authenticator"], "UseAddAuthenticator": "true"}):
            values = given | GRADUAL
            for name in FUNCTIONS:
                group = self.gradual[f"{name}DeploymentGroup"]
                if not self.exists(group, **values):
                    continue
                for entry in self.evaluated(group["Properties"]["AlarmConfiguration"], **values)["Alarms"]:
                    self.assertTrue(self.exists(self.resources[entry["Name"].strip("<>")], **values), (name, entry))
                [role, _] = group["Properties"]["ServiceRoleArn"]["Fn::GetAtt"]
                self.assertTrue(self.exists(self.resources[role], **values), name)
                self.assertIn(f"<{name}.Arn>", [arn for statement in self.evaluated(
                    self.properties(role)["Policies"][0]["PolicyDocument"]["Statement"], **values)
                    for arn in statement["Resource"]])

    def test_codedeploy_may_move_the_aliases_of_these_functions_and_of_no_others(self) -> None:
        for role in ("TriggerRolloutRole", "RolloutRole"):
            self.assertNotIn("ManagedPolicyArns", self.properties(role))
            for statement in self.statements(role):
                actions = [statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"]
                if any(action.startswith("lambda:") for action in actions):
                    self.assertNotIn("*", [one for one in self.evaluated(statement["Resource"])])
                else:
                    self.assertLessEqual(set(actions), {"cloudwatch:DescribeAlarms", "s3:GetObject",
                                                        "s3:GetObjectVersion"})

    def test_nothing_needs_itself_in_a_gradual_rollout(self) -> None:
        # Every reference counts, whatever its conditions, so no combination of conditions has a circle.
        self.assertEqual(cycle(self.gradual), [])

    def test_an_alarm_that_reaches_the_pool_would_close_a_circle(self) -> None:
        group = self.gradual["DefineAuthChallengeDeploymentGroup"]
        properties = group["Properties"] | {"AlarmConfiguration": {"Alarms": [{"Name": {"Ref": "ErrorRateAlarm"}}]}}
        changed = self.gradual | {"DefineAuthChallengeDeploymentGroup": group | {"Properties": properties}}
        self.assertIn("UserPool", cycle(changed))

    def test_no_alarm_names_an_alias_as_a_resource(self) -> None:
        for name, resource in self.gradual.items():
            if resource["Type"] == "AWS::CloudWatch::Alarm":
                self.assertEqual([other for other in resources_named(resource) if other.endswith("Aliaslive")], [], name)


if __name__ == "__main__":
    unittest.main()
