"""The page in Chromium with an OpenID provider's passkeys. The provider's ID tokens are the answers."""

from __future__ import annotations

import pytest

from journeys.app import PASSWORD, new_address, other_code

EXISTS = "That did not work: There is already an account with this email address"


@pytest.fixture(scope="module")
def provider(start):
    return start("--mode", "oidc")


def test_the_issuers_own_code_proves_the_address_and_cognito_sends_none(start, open_page):
    sandbox = start("--mode", "oidc", "--issuer-setting", "verification=email")
    page, address = open_page(sandbox), new_address()
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_view("confirm")
    page.answer(other_code(sandbox.code(address)))
    page.wait_for_words("This code is not right")
    page.take("resendCode")
    page.answer_newest_code(besides=1, until="choose")
    page.take("answerWithPasskey")
    page.wait_for_view("account")
    assert page.email == address
    assert len(sandbox.codes(address)) == 2, "no code of Cognito"


def unfinished(sandbox, page) -> str:
    """Signs up while PreSignUp fails; returns the address, which the issuer knows and Cognito does not."""
    sandbox.fail("PreSignUp")
    page.refusals = True
    page.start_sign_up(address := new_address())
    page.wait_for_words("That did not work")
    assert not is_known(sandbox, address)
    return address


def is_known(sandbox, address: str) -> bool:
    return bool(sandbox.cognito.list_users(UserPoolId=sandbox.pool, Filter=f'email = "{address}"')["Users"])


def test_a_sign_up_that_was_interrupted_is_finished_later(start, open_page):
    page = open_page(sandbox := start("--mode", "oidc"))
    address = unfinished(sandbox, page)
    page.open()
    page.take("signInWithPasskey")
    page.wait_for_words("If you never finished creating your account, create it")
    assert "code" not in page.said, "this flow has no codes"
    page.take("startAgain")
    page.start_sign_up(address.upper())
    page.address = address
    page.answer_newest_code(until="choose")
    page.take("answerWithPasskey")
    page.wait_for_view("account")
    assert page.email == address
    assert len(page.driver.get_credentials()) == 1, "the first passkey is used"
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait_for_view("account")


def test_a_sign_up_with_a_weak_password_continues_with_a_strong_one(start, open_page):
    page = open_page(start("--mode", "oidc", "--flow", "PASSWORD,RESULT_TOKEN"))
    page.refusals = True
    page.start_sign_up(address := new_address(), "weak")
    page.wait_for_words("Choose a stronger password")
    page.start_sign_up(address, PASSWORD)
    page.answer_newest_code(until="start")
    page.start_sign_in(address, PASSWORD)
    page.take("answerWithPasskey")
    page.wait_for_view("account")
    assert page.email == address


def test_closing_the_page_before_typing_the_code_leads_to_another_code(provider, open_page):
    page, address = open_page(provider), new_address()
    page.take("signInWithPasskey")
    page.wait_for_words("No registered passkey was used")
    assert page.view == "start", "the user can try again"
    page.start_sign_up(address)
    page.wait_for_view("confirm")
    page.driver.execute_script("sessionStorage.clear()")
    page.driver.refresh()
    page.wait_for_view("start")
    page.refusals = True
    page.take("signInWithPasskey")
    page.wait_for_words("This account is not confirmed. Create it again with the same address")
    page.start_sign_up(address)
    page.answer_newest_code(besides=1, until="choose")
    page.take("answerWithPasskey")
    page.wait_for_view("account")
    assert page.email == address


def test_the_page_asks_for_no_code_for_somebody_elses_account(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up(address)
    page.wait_for_view("confirm")
    # Now this acts as another browser, which has the passkey but does not remember the account.
    page.driver.execute_script("localStorage.clear(); sessionStorage.clear()")
    page.driver.refresh()
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_words(EXISTS)
    assert len(provider.codes(address)) == 1, "no second code is sent"


def test_only_its_own_passkey_finishes_an_interrupted_sign_up(start, open_page):
    page = open_page(sandbox := start("--mode", "oidc"))
    address = unfinished(sandbox, page)
    page.driver.remove_all_credentials()
    page.open()
    page.start_sign_up(address)
    page.wait_for_words(EXISTS)
    page.sign_up_at_issuer(new_address())
    page.sign_out()
    page.start_sign_up(address)
    page.wait_for_words(EXISTS)
    assert not is_known(sandbox, address), "somebody else's passkey"


def test_a_flow_without_result_token_asks_for_codes(start, open_page):
    page, address = open_page(sandbox := start("--mode", "oidc", "--flow", "EMAIL_OTP")), new_address()
    page.sign_up(address, until="account")
    assert len(sandbox.codes(address)) == 1, "the token mode does not act, so Cognito confirms the account at once"
    assert page.driver.get_credentials() == []
    assert not [line for line in page.timeline_of_sign_ins() if "/passkey/" in line or "/oauth/" in line]


def test_the_issuers_passkeys_are_named_added_and_removed(provider, open_page):
    page = open_page(provider)
    page.sign_up_at_issuer(new_address())
    page.refusals = True
    page.take("addPasskey")
    page.wait_for_words("already has a passkey for your account")
    page.type("The first", "name")
    page.take("renamePasskey")
    page.wait_for_words("has its new name")
    page.driver.refresh()
    page.wait_for_view("account")
    assert listed(page) == ["The first"]
    page.change_device()
    page.create_passkey()
    assert listed(page) == ["The first", "Passkey"]
    page.remove_passkey()
    assert listed(page) == ["Passkey"], "only the other passkey is left"
    page.remove_passkey()
    assert listed(page) == []
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait_for_words("No registered passkey was used")


def test_after_the_provider_has_forgotten_the_token_a_passkey_shows_the_list(provider, open_page):
    page = open_page(provider)
    page.sign_up_at_issuer(new_address())
    page.driver.execute_script("for (const key of Object.keys(sessionStorage))"
                               "    if (key.endsWith('.proof')) sessionStorage.removeItem(key);")
    page.driver.refresh()
    page.wait_for_view("account")
    assert listed(page) == []
    page.list_passkeys()
    assert listed(page) == ["Passkey"]


def listed(page) -> list[str]:
    return [field.get_attribute("value") for field in page.visible("[part=passkey] [name=name]")]
