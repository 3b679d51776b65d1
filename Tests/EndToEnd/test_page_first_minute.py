"""What helps on the page in the first minute: steps that are ticked, a mailbox that says why it is empty, a session that
outlives a reload, and a look at an app of one's own."""

from __future__ import annotations

import urllib.request

import pytest

from journeys.app import new_address, new_user


def ticked(page, steps: str) -> list[bool]:
    """Whether each step of a list is done."""
    return [item.get_attribute("className") == "done" for item in page.find_all(f"#{steps} li")]


def test_the_first_steps_are_ticked_as_they_happen(signed, open_page):
    page = open_page(signed)
    page.wait(lambda: ticked(page, "first-steps") == [False, False, False], "three steps")
    page.start_sign_up(new_address())
    page.wait(lambda: ticked(page, "first-steps") == [True, False, False], "the account")
    page.answer_newest_code(until="offer")
    page.wait(lambda: ticked(page, "first-steps") == [True, True, False], "the code")
    page.assert_fits_and_can_be_read("steps that are done")
    page.create_passkey()
    page.wait(lambda: ticked(page, "first-steps") == [True, True, True], "the passkey")
    assert page.find("#first-steps li").get_attribute("textContent") == "Create an account. (done)"


@pytest.fixture(scope="module")
def codes_only(start):
    return start("--flow", "EMAIL_OTP")


@pytest.mark.parametrize("flow", ["RESULT_TOKEN", "EMAIL_OTP"])
def test_the_mailbox_says_why_no_mail_came(signed, codes_only, open_page, flow):
    sandbox = signed if flow == "RESULT_TOKEN" else codes_only
    page = open_page(sandbox)
    why = page.find("#mailbox-why")
    assert not why.is_displayed()
    page.start_sign_in(new_address())
    page.wait(lambda: why.text.startswith("No mail was sent: no account has this address"), "the reason")
    assert not page.find("#mailbox-empty").is_displayed()
    page.assert_fits_and_can_be_read("the reason")
    page.do("show-welcome")
    page.start_sign_in(address := new_user(sandbox))
    page.wait(lambda: page.find_all("#mails li") and not why.is_displayed(), "a mail")
    for _ in range(6):
        page.do("resend")
        page.wait_for_end_of_step()
    page.wait(lambda: "account has been sent too many" in why.text, "the limit")
    assert len(sandbox.codes(address)) < 7


def test_a_reload_keeps_the_user_and_one_more_prompt_shows_the_passkeys(signed, open_page):
    page, address = open_page(signed), new_address()
    page.sign_up(address)
    page.create_passkey()
    page.driver.refresh()
    page.wait_for_view("account")
    assert page.find("#who").text == address and page.find("#how").text == "Signed in with a code"
    assert page.driver.execute_script("return document.activeElement === document.body")
    page.list_passkeys()
    page.change_device()
    page.create_passkey()
    page.assert_fits("the timeline with AddAuthenticator")
    page.sign_out()
    page.driver.refresh()
    page.wait_for_view("welcome")


def test_after_a_reload_an_issuers_passkey_is_used_once_more_before_the_list(start, open_page):
    page = open_page(start("--mode", "oidc"))
    page.sign_up(new_address(), until="account")
    page.driver.refresh()
    page.wait_for_view("account")
    page.list_passkeys()
    page.change_device()
    page.create_passkey()
    page.wait(lambda: len(page.find_all("#passkeys li")) == 2, "both passkeys")


def test_a_user_whom_the_pool_no_longer_knows_is_not_kept(signed, open_page):
    page = open_page(signed)
    page.sign_up(address := new_address())
    page.driver.execute_script("sessionStorage.setItem('signed-in', sessionStorage.getItem('signed-in')"
                               ".replace(arguments[0], 'eu-west-1_Another'))", signed.pool)
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.start_sign_in(address)
    page.answer_newest_code(besides=1, until="offer")
    signed.cognito.admin_delete_user(UserPoolId=signed.pool, Username=address)
    page.refusals = True
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.wait(lambda: page.driver.execute_script("return sessionStorage.getItem('signed-in')") == "null", "the end")


def test_a_look_at_ones_own_app_ticks_what_the_timeline_shows(signed, open_page):
    page = open_page(signed)
    page.find("#show-connect").click()
    page.wait(lambda: ticked(page, "app-steps") == [False] * 6, "six steps")
    page.press("\ue00c")
    page.sign_up(new_address())
    page.create_passkey()
    page.wait(lambda: ticked(page, "app-steps") == [True, True, True, False, False, False], "codes and a passkey")
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait(lambda: ticked(page, "app-steps") == [True] * 5 + [False], "the passkey")
    with urllib.request.urlopen(f"{signed.url}/{signed.pool}/.well-known/jwks.json"):
        page.wait(lambda: all(ticked(page, "app-steps")), "the keys")
    assert page.timeline()[-1].startswith("Server → Cognito | GET jwks.json")
