"""The probes that sign in through the packaged stack: each returns what it has seen, in the words of `seen` in
guesses.toml."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

from cognito_passkeys.function_names import ALIAS
from cognito_passkeys.prove import pool, proof
from cognito_passkeys.prove.pool import PASSWORD, Pool, outcome


class Ground(NamedTuple):
    """The packaged stack as it was made."""

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


def request(url: str, body: dict[str, str], authorization: str = "") -> tuple[int, dict[str, Any]]:
    """Posts JSON; returns the status and the JSON of the answer."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": authorization} if authorization else {})
    call = urllib.request.Request(url, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(call, timeout=30) as answered:
            return answered.status, json.load(answered)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {}


class SignIns:
    """The probes that sign in, by the names of their rows."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.client = ground, ground.client
        self.pool = Pool(ground.client("cognito-idp"), ground.outputs.get("UserPoolId", ""),
                         ground.outputs.get("UserPoolClientId", ""), list)
        self.seconds: list[float] = []
        """How long each sign-in took."""

    def stack(self) -> str:
        return self.ground.status

    def runtime(self) -> str:
        api, states, failed = self.client("lambda"), set(), []
        for name, function in sorted(self.ground.functions.items()):
            states.add(api.get_function_configuration(FunctionName=function, Qualifier=ALIAS).get("State"))
            said = api.invoke(FunctionName=function, Qualifier=ALIAS, Payload=b"{}")["Payload"].read()
            # A function that has started answers this with an error of its own.
            failed += [f"{name}: {kind}" for kind in [str(json.loads(said).get("errorType", ""))]
                       if kind.startswith("Runtime.")]
        return f"all {', '.join(sorted(map(str, states)))}; {'; '.join(failed) or 'all start'}"

    @cached_property
    def _key(self) -> str:
        return self.client("secretsmanager").get_secret_value(SecretId=self.ground.outputs["SecretArn"])["SecretString"]

    def _sign_up(self, address: str = "") -> str:
        address = address or self.pool.address()
        self.pool.api.sign_up(ClientId=self.pool.client, Username=address, Password=PASSWORD,
                              UserAttributes=[{"Name": "email", "Value": address}])
        return address

    def play(self) -> SignIn:
        """A new user signs in."""
        address, begun = self._sign_up(), time.monotonic()
        started = self.pool.begin(address)
        sub = started["ChallengeParameters"]["USERNAME"]
        signed = proof.passkey(self._key, self.pool.id, sub)
        answered = self.pool.answer(started, signed)
        self.seconds.append(time.monotonic() - begun)
        return SignIn(sub, signed, answered.get("AuthenticationResult", {}))

    @cached_property
    def _signed_in(self) -> SignIn:
        return self.play()

    def rights(self) -> str:
        # What fails here is told by the rows of the sign-ins.
        for story in (self.sign_in, self.proof_once, self.foreign_proof, self.function_url):
            try:
                story()
            except Exception:
                pass
        pool.settle(self.client("logs"))
        denied = [name.removesuffix("Logs") for name, group in sorted(self.ground.groups.items())
                  if self._lines(group, "AccessDenied")]
        return f"denied: {', '.join(denied)}" if denied else "all allowed"

    def sign_in(self) -> str:
        return "tokens" if self._signed_in.tokens else "another challenge"

    def proof_once(self) -> str:
        return self._refused(self._signed_in.sub, self._signed_in.proof)

    def foreign_proof(self) -> str:
        return self._refused(self._sign_up(), proof.passkey(self._key, self.pool.id, self._signed_in.sub))

    def _refused(self, name: str, signed: str) -> str:
        return "tokens" if outcome(self.pool.answer(self.pool.begin(name), signed)) == "tokens" else "refused"

    def unknown_alike(self) -> str:
        known, unknown = (self.pool.begin(name)["ChallengeParameters"]
                          for name in (self._sign_up(), self.pool.address()))
        others = [name for name in sorted(known.keys() | unknown.keys()) if name != "USERNAME"
                  and len(known.get(name, "")) != len(unknown.get(name, ""))]
        return f"other: {', '.join(others)}" if others else "alike"

    @cached_property
    def _added(self) -> tuple[int, int, str]:
        """The statuses of a request without a token and of one with it, and whether that got one."""
        url, bearer = self.ground.outputs["AddAuthenticatorUrl"], f"Bearer {self._signed_in.tokens['AccessToken']}"
        status, given = request(url, {}, bearer)
        return request(url, {})[0], status, "a token" if given.get("token") else "nothing"

    def function_url(self) -> str:
        without, status, given = self._added
        return f"{without}, then {given if status == 200 else status}"

    def tls_roots(self) -> str:
        return "verified" if self._added[2] == "a token" else f"status {self._added[1]}"

    def _lines(self, group: str, text: str, quoted: bool = True) -> list[str]:
        pages = self.client("logs").get_paginator("filter_log_events").paginate(
            logGroupName=group, filterPattern=f'"{text}"' if quoted else text)
        return [event["message"] for page in pages for event in page["events"]]
