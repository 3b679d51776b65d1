"""What an app does: it calls Cognito, and takes the token to the authenticator, where the user is verified."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import re
import secrets
import uuid
from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError
from pycognito.aws_srp import AWSSRP

from journeys import openapi
from journeys.calls import request
from journeys.software_passkey import SoftwarePasskey
from journeys.target import Target

ACTION = "cognitoAuth"
# Cognito wants a password at sign-up, also where no flow uses it.
PASSWORD = "Correct horse, 1 battery."
INCORRECT = ("NotAuthorizedException", "Incorrect username or password.")
NUMBERS = itertools.count(1)


# A code in a mail: of digits, or one that is too long to guess.
CODE = re.compile(r"\b(?:[0-9]{6,8}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})\b")


# Calls of Cognito.


def new_address() -> str:
    """An address that no other test of this process gets."""
    return f"ana.{secrets.token_hex(2)}{next(NUMBERS):04x}@example.test"


def sign_up(target: Target, address: str, attributes: dict[str, str] | None = None, **more: Any) -> bool:
    """Creates an account; returns whether it is confirmed."""
    named = {"email": address, **(attributes or {})}
    return target.cognito.sign_up(
        ClientId=target.client, Username=address,
        UserAttributes=[{"Name": name, "Value": value} for name, value in named.items()],
        **{"Password": PASSWORD, **more})["UserConfirmed"]


def new_user(target: Target) -> str:
    sign_up(target, address := new_address())
    return address


def account(target: Target, address: str) -> dict[str, str]:
    """What an administrator names an account by."""
    return {"UserPoolId": target.pool, "Username": address}


def attributes(target: Target, address: str) -> dict[str, str]:
    found = target.cognito.admin_get_user(**account(target, address))
    return {one["Name"]: one["Value"] for one in found["UserAttributes"]}


def is_verified(target: Target, address: str) -> bool:
    return attributes(target, address).get("email_verified") == "true"


def begin(target: Target, name: str, password: str | None = None) -> dict[str, Any]:
    """Starts a sign-in, with SRP if there is a password; returns the next challenge."""
    start = {"ClientId": target.client, "AuthFlow": "CUSTOM_AUTH"}
    if password is None:
        return target.cognito.initiate_auth(**start, AuthParameters={"USERNAME": name})
    srp = AWSSRP(name, password, target.pool, target.client, client=target.cognito)
    proof = srp.get_auth_params()
    started = target.cognito.initiate_auth(**start, AuthParameters={**proof, "CHALLENGE_NAME": "SRP_A"})
    return target.cognito.respond_to_auth_challenge(
        ClientId=target.client, ChallengeName="PASSWORD_VERIFIER", Session=started.get("Session"),
        ChallengeResponses=srp.process_challenge(started["ChallengeParameters"], proof))


def begin_as(target: Target, name: str) -> dict[str, Any]:
    """Starts a sign-in as the flow of the deployment begins, with the right password if it wants one."""
    return begin(target, name, PASSWORD if target.settings["flow"].startswith("PASSWORD") else None)


def challenge(started: dict[str, Any]) -> str:
    """The step that a sign-in has come to."""
    assert started["ChallengeName"] == "CUSTOM_CHALLENGE"
    return started["ChallengeParameters"]["challenge"]


def answer(target: Target, started: dict[str, Any], proof: str) -> dict[str, Any]:
    assert started["ChallengeName"] == "CUSTOM_CHALLENGE"
    return target.cognito.respond_to_auth_challenge(
        ClientId=target.client, ChallengeName="CUSTOM_CHALLENGE", Session=started["Session"],
        ChallengeResponses={"USERNAME": started["ChallengeParameters"]["USERNAME"], "ANSWER": proof})


def signs_in(target: Target, started: dict[str, Any], proof: str) -> bool:
    return "AuthenticationResult" in answer(target, started, proof)


def refuses(target: Target, name: str, proof: str) -> bool:
    """Whether a sign-in that begins now gets no tokens for a proof."""
    return not signs_in(target, begin(target, name), proof)


def refusal(call: Callable[..., Any], *arguments: Any, **named: Any) -> tuple[str, str]:
    """The name and the message of the error of a call that must fail."""
    try:
        call(*arguments, **named)
    except ClientError as error:
        return error.response["Error"]["Code"], error.response["Error"]["Message"]
    raise AssertionError("the call was not refused")


def assert_third_ends(target: Target, started: dict[str, Any], wrong: str) -> None:
    """Gives wrong answers: the second one is no end, and the third one is."""
    step = challenge(started)
    for _ in range(2):
        started = answer(target, started, wrong)
        assert challenge(started) == step
    assert refusal(answer, target, started, wrong)[0] == "NotAuthorizedException"


def other_code(*codes: str) -> str:
    """A code that is none of these."""
    other = codes[0]
    while other in codes:
        other = "".join(str((int(digit) + 1) % 10) for digit in other)
    return other


# Calls of the authenticator.


class ClientAPI:
    """The authenticator's client API."""

    def __init__(self, target: Target) -> None:
        self.url = f"{target.url}/v1/client"
        # The stand-in of Authsignal's cloud answers in the other mode.
        self.is_ours = target.settings["tokenMode"] == "signed"
        tenant = f"{target.settings['tenantId']}:".encode()
        self.anonymous = f"Basic {base64.b64encode(tenant).decode()}"

    def call(self, path: str, body: Any = None, *, token: str | None = None, method: str = "POST") -> tuple[int, Any]:
        authorization = self.anonymous if token is None else f"Bearer {token}"
        content = body or {} if method == "POST" else None
        status, answer = request(f"{self.url}/{path}", content, headers={"Authorization": authorization}, method=method)
        if self.is_ours and not openapi.is_sandboxs(answer):
            assert openapi.faults(method, f"/v1/client/{path}", status, answer) == [], answer
        return status, answer

    def right(self, path: str, body: Any = None, **more: Any) -> Any:
        status, answer = self.call(path, body, **more)
        assert status == 200, answer
        return answer


def ask_for_code(target: Target, parameters: dict[str, str], address: str) -> None:
    """Sends a code, as the README's app does."""
    client = ClientAPI(target)
    if parameters["isEnrolled"] == "true":
        client.right("challenge/email-otp", token=parameters["token"])
    else:
        client.right("user-authenticators/email-otp", {"email": address}, token=parameters["token"])


def prove_email(target: Target, started: dict[str, Any], address: str) -> str:
    """Sends a code, types it and returns the result token."""
    parameters, sent = started["ChallengeParameters"], len(target.codes(address))
    ask_for_code(target, parameters, address)
    code = target.codes(address)[sent]
    proven = ClientAPI(target).right("verify/email-otp", {"verificationCode": code}, token=parameters["token"])
    assert proven["isVerified"] is True, proven
    return proven["accessToken"]


def sign_in(target: Target, address: str) -> tuple[dict[str, Any], str]:
    """Signs in with an emailed code; returns Cognito's tokens and the authenticator's."""
    started = begin_as(target, address)
    proof = prove_email(target, started, address)
    return answer(target, started, proof)["AuthenticationResult"], proof


def token_to_add(target: Target, access_token: str) -> str:
    """A token with which a signed-in user adds an authenticator."""
    headers = {"Authorization": f"Bearer {access_token}"}
    status, given = request(target.add_authenticator_url, {}, headers=headers)
    assert status == 200, given
    return given["token"]


def add_passkey(target: Target, token: str, address: str, algorithm: str = "ES256") -> SoftwarePasskey:
    api, passkey, path = ClientAPI(target), SoftwarePasskey(algorithm), "user-authenticators/passkey"
    offered = api.right(f"{path}/registration-options", {"username": address}, token=token)
    made = api.right(path, {
        "challengeId": offered["challengeId"],
        "registrationCredential": passkey.create(offered["options"], target.origin)}, token=token)
    assert made["isVerified"] is True, made
    return passkey


def prove_passkey(
        target: Target, passkey: SoftwarePasskey, *, origin: str | None = None, token: str | None = None
) -> dict[str, Any]:
    """Proves a passkey, with the token of a challenge or before anybody has said who signs in."""
    api, begun = ClientAPI(target), {}
    if token is None:
        begun["challengeId"] = api.right("challenge", {"action": ACTION})["challengeId"]
    offered = api.right("user-authenticators/passkey/authentication-options", begun, token=token)
    return api.call("verify/passkey", {
        "challengeId": offered["challengeId"],
        "authenticationCredential": passkey.sign(offered["options"], origin or target.origin)}, token=token)[1]


def passkey_answer(
        target: Target, passkey: SoftwarePasskey, *, origin: str | None = None) -> tuple[str, dict[str, Any]]:
    """Whom to start as, and a passkey's assertion, which answers Cognito's challenge as it is or goes to
    `verify/passkey`."""
    offered = ClientAPI(target).right("passkey/options", {"action": ACTION})
    signed = passkey.sign(offered["options"], origin or target.origin)
    tag = hashlib.sha256(target.pool.encode()).digest()[:8]
    assert passkey.user_handle.startswith(tag), "the handle is of this pool"
    return str(uuid.UUID(bytes=passkey.user_handle[len(tag):])), {
        "challengeId": offered["challengeId"], "authenticationCredential": signed}


def round_passkey_answer(
        target: Target, passkey: SoftwarePasskey, started: dict[str, Any], *, origin: str | None = None
) -> dict[str, Any]:
    """A passkey's assertion over the options that came with Cognito's challenge."""
    offered = json.loads(started["ChallengeParameters"]["passkeyOptions"])
    return {
        "challengeId": offered["challengeId"],
        "authenticationCredential": passkey.sign(offered["options"], origin or target.origin)}


def passkey_token(target: Target, address: str) -> str:
    """Creates a passkey for a user and proves it; returns the result token."""
    return prove_passkey(target, add_passkey(target, sign_in(target, address)[1], address))["accessToken"]


def remove_passkeys(target: Target, proof: str) -> None:
    """Removes the passkeys of the user who has just proven one."""
    api = ClientAPI(target)
    for one in api.right("user-authenticators", token=proof, method="GET"):
        if one["verificationMethod"] == "PASSKEY":
            api.right(f"user-authenticators/{one['userAuthenticatorId']}", token=proof, method="DELETE")
