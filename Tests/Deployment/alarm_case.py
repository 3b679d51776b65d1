"""What the tests of alarms share: days at a stack, and the alarms that fire on them."""

from __future__ import annotations

from typing import Any

from log_filters import MetricFilter
from metric_math import alarming
from simulated_stack import CREATE, VERIFY, Stack
from template_case import MonitoringCase

FLOWS = {
    "authenticator": {"SignInWith": "own-authenticator"},
    "email-code": {"SignInWith": "email-code"},
    "authsignal": {"SignInWith": "authsignal"},
}
HOURS = 2
SECONDS = HOURS * 3_600
# Metrics of AWS that the templates read.
AWS_METRICS = {
    "AWS/Lambda": {"Invocations", "Errors", "Throttles", "Duration"},
    "AWS/SES": {"Send", "Bounce", "Complaint", "Reputation.BounceRate", "Reputation.ComplaintRate"},
    "AWS/Firehose": {"DeliveryToS3.DataFreshness", "IncomingRecords"},
    "AWS/CertificateManager": {"DaysToExpiry"},
}
# When an outage begins and ends.
OUTAGE = range(2_400, 4_800)


class AlarmCase(MonitoringCase):
    def stack(self, flow: str, **given: str) -> Stack:
        filters = self.made("AWS::Logs::MetricFilter", **FLOWS[flow], **given)
        return Stack([MetricFilter(one) for one in filters.values()])

    def firing(self, flow: str, stack: Stack, seconds: int = SECONDS, **given: str) -> set[str]:
        """The alarms that fire at any time of the day."""
        alarms = self.made("AWS::CloudWatch::Alarm", **FLOWS[flow], **given)
        return {name for name, alarm in alarms.items() if alarming(alarm, stack.metrics, seconds)}

    @staticmethod
    def ordinary(stack: Stack, flow: str, every: int = 30, span: range = range(SECONDS), **changes: Any) -> None:
        """A sign-in every so many seconds, with what goes wrong on any day."""
        for number, second in enumerate(span[::every]):
            is_by_code = flow == "email-code" or flow == "authenticator" and number % 5 == 0
            now = changes if second in OUTAGE else {}
            stack.sign_in(second, flow, is_by_code, **{"wrong": number % 50 == 0,
                                                       "start": 300 if number % 40 == 0 else None, **now})
            if number % 300 == 100:
                stack.call(VERIFY, "already_used", second)
                stack.call(VERIFY, "wrong_user", second)
                stack.call(CREATE, "error", second)
