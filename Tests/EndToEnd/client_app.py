"""Serves an app made of real clients from an origin of its own, and calls its functions in Chromium."""

from __future__ import annotations

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

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


class AppServer:
    """The app's origin."""

    def __init__(self) -> None:
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, body = app.content(self.path)
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def content(self, path: str) -> tuple[str, bytes]:
        """The type and the bytes of a file of the app. Every other path has an empty page."""
        name = path.removeprefix("/")
        if name in BUNDLES:
            return "text/javascript", (CLIENTS / name).read_bytes()
        if name == "client_app.mjs":
            return "text/javascript", Path(__file__).with_name(name).read_bytes()
        return "text/html", b'<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title>'

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


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

    def sign_up(self, address: str) -> None:
        """Creates an account and signs in to it."""
        assert self.call("signUp", address) is True
        self.sign_in_by_code(address)
