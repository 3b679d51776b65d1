"""What the tests of the flows share: moto in place of DynamoDB and Amazon SES, and the calls of a sign-in."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import ClientError

import srp
from app import cognito, new_address, sign_up
from sandbox import PATIENCE, request

# The names of the tables and the sender in the sandbox's settings.
TABLE, USERS, SENDER = "sandbox-state", "sandbox-users", "no-reply@sandbox.test"
PASSWORD = "Correct horse, 1 battery."
INCORRECT = ("NotAuthorizedException", "Incorrect username or password.")
KEYS = {"region_name": "eu-west-1", "aws_access_key_id": "testing", "aws_secret_access_key": "testing"}


class Moto:
    """moto in a process of its own, with the tables of template.yaml and a verified sender."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("moto_server.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), TABLE, SENDER, USERS], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    @property
    def options(self) -> list[str]:
        """The options for a sandbox whose functions call moto."""
        return [part for service in ("DYNAMODB", "SESV2")
                for part in ("--function-variable", f"AWS_ENDPOINT_URL_{service}={self.url}")]

    def codes(self, address: str) -> list[str]:
        """The codes mailed to an address, the newest last."""
        mails = [mail["body"] for mail in request(f"{self.url}/mails")[1] if address in mail["to"]]
        return [re.search(r"\b(?:[0-9]{6,8}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b", mail).group() for mail in mails]

    def code(self, address: str) -> str:
        """The only code mailed to an address."""
        code, = self.codes(address)
        return code

    def items(self) -> list[str]:
        """The kinds of the table's items."""
        items = boto3.client("dynamodb", endpoint_url=self.url, **KEYS).scan(TableName=TABLE)["Items"]
        return [item["pk"]["S"].split("#")[0] for item in items]


def new_user(sandbox) -> str:
    address = new_address()
    sign_up(sandbox, address, Password=PASSWORD)
    return address


def begin(sandbox, name: str, password: str | None = None) -> dict[str, Any]:
    """Starts a sign-in, with SRP if there is a password; returns the next challenge."""
    if password is not None:
        return srp.answer(*srp.begin(sandbox, name, password))
    return cognito(sandbox).initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": name})


def answer(sandbox, started: dict[str, Any], proof: str) -> dict[str, Any]:
    assert started["ChallengeName"] == "CUSTOM_CHALLENGE"
    return cognito(sandbox).respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="CUSTOM_CHALLENGE", Session=started["Session"],
        ChallengeResponses={"USERNAME": started["ChallengeParameters"]["USERNAME"], "ANSWER": proof})


def signs_in(sandbox, started: dict[str, Any], proof: str) -> bool:
    return "AuthenticationResult" in answer(sandbox, started, proof)


def refusal(call, *arguments) -> tuple[str, str]:
    """The name and the message of the error of a call that must fail."""
    try:
        call(*arguments)
    except ClientError as error:
        return error.response["Error"]["Code"], error.response["Error"]["Message"]
    raise AssertionError("the call was not refused")


def other_code(*codes: str) -> str:
    """A code that is none of these."""
    other = codes[0]
    while other in codes:
        other = "".join(str((int(digit) + 1) % 10) for digit in other)
    return other


def in_arabic_digits(code: str) -> str:
    """The code as an Arabic keyboard types it."""
    return code.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))


def view_after_code(flow: str) -> str:
    """The view that a new user sees after the right code: the offer of a passkey, if the flow has passkeys."""
    return "offer" if flow.endswith("RESULT_TOKEN") else "account"
