"""The functions read their keys from Secrets Manager, for which moto stands in."""

from __future__ import annotations

import boto3
import pytest
from joserfc.errors import JoseError
from moto.server import ThreadedMotoServer

from app import new_address, sign_in, sign_up
from flows import begin, signs_in
from sandbox import AUTHSIGNAL_SECRET, SIGNING_KEY

KEYS = {"region_name": "eu-west-1", "aws_access_key_id": "testing", "aws_secret_access_key": "testing"}
MODES = {
    "signed": ("TOKEN_SIGNING_KEY", SIGNING_KEY),
    "authsignal": ("AUTHSIGNAL_SECRET", AUTHSIGNAL_SECRET),
}


@pytest.fixture(scope="module")
def secrets_manager():
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


def options(endpoint: str, mode: str, value: str) -> list[str]:
    """The options for a sandbox whose functions have the ARN of a secret instead of a key."""
    variable = MODES[mode][0]
    secret = boto3.client("secretsmanager", endpoint_url=endpoint, **KEYS).create_secret(
        Name=f"{mode}/{new_address()}", SecretString=value)["ARN"]
    variables = {variable: "", f"{variable}_ARN": secret, "AWS_ENDPOINT_URL_SECRETS_MANAGER": endpoint,
                 "AWS_REGION": "eu-west-1"}
    return ["--mode", mode, *(
        part for name, text in variables.items() for part in ("--function-variable", f"{name}={text}"))]


@pytest.mark.parametrize("mode", MODES)
def test_signs_in_with_the_key_in_a_secret(start, secrets_manager, mode):
    sandbox, address = start(*options(secrets_manager, mode, MODES[mode][1])), new_address()
    sign_up(sandbox, address)
    tokens, _ = sign_in(sandbox, address)
    assert tokens["IdToken"]


def test_only_the_key_in_the_secret_opens_tokens_and_signs_in(start, secrets_manager, documented):
    address, key = new_address(), "a key that nobody else has, thirty-two bytes"
    sandbox = start(*options(secrets_manager, "signed", key))
    sign_up(sandbox, address)
    started = begin(sandbox, address)
    token, pool = started["ChallengeParameters"]["token"], sandbox.settings["userPoolId"]
    with pytest.raises(JoseError):
        documented.open_challenge(token, SIGNING_KEY, pool)
    challenge = documented.open_challenge(token, key, pool)
    assert not signs_in(sandbox, started, documented.sign_result(challenge, SIGNING_KEY, "EMAIL_OTP", address))
    started = begin(sandbox, address)
    challenge = documented.open_challenge(started["ChallengeParameters"]["token"], key, pool)
    assert signs_in(sandbox, started, documented.sign_result(challenge, key, "EMAIL_OTP", address))
