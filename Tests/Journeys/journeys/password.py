"""Cognito checks a password first; neither it nor the second step alone signs a user in."""

from __future__ import annotations

from journeys.app import (
    INCORRECT, PASSWORD, account, answer, assert_third_ends, begin, challenge, is_verified, new_address, new_user,
    other_code, prove_email, refusal, signs_in)
from journeys.captcha import solution
from journeys.target import Need, Target, journey

FLOWS = ["PASSWORD,EMAIL_OTP", "PASSWORD,RESULT_TOKEN"]
WITH_CAPTCHA = ["PASSWORD,CAPTCHA,RESULT_TOKEN", "PASSWORD,CAPTCHA,EMAIL_OTP"]


@journey(flow=FLOWS)
@journey(Need.CAPTCHA, flow=WITH_CAPTCHA)
def a_password_and_a_second_step_sign_in_and_neither_alone_does(target: Target) -> None:
    address = new_user(target)
    assert refusal(begin, target, address, PASSWORD + "x")[0] == INCORRECT[0]
    assert refusal(begin, target, address)[0] == INCORRECT[0], "a sign-in without the password"
    assert target.codes(address) == []
    for proves in (False, True):
        started = begin(target, address, PASSWORD)
        if challenge(started) == "CAPTCHA":
            started = answer(target, started, solution(target))
        if not proves:
            assert_third_ends(target, started, other_code((target.codes(address) or ["000000"])[-1]))
        elif challenge(started) == "EMAIL_OTP":
            assert signs_in(target, started, target.codes(address)[-1])
        else:
            assert signs_in(target, started, prove_email(target, started, address))
        assert is_verified(target, address) == proves


@journey(Need.EXACT, flow=FLOWS + WITH_CAPTCHA)
def no_tokens_are_issued_for_a_new_password(target: Target) -> None:
    target.cognito.admin_create_user(
        **account(target, address := new_address()), TemporaryPassword=PASSWORD, MessageAction="SUPPRESS")
    asked = begin(target, address, PASSWORD)
    assert asked["ChallengeName"] == "NEW_PASSWORD_REQUIRED"
    assert refusal(
        target.cognito.respond_to_auth_challenge, ClientId=target.client, ChallengeName="NEW_PASSWORD_REQUIRED",
        Session=asked["Session"], ChallengeResponses={"USERNAME": address, "NEW_PASSWORD": PASSWORD + "2"}
    ) == ("UserLambdaValidationException", "PreTokenGeneration failed with error Sign-in is not possible right now.")
