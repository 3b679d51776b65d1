"""The page in Chromium: <passkey-sign-in> with the sandbox behind it, what the mailbox fills in, and the passkeys of the
device. The tests of the element and of the web sample have its other answers."""

from __future__ import annotations

import pytest

from journeys.app import PASSWORD, new_address, other_code


def test_after_too_many_wrong_codes_only_a_new_one_works(signed, open_page):
    address, page = new_address(), open_page(signed)
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = wrong = signed.code(address)
    for _ in range(6):
        wrong = other_code(wrong)
        page.answer(wrong)
        page.wait(lambda: page.said and page.visible("[name=code]"), "an answer")
        if "Too many" in page.said:
            break
    page.answer(code)
    page.wait_for_words("Too many wrong codes. Please have a new one sent.")
    page.take("resendCode")
    page.answer_newest_code(besides=1, until="offer")


def test_five_codes_are_sent_and_the_last_one_is_long_and_stays_right(sandbox, open_page):
    address, page = new_address(), open_page(sandbox, width=360, height=860)
    page.start_sign_up(address)
    page.wait_for_view("code")
    for _ in range(6):
        page.take("resendCode")
        page.wait_for_view("code")
    codes = sandbox.codes(address)
    assert [len(code) for code in codes] == [6, 6, 6, 6, 19]
    page.wait(lambda: page.codes() == codes[:-4:-1], "the newest three codes")
    if sandbox.settings["tokenMode"] == "signed":  # The other mode's ids are too long for this width.
        page.assert_fits_and_can_be_read()
    page.fill_in_newest_code()
    [field] = page.visible("[name=code]")
    assert field.get_attribute("value") == codes[-1]
    page.answer(f" {codes[-1].lower().replace('-', ' ')} ")
    page.wait_for_view("offer")


def test_a_pasted_code_may_bring_something_along_and_what_can_be_none_is_not_sent(signed, open_page):
    address, page = new_address(), open_page(signed)
    page.start_sign_up(address)
    page.wait_for_view("code")
    code = signed.code(address)
    calls = len(page.timeline())
    for typed in ("12", "12 34 5?", "código"):
        page.answer(typed)
        page.wait_for_words("This code is not right")
    assert len(page.timeline()) == calls
    page.answer(f"\u200bCode: \u201c{code[:3]}\u00a0\u2013\u202f{code[3:]}\u201d\u200e")
    page.wait_for_view("offer")


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "PASSWORD,EMAIL_OTP"])
def test_an_account_can_still_be_confirmed_after_the_page_was_closed(start, open_page, flow):
    page = open_page(sandbox := start("--confirm-sign-up", "code", "--flow", flow))
    address, password = new_address(), PASSWORD if flow.startswith("PASSWORD") else None
    page.start_sign_up(address, password)
    page.wait_for_view("confirm")
    page.driver.execute_script("sessionStorage.clear()")
    page.driver.refresh()
    page.refusals = True
    page.start_sign_in(address, password)
    known = 1
    if password is None:
        page.answer_newest_code(besides=known, until="confirm")
        known += 1
    page.answer_newest_code(besides=known, until="start" if password else "code")
    if password:
        page.start_sign_in(address, password)
        page.wait_for_view("code")
    page.answer(sandbox.code(address, besides=known + 1))
    page.wait_for_view("account" if password else "offer")


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
    page.take("signInWithPasskey")
    page.wait_for_view("account")
    assert page.email == address


def test_the_email_field_offers_a_passkey(signed, open_page):
    address, page = new_address(), open_page(signed, has_autofill=True)
    page.sign_up(address)
    page.create_passkey()
    # Chromium's virtual authenticator accepts the suggestion by itself, as soon as the page asks for suggestions.
    page.take("leave")
    page.wait(lambda: any("RevokeToken" in line for line in page.timeline()), "the end of the session")
    page.wait_for_view("account")
    assert page.email == address


def test_each_of_the_issuers_refusals_has_a_code_that_the_element_knows(signed, open_page):
    codes = open_page(signed).driver.execute_async_script("""
        const [refusals, done] = arguments;
        import('/provider.js').then(
            ({ ProviderError }) => done(refusals.map((code) => new ProviderError(code, '').code)), done);
    """, ["invalid_grant", "invalid_token", "server_error", "too_many_requests"])
    assert codes == ["none_here", "unauthorized", "outage", "too_many_requests"]
