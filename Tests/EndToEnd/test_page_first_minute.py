"""What helps on the page in the first minute: steps that are ticked, a mailbox that says why it is empty, a session that
outlives a reload, and a look at an app of one's own."""

from __future__ import annotations

import urllib.request
from base64 import b64encode

import pytest

from journeys.app import new_address, new_user
from journeys.calls import request


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
    page.take("startAgain")
    page.start_sign_in(address := new_user(sandbox))
    page.wait(lambda: page.find_all("#mails li") and not why.is_displayed(), "a mail")
    for _ in range(6):
        page.take("resendCode")
        page.wait_for_view("code")
    page.wait(lambda: "account has been sent too many" in why.text, "the limit")
    assert len(sandbox.codes(address)) < 7


def test_a_reload_keeps_the_user_and_one_more_prompt_shows_the_passkeys(signed, open_page):
    page, address = open_page(signed), new_address()
    page.sign_up(address)
    page.create_passkey()
    page.driver.refresh()
    page.wait_for_view("account")
    assert page.email == address
    assert page.driver.execute_script("return document.activeElement === document.body")
    page.list_passkeys()
    page.change_device()
    page.create_passkey()
    page.assert_fits("the timeline with AddAuthenticator")
    page.sign_out()
    page.driver.refresh()
    page.wait_for_view("start")


def test_a_user_whom_the_pool_no_longer_knows_is_not_kept(signed, open_page):
    page = open_page(signed)
    page.sign_up(address := new_address())
    page.take("declinePasskey")
    page.wait_for_view("account")
    signed.cognito.admin_delete_user(UserPoolId=signed.pool, Username=address)
    page.refusals = True
    page.driver.refresh()
    page.wait_for_view("start")
    assert not page.find("#account").is_displayed()
    assert page.driver.execute_script("return sessionStorage.length") == 0


def test_a_look_at_ones_own_app_ticks_what_the_timeline_shows(signed, open_page):
    page = open_page(signed)
    page.find("#show-connect").click()
    page.wait(lambda: ticked(page, "app-steps") == [False] * 6, "six steps")
    page.press("\ue00c")
    page.sign_up(new_address())
    page.create_passkey()
    page.wait(lambda: ticked(page, "app-steps") == [True, True, True, False, False, False], "codes and a passkey")
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait(lambda: ticked(page, "app-steps") == [True, True, True, False, True, False], "the passkey")
    options = f"{signed.url}/v1/client/passkey/options"
    tenant = {"Authorization": f"Basic {b64encode(f'{signed.pool}:'.encode()).decode()}"}
    request(options, {"action": "cognitoAuth"}, headers=tenant)
    page.wait(lambda: ticked(page, "app-steps") == [True] * 5 + [False], "another app's autofill")
    with urllib.request.urlopen(f"{signed.url}/{signed.pool}/.well-known/jwks.json"):
        page.wait(lambda: all(ticked(page, "app-steps")), "the keys")
    assert page.timeline()[-1].startswith("Server → Cognito | GET jwks.json")
