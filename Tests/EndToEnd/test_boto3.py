"""boto3 signs up and signs in, and gets the errors that an app gets when something is wrong."""

from __future__ import annotations

import pytest
from botocore.exceptions import ClientError

from app import ClientAPI, ask_for_code, cognito, new_address, prove_email, sign_in, sign_up


def start(sandbox, name: str) -> dict:
    return cognito(sandbox).initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": name})


def answer(sandbox, started: dict, proof: str) -> dict:
    return cognito(sandbox).respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="CUSTOM_CHALLENGE", Session=started["Session"],
        ChallengeResponses={"USERNAME": started["ChallengeParameters"]["USERNAME"], "ANSWER": proof})


def test_signs_up_signs_in_and_refreshes(sandbox):
    address = new_address()
    sign_up(sandbox, address)
    tokens, _ = sign_in(sandbox, address)
    client = cognito(sandbox)
    user = client.get_user(AccessToken=tokens["AccessToken"])
    assert {"Name": "email_verified", "Value": "true"} in user["UserAttributes"]
    known = client.admin_get_user(UserPoolId=sandbox.settings["userPoolId"], Username=address)
    assert known["UserStatus"] == "CONFIRMED"
    renewed = client.initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})["AuthenticationResult"]
    assert client.get_user(AccessToken=renewed["AccessToken"])["Username"] == user["Username"]


def test_an_address_verified_by_an_administrator_signs_in_by_code(sandbox):
    address, client = new_address(), cognito(sandbox)
    client.admin_create_user(
        UserPoolId=sandbox.settings["userPoolId"], Username=address, MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": address}, {"Name": "email_verified", "Value": "true"}])
    parameters = start(sandbox, address)["ChallengeParameters"]
    enrolled = sandbox.settings["tokenMode"] == "authsignal"
    assert parameters["isEnrolled"] == str(enrolled).lower(), "the function enrols the address only at Authsignal"
    tokens, _ = sign_in(sandbox, address)
    assert tokens["IdToken"]


def test_a_wrong_answer_leads_to_the_next_challenge_with_a_new_token(sandbox):
    address = new_address()
    sign_up(sandbox, address)
    first = start(sandbox, address)
    second = answer(sandbox, first, "not a token")
    assert second["ChallengeName"] == "CUSTOM_CHALLENGE"
    assert second["ChallengeParameters"]["token"] != first["ChallengeParameters"]["token"]
    assert "AuthenticationResult" in answer(
        sandbox, second, prove_email(sandbox, second["ChallengeParameters"], address))


def test_three_wrong_answers_end_the_sign_in(sandbox):
    address = new_address()
    sign_up(sandbox, address)
    third = answer(sandbox, answer(sandbox, start(sandbox, address), "wrong"), "wrong")
    with pytest.raises(ClientError) as refusal:
        answer(sandbox, third, "wrong")
    assert refusal.value.response["Error"]["Code"] == "NotAuthorizedException"


def test_a_session_accepts_only_one_answer(sandbox):
    address = new_address()
    sign_up(sandbox, address)
    started = start(sandbox, address)
    answer(sandbox, started, "wrong")
    with pytest.raises(ClientError) as refusal:
        answer(sandbox, started, "wrong")
    assert refusal.value.response["Error"]["Code"] == "NotAuthorizedException"
    assert "only be used once" in refusal.value.response["Error"]["Message"]


def test_the_challenge_token_itself_is_no_proof(sandbox):
    address = new_address()
    sign_up(sandbox, address)
    started = start(sandbox, address)
    assert "AuthenticationResult" not in answer(sandbox, started, started["ChallengeParameters"]["token"])


def test_one_users_proof_does_not_sign_another_in(sandbox):
    ana, eve = new_address(), new_address()
    for address in (ana, eve):
        sign_up(sandbox, address)
    started = start(sandbox, eve)
    proof = prove_email(sandbox, started["ChallengeParameters"], eve)
    assert "AuthenticationResult" not in answer(sandbox, start(sandbox, ana), proof)
    assert "AuthenticationResult" in answer(sandbox, started, proof), "the proof itself was good"


def test_an_unknown_user_looks_like_a_known_one(signed):
    address = new_address()
    sign_up(signed, address)
    sign_in(signed, address)
    stranger = new_address()
    known, unknown = (start(signed, name)["ChallengeParameters"] for name in (address, stranger))
    assert known.keys() == unknown.keys()
    ask_for_code(signed, unknown, stranger)
    verdict = ClientAPI(signed).right(
        "verify/email-otp", {"verificationCode": "000000"}, token=unknown["token"])
    assert verdict == {"isVerified": False, "failureReason": "CODE_INVALID_OR_EXPIRED"}
    assert signed.codes(stranger) == []
