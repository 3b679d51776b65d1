"""Which alarms of the template fire on which day: ordinary days, and an outage of each kind."""

from __future__ import annotations

import itertools
import json
import re
import unittest
from pathlib import Path
from typing import Callable

from alarm_case import FLOWS, OUTAGE, SECONDS, AlarmCase
from log_filters import MetricFilter, pattern
from metric_math import Metrics, alarming, evaluate
from simulated_stack import ADD_AUTHENTICATOR, AUTHENTICATOR, CREATE, DEFINE, VERIFY, Stack

ROOT = Path(__file__).resolve().parents[2]


class AlarmTests(AlarmCase):
    def test_an_ordinary_day_is_silent_however_busy_it_is(self) -> None:
        for flow, every in itertools.product(FLOWS, (2, 30, 900)):
            stack = self.stack(flow)
            self.ordinary(stack, flow, every)
            self.assertEqual(self.firing(flow, stack), set(), (flow, every))

    def test_a_day_without_sign_ins_is_silent(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.firing(flow, self.stack(flow)), set())

    def outage(self, flow: str, happens: Callable[[Stack, int], None], every: int = 20, **changes: Any) -> set[str]:
        """The alarms that fire if something happens again and again for a while on an ordinary day."""
        stack = self.stack(flow)
        self.ordinary(stack, flow, **changes)
        for second in OUTAGE[::every]:
            happens(stack, second)
        return self.firing(flow, stack)

    @staticmethod
    def nothing(stack: Stack, second: int) -> None:
        pass

    def test_guessed_codes(self) -> None:
        def guess(stack: Stack, second: int) -> None:
            judge = AUTHENTICATOR if flow == "authenticator" else VERIFY
            for outcome in ("wrong_code", "wrong_code", "too_many_guesses"):
                stack.call(judge, outcome, second)
        for flow in ("authenticator", "email-code"):
            self.assertEqual(self.outage(flow, guess), {"GuessingAlarm"}, flow)

    def test_guessed_codes_where_nobody_has_ever_signed_in(self) -> None:
        for flow, judge in (("authenticator", AUTHENTICATOR), ("email-code", VERIFY)):
            stack = self.stack(flow)
            for second in OUTAGE[::20]:
                stack.call(judge, "wrong_code", second)
            self.assertEqual(self.firing(flow, stack), {"GuessingAlarm"}, flow)

    def test_networks_that_are_refused_codes(self) -> None:
        def refuse(stack: Stack, second: int) -> None:
            stack.call(AUTHENTICATOR, "caller_limit", second)
        self.assertEqual(self.outage("authenticator", refuse, every=20), {"CallerLimitAlarm"})
        self.assertEqual(self.outage("authenticator", refuse, every=60), set())

    def test_used_proofs(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.outage(flow, lambda stack, second: stack.call(VERIFY, "already_used", second)),
                             {"UsedProofsAlarm"}, flow)

    def test_proofs_of_other_users(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.outage(flow, lambda stack, second: stack.call(VERIFY, "wrong_user", second)),
                             {"WrongUsersAlarm"}, flow)

    def test_mails_that_do_not_leave(self) -> None:
        self.assertEqual(self.outage("email-code", self.nothing, create="unsent"), {"UnsentMailsAlarm"})
        found = self.outage("authenticator", lambda stack, second: stack.call(AUTHENTICATOR, "unsent", second))
        self.assertEqual(found, {"UnsentMailsAlarm"})

    def test_mails_that_never_left_at_all(self) -> None:
        stack = self.stack("email-code")
        for second in OUTAGE[::60]:
            stack.sign_in(second, "email-code", True, create="unsent")
        self.assertEqual(self.firing("email-code", stack), {"UnsentMailsAlarm"})

    def test_mails_that_are_withheld_because_the_hour_is_spent(self) -> None:
        def withhold(stack: Stack, second: int) -> None:
            stack.log(CREATE if flow == "email-code" else AUTHENTICATOR, line, second)
        lines = {"email-code": "no code is sent, because of a limit: deployment_limit",
                 "authenticator": "mail_budget_exhausted: the deployment's mails of this hour are used up"}
        for flow, line in lines.items():
            self.assertEqual(self.outage(flow, withhold), {"MailBudgetAlarm"}, flow)

    def test_a_mail_that_is_withheld_because_the_hour_is_spent_counts_once(self) -> None:
        stack = self.stack("email-code")
        # All lines of the call have the word: metrics, log and audit log.
        stack.call(CREATE, "deployment_limit", 60)
        stack.log(CREATE, json.dumps({"message": "no code is sent, because of a limit: deployment_limit"}), 60)
        stack.log(CREATE, json.dumps({"audit": "challenge_issued", "reason": "deployment_limit"}), 60)
        [counted] = [values for (_, name, _), values in stack.metrics.values.items() if name == "MailBudgetExhausted"]
        self.assertEqual(counted, [(60, 1)])

    def test_mails_that_bounce(self) -> None:
        stack = self.stack("email-code")
        self.ordinary(stack, "email-code")
        for rate, expected in ((0.049, set()), (0.05, {"BounceAlarm"})):
            stack.metrics.put("AWS/SES", "Reputation.BounceRate", frozenset(), 3_700, rate)
            stack.metrics.values[("AWS/SES", "Reputation.BounceRate", frozenset())] = [(3_700, rate)]
            self.assertEqual(self.firing("email-code", stack), expected)

    def test_a_service_that_does_not_answer(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.outage(flow, self.nothing, create="error"), {"ErrorRateAlarm"}, flow)

    def test_a_table_that_is_gone_from_the_authenticator(self) -> None:
        for outcome in ("service_unavailable", "unexpected_error"):
            # Nobody gets as far as the triggers.
            found = self.outage("authenticator", lambda stack, second: stack.call(AUTHENTICATOR, outcome, second))
            self.assertEqual(found, {"UnavailableAlarm"}, outcome)

    def test_a_table_that_is_gone_before_anybody_has_signed_in(self) -> None:
        stack = self.stack("authenticator")
        for second in OUTAGE[::50]:
            stack.call(AUTHENTICATOR, "service_unavailable", second)
        self.assertEqual(self.firing("authenticator", stack), {"UnavailableAlarm"})

    def test_a_service_that_adding_an_authenticator_needs(self) -> None:
        given = {"UseAddAuthenticator": "true"}
        outcomes = ("temporarily_unavailable", "server_error")
        for flow, outcome in itertools.product(("authenticator", "authsignal"), outcomes):
            with self.subTest(flow=flow, outcome=outcome):
                stack = self.stack(flow, **given)
                self.ordinary(stack, flow)
                for second in OUTAGE[::50]:
                    stack.call(ADD_AUTHENTICATOR, outcome, second)
                self.assertEqual(self.firing(flow, stack, **given), {"UnavailableAlarm"})

    def test_people_who_may_not_add_an_authenticator_alarm_nobody(self) -> None:
        given = {"UseAddAuthenticator": "true"}
        stack = self.stack("authsignal", **given)
        for second, outcome in itertools.product(OUTAGE[::50], ("insufficient_user_authentication", "not_allowed")):
            stack.call(ADD_AUTHENTICATOR, outcome, second)
        self.assertEqual(self.firing("authsignal", stack, **given), set())

    def test_two_changes_of_one_user_at_the_same_time_alarm_nobody(self) -> None:
        found = self.outage("authenticator", lambda stack, second: stack.call(
            AUTHENTICATOR, "service_unavailable", second), every=80)
        self.assertEqual(found, set())

    def test_any_function_that_fails_alone(self) -> None:
        for function in (DEFINE, CREATE, VERIFY, "PreSignUp", AUTHENTICATOR):
            stack = self.stack("authenticator")
            for second in OUTAGE[::20]:
                # One that crashes writes nothing.
                stack.call(function, "error", second, is_logged=False)
                if function in (CREATE, VERIFY):
                    stack.call(DEFINE, "challenge", second)
            self.assertEqual(self.firing("authenticator", stack), {"ErrorRateAlarm"}, function)

    def test_calls_that_take_nearly_as_long_as_cognito_waits(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.outage(flow, self.nothing, milliseconds=3_900), set(), flow)
            self.assertEqual(self.outage(flow, self.nothing, milliseconds=4_600), {"SlowAlarm"}, flow)

    def test_a_few_slow_calls_among_many(self) -> None:
        stack = self.stack("authsignal")
        self.ordinary(stack, "authsignal", 2)
        # Of the 150 calls of each function in five minutes, three.
        for second in OUTAGE[::100]:
            stack.call(CREATE, "issued", second, milliseconds=4_600)
        self.assertEqual(self.firing("authsignal", stack), {"SlowAlarm"})

    def test_one_slow_call_alarms_nobody(self) -> None:
        stack = self.stack("authsignal")
        self.ordinary(stack, "authsignal")
        stack.call(CREATE, "issued", 3_000, milliseconds=4_900)
        self.assertEqual(self.firing("authsignal", stack), set())

    def test_calls_that_lambda_refuses(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.outage(flow, lambda stack, second: stack.throttle(VERIFY, second)),
                             {"ThrottleAlarm"}, flow)

    def test_a_deployment_at_a_busy_moment_is_silent(self) -> None:
        stack = self.stack("authenticator")
        self.ordinary(stack, "authenticator", 5, start=450)
        self.assertEqual(self.firing("authenticator", stack), set())

    def test_an_alarm_ends_with_what_caused_it(self) -> None:
        stack = self.stack("authsignal")
        self.ordinary(stack, "authsignal", create="error")
        alarm = self.made("AWS::CloudWatch::Alarm", **FLOWS["authsignal"])["ErrorRateAlarm"]
        periods = alarming(alarm, stack.metrics, SECONDS)
        # Two of three periods of five minutes: from the second one on, until two quiet ones have followed.
        self.assertEqual(periods, list(range(OUTAGE.start // 300 + 1, OUTAGE.stop // 300 + 1)))


class FormTests(AlarmCase):
    def test_without_the_parameters_nothing_counts_and_only_the_budget_alarms(self) -> None:
        given = {"UseAlarms": "false", **FLOWS["authenticator"]}
        self.assertEqual(set(self.made("AWS::CloudWatch::Alarm", **given)), {"MailBudgetAlarm"})
        self.assertEqual(set(self.made("AWS::Logs::MetricFilter", **given)), {"AuthenticatorMailBudget"})

    def test_without_mails_no_alarm_watches_them(self) -> None:
        self.assertEqual(set(self.made("AWS::CloudWatch::Alarm", **FLOWS["authsignal"])),
                         {"ErrorRateAlarm", "ThrottleAlarm", "SlowAlarm", "UsedProofsAlarm", "WrongUsersAlarm"})

    def test_every_alarm_tells_the_topic(self) -> None:
        topic = "arn:aws:sns:eu-west-1:123456789012:alarms"
        for name, alarm in self.made("AWS::CloudWatch::Alarm", AlarmTopicArn=topic, **FLOWS["email-code"]).items():
            self.assertEqual(alarm["AlarmActions"], [topic], name)

    def test_alarms_are_ones_that_cloudwatch_accepts(self) -> None:
        for flow, first, adds in itertools.product(FLOWS, ("true", "false"), ("true", "false")):
            given = {**FLOWS[flow], "PasswordFirst": first, "UseAddAuthenticator": adds}
            for name, alarm in self.made("AWS::CloudWatch::Alarm", **given).items():
                entries = alarm.get("Metrics", [])
                self.assertLessEqual(len(entries), 20, name)
                self.assertLessEqual(sum("MetricStat" in entry for entry in entries), 10, name)
                for entry in entries:
                    self.assertRegex(entry["Id"], r"\A[a-z]\w*\Z", name)
                self.assertLessEqual(len(alarm["AlarmDescription"]), 1_024)

    def test_metrics_of_alarms_are_those_that_filters_make(self) -> None:
        for given in FLOWS.values():
            made = {(one.namespace, one.name, frozenset(one.dimensions))
                    for one in map(MetricFilter, self.made("AWS::Logs::MetricFilter", **given).values())}
            functions = {f"<{name}>" for name in self.made("AWS::Lambda::Function", **given)}
            for name, alarm in self.made("AWS::CloudWatch::Alarm", **given).items():
                queries = [entry["MetricStat"]["Metric"] for entry in alarm.get("Metrics", []) if "MetricStat" in entry]
                for metric in queries or [alarm]:
                    dimensions = {entry["Name"]: entry["Value"] for entry in metric.get("Dimensions", [])}
                    if metric["Namespace"] == "AWS/Lambda":
                        self.assertIn(dimensions["FunctionName"], functions, name)
                    elif metric["Namespace"] != "AWS/SES":
                        self.assertIn((metric["Namespace"], metric["MetricName"], frozenset(dimensions)), made, name)

    def test_the_page_on_cost_says_how_many_series_alarms_have(self) -> None:
        page = (ROOT / "docs/cost.md").read_text()
        for what, parameters in (("of alarms, with `UseAlarms`", {}),
                                 ("that roll a deployment back, with `Rollout`", {
                                     "UseAlarms": "false", "Rollout": "Canary10Percent10Minutes"})):
            row = re.search(rf"^\| series {what} \| (\d+) \| (\d+) \| (\d+) \|", page, re.MULTILINE)
            counts = [sum(len([entry for entry in alarm.get("Metrics", [{"MetricStat": 1}]) if "MetricStat" in entry])
                          for name, alarm in self.made("AWS::CloudWatch::Alarm", **given, **parameters).items()
                          if not parameters or name.endswith("RolloutAlarm")) for given in FLOWS.values()]
            self.assertEqual([int(cell) for cell in row.groups()] if row else [], counts, what)

    def test_the_page_on_cost_says_how_many_secrets_there_are_and_has_the_price_of_the_processors(self) -> None:
        page = (ROOT / "docs/cost.md").read_text()
        row = re.search(r"^\| secrets \| (\d+) \| (\d+) \| (\d+) \|", page, re.MULTILINE)
        # That of Authsignal is the operator's own.
        counts = [len(self.made("AWS::SecretsManager::Secret", **given)) + (name == "authsignal")
                  for name, given in FLOWS.items()]
        self.assertEqual([int(cell) for cell in row.groups()] if row else [], counts)
        self.assertIn(f"| Lambda time, {self.translated['Parameters']['Architecture']['Default']} |", page)

    def test_the_page_on_monitoring_names_every_alarm_and_every_metric(self) -> None:
        page = (ROOT / "docs/monitoring.md").read_text()
        listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
        alarms = set(self.of_type("AWS::CloudWatch::Alarm"))
        metrics = {MetricFilter(self.evaluated(resource["Properties"])).name
                   for resource in self.of_type("AWS::Logs::MetricFilter").values()}
        # Those that roll a deployment back are alike, and have their place on the page about deployments.
        alarms = {name for name in alarms if not name.endswith("RolloutAlarm")}
        self.assertEqual({name for name in listed if name != "AlarmTopicArn"}, alarms | metrics)
        self.assertEqual(set(re.findall(r"^\*\*`(\w+)`\.\*\*", page, re.MULTILINE)), alarms)

    def test_the_words_that_are_counted_are_those_of_the_code(self) -> None:
        sources = "".join(path.read_text() for path in (ROOT / "Sources/Modules").rglob("*.swift"))
        words = set(re.findall(r'"([a-z_]+)"', sources))
        patterns = [resource["Properties"]["FilterPattern"]
                    for resource in self.of_type("AWS::Logs::MetricFilter").values()]
        counted = {word for text in patterns for word in re.findall(r'"([^"]+)"', text) if "*" not in word}
        counted |= {entry["Value"] for alarm in self.of_type("AWS::CloudWatch::Alarm").values()
                    for entry in alarm["Properties"].get("Dimensions", [])}
        self.assertGreater(len(counted), 10)
        quoted = {word for word in counted if word not in words}
        # These begin and end a sentence of the log.
        self.assertEqual(quoted, {"mail_budget_exhausted", "limit: deployment_limit"})

    def test_the_members_that_are_counted_are_those_of_the_line(self) -> None:
        line = (ROOT / "Sources/Modules/LambdaRuntime/Metrics.swift").read_text()
        for member in ("Trigger", "Version", "Method", "Outcome", "Invocations"):
            self.assertIn(f'line.member("{member}"', line)


class EvaluatorTests(unittest.TestCase):
    def test_patterns(self) -> None:
        line = {"Outcome": "account_limit", "record": {"metrics": {"initDurationMs": 3.5}}}
        for text, expected in (('{ $.Outcome = "*_limit" }', True), ('{ $.Outcome = "limit" }', False),
                               ('{ ($.Outcome != "right") && ($.Outcome = "*") }', True),
                               ('{ ($.Outcome = "right") || ($.Outcome = "account_limit") }', True),
                               ('{ $.Other != "right" }', False), ("{ $.record.metrics.initDurationMs > 0 }", True),
                               ("{ $.record.metrics.initDurationMs > 3.5 }", False), ('"account"', True),
                               ('"deployment"', False)):
            self.assertEqual(pattern(text)(json.dumps(line), line), expected, text)
        for text in ("{ $.a = 1 && $.b }", "outcome", '{ $.a = "b" && $.c = "d" || $.e = "f" }'):
            with self.assertRaises(ValueError):
                pattern(text)

    def test_expressions(self) -> None:
        names = {"a": {1: 10.0, 2: 20.0}, "b": {2: 5.0}, "none": {}}
        for text, expected in (("a + b", {2: 25}), ("SUM([a,b,none])", {1: 10, 2: 25}), ("MAX([a,b])", {1: 10, 2: 20}),
                               ("IF(a >= 20 AND a > 2 * b, 1, 0)", {2: 1}),
                               ("IF(a > 10 OR a < 5, a, 0)", {1: 0, 2: 20}),
                               ("a - none", {}), ("-1*b", {2: -5})):
            self.assertEqual(evaluate(text, names), expected, text)
        for text in ("c", "AVG([a])", "a if b else a"):
            with self.assertRaises(ValueError):
                evaluate(text, names)

    def test_a_datapoint_that_is_missing_is_treated_as_the_alarm_says(self) -> None:
        metrics = Metrics()
        metrics.put("N", "M", frozenset(), 60, 1)
        alarm = {"Namespace": "N", "MetricName": "M", "Statistic": "Sum", "Period": 60, "EvaluationPeriods": 1,
                 "Threshold": 1, "ComparisonOperator": "GreaterThanOrEqualToThreshold"}
        self.assertEqual(alarming(alarm | {"TreatMissingData": "notBreaching"}, metrics, 240), [1])
        self.assertEqual(alarming(alarm | {"TreatMissingData": "ignore"}, metrics, 240), [1, 2, 3])


if __name__ == "__main__":
    unittest.main()
