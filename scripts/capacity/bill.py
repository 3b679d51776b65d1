"""What a month of a load costs."""

from __future__ import annotations

from typing import Callable, NamedTuple, Sequence

from . import facts
from .journeys import Journey
from .load import AUTHSIGNAL_FLOW, Load, total
from .pages import Fixed, Prices

DAYS = 30


class Line(NamedTuple):
    """A line of the bill, in dollars a month."""
    name: str
    dollars: float
    note: str


class Setup(NamedTuple):
    """What costs the same whatever the load is."""
    plan: str = "ESSENTIALS"
    has_http_api: bool = False
    fixed: Sequence[Fixed] = ()
    # The series that the functions' lines of metrics make: one for each metric and each combination of dimensions.
    metrics: int = 0


def bill(load: Load, journeys: dict[str, Journey], prices: Prices, setup: Setup = Setup()) -> list[Line]:
    """The lines of a month's bill. Free tiers and discounts are not counted."""
    def month(of: Callable[[Journey], float]) -> float:
        return DAYS * total(load, journeys, of)

    calls = month(lambda journey: journey.trigger_calls + journey.authenticator_calls)
    mails = month(lambda journey: journey.mails) if load.flow != AUTHSIGNAL_FLOW else 0
    lines = [
        Line("Cognito, active users", load.users * facts.USERS[setup.plan].value,
             f"{load.users:,} in the plan {setup.plan}"),
        Line("SES", mails * prices.mail, f"{mails:,.0f} mails"),
        Line("Lambda, calls", calls * prices.lambda_call, f"{calls:,.0f} calls"),
        Line("Lambda, time", month(lambda journey: journey.time_dollars), "x86_64"),
        Line("DynamoDB, reads", month(lambda journey: journey.read_units) * prices.read_unit, "on demand"),
        Line("DynamoDB, writes", month(lambda journey: journey.write_units) * prices.write_unit, "on demand"),
        Line("CloudWatch, log", month(lambda journey: journey.log_bytes) / 1e9 * prices.log_gigabyte, "level INFO"),
        Line("CloudWatch, metrics", setup.metrics * facts.METRIC.value, f"{setup.metrics} series"),
        *(Line(one.name, one.count * one.dollars, f"{one.count}{one.note}") for one in setup.fixed),
    ]
    if setup.has_http_api:
        requests = month(lambda journey: journey.authenticator_calls)
        lines.append(Line("HTTP API", requests * prices.http_api_call, f"{requests:,.0f} requests"))
    return lines
