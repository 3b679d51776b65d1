"""Sign-ins at a deployed stack, and what CloudWatch gets to know of them: log lines, and Lambda's own metrics."""

from __future__ import annotations

import json
from typing import Any

from log_filters import MetricFilter
from metric_math import Metrics

DEFINE, CREATE, VERIFY = "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge"
AUTHENTICATOR, ADD_AUTHENTICATOR = "Authenticator", "AddAuthenticator"


class Stack:
    """A stack under some load."""

    def __init__(self, filters: list[MetricFilter]) -> None:
        self.filters = filters
        self.metrics = Metrics()
        self.points: dict[str, list[tuple[MetricFilter, Any]]] = {}

    def log(self, function: str, line: str, second: float) -> None:
        """A line in a function's log group."""
        self.log_group(f"<passkeys-LogFolder>/{function}", line, second)

    def log_group(self, group: str, line: str, second: float) -> None:
        """A line in a log group."""
        key = group + line
        if key not in self.points:
            # Most lines are alike.
            self.points[key] = [(one, point) for one in self.filters
                                if one.group == group and (point := one.point(line)) is not None]
        for one, (dimensions, value) in self.points[key]:
            self.metrics.put(one.namespace, one.name, dimensions, second, value)

    def lambda_metric(self, function: str, name: str, second: float, value: float) -> None:
        """Lambda's metric of the function."""
        self.metrics.put("AWS/Lambda", name, frozenset({("FunctionName", f"passkeys-{function}")}), second, value)

    def call(self, function: str, outcome: str, second: float, method: str = "none", milliseconds: float = 40,
             start: float | None = None, is_logged: bool = True, begins: bool = False) -> str:
        """A call of a function, and its outcome. One that ends with `error` has failed for Lambda too.

        :param begins: whether it is Define's first call of a sign-in.
        """
        self.lambda_metric(function, "Invocations", second, 1)
        self.lambda_metric(function, "Errors", second, float(outcome == "error"))
        self.lambda_metric(function, "Duration", second, milliseconds)
        if is_logged:
            # The members of a line of metrics (Log.swift) that vary.
            line = {"Trigger": function, "Version": "1", "Method": method, "Outcome": outcome, "Invocations": 1}
            line |= {"Begun": 1} if begins else {}
            self.log(function, json.dumps(line), second)
        report = {"durationMs": milliseconds} | ({"initDurationMs": start} if start else {})
        self.log(function, json.dumps({"type": "platform.report", "record": {"metrics": report}}), second)
        return outcome

    def throttle(self, function: str, second: float) -> None:
        """A call that Lambda refuses."""
        self.lambda_metric(function, "Throttles", second, 1)

    def sign_in(self, second: float, flow: str, is_by_code: bool, wrong: bool = False, define: str = "",
                create: str = "", verify: str = "", milliseconds: float = 40, start: float | None = None) -> None:
        """A sign-in of a user in a flow: `authenticator`, `email-code` or `authsignal`. What Define comes to at first,
        Create and Verify may be given; without a challenge, the sign-in is over."""
        if flow == "authenticator" and not is_by_code:
            for outcome in ("action_started", "ok", "ok"):
                self.call(AUTHENTICATOR, outcome, second)
        if self.call(DEFINE, define or "challenge", second, milliseconds=1, start=start, begins=True) != "challenge":
            return
        created = self.call(CREATE, create or "issued", second, milliseconds=milliseconds, start=start)
        if created in ("error", "unsent"):
            return
        if flow == "authenticator" and is_by_code:
            self.call(AUTHENTICATOR, "issued", second, milliseconds=600)
            if wrong:
                self.call(AUTHENTICATOR, "wrong_code", second)
            self.call(AUTHENTICATOR, "ok", second)
        if flow == "email-code" and wrong:
            self.call(VERIFY, "wrong_code", second)
            self.call(DEFINE, "challenge", second)
            self.call(CREATE, "continued", second)
        judged = verify or ("closed_round" if created == "issued_closed" else "right")
        for attempt in (1, 2, 3):
            if self.call(VERIFY, judged, second, "EMAIL_OTP" if is_by_code else "PASSKEY", start=start) == "right":
                self.call(DEFINE, "issue_tokens", second)
                return
            if self.call(DEFINE, "challenge" if attempt < 3 else "too_many_attempts", second) != "challenge":
                return
            self.call(CREATE, "issued", second)
