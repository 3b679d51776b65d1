"""The dashboard of monitoring.yaml: whether CloudWatch can read it, and whether everything in it exists."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any, Iterator

from alarm_case import AWS_METRICS, FLOWS
from cognito_passkeys.function_names import FUNCTIONS
from log_filters import MetricFilter
from template_case import MonitoringCase

SEARCH = re.compile(r"SEARCH\('\{\"(?P<namespace>[^\"]+)\",(?P<dimension>\w+)\} MetricName=\"(?P<name>\w+)\"', "
                    r"'(?P<stat>\w+)', 300\)")


class DashboardTests(MonitoringCase):
    def stacks(self) -> Iterator[dict[str, str]]:
        """The parameters of every kind of stack that differs in the dashboard."""
        switches = ("true", "false")
        rare = ({}, {"AuditDays": "400", "SilentHours": "9", "AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:1:certificate/1"})
        for flow, adds, alarms, more in itertools.product(FLOWS.values(), switches, switches, rare):
            yield {**flow, "UseAddAuthenticator": adds, "UseAlarms": alarms, "UseDashboard": "true", **more}

    def body(self, given: dict[str, str]) -> dict[str, Any]:
        return json.loads(self.evaluated(self.properties("Dashboard")["DashboardBody"], **given))

    def names(self, kind: str, given: dict[str, str]) -> set[str]:
        return {name for name, resource in self.of_type(kind).items() if self.exists(resource, **given)}

    def test_every_widget_has_the_form_that_cloudwatch_reads(self) -> None:
        for given in self.stacks():
            widgets = self.body(given)["widgets"]
            self.assertGreaterEqual(len(widgets), 8)
            for widget in widgets:
                self.assertLessEqual(set(widget), {"type", "width", "height", "properties"})
                self.assertLessEqual(widget["width"], 24)
                properties = widget["properties"]
                if widget["type"] == "alarm":
                    self.assertEqual(set(properties), {"title", "alarms"})
                    continue
                self.assertEqual(widget["type"], "metric")
                self.assertLessEqual({"title", "region", "period", "metrics"}, set(properties))
                self.assertEqual(properties["region"], "<AWS::Region>")
                identifiers = [options["id"] for metric in properties["metrics"]
                               if isinstance(options := metric[-1], dict) and "id" in options]
                self.assertEqual(len(identifiers), len(set(identifiers)))
                for metric in properties["metrics"]:
                    self.check(metric, identifiers)

    def check(self, metric: list[Any], identifiers: list[str]) -> None:
        """An entry is an expression, or names with options after them."""
        *names, last = metric
        options = last if isinstance(last, dict) else {}
        names = names if isinstance(last, dict) else metric
        self.assertLessEqual(set(options), {"label", "id", "visible", "stat", "yAxis", "expression"})
        if not names:
            expression = options["expression"]
            used = set() if SEARCH.fullmatch(expression) else set(re.findall(r"\b[a-z]\w*", expression))
            self.assertLessEqual(used, set(identifiers), expression)
        else:
            self.assertTrue(all(isinstance(name, str) for name in names), metric)
            # A namespace and a name, then dimensions in pairs.
            self.assertEqual(len(names) % 2, 0, metric)

    def test_every_metric_exists(self) -> None:
        for given in self.stacks():
            made = {(one.namespace, one.name, frozenset(one.dimensions)) for one in (
                MetricFilter(self.evaluated(self.properties(name), **given))
                for name in self.names("AWS::Logs::MetricFilter", given))}
            functions = {f"passkeys-{name}" for name in FUNCTIONS
                         if name != "Authenticator" or given["SignInWith"] == "own-authenticator"}
            shown = set()
            for widget in self.body(given)["widgets"]:
                for metric in widget["properties"].get("metrics", []):
                    expression = metric[-1].get("expression", "") if isinstance(metric[-1], dict) else ""
                    if found := SEARCH.fullmatch(expression):
                        key = (found["namespace"], found["name"], frozenset({found["dimension"]}))
                        self.assertIn(key, made, given)
                        shown.add(key)
                    elif not expression and metric[0] in AWS_METRICS:
                        self.assertIn(metric[1], AWS_METRICS[metric[0]])
                        if metric[0] == "AWS/Lambda":
                            self.assertIn(metric[3], functions, given)
                    elif not expression:
                        self.assertIn((metric[0], metric[1], frozenset()), made, given)
                        shown.add((metric[0], metric[1], frozenset()))
            # The budget has an alarm, which is always there.
            self.assertEqual({name for _, name, _ in made - shown}, {"MailBudgetExhausted"} & {one[1] for one in made})

    def test_every_alarm_is_shown(self) -> None:
        for given in self.stacks():
            shown = {name for widget in self.body(given)["widgets"] for name in widget["properties"].get("alarms", [])}
            alarms = self.names("AWS::CloudWatch::Alarm", given) if given["UseAlarms"] == "true" else set()
            self.assertEqual(shown, {f"<{name}.Arn>" for name in alarms}, given)

    def test_without_the_parameter_there_is_none(self) -> None:
        self.assertFalse(self.exists(self.resources["Dashboard"]))
        self.assertFalse(self.names("AWS::Logs::MetricFilter", {"UseAlarms": "false"}))

    def test_its_name_is_that_of_one_region(self) -> None:
        # CloudWatch shares the names of dashboards among Regions.
        self.assertEqual("passkeys-<AWS::Region>", self.evaluated(self.properties("Dashboard")["DashboardName"]))
