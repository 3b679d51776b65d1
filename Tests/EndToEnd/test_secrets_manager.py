"""The functions read their keys from Secrets Manager, for which moto stands in."""

from __future__ import annotations

import boto3
import pytest
from moto.server import ThreadedMotoServer

from app import cognito, new_address, prove_email, sign_in, sign_up
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


def test_a_secret_with_another_key_does_not_sign_in(start, secrets_manager):
    address = new_address()
    sandbox = start(*options(secrets_manager, "signed", "a key that nobody else has, thirty-two bytes"))
    sign_up(sandbox, address)
    started = cognito(sandbox).initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": address})
    with pytest.raises(AssertionError, match="unauthorized|token"):
        prove_email(sandbox, started["ChallengeParameters"], address)
