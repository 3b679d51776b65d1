"""What the pool gives out expires."""

from __future__ import annotations

from journeys.app import begin, new_address, new_user, refusal, sign_in, sign_up, signs_in
from journeys.calls import request
from journeys.target import Need, Target, journey

HOUR, DAY = 3600, 24 * 3600


@journey(Need.CLOCK)
def a_session_expires_after_ten_minutes(target: Target) -> None:
    started = begin(target, new_user(target))
    with target.clock(ahead=600):
        assert refusal(signs_in, target, started, "no proof") == (
            "NotAuthorizedException", "Invalid session for the user, session is expired.")
    assert not signs_in(target, started, "no proof"), "the session is good again at its own time"


@journey(Need.CLOCK)
def an_access_token_expires_after_an_hour_and_a_refresh_token_after_thirty_days(target: Target) -> None:
    tokens, _ = sign_in(target, new_user(target))

    def user(token: str) -> str:
        return target.cognito.get_user(AccessToken=token)["Username"]

    def renewed() -> str:
        return target.cognito.initiate_auth(
            ClientId=target.client, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})["AuthenticationResult"]["AccessToken"]

    with target.clock(ahead=HOUR):
        assert refusal(user, tokens["AccessToken"])[0] == "NotAuthorizedException"
        assert user(renewed())
    with target.clock(ahead=30 * DAY):
        assert refusal(renewed)[0] == "NotAuthorizedException"


@journey(Need.CLOCK, options=("--confirm-sign-up", "code"))
def a_code_for_a_new_account_expires_after_a_day(target: Target) -> None:
    assert not sign_up(target, address := new_address())
    [code] = target.codes(address)
    confirmation = {"ClientId": target.client, "Username": address, "ConfirmationCode": code}
    with target.clock(ahead=DAY):
        assert refusal(target.cognito.confirm_sign_up, **confirmation)[0] == "ExpiredCodeException"
    target.cognito.confirm_sign_up(**confirmation)


@journey(Need.CLOCK)
def a_sign_in_of_ten_minutes_ago_or_of_the_future_adds_no_passkey(target: Target) -> None:
    address, answers = new_user(target), {}
    for ahead in (-601, 0, 600):
        with target.clock(ahead):
            token = sign_in(target, address)[0]["AccessToken"]
        headers = {"Authorization": f"Bearer {token}"}
        status, told = request(target.add_authenticator_url, {}, headers=headers)
        answers[ahead] = status, told.get("error")
    assert answers == {
        -601: (401, "insufficient_user_authentication"), 0: (200, None), 600: (401, "invalid_token")}
