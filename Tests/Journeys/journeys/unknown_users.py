"""A name that no user has looks like a user's, gets no mail, and fails like a user who gives wrong answers."""

from __future__ import annotations

from journeys.app import (
    INCORRECT, ClientAPI, answer, ask_for_code, begin, challenge, new_address, new_user, refusal, sign_in)
from journeys.captcha import solution
from journeys.target import BOTH, Need, Target, journey


@journey(Need.UNKNOWN_USERS, mode=BOTH)
@journey(Need.UNKNOWN_USERS, flow="EMAIL_OTP")
@journey(Need.UNKNOWN_USERS, Need.CAPTCHA, flow=["CAPTCHA,EMAIL_OTP", "CAPTCHA,RESULT_TOKEN"])
def an_unknown_user_gets_no_code_and_fails_like_a_known_one(target: Target) -> None:
    stranger = new_address()
    pair = [begin(target, name) for name in (new_user(target), stranger)]
    wrong = "123456"
    if challenge(pair[0]) == "CAPTCHA":
        assert_alike(pair, exactly=True)
        for passes in (False, True):
            pair = [answer(target, started, solution(target, passes=passes)) for started in pair]
            assert_alike(pair, exactly=not passes)
    for _ in range(2):
        assert_alike(pair)
        pair = [answer(target, started, wrong) for started in pair]
    assert_alike(pair)
    assert [refusal(answer, target, started, wrong) for started in pair] == [INCORRECT, INCORRECT]
    assert target.codes(stranger) == []


def assert_alike(pair: list[dict], *, exactly: bool = False) -> None:
    """Compares what a known and an unknown user are told: the same members, of the same lengths."""
    known, unknown = ({**started["ChallengeParameters"], "USERNAME": ""} for started in pair)
    assert known == unknown if exactly else known.keys() == unknown.keys()
    fresh = set() if exactly else {"nonce", "passkeyOptions"}
    for name in known.keys() - {"token", "url"} - fresh:
        assert known[name] == unknown[name], name
    for name in fresh:
        assert len(known.get(name, "")) == len(unknown.get(name, "")), name


@journey(Need.UNKNOWN_USERS)
def an_unknown_user_looks_like_one_with_an_account_at_the_authenticator(target: Target) -> None:
    address, stranger = new_user(target), new_address()
    sign_in(target, address)
    parameters = [begin(target, name)["ChallengeParameters"] for name in (address, stranger)]
    assert len({len(one["token"]) for one in parameters}) == len({one["isEnrolled"] for one in parameters}) == 1
    sent = len(target.codes(address))
    verdicts = []
    for one, name in zip(parameters, (address, stranger)):
        ask_for_code(target, one, name)
        verdicts.append(ClientAPI(target).right("verify/email-otp", {"verificationCode": "000000"}, token=one["token"]))
    assert verdicts == [{"isVerified": False, "failureReason": "CODE_INVALID_OR_EXPIRED"}] * 2
    assert [len(target.codes(name)) for name in (address, stranger)] == [sent + 1, 0]


@journey(Need.UNKNOWN_USERS, mode="authsignal")
def authsignals_cloud_refuses_an_unknown_users_token(target: Target) -> None:
    """A known limit of the mode `authsignal`."""
    token = begin(target, stranger := new_address())["ChallengeParameters"]["token"]
    status, _ = ClientAPI(target).call("user-authenticators/email-otp", {"email": stranger}, token=token)
    assert status == 401
    assert target.codes(stranger) == []
