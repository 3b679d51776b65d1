"""boto3 goes through the flows with a CAPTCHA, with moto in place of DynamoDB and Amazon SES."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from app import new_address, prove_email
from captcha import begin_with_captcha, challenge, passed, solution
from flows import INCORRECT, answer, begin, new_user, refusal, signs_in

AT_ONCE = 6
FLOWS = ["CAPTCHA,EMAIL_OTP", "CAPTCHA,RESULT_TOKEN"]


def test_a_captcha_and_a_code_sign_in(flows, moto):
    sandbox = flows("CAPTCHA,EMAIL_OTP")
    started = begin_with_captcha(sandbox, address := new_user(sandbox))
    assert {"provider": "turnstile", "siteKey": "sandbox-captcha", "action": "sign-in"}.items() <= started[
        "ChallengeParameters"].items()
    assert moto.codes(address) == [], "no mail before the CAPTCHA is passed"
    started = answer(sandbox, started, solution(sandbox))
    assert challenge(started) == "EMAIL_OTP"
    assert signs_in(sandbox, started, moto.code(address))
    assert {"captcha", "account", "mails"} <= set(moto.items())


def test_a_captcha_and_a_result_token_sign_in(flows, moto):
    sandbox = flows("CAPTCHA,RESULT_TOKEN")
    started = passed(sandbox, address := new_user(sandbox))
    parameters = started["ChallengeParameters"]
    assert {"token", "isEnrolled"} <= parameters.keys()
    assert signs_in(sandbox, started, prove_email(sandbox, parameters, address, moto))


WRONG = {
    "failed": {"passes": False}, "solved on another host's page": {"hostname": "localhost.evil.test"},
    "solved for another action": {"action": "newsletter"}, "solved for no action": {"action": None},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_a_refused_captcha_answer_leads_to_another_captcha(flows, moto, wrong):
    sandbox = flows("CAPTCHA,EMAIL_OTP")
    started = answer(sandbox, begin_with_captcha(sandbox, address := new_user(sandbox)), solution(sandbox, **wrong))
    assert challenge(started) == "CAPTCHA"
    assert moto.codes(address) == []
    assert challenge(answer(sandbox, started, solution(sandbox))) == "EMAIL_OTP"
    assert len(moto.codes(address)) == 1


def test_three_wrong_answers_end_the_sign_in(flows):
    sandbox = flows("CAPTCHA,EMAIL_OTP")
    started = begin_with_captcha(sandbox, new_user(sandbox))
    for text in ["captcha-of-my-own", "123456"]:
        started = answer(sandbox, started, text)
    assert refusal(answer, sandbox, started, solution(sandbox, passes=False)) == INCORRECT


def test_one_captcha_answer_passes_exactly_one_of_several_simultaneous_sign_ins(flows):
    sandbox = flows("CAPTCHA,RESULT_TOKEN")
    address = new_user(sandbox)
    rounds = [begin_with_captcha(sandbox, address) for _ in range(AT_ONCE)]
    one = solution(sandbox)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = [challenge(next_) for next_ in pool.map(lambda started: answer(sandbox, started, one), rounds)]
    assert sorted(outcomes) == ["CAPTCHA"] * (AT_ONCE - 1) + ["RESULT_TOKEN"]


@pytest.mark.parametrize("flow", FLOWS + [f"PASSWORD,{flow}" for flow in FLOWS])
def test_captchas_without_a_proof_never_sign_in(flows, flow):
    sandbox = flows(flow)
    started = passed(sandbox, new_user(sandbox))
    for _ in range(2):
        started = answer(sandbox, started, solution(sandbox))
        assert challenge(started) == flow.rpartition(",")[2]
    assert refusal(answer, sandbox, started, solution(sandbox)) == INCORRECT


@pytest.mark.parametrize("flow", FLOWS)
def test_an_unknown_user_passes_a_captcha_like_a_known_one(flows, moto, flow):
    sandbox = flows(flow)
    known, stranger = begin_with_captcha(sandbox, new_user(sandbox)), new_address()
    unknown = begin_with_captcha(sandbox, stranger)
    told = [started["ChallengeParameters"] | {"USERNAME": ""} for started in (known, unknown)]
    assert told[0] == told[1]
    failed = [answer(sandbox, started, solution(sandbox, passes=False)) for started in (known, unknown)]
    assert [challenge(started) for started in failed] == ["CAPTCHA", "CAPTCHA"]
    following = [answer(sandbox, started, solution(sandbox))["ChallengeParameters"] for started in failed]
    assert following[0].keys() == following[1].keys()
    assert following[0]["challenge"] == following[1]["challenge"] == flow.removeprefix("CAPTCHA,")
    assert moto.codes(stranger) == []


def test_nobody_passes_during_an_outage_of_the_provider(start, moto):
    sandbox = start("--flow", "CAPTCHA,EMAIL_OTP", *moto.options, "--function-variable",
                    "CAPTCHA_VERIFY_URL=http://127.0.0.1:1/siteverify")
    started = begin_with_captcha(sandbox, address := new_user(sandbox))
    name, words = refusal(answer, sandbox, started, solution(sandbox))
    assert name == "UserLambdaValidationException"
    assert words.endswith("Sign-in is not possible right now.")
    assert moto.codes(address) == []


def test_a_flow_of_only_a_captcha_is_refused(start):
    sandbox = start("--flow", "CAPTCHA,RESULT_TOKEN", "--function-variable", "SIGN_IN_FLOW=CAPTCHA")
    name, words = refusal(begin, sandbox, new_user(sandbox))
    assert name == "UserLambdaValidationException"
    assert words == "DefineAuthChallenge failed with error SIGN_IN_FLOW is not set correctly."
