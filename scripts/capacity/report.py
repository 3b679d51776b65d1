"""The text that `make capacity` prints."""

from __future__ import annotations

from typing import Iterator

from .bill import DAYS, Line
from .facts import FOUND
from .limits import Met
from .load import AUTHENTICATOR_FLOW, DAY, EMAIL_OTP_FLOW, PEAK, Load, busiest_hour
from .simulation import STORM, Day

# How many limits are shown.
SHOWN = 6


def report(load: Load, met: list[Met], lines: list[Line], day: Day, seed: int) -> str:
    """The whole text."""
    return "\n".join([*head(load), "", *limits(load, met), "", *bill(lines), "", *simulated(day, seed), ""])


def head(load: Load) -> Iterator[str]:
    kind = {AUTHENTICATOR_FLOW: f"flow authenticator, {load.codes:.0%} with a code",
            EMAIL_OTP_FLOW: "flow email-otp"}.get(load.flow, "flow authsignal")
    more = f" and {load.sign_ups:,.0f} sign-ups" if load.sign_ups else ""
    yield f"{load.users:,} users, {load.sign_ins:,.0f} sign-ins{more} a day, {kind}"
    both = load.sign_ins + load.sign_ups
    yield (f"{both / DAY * load.peak:,.2f} a second at the peak, which is {load.peak:g} times the mean; "
           f"{busiest_hour(both, load.peak):,.0f} in the busiest hour")


def limits(load: Load, met: list[Met]) -> Iterator[str]:
    yield "The first limits that a growing load meets:"
    yield f"  {'':52}{'asked':>9}{'limit':>9}  {'':12} met above"
    for one in met[:SHOWN]:
        fact = one.limit.fact
        over = "  <- NOW" if one.demand > fact.value else ""
        yield (f"  {one.limit.name:52}{one.demand:>9,.0f}{fact.value:>9,.0f}  {fact.unit:12}"
               f"{one.sign_ins:>14,.0f} sign-ins a day{over}")
    yield "What raises them, and where the figures are from (D: AWS's documentation, S: another publication):"
    for one in met[:SHOWN]:
        yield f"  {one.limit.name}: {one.limit.remedy}. {one.limit.fact.source}, {one.limit.fact.found}"


def bill(lines: list[Line]) -> Iterator[str]:
    yield f"The bill of {DAYS} days in us-east-1, before free tiers and discounts, with prices of {FOUND}:"
    yield from (f"  {line.name:24}{line.dollars:>14,.2f} $   {line.note}" for line in lines if line.dollars)
    yield f"  {'sum':24}{sum(line.dollars for line in lines):>14,.2f} $"


def simulated(day: Day, seed: int) -> Iterator[str]:
    length = day.last - day.first
    span = "a day" if length == DAY else f"the busiest {length / 60:,.1f} minutes of a day"
    yield f"Simulated, {span}, seed {seed}:"
    yield (f"  {day.started:,} started = {day.won:,} won + {sum(day.lost.values()):,} lost{listed(day.lost)} + "
           f"{day.in_flight:,} in flight")
    yield f"  {sum(day.called.values()):,} calls{listed(day.called)}"
    yield f"  {sum(day.cold.values()):,} new processes{listed(day.cold)}; {day.processes:,} calls at once at most"
    yield f"  {sum(day.refused.values()):,} requests refused{listed(day.refused)}"
    yield f"  {sum(day.repeated.values()):,} triggers called again by Cognito{listed(day.repeated)}"
    yield f"  {day.mails:,} mails, {sum(day.withheld.values()):,} withheld{listed(day.withheld)}"
    yield (f"  {day.repeated_mails:,} of the mails repeat one; repeated with another code: {day.different_codes:,}; "
           f"{day.shared_codes:,} calls shared a code")
    yield f"  {day.replays_refused:,} used proofs offered again and refused; proofs used twice: {day.used_twice:,}"
    yield f"  waiting for machines, in seconds: {times(day.waits)}"
    yield f"  those who began in the {STORM} s after a deployment at {clock(PEAK)}: {times(day.storm_waits)}"


def listed(counts: dict[str, int]) -> str:
    """The parts of a sum, the largest first."""
    parts = sorted(counts.items(), key=lambda part: (-part[1], part[0]))
    return " (" + ", ".join(f"{name} {count:,}" for name, count in parts) + ")" if parts else ""


def times(seconds: list[float]) -> str:
    """The median, the 99th percentile and the longest of some times."""
    if not seconds:
        return "nobody"
    ordered = sorted(seconds)
    return (f"median {ordered[len(ordered) // 2]:.2f}, 99 % below {ordered[len(ordered) * 99 // 100]:.2f}, "
            f"longest {ordered[-1]:.2f}, of {len(ordered):,}")


def clock(second: float) -> str:
    return f"{int(second) // 3_600:02}:{int(second) // 60 % 60:02}"
