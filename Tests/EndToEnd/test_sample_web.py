"""The web app of docs/apps, as it is, in Chromium: every flow, and what goes wrong in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client_app import CLIENTS, MISSING
from conftest import MODES
from journeys.app import PASSWORD, new_address, other_code
from journeys.software_passkey import SoftwarePasskey
from page import in_arabic_digits
from sample_app import EXPIRED, SIGNED_IN_LONG_AGO, SampleApp, SampleServer
from web_client import HOLD

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}")

AUTHENTICATOR, COGNITO = "http://localhost:*/v1/client/*", "http://localhost:*/"
FAILURE = "That did not work. Please check your connection"


@pytest.fixture(scope="module")
def server(start) -> Iterator[SampleServer]:
    server = SampleServer()
    server.sandbox = start("--origin", server.origin)
    yield server
    server.stop()


@pytest.fixture
def app(open_app) -> SampleApp:
    return open_app()


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


def create_passkey(app: SampleApp) -> None:
    app.wait_for_view("offer")
    app.take("createPasskey")
    app.wait_for_view("account")
    app.wait_for_message("passkey is ready")


def sign_up_with_passkey(app: SampleApp) -> str:
    """Creates an account with a passkey; returns its address."""
    app.sign_up(address := new_address())
    create_passkey(app)
    return address


def sign_in_with_passkey(app: SampleApp) -> None:
    app.wait_for_view("start")
    app.take("signInWithPasskey")
    app.wait_for_view("account")


@pytest.mark.parametrize("mode", MODES)
def test_signs_up_creates_a_passkey_and_signs_in_with_it_without_typing(open_app, mode):
    app = open_app(mode=mode)
    app.wait_for_view("start")
    app.screenshot("sample-web")
    address = sign_up_with_passkey(app)
    assert address in app.find("[data-view=account]").text
    app.sign_out()
    sign_in_with_passkey(app)
    assert address in app.find("[data-view=account]").text
    assert len(app.sandbox.codes(address)) == 1, "a passkey needs no mail"


def test_a_code_is_the_way_on_if_there_is_no_passkey_or_the_user_cancels(app):
    app.wait_for_view("start")
    app.take("signInWithPasskey")
    app.wait_for_message("No passkey was used")
    address = sign_up_with_passkey(app)
    app.sign_out()
    app.verify_user(False)
    app.take("signInWithPasskey")
    app.wait_for_message("No passkey was used")
    app.start("signInByEmail", address)
    app.answer_code(app.new_code(besides=1))
    app.wait_for_view("offer")


def test_an_outage_of_the_authenticator_does_not_look_like_a_missing_passkey(app):
    address = sign_up_with_passkey(app)
    app.sign_out()
    with outage(app, AUTHENTICATOR):
        app.take("signInWithPasskey")
        app.wait_for_message(FAILURE)
        assert app.view == "start"
    sign_in_with_passkey(app)
    assert len(app.sandbox.codes(address)) == 1


def test_a_wrong_code_costs_nothing_and_another_code_can_be_mailed(app):
    app.start("createAccount", address := new_address())
    first = app.new_code()
    app.answer_code(other_code(first))
    app.wait_for_message("This code is not right")
    app.take("resendCode")
    second = app.new_code(besides=1)
    app.answer_code(f" {second} ")
    app.wait_for_view("offer")
    assert app.sandbox.codes(address) == [first, second]


def test_the_offer_is_made_once_and_a_passkey_can_be_added_later(app):
    app.sign_up(address := new_address())
    app.wait_for_view("offer")
    app.take("declinePasskey")
    app.wait_for_view("account")
    app.sign_out()
    app.start("signInByEmail", address)
    app.answer_code(app.new_code(besides=1))
    app.wait_for_view("account")
    app.take("addPasskey")
    app.wait_for_message("passkey is ready")
    app.take("addPasskey")
    app.wait_for_message("already has a passkey")
    assert len(app.passkeys_on_device()) == 1
    app.remove_authenticator()
    app.add_authenticator()
    app.verify_user(False)
    app.take("addPasskey")
    app.wait_for_message("No passkey was created")
    assert app.view == "account"
    app.sign_out()


def test_the_address_field_offers_a_passkey(app, server):
    address = sign_up_with_passkey(app)
    app.take("leave")
    server.has_autofill = True
    app.reload()
    app.wait_for_view("account")
    assert address in app.find("[data-view=account]").text
    assert len(app.sandbox.codes(address)) == 1


def test_after_a_saved_password_the_browser_may_create_a_passkey_without_asking(open_app):
    app = open_app("PASSWORD,RESULT_TOKEN")
    app.driver.execute_script(HOLD)
    app.start("createAccount", address := new_address(), PASSWORD)
    app.take("sendCode")
    app.answer_code(app.new_code())
    app.wait_for_view("offer")
    app.wait(lambda: app.driver.execute_script("return held.length") == 1, "the request for a passkey")
    passkey = SoftwarePasskey("ES256")
    credential = passkey.create(app.driver.execute_script("return held[0].asked"), app.url, flags=0)
    app.driver.execute_script("held[0].answer(arguments[0])", credential)
    app.wait_for_view("account")
    app.wait_for_message("passkey is ready")
    assert len(listed(app)) == 1
    app.sign_out()
    app.add_passkey(passkey.for_browser())
    app.start("signInByEmail", address, PASSWORD)
    app.take("answerWithPasskey")
    app.wait_for_view("account")


def listed(app: SampleApp) -> list[str]:
    return [field.get_attribute("value") for field in app.find_all("[data-passkeys] [name=name]")]


def change_first(app: SampleApp, step: str, said: str) -> None:
    app.take(step)
    app.wait_for_message(said)


def test_passkeys_are_listed_renamed_and_removed_after_one_was_proven(app):
    address = sign_up_with_passkey(app)
    assert listed(app) == ["Passkey"]
    field = app.find("[data-passkeys] [name=name]")
    field.clear()
    field.send_keys("My phone")
    change_first(app, "renamePasskey", "has its new name")
    app.reload()
    app.wait_for_view("account")
    assert listed(app) == ["My phone"]
    app.screenshot("sample-web-passkeys")
    app.driver.execute_script("sessionStorage.clear()")
    app.reload()
    app.take("showPasskeys")
    app.wait(lambda: listed(app) == ["My phone"], "the list")
    app.refusals = True
    app.driver.execute_script("const real = fetch; globalThis.fetch = (url, init) => init?.method !== 'DELETE'"
                              "    ? real(url, init) : Promise.resolve(Response.json("
                              "        { errorCode: 'expired_token' }, { status: 401 }));")
    change_first(app, "removePasskey", "use one of them once more")
    app.reload()
    app.take("showPasskeys")
    app.wait(lambda: listed(app) == ["My phone"], "the list")
    change_first(app, "removePasskey", "can no longer sign in with this passkey")
    assert listed(app) == []
    app.wait(lambda: app.passkeys_on_device() == [], "the device without the passkey")
    app.reload()
    app.wait_for_view("account")
    app.sign_out()
    assert len(app.sandbox.codes(address)) == 1


def test_somebody_elses_passkey_shows_no_list(app):
    sign_up_with_passkey(app)
    app.sign_out()
    app.sign_up(new_address())
    app.take("declinePasskey")
    app.wait_for_view("account")
    app.driver.execute_script("sessionStorage.clear()")
    app.reload()
    app.take("showPasskeys")
    app.wait_for_message("belongs to another account")
    app.verify_user(False)
    app.take("showPasskeys")
    app.wait_for_message("To see your passkeys, use one of them")
    assert listed(app) == []


def test_somebody_who_has_an_account_signs_in_where_they_sign_up(app):
    address = sign_up_with_passkey(app)
    app.sign_out()
    app.refusals = True  # Cognito answers that there is an account
    app.start("createAccount", address)
    app.answer_code(app.new_code(besides=1))
    app.wait_for_view("offer")


def test_a_page_that_is_closed_while_the_code_is_on_its_way_goes_on_there(app):
    app.start("createAccount", address := new_address())
    code = app.new_code()
    app.wait_for_view("code")
    app.reload()
    app.answer_code(code)
    app.wait_for_view("offer")
    app.reload()
    app.wait_for_view("account")
    app.take("addPasskey")
    app.wait_for_message("passkey is ready")
    app.reload()
    app.wait_for_view("account")
    assert app.sandbox.codes(address) == [code]


def test_somebody_who_has_signed_in_in_another_tab_is_signed_in_here(app, browser):
    app.start("createAccount", address := new_address())
    code = app.new_code()
    app.wait_for_view("code")
    first = browser.current_window_handle
    with another_tab(app, browser):
        app.wait_for_view("start")
        browser.switch_to.window(first)
        app.answer_code(code)
        app.wait_for_view("offer")
        browser.switch_to.window(browser.window_handles[-1])
        app.start("signInByEmail", address)
        app.wait_for_view("account")
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


def sign_up_in_another_tab(app: SampleApp, browser) -> str:
    """Signs out in another tab, and signs in to a new account there; returns its address."""
    with another_tab(app, browser):
        app.wait_for_view("account")
        app.sign_out()
        app.sign_up(address := new_address())
        app.wait(lambda: account_of(app, address), "the other account")  # without an offer: this tab has no device
    return address


def account_of(app: SampleApp, address: str) -> bool:
    """Whether the page shows the account of an address."""
    return app.view == "account" and address in app.find("[data-view=account]").text


def passkeys_of(app: SampleApp, address: str) -> list[str]:
    """The names of the passkeys that an account has, as its owner sees them."""
    app.sign_out()
    app.start("signInByEmail", address)
    app.answer_code(app.new_code(besides=len(app.sandbox.codes(address))))
    app.wait(lambda: app.view in ("offer", "account"), "the end of the sign-in")
    app.reload()
    app.wait(lambda: account_of(app, address), "the account")
    return listed(app)


def proof_kept(app: SampleApp) -> bool:
    return "token" in (app.driver.execute_script("return sessionStorage.getItem('proof')") or "")


def test_a_tab_shows_nothing_of_the_account_that_it_had_before_another_tab_signed_in(app, browser):
    ana = sign_up_with_passkey(app)
    assert listed(app) == ["Passkey"]
    bob = sign_up_in_another_tab(app, browser)
    app.reload()
    app.wait(lambda: account_of(app, bob), "Bob's account")
    assert listed(app) == [] and not proof_kept(app)
    assert passkeys_of(app, ana) == ["Passkey"]


def test_a_tab_follows_another_one_that_signs_out_and_in_as_somebody_else(app, browser):
    sign_up_with_passkey(app)
    with another_tab(app, browser):
        app.wait_for_view("account")
        app.sign_out()
    app.wait_for_message("You are no longer signed in")
    assert app.view == "start" and listed(app) == [] and not proof_kept(app)


def test_a_tab_follows_another_one_that_ends_a_sign_in_as_somebody_else(app, browser):
    first = browser.current_window_handle
    with another_tab(app, browser):
        second = browser.current_window_handle
        app.start("createAccount", bob := new_address())
        code = app.new_code()
        app.wait_for_view("code")
        browser.switch_to.window(first)
        ana = sign_up_with_passkey(app)
        assert account_of(app, ana) and listed(app) == ["Passkey"]
        browser.switch_to.window(second)
        app.answer_code(code)
        app.wait(lambda: account_of(app, bob), "Bob's account there")
    app.wait(lambda: account_of(app, bob), "Bob's account")
    app.wait_for_message("Another account has signed in")
    assert listed(app) == [] and not proof_kept(app)


@pytest.mark.parametrize("step", ["renamePasskey", "removePasskey", "addPasskey", "showPasskeys"])
def test_no_step_in_a_tab_changes_the_account_that_it_shows_once_another_one_is_signed_in(app, browser, step):
    ana = sign_up_with_passkey(app)
    app.driver.execute_script("globalThis.setTimeout = () => 0")  # as in a tab that sleeps
    app.driver.execute_script("document.querySelector('[data-step=showPasskeys]').hidden = false")
    bob = sign_up_in_another_tab(app, browser)
    assert account_of(app, ana), "nothing has told this tab yet"
    if step == "renamePasskey":
        app.find("[data-passkeys] [name=name]").send_keys(" of Bob")
    app.take(step)
    app.wait(lambda: account_of(app, bob), "Bob's account")
    app.wait_for_message("Another account has signed in")
    assert listed(app) == [] and not proof_kept(app)
    assert len(app.passkeys_on_device()) == 1
    assert passkeys_of(app, ana) == ["Passkey"]
    assert passkeys_of(app, bob) == []


def test_an_offer_creates_no_passkey_once_another_account_is_signed_in(app, browser):
    app.sign_up(ana := new_address())
    app.wait_for_view("offer")
    bob = sign_up_in_another_tab(app, browser)
    app.take("createPasskey")
    app.wait(lambda: account_of(app, bob), "Bob's account")
    app.wait_for_message("Another account has signed in")
    assert app.passkeys_on_device() == []
    assert passkeys_of(app, ana) == []


def test_a_prompt_that_is_open_while_another_tab_signs_in_changes_nothing_there(app, browser):
    ana = sign_up_with_passkey(app)
    app.driver.execute_script("""
        const ask = navigator.credentials.get.bind(navigator.credentials);
        navigator.credentials.get = async (options) => {
            window.isOpen = true;
            await new Promise((go) => { window.go = go; });
            return ask(options);
        };
        document.querySelector('[data-step=showPasskeys]').hidden = false;""")
    app.take("showPasskeys")
    app.wait(lambda: app.driver.execute_script("return window.isOpen"), "the prompt")
    bob = sign_up_in_another_tab(app, browser)
    app.driver.execute_script("go()")
    app.wait(lambda: account_of(app, bob), "Bob's account")
    assert listed(app) == [] and not proof_kept(app)
    assert ana not in app.find("#app").text


def test_a_refused_proof_is_not_kept(app):
    sign_up_with_passkey(app)
    app.sign_out()
    assert not proof_kept(app)
    app.refusals = True
    app.driver.execute_script("""
        const real = fetch;
        globalThis.fetch = (url, init) => String(init?.body).includes('"ANSWER"')
            ? real(url, { ...init, body: init.body.replace(/"ANSWER":"[^"]*"/, '"ANSWER":"wrong"') }) : real(url, init);
        """)
    app.take("signInWithPasskey")
    app.wait_for_message("was not accepted")
    assert not proof_kept(app)


def test_a_session_that_ends_in_another_tab_ends_here_too(app, browser):
    app.sign_up(new_address())
    app.wait_for_view("offer")
    with another_tab(app, browser):
        app.wait_for_view("account")
        app.sign_out()
    app.take("createPasskey")
    app.wait_for_message("You are no longer signed in")
    assert app.view == "start"


def test_the_session_ends_before_a_passkey_is_added_later(app):
    app.sign_up(new_address())
    app.wait_for_view("offer")
    app.take("declinePasskey")
    app.wait_for_view("account")
    app.driver.execute_script("localStorage.clear()")
    app.take("addPasskey")
    app.wait_for_message("You are no longer signed in")
    assert app.view == "start"


def test_a_sign_in_that_is_too_old_adds_no_passkey_and_goes_on(app):
    app.sign_up(new_address())
    app.wait_for_view("offer")
    app.driver.execute_script(SIGNED_IN_LONG_AGO)
    for step in ("createPasskey", "addPasskey"):
        app.take(step)
        app.wait_for_message("You signed in too long ago to add a passkey")
        assert app.view == "account"
    app.screenshot("sample-web-too-long-ago")
    app.reload()
    app.wait_for_view("account")


def test_an_address_to_which_no_code_can_be_sent_is_named(open_app):
    app = open_app(mode="authsignal")
    app.refusals = True
    app.start("signInByEmail", address := new_address())
    app.wait_for_message("No code can be sent to this address. Check it, or ask whoever runs this app.")
    assert app.view == "start" and app.find("[data-view=start] [name=email]").get_attribute("value") == address
    app.screenshot("sample-web-no-code")


@pytest.mark.parametrize(("code", "said"), [
    ("challenge_expired", "That took too long. Please try again."),
    ("too_many_requests", "Too many attempts. Please wait a few minutes and try again."),
    ("wrong_tenant", "That did not work: The words of the error."),
])
def test_a_failure_is_said_in_words(app, code, said):
    app.wait_for_view("start")
    app.driver.execute_script(f"""
        const error = {{ error: '{code}', errorCode: '{code}', errorDescription: 'The words of the error.' }};
        globalThis.fetch = async () => Response.json(error, {{ status: 400 }});""")
    app.take("signInWithPasskey")
    app.wait_for_message(said)
    assert app.view == "start"
    assert any(code in entry["message"] or "words of the error" in entry["message"]
               for entry in app.driver.get_log("browser") if entry["level"] == "SEVERE"), "for the developer"


def test_a_proof_survives_an_outage_of_cognito_and_the_end_of_the_page(app):
    app.start("createAccount", address := new_address())
    code = app.new_code()
    app.wait_for_view("code")
    with outage(app, COGNITO):
        app.answer_code(code)
        app.wait_for_message(FAILURE)
        assert app.view == "code"
    app.reload()
    app.wait_for_view("offer")
    assert app.sandbox.codes(address) == [code]


def test_emailed_codes_of_the_functions(open_app):
    app = open_app("EMAIL_OTP")
    app.wait_for_view("start")
    assert not app.has("signInWithPasskey")
    app.start("createAccount", address := new_address())
    app.wait_for_view("code")
    assert "a***@e***" in app.find("[data-view=code]").text
    first = app.new_code()
    app.answer_code(other_code(first))
    app.wait_for_message("was not accepted")
    app.reload()
    app.wait_for_view("code")
    app.take("resendCode")
    second = app.new_code(besides=1)
    app.wait(lambda: app.find_all("#app:not([aria-busy])"), "the next sign-in")
    app.answer_code(second)
    app.wait_for_view("account")
    assert not app.has("addPasskey")
    assert app.sandbox.codes(address) == [first, second]


def test_a_token_that_is_too_old_ends_the_sign_in(open_app):
    app, address = open_app("PASSWORD,RESULT_TOKEN"), new_address()
    for begin, step in (("createAccount", "answerWithPasskey"), ("signInByEmail", "sendCode")):
        app.start(begin, address, PASSWORD)
        app.wait_for_view("choose")
        app.driver.execute_script(EXPIRED)
        app.take(step)
        app.wait_for_message("sign-in is over")
        app.open()
    app.start("signInByEmail", address, PASSWORD)
    app.take("sendCode")
    app.wait_for_view("code")
    app.driver.execute_script(EXPIRED)
    app.answer_code(app.new_code())
    app.wait_for_message("sign-in is over")
    assert app.view == "start"


def test_too_many_wrong_codes_end_the_sign_in_and_the_address_stays(open_app):
    app = open_app("EMAIL_OTP")
    app.refusals = True
    app.start("createAccount", address := new_address())
    code = app.new_code()
    for answer in ("was not accepted", "was not accepted", "sign-in is over"):
        app.answer_code(other_code(code))
        app.wait_for_message(answer)
    assert app.view == "start"
    assert app.find("[data-view=start] input").get_attribute("value") == address


def test_a_password_first_and_then_a_code_or_a_passkey(open_app):
    app = open_app("PASSWORD,RESULT_TOKEN")
    app.refusals = True
    app.start("createAccount", address := new_address(), PASSWORD)
    app.wait_for_view("choose")
    assert app.sandbox.codes(address) == [], "nobody asked for a mail"
    app.take("sendCode")
    app.answer_code(app.new_code())
    create_passkey(app)
    app.sign_out()
    app.start("signInByEmail", address, f"not {PASSWORD}")
    app.wait_for_message("was not accepted")
    app.start("signInByEmail", address, PASSWORD)
    app.wait_for_view("choose")
    app.take("answerWithPasskey")
    app.wait_for_view("account")
    assert len(app.sandbox.codes(address)) == 1


def test_a_captcha_first(open_app, server):
    app = open_app("CAPTCHA,RESULT_TOKEN", "authsignal")
    server.passes_captcha = False
    app.start("createAccount", address := new_address())
    app.wait_for_view("captcha")
    solve(app)
    app.wait_for_message("was not accepted")
    server.passes_captcha = True
    app.reload()
    app.wait_for_view("captcha")
    assert app.sandbox.codes(address) == []
    solve(app)
    app.answer_code(app.new_code())
    create_passkey(app)
    app.sign_out()
    server.has_widget = False
    app.reload()
    app.take("signInWithPasskey")
    app.wait_for_view("captcha")
    app.reload()
    app.wait_for_view("captcha")
    solve(app)
    app.wait_for_view("account")
    assert len(app.sandbox.codes(address)) == 1


def solve(app: SampleApp) -> None:
    app.click(lambda: app.find_all("#app:not([aria-busy]) [data-captcha] button"), "the CAPTCHA's widget")


def test_a_pool_that_confirms_sign_ups_with_a_code_of_its_own(start, open_app, server):
    usual, server.sandbox = server.sandbox, start("--origin", server.origin, "--confirm-sign-up", "code")
    try:
        app = open_app()
        app.refusals = True
        app.start("createAccount", new_address())
        app.wait_for_view("confirm")
        code = app.new_code()
        app.reload()
        for typed in (other_code(code), code):
            app.wait_for_view("confirm")
            app.type(in_arabic_digits(typed))
            app.take("confirmAccount")
            if typed != code:
                app.wait_for_message("This code is not right")
        app.answer_code(app.new_code(besides=1))
        app.wait_for_view("offer")
    finally:
        server.sandbox = usual
