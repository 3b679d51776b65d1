"""The sign-in of docs/apps/react-native, compiled by tsc, with real Amplify JS against the sandbox in Chromium.
Authsignal's browser SDK plays the one for React Native."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from selenium.webdriver import Chrome

from client_app import CALL, CLIENTS, MISSING, ClientFailure
from conftest import MODES
from journeys.app import PASSWORD, new_address, other_code
from sample_app import EXPIRED, EXPIRED_ONCE, SampleApp, SampleServer

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}"),
    pytest.mark.skipif(which("tsc") is None, reason="tsc is missing: scripts/install.sh samples"),
]

ROOT = Path(__file__).parents[2]
MAX_PROOF_AGE = 300
# Cognito cannot be reached, everything else can.
WITHOUT_COGNITO = """
    const real = fetch;
    globalThis.fetch = (url, call) =>
        call?.headers?.['x-amz-target'] ? Promise.reject(new TypeError('Failed to fetch')) : real(url, call);"""
STORAGE = """export default {
    getItem: async (key) => localStorage.getItem(key),
    setItem: async (key, value) => localStorage.setItem(key, value),
    removeItem: async (key) => localStorage.removeItem(key),
};"""


OUTLINE = """
    const [settings, address, done] = arguments;
    const askForCode = async () => (await fetch('/code')).text();
    Promise.all([import('/native/outline.js'), import('react-native-authsignal')]).then(
        ([{ signInWithPasskeyOrCode }, { Authsignal }]) =>
            signInWithPasskeyOrCode(new Authsignal(settings), address, askForCode)).then(
        () => done('signed in'), (error) => done(error.message));"""


class NativeServer(SampleServer):
    """The compiled sample. Its modules are in a folder of their own, because they name each other without an ending."""

    packages = SampleServer.packages | {
        "react-native-authsignal": Path(__file__).with_name("native_authsignal.mjs").read_text(),
        "@react-native-async-storage/async-storage": STORAGE,
    }

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked_code: Callable[[], str] = lambda: ""
        super().__init__()

    def content(self, path: str) -> tuple[str, bytes]:
        match path:
            case "/native/settings":
                settings = self.settings() | {"authsignal": self.tenant, "maxProofAge": MAX_PROOF_AGE}
                return "text/javascript", f"export const settings = {json.dumps(settings)};".encode()
            case "/native/sign-in.js" | "/native/outline.js" | "/native/kept-proof":
                return "text/javascript", (self.folder / Path(path).with_suffix(".js").name).read_bytes()
            case "/captcha.html":
                page = (ROOT / "docs/apps/captcha.html").read_text()
                return "text/html", re.sub(r'src="https://[^"]*"', 'src="/turnstile.js"', page).encode()
            case "/code":
                return "text/plain", self.asked_code().encode()
            case "/":
                page = f'<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title>{self.import_map}'
                return "text/html", page.encode()
        return super().content(path)

    def app(self, driver: Chrome, screenshots: Path) -> NativeApp:
        return NativeApp(driver, self, screenshots)

    @property
    def tenant(self) -> dict[str, str]:
        settings = self.settings()["authenticator"]
        return {"tenantID": settings["tenantId"], "baseURL": settings["baseUrl"]}


class NativeApp(SampleApp):
    """The sample in Chromium, called function by function."""

    unanswered = "user_canceled"

    def reload(self) -> None:
        """Ends the app and opens it again. On a phone, Amplify keeps nothing of a sign-in then."""
        super().reload()
        self.driver.execute_script(
            "sessionStorage.clear(); globalThis.device = { unanswered: arguments[0] };", self.unanswered)

    def call(self, name: str, *values: Any) -> dict[str, Any]:
        answer = self.driver.execute_async_script(CALL.replace("/client_app.mjs", "/native/sign-in.js"), name, values)
        if "failure" in answer:
            raise ClientFailure(answer["failure"])
        return answer["value"]

    def shows(self, view: str | None, why: str | None, name: str, *values: Any) -> dict[str, Any]:
        """Takes a step, and checks what the app shows after it."""
        shown = self.call(name, *values)
        assert (shown.get("view"), shown.get("why")) == (view, why), shown
        return shown

    def sign_up_with_passkey(self, address: str) -> None:
        self.shows("code", None, "createAccount", address)
        self.shows("offer", None, "answerCode", self.sandbox.code(address))
        assert self.shows("account", "passkey-created", "createPasskey")["email"] == address
        self.shows("start", None, "leave")


@pytest.fixture(scope="module")
def server(start, tmp_path_factory) -> Iterator[NativeServer]:
    folder = tmp_path_factory.mktemp("react-native")
    project = ROOT / "Tests/Samples/TypeScript"
    # The project has other examples, too.
    subprocess.run(["tsc", "--project", project, "--noEmit", "false", "--rootDir", ROOT / "docs", "--outDir", folder],
                   check=True)
    server = NativeServer(folder / "apps/react-native")
    server.sandbox = start("--origin", server.origin)
    yield server
    server.stop()


@pytest.mark.parametrize("mode", MODES)
def test_signs_up_and_signs_in_with_the_new_passkey(open_app, mode):
    app = open_app(mode=mode)
    app.shows("start", None, "resume")
    app.sign_up_with_passkey(address := new_address())
    assert app.shows("account", None, "signInWithPasskey")["email"] == address
    assert len(app.sandbox.codes(address)) == 1
    app.reload()
    app.shows("account", None, "resume")


def test_a_code_is_the_way_on_if_the_user_cancels_or_has_no_passkey(open_app):
    app = open_app()
    for app.unanswered in ("user_canceled", "no_credential"):
        app.reload()
        app.shows(None, "no-passkey", "signInWithPasskey")
    app.shows("code", None, "createAccount", address := new_address())
    code = app.sandbox.code(address)
    app.shows(None, "wrong-code", "answerCode", other_code(code))
    app.shows("code", None, "resendCode")
    app.shows("offer", None, "answerCode", app.sandbox.code(address, besides=1))
    app.shows("account", None, "declinePasskey")
    app.shows("account", "passkey-created", "addPasskey")
    app.shows("account", "passkey-created", "addPasskey")
    assert len(app.passkeys_on_device()) == 1, "the second time, the device had one"
    app.shows("start", None, "leave")
    app.shows("code", None, "signInByEmail", address)
    app.shows("account", None, "answerCode", app.sandbox.code(address, besides=2))


def test_other_errors_are_no_reason_for_a_code(open_app):
    app = open_app()
    app.sign_up_with_passkey(address := new_address())
    app.unanswered = "network_error"
    app.reload()
    app.verify_user(False)
    with pytest.raises(ClientFailure):
        app.call("signInWithPasskey")
    app.verify_user(True)
    app.shows("account", None, "signInWithPasskey")
    assert len(app.sandbox.codes(address)) == 1


def test_an_app_that_ends_while_the_code_is_on_its_way_keeps_the_address(open_app):
    app = open_app()
    app.shows("code", None, "createAccount", address := new_address())
    app.reload()
    assert app.shows("start", "interrupted", "resume")["email"] == address
    app.shows("code", None, "signInByEmail", address)
    app.shows("offer", None, "answerCode", app.sandbox.code(address, besides=1))
    app.reload()
    app.shows("account", None, "resume")


def prove_and_end(app: NativeApp) -> None:
    """Proves a passkey; then Cognito cannot be reached, and the app ends."""
    app.driver.execute_script(WITHOUT_COGNITO)
    with pytest.raises(ClientFailure, match="^NetworkError"):
        app.call("signInWithPasskey")
    app.reload()
    app.verify_user(False)  # from now on, no prompt has an answer


@pytest.mark.parametrize("mode", MODES)
def test_an_app_that_ends_after_the_passkey_needs_one_tap_and_no_prompt(open_app, mode):
    app = open_app(mode=mode)
    app.refusals = True
    app.sign_up_with_passkey(address := new_address())
    prove_and_end(app)
    app.shows("start", "interrupted", "resume")
    assert app.shows("account", None, "signInWithPasskey")["email"] == address
    app.shows("start", None, "leave")
    app.shows(None, "no-passkey", "signInWithPasskey")
    assert len(app.sandbox.codes(address)) == 1


def test_a_kept_proof_is_forgotten_once_it_is_too_old(open_app):
    app = open_app()
    app.refusals = True
    app.sign_up_with_passkey(new_address())
    prove_and_end(app)
    app.driver.execute_script(f"const now = Date.now; Date.now = () => now() + {MAX_PROOF_AGE * 1000};")
    app.shows("start", None, "resume")
    app.shows(None, "no-passkey", "signInWithPasskey")


def test_a_kept_proof_that_cognito_has_judged_is_not_used_again(open_app):
    app = open_app()
    app.refusals = True
    app.sign_up_with_passkey(address := new_address())
    prove_and_end(app)
    # Another sign-in of the same user takes it first, as one does whose answer was lost.
    kept = app.driver.execute_script("return localStorage.getItem('sign-in.proof')")
    app.shows("account", None, "signInWithPasskey")
    app.shows("start", None, "leave")
    app.driver.execute_script("localStorage.setItem('sign-in.proof', arguments[0])", kept)
    # It is refused, and nobody has typed an address for a code.
    app.shows("start", "refused", "signInWithPasskey")
    app.shows(None, "no-passkey", "signInWithPasskey")
    assert len(app.sandbox.codes(address)) == 1


def test_emailed_codes_of_the_functions(open_app):
    app = open_app("EMAIL_OTP")
    app.refusals = True
    assert app.shows("code", None, "createAccount", address := new_address())["sentTo"] == "a***@e***"
    code = app.sandbox.code(address)
    app.shows("code", "refused", "answerCode", other_code(code))
    app.shows("code", None, "resendCode")
    for shown in (("code", "refused"), ("code", "refused"), ("start", "over")):
        app.shows(*shown, "answerCode", other_code(code))
    app.shows("code", None, "signInByEmail", address)
    app.shows("account", None, "answerCode", app.sandbox.code(address, besides=2))


def test_a_token_that_is_too_old_ends_the_sign_in(open_app):
    app = open_app()
    app.shows("code", None, "createAccount", address := new_address())
    app.driver.execute_script(EXPIRED)
    assert app.shows("start", "over", "answerCode", app.sandbox.code(address))["email"] == address


def test_a_passkey_can_be_created_although_the_proof_is_too_old(open_app):
    app = open_app()
    app.shows("code", None, "createAccount", address := new_address())
    app.shows("offer", None, "answerCode", app.sandbox.code(address))
    app.driver.execute_script(EXPIRED_ONCE)
    app.shows("account", "passkey-created", "createPasskey")


def test_a_sign_in_that_is_too_old_adds_no_passkey_and_goes_on(open_app):
    app = open_app()
    app.shows("code", None, "createAccount", address := new_address())
    with app.sandbox.clock(ahead=-601):
        app.shows("offer", None, "answerCode", app.sandbox.code(address))
    app.refusals = True
    app.driver.execute_script(EXPIRED_ONCE)
    app.shows("account", "signed-in-too-long-ago", "createPasskey")
    app.shows("account", "signed-in-too-long-ago", "addPasskey")


def test_a_session_that_has_ended_is_named(open_app):
    app = open_app()
    app.shows("code", None, "createAccount", address := new_address())
    app.shows("offer", None, "answerCode", app.sandbox.code(address))
    app.driver.execute_script("localStorage.clear()")
    for step in ("createPasskey", "declinePasskey", "addPasskey"):
        app.shows("start", "signed-out", step)


def test_an_address_to_which_no_code_can_be_sent_is_named(open_app):
    app = open_app(mode="authsignal")
    app.refusals = True
    assert app.shows("start", "no-code", "signInByEmail", address := new_address())["email"] == address


def test_a_password_or_a_captcha_first(open_app, server):
    app = open_app("PASSWORD,CAPTCHA,RESULT_TOKEN")
    app.refusals = True
    address = new_address()
    server.passes_captcha = False
    app.shows("captcha", None, "createAccount", address, PASSWORD)
    app.shows("captcha", "refused", "answerCaptcha", server.solution())
    server.passes_captcha = True
    app.shows("code", None, "answerCaptcha", server.solution())
    app.shows("offer", None, "answerCode", app.sandbox.code(address))
    app.shows("account", "passkey-created", "createPasskey")
    app.shows("start", None, "leave")
    app.shows(None, "refused", "signInByEmail", address, f"not {PASSWORD}")
    app.shows("captcha", None, "signInByEmail", address, PASSWORD)
    app.shows("account", None, "answerCaptcha", server.solution())
    assert len(app.sandbox.codes(address)) == 1, "the passkey came after the CAPTCHA"


def test_the_outline_in_the_pages(open_app, server):
    app = open_app(mode="authsignal")
    app.sign_up_with_passkey(address := new_address())
    server.asked_code = lambda: app.sandbox.code(address, besides=1)

    def sign_in() -> str:
        return app.driver.execute_async_script(OUTLINE, server.tenant, address)

    assert sign_in() == "signed in"
    assert len(app.sandbox.codes(address)) == 1, "with the passkey"
    app.shows("start", None, "leave")
    app.verify_user(False)
    assert sign_in() == "signed in"
    assert len(app.sandbox.codes(address)) == 2, "with a code"
    app.shows("start", None, "leave")
    app.unanswered = "network_error"
    app.reload()
    app.call("resume")
    assert sign_in() not in ("signed in", ""), "an outage is no reason for a code"
    assert len(app.sandbox.codes(address)) == 2


def test_the_page_with_the_captcha_hands_its_token_to_the_app(open_app, server):
    app = open_app("CAPTCHA,EMAIL_OTP")
    shown = app.shows("captcha", None, "createAccount", address := new_address())
    script = app.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        globalThis.posted = [];
        globalThis.ReactNativeWebView = { postMessage: (token) => posted.push(token) };
        globalThis.webkit = { messageHandlers: { captcha: globalThis.ReactNativeWebView } };"""})
    app.driver.get(f"{server.origin}/captcha.html#{urllib.parse.quote(json.dumps(shown))}")
    app.click(lambda: app.find_all("#widget button"), "the CAPTCHA's widget")
    app.wait(lambda: app.driver.execute_script("return posted.length > 0"), "the token")
    native, webkit = app.driver.execute_script("return posted")
    app.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert native == webkit
    app.driver.get(f"{server.origin}/")
    app.shows("code", None, "answerCaptcha", native)
    assert len(app.sandbox.codes(address)) == 1
