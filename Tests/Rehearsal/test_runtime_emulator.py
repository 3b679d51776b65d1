"""Each packaged function answers under AWS's own Runtime Interface Emulator."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cloud import ROOT, free_port
from cognito_passkeys.function_names import FUNCTIONS
from journeys.calls import PATIENCE, request
from zips.runtime_api import EVENTS, environment

MACHINE = "arm64" if os.uname().machine in ("aarch64", "arm64") else "x86_64"
EMULATOR = Path(sys.prefix) / "bin" / f"aws-lambda-rie-{MACHINE}"
# How each function answers its sample event, with settings that need no network.
ANSWERS: dict[str, Callable[[Any], bool]] = {
    "DefineAuthChallenge": lambda answer: answer["response"]["challengeName"] == "CUSTOM_CHALLENGE",
    "CreateAuthChallenge": lambda answer: len(answer["response"]["publicChallengeParameters"]["token"]) == 2185,
    "VerifyAuthChallenge": lambda answer: answer["response"]["answerCorrect"] is False,
    "PreSignUp": lambda answer: answer["response"]["autoConfirmUser"] is True,
    "PreTokenGeneration": lambda answer: answer["errorType"] == "Function.Refused",
    "AddAuthenticator": lambda answer: answer["statusCode"] == 401,
    "Authenticator": lambda answer: answer["statusCode"] == 401,
}


@pytest.fixture
def invoke(tmp_path) -> Iterator[Callable[[str, Any], Any]]:
    """Returns what a function answers to an event; one environment for each function."""
    started: dict[str, tuple[subprocess.Popen, str]] = {}

    def start(function: str) -> str:
        with zipfile.ZipFile(ROOT / "dist" / f"{function}.zip") as packed:
            packed.extract("bootstrap", tmp_path)
        (tmp_path / "bootstrap").chmod(0o755)
        front, runtime = free_port(), free_port()
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(
                [EMULATOR, "--runtime-interface-emulator-address", f"127.0.0.1:{front}", "--runtime-api-address",
                 f"127.0.0.1:{runtime}", tmp_path / "bootstrap"], cwd=tmp_path, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env={**environment(function, f"127.0.0.1:{runtime}"), "PATH": os.defpath})
        url = f"http://127.0.0.1:{front}/2015-03-31/functions/function/invocations"
        started[function] = (process, url)
        return url

    def invoke(function: str, event: Any) -> Any:
        url, limit = started[function][1] if function in started else start(function), time.monotonic() + PATIENCE
        while True:
            try:
                return request(url, event)[1]
            except OSError:
                assert time.monotonic() < limit, (tmp_path / "log").read_text()
                time.sleep(0.05)

    yield invoke
    for process, _ in started.values():
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_answers_and_goes_on_after_an_unusable_event(invoke, tmp_path, function):
    assert ANSWERS[function](invoke(function, EVENTS[function])), (tmp_path / "log").read_text()
    unusable = invoke(function, {})
    assert unusable.get("errorType") == "Function.InvalidEvent" or unusable.get("statusCode", 0) >= 400, unusable
    assert ANSWERS[function](invoke(function, EVENTS[function])), (tmp_path / "log").read_text()
