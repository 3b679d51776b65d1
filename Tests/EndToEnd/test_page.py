"""The page in Chromium: the whole journey, and what the user is told when something goes wrong."""

from __future__ import annotations

import pytest

from journeys.app import PASSWORD, new_address, other_code, sign_up
from page import view_after_code


def test_a_cancelled_creation_leaves_the_person_signed_in(signed, open_page):
    page = open_page(signed)
    page.sign_up(new_address())
    page.verify_user(False)
    page.do("create-passkey")
    page.wait_for_problem("No passkey was created")
    page.do("show-account")
    page.wait_for_view("account")


def test_after_too_many_wrong_codes_only_a_new_one_works(signed, open_page):
    address, page = new_address(), open_page(signed)
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = wrong = signed.code(address)
    for _ in range(6):
        wrong = other_code(wrong)
        page.type(wrong)
        page.submit()
        page.wait(lambda: page.problem and not page.find_all("#app[aria-busy]"), "a problem")
        if "too many" in page.problem:
            break
    assert "too many wrong codes" in page.problem
    page.type(code)
    page.submit()
    page.wait(lambda: not page.find_all("#app[aria-busy]"), "an answer")
    assert page.view == "code" and "too many wrong codes" in page.problem
    page.do("resend")
    page.wait(lambda: "code is on its way" in page.said, "the new code")
    page.answer_newest_code(besides=1, until="offer")


def test_five_codes_are_sent_and_the_last_one_is_long_and_stays_right(sandbox, open_page):
    address, page = new_address(), open_page(sandbox, width=360, height=860)
    page.start_sign_up(address)
    page.wait_for_view("code")
    for _ in range(6):
        page.forget_messages()
        page.do("resend")
        page.wait(lambda: "code is on its way" in page.said, "an answer")
    codes = sandbox.codes(address)
    assert [len(code) for code in codes] == [6, 6, 6, 6, 19]
    page.wait(lambda: page.codes() == codes[:-4:-1], "the newest three codes")
    if sandbox.settings["tokenMode"] == "signed":  # The other mode's ids are too long for this width.
        page.assert_fits_and_can_be_read()
    page.fill_in_newest_code()
    assert page.find("#code").get_attribute("value") == codes[-1]
    page.type(f" {codes[-1].lower().replace('-', ' ')} ")
    page.submit()
    page.wait_for_view("offer")


def test_a_pasted_code_may_bring_something_along(signed, open_page):
    address, page = new_address(), open_page(signed)
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = signed.code(address)
    page.type(f"\u200bCode: \u201c{code[:3]}\u00a0\u2013\u202f{code[3:]}\u201d\u200e")
    page.submit()
    page.wait_for_view("offer")


@pytest.mark.parametrize("typed", ["", "12", "12 34 5?", "código"])
def test_what_cannot_be_a_code_is_noticed_before_it_is_sent(signed, open_page, typed):
    page = open_page(signed)
    page.start_sign_up(new_address())
    page.wait_for_view("code")
    page.type(typed)
    page.submit()
    page.wait_for_problem("Type the code from the email.")
    assert page.find("#code").get_attribute("aria-invalid") == "true"


def test_the_failure_of_a_function_is_explained(signed, open_page):
    page = open_page(signed)
    signed.fail("CreateAuthChallenge")
    page.refusals = True
    page.start_sign_in(new_address())
    page.wait_for_problem("not possible right now")
    assert page.view == "sign-in"


def test_a_passkey_outlives_the_sandbox(start, open_page, tmp_path):
    state, address = ("--state", str(tmp_path / "state.json")), new_address()
    page = open_page(first := start(*state))
    page.sign_up(address)
    page.create_passkey()
    assert first.stop() == 0
    page.driver.get("about:blank")
    page.console_errors()
    page.url = start(*state).url
    page.open()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address


def test_signing_up_with_an_existing_account_leads_to_the_sign_in(signed, open_page):
    address, page = new_address(), open_page(signed)
    sign_up(signed, address)
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_view("sign-in")
    page.wait_for_problem("There is already an account with this email address")


def test_a_missing_address_is_noticed_before_it_is_sent(signed, open_page):
    page = open_page(signed)
    page.start_sign_up("")
    page.wait_for_problem("Type your email address first")
    assert page.view == "sign-up"
    assert page.driver.switch_to.active_element.get_attribute("id") == "sign-up-email"


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "PASSWORD,EMAIL_OTP"])
def test_an_account_can_still_be_confirmed_after_the_page_was_closed(start, open_page, flow):
    page = open_page(sandbox := start("--confirm-sign-up", "code", "--flow", flow))
    address, password = new_address(), PASSWORD if flow.startswith("PASSWORD") else None
    page.start_sign_up(address, password)
    page.wait_for_view("code")
    page.driver.refresh()
    page.refusals = True
    page.start_sign_in(address, password)
    known = 1
    if password is None:
        page.fill_in_newest_code(besides=known)
        page.submit()
        known += 1
    page.wait(lambda: "First confirm your account" in page.find("#code-lead").text, "the request to confirm")
    page.fill_in_newest_code(besides=known)
    page.submit()
    page.wait(lambda: "type the new code" in page.said, "the request for the second code")
    page.type(sandbox.code(address, besides=known + 1))
    page.submit()
    page.wait_for_view(view_after_code(flow))


def test_the_email_field_offers_a_passkey(signed, open_page):
    address, page = new_address(), open_page(signed)
    page.sign_up(address)
    page.create_passkey()
    page.sign_out()
    # Chromium's virtual authenticator accepts the suggestion by itself, as soon as the page asks for suggestions.
    page.do("show-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address


@pytest.mark.parametrize(("error", "module", "code", "text", "words"), [
    ("AddAuthenticatorError", "add-authenticator", *refusal) for refusal in [
        ("insufficient_user_authentication", "", "You signed in too long ago. Sign out, sign in again"),
        ("invalid_token", "", "You are no longer signed in"),
        ("temporarily_unavailable", "", "A passkey cannot be added right now")]
] + [
    ("AuthenticatorError", "authenticator", "not_verified", "", "This passkey was not accepted. Use a code instead.")
] + [
    ("ProviderError", "provider", *refusal) for refusal in [
        ("invalid_request", "The user already exists: log in instead.",
         "There is already an account with this email address"),
        ("invalid_request", "The request is invalid: user_profile.email.", "This does not look like an email address."),
        ("invalid_request", "The request is invalid: authn_response.", "Your passkey cannot be checked right now."),
        ("not_found", "The account has no such authentication method.", "That passkey no longer exists.")]
])
def test_each_refusal_is_explained(signed, open_page, error, module, code, text, words):
    said = open_page(signed).driver.execute_async_script("""
        const [error, module, code, text, done] = arguments;
        Promise.all([import('/words.js'), import(`/${module}.js`)])
            .then(([{ words }, errors]) => done(words(new errors[error](code, text))), done);
    """, error, module, code, text)
    assert said.startswith(words), said
