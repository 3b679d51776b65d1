"""Serves the app of docs/apps/react-native, compiled by tsc, with real Amplify JS, and drives it in Chromium, mostly by
the functions of its sign-in. Authsignal's browser SDK plays the one for React Native, two small modules React and its
components."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest
from selenium.webdriver import Chrome

from sample_app import SampleApp, SampleServer

needs_tsc = pytest.mark.skipif(which("tsc") is None, reason="tsc is missing: scripts/install.sh samples")

ROOT = Path(__file__).parents[2]
MAX_PROOF_AGE = 300
STORAGE = """export default {
    getItem: async (key) => localStorage.getItem(key),
    setItem: async (key, value) => localStorage.setItem(key, value),
    removeItem: async (key) => localStorage.removeItem(key),
};"""
STEP = """
    const [name, values, done] = arguments;
    import('/native/sign-in.js').then((app) => app[name](...values)).then(
        (value) => done({ value }),
        (error) => done({ failure: `${error.errorCode ?? error.name}: ${error.message}` }));"""
AMPLIFY = """
    const [name, input, done] = arguments;
    import('/amplify-browser.mjs').then(({ auth }) => auth[name](input)).then(done, ({ name }) => done({ error: name }));"""
SDK = """
    const [{ tenantID: tenantId, baseURL: baseUrl }, part, name, input, token, done] = arguments;
    import('/authsignal-browser.mjs').then(({ Authsignal }) => {
        const sdk = new Authsignal({ tenantId, baseUrl });
        if (token) sdk.setToken(token);
        return sdk[part][name](input);
    }).then(
        ({ data, error, errorCode }) => done(error ? { error, errorCode } : { data }),
        ({ name }) => done({ error: name }));"""


class ClientFailure(Exception):
    """An exception that the sample threw, as its code or name, and its message."""


class NativeServer(SampleServer):
    """The compiled sample. Its modules are in a folder of their own, because they name each other without an ending."""

    packages = SampleServer.packages | {
        "react-native-authsignal": Path(__file__).with_name("native_authsignal.mjs").read_text(),
        "react": Path(__file__).with_name("native_react.mjs").read_text(),
        "react-native": Path(__file__).with_name("native_components.mjs").read_text(),
        "react-native-webview": "export function WebView() {}", "react-native-get-random-values": "",
        "expo": "export { start as registerRootComponent } from 'react';",
        "@react-native-async-storage/async-storage": STORAGE,
    }

    def __init__(self) -> None:
        self.compiled = TemporaryDirectory()
        # The project has other examples, too.
        subprocess.run(["tsc", "--project", ROOT / "Tests/Samples/TypeScript", "--noEmit", "false",
                        "--rootDir", ROOT / "docs", "--outDir", self.compiled.name], check=True)
        self.asked_code: Callable[[], str] = lambda: ""
        self.other_tenant: str | None = None
        """A tenant ID that is not the sandbox's."""
        super().__init__()

    def stop(self) -> None:
        super().stop()
        self.compiled.cleanup()

    def content(self, path: str) -> tuple[str, bytes]:
        match path:
            case "/native/settings":
                settings = self.settings() | {"authsignal": self.tenant, "maxProofAge": MAX_PROOF_AGE}
                return "text/javascript", f"export const settings = {json.dumps(settings)};".encode()
            case ("/native/sign-in.js" | "/native/sign-in" | "/native/outline.js" | "/native/kept-proof"
                  | "/native/index.js" | "/native/SignInScreen"):
                file = Path(self.compiled.name, "apps/react-native", Path(path).with_suffix(".js").name)
                return "text/javascript", file.read_bytes()
            case "/captcha.html":
                page = (ROOT / "docs/apps/captcha.html").read_text()
                return "text/html", re.sub(r'src="https://[^"]*"', 'src="/turnstile.js"', page).encode()
            case "/code":
                return "text/plain", self.asked_code().encode()
            case "/" | "/app" | "/app-of-an-old-device":
                page = f'<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title>{self.import_map}'
                device = json.dumps({"unanswered": "user_canceled", "isTooOld": path != "/app"})
                whole = f"<div id=root></div><script>device = {device}</script>" \
                    "<script type=module src=/native/index.js></script>"
                return "text/html", (page + whole * (path != "/")).encode()
        return super().content(path)

    def app(self, driver: Chrome, screenshots: Path) -> NativeApp:
        return NativeApp(driver, self, screenshots)

    @property
    def tenant(self) -> dict[str, str]:
        settings = self.settings()["authenticator"]
        return {"tenantID": self.other_tenant or settings["tenantId"], "baseURL": settings["baseUrl"]}


class NativeApp(SampleApp):
    """The sample in Chromium, called function by function."""

    second_passkey = "passkey-created"
    mails_of_a_restart = 1
    unanswered = "user_canceled"
    """What the SDK says of a prompt without an answer."""
    is_too_old = False
    """Whether the device has no passkeys."""

    def reload(self) -> None:
        """Ends the app and opens it again. On a phone, Amplify keeps nothing of a sign-in then."""
        super().reload()
        self.driver.execute_script(
            "sessionStorage.clear(); globalThis.device = { unanswered: arguments[0], isTooOld: arguments[1] };",
            self.unanswered, self.is_too_old)
        self.take("resume")

    def take(self, step: str, *typed: str) -> Self:
        self.address = next((text for text in typed if "@" in text), self.address)
        answer = self.driver.execute_async_script(STEP, step, typed)
        if "failure" in answer:
            raise ClientFailure(answer["failure"])
        self.returned = answer["value"]
        return self

    def amplify(self, name: str, input: Any) -> Any:
        """Calls a function of Amplify that the sample does not use."""
        return self.driver.execute_async_script(AMPLIFY, name, input)

    def sdk(self, part: str, name: str, input: Any = None, token: str | None = None) -> dict[str, Any]:
        """Calls a function of Authsignal's browser SDK; returns its data, or its error."""
        return self.driver.execute_async_script(SDK, self.server.tenant, part, name, input, token)

    def shows(self, view: str | None, why: str | None = None) -> None:
        assert (self.returned.get("view"), self.returned.get("why")) == (view, why), self.returned

    def fails(self, step: str, *typed: str) -> None:
        with pytest.raises(ClientFailure):
            self.take(step, *typed)

    def told(self, name: str) -> str:
        return self.returned[name]

    def choose(self, step: str) -> Self:
        """Does nothing: the app asks for a passkey by itself, and without one has a code mailed."""
        return self

    def solve_captcha(self) -> Self:
        return self.take("answerCaptcha", self.server.solution())

    def restart_at(self, view: str) -> None:
        """Only the address outlives the app, so the user begins again."""
        self.reload()
        self.shows("start", "interrupted")
        assert self.told("email") == self.address
        self.take("signInByEmail", self.address).shows(view)
