"""docs/openapi.yaml is valid, docs/api.md agrees with it, and the check of answers can fail."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from journeys.openapi import faults, specification

PAGE = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
LIST = "/v1/client/user-authenticators"
REFUSAL = {"error": "unauthorized", "errorCode": "unauthorized", "errorDescription": "…"}


def test_the_page_has_the_codes_of_the_file():
    codes = set(re.findall(r"^\| \d{3} `(\w+)`", PAGE, re.MULTILINE))
    assert codes == set(specification()["components"]["schemas"]["ErrorCode"]["enum"])


def test_the_page_has_the_calls_of_the_file():
    calls = {(method, "/v1/client" + re.sub(r"/ID$", "/{userAuthenticatorId}", path))
             for method, path in re.findall(r"^\| `([A-Z]+) ([^`?]+)[^`]*` \|", PAGE, re.MULTILINE)}
    assert calls == {(method.upper(), path) for path, item in specification()["paths"].items()
                     for method in item if method != "parameters" and path.startswith("/v1/client")}


@pytest.mark.parametrize("method, path, status, answer", [
    ("GET", LIST, 200, {}),
    ("GET", LIST, 200, [{"userId": "u"}]),
    ("GET", LIST, 204, []),
    ("GET", LIST, 401, {**REFUSAL, "errorCode": "made_up"}),
    ("GET", LIST, 401, {**REFUSAL, "secret": "s"}),
    ("DELETE", f"{LIST}/a/b", 200, {"success": True}),
    ("POST", "/v1/client/verify/email-otp", 200, {"isVerified": True}),
    ("POST", "/v1/client/verify/email-otp", 200, {"isVerified": False, "failureReason": "UNKNOWN_USER"}),
])
def test_another_answer_is_a_fault(method, path, status, answer):
    assert faults(method, path, status, answer) != []


@pytest.mark.parametrize("method, path, status, answer", [
    ("GET", LIST, 200, []),
    ("GET", LIST, 401, REFUSAL),
    ("DELETE", f"{LIST}/a", 200, {"success": True}),
    ("GET", f"{LIST}/a/b", 404, {"message": "Not Found"}),
])
def test_a_documented_answer_is_right(method, path, status, answer):
    assert faults(method, path, status, answer) == []
