"""The page in Chromium, in the flows with a CAPTCHA."""

from __future__ import annotations

import pytest

from journeys.app import new_address

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
    for _ in range(2):
        page.solve_captcha("Fail")
        page.wait_for_words("was not accepted")
    page.solve_captcha("Fail")
    page.wait_for_view("start")
    assert "This sign-in is over" in page.said and sandbox.codes(address) == []
    page.start_sign_up(new_address())
    page.solve_captcha("Fail")
    page.wait_for_words("was not accepted")
    page.solve_captcha()
    page.answer_newest_code(until="offer" if flow.endswith("RESULT_TOKEN") else "account")


def test_the_captcha_is_shown_again_and_can_be_left(own, open_page):
    page = open_page(own("CAPTCHA,EMAIL_OTP"))
    page.start_sign_up(new_address())
    page.wait_for_view("captcha")
    page.take("resume")
    page.wait_for_view("captcha")
    page.wait(lambda: [button.text for button in page.find_all(".captcha button")] == [
        "I’m not a robot", "Fail the check"], "one widget")
    page.take("startAgain")
    page.wait_for_view("start")
    assert not any(widget.is_displayed() for widget in page.find_all(".captcha"))
    page.start_sign_in(page.address)
    page.solve_captcha()
    page.answer_newest_code()
