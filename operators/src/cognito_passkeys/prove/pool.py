"""A user pool with the recorder: what probes ask of it."""

import base64
import hmac
import json
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from botocore.exceptions import ClientError

RIGHT, WRONG = "right", "wrong"
PASSWORD = "Correct horse, 1 battery."
# Lines reach CloudWatch Logs some seconds after a call.
PATIENCE, PAUSE, SETTLED = 60.0, 1.0, 15.0


def is_emulated(api: Any) -> bool:
    """Whether a client of boto3 calls an emulator, which no certificate protects."""
    return api.meta.endpoint_url.startswith("http://")


def settle(api: Any) -> None:
    """Waits until the last lines have surely come. An emulator's log has each line at once."""
    time.sleep(0 if is_emulated(api) else SETTLED)


class Unseen(Exception):
    """A probe cannot see what it looks for. The text says why."""


class Otherwise(Exception):
    """A probe sees something else, and gets no further. The text says what."""


def code_of(call: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The error's name of a call that AWS refuses; empty if it does not.

    :raises ClientError: these credentials may not call.
    """
    try:
        call(*arguments, **named)
        return ""
    except ClientError as error:
        code = error.response["Error"]["Code"]
        if code.startswith(("AccessDenied", "UnknownOperation")):
            raise
        return code


class Pool(NamedTuple):
    """A pool and one of its app clients."""

    api: Any
    """boto3's client of Cognito."""
    id: str
    client: str
    log: Callable[[], list[str]]
    """All that the recorder has logged."""
    secret: str = ""

    def address(self, mode: str = "plain") -> str:
        """An address that nobody has, and that no mail reaches (RFC 2606)."""
        return f"{mode}.{secrets.token_hex(6)}@example.com"

    def user(self, mode: str = "plain", name: str = "", **attributes: str) -> str:
        """Makes an account with a password; returns its address."""
        address = self.address(mode)
        name = name or address
        self.make(name, email=address, **attributes)
        self.api.admin_set_user_password(UserPoolId=self.id, Username=name, Password=PASSWORD, Permanent=True)
        return address

    def make(self, name: str, **attributes: str) -> None:
        self.api.admin_create_user(UserPoolId=self.id, Username=name, MessageAction="SUPPRESS", UserAttributes=[
            {"Name": key, "Value": value} for key, value in attributes.items()])

    def begin(self, name: str, metadata: dict[str, str] | None = None, **more: str) -> dict[str, Any]:
        return self.api.initiate_auth(
            AuthFlow="CUSTOM_AUTH", ClientId=self.client, AuthParameters={"USERNAME": name} | self.hashed(name) | more,
            **({"ClientMetadata": metadata} if metadata else {}))

    def answer(self, begun: dict[str, Any], text: str = RIGHT, metadata: dict[str, str] | None = None,
               name: str = "") -> dict[str, Any]:
        name = name or begun["ChallengeParameters"]["USERNAME"]
        return self.api.respond_to_auth_challenge(
            ClientId=self.client, ChallengeName=begun["ChallengeName"], Session=begun["Session"],
            ChallengeResponses={"USERNAME": name, "ANSWER": text} | self.hashed(name),
            **({"ClientMetadata": metadata} if metadata else {}))

    def hashed(self, name: str) -> dict[str, str]:
        """The parameter of a client with a secret."""
        digest = hmac.digest(self.secret.encode(), (name + self.client).encode(), "sha256")
        return {"SECRET_HASH": base64.b64encode(digest).decode()} if self.secret else {}

    def events(self, count: int, *marks: str) -> list[dict[str, Any]]:
        """The events of this pool that hold one of these texts, in their order.

        :raises Unseen: there are fewer.
        """
        limit = time.monotonic() + PATIENCE
        while True:
            lines = [line for line in self.log() if self.id in line and any(mark in line for mark in marks)]
            if len(lines) >= count:
                return [json.loads(line[line.index("{"):])["recorded"] for line in lines]
            if time.monotonic() > limit:
                raise Unseen(f"The log has {len(lines)} events of {count}.")
            time.sleep(PAUSE)


def outcome(answered: dict[str, Any]) -> str:
    """What a call came to."""
    return "tokens" if "AuthenticationResult" in answered else answered["ChallengeName"]
