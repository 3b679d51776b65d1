"""The sample apps of docs/apps, as they are, in Chromium: what each does in every flow, and what goes wrong in between."""

from __future__ import annotations

import pytest

from app_server import needs_clients
from conftest import MODES
from journeys.app import PASSWORD, new_address, other_code
from native_app import NativeServer, needs_tsc
from page import in_arabic_digits
from sample_app import AUTHENTICATOR, EXPIRED, EXPIRED_ONCE, SampleApp, SampleServer, outage

pytestmark = needs_clients


@pytest.fixture(scope="module", params=[
    pytest.param(SampleServer, id="web"), pytest.param(NativeServer, id="react-native", marks=needs_tsc)])
def server(request, serve_sample) -> SampleServer:
    return serve_sample(request.param)


@pytest.fixture
def app(open_app) -> SampleApp:
    return open_app()


@pytest.mark.parametrize("mode", MODES)
def test_signs_up_creates_a_passkey_and_signs_in_with_it_without_typing(open_app, mode):
    app = open_app(mode=mode)
    app.shows("start")
    address = app.sign_up_with_passkey()
    assert app.told("email") == address
    app.sign_out()
    app.take("signInWithPasskey").shows("account")
    assert app.told("email") == address
    assert len(app.sandbox.codes(address)) == 1, "a passkey needs no mail"
    app.reload()
    app.shows("account")


def test_a_code_is_the_way_on_without_a_passkey_and_after_a_cancelled_prompt_and_a_passkey_is_offered_once(app):
    app.shows("start")
    app.take("signInWithPasskey").shows(None, "no-passkey")
    address = app.sign_up()
    app.take("declinePasskey").shows("account")
    for said in ("passkey-created", app.second_passkey):
        app.take("addPasskey").shows("account", said)
    assert len(app.passkeys_on_device()) == 1
    app.sign_out()
    app.verify_user(False)
    app.take("signInWithPasskey").shows(None, "no-passkey")
    app.take("signInByEmail", address).shows("code")
    app.take("answerCode", app.new_code(besides=1)).shows("account")
    app.remove_authenticator()
    app.add_authenticator(verifies_user=False)
    app.take("addPasskey").shows(None, "not-created")


def test_an_outage_of_the_authenticator_does_not_look_like_a_missing_passkey(app):
    address = app.sign_up_with_passkey()
    app.sign_out()
    with outage(app, AUTHENTICATOR):
        app.fails("signInWithPasskey")
    app.take("signInWithPasskey").shows("account")
    assert len(app.sandbox.codes(address)) == 1


def test_a_wrong_code_costs_nothing_and_another_code_can_be_mailed(app):
    app.take("createAccount", address := new_address()).shows("code")
    first = app.new_code()
    app.take("answerCode", other_code(first)).shows(None, "wrong-code")
    app.take("resendCode").shows("code")
    second = app.new_code(besides=1)
    app.take("answerCode", f" {second} ").shows("offer")
    assert app.sandbox.codes(address) == [first, second]


def test_somebody_who_has_an_account_signs_in_where_they_sign_up(app):
    address = app.sign_up()
    app.take("declinePasskey").shows("account")
    app.sign_out()
    app.refusals = True  # Cognito answers that there is an account
    app.take("createAccount", address).shows("code")
    app.take("answerCode", app.new_code(besides=1)).shows("account")


def test_an_app_that_ends_while_the_code_is_on_its_way_goes_on(app):
    app.take("createAccount", address := new_address()).shows("code")
    app.new_code()
    app.restart_at("code")
    app.take("answerCode", app.new_code(besides=app.mails_of_a_restart)).shows("offer")
    app.reload()
    app.shows("account")
    assert len(app.sandbox.codes(address)) == 1 + app.mails_of_a_restart


@pytest.mark.parametrize("step", ["createPasskey", "declinePasskey", "addPasskey"])
def test_a_session_that_has_ended_is_named(app, step):
    app.sign_up()
    if step == "addPasskey":
        app.take("declinePasskey").shows("account")
    app.driver.execute_script("localStorage.clear()")
    app.take(step).shows("start", "signed-out")


def test_a_passkey_can_be_created_although_the_proof_is_too_old(app):
    app.sign_up()
    app.driver.execute_script(EXPIRED_ONCE)
    app.take("createPasskey").shows("account", "passkey-created")


def test_a_sign_in_that_is_too_old_adds_no_passkey_and_goes_on(app):
    with app.sandbox.clock(ahead=-601):
        app.sign_up()
    app.refusals = True
    app.driver.execute_script(EXPIRED_ONCE)
    for step in ("createPasskey", "addPasskey"):
        app.take(step).shows("account", "signed-in-too-long-ago")
    app.reload()
    app.shows("account")


def test_an_address_to_which_no_code_can_be_sent_is_named(open_app):
    app = open_app(mode="authsignal")
    app.refusals = True
    app.take("signInByEmail", address := new_address()).shows("start", "no-code")
    assert app.told("email") == address


def test_emailed_codes_of_the_functions(open_app):
    app = open_app("EMAIL_OTP")
    app.refusals = True
    app.take("createAccount", address := new_address()).shows("code")
    assert app.told("sentTo") == "a***@e***"
    first = app.new_code()
    app.take("answerCode", other_code(first)).shows("code", "refused")
    app.restart_at("code")
    app.take("resendCode").shows("code")
    for shown in (("code", "refused"), ("code", "refused"), ("start", "over")):
        app.take("answerCode", other_code(first, *app.sandbox.codes(address))).shows(*shown)
    assert app.told("email") == address, "it need not be typed again"
    app.take("signInByEmail", address).shows("code")
    app.take("answerCode", app.new_code(besides=2 + app.mails_of_a_restart)).shows("account")
    assert len(app.sandbox.codes(address)) == 3 + app.mails_of_a_restart


def test_a_token_that_is_too_old_ends_the_sign_in(app):
    app.take("createAccount", address := new_address()).shows("code")
    code = app.new_code()
    app.driver.execute_script(EXPIRED)
    app.take("answerCode", code).shows("start", "over")
    assert app.told("email") == address


def test_a_password_and_a_captcha_first_and_then_a_code_or_a_passkey(open_app, server):
    app = open_app("PASSWORD,CAPTCHA,RESULT_TOKEN")
    app.refusals = True
    server.passes_captcha = False
    app.take("createAccount", address := new_address(), PASSWORD).shows("captcha")
    app.solve_captcha().shows("captcha", "refused")
    assert app.sandbox.codes(address) == []
    server.passes_captcha = True
    app.solve_captcha()
    app.choose("sendCode").shows("code")
    app.take("answerCode", app.new_code()).shows("offer")
    app.take("createPasskey").shows("account", "passkey-created")
    app.sign_out()
    app.take("signInByEmail", address, f"not {PASSWORD}").shows(None, "refused")
    app.take("signInByEmail", address, PASSWORD).shows("captcha")
    app.solve_captcha()
    app.choose("answerWithPasskey").shows("account")
    assert len(app.sandbox.codes(address)) == 1


def test_a_pool_that_confirms_sign_ups_with_a_code_of_its_own(start, open_app, server):
    app = open_app(sandbox=start("--origin", server.origin, "--confirm-sign-up", "code"))
    app.refusals = True
    app.take("createAccount", new_address()).shows("confirm")
    code = app.new_code()
    app.take("confirmAccount", in_arabic_digits(other_code(code))).shows(None, "wrong-code")
    app.take("confirmAccount", in_arabic_digits(code)).shows("code")
    app.take("answerCode", app.new_code(besides=1)).shows("offer")
