"""A stack of the packaged template, as it was made, and what probes ask of each such stack."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from cognito_passkeys.function_names import ALIAS
from cognito_passkeys.prove import pool, proof
from cognito_passkeys.prove.pool import PASSWORD, Pool


class Ground(NamedTuple):
    """A stack of the packaged template as it was made."""

    name: str
    client: Callable[[str], Any]
    """boto3's client of a service."""
    status: str
    """How CloudFormation ended, and why."""
    outputs: dict[str, str]
    functions: dict[str, str]
    """The physical names by the logical ones, as `groups`."""
    groups: dict[str, str]
    sender: str = ""


class SignIn(NamedTuple):
    sub: str
    proof: str
    tokens: dict[str, Any]


def request(url: str, body: dict[str, Any] | None, authorization: str = "",
            method: str = "POST") -> tuple[int, dict[str, Any]]:
    """Sends JSON; returns the status and the JSON of the answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": authorization} if authorization else {})
    content = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(url, content, headers, method=method)
    try:
        with urllib.request.urlopen(call, timeout=30) as answered:
            return answered.status, json.load(answered)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {}


class Deployed:
    """What the probes of a stack share."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.client = ground, ground.client
        self.pool = Pool(ground.client("cognito-idp"), ground.outputs.get("UserPoolId", ""),
                         ground.outputs.get("UserPoolClientId", ""), list)

    @cached_property
    def _key(self) -> str:
        return self.client("secretsmanager").get_secret_value(SecretId=self.ground.outputs["SecretArn"])["SecretString"]

    def _sign_up(self, address: str = "") -> str:
        address = address or self.pool.address()
        self.pool.api.sign_up(ClientId=self.pool.client, Username=address, Password=PASSWORD,
                              UserAttributes=[{"Name": "email", "Value": address}])
        return address

    @cached_property
    def _signed_in(self) -> SignIn:
        """A new user who has signed in with a proof that this command has signed."""
        started = self.pool.begin(self._sign_up())
        sub = started["ChallengeParameters"]["USERNAME"]
        signed = proof.passkey(self._key, self.pool.id, sub)
        return SignIn(sub, signed, self.pool.answer(started, signed).get("AuthenticationResult", {}))

    def _started(self) -> str:
        api, states, failed = self.client("lambda"), set(), []
        for name, function in sorted(self.ground.functions.items()):
            states.add(api.get_function_configuration(FunctionName=function, Qualifier=ALIAS).get("State"))
            said = json.loads(api.invoke(FunctionName=function, Qualifier=ALIAS, Payload=b"{}")["Payload"].read())
            # A function that has started answers this with an error of its own.
            if (kind := said.get("errorType", "")).startswith("Runtime."):
                failed.append(f"{name}: {kind}, {said.get('errorMessage')}")
        return f"all {', '.join(sorted(map(str, states)))}; {'; '.join(failed) or 'all start'}"

    def _denied(self, *stories: Callable[[], str]) -> str:
        """The functions that lack a right, once these stories have been played."""
        for story in stories:
            try:
                story()
            except Exception:
                # What fails here is told by the rows of the sign-ins.
                pass
        pool.settle(self.client("logs"))
        denied = [name.removesuffix("Logs") for name, group in sorted(self.ground.groups.items())
                  if self.lines(group, "AccessDenied")]
        return f"denied: {', '.join(denied)}" if denied else "all allowed"

    def lines(self, group: str, text: str, quoted: bool = True) -> list[str]:
        pages = self.client("logs").get_paginator("filter_log_events").paginate(
            logGroupName=group, filterPattern=f'"{text}"' if quoted else text)
        return [event["message"] for page in pages for event in page["events"]]
