"""What the tests of flows with a CAPTCHA share: the widget's answers and the calls that use them."""

from __future__ import annotations

from typing import Any

from flows import PASSWORD, answer, begin
from sandbox import request

ACTION = "sign-in"


def solution(sandbox, *, passes: bool = True, action: str | None = ACTION, hostname: str = "localhost") -> str:
    """The widget's answer for a CAPTCHA that was passed, or failed."""
    body = {"passes": passes, "hostname": hostname} | ({} if action is None else {"action": action})
    status, told = request(f"{sandbox.url}/sandbox/captcha", body)
    assert status == 200, told
    return told["answer"]


def challenge(started: dict[str, Any]) -> str:
    return started["ChallengeParameters"]["challenge"]


def begin_with_captcha(sandbox, name: str) -> dict[str, Any]:
    started = begin(sandbox, name, PASSWORD if sandbox.settings["flow"].startswith("PASSWORD") else None)
    assert challenge(started) == "CAPTCHA"
    return started


def passed(sandbox, name: str) -> dict[str, Any]:
    """Starts a sign-in and passes its CAPTCHA; returns the next challenge."""
    started = answer(sandbox, begin_with_captcha(sandbox, name), solution(sandbox))
    assert challenge(started) != "CAPTCHA"
    return started
