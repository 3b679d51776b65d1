"""What only the web app of docs/apps has: autofill, the list of passkeys, and tabs that share a session."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app_server import needs_clients
from journeys.app import PASSWORD, new_address, remove_passkeys
from journeys.software_passkey import SoftwarePasskey
from sample_app import COGNITO, EXPIRED, SampleApp, SampleServer, outage
from web_client import HOLD

pytestmark = needs_clients


@pytest.fixture(scope="module")
def server(serve_sample) -> SampleServer:
    return serve_sample(SampleServer)


@pytest.fixture
def app(open_app) -> SampleApp:
    return open_app()


def test_the_address_field_offers_a_passkey(app, server):
    address = app.sign_up_with_passkey()
    app.sign_out()
    server.has_autofill = True
    app.reload()
    app.shows("account")
    assert app.told("email") == address
    assert len(app.sandbox.codes(address)) == 1


def test_after_a_saved_password_the_browser_may_create_a_passkey_without_asking(open_app):
    app = open_app("PASSWORD,RESULT_TOKEN")
    app.driver.execute_script(HOLD)
    app.take("createAccount", address := new_address(), PASSWORD)
    app.choose("sendCode")
    app.take("answerCode", app.new_code()).shows("offer")
    app.wait(lambda: app.driver.execute_script("return held.length") == 1, "the request for a passkey")
    passkey = SoftwarePasskey("ES256")
    credential = passkey.create(app.driver.execute_script("return held[0].asked"), app.url, flags=0)
    app.driver.execute_script("held[0].answer(arguments[0])", credential)
    app.shows("account", "passkey-created")
    assert len(listed(app)) == 1
    app.sign_out()
    app.add_passkey(passkey.for_browser())
    app.take("signInByEmail", address, PASSWORD)
    app.choose("answerWithPasskey").shows("account")


def listed(app: SampleApp) -> list[str]:
    return [field.get_attribute("value") for field in app.find_all("[part=list] [name=name]")]


def test_passkeys_are_listed_renamed_and_removed_after_one_was_proven(app):
    address = app.sign_up_with_passkey()
    assert listed(app) == ["Passkey"]
    app.take("renamePasskey", "My phone").shows("account", "passkey-renamed")
    app.reload()
    app.shows("account")
    assert listed(app) == ["My phone"]
    app.driver.execute_script("sessionStorage.clear()")
    app.reload()
    app.take("showPasskeys")
    app.wait(lambda: listed(app) == ["My phone"], "the list")
    app.refusals = True
    app.driver.execute_script("const real = fetch; globalThis.fetch = (url, init) => init?.method !== 'DELETE'"
                              "    ? real(url, init) : Promise.resolve(Response.json("
                              "        { errorCode: 'expired_token' }, { status: 401 }));")
    app.take("removePasskey").shows("account", "prove-again")
    app.reload()
    app.take("showPasskeys")
    app.wait(lambda: listed(app) == ["My phone"], "the list")
    app.take("removePasskey").shows("account", "passkey-removed")
    assert listed(app) == []
    app.wait(lambda: app.passkeys_on_device() == [], "the device without the passkey")
    app.reload()
    app.shows("account")
    app.sign_out()
    assert len(app.sandbox.codes(address)) == 1


def test_after_a_sign_in_with_a_passkey_one_more_prompt_shows_the_list(app):
    app.sign_up_with_passkey()
    app.sign_out()
    app.take("signInWithPasskey").shows("account")
    assert listed(app) == [] and not proof_kept(app)
    app.take("showPasskeys")
    app.wait(lambda: listed(app) == ["Passkey"], "the list")
    app.take("renamePasskey", "My phone").shows("account", "passkey-renamed")


def test_a_passkey_that_was_removed_elsewhere_is_forgotten_at_the_next_sign_in(app):
    address = app.sign_up_with_passkey()
    remove_passkeys(app.sandbox, proof_kept(app))
    app.sign_out()
    app.refusals = True
    app.take("signInWithPasskey").shows("start", "no-passkey")
    app.wait(lambda: app.passkeys_on_device() == [], "the device without the passkey")
    assert len(app.sandbox.codes(address)) == 1


def test_somebody_elses_passkey_shows_no_list(app):
    app.sign_up_with_passkey()
    app.sign_out()
    app.sign_up()
    app.take("declinePasskey").shows("account")
    app.driver.execute_script("sessionStorage.clear()")
    app.reload()
    app.shows("account")
    app.take("showPasskeys").shows("account", "other-account")
    app.verify_user(False)
    app.take("showPasskeys").shows("account", "not-proven")
    assert listed(app) == []


def test_somebody_who_has_signed_in_in_another_tab_is_signed_in_here(app, browser):
    app.take("createAccount", address := new_address())
    code = app.new_code()
    app.shows("code")
    first = browser.current_window_handle
    with another_tab(app, browser):
        app.shows("start")
        browser.switch_to.window(first)
        app.take("answerCode", code).shows("offer")
        browser.switch_to.window(browser.window_handles[-1])
        app.take("signInByEmail", address).shows("account")
    assert app.sandbox.codes(address) == [code]


@contextmanager
def another_tab(app: SampleApp, browser) -> Iterator[None]:
    """The sample in a second tab, which ends with the block."""
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    try:
        app.reload()
        yield
    finally:
        browser.close()
        browser.switch_to.window(first)


def hear_nothing_of_other_tabs(app: SampleApp) -> None:
    """Opens the app once more, as in a tab that sleeps."""
    deaf = app.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
        "source": "addEventListener('storage', (event) => event.stopImmediatePropagation());"})
    app.reload()
    app.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", deaf)


def sign_up_in_another_tab(app: SampleApp, browser) -> str:
    """Signs out in another tab, and signs in to a new account there; returns its address."""
    with another_tab(app, browser):
        app.sign_out()
        return app.sign_up(until="account")  # without an offer: this tab has no device


def show_account_of(app: SampleApp, address: str) -> None:
    """Checks that the page shows another tab's account, and nothing of its former one."""
    app.shows("account", "another-user")
    assert app.told("email") == address
    assert listed(app) == [] and not proof_kept(app)


def passkeys_of(app: SampleApp, address: str) -> list[str]:
    """The names of the passkeys that an account has, as its owner sees them."""
    app.sign_out()
    app.take("signInByEmail", address)
    app.take("answerCode", app.new_code(besides=len(app.sandbox.codes(address))))
    app.wait(lambda: app.view in ("offer", "account"), "the end of the sign-in")
    app.reload()
    app.shows("account")
    assert app.told("email") == address
    return listed(app)


def proof_kept(app: SampleApp) -> str | None:
    """The token of the last proof, if the tab keeps one."""
    kept = app.driver.execute_script("return sessionStorage.getItem(arguments[0])", f"{app.storage_key}.proof")
    return json.loads(kept or "{}").get("token")


def test_a_tab_follows_another_one_that_signs_out(app, browser):
    app.sign_up_with_passkey()
    with another_tab(app, browser):
        app.sign_out()
    app.shows("start", "signed-out")
    assert listed(app) == [] and not proof_kept(app)


def test_a_tab_follows_another_one_that_ends_a_sign_in_as_somebody_else(app, browser):
    first = browser.current_window_handle
    with another_tab(app, browser):
        second = browser.current_window_handle
        app.take("createAccount", bob := new_address())
        code = app.new_code()
        app.shows("code")
        browser.switch_to.window(first)
        app.sign_up_with_passkey()
        assert listed(app) == ["Passkey"]
        browser.switch_to.window(second)
        app.take("answerCode", code).shows("account")
    show_account_of(app, bob)


@pytest.mark.parametrize("step", ["renamePasskey", "removePasskey", "addPasskey", "showPasskeys"])
def test_no_step_in_a_tab_changes_the_account_that_it_shows_once_another_one_is_signed_in(app, browser, step):
    hear_nothing_of_other_tabs(app)
    ana = app.sign_up_with_passkey()
    app.driver.execute_script("arguments[0].hidden = false", app.find("[data-step=showPasskeys]"))
    bob = sign_up_in_another_tab(app, browser)
    assert app.told("email") == ana, "nothing has told this tab yet"
    app.take(step, *(["Bob's"] if step == "renamePasskey" else []))
    show_account_of(app, bob)
    assert len(app.passkeys_on_device()) == 1
    assert passkeys_of(app, ana) == ["Passkey"]
    assert passkeys_of(app, bob) == []


def test_an_offer_creates_no_passkey_once_another_account_is_signed_in(app, browser):
    hear_nothing_of_other_tabs(app)
    ana = app.sign_up()
    bob = sign_up_in_another_tab(app, browser)
    app.take("createPasskey")
    show_account_of(app, bob)
    assert app.passkeys_on_device() == []
    assert passkeys_of(app, ana) == []


def test_a_prompt_that_is_open_while_another_tab_signs_in_changes_nothing_there(app, browser):
    ana = app.sign_up_with_passkey()
    app.driver.execute_script("""
        const ask = navigator.credentials.get.bind(navigator.credentials);
        navigator.credentials.get = async (options) => {
            window.isOpen = true;
            await new Promise((go) => { window.go = go; });
            return ask(options);
        };
        arguments[0].hidden = false;""", app.find("[data-step=showPasskeys]"))
    app.take("showPasskeys")
    app.wait(lambda: app.driver.execute_script("return window.isOpen"), "the prompt")
    bob = sign_up_in_another_tab(app, browser)
    app.driver.execute_script("go()")
    app.wait(lambda: app.told("email") == bob, "Bob's account")
    assert listed(app) == [] and not proof_kept(app)
    assert ana not in app.find(app.root).text


def test_a_refused_proof_is_not_kept(app):
    app.sign_up_with_passkey()
    app.sign_out()
    assert not proof_kept(app)
    app.refusals = True
    app.driver.execute_script("""
        const real = fetch;
        globalThis.fetch = (url, init) => {
            const { ChallengeResponses: responses, ...others } = JSON.parse(init?.body ?? '{}');
            if (!responses?.ANSWER) return real(url, init);
            const body = JSON.stringify({ ...others, ChallengeResponses: { ...responses, ANSWER: 'wrong' } });
            return real(url, { ...init, body });
        };""")
    app.take("signInWithPasskey").shows("choose", "refused")
    assert not proof_kept(app)


@pytest.mark.parametrize(("code", "said"), [
    ("challenge_expired", "That took too long. Please try again."),
    ("too_many_requests", "Too many attempts. Please wait a few minutes and try again."),
    ("wrong_tenant", "That did not work: The words of the error."),
])
def test_a_failure_is_said_in_words(app, code, said):
    app.shows("start")
    app.driver.execute_script(f"""
        const error = {{ error: '{code}', errorCode: '{code}', errorDescription: 'The words of the error.' }};
        globalThis.fetch = async () => Response.json(error, {{ status: 400 }});""")
    app.take("signInWithPasskey")
    app.wait(lambda: app.said == said, said)
    assert app.view == "start"
    assert any(code in entry["message"] or "words of the error" in entry["message"]
               for entry in app.driver.get_log("browser") if entry["level"] == "SEVERE"), "for the developer"


def test_a_proof_survives_an_outage_of_cognito_and_the_end_of_the_page(app):
    app.take("createAccount", address := new_address()).shows("code")
    code = app.new_code()
    with outage(app, COGNITO):
        app.fails("answerCode", code)
    app.restart_at("offer")
    assert app.sandbox.codes(address) == [code]


def test_a_page_that_is_closed_before_the_account_is_confirmed_goes_on_there(open_app, start, server):
    app = open_app(sandbox=start("--origin", server.origin, "--confirm-sign-up", "code"))
    app.take("createAccount", new_address()).shows("confirm")
    app.restart_at("confirm")


def test_a_flow_without_passkeys_has_no_buttons_for_them(open_app):
    app = open_app("EMAIL_OTP")
    app.shows("start")
    assert not app.has("signInWithPasskey")
    app.sign_up(until="account")
    assert not app.has("addPasskey") and not app.has("showPasskeys")


# In the mode `signed` no token is needed for a passkey's options.
@pytest.mark.parametrize(("step", "mode"), [("answerWithPasskey", "authsignal"), ("sendCode", "signed")])
def test_a_token_that_is_too_old_for_the_choice_ends_the_sign_in(open_app, step, mode):
    app = open_app("PASSWORD,RESULT_TOKEN", mode)
    app.take("createAccount", new_address(), PASSWORD).shows("choose")
    app.driver.execute_script(EXPIRED)
    app.take(step).shows("start", "over")


def test_a_passkey_that_was_proven_waits_for_the_captcha_also_over_a_reload(open_app, server):
    app = open_app("CAPTCHA,RESULT_TOKEN", "authsignal")
    app.take("createAccount", address := new_address()).shows("captcha")
    app.restart_at("captcha")
    app.solve_captcha()
    app.take("answerCode", app.new_code()).shows("offer")
    app.take("createPasskey").shows("account", "passkey-created")
    app.sign_out()
    server.has_widget = False  # the sandbox's own
    app.reload()
    app.take("signInWithPasskey").shows("captcha")
    app.restart_at("captcha")
    app.solve_captcha().shows("account")
    assert len(app.sandbox.codes(address)) == 1
