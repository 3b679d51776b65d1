"""With a clock that is moved, what the pool gives out expires without waiting."""

from __future__ import annotations

import pytest

from app import cognito, new_address, sign_in, sign_up
from flows import begin, refusal, signs_in
from sandbox import request

HOUR, DAY = 3600, 24 * 3600


@pytest.fixture(scope="module")
def confirming(start):
    """A sandbox whose pool confirms new accounts by codes."""
    return start("--confirm-sign-up", "code")


def test_a_session_expires_after_ten_minutes(signed):
    sign_up(signed, address := new_address())
    started = begin(signed, address)
    with signed.clock(ahead=600):
        assert refusal(signs_in, signed, started, "no proof") == (
            "NotAuthorizedException", "Invalid session for the user, session is expired.")
    assert not signs_in(signed, started, "no proof"), "the session is good again at its own time"


def test_an_access_token_expires_after_an_hour_and_a_refresh_token_after_thirty_days(signed):
    sign_up(signed, address := new_address())
    tokens, _ = sign_in(signed, address)
    client, identifier = cognito(signed), signed.settings["clientId"]

    def user(token: str) -> str:
        return client.get_user(AccessToken=token)["Username"]

    def renewed() -> str:
        return client.initiate_auth(
            ClientId=identifier, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})["AuthenticationResult"]["AccessToken"]

    with signed.clock(ahead=HOUR):
        assert refusal(user, tokens["AccessToken"])[0] == "NotAuthorizedException"
        assert user(renewed())
    with signed.clock(ahead=30 * DAY):
        assert refusal(renewed)[0] == "NotAuthorizedException"


def test_a_code_for_a_new_account_expires_after_a_day(confirming):
    sign_up(confirming, address := new_address())
    client, account = cognito(confirming), {"ClientId": confirming.settings["clientId"], "Username": address}
    code = confirming.code(address)

    def confirm() -> None:
        client.confirm_sign_up(**account, ConfirmationCode=code)

    with confirming.clock(ahead=DAY):
        assert refusal(confirm)[0] == "ExpiredCodeException"
    confirm()


def test_a_sign_in_of_ten_minutes_ago_or_of_the_future_adds_no_passkey(signed):
    sign_up(signed, address := new_address())
    statuses = {}
    for ahead in (-601, 0, 600):
        with signed.clock(ahead):
            token = sign_in(signed, address)[0]["AccessToken"]
        status, told = request(f"{signed.url}/add-authenticator", {}, headers={"Authorization": f"Bearer {token}"})
        statuses[ahead] = status, told.get("error")
    assert statuses == {
        -601: (401, "insufficient_user_authentication"), 0: (200, None), 600: (401, "invalid_token")}
