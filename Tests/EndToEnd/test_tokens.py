"""The code of docs/tokens.md opens the functions' tokens and answers them, as somebody's own authenticator would."""

from __future__ import annotations

import pytest
from joserfc.errors import JoseError

from app import cognito, new_address, sign_up
from sandbox import SIGNING_KEY as KEY


def begin(sandbox, name: str) -> dict:
    return cognito(sandbox).initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": name})


def respond(sandbox, started: dict, result: str) -> dict:
    return cognito(sandbox).respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="CUSTOM_CHALLENGE", Session=started["Session"],
        ChallengeResponses={"USERNAME": started["ChallengeParameters"]["USERNAME"], "ANSWER": result})


@pytest.mark.parametrize("method", ["EMAIL_OTP", "PASSKEY"])
def test_the_pages_code_signs_in(signed, documented, method):
    address = new_address()
    sign_up(signed, address)
    started = begin(signed, address)
    challenge = documented.open_challenge(started["ChallengeParameters"]["token"], KEY, signed.settings["userPoolId"])
    assert challenge["other"]["email"] == address
    assert challenge["other"]["emailVerified"] is False
    assert challenge["other"]["userNotFound"] is False
    result = documented.sign_result(challenge, KEY, method, address)
    assert respond(signed, started, result)["AuthenticationResult"]["IdToken"]


def test_a_code_sent_elsewhere_signs_nobody_in(signed, documented):
    address = new_address()
    sign_up(signed, address)
    started = begin(signed, address)
    challenge = documented.open_challenge(started["ChallengeParameters"]["token"], KEY, signed.settings["userPoolId"])
    result = documented.sign_result(challenge, KEY, "EMAIL_OTP", new_address())
    assert "AuthenticationResult" not in respond(signed, started, result)


def test_an_unknown_users_token_says_so_only_inside(signed, documented):
    address = new_address()
    sign_up(signed, address)
    known, unknown = (begin(signed, name)["ChallengeParameters"]["token"] for name in (address, new_address()))
    assert len(known) == len(unknown) == 2185
    assert known.split(".")[0] == unknown.split(".")[0]
    claims = documented.open_challenge(unknown, KEY, signed.settings["userPoolId"])
    assert claims["other"]["userNotFound"] is True and "email" not in claims["other"]


def test_another_key_opens_nothing(signed, documented):
    token = begin(signed, new_address())["ChallengeParameters"]["token"]
    with pytest.raises(JoseError):
        documented.open_challenge(token, KEY + "x", signed.settings["userPoolId"])
    with pytest.raises(ValueError):
        documented.open_challenge(token, KEY, "eu-west-1_Another00")
