"""Prints what a load of sign-ins costs in a month, and which limits a growing
load meets first. docs/cost.md explains both.

Each limit is that of an account that has never asked for more, beside what the
load asks at its busiest. The last number is the most sign-ins a day, in the
same proportions, that stay within it. It calls nobody.
"""

import argparse
from typing import Iterator

from cognito_passkeys.cost.figures import FIGURES
from cognito_passkeys.cost.load import DAYS, FLOWS, Line, Load, Met, bill, met

# How many limits are shown.
SHOWN = 6


def number(kind: type, low: float, high: float = float("inf")) -> object:
    """A reader of numbers between two others."""
    def number(text: str) -> float:
        value = kind(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be at least {low}" + (f", at most {high}" if high < 1e9 else ""))
        return value
    return number


def add_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--users", type=number(int, 1), required=True, metavar="N", help="people who sign in during a month")
    add("--sign-ins-per-day", type=number(int, 1), required=True, metavar="N", help="sign-ins on a busy day")
    add("--sign-ups-per-day", type=number(int, 0), default=0, metavar="N", help="sign-ups, with a first sign-in by code")
    add("--flow", choices=FLOWS, default=FLOWS[0],
        help="authenticator: passkeys, and codes from the authenticator (default); email-otp: codes from the functions")
    add("--codes", type=number(float, 0, 1), default=0.2, metavar="SHARE",
        help="in the flow authenticator, the share of sign-ins with a code, 0 to 1 (default 0.2)")
    add("--peak", type=number(float, 1, 24), default=4, metavar="TIMES",
        help="how many times the mean the busiest moment of the day has (default 4)")
    add("--mails-per-hour", type=number(int, 1), metavar="N", help="OtpMailsPerHour (default: the template's)")
    add("--plan", choices=("LITE", "ESSENTIALS", "PLUS"), default="LITE", help="Cognito's (default LITE)")
    add("--http-api", action="store_true", help="the authenticator has a domain of its own")


def run(options: argparse.Namespace) -> int:
    print(text(options))
    return 0


def text(options: argparse.Namespace) -> str:
    load = Load(options.users, options.sign_ins_per_day, options.flow, options.codes, options.peak,
                options.sign_ups_per_day)
    return "\n".join([*head(load), "", *limits(met(load, options.mails_per_hour)), "",
                      *lines(bill(load, options.plan, options.http_api))])


def head(load: Load) -> Iterator[str]:
    codes = f", {load.codes:.0%} with a code" if load.flow == "authenticator" else ""
    ups = f" and {load.sign_ups:,.0f} sign-ups" if load.sign_ups else ""
    yield f"{load.users:,} users, {load.sign_ins:,.0f} sign-ins{ups} a day, flow {load.flow}{codes}"
    yield (f"{load.rate(load.sign_ins + load.sign_ups):,.2f} a second at the peak, which is {load.peak:g} times the mean")


def limits(found: list[Met]) -> Iterator[str]:
    yield "The first limits that a growing load meets:"
    yield f"  {'':34}{'asked':>9}{'limit':>9}  {'':12} met above"
    for one in found[:SHOWN]:
        over = "  <- NOW" if one.demand > one.limit.value else ""
        yield (f"  {one.name:34}{one.demand:>9,.0f}{one.limit.value:>9,.0f}  {one.limit.unit:12}"
               f"{one.sign_ins:>14,.0f} sign-ins a day{over}")


def lines(found: list[Line]) -> Iterator[str]:
    yield (f"The bill of {DAYS} days in {FIGURES['region']}, before free tiers and discounts, with prices of "
           f"{FIGURES['found']}:")
    yield from (f"  {line.name:24}{line.dollars:>14,.2f} $   {line.note}".rstrip() for line in found if line.dollars)
    yield f"  {'sum':24}{sum(line.dollars for line in found):>14,.2f} $"
