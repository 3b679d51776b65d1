"""A CAPTCHA comes before the proof, or between the password and the proof."""

from __future__ import annotations

from typing import Any

from journeys.app import (
    INCORRECT, answer, begin, begin_as, challenge, new_user, prove_email, refusal, signs_in)
from journeys.attacks import AT_ONCE, at_once
from journeys.calls import request
from journeys.target import Need, Target, journey

ACTION = "sign-in"
FLOWS = ["CAPTCHA,EMAIL_OTP", "CAPTCHA,RESULT_TOKEN"]
WRONG: list[dict[str, Any]] = [
    {"passes": False}, {"hostname": "localhost.evil.test"}, {"action": "newsletter"}, {"action": None}]


def solution(target: Target, *, passes: bool = True, action: str | None = ACTION, hostname: str = "localhost") -> str:
    """The widget's answer for a CAPTCHA that was passed, or failed."""
    body = {"passes": passes, "hostname": hostname} | ({} if action is None else {"action": action})
    status, told = request(f"{target.url}/sandbox/captcha", body)
    assert status == 200, told
    return told["answer"]


def begin_with_captcha(target: Target, name: str) -> dict[str, Any]:
    started = begin_as(target, name)
    assert challenge(started) == "CAPTCHA"
    return started


@journey(Need.CAPTCHA, flow=FLOWS)
def a_captcha_and_a_proof_sign_in(target: Target) -> None:
    started = begin_with_captcha(target, address := new_user(target))
    assert {"provider": "turnstile", "siteKey": "sandbox-captcha", "action": ACTION}.items() <= started[
        "ChallengeParameters"].items()
    assert target.codes(address) == [], "no mail before the CAPTCHA is passed"
    started = answer(target, started, solution(target))
    if challenge(started) == "EMAIL_OTP":
        [proof] = target.codes(address)
    else:
        assert {"token", "isEnrolled"} <= started["ChallengeParameters"].keys()
        proof = prove_email(target, started, address)
    assert signs_in(target, started, proof)


@journey(Need.CAPTCHA, flow="CAPTCHA,EMAIL_OTP")
def a_refused_captcha_answer_leads_to_another_captcha(target: Target) -> None:
    for wrong in WRONG:
        started = begin_with_captcha(target, address := new_user(target))
        started = answer(target, started, solution(target, **wrong))
        assert challenge(started) == "CAPTCHA"
        assert target.codes(address) == []
        assert challenge(answer(target, started, solution(target))) == "EMAIL_OTP"
        assert len(target.codes(address)) == 1


@journey(Need.CAPTCHA, flow="CAPTCHA,EMAIL_OTP")
def three_wrong_captcha_answers_end_the_sign_in(target: Target) -> None:
    started = begin_with_captcha(target, new_user(target))
    for text in ["captcha-of-my-own", "123456"]:
        started = answer(target, started, text)
    assert refusal(answer, target, started, solution(target, passes=False)) == INCORRECT


@journey(Need.CAPTCHA, flow="CAPTCHA,RESULT_TOKEN")
def one_captcha_answer_passes_exactly_one_of_several_simultaneous_sign_ins(target: Target) -> None:
    address = new_user(target)
    rounds = [begin_with_captcha(target, address) for _ in range(AT_ONCE)]
    assert at_once(target, rounds, solution(target)) == 1


@journey(Need.CAPTCHA, flow=FLOWS + [f"PASSWORD,{flow}" for flow in FLOWS])
def captchas_without_a_proof_never_sign_in(target: Target) -> None:
    started = answer(target, begin_with_captcha(target, new_user(target)), solution(target))
    for _ in range(2):
        started = answer(target, started, solution(target))
        assert challenge(started) == target.settings["flow"].rpartition(",")[2]
    assert refusal(answer, target, started, solution(target)) == INCORRECT


@journey(Need.CAPTCHA, flow="CAPTCHA,EMAIL_OTP", variables=("CAPTCHA_VERIFY_URL=http://127.0.0.1:1/siteverify",))
def an_outage_of_the_captcha_provider_lets_no_sign_in_go_on(target: Target) -> None:
    started = begin_with_captcha(target, address := new_user(target))
    name, words = refusal(answer, target, started, solution(target))
    assert name == "UserLambdaValidationException"
    assert words.endswith("Sign-in is not possible right now.")
    assert target.codes(address) == []


@journey(Need.CAPTCHA, flow="CAPTCHA,RESULT_TOKEN", variables=("SIGN_IN_FLOW=CAPTCHA",))
def a_flow_of_only_a_captcha_does_not_start(target: Target) -> None:
    assert refusal(begin, target, new_user(target)) == (
        "UserLambdaValidationException", "DefineAuthChallenge failed with error SIGN_IN_FLOW is not set correctly.")
