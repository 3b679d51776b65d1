"""What only docs/apps/react-native has: screens, a kept proof, the outline in the pages, the page for CAPTCHAs, and a
project."""

from __future__ import annotations

import json
import re
import subprocess
import urllib.parse
from pathlib import Path
from shutil import which

import pytest

from app_server import needs_clients
from conftest import MODES
from journeys.app import PASSWORD, new_address, other_code
from native_app import MAX_PROOF_AGE, NativeApp, NativeServer, needs_tsc
from sample_app import COGNITO, outage

pytestmark = [needs_clients, needs_tsc]

OUTLINE = """
    const [settings, address, done] = arguments;
    const askForCode = async () => (await fetch('/code')).text();
    Promise.all([import('/native/outline.js'), import('react-native-authsignal')]).then(
        ([{ signInWithPasskeyOrCode }, { Authsignal }]) =>
            signInWithPasskeyOrCode(new Authsignal(settings), address, askForCode)).then(
        () => done('signed in'), (error) => done(error.message));"""

HAS_PASSKEYS = "const [done] = arguments; import('/native/sign-in.js').then(({ hasPasskeys }) => done(hasPasskeys));"


@pytest.fixture(scope="module")
def server(serve_sample) -> NativeServer:
    return serve_sample(NativeServer)


@pytest.fixture
def app(open_app) -> NativeApp:
    return open_app()


def test_a_device_that_says_that_it_has_no_passkey_leads_to_a_code(app):
    app.unanswered = "no_credential"
    app.reload()
    app.take("signInWithPasskey").shows(None, "no-passkey")


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "PASSWORD,RESULT_TOKEN"])
def test_a_device_that_is_too_old_for_passkeys_is_offered_none_and_signs_in_with_codes(open_app, flow):
    app = open_app(flow)
    app.is_too_old = True
    app.reload()
    assert not app.driver.execute_async_script(HAS_PASSKEYS)
    password = [PASSWORD] if flow.startswith("PASSWORD") else []
    app.take("createAccount", new_address(), *password).shows("code")
    app.take("answerCode", app.new_code()).shows("account")
    assert app.passkeys_on_device() == []


def leave_proof(app: NativeApp) -> str:
    """Proves a passkey; then Cognito cannot be reached, and the app ends. Returns the address."""
    app.refusals = True
    address = app.sign_up_with_passkey()
    app.sign_out()
    with outage(app, COGNITO):
        app.fails("signInWithPasskey")
    app.reload()
    app.verify_user(False)  # from now on, no prompt has an answer
    return address


@pytest.mark.parametrize("mode", MODES)
def test_an_app_that_ends_after_the_passkey_needs_one_tap_and_no_prompt(open_app, mode):
    app = open_app(mode=mode)
    address = leave_proof(app)
    app.shows("start", "interrupted")
    app.take("signInWithPasskey").shows("account")
    assert app.told("email") == address
    app.sign_out()
    app.take("signInWithPasskey").shows(None, "no-passkey")
    assert len(app.sandbox.codes(address)) == 1


def test_a_kept_proof_is_forgotten_once_it_is_too_old(app):
    leave_proof(app)
    app.driver.execute_script(f"const now = Date.now; Date.now = () => now() + {MAX_PROOF_AGE * 1000};")
    app.take("resume").shows("start")
    app.take("signInWithPasskey").shows(None, "no-passkey")


def test_a_kept_proof_that_cognito_has_judged_is_not_used_again(app):
    address = leave_proof(app)
    # Another sign-in of the same user takes it first, as one does whose answer was lost.
    kept = app.driver.execute_script("return localStorage.getItem('sign-in.proof')")
    app.take("signInWithPasskey").shows("account")
    app.sign_out()
    app.driver.execute_script("localStorage.setItem('sign-in.proof', arguments[0])", kept)
    app.take("signInWithPasskey").shows("start", "refused")  # and nobody has typed an address for a code
    app.take("signInWithPasskey").shows(None, "no-passkey")
    assert len(app.sandbox.codes(address)) == 1


def test_the_outline_in_the_pages(open_app, server):
    app = open_app(mode="authsignal")
    address = app.sign_up_with_passkey()
    app.sign_out()
    server.asked_code = lambda: app.sandbox.code(address, besides=1)

    def sign_in() -> str:
        return app.driver.execute_async_script(OUTLINE, server.tenant, address)

    assert sign_in() == "signed in"
    assert len(app.sandbox.codes(address)) == 1, "with the passkey"
    app.sign_out()
    app.verify_user(False)
    assert sign_in() == "signed in"
    assert len(app.sandbox.codes(address)) == 2, "with a code"
    app.sign_out()
    app.unanswered = "network_error"
    app.reload()
    assert sign_in() not in ("signed in", ""), "an outage is no reason for a code"
    assert len(app.sandbox.codes(address)) == 2


class Screen:
    """The whole app, from its entry on, with stand-ins for React and React Native."""

    def __init__(self, app: NativeApp, path: str = "app") -> None:
        self.app = app
        app.driver.get(f"{app.url}/{path}")

    def buttons(self) -> list[str]:
        return [button.text for button in self.app.find_all("button")]

    def press(self, title: str) -> None:
        self.app.click(lambda: [one for one in self.app.find_all("button:not([disabled])") if one.text == title], title)

    def type(self, label: str, text: str) -> None:
        [field] = self.app.wait(lambda: self.app.find_all(f"input[aria-label={label}]"), label)
        field.send_keys(text)

    def shows(self, text: str) -> None:
        self.app.wait(lambda: text in self.app.find("#root").text and not self.app.find_all("progress"), text)


def test_the_whole_app_leads_from_a_new_account_to_a_sign_in_without_typing(app):
    screen = Screen(app)
    screen.type("Email", f" {(address := new_address())} ")
    screen.press("Create an account")
    screen.shows(f"a code is on its way to {address}")
    app.address = address
    screen.type("Code", other_code(app.new_code()))
    screen.press("Sign in")
    screen.shows("This code is not right")
    screen.type("Code", app.new_code())
    screen.press("Sign in")
    screen.press("Create a passkey")
    screen.shows("Your passkey is ready.")
    screen.press("Sign out")
    screen.press("Sign in with a passkey")
    screen.shows(address)
    assert screen.buttons() == ["Add a passkey", "Sign out"]
    assert len(app.sandbox.codes(address)) == 1


def test_the_whole_app_has_no_buttons_for_passkeys_on_a_device_that_is_too_old(app):
    screen = Screen(app, "app-of-an-old-device")
    screen.shows("Continue")
    assert screen.buttons() == ["Continue", "Create an account"]


SAMPLE = Path(__file__).parents[2] / "docs/apps/react-native"
# No file imports it, but Amplify does on phones.
IMPORTED_BY_AMPLIFY = {"@aws-amplify/react-native"}


@pytest.mark.skipif(which("esbuild") is None, reason="esbuild is missing: scripts/install.sh samples")
def test_the_project_bundles_and_declares_the_packages_that_it_imports_and_no_others(tmp_path):
    project = json.loads((SAMPLE / "package.json").read_text())
    bundle, inside = tmp_path / "bundle.js", tmp_path / "inside.json"
    declared = set(project["dependencies"])
    # It resolves no other package.
    outside = [f"--external:{name}{rest}" for name in declared for rest in ("", "/*")]
    subprocess.run(["esbuild", SAMPLE / project["main"], "--bundle", *outside, "--format=esm", f"--outfile={bundle}",
                    f"--metafile={inside}", "--log-level=error"], check=True, cwd=SAMPLE)
    imported = re.findall(r'^(?:import|\} from|import .* from) "((?:@[^/]+/)?[^/"]+)', bundle.read_text(), re.MULTILINE)
    assert set(imported) | IMPORTED_BY_AMPLIFY == declared
    assert imported[0] == "react-native-get-random-values"
    assert {Path(name).name for name in json.loads(inside.read_text())["inputs"]} == {
        path.name for path in SAMPLE.glob("*.ts*") if path.suffix in (".ts", ".tsx")} - {"outline.ts"}


def test_the_apps_domain_is_that_of_its_settings():
    app = json.loads((SAMPLE / "app.json").read_text())["expo"]
    [domain] = app["ios"]["associatedDomains"]
    hosts = {urllib.parse.urlsplit(url).netloc for url in re.findall(
        r"'(https://[^']*)'", (SAMPLE / "settings.ts").read_text())}
    assert domain == f"webcredentials:{hosts.pop()}" and not hosts
    assert app["android"]["package"] == app["ios"]["bundleIdentifier"]


def test_the_page_with_the_captcha_hands_its_token_to_the_app(open_app, server):
    app = open_app("CAPTCHA,EMAIL_OTP")
    app.take("createAccount", address := new_address()).shows("captcha")
    script = app.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        globalThis.posted = [];
        globalThis.ReactNativeWebView = { postMessage: (token) => posted.push(token) };
        globalThis.webkit = { messageHandlers: { captcha: globalThis.ReactNativeWebView } };"""})
    app.driver.get(f"{server.origin}/captcha.html#{urllib.parse.quote(json.dumps(app.returned))}")
    app.click(lambda: app.find_all("#widget button"), "the CAPTCHA's widget")
    app.wait(lambda: app.driver.execute_script("return posted.length > 0"), "the token")
    native, webkit = app.driver.execute_script("return posted")
    app.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert native == webkit
    app.driver.get(f"{server.origin}/")
    app.take("answerCaptcha", native).shows("code")
    assert len(app.sandbox.codes(address)) == 1
