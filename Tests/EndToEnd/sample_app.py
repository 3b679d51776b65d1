"""Serves the web app of docs/apps from an origin of its own, with the bundled clients, and drives it in Chromium, by
steps that every sample has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from selenium.webdriver import Chrome
from selenium.webdriver.remote.webelement import WebElement

from app_server import AppServer
from journeys.app import new_address
from journeys.calls import request
from journeys.captcha import solution
from page import NO_AUTOFILL, Page
from sandbox import Sandbox
from web_client import MODULES, WEB

SAMPLE = Path(__file__).parents[2] / "docs/apps/web"
KINDS = {".css": "text/css", ".html": "text/html", ".js": "text/javascript"}

# The authenticator finds the token too old.
EXPIRED = "globalThis.fetch = async () => Response.json(" \
          "{ error: 'expired_token', errorCode: 'expired_token' }, { status: 401 });"
# The same for one call.
EXPIRED_ONCE = f"""
    const real = fetch;
    {EXPIRED}
    const once = fetch;
    globalThis.fetch = (...call) => {{ globalThis.fetch = real; return once(...call); }};"""
WITHOUT_AUTOFILL = f"<script>{NO_AUTOFILL}</script>"

# What a bundler does with the names of packages.
PACKAGES = {
    "aws-amplify": "import { ConsoleLogger } from '/amplify-browser.mjs'; ConsoleLogger.LOG_LEVEL = 'ERROR';"
                   "export { Amplify } from '/amplify-browser.mjs';",
    "aws-amplify/auth": "import { auth } from '/amplify-browser.mjs'; export const { confirmSignIn, confirmSignUp, "
                        "fetchAuthSession, resendSignUpCode, signIn, signOut, signUp } = auth;",
    "@authsignal/browser": "export { Authsignal } from '/authsignal-browser.mjs';",
    "cognito-passkeys-web": "export * from '/authenticator.js';",
    "cognito-passkeys-web/element": "export * from '/passkey-sign-in.js';",
}

# Turnstile's function, whose widget here is a button.
TURNSTILE = """window.turnstile = { render(element, { action, callback }) {
    const button = document.createElement('button');
    button.id = 'widget';
    button.type = 'button';
    button.onclick = async () => callback(await (await fetch(`/solution?${action}`)).text());
    (element.append ? element : document.querySelector(element)).append(button);
} };"""


class SampleServer(AppServer):
    """The sample's files as they are, besides the settings and where the packages are."""

    folder = SAMPLE
    packages = PACKAGES

    def __init__(self) -> None:
        self.sandbox: Sandbox | None = None
        self.passes_captcha = True
        self.has_widget = True
        self.has_autofill = False
        self.modules = {f"/packages/{name}.js": text for name, text in self.packages.items()}
        imports = json.dumps({"imports": {name: f"/packages/{name}.js" for name in self.packages}})
        self.import_map = f'<script type="importmap">{imports}</script>\n'
        super().__init__()

    def content(self, path: str) -> tuple[str, bytes]:
        name = path.partition("?")[0].removeprefix("/") or "index.html"
        file = self.folder / name
        if path in self.modules:
            return "text/javascript", self.modules[path].encode()
        if name == "turnstile.js":
            return "text/javascript", TURNSTILE.encode()
        if name == "solution":
            return "text/plain", self.solution().encode()
        if name == "settings.js":
            return "text/javascript", f"export const settings = {json.dumps(self.settings())};".encode()
        if name in MODULES:
            return "text/javascript", (WEB / name).read_bytes()
        if name == "index.html":
            head = self.import_map + ("" if self.has_autofill else WITHOUT_AUTOFILL)
            return "text/html", file.read_text().replace("<script", f"{head}<script", 1).encode()
        if file.is_file():
            return KINDS[file.suffix], file.read_bytes()
        return super().content(path)

    def app(self, driver: Chrome, screenshots: Path) -> SampleApp:
        """The app that it serves, in a browser."""
        return ElementApp(driver, self, screenshots)

    def solution(self) -> str:
        """The token of the CAPTCHA's widget."""
        return solution(self.sandbox, passes=self.passes_captcha)

    def settings(self) -> dict[str, Any]:
        """The settings of the sandbox in force, in the form of the sample's settings.js."""
        now = self.sandbox.settings
        return {
            "cognito": {"userPoolId": now["userPoolId"], "userPoolClientId": now["clientId"],
                        "userPoolEndpoint": self.sandbox.url},
            "tokenMode": now["tokenMode"],
            "authenticator": {"tenantId": now["tenantId"], "baseUrl": f"{self.sandbox.url}/v1"},
            "action": "cognitoAuth", "passwordFirst": now["flow"].startswith("PASSWORD"),
            "hasPasskeys": now["flow"].endswith("RESULT_TOKEN"),
            "addAuthenticatorUrl": f"{self.sandbox.url}/add-authenticator",
            "captchaScript": "/turnstile.js" if self.has_widget else None,
            "sandboxCaptcha": None if self.has_widget else f"{self.sandbox.url}/sandbox/captcha",
        }


# Calls that an outage keeps from arriving.
AUTHENTICATOR, COGNITO = "http://localhost:*/v1/client/*", "http://localhost:*/"

# What the page says, by the reason.
WORDS = {
    "no-passkey": "No passkey was used. You can sign in with an emailed code",
    "refused": "was not accepted", "over": "sign-in is over", "signed-out": "You are no longer signed in",
    "another-user": "Another account has signed in", "wrong-code": "This code is not right",
    "signed-in-too-long-ago": "You signed in too long ago to add a passkey",
    "no-code": "No code can be sent to this address. Check it, or ask whoever runs this app.",
    "not-created": "No passkey was created", "passkey-created": "passkey is ready",
    "passkey-exists": "already has a passkey", "passkey-renamed": "has its new name",
    "passkey-removed": "can no longer sign in with this passkey", "prove-again": "use one of them once more",
    "other-account": "belongs to another account", "not-proven": "To see your passkeys, use one of them",
    "outage": "That did not work. Please check your connection",
}


class SampleApp(Page):
    """The web app in Chromium."""

    second_passkey = "passkey-exists"
    """What the app says if it adds a passkey on a device that has one."""
    words = WORDS
    root = "#app"
    """What has the views."""
    mails_of_a_restart = 0
    """How many mails more a sign-in takes if the app ends while the code is on its way."""

    def __init__(self, driver: Chrome, server: SampleServer, screenshots: Path) -> None:
        super().__init__(driver, server.origin, screenshots)
        self.server = server
        self.shown = ""

    @property
    def sandbox(self) -> Sandbox:
        return self.server.sandbox

    @property
    def view(self) -> str:
        return self.driver.execute_script(
            "return document.querySelector('[data-view]:not([hidden])')?.dataset.view ?? ''")

    @property
    def said(self) -> str:
        return self.driver.execute_script(
            "return [...document.querySelectorAll('.notice:not([hidden])')].map((n) => n.textContent).join(' ')")

    def open(self, **_: Any) -> None:
        # Each look for a code reads the whole timeline.
        request(f"{self.sandbox.url}/sandbox/events", method="DELETE")
        self.driver.get(f"{self.url}/empty")
        self.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.reload()

    def reload(self) -> None:
        """Kills the page and opens it again: what was in its memory is gone."""
        self.driver.get(self.url)

    def take(self, step: str, *typed: str) -> Self:
        """Types in the fields of a step, and presses its button."""
        self.address = next((text for text in typed if "@" in text), self.address)
        view = f"{self.root}:not([aria-busy]) [data-view]:not([hidden])"

        def displayed(control: str) -> list[WebElement]:
            return self.look("return seen(arguments[0])", self.find_all(f"{view} {control}"))

        self.wait(lambda: displayed(f"[data-step={step}]"), f"a button {step}")
        for field, text in zip(displayed("input"), typed):
            field.clear()
            field.send_keys(text)
        self.click(lambda: displayed(f"[data-step={step}]"), f"a button {step}")
        return self

    def shows(self, view: str | None, why: str | None = None) -> None:
        """Checks what the app shows after a step: a view, or the same one as before, and what it says."""
        self.shown = view or self.shown
        words = self.words[why] if why else ""
        self.wait(lambda: self.find_all(f"{self.root}:not([aria-busy])") and self.view == self.shown
                  and (words in self.said if words else self.said == ""), f"the view {self.shown} with {words!r}")

    def fails(self, step: str, *typed: str) -> None:
        """Takes a step that an outage prevents."""
        self.take(step, *typed).shows(None, "outage")

    def told(self, name: str) -> str:
        """What the app shows under a name."""
        shown = self.find(f"[data-view]:not([hidden]) :is([name={name}], [data-text={name}])")
        return shown.get_attribute("value") or shown.text

    def has(self, step: str) -> bool:
        """Whether the view has a button of a step."""
        return bool(self.look("return seen(arguments[0])", self.find_all(f"[data-step={step}]")))

    def new_code(self, *, besides: int = 0) -> str:
        return self.sandbox.code(self.address, besides=besides)

    def choose(self, step: str) -> Self:
        """After a password, chooses a passkey or a code."""
        self.shows("choose")
        return self.take(step)

    def solve_captcha(self) -> Self:
        self.click(lambda: self.find_all("#app:not([aria-busy]) [data-captcha] button"), "the CAPTCHA's widget")
        return self

    def restart_at(self, view: str) -> None:
        """Ends the app and opens it again; the sign-in goes on at a view."""
        self.reload()
        self.shows(view)

    def sign_up(self, *, until: str = "offer") -> str:
        """Creates an account, and signs in to it with a code; returns its address."""
        self.take("createAccount", address := new_address()).shows("code")
        self.take("answerCode", self.new_code()).shows(until)
        return address

    def sign_up_with_passkey(self) -> str:
        address = self.sign_up()
        self.take("createPasskey").shows("account", "passkey-created")
        return address

    def sign_out(self) -> None:
        self.take("leave").shows("start")


class ElementApp(SampleApp):
    """An app whose sign-in is <passkey-sign-in>."""

    root = "[part=card]"
    words = WORDS | {"no-code": "No code can be sent to this address. Please check it."}

    @property
    def storage_key(self) -> str:
        return f"passkey-sign-in.{self.sandbox.settings['clientId']}"

    def find(self, selector: str) -> WebElement:
        [found, *_] = self.find_all(selector)
        return found

    def find_all(self, selector: str) -> list[WebElement]:
        return self.parts(selector)

    view = Page.view

    @property
    def said(self) -> str:
        return self.look("return seen(parts('[part=message]')).map((one) => one.innerText).join(' ')")

    def take(self, step: str, *typed: str) -> Self:
        super().take(step, *typed)
        return super().take("confirmRemoval") if step == "removePasskey" else self

    def solve_captcha(self) -> Self:
        widget = "passkey-sign-in > [slot=captcha] button"
        self.click(lambda: self.find_all(f"{self.root}:not([aria-busy])") and super(SampleApp, self).find_all(widget),
                   "the CAPTCHA's widget")
        return self


@contextmanager
def outage(app: SampleApp, calls: str) -> Iterator[None]:
    """No call to these addresses arrives."""
    app.driver.execute_cdp_cmd("Network.enable", {})
    app.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urlPatterns": [{"urlPattern": calls, "block": True}]})
    try:
        yield
    finally:
        app.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urlPatterns": []})
        app.driver.execute_cdp_cmd("Network.disable", {})
        app.driver.get_log("browser")
