"""The calls of a server that signs its users in: to Cognito as an administrator, for an app client with a secret, and
to the authenticator on behalf of the user. `server.py` serves a page with them.

The server's role needs `cognito-idp:AdminInitiateAuth` and `cognito-idp:AdminRespondToAuthChallenge` for the user pool.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any

import boto3

POOL, CLIENT, SECRET = (os.environ[name] for name in ("USER_POOL_ID", "CLIENT_ID", "CLIENT_SECRET"))
AUTHENTICATOR = os.environ["AUTHENTICATOR_URL"]  # the stack's output AuthenticatorBaseUrl
ORIGIN_SECRET = os.environ["ORIGIN_SECRET"]  # the string of the secret that CloudFrontSecretArn names


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Makes a redirect an error: the secrets in a call are for one address alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


opener = urllib.request.build_opener(NoRedirects)
# COGNITO_ENDPOINT is for the sandbox only.
cognito = boto3.client("cognito-idp", endpoint_url=os.environ.get("COGNITO_ENDPOINT"))


@dataclass
class Caller:
    """The user's browser, as this server sees it."""

    address: str
    port: int
    path: str
    headers: list[tuple[str, str]]


class Refused(Exception):
    """The authenticator refused a call."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


def secret_hash(name: str) -> str:
    """Proves that the server knows the client's secret.

    :param name: the user's name as in the same call; for a refresh, Cognito's own name of the user.
    """
    code = hmac.digest(SECRET.encode(), f"{name}{CLIENT}".encode(), hashlib.sha256)
    return base64.b64encode(code).decode()


def context(caller: Caller) -> dict[str, Any]:
    """Tells Cognito's threat protection where the user is. Otherwise it judges the server."""
    return {
        "IpAddress": caller.address, "ServerName": dict(caller.headers).get("Host", ""), "ServerPath": caller.path,
        "HttpHeaders": [{"headerName": name, "headerValue": value} for name, value in caller.headers
                        if name.lower() not in ("authorization", "cookie")],
    }


def begin(name: str, caller: Caller) -> dict[str, Any]:
    """Starts a sign-in with an address or with Cognito's own name of the user; returns the first round."""
    return cognito.admin_initiate_auth(
        UserPoolId=POOL, ClientId=CLIENT, AuthFlow="CUSTOM_AUTH", ContextData=context(caller),
        AuthParameters={"USERNAME": name, "SECRET_HASH": secret_hash(name)})


def answer(round_: dict[str, Any], proof: str, caller: Caller) -> dict[str, Any]:
    """Answers a round with a result token, or a passkey as JSON text; returns `AuthenticationResult`, or a round."""
    name = round_["ChallengeParameters"]["USERNAME"]  # Cognito's own, whatever the user has typed
    return cognito.admin_respond_to_auth_challenge(
        UserPoolId=POOL, ClientId=CLIENT, ChallengeName=round_["ChallengeName"], Session=round_["Session"],
        ContextData=context(caller),
        ChallengeResponses={"USERNAME": name, "ANSWER": proof, "SECRET_HASH": secret_hash(name)})


def refresh(refresh_token: str, name: str, caller: Caller) -> dict[str, Any]:
    """Returns new tokens.

    :param name: Cognito's own name of the user. Where people sign in by email, it is their `sub`.
    """
    return cognito.admin_initiate_auth(
        UserPoolId=POOL, ClientId=CLIENT, AuthFlow="REFRESH_TOKEN_AUTH", ContextData=context(caller),
        AuthParameters={"REFRESH_TOKEN": refresh_token, "SECRET_HASH": secret_hash(name)})["AuthenticationResult"]


def authenticator(path: str, body: dict[str, Any], caller: Caller, token: str | None = None) -> dict[str, Any]:
    """Calls the authenticator's client API with a token, or with the pool's id before anybody has said who they are.

    The two headers are those of a CloudFront distribution. Without them, all users would share this server's address,
    and the limit of mails for one network.
    """
    tenant = base64.b64encode(f"{POOL}:".encode()).decode()
    request = urllib.request.Request(f"{AUTHENTICATOR}/client/{path}", json.dumps(body).encode(), {
        "Content-Type": "application/json", "Authorization": f"Bearer {token}" if token else f"Basic {tenant}",
        "X-Origin-Secret": ORIGIN_SECRET, "CloudFront-Viewer-Address": f"{caller.address}:{caller.port}"})
    try:
        with opener.open(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            if error.code < 400:
                raise
            raise Refused(error.code, json.load(error).get("errorCode", "unexpected_error")) from None


def send_code(round_: dict[str, Any], email: str, caller: Caller) -> None:
    """Has a code mailed to the user, whose address the round's token names."""
    token = round_["ChallengeParameters"]["token"]
    authenticator("user-authenticators/email-otp", {"email": email}, caller, token)


def prove_code(round_: dict[str, Any], code: str, caller: Caller) -> dict[str, Any]:
    """Judges a typed code. A right one has an `accessToken`, the result token."""
    return authenticator("verify/email-otp", {"verificationCode": code}, caller, round_["ChallengeParameters"]["token"])


def passkey_options(caller: Caller) -> dict[str, Any]:
    """Starts a sign-in that a passkey begins; returns `challengeId`, and `options` for the browser's prompt."""
    return authenticator("passkey/options", {"action": "cognitoAuth"}, caller)


def user_of(credential: dict[str, Any]) -> str | None:
    """Whose passkey it says it is: its handle is 8 bytes of the SHA-256 of the pool's id, then the `sub`.

    None for a handle of another form, as an imported passkey may have. It proves nothing: Cognito verifies the passkey.
    """
    handle = base64.urlsafe_b64decode(credential["response"].get("userHandle", "") + "==")
    tag = hashlib.sha256(POOL.encode()).digest()[:8]
    return str(uuid.UUID(bytes=handle[8:])) if len(handle) == 24 and handle[:8] == tag else None


def prove_passkey(challenge: str, credential: dict[str, Any], caller: Caller) -> dict[str, Any]:
    """Has a passkey judged that does not name its user. A right one has an `accessToken`, and the user as `userId`."""
    return authenticator("verify/passkey", {"challengeId": challenge, "authenticationCredential": credential}, caller)
