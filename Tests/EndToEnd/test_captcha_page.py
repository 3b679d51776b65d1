"""The page in Chromium, in the flows with a CAPTCHA."""

from __future__ import annotations

from time import sleep

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import new_address
from page import CAPTCHA, view_after_code

FLOWS = ["CAPTCHA,RESULT_TOKEN", "CAPTCHA,EMAIL_OTP"]


@pytest.fixture(scope="module")
def own(start):
    started = {flow: start("--flow", flow) for flow in FLOWS}
    return started.__getitem__


@pytest.mark.parametrize("flow", FLOWS)
def test_a_user_who_fails_the_captcha_is_asked_again_and_starts_again_after_three_times(own, open_page, flow):
    page = open_page(sandbox := own(flow))
    page.refusals = True
    page.start_sign_up(address := new_address())
    page.solve_captcha("fail")
    for _ in range(2):
        page.solve_captcha("fail", "not accepted")
    page.wait_for_problem("You did not pass the check")
    assert sandbox.codes(address) == []
    page.do("show-welcome")
    page.start_sign_up(new_address())
    page.solve_captcha("fail")
    page.solve_captcha("pass", "not accepted")
    page.answer_newest_code(until=view_after_code(flow))


@pytest.mark.parametrize("way", ["Escape", "Cancel"])
def test_a_user_who_closes_the_captcha_can_try_again(own, open_page, way):
    page = open_page(own("CAPTCHA,EMAIL_OTP"))
    page.driver.execute_script("const later = setTimeout; window.setTimeout = (run, time) => later(run, time / 10)")
    page.start_sign_up(new_address())
    page.wait_for_captcha()
    sleep(0.4)
    assert page.said == "", "the page waits for the user, and for no function"
    buttons = {button.text: button for button in page.find_all(f"{CAPTCHA} button")}
    assert list(buttons) == ["I’m not a robot", "Fail the check", "Cancel"]
    if way == "Escape":
        page.press(Keys.ESCAPE)
    else:
        buttons[way].click()
    page.wait_for_problem("You cannot sign in without this check")
    page.do("show-welcome")
    page.do("show-sign-in")
    page.submit()
    page.solve_captcha()
    page.answer_newest_code()
