"""The limits that a load meets, and at how many sign-ins a day it meets each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from . import facts
from .facts import Fact
from .journeys import AUTHENTICATOR, TRIGGERS, Journey
from .load import AUTHSIGNAL_FLOW, DAY, Load, busiest, busiest_hour, busiest_second, total
from .processes import PLACEMENT


@dataclass(frozen=True)
class Limit:
    """A limit, what the load asks of it, and what raises it."""
    name: str
    fact: Fact
    demand: Callable[[Load], float]
    remedy: str


@dataclass(frozen=True)
class Met:
    """A limit beside a load."""
    limit: Limit
    demand: float
    # The most sign-ins a day, in the same proportions, that stay within it.
    sign_ins: int


def mail_items(mails_per_hour: float) -> int:
    """The items over which the deployment's count of mails is spread, as the module EmailCodes spreads it."""
    return int(min(max(mails_per_hour // 50, 1), 256))


def known(journeys: dict[str, Journey], load: Load, mails_per_hour: Fact, starts: dict[str, float]) -> list[Limit]:
    """The limits that a load of this flow can meet."""
    def per_second(of: Callable[[Journey], float]) -> Callable[[Load], float]:
        return lambda load: busiest_second(load, journeys, of)

    def at_once(of: Callable[[Journey], float]) -> Callable[[Load], float]:
        # How many of independent calls are under way: the rate times the seconds of each.
        return lambda load: busiest(total(load, journeys, of) / DAY * load.peak)

    def busy(name: str, new: float = 0) -> Callable[[Journey], float]:
        return lambda journey: sum(seconds + new for seconds in journey.calls[name])

    def answers(load: Load) -> float:
        return busiest((load.sign_ins + load.sign_ups) / DAY * load.peak * (1 + load.wrong_codes * load.wrong_share))

    names = sorted({*TRIGGERS, AUTHENTICATOR})
    own_mails = load.flow != AUTHSIGNAL_FLOW
    limits = [
        Limit("Cognito, sign-ins begun", facts.SIGN_IN_STARTS, per_second(lambda _: 1),
              "buy more of UserAuthentication"),
        Limit("Cognito, answers", facts.SIGN_IN_ANSWERS, answers, "buy more of UserAuthentication"),
        Limit("Lambda, calls", facts.LAMBDA_RATE,
              per_second(lambda journey: journey.trigger_calls + journey.authenticator_calls),
              "ask for more concurrency"),
        Limit("Lambda, processes", facts.CONCURRENCY,
              at_once(lambda journey: sum(busy(name)(journey) for name in names)), "ask for more concurrency"),
        # Every process is new, so each call also takes the start of one.
        Limit("Lambda, new processes after a deployment", facts.NEW_PROCESSES,
              lambda load: max(at_once(busy(name, PLACEMENT + starts.get(name, 0)))(load) for name in names),
              "deploy away from the peak"),
        Limit("tables, writes to a new table", facts.NEW_TABLE_WRITES, per_second(lambda journey: journey.write_units),
              "warm the table's throughput"),
        Limit("tables, reads of a new table", facts.NEW_TABLE_READS, per_second(lambda journey: journey.read_units),
              "warm the table's throughput"),
    ]
    if load.sign_ups:
        limits.append(Limit("Cognito, sign-ups", facts.USER_CREATIONS,
                            lambda load: busiest(load.sign_ups / DAY * load.peak), "buy more of UserCreation"))
    if own_mails:
        items = mail_items(mails_per_hour.value)
        limits += [
            Limit("OtpMailsPerHour of the template", mails_per_hour,
                  lambda load: busiest_hour(total(load, journeys, lambda journey: journey.mails), load.peak),
                  "raise the parameter"),
            Limit("SES, mails a day", facts.MAILS_PER_DAY, lambda load: total(load, journeys, lambda j: j.mails),
                  "ask for a higher sending quota"),
            Limit("SES, mails a second", facts.MAILS_PER_SECOND, per_second(lambda journey: journey.mails),
                  "ask for a higher sending rate"),
            Limit(f"one partition, writes to the count of mails ({items} items)", facts.PARTITION_WRITES,
                  lambda load: busiest(total(load, journeys, lambda j: j.mails) / DAY * load.peak / items),
                  "raise OtpMailsPerHour: its count then has more items"),
        ]
    return [limit for limit in limits if limit.demand(load.scaled(1e9)) > 0]


def met_at(limit: Limit, load: Load) -> int:
    """The most sign-ins a day that stay within a limit. Demands grow with the load, so that halving finds it."""
    def is_within(count: int) -> bool:
        # A demand that is exactly the limit is within it, whatever rounding says.
        return limit.demand(load.scaled(count / load.sign_ins)) <= limit.fact.value * (1 + 1e-12)

    low, high = 0, 1
    while is_within(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_within(middle) else (low, middle)
    return low


def first(limits: list[Limit], load: Load) -> list[Met]:
    """The limits in the order in which a growing load meets them."""
    found = (Met(limit, limit.demand(load), met_at(limit, load)) for limit in limits)
    return sorted(found, key=lambda met: met.sign_ins)
