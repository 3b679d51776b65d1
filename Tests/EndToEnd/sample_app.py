"""Serves the web app of docs/apps from an origin of its own, with the bundled clients, and drives it in Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from client_app import AppServer
from journeys.calls import request
from journeys.captcha import solution
from page import Page
from sandbox import Sandbox
from web_client import WEB

SAMPLE = Path(__file__).parents[2] / "docs/apps/web"
KINDS = {".html": "text/html", ".js": "text/javascript"}

# The authenticator finds the token too old.
EXPIRED = "globalThis.fetch = async () => Response.json(" \
          "{ error: 'expired_token', errorCode: 'expired_token' }, { status: 401 });"
# The same for one call.
EXPIRED_ONCE = f"""
    const real = fetch;
    {EXPIRED}
    const once = fetch;
    globalThis.fetch = (...call) => {{ globalThis.fetch = real; return once(...call); }};"""
# The proof is too old to add a passkey, and the sign-in is as well.
SIGNED_IN_LONG_AGO = """
    globalThis.fetch = async (url) => String(url).endsWith('/add-authenticator')
        ? Response.json({ error: 'insufficient_user_authentication' }, { status: 401 })
        : Response.json({ error: 'expired_token', errorCode: 'expired_token' }, { status: 401 });"""
# Chromium's virtual authenticator accepts the suggestion by itself, as soon as the page asks for suggestions.
NO_AUTOFILL = "<script>PublicKeyCredential.isConditionalMediationAvailable = async () => false;</script>"

# What a bundler does with the names of packages.
PACKAGES = {
    "aws-amplify": "import { ConsoleLogger } from '/amplify-browser.mjs'; ConsoleLogger.LOG_LEVEL = 'ERROR';"
                   "export { Amplify } from '/amplify-browser.mjs';",
    "aws-amplify/auth": "import { auth } from '/amplify-browser.mjs'; export const { %s } = auth;",
    "@authsignal/browser": "export { Authsignal } from '/authsignal-browser.mjs';",
    "cognito-passkeys-web": "export * from '/authenticator.js';",
}

# Turnstile's function, whose widget here is a button.
TURNSTILE = """window.turnstile = { render(element, { action, callback }) {
    const button = document.createElement('button');
    button.id = 'widget';
    button.onclick = async () => callback(await (await fetch(`/solution?${action}`)).text());
    (element.append ? element : document.querySelector(element)).append(button);
} };"""


class SampleServer(AppServer):
    """The sample's files as they are, besides the settings and where the packages are."""

    packages = PACKAGES

    def __init__(self) -> None:
        self.sandbox: Sandbox | None = None
        self.passes_captcha = True
        self.has_widget = True
        self.has_autofill = False
        imported, = re.findall(r"import \{([^}]*)\} from 'aws-amplify/auth'", (SAMPLE / "sign-in.js").read_text())
        self.modules = {f"/packages/{name}.js": text.replace("%s", imported) for name, text in self.packages.items()}
        imports = json.dumps({"imports": {name: f"/packages/{name}.js" for name in self.packages}})
        self.import_map = f'<script type="importmap">{imports}</script>\n'
        super().__init__()

    def content(self, path: str) -> tuple[str, bytes]:
        name = path.partition("?")[0].removeprefix("/") or "index.html"
        file = SAMPLE / name
        if path in self.modules:
            return "text/javascript", self.modules[path].encode()
        if name == "turnstile.js":
            return "text/javascript", TURNSTILE.encode()
        if name == "solution":
            return "text/plain", self.solution().encode()
        if name == "settings.js":
            return "text/javascript", f"export const settings = {json.dumps(self.settings())};".encode()
        if name == "authenticator.js":
            return "text/javascript", (WEB / name).read_bytes()
        if name == "index.html":
            head = self.import_map + ("" if self.has_autofill else NO_AUTOFILL)
            return "text/html", file.read_text().replace("<script", f"{head}<script", 1).encode()
        if file.is_file():
            return KINDS[file.suffix], file.read_bytes()
        return super().content(path)

    def app(self, driver: Chrome, screenshots: Path) -> SampleApp:
        """The app that it serves, in a browser."""
        return SampleApp(driver, self, screenshots)

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
            "addAuthenticatorUrl": f"{self.sandbox.url}/add-authenticator", "captchaScript": "/turnstile.js",
            "sandboxCaptcha": None if self.has_widget else f"{self.sandbox.url}/sandbox/captcha",
        }


class SampleApp(Page):
    """The sample in Chromium."""

    def __init__(self, driver: Chrome, server: SampleServer, screenshots: Path) -> None:
        super().__init__(driver, server.origin, screenshots)
        self.server = server

    @property
    def sandbox(self) -> Sandbox:
        return self.server.sandbox

    def open(self, **_: Any) -> None:
        # Each look for a code reads the whole timeline.
        request(f"{self.sandbox.url}/sandbox/events", method="DELETE")
        self.driver.get(f"{self.url}/empty")
        self.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.reload()

    def reload(self) -> None:
        """Kills the page and opens it again: what was in its memory is gone."""
        self.driver.get(self.url)

    def take(self, step: str) -> None:
        """Presses the button of a step."""
        selector = f"#app:not([aria-busy]) [data-view]:not([hidden]) [data-step={step}]"
        self.click(lambda: [button for button in self.find_all(selector) if button.is_displayed()], f"a button {step}")

    def wait_for_message(self, text: str) -> None:
        self.wait(lambda: text in self.said and self.find_all("#app:not([aria-busy])"), f"the message {text!r}")

    def has(self, step: str) -> bool:
        """Whether the view has a button of a step."""
        return any(button.is_displayed() for button in self.find_all(f"[data-step={step}]"))

    def start(self, step: str, address: str, password: str | None = None) -> None:
        """Types the address, and perhaps the password, in the first view."""
        self.wait_for_view("start")
        self.type(address)
        if password is not None:
            self.type_password(password)
        self.take(step)

    def answer_code(self, code: str) -> None:
        self.wait_for_view("code")
        self.type(code)
        self.take("answerCode")

    def new_code(self, *, besides: int = 0) -> str:
        return self.sandbox.code(self.address, besides=besides)

    def sign_up(self, address: str, password: str | None = None) -> None:
        """Creates an account, and signs in to it with a code."""
        self.start("createAccount", address, password)
        self.answer_code(self.new_code())

    def sign_out(self) -> None:
        self.take("leave")
        self.wait_for_view("start")
