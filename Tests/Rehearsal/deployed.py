"""A deployed stack as a target of the journeys."""

from __future__ import annotations

from cloud import REGION, Stack
from journeys.openid_issuer import Issuer
from sandbox import Sandbox


class Deployed:
    """The user pool of a stack, and the authenticator that its tokens are for."""

    def __init__(self, stack: Stack, authsignal: Sandbox | None = None, *, flow: str = "RESULT_TOKEN", pool: str = "",
                 client: str = "", origin: str = "https://login.example.test", openid: Issuer | None = None) -> None:
        """
        :param authsignal: what stands in for Authsignal's cloud.
        :param pool: an existing pool that the stack serves, with `client`.
        :param origin: the origin of the web app.
        """
        self.stack, self.cloud, self.authsignal, self.openid = stack, stack.cloud, authsignal, openid
        self.origin = authsignal.url if authsignal else origin
        self.pool, self.client = pool or stack.pool, client or stack.client_id
        self.cognito = self.cloud.client("cognito-idp")
        self.settings = {
            "region": REGION, "flow": flow, "tokenMode": "authsignal" if authsignal else "signed",
            "tenantId": authsignal.settings["tenantId"] if authsignal else self.pool}

    @property
    def url(self) -> str:
        if self.authsignal:
            return self.authsignal.url
        return self.stack.url("AuthenticatorBaseUrl").removesuffix("/v1")

    @property
    def add_authenticator_url(self) -> str:
        return self.stack.url("AddAuthenticatorUrl")

    @property
    def signing_key(self) -> str:
        secrets = self.cloud.client("secretsmanager")
        return secrets.get_secret_value(SecretId=self.stack.outputs["SecretArn"])["SecretString"]

    def codes(self, address: str) -> list[str]:
        return (self.authsignal or self.cloud).codes(address)
