"""<passkey-sign-in> in a page of its own with a strict Content-Security-Policy: who can use it, and what the app hears.
The web sample's tests have its sign-ins."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import new_address, other_code
from journeys.loopback import Answer
from sample_app import ElementApp, SampleServer
from web_client import WEB

[README] = re.findall(r"```html\n(.*?)```", (WEB / "README.md").read_text(encoding="utf-8"), re.DOTALL)
AXE = (Path(find_spec("axe_playwright_python").origin).parent / "axe.min.js").read_text(encoding="utf-8")
FOUND = """
    const [done] = arguments;
    axe.run().then(({ violations, passes }) => done([passes.length, violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`)]));"""
HEARD = "return heard.splice(0)"
CALL = """
    const [name, done] = arguments;
    document.querySelector('passkey-sign-in')[name]().then((value) => done(value ?? null));"""
# What the control with the focus is called.
FOCUSED = """
    let at = document.activeElement;
    while (at.shadowRoot) at = at.shadowRoot.activeElement;
    return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';"""
PAGE = """<!DOCTYPE html><html lang="{lang}" dir="{dir}"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>App</title><link rel="icon" href="icon.svg">
{no_autofill}<script type="module" src="app.js"></script><main><h1>App</h1></main></html>"""
APP = """
    import './passkey-sign-in.js';
    globalThis.heard = [];
    const hear = ({ type, detail }) => heard.push([type, detail]);
    for (const name of ['signed-in', 'signed-out']) addEventListener(name, hear);
    const signIn = Object.assign(document.createElement('passkey-sign-in'), { words: %s });
    for (const [name, value] of Object.entries(%s)) signIn.setAttribute(name, value);
    document.querySelector('main').append(signIn);"""
ARABIC = {"signIn": "تسجيل الدخول", "email": "البريد الإلكتروني", "goOn": "متابعة", "createAccount": "إنشاء حساب",
          "signInWithPasskey": "تسجيل الدخول بمفتاح المرور"}


class ElementServer(SampleServer):
    """A page that lets only its own origin and the sandbox's calls in."""

    def __init__(self) -> None:
        self.usual()
        super().__init__()

    def usual(self) -> None:
        self.look = {"lang": "en", "dir": "ltr"}
        self.words: dict[str, str] | None = None
        self.attributes: dict[str, str] = {}

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        status, given, content = super().answer(method, path, headers, body)
        policy = f"default-src 'self'; connect-src {self.sandbox.url}; require-trusted-types-for 'script'"
        # The empty page has another icon, and the code of README.md stands in its page.
        return status, given | ({} if path in ("/empty", "/readme") else {"Content-Security-Policy": policy}), content

    def content(self, path: str) -> tuple[str, bytes]:
        match path:
            case "/":
                no_autofill = "" if self.has_autofill else '<script src="no-autofill.js"></script>'
                return "text/html", PAGE.format(**self.look, no_autofill=no_autofill).encode()
            case "/no-autofill.js":
                return "text/javascript", b"PublicKeyCredential.isConditionalMediationAvailable = async () => false;"
            case "/app.js":
                settings = self.settings()
                usual = {"user-pool-id": settings["cognito"]["userPoolId"], "endpoint": self.sandbox.url,
                         "client-id": settings["cognito"]["userPoolClientId"], "base-url": f"{self.sandbox.url}/v1"}
                return "text/javascript", (APP % tuple(map(json.dumps, (self.words, usual | self.attributes)))).encode()
            case "/readme":
                settings = self.settings()["cognito"]
                code = README.replace("eu-west-1_AbCdEf123", settings["userPoolId"])
                code = code.replace("1example23456789", settings["userPoolClientId"])
                code = code.replace("https://….lambda-url.eu-west-1.on.aws/v1", f"{self.sandbox.url}/v1")
                # Only the sandbox has an address of its own.
                code = code.replace("<passkey-sign-in", f'<passkey-sign-in endpoint="{self.sandbox.url}"')
                head = '<!DOCTYPE html><title>App</title><link rel="icon" href="data:,">'
                return "text/html", (head + self.import_map + code).encode()
            case "/icon.svg":
                return "image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg"/>'
        return super().content(path)


@pytest.fixture(scope="module")
def server(serve_sample) -> ElementServer:
    return serve_sample(ElementServer)


@pytest.fixture
def app(open_app, server) -> ElementApp:
    server.usual()
    app = open_app()
    app.shows("start")
    return app


def heard(app: ElementApp) -> list[Any]:
    return app.driver.execute_script(HEARD)


def tab_to(app: ElementApp, text: str) -> None:
    for _ in range(20):
        app.press(Keys.TAB)
        if text in app.driver.execute_script(FOCUSED):
            return
    raise AssertionError(f"the Tab key does not reach {text!r}")


def test_the_keyboard_alone_does_everything_and_the_app_hears_of_it(app):
    address = app.address = new_address()
    tab_to(app, "Email address")
    app.press(address)
    tab_to(app, "Create an account")
    app.press(Keys.ENTER)
    app.shows("code")
    assert address in app.told("sentTo") and app.driver.execute_script(FOCUSED) == "Code"
    app.press(other_code(code := app.new_code()), Keys.ENTER)
    app.shows("code", "wrong-code")
    assert app.find("[name=code][aria-invalid=true]").get_attribute("aria-describedby") == "message"
    assert app.driver.execute_script(FOCUSED) == "Code", "the next code can be typed at once"
    app.press(code, Keys.ENTER)
    app.shows("offer")
    assert heard(app) == [], "the offer comes first"
    tab_to(app, "Create a passkey")
    app.press(Keys.ENTER)
    app.shows("account", "passkey-created")
    [[name, detail]] = heard(app)
    assert (name, detail["claims"]["email"]) == ("signed-in", address)
    user = app.sandbox.cognito.get_user(AccessToken=detail["tokens"]["accessToken"])["Username"]
    assert user == detail["claims"]["sub"]
    tab_to(app, "Remove: Passkey")
    app.press(Keys.ENTER)
    app.shows("removal")
    tab_to(app, "Keep")
    app.press(Keys.ENTER)
    app.shows("account")
    tab_to(app, "Sign out")
    app.press(Keys.ENTER)
    app.shows("start")
    assert heard(app) == [["signed-out", None]]
    tab_to(app, "Sign in with a passkey")
    app.press(Keys.SPACE)
    app.shows("account")
    assert [name for name, _ in heard(app)] == ["signed-in"]


def assert_usable(app: ElementApp, what: str) -> None:
    """Checks the view on a phone, in light and dark: axe finds nothing, and nothing is too wide or too small."""
    for scheme in ("light", "dark"):
        app.colours(scheme)
        app.resize(320)
        app.assert_fits(f"{what}, {scheme}")
        if not app.driver.execute_script("return 'axe' in window"):
            app.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
        passed, found = app.driver.execute_async_script(FOUND)
        assert found == [] and passed > 10, f"{what}, {scheme}: {found}"


def test_axe_finds_nothing_in_any_view_on_a_phone(app):
    assert_usable(app, "the start")
    app.take("createAccount", new_address()).shows("code")
    app.take("answerCode", "000000").shows("code", "wrong-code")
    assert_usable(app, "a wrong code")
    app.take("answerCode", app.new_code()).shows("offer")
    assert_usable(app, "the offer")
    app.take("createPasskey").shows("account", "passkey-created")
    app.take("renamePasskey", "W" * 100).shows("account", "passkey-renamed")
    assert_usable(app, "the account")
    super(ElementApp, app).take("removePasskey").shows("removal")
    assert_usable(app, "the question")


def test_it_speaks_the_language_of_the_page_and_the_app_replaces_words(app, server):
    for language, title in (("de-AT", "Anmelden"), ("fr", "Se connecter"), ("es", "Iniciar sesión"), ("pl", "Sign in")):
        server.look["lang"] = language
        app.reload()
        app.shows("start")
        assert app.find("h2").text == title
        assert app.find(app.root).get_attribute("lang") == language[:2].replace("pl", "en")
    server.look = {"lang": "ar", "dir": "rtl"}
    server.words = ARABIC
    app.reload()
    app.shows("start")
    assert_usable(app, "from right to left")
    field, card = app.find("[name=email]").rect, app.find(app.root).rect
    label, text = app.find("label span"), ARABIC["email"]
    assert label.text == text and label.value_of_css_property("direction") == "rtl"
    assert card["x"] <= field["x"] and field["x"] + field["width"] <= card["x"] + card["width"]
    assert app.find(app.root).get_attribute("lang") == "ar"


def test_the_code_of_the_clients_page_is_a_whole_sign_in(app):
    app.driver.get(f"{app.url}/readme")
    app.wait(lambda: app.find_all("h2") and app.find("h2").text == "Welcome back", "the app's own word")
    address = app.sign_up()
    app.driver.get_log("browser")
    app.take("createPasskey").shows("account", "passkey-created")
    assert any(f'"{address}"' in entry["message"] for entry in app.driver.get_log("browser")), "the app hears of it"
    app.driver.execute_script("window.isOld = true")
    app.take("leave")
    # There, the device accepts the suggestion of its passkey at once.
    app.wait(lambda: not app.driver.execute_script("return window.isOld") and app.view == "account", "the page anew")


def kept(app: ElementApp, area: str) -> list[str]:
    """The names of what an area of the browser's storage keeps of this app."""
    names = app.driver.execute_script(f"return Object.keys({area})")
    return sorted(name.rsplit(".", 1)[1] for name in names if name.startswith("passkey-sign-in."))


@pytest.mark.parametrize(("keep", "in_tab", "in_browser", "after_reload"), [
    ("tab", ["proof", "tokens"], ["declined"], "account"), ("browser", ["proof"], ["declined", "tokens"], "account"),
    ("memory", [], ["declined"], "start")])
def test_tokens_are_kept_as_the_app_says(app, server, keep, in_tab, in_browser, after_reload):
    server.attributes = {"keep": keep, "add-authenticator-url": f"{server.sandbox.url}/add-authenticator"}
    app.reload()
    app.sign_up()
    app.take("declinePasskey").shows("account")
    app.take("addPasskey").shows("account", "passkey-created")
    assert kept(app, "sessionStorage") == in_tab and kept(app, "localStorage") == in_browser
    app.reload()
    app.shows(after_reload)
    assert [name for name, _ in heard(app)] == (["signed-in"] if after_reload == "account" else [])


def tokens(app: ElementApp) -> dict[str, Any] | None:
    return app.driver.execute_async_script(CALL, "getTokens")


def age(app: ElementApp, **changes: Any) -> None:
    """Changes the tokens that the tab keeps."""
    key = f"{app.storage_key}.tokens"
    now = json.loads(app.driver.execute_script("return sessionStorage.getItem(arguments[0])", key))
    app.driver.execute_script("sessionStorage.setItem(...arguments)", key, json.dumps(now | changes))


def test_the_app_gets_fresh_tokens_and_hears_of_the_end_of_the_session(app):
    app.sign_up()
    app.take("declinePasskey").shows("account")
    first = tokens(app)
    assert tokens(app) == first
    age(app, expiresAt=0)
    fresh = tokens(app)
    assert fresh["accessToken"] != first["accessToken"] and fresh["expiresAt"] > first["expiresAt"]
    heard(app)
    app.refusals = True
    age(app, expiresAt=0, refreshToken="of-an-ended-session")
    assert tokens(app) is None
    app.shows("start", "signed-out")
    assert heard(app) == [["signed-out", None]]
    app.take("signInByEmail", app.address).shows("code")
    app.take("answerCode", app.new_code(besides=1)).shows("account")
    app.driver.execute_async_script(CALL, "signOut")
    app.shows("start")
    assert [name for name, _ in heard(app)] == ["signed-in", "signed-out"]


def test_sign_up_can_be_off_and_a_mistake_of_the_setup_is_named_and_mended_at_once(app, server):
    server.attributes = {"sign-up": "off", "base-url": ""}
    app.reload()
    app.wait(lambda: "Set baseUrl to the stack's output AuthenticatorBaseUrl" in app.said, "the mistake")
    assert "baseUrl" in app.driver.get_log("browser")[-1]["message"], "for the developer"
    app.driver.execute_script("document.querySelector('passkey-sign-in').setAttribute('base-url', arguments[0])",
                              f"{app.sandbox.url}/v1")
    app.shows("start")
    assert app.has("signInByEmail") and not app.has("createAccount")
