"""The figures that pages of this repository hold and that its tests keep true, and defaults of the template."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

COST, SPEED, TEMPLATE = "docs/cost.md", "docs/speed.md", "template.yaml"


class Sources(NamedTuple):
    """The texts of the files that figures are read from."""
    cost: str
    speed: str
    template: str


class Prices(NamedTuple):
    """The prices of docs/cost.md, in dollars for one of each, or for a GB-second or a GB."""
    lambda_call: float
    gigabyte_second: float
    read_unit: float
    write_unit: float
    mail: float
    log_gigabyte: float
    http_api_call: float


class Fixed(NamedTuple):
    """Something that costs the same each month: what it is, how many there are, dollars for one, and when there are."""
    name: str
    count: int
    dollars: float
    note: str


class Assumed(NamedTuple):
    """What docs/cost.md assumes of times, in seconds."""
    call: float
    waiting: float


def sources(root: Path) -> Sources:
    """The files of a tree."""
    return Sources(*((root / path).read_text(encoding="utf-8") for path in (COST, SPEED, TEMPLATE)))


def rows(text: str) -> dict[str, list[str]]:
    """The cells of each row of the page's tables after the first, by the text of the first. Of a row that stands in two
    tables, neither counts."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("| "):
            name, *cells = (cell.strip() for cell in line.strip().strip("|").split("|"))
            found[name] = [] if name in found else cells
    return found


def number(cell: str) -> float:
    """A cell such as 8,000 or **$3.80**.

    :raises ValueError: if it is no number.
    """
    return float(cell.strip("* ").replace(",", "").replace("$", ""))


def columns(text: str, table: str, sentence: str = "") -> list[str]:
    """The names of the columns below a heading, or below a sentence after it.

    :raises ValueError: if there is no such table.
    """
    match = re.search(rf"^## {re.escape(table)}\n+{re.escape(sentence)}\| \|(.+)\|$", text, re.MULTILINE)
    if not match:
        raise ValueError(f"{COST} has no table {table}")
    return [name.strip().replace("`", "") for name in match[1].split("|")]


def one(table: dict[str, list[str]], name: str) -> str:
    """The only cell of a row after its name.

    :raises ValueError: if there is no such row.
    """
    if len(table.get(name, [])) != 1:
        raise ValueError(f"{COST} has no row {name} with one figure")
    return table[name][0]


def fixed(text: str, column: int) -> list[Fixed]:
    """What docs/cost.md says that each month costs, in the column of a flow.

    :raises ValueError: if there is no such table.
    """
    columns(text, "What each month costs", "Some things cost the same whatever the number of sign-ins is:\n\n")
    table = rows(text)
    found = []
    for row in table:
        name, comma, note = row.replace("`", "").partition(",")
        if name in ("series of alarms", "dashboard", "secrets"):
            found.append(Fixed(name, int(table[row][column]), number(table[row][-1]), comma + note))
    return found


def prices(text: str) -> Prices:
    """The prices of docs/cost.md."""
    table = rows(text)
    dollars = [float(one(table, name).split()[0].lstrip("$")) for name in (
        "Lambda call", "Lambda time, x86_64", "DynamoDB read unit", "DynamoDB write unit", "mail", "log line",
        "HTTP API call")]
    million = 1e6
    call, second, read, write, mail, gigabyte, api = dollars
    return Prices(call / million, second, read / million, write / million, mail / million, gigabyte, api / million)


def assumed(text: str) -> Assumed:
    """The times that docs/cost.md takes.

    :raises ValueError: if it does not say them.
    """
    words = " ".join(text.split())
    found = [re.search(pattern, words) for pattern in (r"takes ([\d.]+) ms for a call", r"takes ([\d.]+) ms in all")]
    if not all(found):
        raise ValueError(f"{COST} does not say what calls take")
    return Assumed(*(float(match[1]) / 1_000 for match in found if match))


def start_times(text: str) -> dict[str, float]:
    """Seconds from the start of each function's process until it asks for an event, on docs/speed.md."""
    found: dict[str, float] = {}
    for name, cells in rows(text).items():
        match = re.match(r"(\w+?)(?:AuthChallenge)?, ", name)
        if match and cells and cells[0].endswith(" ms"):
            found[match[1]] = max(found.get(match[1], 0), float(cells[0].removesuffix(" ms")) / 1_000)
    return found


def default(text: str, parameter: str) -> float:
    """The default of a number among the template's parameters.

    :raises ValueError: if there is none.
    """
    match = re.search(rf"^  {parameter}:\n(?:    .*\n)*?    Default: (\d+)$", text, re.MULTILINE)
    if not match:
        raise ValueError(f"{TEMPLATE} has no default of {parameter}")
    return float(match[1])
