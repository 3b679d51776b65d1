"""A load of sign-ins: what it asks of each limit, and what it costs. Pure functions."""

from __future__ import annotations

import math
from typing import Callable, NamedTuple

from cognito_passkeys.cost.figures import FIGURES, JOURNEYS, LIMITS, Limit, count, million, price

DAY, DAYS = 86_400, 30
PASSKEY, CODE, SIGN_UP, _, FUNCTION_CODE, AUTHSIGNAL = JOURNEYS
FLOWS = ("authenticator", "email-otp", "authsignal")


class Load(NamedTuple):
    """What is asked."""

    users: int
    sign_ins: float
    """A day."""
    flow: str = FLOWS[0]
    codes: float = 0.2
    """The share of sign-ins with a code, in the flow authenticator."""
    peak: float = 4.0
    """How many times the mean the busiest moment of the day has."""
    sign_ups: float = 0.0

    def scaled(self, factor: float) -> Load:
        """The same load with more or fewer sign-ins and sign-ups."""
        return self._replace(sign_ins=self.sign_ins * factor, sign_ups=self.sign_ups * factor)

    @property
    def kinds(self) -> dict[str, float]:
        """How many of each journey the day has."""
        if self.flow == "authenticator":
            return {PASSKEY: self.sign_ins * (1 - self.codes), CODE: self.sign_ins * self.codes, SIGN_UP: self.sign_ups}
        return {FUNCTION_CODE if self.flow == "email-otp" else AUTHSIGNAL: self.sign_ins + self.sign_ups}

    def total(self, *rows: str) -> float:
        """How many of something the day's journeys take."""
        return sum(number * count(name, row) for name, number in self.kinds.items() for row in rows)

    def rate(self, a_day: float) -> float:
        """How many of so many a day come in a second, at the busiest moment."""
        return a_day / DAY * self.peak

    def busiest(self, *rows: str) -> float:
        """What the journeys take that begin in the busiest second."""
        parts = [(self.rate(number), sum(count(name, row) for row in rows)) for name, number in self.kinds.items()]
        return spread(sum(rate * takes for rate, takes in parts), sum(rate * takes ** 2 for rate, takes in parts))


def spread(mean: float, variance: float | None = None) -> float:
    """What the busiest second is taken to have: four standard deviations above its mean, which some seconds of a month
    reach. The variance of independent events is their mean."""
    return mean + 4 * math.sqrt(mean if variance is None else variance)


def demands(load: Load) -> dict[str, float]:
    """What a load asks of each limit at its busiest."""
    begun = load.sign_ins + load.sign_ups
    # A code that the app sends to Cognito may be wrong there, and then there is another answer.
    answers = begun * (1 + (FIGURES["assumed"]["wrong answers to a code"] if load.flow == "email-otp" else 0))
    mails = load.total("mails sent")
    return {
        "Cognito, sign-ins begun": spread(load.rate(begun)),
        "Cognito, answers": spread(load.rate(answers)),
        "Cognito, sign-ups": spread(load.rate(load.sign_ups)),
        "Lambda, calls a second": load.busiest("calls of triggers", "calls of the authenticator"),
        # As many as begin in a second, times the seconds of each. Nearly all of that time is with 512 MB.
        "Lambda, calls at once": spread(load.rate(load.total("GB-ms of Lambda")) / 1_000 * 2),
        "tables, writes to a new table": load.busiest("write units"),
        "tables, reads of a new table": load.busiest("read units"),
        "OtpMailsPerHour of the template": load.rate(mails) * 3_600,
        "SES, mails a day": mails,
        "SES, mails a second": load.busiest("mails sent"),
    }


class Met(NamedTuple):
    """A limit beside a load."""

    name: str
    limit: Limit
    demand: float
    sign_ins: int
    """The most sign-ins a day, in the same proportions, that stay within it."""


def met(load: Load, mails_per_hour: float | None = None) -> list[Met]:
    """The limits that this kind of load can meet, in the order in which a growing one meets them."""
    limits = dict(LIMITS)
    if mails_per_hour:
        name = "OtpMailsPerHour of the template"
        limits[name] = limits[name]._replace(value=mails_per_hour, source="as given")
    found = [Met(name, limit, demands(load)[name], most(load, name, limit.value))
             for name, limit in limits.items() if demands(load.scaled(1e9))[name] > 0]
    return sorted(found, key=lambda one: one.sign_ins)


def most(load: Load, name: str, limit: float) -> int:
    """The most sign-ins a day that stay within a limit. Demands grow with the load, so that halving finds it."""
    def is_within(sign_ins: int) -> bool:
        # A demand that is exactly the limit is within it, whatever rounding says.
        return demands(load.scaled(sign_ins / load.sign_ins))[name] <= limit * (1 + 1e-12)

    low, high = 0, 1
    while is_within(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_within(middle) else (low, middle)
    return low


class Line(NamedTuple):
    """A line of a month's bill, in dollars."""

    name: str
    dollars: float
    note: str


def bill(load: Load, plan: str = "LITE", has_http_api: bool = False) -> list[Line]:
    """A month's bill, with alarms and dashboard. Free tiers and discounts are not counted."""
    def month(name: str) -> float:
        return DAYS / 1e6 * sum(number * million(journey)[name] for journey, number in load.kinds.items())

    series = FIGURES["assumed"]["series of metrics"]
    calls = DAYS * load.total("calls of triggers", "calls of the authenticator")
    mails = DAYS * load.total("mails sent")
    lines = [
        Line("Cognito, active users", load.users * price(f"user a month, `{plan}`"), f"{load.users:,} in the plan {plan}"),
        Line("SES", month("mails"), f"{mails:,.0f} mails"),
        Line("Lambda, calls", month("Lambda, calls"), f"{calls:,.0f} calls"),
        Line("Lambda, time", month("Lambda, time"), "x86_64"),
        Line("DynamoDB, reads", month("DynamoDB, reads"), "on demand"),
        Line("DynamoDB, writes", month("DynamoDB, writes"), "on demand"),
        Line("CloudWatch, log", month("log"), "level INFO"),
        Line("CloudWatch, metrics", series * price("series of metrics"), f"{series} series"),
    ]
    if has_http_api:
        lines.append(Line("HTTP API", month("HTTP API in place of the function URL"), ""))
    for row, (*numbers, dollars) in FIGURES["monthly"].items():
        name, _, when = row.replace("`", "").partition(", ")
        number = numbers[FLOWS.index(load.flow)]
        if when != "with Rollout":
            lines.append(Line(name, number * dollars, ", ".join(filter(None, [str(number), when]))))
    return lines


def of_sign_ins(number: float, flow: str, codes: float) -> float:
    """What so many sign-ins cost, in dollars, without the HTTP API and without what each month costs anyway."""
    kinds = Load(1, number, flow, codes).kinds
    return sum(amount * dollars / 1e6 for journey, amount in kinds.items()
               for row, dollars in million(journey).items() if not row.startswith("HTTP API"))
