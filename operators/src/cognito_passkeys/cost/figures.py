"""The figures of figures.json."""

import json
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("figures.json")
FIGURES = json.loads(FILE.read_text(encoding="utf-8"))


class Limit(NamedTuple):
    """A default of an account, or of the template."""

    value: float
    unit: str
    remedy: str
    source: str
    """D is AWS's documentation, S another publication."""


LIMITS = {name.replace("`", ""): Limit(*row) for name, row in FIGURES["limits"].items()}
JOURNEYS = [name.replace("`", "") for name in FIGURES["journeys"]]


def price(name: str) -> float:
    """A price in dollars, for a million where the file says so."""
    return FIGURES["prices"][name][0]


def count(journey: str, row: str) -> float:
    """How many of something a journey takes."""
    return FIGURES["counts"][row][JOURNEYS.index(journey)]


def million(journey: str) -> dict[str, float]:
    """What a million of a journey cost, in dollars, by what is paid for."""
    def of(row: str) -> float:
        return count(journey, row)

    return {
        "Lambda, calls": (of("calls of triggers") + of("calls of the authenticator")) * price("Lambda call"),
        "Lambda, time": of("GB-ms of Lambda") * 1_000 * price("Lambda time, x86_64"),
        "DynamoDB, reads": of("read units") * price("DynamoDB read unit"),
        "DynamoDB, writes": of("write units") * price("DynamoDB write unit"),
        "mails": of("mails sent") * price("mail"),
        "log": of("bytes of the log") / 1_000 * price("log line"),
        "HTTP API in place of the function URL": of("calls of the authenticator") * (
            price("HTTP API call") + FIGURES["assumed"]["bytes of a line of the access log"] / 1_000 * price("log line")),
    }


# The rows of `million` that come on top of the sum in the page's table.
ON_TOP = ("mails", "log", "HTTP API in place of the function URL")
