"""The sandbox beside an app of one's own: a CAPTCHA on its page, and flows that lead past the functions."""

from __future__ import annotations

from journeys.app import answer, challenge, new_user
from journeys.calls import request
from journeys.captcha import begin_with_captcha


def test_a_captcha_on_a_page_of_ones_own_signs_in(start):
    origin = "https://app.example.test"
    sandbox = start("--flow", "CAPTCHA,EMAIL_OTP", "--relying-party", "example.test", "--origin", origin)
    solve = f"{sandbox.url}/sandbox/captcha", {"passes": True, "action": "sign-in"}
    status, solved = request(*solve, headers={"Origin": origin})
    assert status == 200
    started = answer(sandbox, begin_with_captcha(sandbox, new_user(sandbox)), solved["answer"])
    assert challenge(started) == "EMAIL_OTP"
    assert request(*solve, headers={"Origin": "https://other.example.test"})[0] == 403


def test_the_start_names_flows_that_lead_past_the_functions(start):
    sandbox = start("--pool-setting", "flows=ALLOW_CUSTOM_AUTH,ALLOW_ADMIN_USER_PASSWORD_AUTH")
    sandbox.wait_for_log(
        "Warning: with ALLOW_ADMIN_USER_PASSWORD_AUTH, users sign in without asking the functions.")
