"""Writes the tables of docs/cost.md from figures.json, and the example of `scripts/passkeys cost`.

Run as `PYTHONPATH=scripts:operators/src python3 -m sources.cost_page` after a change of figures.json. `make check-docs`
says when the page is not up to date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

from cognito_passkeys.cost import figures
from cognito_passkeys.cost.figures import FIGURES, JOURNEYS, ON_TOP, Limit
from cognito_passkeys.verbs.command_line import parser_of

PAGE = Path("docs/cost.md")
BLOCK = re.compile(r"(<!-- generated: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
EXAMPLE = "--users 50000 --sign-ins-per-day 5000"


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


def limits() -> list[str]:
    return [*head("Limit", "", "What raises it", "Source"),
            *(row(name, f"{one.value:,} {one.unit}", one.remedy, one.source)
              for name, one in ((name, Limit(*cells)) for name, cells in FIGURES["limits"].items()))]


def prices() -> list[str]:
    def amount(number: float) -> str:
        text = f"{number:.10f}".rstrip("0")
        return f"${text if len(text.partition('.')[2]) >= 3 else f'{number:.2f}'}"

    free = {name: f"{number:,} {unit}" for name, (number, unit) in FIGURES["free each month"].items()}
    return [*head("", "price", "free each month"), *(row(name, f"{amount(number)} {unit}", free.get(name, "–"))
                                                     for name, (number, unit) in FIGURES["prices"].items())]


def example() -> list[str]:
    verb, parser = parser_of("cost")
    text = verb.text(parser.parse_args(EXAMPLE.split()))
    return ["```", f"$ scripts/passkeys cost {EXAMPLE}", *text.splitlines(), "```"]


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
