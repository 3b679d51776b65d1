"""A sign-in saved from the sandbox is replayed: `make replay EVENT=sign-in.json`."""

from __future__ import annotations

import json

import pytest

from conftest import MODES
from journeys.app import (
    PASSWORD, add_passkey, answer, begin, challenge, new_user, other_code, passkey_answer, passkey_token, prove_email,
    round_passkey_answer, sign_in as sign_in_by_code, signs_in)
from journeys.calls import request
from journeys.captcha import solution
from journeys.provider import the_providers_passkey_signs_its_owner_in
from journeys.secrets_shown import shown, tokens_shown
from sandbox import AUTHSIGNAL_SECRET
from saved_sign_in import assert_replays, replay, save

STEPS_BEFORE = ["", "PASSWORD,", "CAPTCHA,", "PASSWORD,CAPTCHA,"]


def sign_in(sandbox, flow: str) -> str:
    """Signs in with a wrong answer at each step before the right one; returns the address."""
    address = new_user(sandbox)
    started = begin(sandbox, address, PASSWORD if "PASSWORD" in flow else None)
    if "CAPTCHA" in flow:
        started = answer(sandbox, started, solution(sandbox, passes=False))
        started = answer(sandbox, started, solution(sandbox))
    if "EMAIL_OTP" in flow:
        code = sandbox.codes(address)[0]
        started = answer(sandbox, started, other_code(code))
        assert signs_in(sandbox, started, code)
    else:
        started = answer(sandbox, started, "no token")
        assert challenge(started) == "RESULT_TOKEN"
        assert signs_in(sandbox, started, prove_email(sandbox, started, address))
    return address


@pytest.fixture(scope="module")
def own(start):
    """A sandbox whose settings these tests change."""
    return start()


@pytest.fixture
def signed_sandbox(own):
    own.change(flow="RESULT_TOKEN", tokenMode="signed")
    return own


@pytest.mark.parametrize(("flow", "mode"), [
    *((before + "RESULT_TOKEN", mode) for before in STEPS_BEFORE for mode in MODES),
    *((before + "EMAIL_OTP", "signed") for before in STEPS_BEFORE),
])
def test_a_saved_sign_in_ends_as_it_did(own, tmp_path, flow, mode):
    # In the mode `authsignal` the app enrols the mailbox, between two events.
    own.change(flow=flow, tokenMode=mode, firstEnrolment="client")
    address = sign_in(own, flow)
    save(own, file := tmp_path / "sign-in.json")
    text = file.read_text()
    assert tokens_shown(text) == []
    assert shown(text, AUTHSIGNAL_SECRET, *own.codes(address)) == []
    assert_replays(file)


def test_a_used_proof_brings_the_sign_in_along_in_which_it_was_used(signed_sandbox, tmp_path):
    address = new_user(signed_sandbox)
    proof = passkey_token(signed_sandbox, address)
    assert signs_in(signed_sandbox, begin(signed_sandbox, address), proof)
    assert not signs_in(signed_sandbox, begin(signed_sandbox, address), proof)
    saved = save(signed_sandbox, file := tmp_path / "sign-in.json")
    verdicts = [step["decision"] for step in saved["steps"] if step["function"] == "VerifyAuthChallenge"]
    assert verdicts == ["right", "wrong"]
    assert_replays(file)


def test_a_passkey_that_was_the_answer_itself_is_one_again(signed_sandbox, tmp_path):
    address = new_user(signed_sandbox)
    passkey = add_passkey(signed_sandbox, sign_in_by_code(signed_sandbox, address)[1], address)
    user, assertion = passkey_answer(signed_sandbox, passkey)
    assert signs_in(signed_sandbox, begin(signed_sandbox, user), json.dumps(assertion))
    assert not signs_in(signed_sandbox, begin(signed_sandbox, user), json.dumps(assertion))
    saved = save(signed_sandbox, file := tmp_path / "sign-in.json")
    verdicts = [step["decision"] for step in saved["steps"] if step["function"] == "VerifyAuthChallenge"]
    assert verdicts == ["right", "wrong"]
    assert shown(file.read_text(), assertion["challengeId"]) == []
    assert_replays(file)


def test_a_passkey_that_answered_its_own_round_does_so_again(signed_sandbox, tmp_path):
    address = new_user(signed_sandbox)
    passkey = add_passkey(signed_sandbox, sign_in_by_code(signed_sandbox, address)[1], address)
    second = answer(signed_sandbox, begin(signed_sandbox, address), "no token")
    assertion = round_passkey_answer(signed_sandbox, passkey, second)
    assert signs_in(signed_sandbox, second, json.dumps(assertion))
    save(signed_sandbox, file := tmp_path / "sign-in.json")
    assert shown(file.read_text(), assertion["challengeId"]) == []
    assert_replays(file)


def test_a_changed_answer_or_decision_is_a_difference(signed_sandbox, tmp_path):
    sign_in(signed_sandbox, "RESULT_TOKEN")
    saved = save(signed_sandbox, file := tmp_path / "sign-in.json")
    right = [index for index, step in enumerate(saved["steps"]) if step["decision"] == "right"][0]
    assert saved["steps"][right]["event"]["request"]["challengeAnswer"].startswith("${resultToken: method=EMAIL_OTP")
    saved["steps"][right]["event"]["request"]["challengeAnswer"] = "something else"
    file.write_text(json.dumps(saved))
    status, printed = replay(file)
    assert status == 1
    assert f"Step {right + 1} of {len(saved['steps'])} differs from when the sign-in was saved." in printed
    assert "response.answerCorrect\n    expected  true\n    found     false" in printed
    assert "The steps after it (1) were not sent, because they depend on it." in printed
    saved["steps"][0]["response"]["issueTokens"] = True
    file.write_text(json.dumps(saved))
    status, printed = replay(file)
    assert (status, "response.issueTokens\n    expected  true\n    found     false" in printed) == (1, True)


def test_a_sign_in_before_other_settings_cannot_be_saved(signed_sandbox):
    sign_in(signed_sandbox, "RESULT_TOKEN")
    number = max(event["number"] for event in signed_sandbox.events() if event["kind"] == "trigger")
    signed_sandbox.change(flow="EMAIL_OTP")
    status, refused = request(f"{signed_sandbox.url}/sandbox/sign-ins/{number}")
    assert (status, refused["error"]) == (
        404, "No sign-in with these settings has a trigger's event of this number.")


def test_a_sign_in_at_an_issuer_is_saved_with_what_its_tokens_said(start, tmp_path):
    sandbox = start("--mode", "oidc")
    the_providers_passkey_signs_its_owner_in(sandbox)
    save(sandbox, tmp_path / "sign-in.json")
    assert_replays(tmp_path / "sign-in.json")
