"""The probes of the packaged stack's lines and metrics, beside those of its sign-ins."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from cognito_passkeys.deployment import packages
from cognito_passkeys.prove import pool
from cognito_passkeys.prove.sign_ins import SignIns

# Three of monitoring.yaml's filters, and the one for starts.
FILTERS, START = ("SignInsBegun", "SignInsWon", "RightAnswers"), "VerifyAuthChallengeStarts"
LAMBDA, OWN = "AWS/Lambda", "CognitoPasskeys"
# Metrics appear some minutes after what they count.
METRICS_PATIENCE = 600.0


class Packaged(SignIns):
    """All probes of the packaged stack, by the names of their rows."""

    def log_filters(self) -> str:
        missing = [name for name in FILTERS if not self._found(name)]
        return f"missing: {', '.join(missing)}" if missing else "found"

    def start_lines(self) -> str:
        return "found" if self._found(START) else "missing"

    def _found(self, name: str) -> list[str]:
        """The lines that a filter of monitoring.yaml finds."""
        filters = packages.template(packages.MONITORING)["Resources"][name]["Properties"]
        _, function = filters["LogGroupName"]["Fn::Sub"][0].split("/")
        return self.lines(self.ground.groups[f"{function}Logs"], filters["FilterPattern"], quoted=False)

    def own_metrics(self) -> str:
        wanted = {("Stack", "Trigger"), ("Stack", "Trigger", "Method", "Outcome")}
        missing = self._missing({"&".join(sorted(names)) for names in wanted}, lambda: {
            "&".join(sorted(one["Name"] for one in metric["Dimensions"]))
            for metric in self._metrics(OWN, "Stack", self.ground.name)})
        return missing or "arrived"

    def lambda_metrics(self) -> str:
        wanted = set(_names(packages.template(packages.MONITORING)["Resources"]))
        return self._missing(wanted, lambda: {metric["MetricName"] for metric in self._metrics(
            LAMBDA, "FunctionName", f"{self.ground.name}-DefineAuthChallenge")}) or "all there"

    def _metrics(self, namespace: str, dimension: str, value: str) -> list[dict[str, Any]]:
        pages = self.client("cloudwatch").get_paginator("list_metrics").paginate(
            Namespace=namespace, Dimensions=[{"Name": dimension, "Value": value}])
        return [metric for page in pages for metric in page["Metrics"]]

    def _missing(self, wanted: set[str], look: Callable[[], set[str]]) -> str:
        """What has not come within the time that CloudWatch may take."""
        limit = time.monotonic() + METRICS_PATIENCE
        while (missing := wanted - look()) and time.monotonic() < limit:
            time.sleep(10 * pool.PAUSE)
        return f"missing: {', '.join(sorted(missing))}" if missing else ""


def _names(part: Any) -> Iterator[str]:
    """The metrics of Lambda that a part of monitoring.yaml names."""
    if isinstance(part, dict) and part.get("Namespace") == LAMBDA:
        yield part["MetricName"]
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _names(inner)
