"""The probes of the triggers' events: each returns what it has seen, in the words of `seen` in guesses.toml."""

import time
from functools import cached_property
from typing import Any, NamedTuple

from cognito_passkeys.prove import pool
from cognito_passkeys.prove.pool import WRONG, Pool, code_of, outcome

ENVELOPE = {"version", "region", "userPoolId", "userName", "callerContext", "triggerSource", "request", "response"}
# The members of request and response, as the samples in events/ have them.
MEMBERS = {
    "DefineAuthChallenge": ({"userAttributes", "session"}, {"challengeName", "issueTokens", "failAuthentication"}),
    "CreateAuthChallenge": ({"userAttributes", "challengeName", "session"},
                            {"publicChallengeParameters", "privateChallengeParameters", "challengeMetadata"}),
    "VerifyAuthChallengeResponse": ({"userAttributes", "privateChallengeParameters", "challengeAnswer"},
                                    {"answerCorrect"})}
# They may be there, or not.
OPTIONAL = {"clientMetadata", "userNotFound"}
MARK = '"userNotFound": true'


def trigger(event: dict[str, Any]) -> str:
    return event["triggerSource"].split("_")[0]


class Unknown(NamedTuple):
    """A sign-in with a name that nobody has."""

    name: str
    begun: dict[str, Any]
    end: str
    events: list[dict[str, Any]]


class Slow(NamedTuple):
    """A sign-in with a trigger that times out."""

    error: str
    seconds: float
    calls: int


class Events:
    """The probes that are about the triggers' events, by the names of their rows."""

    def __init__(self, plain: Pool, secret: Pool, alias: Pool) -> None:
        """
        :param secret: the first pool, with a client that has a secret.
        :param alias: a pool with aliases, which remembers devices.
        """
        self.plain, self.secret, self.alias_pool = plain, secret, alias

    @cached_property
    def _events(self) -> list[dict[str, Any]]:
        """Those of a sign-in with a wrong answer and a right one."""
        address = self.plain.user()
        self.plain.answer(self.plain.answer(self.plain.begin(address), WRONG))
        return self.plain.events(7, address)

    def event_members(self) -> str:
        others = set()
        for event in self._events:
            name, (request, response) = trigger(event), MEMBERS[trigger(event)]
            found = (event.keys() ^ ENVELOPE) | (event["request"].keys() - OPTIONAL ^ request)
            values = {str(value) for value in event["response"].values()} - {"None"}
            others |= {f"{name}: {one}" for one in found | (event["response"].keys() ^ response) | values}
            others |= {f"{name}: {key}" for key, value in event["request"]["userAttributes"].items()
                       if not isinstance(value, str)}
        return "; ".join(sorted(others)) or "those of events/"

    def session_rows(self) -> str:
        rows = [event for event in self._events if trigger(event) == "DefineAuthChallenge"][1]["request"]["session"]
        return "; ".join(f"{one['challengeName']} {str(one['challengeResult']).lower()} {one.get('challengeMetadata')}"
                         for one in rows)

    def metadata_way(self) -> str:
        address = self.plain.user()
        begun = self.plain.begin(address, {"of": "start"})
        self.plain.answer(begun, WRONG, {"of": "answer"})
        found = [(trigger(event), (event["request"].get("clientMetadata") or {}).get("of"))
                 for event in self.plain.events(5, address)]
        return "; ".join(f"{call}: {', '.join(name for name, of in found if of == call) or 'none'}"
                         for call in ("start", "answer"))

    def session_once(self) -> str:
        begun = self.plain.begin(self.plain.user())
        later = self.plain.answer(begun, WRONG)
        again = code_of(self.plain.answer, begun, WRONG) or "taken"
        return f"{'a new' if later['Session'] != begun['Session'] else 'the same'} session; the old one: {again}"

    @cached_property
    def _unknown(self) -> Unknown:
        name = self.plain.address()
        begun = self.plain.begin(name)
        end = code_of(self.plain.answer, begun) or "tokens"
        return Unknown(name, begun, end, self.plain.events(4, name, MARK))

    def unknown_attributes(self) -> str:
        forms = {repr(event["request"].get("userAttributes", "absent")) for event in self._unknown.events}
        return "an empty object" if forms == {"{}"} else "; ".join(sorted(forms))

    def unknown_flag(self) -> str:
        known = [event for event in self._events if event["request"].get("userNotFound")]
        return "also for known users" if known else ", ".join(sorted(
            {trigger(event) for event in self._unknown.events if event["request"].get("userNotFound") is True}))

    def unknown_rounds(self) -> str:
        return f"{outcome(self._unknown.begun)}, then {self._unknown.end}"

    def unknown_username(self) -> str:
        return self._typed(self._unknown.begun["ChallengeParameters"].get("USERNAME", "none"))

    def unknown_event_name(self) -> str:
        return "; ".join(sorted({self._typed(event["userName"]) for event in self._unknown.events}))

    def _typed(self, name: str) -> str:
        return "the typed name" if name == self._unknown.name else name

    @cached_property
    def _slow(self) -> Slow:
        address = self.plain.user("slow")
        begun = time.monotonic()
        error = code_of(self.plain.begin, address) or "none"
        seconds = time.monotonic() - begun
        # The last attempt may still be on its way to the log.
        pool.settle(self.plain.api)
        events = self.plain.events(2, address)
        calls = [event for event in events if trigger(event) == "CreateAuthChallenge"]
        return Slow(error, seconds, len(calls))

    def trigger_calls(self) -> str:
        return f"{self._slow.calls} calls"

    def trigger_time(self) -> str:
        return f"{round(self._slow.seconds / self._slow.calls)} seconds"

    def trigger_error(self) -> str:
        return self._slow.error
