"""The options of `make capacity`, and what they ask for."""

from __future__ import annotations

import argparse
from pathlib import Path

from . import bill, facts, limits, pages, report
from .journeys import journeys
from .load import AUTHENTICATOR_FLOW, FLOWS, Load, exponent
from .quotas import Quotas
from .simulation import Simulation

ROOT = Path(__file__).resolve().parents[2]


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="capacity", description="Prints which limits a load of sign-ins meets first, "
                                                                  "what it costs, and a simulated day of it.")
    parser.add_argument("--users", type=whole, required=True, help="people who sign in during a month")
    parser.add_argument("--sign-ins-per-day", type=whole, required=True)
    parser.add_argument("--sign-ups-per-day", type=none_or_more, default=0)
    parser.add_argument("--flow", choices=FLOWS, default=AUTHENTICATOR_FLOW)
    parser.add_argument("--codes", type=share, default=0.2, help="share of sign-ins with a code, 0 to 1 (default 0.2)")
    parser.add_argument("--peak", type=float, default=4,
                        help="how many times the mean the busiest moment of the day has (default 4)")
    parser.add_argument("--mails-per-hour", type=whole, help="OtpMailsPerHour (default: the template's)")
    parser.add_argument("--plan", choices=facts.USERS, default="ESSENTIALS",
                        help="Cognito's plan (default ESSENTIALS)")
    parser.add_argument("--http-api", action="store_true", help="the authenticator has a domain of its own")
    parser.add_argument("--seed", type=int, default=1, help="of the simulated day (default 1)")
    parsed = parser.parse_args(words)
    try:
        exponent(parsed.peak)
    except ValueError as error:
        parser.error(str(error))
    return parsed


def whole(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def none_or_more(text: str) -> int:
    return 0 if text == "0" else whole(text)


def share(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError("must be 0 to 1")
    return number


def setup(asked: argparse.Namespace, cost: str) -> bill.Setup:
    """What costs the same whatever the load is, with alarms and dashboard. Each function has a series for each of its
    metrics, and each pair of method and outcome too."""
    functions = {AUTHENTICATOR_FLOW: 5}.get(asked.flow, 4)
    fixed = pages.fixed(cost, FLOWS.index(asked.flow))
    return bill.Setup(asked.plan, asked.http_api, fixed, 2 * (functions + OUTCOMES) + COUNTED)


# How many pairs of method and outcome a month has, and how many series the template's own filters make: assumed.
OUTCOMES, COUNTED = 20, 20


def answer(words: list[str], root: Path = ROOT) -> str:
    """What the command prints for its options."""
    asked = arguments(words)
    sources = pages.sources(root)
    found, starts = journeys(sources.cost), pages.start_times(sources.speed)
    load = Load(asked.users, asked.sign_ins_per_day, asked.flow,
                asked.codes if asked.flow == AUTHENTICATOR_FLOW else 0, asked.peak, asked.sign_ups_per_day)
    mails = facts.Fact(asked.mails_per_hour or pages.default(sources.template, "OtpMailsPerHour"), "mails/hour",
                       "The template's parameter", "as given" if asked.mails_per_hour else "its default")
    met = limits.first(limits.known(found, load, mails, starts), load)
    lines = bill.bill(load, found, pages.prices(sources.cost), setup(asked, sources.cost))
    day = Simulation(load, found, starts, Quotas(mails_per_hour=mails.value), asked.seed).run()
    return report.report(load, met, lines, day, asked.seed)
