"""Serves an app made of real clients from an origin of its own, and calls its functions in Chromium."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from journeys.app import ACTION
from journeys.loopback import Answer, LoopbackServer
from page import Page
from sandbox import Sandbox

CLIENTS = Path(os.environ.get("SHARED_CLIENTS") or Path(__file__).parents[2] / "../shared/clients").resolve()
BUNDLES = ["amplify-browser.mjs", "authsignal-browser.mjs"]
MISSING = [name for name in BUNDLES if not (CLIENTS / name).is_file()]

CALL = """
    const [name, values, done] = arguments;
    import('/client_app.mjs').then((app) => app[name](...values)).then(
        (value) => done({ value: value ?? null }),
        (error) => done({ failure: `${error.name}: ${error.message}` }));"""


class ClientFailure(Exception):
    """An exception that a client threw, as its name and message."""


class AppServer(LoopbackServer):
    """The app's origin."""

    def __init__(self) -> None:
        super().__init__("localhost")
        self.origin = self.url

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        kind, content = self.content(path)
        return 200, {"Content-Type": f"{kind}; charset=utf-8"}, content

    def content(self, path: str) -> tuple[str, bytes]:
        """The type and the bytes of a file of the app. Every other path has an empty page."""
        name = path.removeprefix("/")
        if name in BUNDLES:
            return "text/javascript", (CLIENTS / name).read_bytes()
        if name == "client_app.mjs":
            return "text/javascript", Path(__file__).with_name(name).read_bytes()
        return "text/html", b'<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title>'


class ClientApp(Page):
    """The app in Chromium. Every other attribute is a function of client_app.mjs."""

    def __init__(self, driver: Chrome, origin: str, sandbox: Sandbox, screenshots: Path) -> None:
        super().__init__(driver, origin, screenshots)
        self.sandbox = sandbox

    def open(self, **_: Any) -> None:
        self.driver.get(self.url)
        self.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.configure()

    def configure(self, tenant: str | None = None) -> None:
        """Gives the app the sandbox's settings, or another tenant."""
        settings = {key: self.sandbox.settings[key] for key in ("userPoolId", "clientId", "tenantId")}
        self.call("configure", self.sandbox.url, settings | ({"tenantId": tenant} if tenant else {}))

    def call(self, name: str, *values: Any) -> Any:
        answer = self.driver.execute_async_script(CALL, name, json.loads(json.dumps(values)))
        if "failure" in answer:
            raise ClientFailure(answer["failure"])
        return answer["value"]

    # The steps that several tests take.

    def prove_email(self, challenge: dict[str, str], address: str) -> str:
        """Proves the address with a code; returns the result token."""
        code = self.new_code(challenge, address)
        proof = self.call("verifyCode", code)
        assert proof["isVerified"] is True, proof
        return proof["token"]

    def new_code(self, challenge: dict[str, str], address: str) -> str:
        sent = len(self.sandbox.codes(address))
        assert self.call("askForCode", challenge["isEnrolled"], address) is None
        return self.sandbox.codes(address)[sent]

    def sign_in_by_code(self, address: str) -> None:
        challenge = self.call("start", address)
        assert self.call("answer", self.prove_email(challenge, address)) is None

    def sign_in_with_passkey(self) -> dict[str, Any]:
        """Signs in with a passkey, which says whose it is; returns the proof."""
        proof = self.call("provePasskeyForAction", ACTION)
        assert proof["isVerified"] is True, proof
        self.call("start", proof["userId"])
        assert self.call("answer", proof["token"]) is None
        return proof

    def sign_up(self, address: str) -> None:
        """Creates an account and signs in to it."""
        assert self.call("signUp", address) is True
        self.sign_in_by_code(address)
