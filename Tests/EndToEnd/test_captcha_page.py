"""The page in Chromium, in the flows with a CAPTCHA."""

from __future__ import annotations

import json
from time import sleep

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import PASSWORD, new_address
from page import view_after_code

FLOWS = ["CAPTCHA,RESULT_TOKEN", "CAPTCHA,EMAIL_OTP"]
BEHIND_PASSWORD = [f"PASSWORD,{flow}" for flow in FLOWS]
DIALOG = "#captcha[open]"


@pytest.fixture(scope="module")
def own(start):
    started = {flow: start("--flow", flow) for flow in FLOWS + BEHIND_PASSWORD}
    return started.__getitem__


def wait_for_captcha(page, text: str = "not a robot") -> None:
    page.wait(lambda: page.find_all(DIALOG) and text in page.find("#captcha-lead").text, "the CAPTCHA")


def solve(page, outcome: str = "pass", text: str = "not a robot") -> None:
    wait_for_captcha(page, text)
    page.find(f"{DIALOG} button[value={outcome}]").click()


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("width", [360, 1360])
def test_signs_up_and_in_behind_a_captcha(own, open_page, flow, width):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox, width=width, height=860)
    page.start_sign_up(address)
    wait_for_captcha(page)
    for scheme in ("light", "dark"):
        page.colours(scheme)
        page.screenshot(f"captcha-{flow[8:].lower()}-{scheme}-{width}")
        page.assert_fits_and_can_be_read(scheme)
    assert sandbox.codes(address) == [], "no mail before the CAPTCHA is passed"
    solve(page)
    page.answer_newest_code(until=view_after_code(flow))


@pytest.mark.parametrize("flow", FLOWS)
def test_a_user_who_fails_the_captcha_is_asked_again(own, open_page, flow):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox)
    page.start_sign_up(address)
    solve(page, "fail")
    solve(page, "pass", "not accepted")
    page.answer_newest_code(until=view_after_code(flow))


def test_a_user_who_fails_the_captcha_three_times_starts_again(own, open_page):
    page = open_page(sandbox := own("CAPTCHA,EMAIL_OTP"))
    page.refusals = True
    page.start_sign_up(address := new_address())
    solve(page, "fail")
    for _ in range(2):
        solve(page, "fail", "not accepted")
    page.wait_for_problem("You did not pass the check")
    assert sandbox.codes(address) == []


@pytest.mark.parametrize("way", ["Escape", "Cancel"])
def test_a_user_who_closes_the_captcha_can_try_again(own, open_page, way):
    page = open_page(own("CAPTCHA,EMAIL_OTP"))
    page.driver.execute_script("const later = setTimeout; window.setTimeout = (run, time) => later(run, time / 10)")
    page.start_sign_up(new_address())
    wait_for_captcha(page)
    sleep(0.4)
    assert page.said == "", "the page waits for the user, and for no function"
    buttons = {button.text: button for button in page.find_all(f"{DIALOG} button")}
    assert list(buttons) == ["I’m not a robot", "Fail the check", "Cancel"]
    if way == "Escape":
        page.press(Keys.ESCAPE)
    else:
        buttons[way].click()
    page.wait_for_problem("You cannot sign in without this check")
    page.do("show-welcome")
    page.do("show-sign-in")
    page.submit()
    solve(page)
    page.answer_newest_code()


def test_a_passkey_signs_in_behind_a_captcha(own, open_page):
    page = open_page(own("CAPTCHA,RESULT_TOKEN"))
    page.start_sign_up(new_address())
    solve(page)
    page.answer_newest_code(until="offer")
    page.create_passkey()
    page.sign_out()
    page.do("passkey-sign-in")
    solve(page)
    page.wait_for_view("account")
    assert page.find("#how").text == "Signed in with a passkey"


@pytest.mark.parametrize("flow", BEHIND_PASSWORD)
def test_signs_up_and_in_with_the_password_and_a_captcha_behind_it(own, open_page, flow):
    sandbox, address = own(flow), new_address()
    page = open_page(sandbox)
    page.start_sign_up(address, PASSWORD)
    solve(page)
    page.answer_newest_code(until=view_after_code(flow))
    if flow.endswith("TOKEN"):
        page.create_passkey()
    page.sign_out()
    page.refusals = True
    page.start_sign_in(address, PASSWORD + "x")
    page.wait_for_problem("That email address or password is incorrect")
    assert not page.find_all(DIALOG), "no CAPTCHA before the right password"
    page.type_password(PASSWORD)
    page.submit()
    solve(page)
    if flow.endswith("TOKEN"):
        page.do("second-passkey")
    else:
        page.fill_in_newest_code(besides=1)
        page.submit()
    page.wait_for_view("account")


def test_an_issuers_passkey_signs_up_and_in_behind_a_captcha(start, open_page):
    page, address = open_page(start("--mode", "oidc", "--flow", "CAPTCHA,RESULT_TOKEN")), new_address()
    page.start_sign_up(address)
    page.fill_in_newest_code()
    page.submit()
    solve(page)
    page.wait_for_view("account")
    page.sign_out()
    page.do("passkey-sign-in")
    solve(page, "fail")
    solve(page, "pass", "not accepted")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    page.timeline_of_sign_ins(2)


def test_the_captcha_can_be_passed_by_keyboard(own, open_page):
    sandbox, address = own("CAPTCHA,EMAIL_OTP"), new_address()
    page = open_page(sandbox)
    page.start_sign_up_by_keyboard(address)
    wait_for_captcha(page)
    page.press(Keys.ENTER)
    page.wait_for_view("code")
    page.press(sandbox.code(address), Keys.ENTER)
    page.wait_for_view("account")


def test_the_flow_can_be_chosen_on_the_page(start, open_page):
    page = open_page(sandbox := start())
    for flow in FLOWS + BEHIND_PASSWORD:
        page.choose_flow(flow)
        assert sandbox.settings["flow"] == flow
        assert page.find("#token-mode").is_displayed() == flow.endswith("RESULT_TOKEN")


def test_the_timeline_hides_captcha_answers_and_secrets(own, open_page):
    sandbox, address = own("CAPTCHA,EMAIL_OTP"), new_address()
    page = open_page(sandbox)
    page.start_sign_up(address)
    solve(page)
    page.answer_newest_code()
    lines = page.timeline()
    assert any(line.startswith("Trigger → CAPTCHA | siteverify | passed") for line in lines), lines
    shown = json.dumps(sandbox.events())
    assert "sandbox-captcha-secret" not in shown
    assert not [word for word in shown.split('"') if word.startswith("captcha-") and len(word) == 44]
