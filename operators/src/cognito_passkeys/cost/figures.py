"""The figures of figures.json."""

import json
from pathlib import Path

FILE = Path(__file__).with_name("figures.json")
FIGURES = json.loads(FILE.read_text(encoding="utf-8"))


JOURNEYS = [name.replace("`", "") for name in FIGURES["journeys"]]
PASSKEY, CODE, _, _, FUNCTION_CODE, AUTHSIGNAL = JOURNEYS
# The share of sign-ins with a code where the authenticator has both.
CODES = 0.2
# The journeys of each way to sign in, with their shares, in the order of the columns of what each month costs.
FLOWS = {
    "authenticator": {PASSKEY: 1 - CODES, CODE: CODES}, "email-otp": {FUNCTION_CODE: 1}, "authsignal": {AUTHSIGNAL: 1},
}


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


def of_sign_ins(number: float, flow: str) -> float:
    """What so many sign-ins cost, in dollars, without the HTTP API and without what each month costs anyway."""
    return number / 1e6 * sum(share * dollars for journey, share in FLOWS[flow].items()
                              for row, dollars in million(journey).items() if row != ON_TOP[-1])


def each_month(row: str, flow: str) -> float:
    """What a row costs in a month, in dollars, whatever the load is."""
    *numbers, each = FIGURES["monthly"][row]
    return numbers[[*FLOWS].index(flow)] * each
