"""Writes the tables of docs/cost.md from figures.json.

Run as `PYTHONPATH=scripts:operators/src python3 -m sources.cost_page` after a change of figures.json. `make check-docs`
says when the page is not up to date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

from cognito_passkeys.cost import figures
from cognito_passkeys.cost.figures import CODE, FIGURES, JOURNEYS, ON_TOP, PASSKEY, count

PAGE = Path("docs/cost.md")
BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
USERS, SIGN_INS = 50_000, 5_000
DAY, DAYS = 86_400, 30
# How many times the mean the busiest hour of a day has.
PEAK = 4


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def head(*cells: str) -> list[str]:
    return [row(*cells).replace("|  |", "| |"), "|" + "---|" * len(cells)]


def dollars(amount: float) -> str:
    return f"${amount:,.2f}"


def counts() -> list[str]:
    cells = {name: [f"{number:,}" for number in numbers] for name, numbers in FIGURES["counts"].items()}
    return [*head("", *FIGURES["journeys"]), *(row(name, *numbers) for name, numbers in cells.items())]


def million() -> list[str]:
    costs = [figures.million(journey) for journey in JOURNEYS]
    base = [name for name in costs[0] if name not in ON_TOP]
    sums = [f"**{dollars(sum(cost[name] for name in base))}**" for cost in costs]
    return [*head("", *FIGURES["journeys"]), *(row(name, *(dollars(cost[name]) for cost in costs)) for name in base),
            row("**sum**", *sums), *(row(name, *(dollars(cost[name]) for cost in costs)) for name in ON_TOP)]


def monthly() -> list[str]:
    return [*head("", *FIGURES["flows"], "each"),
            *(row(name, *numbers, dollars(each)) for name, (*numbers, each) in FIGURES["monthly"].items())]


def taken(journey: str) -> dict[str, float]:
    """What one sign-in takes of each limit."""
    mails, calls = count(journey, "mails sent"), count(journey, "calls of triggers")
    return {
        "Cognito, sign-ins begun": 1, "Cognito, answers": 1,
        "Lambda, calls a second": calls + count(journey, "calls of the authenticator"),
        # As many as begin in a second, times the seconds of each. Nearly all of that time is with 512 MB.
        "Lambda, calls at once": count(journey, "GB-ms of Lambda") / 1_000 * 2,
        "tables, writes to a new table": count(journey, "write units"),
        "tables, reads of a new table": count(journey, "read units"),
        "`OtpMailsPerHour` of the template": mails, "SES, mails a day": mails, "SES, mails a second": mails,
    }


def a_day(limit: str, journey: str) -> str:
    """How many sign-ins a day meet a limit at their peak."""
    value, unit = FIGURES["limits"][limit][:2]
    periods = {"mails/day": 1, "mails/hour": 24 / PEAK}.get(unit, DAY / PEAK)
    takes = taken(journey).get(limit)
    return f"{float(f'{value * periods / takes:.3g}'):,.0f}" if takes else "–"


def limits() -> list[str]:
    return [*head("Limit", "", *(f"met by so many {journey}s a day" for journey in (PASSKEY, CODE)), "What raises it",
                  "Source"),
            *(row(name, f"{value:,} {unit}", a_day(name, PASSKEY), a_day(name, CODE), *rest)
              for name, (value, unit, *rest) in FIGURES["limits"].items())]


def prices() -> list[str]:
    def amount(number: float) -> str:
        text = f"{number:.10f}".rstrip("0")
        return f"${text if len(text.partition('.')[2]) >= 3 else f'{number:.2f}'}"

    free = {name: f"{number:,} {unit}" for name, (number, unit) in FIGURES["free each month"].items()}
    return [*head("", "price", "free each month"), *(row(name, f"{amount(number)} {unit}", free.get(name, "–"))
                                                     for name, (number, unit) in FIGURES["prices"].items())]


def example() -> list[str]:
    def month(name: str) -> float:
        return figures.each_month(name, "authenticator")

    lines = {
        f"{USERS:,} people in Cognito's plan `LITE`": USERS * figures.price("user a month, `LITE`"),
        f"{DAYS * SIGN_INS:,} sign-ins": figures.of_sign_ins(DAYS * SIGN_INS, "authenticator"),
        "metrics, alarms and dashboard": month("series of alarms, with `UseAlarms`")
        + month("dashboard, with `UseDashboard`")
        + FIGURES["assumed"]["series of metrics"] * figures.price("series of metrics"),
        "secrets": month("secrets"),
    }
    return [*head("", "a month"), *(row(name, dollars(amount)) for name, amount in lines.items()),
            row("**together**", f"**{dollars(sum(lines.values()))}**")]


TABLES = {table.__name__: table for table in (counts, million, monthly, limits, prices, example)}


def written(text: str) -> str:
    """The page with its tables as they must be."""
    return BLOCK.sub(lambda block: "\n".join([block[1], *TABLES[block[2]](), "", block[4]]), text)


def faults(root: Path) -> Iterator[str]:
    """A line for each table that is not up to date or not there."""
    page = root / PAGE
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    found = {name: content for _, name, content, _ in BLOCK.findall(text)}
    for name in TABLES:
        if found.get(name, "").strip("\n").splitlines() != TABLES[name]():
            yield f"{PAGE}: the table {name} is not that of figures.json: PYTHONPATH=scripts:operators/src python3 -m sources.cost_page"


if __name__ == "__main__":
    file = Path(__file__).resolve().parents[2] / PAGE
    file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
