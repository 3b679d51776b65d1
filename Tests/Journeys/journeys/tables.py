"""What the tables are for: without one, or when it does not answer."""

from __future__ import annotations

import time

from journeys.app import ClientAPI, answer, begin, new_user, passkey_token, refusal, refuses, signs_in
from journeys.documents import prove
from journeys.target import Target, journey


@journey(tables=False, variables=("MAX_PROOF_AGE=3",))
def without_a_state_table_a_passkeys_token_can_be_used_again_for_a_while(target: Target) -> None:
    token = passkey_token(target, address := new_user(target))
    assert all(signs_in(target, begin(target, address), token) for _ in range(2))
    time.sleep(4)
    assert refuses(target, address, token)


@journey(variables=("AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:9",))
def a_table_that_does_not_answer_lets_no_user_in(target: Target) -> None:
    started = begin(target, address := new_user(target))
    token = started["ChallengeParameters"]["token"]
    status, refused = ClientAPI(target).call("user-authenticators/email-otp", {"email": address}, token=token)
    assert (status, refused["errorCode"]) == (503, "service_unavailable")
    assert target.codes(address) == []
    assert refusal(answer, target, started, prove(target, started, "EMAIL_OTP", address)) == (
        "UserLambdaValidationException",
        "VerifyAuthChallengeResponse failed with error Sign-in is not possible right now.")
