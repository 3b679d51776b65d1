"""Which alarms roll a deployment back: a new version that does worse than the one before it, and nothing else."""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
import unittest
from pathlib import Path
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from alarm_case import FLOWS, OUTAGE, SECONDS, AlarmCase  # noqa: E402
from function_names import FUNCTIONS  # noqa: E402
from log_filters import MetricFilter  # noqa: E402
from metric_math import alarming, evaluate  # noqa: E402
from simulated_stack import CREATE, DEFINE, VERIFY, Rollout, Stack  # noqa: E402
from template import sam_template  # noqa: E402
from template_case import cycle, resources_named  # noqa: E402

GRADUAL = {"Rollout": "Canary10Percent10Minutes"}
# Seconds between two sign-ins.
BUSY, USUAL, QUIET = 2, 10, 30
# Flows and rates. Many calls take long to play, and differ by flow as little as few do.
LOADS = [*((flow, USUAL) for flow in FLOWS), ("authsignal", BUSY)]
# A tenth of fewer decisions tells nothing.
DECIDED = [*((flow, 4) for flow in FLOWS), ("authsignal", BUSY)]
BEGINS = OUTAGE.start
COUNTED = ("Decisions", "Refusals")

Spoils = Callable[[str, str, float], tuple[str, float]]


def failing(*functions: str) -> Spoils:
    return lambda function, outcome, ms: ("error" if function in functions else outcome, ms)


def slow(milliseconds: float) -> Spoils:
    return lambda function, outcome, ms: (outcome, milliseconds if function == CREATE else ms)


def deciding(function: str, worse: str, *better: str) -> Spoils:
    """A version of a function that decides so where the one before it decides better."""
    return lambda name, outcome, ms: (worse if name == function and outcome in better else outcome, ms)


def unchanged(function: str, outcome: str, ms: float) -> tuple[str, float]:
    return outcome, ms


class RolloutCase(AlarmCase):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.gradual = sam_template.translate(cls.written, GRADUAL)["Resources"]
        cls.versions = {name: f"<{alias['FunctionVersion']['Fn::GetAtt'][0]}.Version>" for name in FUNCTIONS
                        if (alias := cls.resources[f"{name}Aliaslive"]["Properties"])}
        cls.filters: dict[str, list[MetricFilter]] = {}

    def firing(self, flow: str, stack: Stack) -> set[str]:
        """The alarms for rollouts that fire at any time of the day."""
        alarms = self.made("AWS::CloudWatch::Alarm", **FLOWS[flow], **GRADUAL)
        return {name for name, alarm in alarms.items()
                if name.endswith("RolloutAlarm") and alarming(alarm, stack.metrics, SECONDS)}

    def counted(self, flow: str, spoils: Spoils = unchanged, share: int = 10) -> Stack:
        """A stack whose new versions get one of so many calls, and which counts what rollouts need."""
        if flow not in self.filters:
            made = self.made("AWS::Logs::MetricFilter", **FLOWS[flow], **GRADUAL, UseAlarms="false")
            self.filters[flow] = [one for one in map(MetricFilter, made.values()) if one.name in COUNTED]
        return Stack(self.filters[flow], Rollout(self.versions, BEGINS, share, spoils))

    def rollout(self, flow: str, every: int, spoils: Spoils = unchanged, share: int = 10, **changes: Any) -> set[str]:
        """The alarms that fire while new versions of all functions get one of so many calls."""
        stack = self.counted(flow, spoils, share)
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

    def test_an_outage_after_a_rollout_is_no_matter_of_its_alarms(self) -> None:
        # The new version has all calls, and nothing is left to compare it with.
        for flow, changes in itertools.product(FLOWS, ({"create": "error"}, {"milliseconds": 4_600})):
            with self.subTest(flow=flow, **changes):
                self.assertEqual(self.rollout(flow, USUAL, share=1, **changes), set())

    def test_one_failure_rolls_nothing_back(self) -> None:
        once = iter([True])

        def fails_once(function: str, outcome: str, ms: float) -> tuple[str, float]:
            return ("error" if function == VERIFY and next(once, False) else outcome, ms)

        for every in (BUSY, QUIET, 900):
            once = iter([True])
            self.assertEqual(self.rollout("authsignal", every, fails_once), set(), every)


class DecisionTests(RolloutCase):
    """Versions that do not fail, but decide worse."""

    def under_attack(self, flow: str, spoils: Spoils, share: int, seconds: float, every: int = BUSY) -> set[str]:
        """The alarms that fire if somebody sends a wrong answer every so many seconds during a rollout."""
        stack = self.counted(flow, spoils, share)
        self.ordinary(stack, flow, every, range(BEGINS - 600, BEGINS + 900))
        for number in range(int(900 / seconds)):
            second = BEGINS + number * seconds
            # Half of the names that are tried are nobody's.
            stack.call(DEFINE, "challenge", second)
            stack.call(CREATE, "issued_closed" if number % 2 else "issued", second)
            for attempt in range(3):
                stack.call(VERIFY, "closed_round" if number % 2 else "wrong_code", second)
                stack.call(DEFINE, "too_many_attempts" if attempt == 2 else "challenge", second)
        return self.firing(flow, stack)

    def test_a_verify_that_refuses_right_answers_is_noticed(self) -> None:
        for (flow, every), reason in itertools.product(DECIDED, ("invalid_token", "wrong_code")):
            with self.subTest(flow=flow, every=every, reason=reason):
                found = self.rollout(flow, every, deciding(VERIFY, reason, "right"))
                self.assertEqual(found, {"RefusedAnswersRolloutAlarm"})

    def test_a_define_that_loses_sign_ins_is_noticed_whether_at_their_start_or_at_their_end(self) -> None:
        for (flow, every), outcome in itertools.product(DECIDED, ("challenge", "issue_tokens")):
            with self.subTest(flow=flow, every=every, outcome=outcome):
                found = self.rollout(flow, every, deciding(DEFINE, "foreign_client", outcome))
                self.assertEqual(found, {"LostSignInsRolloutAlarm"})

    def test_a_create_that_closes_challenges_or_withholds_codes_is_noticed(self) -> None:
        for (flow, every), outcome in itertools.product(DECIDED, ("issued_closed", "unsent", "caller_limit")):
            with self.subTest(flow=flow, every=every, outcome=outcome):
                found = self.rollout(flow, every, deciding(CREATE, outcome, "issued"))
                self.assertEqual(found, {"WithheldChallengesRolloutAlarm"})

    def test_a_version_that_refuses_one_of_five_right_answers_is_noticed_where_many_sign_in(self) -> None:
        numbers = itertools.count()

        def some(function: str, outcome: str, ms: float) -> tuple[str, float]:
            is_refused = function == VERIFY and outcome == "right" and next(numbers) % 5 == 0
            return ("method_not_allowed" if is_refused else outcome, ms)

        self.assertEqual(self.rollout("authsignal", 1, some, share=2), {"RefusedAnswersRolloutAlarm"})

    def test_with_fewer_sign_ins_it_is_noticed_once_it_gets_half_of_them(self) -> None:
        for flow in FLOWS:
            with self.subTest(flow=flow):
                found = self.rollout(flow, USUAL, deciding(VERIFY, "invalid_token", "right"), share=2)
                self.assertEqual(found, {"RefusedAnswersRolloutAlarm"})

    def test_wrong_answers_of_strangers_roll_no_good_version_back(self) -> None:
        for flow, share, seconds in itertools.product(("email-code", "authsignal"), (10, 2), (20, 5, 1)):
            with self.subTest(flow=flow, share=share, seconds=seconds):
                self.assertEqual(self.under_attack(flow, unchanged, share, seconds), set())

    def test_a_bad_version_is_noticed_while_strangers_send_wrong_answers(self) -> None:
        found = self.under_attack("authsignal", deciding(VERIFY, "invalid_token", "right"), 2, 5)
        self.assertEqual(found, {"RefusedAnswersRolloutAlarm"})

    def test_what_both_versions_refuse_rolls_nothing_back(self) -> None:
        for share in (10, 2, 1):
            self.assertEqual(self.rollout("authsignal", BUSY, share=share, create="issued_closed"), set(), share)

    def test_a_few_refusals_or_no_calls_at_all_roll_nothing_back(self) -> None:
        for share in (10, 2, 1):
            found = self.rollout("authsignal", 900, deciding(VERIFY, "invalid_token", "right"), share=share)
            self.assertEqual(found, set(), share)
        self.assertEqual(self.firing("authsignal", self.counted("authsignal")), set())

    def test_a_version_that_takes_what_the_one_before_it_refuses_is_left_alone(self) -> None:
        # For instance one that repairs the release before it.
        def repairs(function: str, outcome: str, ms: float) -> tuple[str, float]:
            return ("right" if function == VERIFY else outcome, ms)

        self.assertEqual(self.under_attack("authsignal", repairs, 2, 5), set())

    def fires(self, names: dict[str, dict[int, float]]) -> dict[int, float]:
        """Whether the alarms fire in each period, from the numbers of decisions."""
        entries = {entry["Id"]: entry.get("Expression") for entry in self.properties(
            "RefusedAnswersRolloutAlarm")["Metrics"]}
        return evaluate(entries["worse"], {**names, "excess": evaluate(entries["excess"], names)})

    def test_a_difference_has_to_be_of_some_number_of_some_size_and_hardly_chance(self) -> None:
        for calls, refused, allcalls, allrefused, expected in (
            (4, 4, 25, 4, 1), (3, 3, 100, 3, 0), (4, 4, 24, 4, 0),
            (1_000, 110, 10_000, 110, 1), (1_000, 90, 10_000, 90, 0),
            # Before and after a rollout, one version has all calls.
            (50, 50, 50, 50, 0), (50, 1, 50, 1, 0),
        ):
            names = {"calls": {0: calls}, "refused": {0: refused}, "allcalls": {0: allcalls},
                     "allrefused": {0: allrefused}}
            with self.subTest(names):
                self.assertEqual(self.fires(names), {0: expected})

    def test_chance_alone_rolls_almost_nothing_back(self) -> None:
        dice = random.Random(1)
        for share, refuses, calls in itertools.product((0.1, 0.5, 0.9), (0.02, 0.1, 0.5, 0.9), (25, 60, 200)):
            names: dict[str, dict[int, float]] = {name: {} for name in ("calls", "refused", "allcalls", "allrefused")}
            for period in range(500):
                table = [(dice.random() < share, dice.random() < refuses) for _ in range(calls)]
                for name, count in (("calls", sum(new for new, _ in table)), ("allcalls", calls),
                                    ("refused", sum(new and bad for new, bad in table)),
                                    ("allrefused", sum(bad for _, bad in table))):
                    names[name][period] = count
            with self.subTest(share=share, refuses=refuses, calls=calls):
                self.assertLessEqual(sum(self.fires(names).values()), 1)


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
                    self.assertLessEqual({"<RefusedAnswersRolloutAlarm>", "<LostSignInsRolloutAlarm>",
                                          "<WithheldChallengesRolloutAlarm>"}, named)
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

    def test_lines_of_a_release_that_names_no_version_count_for_all_versions_together(self) -> None:
        line = {"Trigger": VERIFY, "Outcome": "right"}
        found = {name: MetricFilter(one).point(json.dumps(line)) for name, one in self.made(
            "AWS::Logs::MetricFilter", **GRADUAL).items() if name.startswith("VerifyDecisions")}
        self.assertEqual(found, {"VerifyDecisions": (frozenset({("Trigger", VERIFY)}), 1),
                                 "VerifyDecisionsByVersion": None})

    def test_what_good_decisions_are_called_is_known_to_the_filters(self) -> None:
        # A new word of the code would count as a refusal otherwise.
        good = {"Define": {"issue_tokens"}, "Create": {"issued", "issued_long", "continued", "repeated"},
                "Verify": {"right"}}
        for name, one in self.made("AWS::Logs::MetricFilter", **GRADUAL).items():
            if one["MetricTransformations"][0]["MetricName"] == "Refusals":
                function = name.split("Refusals")[0]
                decided = self.properties(name.replace("Refusals", "Decisions"))["FilterPattern"]
                told = lambda text: set(re.findall(r'!= "(\w+)"', text))  # noqa: E731
                self.assertEqual(told(one["FilterPattern"]) - told(decided), good[function], name)

    def test_no_alarm_names_an_alias_as_a_resource(self) -> None:
        for name, resource in self.gradual.items():
            if resource["Type"] == "AWS::CloudWatch::Alarm":
                self.assertEqual([other for other in resources_named(resource) if other.endswith("Aliaslive")], [], name)


if __name__ == "__main__":
    unittest.main()
