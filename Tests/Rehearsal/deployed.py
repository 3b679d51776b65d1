"""A deployed stack as an app sees it. It goes where the tests of the sandbox take a sandbox."""

from __future__ import annotations

from typing import Any

import app
import flows
from app import ACTION, ClientAPI, UNUSED_PASSWORD
from cloud import REGION, Stack
from sandbox import Sandbox, request
from software_passkey import SoftwarePasskey


class Deployed:
    """The user pool of a stack, and the authenticator that its tokens are for."""

    def __init__(self, stack: Stack, authsignal: Sandbox | None = None, pool: str = "", client: str = "",
                 origin: str = "https://login.example.test") -> None:
        """
        :param authsignal: what stands in for Authsignal's cloud.
        :param pool: an existing pool that the stack serves, with `client`.
        :param origin: the origin of the web app.
        """
        self.origin = authsignal.url if authsignal else origin
        self.stack, self.cloud, self.authsignal = stack, stack.cloud, authsignal
        self.pool, self.client = pool or stack.pool, client or stack.client_id
        self.cognito_url = self.cloud.url

    @property
    def url(self) -> str:
        if self.authsignal:
            return self.authsignal.url
        return self.stack.url("AuthenticatorBaseUrl").removesuffix("/v1")

    @property
    def settings(self) -> dict[str, str]:
        return {"clientId": self.client, "region": REGION, "userPoolId": self.pool,
                "tokenMode": "authsignal" if self.authsignal else "signed",
                "tenantId": self.authsignal.settings["tenantId"] if self.authsignal else self.pool}

    def codes(self, address: str) -> list[str]:
        return (self.authsignal or self.cloud).codes(address)

    def begin(self, name: str) -> dict[str, Any]:
        """Starts a sign-in; returns the first challenge."""
        return flows.begin(self, name)

    def answer(self, started: dict[str, Any], proof: str) -> dict[str, Any]:
        return flows.answer(self, started, proof)

    def refuses(self, name: str, proof: str) -> bool:
        """Whether a sign-in that begins now gets no tokens for a proof."""
        return "AuthenticationResult" not in self.answer(self.begin(name), proof)

    def sign_up(self, address: str, metadata: dict[str, str] | None = None, **attributes: str) -> None:
        app.cognito(self).sign_up(
            ClientId=self.client, Username=address, Password=UNUSED_PASSWORD, ClientMetadata=metadata or {},
            UserAttributes=[{"Name": name, "Value": value} for name, value in {"email": address, **attributes}.items()])

    def attributes(self, address: str) -> dict[str, str]:
        found = self.cloud.client("cognito-idp").admin_get_user(UserPoolId=self.pool, Username=address)
        return {one["Name"]: one["Value"] for one in found["UserAttributes"]}

    def add_passkey(self, access_token: str, address: str) -> SoftwarePasskey:
        """Adds a passkey as an app does: with a token that AddAuthenticator gives for the access token."""
        api, passkey, token = ClientAPI(self), SoftwarePasskey("ES256"), self.token_to_add(access_token)
        offered = api.right("user-authenticators/passkey/registration-options", {"username": address}, token=token)
        made = api.right("user-authenticators/passkey", {
            "challengeId": offered["challengeId"],
            "registrationCredential": passkey.create(offered["options"], self.origin)}, token=token)
        assert made["isVerified"] is True, made
        return passkey

    def token_to_add(self, access_token: str) -> str:
        status, given = request(self.stack.url("AddAuthenticatorUrl"), {}, method="POST",
                                headers={"Authorization": f"Bearer {access_token}"})
        assert status == 200, given
        return given["token"]

    def remove_passkeys(self, proof: str) -> None:
        """Removes the passkeys of whoever has just proven one."""
        api, headers = ClientAPI(self), {"Authorization": f"Bearer {proof}"}
        status, listed = request(f"{api.url}/user-authenticators", headers=headers)
        assert status == 200, listed
        for one in listed:
            if one["verificationMethod"] == "PASSKEY":
                status, answer = request(f"{api.url}/user-authenticators/{one['userAuthenticatorId']}", method="DELETE",
                                         headers=headers)
                assert status == 200, answer

    def prove_passkey(self, passkey: SoftwarePasskey, origin: str | None = None) -> dict[str, Any]:
        """Proves a passkey before anybody has said who signs in."""
        api = ClientAPI(self)
        begun = api.right("challenge", {"action": ACTION})
        offered = api.right("user-authenticators/passkey/authentication-options", {"challengeId": begun["challengeId"]})
        return api.call("verify/passkey", {
            "challengeId": offered["challengeId"],
            "authenticationCredential": passkey.sign(offered["options"], origin or self.origin)})[1]
