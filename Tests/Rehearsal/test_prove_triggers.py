"""The probes of Cognito, against the sandbox's pool: they find what the list says, and if the pool does one thing
otherwise, they name that row, and with ACTIONS=1, which plays all of them each time, no other."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from botocore.exceptions import ClientError

from cognito_passkeys.prove import pool, report
from cognito_passkeys.prove.events import trigger
from cognito_passkeys.prove.guesses import GUESSES
from cognito_passkeys.prove.pool import Pool
from cognito_passkeys.prove.resources import RECORDER
from cognito_passkeys.prove.triggers import Triggers
from conftest import OUTPUT
from sandbox import Sandbox

BOOTSTRAP = Path(__file__).with_name("recorder_bootstrap.py")
SECRET = "a" * 32
SETTINGS = {"plain": ("triggerSeconds=1", "accountRecovery=admin_only", "flows=ALLOW_CUSTOM_AUTH"),
            "secret": (f"clientSecret={SECRET}",), "alias": ("aliases=email,preferred_username",)}
ROWS = [name for name in GUESSES if hasattr(Triggers, name)]
# The sandbox has neither this trigger nor new pools.
UNSEEN = {"token_versions"}
# Here a trigger has one second.
BASE = {"trigger_time": "1 seconds"}


class Stage:
    """Three sandboxes whose triggers are the recorder."""

    def __init__(self, folder: Path) -> None:
        self.recorder, self.log, program = folder / "recorder.py", folder / "recorder.log", folder / "bootstrap"
        program.write_text(f"#!/bin/sh\nexec {sys.executable} {BOOTSTRAP} {self.recorder} {self.log}\n")
        program.chmod(0o755)
        functions = [word for name in ("DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge")
                     for word in ("--bootstrap", f"{name}={program}")]
        self.sandboxes = {name: Sandbox(
            os.environ["SANDBOX"], OUTPUT / f"prove-{name}.log", "--confirm-sign-up", "code", *functions,
            *(word for one in settings for word in ("--pool-setting", one))) for name, settings in SETTINGS.items()}

    def triggers(self, calls: dict[str, Callable[..., Any]] = {}, event: Callable[[dict[str, Any]], Any] = id,
                 recorder: tuple[str, str] = ("", "")) -> Triggers:
        """
        :param calls: what the pool does otherwise, by boto3's name of a call; each gets that call.
        :param event: changes an event as it was logged.
        :param recorder: a text of the recorder, and what stands there instead.
        """
        self.log.write_text("")
        text = RECORDER.read_text()
        assert recorder[0] in text
        self.recorder.write_text(text.replace(*recorder) if recorder[0] else text)

        def log() -> list[str]:
            events = [json.loads(line)["recorded"] for line in self.log.read_text().splitlines()]
            return [json.dumps({"recorded": one}) for one in events if event(one) is not False]

        def api(of: Sandbox) -> Any:
            names = [name for name in dir(of.cognito) if not name.startswith("_")]
            plain = {name: getattr(of.cognito, name) for name in names}
            changed = {name: lambda change=change, call=plain[name], **given: change(call, given)
                       for name, change in calls.items()}
            return SimpleNamespace(**plain | changed)

        return Triggers(*(Pool(api(of), of.pool, of.client, log, SECRET if name == "secret" else "")
                          for name, of in self.sandboxes.items()))


@pytest.fixture(scope="module")
def stage(tmp_path_factory) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("prove"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "PATIENCE", 0.5)
        patch.setattr(pool, "PAUSE", 0.05)
        yield stage
    for sandbox in stage.sandboxes.values():
        assert sandbox.stop() == 0


def otherwise(triggers: Triggers, names: list[str]) -> dict[str, str]:
    """What is seen in the rows that are not as said."""
    found = {name: report.row(GUESSES[name], getattr(triggers, name), False, False) for name in names}
    assert {name for name, one in found.items() if one["verdict"] == report.UNSEEN} == UNSEEN & {*names}, found
    return {name: one["seen"] for name, one in found.items() if one["verdict"] == report.OTHERWISE}


@pytest.fixture(scope="module")
def usual(stage) -> Triggers:
    """The probes of the pool as it is."""
    return stage.triggers()


def test_the_sandboxs_pool_does_as_the_list_says(usual):
    assert otherwise(usual, ROWS) == BASE


def refused(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code}}, "Call")


def is_unknown(event: dict[str, Any]) -> bool:
    return "sub" not in event["request"]["userAttributes"]


def changing(is_meant: Callable[[dict[str, Any]], bool], **request: Any) -> Callable[[dict[str, Any]], None]:
    """Changes members of the request of some events; None takes a member away."""
    def change(event: dict[str, Any]) -> None:
        if is_meant(event):
            event["request"] = {name: value for name, value in (event["request"] | request).items()
                                if value is not None}
    return change


def renamed(event: dict[str, Any]) -> None:
    if is_unknown(event):
        event["userName"] = "c0ffee"


def with_rows(event: dict[str, Any]) -> None:
    for row in event["request"].get("session", []):
        row["challengeMetadata"] = None


def called_twice() -> Callable[[dict[str, Any]], bool]:
    """Leaves the third attempt of a slow trigger out; a log is read from its beginning each time."""
    seen: dict[str, int] = {}

    def change(event: dict[str, Any]) -> bool:
        name = event["userName"]
        is_slow = event["request"]["userAttributes"].get("email", "").startswith("slow")
        seen[name] = seen.get(name, 0) + 1 if trigger(event) == "CreateAuthChallenge" else 0
        return not (is_slow and seen[name] == 3)
    return change


def made_up_name() -> dict[str, Callable[..., Any]]:
    """The challenge of an unknown user names one that Cognito has made up."""
    def begin(call: Callable[..., Any], given: dict[str, Any]) -> Any:
        begun = call(**given)
        if "@" in begun["ChallengeParameters"]["USERNAME"]:
            names["made up"] = begun["ChallengeParameters"]["USERNAME"]
            begun["ChallengeParameters"]["USERNAME"] = "made up"
        return begun

    def answer(call: Callable[..., Any], given: dict[str, Any]) -> Any:
        own = given["ChallengeResponses"]["USERNAME"]
        return call(**given | {"ChallengeResponses": given["ChallengeResponses"] | {"USERNAME": names.get(own, own)}})

    names: dict[str, str] = {}
    return {"initiate_auth": begin, "respond_to_auth_challenge": answer}


def tokens_for_unknown() -> dict[str, Callable[..., Any]]:
    """The first unknown user gets tokens."""
    def begin(call: Callable[..., Any], given: dict[str, Any]) -> Any:
        begun = call(**given)
        if "@" in begun["ChallengeParameters"]["USERNAME"]:
            sessions.append(begun["Session"])
        return begun

    def answer(call: Callable[..., Any], given: dict[str, Any]) -> Any:
        try:
            return call(**given)
        except ClientError:
            if given["Session"] not in sessions[:1]:
                raise
            return {"AuthenticationResult": {}}

    sessions: list[str] = []
    return {"initiate_auth": begin, "respond_to_auth_challenge": answer}


def lasting(call: Callable[..., Any], given: dict[str, Any], answered: set[str] = set()) -> Any:
    """A session that has been answered can be answered again."""
    if given["Session"] in answered:
        return {"ChallengeName": "CUSTOM_CHALLENGE"}
    found = call(**given)
    answered.add(given["Session"])
    return found


def dying(call: Callable[..., Any], given: dict[str, Any], dead: set[str] = set()) -> Any:
    """A session ends with the first refused answer."""
    if given["Session"] in dead:
        raise refused("NotAuthorizedException")
    dead.add(given["Session"])
    return call(**given)


def stripped(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    own = [one | {"Value": one["Value"].strip()} for one in given["UserAttributes"]]
    return call(**given | {"UserAttributes": own})


def one_word(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    own = given["AuthParameters"]
    return call(**given | {"AuthParameters": own | {"USERNAME": own["USERNAME"].replace(" ", "")}})


def without_spaces(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    if given["Password"].startswith("Two words"):
        raise refused("InvalidPasswordException")
    return call(**given)


def remembering(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    found = call(**given)
    found.get("AuthenticationResult", {})["NewDeviceMetadata"] = {}
    return found


def another_error(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    try:
        return call(**given)
    except ClientError as error:
        code = error.response["Error"]["Code"]
        raise refused("InternalErrorException" if code == "UnexpectedLambdaException" else code) from None


def without_hash(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    try:
        return call(**given)
    except ClientError as error:
        if "SECRET_HASH" in str(error) or "secret hash" in str(error).lower():
            return {}
        raise


def without_srp(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    if "SRP_A" in given["AuthParameters"]:
        raise refused("InvalidParameterException")
    return call(**given)


FLIPS: dict[str, dict[str, Any]] = {
    "unknown_attributes": {"event": changing(is_unknown, userAttributes={"email": "ana@example.test"})},
    "unknown_flag": {"event": changing(
        lambda event: trigger(event) == "VerifyAuthChallengeResponse", userNotFound=None)},
    "unknown_rounds": {"calls": tokens_for_unknown()},
    "unknown_username": {"calls": made_up_name()},
    "unknown_event_name": {"event": renamed},
    "event_members": {"event": changing(lambda event: trigger(event) == "CreateAuthChallenge", address="192.0.2.1")},
    "session_rows": {"event": with_rows},
    "metadata_way": {"event": changing(lambda event: event["request"].get("session") == [], clientMetadata={
        "of": "start"})},
    "session_once": {"calls": {"respond_to_auth_challenge": lasting}},
    "other_username": {"calls": {"respond_to_auth_challenge": dying}},
    "decisions": {"recorder": ('response["failAuthentication"] = True', "pass")},
    "changed_event": {"recorder": ('event["version"] = "9"', "pass")},
    "session_length": {"recorder": ('"x" * int(number)', '"x" * 100')},
    "white_space_in_name": {"calls": {"initiate_auth": one_word}},
    "white_space_at_end": {"calls": {"admin_create_user": stripped}},
    "space_in_password": {"calls": {"admin_set_user_password": without_spaces}},
    "unconfirmed": {"calls": {"sign_up": lambda call, given: call(**given | {"Username": "b" + given["Username"]})}},
    "temporary_password": {"calls": {
        "admin_get_user": lambda call, given: call(**given) | {"UserStatus": "CONFIRMED"}}},
    "alias": {"calls": {"admin_update_user_attributes": lambda call, given: None}},
    "trigger_calls": {"event": called_twice()},
    "trigger_error": {"calls": {"initiate_auth": another_error}},
    "srp_start": {"calls": {"initiate_auth": without_srp}},
    "forgotten_password": {"calls": {"forgot_password": lambda call, given: {}}},
    "secret_hash": {"calls": {"initiate_auth": without_hash}},
    "devices": {"calls": {"respond_to_auth_challenge": remembering}},
}


def test_each_row_that_the_sandbox_can_show_is_flipped():
    assert FLIPS.keys() | BASE.keys() | UNSEEN == {*ROWS}


@pytest.mark.parametrize("name", FLIPS)
def test_what_the_pool_does_otherwise_is_named_and_nothing_else(stage, usual, name):
    flipped = stage.triggers(**FLIPS[name])
    if not name.startswith("trigger"):
        # It takes seconds, and is about those rows alone.
        flipped._slow = usual._slow
    names = ROWS if os.environ.get("ACTIONS") else [name, *BASE]
    assert otherwise(flipped, names).keys() == {name} | BASE.keys()
