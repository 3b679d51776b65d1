"""What the packaged functions log when people cannot sign in because of a wrong setting or a table, and the alarms of the
packaged template that fire on these lines. A sign-in is played as Cognito plays one."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cloud import ROOT
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from journeys.calls import PATIENCE
from journeys.documents import TOKENS
from log_filters import MetricFilter
from metric_math import alarming
from simulated_stack import AUTHENTICATOR, CREATE, DEFINE, VERIFY, Stack
from zips.runtime_api import EVENTS, LOOKUP, POOL, Quiet, RuntimeAPI, environment

KEY, OTHER_KEY = "a key of the incidents, thirty-two bytes", "another key of the incidents, thirty-two"
START = json.loads((ROOT / "events/Authenticator/signed/start-action.json").read_text())
MAILS = {"SIGN_IN_FLOW": "EMAIL_OTP", "OTP_KEY": "a key of codes, thirty-two bytes and more", "STATE_TABLE": "state",
         "OTP_SENDER": "a@example.test", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}


class Call(NamedTuple):
    """A call of a function: its answer, which is None if it failed, and what it logged."""

    function: str
    answer: Any
    lines: list[str]


class Overloaded(Quiet):
    """A table that refuses each call."""

    def do_POST(self) -> None:
        self.body()
        self.answer(400, b'{"__type": "com.amazonaws.dynamodb.v20120810#ThrottlingException"}')


@pytest.fixture
def overloaded() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Overloaded)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Functions:
    """The packaged functions with some settings, a process for each call."""

    def __init__(self, folder: Path, common: dict[str, str], **own: dict[str, str]) -> None:
        self.folder, self.common, self.own = folder, common, own
        self.calls: list[Call] = []

    def __call__(self, function: str, event: Any) -> Any:
        program = self.folder / function / "bootstrap"
        if not program.exists():
            with zipfile.ZipFile(ROOT / "dist" / f"{function}.zip") as packed:
                packed.extract("bootstrap", program.parent)
            program.chmod(0o755)
        api = RuntimeAPI(event)
        settings = {"TOKEN_SIGNING_KEY": KEY, "AWS_LAMBDA_LOG_FORMAT": "JSON", "AWS_LAMBDA_FUNCTION_VERSION": "1",
                    "AUDIT": "off", **self.common, **self.own.get(function, {})}
        process = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                                   env={**environment(function, api.address, **settings), "PATH": os.defpath})
        try:
            assert api.finished.wait(PATIENCE), "the function asks for no further event"
        finally:
            process.terminate()
            written, _ = process.communicate(timeout=PATIENCE)
            api.stop()
        kind, answer = api.outcome
        self.calls.append(Call(function, answer if kind == "response" else None, written.splitlines()))
        return self.calls[-1].answer

    def sign_in(self) -> bool:
        """A sign-in of a user who proves a passkey; returns whether it was won."""
        session: list[dict[str, Any]] = []
        while True:
            decided = self.ask(DEFINE, session=session)
            if not decided or not decided.get("challengeName"):
                return bool(decided and decided["issueTokens"])
            created = self.ask(CREATE, session=session, challengeName="CUSTOM_CHALLENGE")
            if not created:
                return False
            opened = TOKENS.open_challenge(created["publicChallengeParameters"]["token"], KEY, POOL)
            verified = self.ask(
                VERIFY, privateChallengeParameters=created["privateChallengeParameters"],
                challengeAnswer=TOKENS.sign_result(opened, KEY, "PASSKEY"))
            session.append({"challengeName": "CUSTOM_CHALLENGE", "challengeResult": verified["answerCorrect"],
                            "challengeMetadata": created["challengeMetadata"]})

    def ask(self, function: str, **request: Any) -> dict[str, Any] | None:
        event = EVENTS[function]
        answer = self(function, event | {"request": event["request"] | request})
        return answer and answer["response"]

    def words_of_errors(self) -> str:
        """What `scripts/passkeys logs` shows."""
        return "\n".join(line for call in self.calls for line in call.lines if "ERROR" in line)


def firing(functions: Functions, way: str, every: int = 30) -> set[str]:
    """The alarms that fire if these calls come again and again for an hour, in a stack with this way to sign in."""
    template = json.loads((ROOT / "dist/monitoring.json").read_text())
    given = defaults(template) | {"StackName": "passkeys", "SignInWith": way}

    def made(kind: str) -> dict[str, Any]:
        return {name: evaluate(one["Properties"], given, template["Conditions"])
                for name, one in template["Resources"].items() if one["Type"] == kind
                and evaluate({"Condition": one["Condition"]}, given, template["Conditions"])}

    stack = Stack([MetricFilter(one) for one in made("AWS::Logs::MetricFilter").values()])
    for second in range(0, 3_600, every):
        for call in functions.calls:
            stack.lambda_metric(call.function, "Invocations", second, 1)
            stack.lambda_metric(call.function, "Errors", second, float(call.answer is None))
            for line in call.lines:
                stack.log(call.function, line, second)
    return {name for name, alarm in made("AWS::CloudWatch::Alarm").items() if alarming(alarm, stack.metrics, 3_600)}


def test_sign_ins_that_are_won_fire_nothing(tmp_path):
    functions = Functions(tmp_path, {})
    assert functions.sign_in()
    assert (firing(functions, "authsignal"), functions.words_of_errors()) == (set(), "")


@pytest.mark.parametrize("function, settings, word", [
    (DEFINE, {"ALLOWED_CLIENT_IDS": "another"}, "foreign_client"),
    (VERIFY, {"TOKEN_SIGNING_KEY": OTHER_KEY}, "invalid_token"),
    (VERIFY, {"SIGN_IN_FLOW": "PASSWORD,RESULT_TOKEN"}, "other_flow"),
], ids=["client", "key", "flow"])
def test_a_wrong_setting_of_one_function_says_that_nobody_can_sign_in_and_why(tmp_path, function, settings, word):
    functions = Functions(tmp_path, {}, **{function: settings})
    assert not functions.sign_in()
    assert firing(functions, "authsignal") == {"NoSignInAlarm"}
    assert word in functions.words_of_errors()


def test_triggers_that_cognito_does_not_call_are_noticed_by_the_prompts_of_the_authenticator(tmp_path):
    functions = Functions(tmp_path, {})
    assert functions(AUTHENTICATOR, START)["statusCode"] == 200
    assert firing(functions, "own-authenticator", every=3) == {"NoSignInAlarm"}


def test_a_table_that_refuses_calls_is_named_besides_what_fails_because_of_it(tmp_path, overloaded):
    functions = Functions(tmp_path, MAILS | {"AWS_ENDPOINT_URL": overloaded})
    assert not functions.sign_in()
    assert firing(functions, "email-code") == {"ThrottledTablesAlarm", "ErrorRateAlarm", "NoSignInAlarm"}
    assert "ThrottlingException" in functions.words_of_errors()
    functions = Functions(tmp_path, {"AWS_ENDPOINT_URL": overloaded})
    assert functions(AUTHENTICATOR, LOOKUP)["statusCode"] == 503
    assert firing(functions, "own-authenticator") == {"ThrottledTablesAlarm", "UnavailableAlarm"}
    assert "ThrottlingException" in functions.words_of_errors()
