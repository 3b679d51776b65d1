"""The AWS command line signs up and signs in."""

from __future__ import annotations

import json

from aws_cli import CommandLine
from journeys.app import PASSWORD, new_address, prove_email


def aws(sandbox, *words: str) -> tuple[int, str, str]:
    return CommandLine("--endpoint-url", sandbox.url, "--region", "eu-west-1", "--no-sign-request", "--output", "json")(
        ["cognito-idp", *words])


def right(sandbox, *words: str) -> dict:
    status, output, errors = aws(sandbox, *words)
    assert status == 0, errors
    return json.loads(output)


def test_signs_up_and_signs_in(sandbox):
    address, client = new_address(), ("--client-id", sandbox.client)
    answer = right(
        sandbox, "sign-up", *client, "--username", address, "--password", PASSWORD,
        "--user-attributes", f"Name=email,Value={address}")
    assert answer["UserConfirmed"] is True

    started = right(
        sandbox, "initiate-auth", *client, "--auth-flow", "CUSTOM_AUTH", "--auth-parameters", f"USERNAME={address}")
    assert started["ChallengeName"] == "CUSTOM_CHALLENGE"
    parameters = started["ChallengeParameters"]
    assert parameters["challenge"] == "RESULT_TOKEN"

    responses = {"USERNAME": parameters["USERNAME"], "ANSWER": prove_email(sandbox, started, address)}
    tokens = right(
        sandbox, "respond-to-auth-challenge", *client, "--challenge-name", "CUSTOM_CHALLENGE",
        "--session", started["Session"], "--challenge-responses", json.dumps(responses))["AuthenticationResult"]
    user = right(sandbox, "get-user", "--access-token", tokens["AccessToken"])
    attributes = {attribute["Name"]: attribute["Value"] for attribute in user["UserAttributes"]}
    assert attributes["email"] == address
    assert attributes["email_verified"] == "true"
    assert attributes["sub"] == answer["UserSub"]


def test_the_command_line_says_why_a_second_sign_up_is_refused(signed):
    sign_up = ("sign-up", "--client-id", signed.client, "--username", address := new_address(),
               "--password", PASSWORD, "--user-attributes", f"Name=email,Value={address}")
    right(signed, *sign_up)
    status, _, errors = aws(signed, *sign_up)
    assert status != 0 and "UsernameExistsException" in errors
