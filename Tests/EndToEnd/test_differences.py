"""What docs/sandbox-differences.md says of the local pool, as far as no other test shows it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import boto3

from journeys.app import (
    PASSWORD, begin, new_address, new_user, passkey_token, refusal, refuses, sign_in, signs_in)
from journeys.calls import request

PAGE = Path(__file__).parents[2] / "docs/sandbox-differences.md"


def call(sandbox, operation: str, body: object, signature: str = "AWS4-HMAC-SHA256 of nobody") -> tuple[int, dict]:
    """An administrator's call."""
    return request(f"{sandbox.url}/", body, headers={
        "Content-Type": "application/x-amz-json-1.1", "Authorization": signature,
        "X-Amz-Target": f"AWSCognitoIdentityProviderService.{operation}"})


def test_the_pool_knows_the_calls_of_the_page_and_no_others(signed):
    operations = boto3.client("cognito-idp").meta.service_model.operation_names
    known = {name for name in operations if call(signed, name, {})[1]["__type"] != "UnknownOperationException"}
    [listed] = re.findall(r"^The pool knows these calls: (.*?)\.$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert re.findall(r"`(\w+)`", listed) == sorted(known)


def test_there_are_no_hosted_pages(signed):
    for path in ("/login", "/signup", "/oauth2/authorize", "/oauth2/token", "/logout", "/passkeys/add"):
        assert request(f"{signed.url}{path}")[0] == 404, path
    status, told = request(f"{signed.url}/", {}, headers={"X-Amz-Target": "AWSCognitoIdentityService.GetId"})
    assert (status, told["__type"]) == (400, "UnknownOperationException")


def test_the_pool_has_no_other_triggers_than_those_of_the_functions(signed):
    triggers = call(signed, "DescribeUserPool", {"UserPoolId": signed.pool})[1]["UserPool"]["LambdaConfig"]
    assert triggers.keys() == {"PreSignUp", "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse"}


def test_a_sign_up_needs_a_password(signed):
    address = new_address()
    status, told = call(signed, "SignUp", {"ClientId": signed.client, "Username": address})
    assert (status, told["__type"]) == (400, "InvalidParameterException")


def test_a_burst_of_calls_is_not_throttled(signed):
    body = {"UserPoolId": signed.pool}
    with ThreadPoolExecutor(20) as pool:
        assert {status for status, _ in pool.map(lambda _: call(signed, "ListUsers", body), range(200))} == {200}


def test_wrong_passwords_lock_nobody_out(start):
    sandbox = start("--pool-setting", "flows=ALLOW_CUSTOM_AUTH,ALLOW_USER_PASSWORD_AUTH")
    address = new_user(sandbox)

    def tokens(password: str) -> dict:
        return sandbox.cognito.initiate_auth(
            ClientId=sandbox.client, AuthFlow="USER_PASSWORD_AUTH",
            AuthParameters={"USERNAME": address, "PASSWORD": password})["AuthenticationResult"]

    for _ in range(10):
        assert refusal(tokens, "wrong") == ("NotAuthorizedException", "Incorrect username or password.")
    assert tokens(PASSWORD)["AccessToken"]


def test_any_signature_is_taken(signed):
    body = {"UserPoolId": signed.pool}
    assert call(signed, "DescribeUserPool", body)[0] == 200
    assert call(signed, "DescribeUserPool", body, signature="")[0] == 400


def test_sessions_and_tokens_end_with_the_sandbox(start, tmp_path):
    state = ("--state", str(tmp_path / "state.json"))
    address = new_user(first := start(*state))
    proof = passkey_token(first, address)
    assert signs_in(first, begin(first, address), proof)
    tokens, _ = sign_in(first, address)
    started = begin(first, address)
    assert first.stop() == 0
    second = start(*state)
    assert begin(second, address)["ChallengeName"] == "CUSTOM_CHALLENGE", "the account is there"
    assert refuses(second, address, proof), "a proof used before the restart stays used"
    client = second.cognito
    for ended in (
            lambda: signs_in(second, started, "no proof"), lambda: client.get_user(AccessToken=tokens["AccessToken"]),
            lambda: client.initiate_auth(
                ClientId=second.client, AuthFlow="REFRESH_TOKEN_AUTH",
                AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})):
        assert refusal(ended)[0] == "NotAuthorizedException"
