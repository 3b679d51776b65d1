"""What one journey of a user takes, by docs/cost.md, and how long its calls last."""

from __future__ import annotations

from dataclasses import dataclass

from . import pages

PASSKEY, CODE, SIGN_UP, ADDED, FUNCTION_CODE, AUTHSIGNAL = (
    "passkey sign-in", "code sign-in", "sign-up", "passkey added", "EMAIL_OTP sign-in", "Authsignal sign-in")
DEFINE, CREATE, VERIFY, AUTHENTICATOR = "Define", "Create", "Verify", "Authenticator"
# Define is called at the start and after the answer.
TRIGGERS = (DEFINE, CREATE, VERIFY, DEFINE)


@dataclass(frozen=True)
class Journey:
    """What one journey takes."""
    name: str
    trigger_calls: int
    authenticator_calls: int
    table_calls: int
    read_units: int
    write_units: int
    mails: int
    log_bytes: int
    # What Lambda bills for time, in dollars.
    time_dollars: float
    # Seconds that a call takes, by function. Waiting calls take `waiting`.
    define: float
    other: float
    waiting: float

    @property
    def waits_in(self) -> str | None:
        """The function of which one call takes MINIMUM_RESPONSE_TIME."""
        if self.name in (FUNCTION_CODE, AUTHSIGNAL):
            return CREATE
        return AUTHENTICATOR if self.name in (CODE, SIGN_UP) else None

    @property
    def calls(self) -> dict[str, list[float]]:
        """The seconds of each call, by function. PreSignUp counts as Define: both call nothing."""
        seconds = {DEFINE: [self.define] * (self.trigger_calls - 2), CREATE: [self.other], VERIFY: [self.other],
                   AUTHENTICATOR: [self.other] * self.authenticator_calls}
        if self.waits_in:
            seconds[self.waits_in][0] = self.waiting
        return seconds


def journeys(cost: str) -> dict[str, Journey]:
    """Every journey of docs/cost.md, by its name.

    The page has the time of all calls together, as dollars. It is divided among those calls that neither wait nor call
    nothing.

    :raises ValueError: if the page lacks a table or a row.
    """
    names = pages.columns(cost, "What each journey takes")
    table, prices, times = pages.rows(cost), pages.prices(cost), pages.assumed(cost)

    def cells(row: str) -> list[float]:
        if len(table.get(row, [])) != len(names):
            raise ValueError(f"{pages.COST} has no row {row} with a cell for each journey")
        return [pages.number(cell) for cell in table[row]]

    found = {}
    for index, name in enumerate(names):
        def count(row: str) -> int:
            return int(cells(row)[index])

        triggers, authenticator = count("calls of triggers"), count("calls of the authenticator")
        dollars = cells("Lambda, time")[index] / 1e6
        waiting = times.waiting if name in (CODE, SIGN_UP, FUNCTION_CODE, AUTHSIGNAL) else 0.0
        # Define and PreSignUp have 128 MB, the others 512.
        small = max(triggers - 2, 0)
        large = min(triggers, 2) + authenticator - (1 if waiting else 0)
        seconds = (dollars / prices.gigabyte_second - small * times.call / 8) * 2 - waiting
        found[name] = Journey(
            name, triggers, authenticator, count("calls of tables"), count("read units"), count("write units"),
            count("mails sent"), count("bytes of the log"), dollars, times.call, max(seconds, 0) / large, waiting)
    return found
