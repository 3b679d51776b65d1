"""Which alarms of the template fire on which day: ordinary days, and an outage of each kind."""

from __future__ import annotations

import itertools
import json
import re
import unittest
from pathlib import Path
from typing import Any, Callable, Iterable, NamedTuple

from alarm_case import AWS_METRICS, FLOWS, OUTAGE, SECONDS, AlarmCase
from cognito_passkeys.function_names import FUNCTIONS
from log_filters import MetricFilter, pattern
from metric_math import Metrics, alarming, evaluate
from simulated_stack import ADD_AUTHENTICATOR, AUTHENTICATOR, CREATE, DEFINE, VERIFY, Stack
from template import sam_template

ROOT = Path(__file__).resolve().parents[2]
DAY = 86_400


class Outage(NamedTuple):
    """Something that goes wrong for a while."""

    alarm: str
    """The alarms that fire, with a space between two; empty for none."""
    flows: Iterable[str]
    happens: tuple[Callable[[Stack, float], object], ...] = ()
    """What comes besides."""
    every: int = 20
    """The seconds between two of these."""
    is_on_a_day: bool = True
    """Whether there are ordinary sign-ins meanwhile."""
    ordinary_every: int = 30
    """The seconds between two of these."""
    day: dict[str, Any] = {}
    """What is different with the ordinary sign-ins."""
    given: dict[str, str] = {}
    """Further parameters of the stack."""


def call(function: str, outcome: str, **more: Any) -> Callable[[Stack, float], object]:
    return lambda stack, second: stack.call(function, outcome, second, **more)


def log(function: str, line: str) -> Callable[[Stack, float], object]:
    return lambda stack, second: stack.log(function, line, second)


def access(status: str) -> Callable[[Stack, float], object]:
    """A call in the access log of the HTTP API, in the form that template.yaml gives it."""
    stage = sam_template.load()["Resources"]["AuthenticatorApiStage"]["Properties"]
    line = stage["AccessLogSettings"]["Format"].replace("$context.status", status)
    return lambda stack, second: stack.log_group("/aws/vendedlogs<passkeys-LogFolder>/AuthenticatorApi", line, second)


ADDS = {"UseAddAuthenticator": "true"}
API = {"AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/1"}
OWN, CODES = ("authenticator",), ("email-code",)
OUTAGES = {
    **{f"codes guessed at {judge}": Outage(
        "GuessingAlarm", flows, (call(judge, "wrong_code"), call(judge, "wrong_code"), call(judge, "too_many_guesses")))
       for flows, judge in ((OWN, AUTHENTICATOR), (CODES, VERIFY))},
    **{f"codes guessed at {judge} where nobody has ever signed in": Outage(
        "GuessingAlarm", flows, (call(judge, "wrong_code"),), is_on_a_day=False)
       for flows, judge in ((OWN, AUTHENTICATOR), (CODES, VERIFY))},
    "a flood of answers, most of them refused": Outage(
        "GuessingAlarm", OWN, (call(AUTHENTICATOR, "wrong_code"), *(call(AUTHENTICATOR, "too_many_answers"),) * 9)),
    "networks that are refused codes": Outage("CallerLimitAlarm", OWN, (call(AUTHENTICATOR, "caller_limit"),)),
    "networks that are now and then refused codes": Outage("", OWN, (call(AUTHENTICATOR, "caller_limit"),), every=60),
    "used proofs": Outage("UsedProofsAlarm", FLOWS, (call(VERIFY, "already_used"),)),
    "proofs of other users": Outage("WrongUsersAlarm", FLOWS, (call(VERIFY, "wrong_user"),)),
    "mails of Create that do not leave": Outage("UnsentMailsAlarm NoSignInAlarm", CODES, day={"create": "unsent"}),
    "mails of the authenticator that do not leave": Outage("UnsentMailsAlarm", OWN, (call(AUTHENTICATOR, "unsent"),)),
    "mails that never left at all": Outage(
        "UnsentMailsAlarm", CODES, (call(DEFINE, "challenge"), call(CREATE, "unsent")), every=60, is_on_a_day=False),
    "a service that does not answer": Outage("ErrorRateAlarm NoSignInAlarm", FLOWS, day={"create": "error"}),
    "an app client that is not served": Outage("NoSignInAlarm", FLOWS, day={"define": "foreign_client"}),
    "answers that are all wrong": Outage("NoSignInAlarm", FLOWS, day={"verify": "invalid_token"}),
    # The authenticator offers passkeys, and Cognito does not call the functions.
    "triggers that are taken off the pool": Outage(
        "NoSignInAlarm", OWN, (call(AUTHENTICATOR, "action_started"),), every=3, is_on_a_day=False),
    "pages that ask for prompts where nobody signs in": Outage(
        "", OWN, (call(AUTHENTICATOR, "action_started"),), every=10, is_on_a_day=False),
    "people who give up, and a few who do not": Outage(
        "", FLOWS, (call(DEFINE, "challenge", begins=True),), ordinary_every=300),
    "beginnings without a sign-in, now and then": Outage(
        "", FLOWS, (call(DEFINE, "challenge", begins=True),), every=60, is_on_a_day=False),
    # What strangers call as often as they like hides nothing.
    "sign-ins that fail while strangers flood the authenticator": Outage(
        "ErrorRateAlarm", OWN, (call(CREATE, "error"), *(call(AUTHENTICATOR, "unauthorized"),) * 200)),
    **{f"a table that refuses calls at {function}": Outage(
        "ThrottledTablesAlarm", flows, (log(function, f"refused with status 400, {word}"),), every=60)
       for function, flows, word in ((VERIFY, FLOWS, "ThrottlingException"),
                                     (AUTHENTICATOR, OWN, "RequestLimitExceeded"),
                                     (CREATE, CODES, "ProvisionedThroughputExceededException"),
                                     (AUTHENTICATOR, OWN, "TransactionCanceledException, conflict or overload"))},
    "calls that the HTTP API refuses": Outage("ApiLimitAlarm", OWN, (access("429"),), every=10, given=API),
    "calls that the HTTP API passes on": Outage("", OWN, (access("200"), access("401")), every=10, given=API),
    # Nobody gets as far as the triggers.
    **{f"a table that is gone, {outcome}": Outage("UnavailableAlarm", OWN, (call(AUTHENTICATOR, outcome),))
       for outcome in ("service_unavailable", "unexpected_error")},
    "a table that is gone before anybody has signed in": Outage(
        "UnavailableAlarm", OWN, (call(AUTHENTICATOR, "service_unavailable"),), every=50, is_on_a_day=False),
    **{f"a service that adding an authenticator needs, {outcome}": Outage(
        "UnavailableAlarm", ("authenticator", "authsignal"), (call(ADD_AUTHENTICATOR, outcome),), every=50, given=ADDS)
       for outcome in ("temporarily_unavailable", "server_error")},
    "people who may not add an authenticator": Outage(
        "", ("authsignal",),
        (call(ADD_AUTHENTICATOR, "insufficient_user_authentication"), call(ADD_AUTHENTICATOR, "not_allowed")),
        every=50, is_on_a_day=False, given=ADDS),
    "two changes of one user at the same time": Outage(
        "", OWN, (call(AUTHENTICATOR, "service_unavailable"),), every=80),
    # What crashes writes nothing. Define goes on before the functions that it leads to.
    **{f"{function} that fails alone": Outage(
        "ErrorRateAlarm", OWN, (call(function, "error", is_logged=False), *more), is_on_a_day=False)
       for function, more in ((DEFINE, ()), ("PreSignUp", ()), (AUTHENTICATOR, ()),
                              (CREATE, (call(DEFINE, "challenge"),)), (VERIFY, (call(DEFINE, "challenge"),)))},
    "mails of Create that are withheld because the hour is spent": Outage(
        "MailBudgetAlarm", CODES, (log(CREATE, "no code is sent, because of a limit: deployment_limit"),)),
    "mails of the authenticator that are withheld because the hour is spent": Outage("MailBudgetAlarm", OWN, (log(
        AUTHENTICATOR, "mail_budget_exhausted: the deployment's mails of this hour are used up"),)),
    "calls that Lambda refuses": Outage(
        "ThrottleAlarm", FLOWS, (lambda stack, second: stack.throttle(VERIFY, second),)),
    # Of the 150 calls of each function in five minutes, three.
    "a few slow calls among many": Outage("SlowAlarm", ("authsignal",), (call(CREATE, "issued", milliseconds=4_600),),
                                          every=100, ordinary_every=2),
    "slow calls": Outage("", FLOWS, day={"milliseconds": 3_900}),
    "calls that take nearly as long as Cognito waits": Outage("SlowAlarm", FLOWS, day={"milliseconds": 4_600}),
}


class AlarmTests(AlarmCase):
    def test_an_ordinary_day_is_silent_however_busy_it_is(self) -> None:
        for flow, every in itertools.product(FLOWS, (2, 30, 900)):
            stack = self.stack(flow)
            self.ordinary(stack, flow, every)
            self.assertEqual(self.firing(flow, stack), set(), (flow, every))

    def test_an_ordinary_day_of_24_hours_is_silent(self) -> None:
        for flow in FLOWS:
            stack = self.stack(flow)
            self.ordinary(stack, flow, 900, range(DAY))
            self.assertEqual(self.firing(flow, stack, DAY), set(), flow)

    def test_a_day_without_sign_ins_is_silent(self) -> None:
        for flow in FLOWS:
            self.assertEqual(self.firing(flow, self.stack(flow)), set())

    def outage(self, one: Outage, flow: str) -> set[str]:
        stack = self.stack(flow, **one.given)
        if one.is_on_a_day:
            self.ordinary(stack, flow, one.ordinary_every, **one.day)
        for second, happen in itertools.product(OUTAGE[::one.every], one.happens):
            happen(stack, second)
        return self.firing(flow, stack, **one.given)

    def test_each_outage_fires_the_alarm_that_is_meant_for_it_and_no_other(self) -> None:
        for name, one in OUTAGES.items():
            for flow in one.flows:
                with self.subTest(name, flow=flow):
                    self.assertEqual(self.outage(one, flow), set(one.alarm.split()))

    def test_a_mail_that_is_withheld_because_the_hour_is_spent_counts_once(self) -> None:
        stack = self.stack("email-code")
        # All lines of the call have the word: metrics, log and audit log.
        stack.call(CREATE, "deployment_limit", 60)
        stack.log(CREATE, json.dumps({"message": "no code is sent, because of a limit: deployment_limit"}), 60)
        stack.log(CREATE, json.dumps({"audit": "challenge_issued", "reason": "deployment_limit"}), 60)
        [counted] = [values for (_, name, _), values in stack.metrics.values.items() if name == "MailBudgetExhausted"]
        self.assertEqual(counted, [(60, 1)])

    def test_a_text_that_a_stranger_chose_counts_neither_as_a_spent_hour_nor_as_a_full_table(self) -> None:
        stack = self.stack("authenticator")
        # What is quoted in the log has no spaces.
        for word in ("mail_budget_exhausted", r"mail_budget_exhausted:\u{20}the", r"limit:\u{20}deployment_limit",
                     "ThrottlingException", r"400,\u{20}ThrottlingException"):
            line = {"level": "WARN", "message": f'the passkey is refused: unlisted_origin: "{word}"'}
            stack.log(AUTHENTICATOR, json.dumps(line), 60)
        self.assertEqual({name for _, name, _ in stack.metrics.values}, set())

    def test_refused_passkeys_are_counted_by_reason_and_nothing_else_of_the_authenticator_is(self) -> None:
        stack = self.stack("authenticator")
        for outcome, method in (("unlisted_origin", "PASSKEY"), ("unlisted_origin", "PASSKEY"), ("framed", "PASSKEY"),
                                ("ok", "none"), ("wrong_code", "none"), ("invalid_request", "none")):
            stack.call(AUTHENTICATOR, outcome, 60, method)
        counted = {dimensions: len(values) for (_, name, dimensions), values in stack.metrics.values.items()
                   if name == "RefusedPasskeys"}
        self.assertEqual(counted, {frozenset({("Reason", reason)}): count
                                   for reason, count in (("unlisted_origin", 2), ("framed", 1))})

    def test_mails_that_bounce(self) -> None:
        stack = self.stack("email-code")
        self.ordinary(stack, "email-code")
        for rate, expected in ((0.049, set()), (0.05, {"BounceAlarm"})):
            stack.metrics.put("AWS/SES", "Reputation.BounceRate", frozenset(), 3_700, rate)
            stack.metrics.values[("AWS/SES", "Reputation.BounceRate", frozenset())] = [(3_700, rate)]
            self.assertEqual(self.firing("email-code", stack), expected)

    def test_mails_that_are_reported_as_spam(self) -> None:
        for rate, expected in ((0.0009, set()), (0.001, {"ComplaintAlarm"})):
            stack = self.stack("email-code")
            stack.metrics.put("AWS/SES", "Reputation.ComplaintRate", frozenset(), 3_700, rate)
            self.assertEqual(self.firing("email-code", stack), expected)

    def test_a_certificate_that_ends_soon(self) -> None:
        dimensions = frozenset({("CertificateArn", API["AuthenticatorCertificateArn"])})
        for days, expected in ((31, set()), (30, {"CertificateAlarm"})):
            stack = self.stack("authenticator", **API)
            for second in (100, DAY // 2):
                stack.metrics.put("AWS/CertificateManager", "DaysToExpiry", dimensions, second, days)
            self.assertEqual(self.firing("authenticator", stack, DAY, **API), expected)

    def test_an_audit_log_that_does_not_reach_its_bucket(self) -> None:
        kept = {"AuditDays": "400"}

        def day(age: float | None, handed: float | None, every: int = 120) -> set[str]:
            stack = self.stack("authsignal", **kept)
            self.ordinary(stack, "authsignal", every)
            for name, value in (("DeliveryToS3.DataFreshness", age), ("IncomingRecords", handed)):
                for second in range(0, SECONDS, 60) if value is not None else ():
                    stack.metrics.put("AWS/Firehose", name, frozenset({("DeliveryStreamName", "<AuditDelivery>")}),
                                      second, value)
            return self.firing("authsignal", stack, **kept)

        self.assertEqual(day(360, 1), set())
        self.assertEqual(day(3_700, 1), {"AuditDeliveryAlarm"})
        # No line is handed on: a filter is gone, or its role may do nothing.
        self.assertEqual(day(None, None), {"AuditDeliveryAlarm"})
        self.assertEqual(day(None, None, every=900), set())

    def test_sign_ins_of_a_small_stack_that_all_fail(self) -> None:
        for outcome, expected in (("foreign_client", {"NoSignInForHoursAlarm"}), ("", set())):
            stack = self.stack("authsignal")
            for second in range(0, DAY, 1_800):
                stack.sign_in(second, "authsignal", False, define=outcome)
            self.assertEqual(self.firing("authsignal", stack, DAY), expected)

    def test_silence_is_an_alarm_after_the_hours_that_were_given(self) -> None:
        def fires(silent: range, given: dict[str, str]) -> set[str]:
            stack = self.stack("authsignal")
            for second in range(0, DAY, 900):
                # Functions that are taken off the pool log nothing.
                if second // 3_600 not in silent:
                    stack.sign_in(second, "authsignal", False)
            return self.firing("authsignal", stack, DAY, **given)

        three = {"SilentHours": "3"}
        self.assertEqual(fires(range(10, 13), three), {"SilenceAlarm"})
        self.assertEqual(fires(range(10, 12), three), set())
        self.assertEqual(fires(range(10, 24), {}), set())

    def test_one_slow_call_alarms_nobody(self) -> None:
        stack = self.stack("authsignal")
        self.ordinary(stack, "authsignal")
        stack.call(CREATE, "issued", 3_000, milliseconds=4_900)
        self.assertEqual(self.firing("authsignal", stack), set())

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


EVERYTHING = {"PasswordFirst": "true", "UseAddAuthenticator": "true", "AuditDays": "400", "SilentHours": "24", **API}


class FormTests(AlarmCase):
    def test_without_the_parameters_nothing_counts_and_only_the_budget_alarms(self) -> None:
        given = {"UseAlarms": "false", **FLOWS["authenticator"]}
        self.assertEqual(set(self.made("AWS::CloudWatch::Alarm", **given)), {"MailBudgetAlarm"})
        self.assertEqual(set(self.made("AWS::Logs::MetricFilter", **given)), {"MailBudgetExhausted"})

    def test_without_mails_no_alarm_watches_them(self) -> None:
        self.assertEqual(set(self.made("AWS::CloudWatch::Alarm", **FLOWS["authsignal"])), {
            "NoSignInAlarm", "NoSignInForHoursAlarm", "ErrorRateAlarm", "ThrottleAlarm", "SlowAlarm",
            "UsedProofsAlarm", "WrongUsersAlarm", "ThrottledTablesAlarm"})

    def test_every_alarm_tells_the_topic(self) -> None:
        topic = "arn:aws:sns:eu-west-1:123456789012:alarms"
        for given in ({**FLOWS["email-code"]}, {**FLOWS["authenticator"], **EVERYTHING}):
            for name, alarm in self.made("AWS::CloudWatch::Alarm", AlarmTopicArn=topic, **given).items():
                self.assertEqual(alarm["AlarmActions"], [topic], name)

    def test_alarms_are_ones_that_cloudwatch_accepts(self) -> None:
        for flow, first, adds in itertools.product(FLOWS, ("true", "false"), ("true", "false")):
            given = FLOWS[flow] | EVERYTHING | {"PasswordFirst": first, "UseAddAuthenticator": adds}
            for name, alarm in self.made("AWS::CloudWatch::Alarm", **given).items():
                entries = alarm.get("Metrics", [])
                self.assertLessEqual(len(entries), 20, name)
                self.assertLessEqual(sum("MetricStat" in entry for entry in entries), 10, name)
                for entry in entries:
                    self.assertRegex(entry["Id"], r"\A[a-z]\w*\Z", name)
                self.assertLessEqual(len(alarm["AlarmDescription"]), 1_024)
                [period] = {entry["MetricStat"]["Period"] for entry in entries if "MetricStat" in entry} or {
                    alarm["Period"]}
                self.assertLessEqual(period * int(alarm["EvaluationPeriods"]), DAY if period < 3_600 else 7 * DAY, name)

    def test_metrics_of_alarms_are_those_that_filters_make(self) -> None:
        for flow in FLOWS.values():
            given = {**flow, **EVERYTHING}
            made = {(one.namespace, one.name, frozenset(one.dimensions))
                    for one in map(MetricFilter, self.made("AWS::Logs::MetricFilter", **given).values())}
            functions = {f"passkeys-{name}" for name in FUNCTIONS}
            for name, alarm in self.made("AWS::CloudWatch::Alarm", **given).items():
                queries = [entry["MetricStat"]["Metric"] for entry in alarm.get("Metrics", []) if "MetricStat" in entry]
                for metric in queries or [alarm]:
                    dimensions = {entry["Name"]: entry["Value"] for entry in metric.get("Dimensions", [])}
                    if metric["Namespace"] == "AWS/Lambda":
                        self.assertIn(dimensions["FunctionName"], functions, name)
                    if metric["Namespace"] in AWS_METRICS:
                        self.assertIn(metric["MetricName"], AWS_METRICS[metric["Namespace"]], name)
                    else:
                        self.assertIn((metric["Namespace"], metric["MetricName"], frozenset(dimensions)), made, name)

    def test_the_page_on_cost_says_how_many_series_alarms_have(self) -> None:
        page = (ROOT / "docs/cost.md").read_text()
        row = re.search(r"^\| series of alarms, with `UseAlarms` \| (\d+) \| (\d+) \| (\d+) \|", page, re.MULTILINE)
        counts = [sum(len([entry for entry in alarm.get("Metrics", [{"MetricStat": 1}]) if "MetricStat" in entry])
                      for alarm in self.made("AWS::CloudWatch::Alarm", **given).values()) for given in FLOWS.values()]
        self.assertEqual([int(cell) for cell in row.groups()] if row else [], counts)

    def test_the_page_on_monitoring_names_every_alarm_and_every_metric(self) -> None:
        page = (ROOT / "docs/monitoring.md").read_text()
        listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
        alarms = set(self.made("AWS::CloudWatch::Alarm", **FLOWS["authenticator"], **EVERYTHING))
        self.assertEqual(set(self.made("AWS::CloudWatch::Alarm", **FLOWS["email-code"])) - alarms, set())
        metrics = {MetricFilter(self.evaluated(resource["Properties"])).name
                   for resource in self.of_type("AWS::Logs::MetricFilter").values()}
        self.assertEqual(set(listed) - set(self.written["Parameters"]), alarms | metrics)

    def test_the_words_that_are_counted_are_those_of_the_code(self) -> None:
        sources = "".join(path.read_text() for path in (ROOT / "Sources/Modules").rglob("*.swift"))
        words = set(re.findall(r'"([A-Za-z_]+)"', sources))
        every = {"PasswordFirst": "true", "UseAddAuthenticator": "true"}
        patterns = [filter["FilterPattern"] for flow in FLOWS.values()
                    for filter in self.made("AWS::Logs::MetricFilter", **every, **flow).values()]
        counted = {word for text in patterns for word in re.findall(r'"([^"]+)"', text) if "*" not in word}
        counted |= {entry["Value"] for alarm in self.of_type("AWS::CloudWatch::Alarm").values()
                    for entry in alarm["Properties"].get("Dimensions", []) if isinstance(entry["Value"], str)}
        self.assertGreater(len(counted), 10)
        quoted = {word for word in counted if word not in words}
        # These begin and end a sentence of the log.
        self.assertEqual(quoted, {
            "mail_budget_exhausted: the", "limit: deployment_limit", "400, ProvisionedThroughputExceededException",
            "400, ThrottlingException", "400, RequestLimitExceeded",
            "TransactionCanceledException, conflict or overload"})
        # The code, or a test of its lines where the code joins the words.
        sources += "".join(path.read_text() for path in (ROOT / "Tests/Modules").rglob("*.swift"))
        self.assertEqual([text for text in quoted if text.removeprefix("400, ") not in sources], [])

    def test_the_members_that_are_counted_are_those_of_the_line(self) -> None:
        line = (ROOT / "Sources/Modules/Shared/LambdaRuntime/Log.swift").read_text()
        for member in ("Trigger", "Version", "Method", "Outcome", "Begun", "Invocations"):
            self.assertIn(f'line.member("{member}"', line)


class EvaluatorTests(unittest.TestCase):
    def test_patterns(self) -> None:
        line = {"Outcome": "account_limit", "record": {"metrics": {"initDurationMs": 3.5}}}
        for text, expected in (('{ $.Outcome = "*_limit" }', True), ('{ $.Outcome = "limit" }', False),
                               ('{ ($.Outcome != "right") && ($.Outcome = "*") }', True),
                               ('{ ($.Outcome = "right") || ($.Outcome = "account_limit") }', True),
                               ('{ $.Other != "right" }', False), ("{ $.record.metrics.initDurationMs > 0 }", True),
                               ("{ $.record.metrics.initDurationMs > 3.5 }", False), ('"account"', True),
                               ('"deployment"', False), ('?"deployment" ?"account"', True),
                               ('?"deployment" ?"address"', False)):
            self.assertEqual(pattern(text)(json.dumps(line), line), expected, text)
        for text in ("{ $.a = 1 && $.b }", "outcome", '?"account" "limit"', '{ $.a = "b" && $.c = "d" || $.e = "f" }'):
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
        below = alarm | {"ComparisonOperator": "LessThanThreshold", "TreatMissingData": "breaching"}
        self.assertEqual(alarming(below, metrics, 240), [0, 2, 3])
