"""docs/speed.md says what each way in takes with a passkey. Here the sandbox's timeline counts it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from journeys.app import (
    add_passkey, begin, new_user, passkey_answer, prove_passkey, round_passkey_answer, sign_in, signs_in)

PAGE = Path(__file__).parents[2] / "docs/speed.md"
# Of the milliseconds of a round trip.
NETWORK = 50


def rows() -> dict[str, tuple[str, ...]]:
    """The table's rows by their first words."""
    section = PAGE.read_text(encoding="utf-8").split("## Round trips of a sign-in")[1].split("\n## ")[0]
    cells = (re.split(r" *\| *", line.strip("| ")) for line in section.splitlines() if line.startswith("| "))
    return {first: tuple(others) for first, *others in cells}


def answers_in_its_round(sandbox, passkey, address) -> int:
    started = begin(sandbox, address)
    chosen = last(sandbox)
    assert signs_in(sandbox, started, json.dumps(round_passkey_answer(sandbox, passkey, started)))
    return chosen


def answers_itself(sandbox, passkey, _) -> int:
    user, assertion = passkey_answer(sandbox, passkey)
    chosen = last(sandbox)
    assert signs_in(sandbox, begin(sandbox, user), json.dumps(assertion))
    return chosen


def is_proven_first(sandbox, passkey, _) -> int:
    # The prompt comes before the last of the authenticator's calls.
    proven = prove_passkey(sandbox, passkey)
    calls = [event["number"] for event in sandbox.events() if event["kind"] == "authenticator"]
    assert signs_in(sandbox, begin(sandbox, proven["userId"]), proven["accessToken"])
    return calls[-1] - 1


def last(sandbox) -> int:
    return sandbox.events()[-1]["number"]


@pytest.mark.parametrize(("way", "row"), [
    (answers_in_its_round, "a passkey that is itself the answer, with a typed or remembered name"),
    (answers_itself, "a passkey that is itself the answer, without a name"),
    (is_proven_first, "a passkey that the authenticator proves first, as with Authsignal's SDKs"),
])
def test_a_passkey_takes_what_the_page_says(signed, way, row):
    passkey = add_passkey(signed, sign_in(signed, address := new_user(signed))[1], address)
    before = last(signed)
    chosen = way(signed, passkey, address)
    events = [event for event in signed.events() if event["number"] > before]

    def count(*kinds: str, after: int = 0) -> int:
        return sum(event["kind"] in kinds and event["number"] > after for event in events)

    trips, late = count("call", "authenticator"), count("call", "authenticator", after=chosen)
    assert rows()[row] == (str(trips), str(late), f"{trips * NETWORK} ms, {late * NETWORK} ms",
                           str(count("trigger", "authenticator")), str(count("aws"))), events
