"""What an app does besides calling Cognito: it takes the token to the authenticator, where the user is verified."""

from __future__ import annotations

import base64
import itertools
import secrets
from typing import Any

import boto3
from botocore.config import Config

import openapi
from sandbox import Sandbox, request

ACTION = "cognitoAuth"
NUMBERS = itertools.count(1)


def new_address() -> str:
    """An address that no other test of this process gets."""
    return f"ana.{secrets.token_hex(2)}{next(NUMBERS):04x}@example.test"


def cognito(sandbox: Sandbox) -> Any:
    """boto3's client of the user pool. The sandbox checks no keys, but administrators' calls must be signed."""
    return boto3.client(
        "cognito-idp", endpoint_url=sandbox.cognito_url, region_name=sandbox.settings["region"],
        aws_access_key_id="sandbox", aws_secret_access_key="sandbox",
        config=Config(retries={"total_max_attempts": 1}))


class ClientAPI:
    """The authenticator's client API."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.url = f"{sandbox.url}/v1/client"
        # The stand-in of Authsignal's cloud answers in the other mode.
        self.is_ours = sandbox.settings["tokenMode"] == "signed"
        tenant = f"{sandbox.settings['tenantId']}:".encode()
        self.anonymous = f"Basic {base64.b64encode(tenant).decode()}"

    def call(self, path: str, body: Any = None, *, token: str | None = None) -> tuple[int, Any]:
        authorization = self.anonymous if token is None else f"Bearer {token}"
        url = f"{self.url}/{path}"
        status, answer = request(url, body or {}, headers={"Authorization": authorization}, method="POST")
        if self.is_ours:
            assert openapi.faults("POST", f"/v1/client/{path}", status, answer) == [], answer
        return status, answer

    def right(self, path: str, body: Any = None, *, token: str | None = None) -> Any:
        status, answer = self.call(path, body, token=token)
        assert status == 200, answer
        return answer


def ask_for_code(sandbox: Sandbox, parameters: dict[str, str], address: str) -> None:
    """Sends a code, as the README's app does."""
    client = ClientAPI(sandbox)
    if parameters["isEnrolled"] == "true":
        client.right("challenge/email-otp", token=parameters["token"])
    else:
        client.right("user-authenticators/email-otp", {"email": address}, token=parameters["token"])


def prove_email(sandbox: Sandbox, parameters: dict[str, str], address: str, mailbox: Any = None) -> str:
    """Sends a code, types it and returns the result token. The mailbox is the sandbox's unless another is named."""
    mailbox = mailbox or sandbox
    sent = len(mailbox.codes(address))
    ask_for_code(sandbox, parameters, address)
    code = mailbox.codes(address)[sent]
    answer = ClientAPI(sandbox).right("verify/email-otp", {"verificationCode": code}, token=parameters["token"])
    assert answer["isVerified"] is True, answer
    return answer["accessToken"]


# Cognito wants a password at sign-up, also where no flow uses it.
UNUSED_PASSWORD = "Never used, but 1 of each."


def sign_up(sandbox: Sandbox, address: str, **more: str) -> None:
    cognito(sandbox).sign_up(
        ClientId=sandbox.settings["clientId"], Username=address,
        UserAttributes=[{"Name": "email", "Value": address}],
        **{"Password": UNUSED_PASSWORD, **more})


def sign_in(sandbox: Sandbox, address: str) -> tuple[dict[str, Any], str]:
    """Signs in with an emailed code; returns Cognito's tokens and the authenticator's."""
    client, identifier = cognito(sandbox), sandbox.settings["clientId"]
    started = client.initiate_auth(
        ClientId=identifier, AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": address})
    parameters = started["ChallengeParameters"]
    proof = prove_email(sandbox, parameters, address)
    answer = client.respond_to_auth_challenge(
        ClientId=identifier, ChallengeName="CUSTOM_CHALLENGE", Session=started["Session"],
        ChallengeResponses={"USERNAME": parameters["USERNAME"], "ANSWER": proof})
    return answer["AuthenticationResult"], proof
