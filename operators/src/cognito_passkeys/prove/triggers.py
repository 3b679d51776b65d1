"""The probes of Cognito and its triggers: each returns what it has seen, in the words of `seen` in guesses.toml."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any, NamedTuple

from botocore.exceptions import ClientError

from cognito_passkeys.prove import pool
from cognito_passkeys.prove.pool import RIGHT, WRONG, Pool, code_of, outcome

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


class Triggers:
    """The probes, by the names of their rows."""

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

    def decisions(self) -> str:
        failing, further = (self.plain.begin(self.plain.user(mode)) for mode in ("failing", "further"))
        return (f"issuing and failing: {code_of(self.plain.answer, failing) or 'tokens'}; "
                f"issuing and a challenge: {outcome(self.plain.answer(further))}")

    def changed_event(self) -> str:
        return code_of(self.plain.begin, self.plain.user("changed")) or "taken"

    def other_username(self) -> str:
        begun, other = self.plain.begin(self.plain.user()), self.plain.user()
        refused = code_of(self.plain.answer, begun, name=other) or "taken"
        return f"{refused}, then {code_of(self.plain.answer, begun) or 'tokens'}"

    def session_length(self) -> str:
        """The longest session, found by halving what is not known of its content."""
        longest, code, fits, fails = 0, "", 0, 12_000
        while fails - fits > 32:
            size = (fits + fails) // 2
            try:
                longest = max(longest, len(self.plain.begin(self.plain.user(f"long-{size}"))["Session"]))
                fits = size
            except ClientError as error:
                fails, code = size, error.response["Error"]["Code"]
        # Within a step of the limit.
        return f"{4096 if 4_000 < longest <= 4096 else longest:,} characters at most, then {code or 'nothing'}"

    def white_space_in_name(self) -> str:
        return code_of(self.plain.begin, "two words") or "taken"

    def white_space_at_end(self) -> str:
        address = self.plain.address()
        return code_of(self.plain.make, address, email=f"{address} ") or "taken"

    def space_in_password(self) -> str:
        return code_of(self.plain.api.admin_set_user_password, UserPoolId=self.plain.id, Username=self.plain.user(),
                       Password="Two words, 1 battery.", Permanent=True) or "taken"

    def unconfirmed(self) -> str:
        address = self.plain.address()
        self.plain.api.sign_up(ClientId=self.plain.client, Username=address, Password="Correct-horse-1",
                               UserAttributes=[{"Name": "email", "Value": address}])
        begun = self.plain.begin(address)
        return f"a challenge, then {code_of(self.plain.answer, begun) or 'tokens'}"

    def temporary_password(self) -> str:
        self.plain.make(address := self.plain.address(), email=address)
        came_to = outcome(self.plain.answer(self.plain.begin(address)))
        user = self.plain.api.admin_get_user(UserPoolId=self.plain.id, Username=address)
        return f"{came_to}, and {user['UserStatus']}"

    def alias(self) -> str:
        own = self.alias_pool
        name, preferred = self._name(), self._name()
        address = own.user(name=name)

        def knows(alias: str) -> str:
            return "known" if outcome(own.answer(own.begin(alias))) == "tokens" else "unknown"

        before = "unknown" if code_of(knows, address) == "NotAuthorizedException" else "known"
        for key, value in (("email_verified", "true"), ("preferred_username", preferred)):
            own.api.admin_update_user_attributes(
                UserPoolId=own.id, Username=name, UserAttributes=[{"Name": key, "Value": value}])
        return f"address: {before}, then {knows(address)}; preferred name: {knows(preferred)}"

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

    def srp_start(self) -> str:
        # Any number will do, because the recorder asks for its own challenge at once.
        return outcome(self.plain.begin(self.plain.user(), CHALLENGE_NAME="SRP_A", SRP_A="9" * 256))

    def forgotten_password(self) -> str:
        address = self.plain.user()
        return code_of(self.plain.api.forgot_password, ClientId=self.plain.client, Username=address) or "taken"

    def secret_hash(self) -> str:
        address = self.secret.user()
        without = code_of(self.secret._replace(secret="").begin, address) or "taken"
        return f"without: {without}; with: {outcome(self.secret.answer(self.secret.begin(address)))}"

    @cached_property
    def _by_name(self) -> tuple[str, dict[str, Any]]:
        """The name and the tokens of a user of the pool with aliases."""
        self.alias_pool.user(name=(name := self._name()))
        return name, self.alias_pool.answer(self.alias_pool.begin(name))["AuthenticationResult"]

    def _name(self) -> str:
        """A name that is no address."""
        return self.alias_pool.address().split("@")[0].replace(".", "")

    def devices(self) -> str:
        return "NewDeviceMetadata" if "NewDeviceMetadata" in self._by_name[1] else "none"

    def token_versions(self) -> str:
        # Define, Create, Verify, Define and then this one.
        event = self.alias_pool.events(5, self._by_name[0])[4]
        return "; ".join([f"V1: version {event['version']}", *(
            f"{version}: {self._made_with(version)}" for version in ("V2_0", "V3_0"))])

    def _made_with(self, version: str) -> str:
        """What comes of a new pool on LITE whose trigger gets events of this version."""
        api = self.alias_pool.api
        own = api.describe_user_pool(UserPoolId=self.alias_pool.id)["UserPool"]
        function = own["LambdaConfig"]["DefineAuthChallenge"]
        made: list[str] = []
        code = code_of(lambda: made.append(api.create_user_pool(
            PoolName="prove", UserPoolTier="LITE", UserPoolTags=own["UserPoolTags"], LambdaConfig={
                "PreTokenGenerationConfig": {"LambdaVersion": version, "LambdaArn": function}})["UserPool"]["Id"]))
        for one in made:
            api.delete_user_pool(UserPoolId=one)
        return code or "taken"
