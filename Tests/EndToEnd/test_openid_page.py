"""The page in Chromium with an OpenID provider's passkeys. The provider's ID tokens are the answers."""

from __future__ import annotations

import pytest

from journeys.app import PASSWORD, new_address, other_code

EXISTS = "There is already an account with this email address"


@pytest.fixture(scope="module")
def provider(start):
    return start("--mode", "oidc")


def test_the_issuers_own_code_proves_the_address_and_cognito_sends_none(start, open_page):
    sandbox = start("--mode", "oidc", "--issuer-setting", "verification=email")
    page, address = open_page(sandbox), new_address()
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_view("code")
    assert "prove your address" in page.find("#code-lead").text
    page.type(other_code(sandbox.code(address)))
    page.submit()
    page.wait_for_problem("That code is incorrect")
    page.do("resend")
    page.fill_in_newest_code(besides=1)
    page.submit()
    page.wait_for_view("account")
    assert page.find("#who").text == address
    assert len(sandbox.codes(address)) == 2, "no code of Cognito"


def unfinished(sandbox, page) -> str:
    """Signs up while PreSignUp fails; returns the address, which the issuer knows and Cognito does not."""
    sandbox.fail("PreSignUp")
    page.refusals = True
    page.start_sign_up(address := new_address())
    page.wait(lambda: page.problem, "the outage")
    assert not is_known(sandbox, address)
    return address


def is_known(sandbox, address: str) -> bool:
    return bool(sandbox.cognito.list_users(UserPoolId=sandbox.pool, Filter=f'email = "{address}"')["Users"])


def test_a_sign_up_that_was_interrupted_is_finished_later(start, open_page):
    page = open_page(sandbox := start("--mode", "oidc"))
    address = unfinished(sandbox, page)
    page.open()
    page.do("passkey-sign-in")
    page.wait_for_problem("If you never finished creating your account, create it again")
    assert "code" not in page.problem, "this flow has no codes"
    page.start_sign_up(address.upper())
    page.address = address
    page.answer_newest_code()
    assert page.find("#who").text == address
    assert len(page.driver.get_credentials()) == 1, "the first passkey is used"
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")


def test_a_sign_up_with_a_weak_password_continues_with_a_strong_one(start, open_page):
    page = open_page(start("--mode", "oidc", "--flow", "PASSWORD,RESULT_TOKEN"))
    page.refusals = True
    page.start_sign_up(address := new_address(), "weak")
    page.wait_for_problem("Choose a stronger password")
    page.type_password(PASSWORD)
    page.submit()
    page.answer_newest_code()
    assert page.find("#who").text == address
    assert page.find("#how").text == "Signed in with a password and a passkey"


def test_closing_the_page_before_typing_the_code_leads_to_another_code(provider, open_page):
    page, address = open_page(provider), new_address()
    page.do("passkey-sign-in")
    page.wait(lambda: "No passkey was used" in page.said, "the message")
    assert page.view == "welcome", "the user can try again"
    page.start_sign_up(address)
    page.wait_for_view("code")
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.refusals = True
    page.do("passkey-sign-in")
    page.wait_for_problem("This account is not confirmed yet. Create it again with the same address")
    page.start_sign_up(address)
    page.answer_newest_code(besides=1)
    assert page.find("#who").text == address


def test_the_page_asks_for_no_code_for_somebody_elses_account(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up(address)
    page.wait_for_view("code")
    # Now this acts as another browser, which has the passkey but does not remember the account.
    page.driver.execute_script("localStorage.clear()")
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_problem(EXISTS)
    assert len(provider.codes(address)) == 1, "no second code is sent"


def test_only_its_own_passkey_finishes_an_interrupted_sign_up(start, open_page):
    page = open_page(sandbox := start("--mode", "oidc"))
    address = unfinished(sandbox, page)
    page.driver.remove_all_credentials()
    page.open()
    page.start_sign_up(address)
    page.wait_for_problem(EXISTS)
    page.do("show-welcome")
    page.sign_up(new_address(), until="account")
    page.sign_out()
    page.start_sign_up(address)
    page.wait_for_problem(EXISTS)
    assert not is_known(sandbox, address), "somebody else's passkey"


def test_a_flow_without_result_token_asks_for_codes(start, open_page):
    page, address = open_page(sandbox := start("--mode", "oidc", "--flow", "EMAIL_OTP")), new_address()
    page.sign_up(address, until="account")
    assert len(sandbox.codes(address)) == 1, "the token mode does not act, so Cognito confirms the account at once"
    assert page.find("#how").text == "Signed in with a code"
    assert page.driver.get_credentials() == []
    assert not [line for line in page.timeline_of_sign_ins() if "/passkey/" in line or "/oauth/" in line]
