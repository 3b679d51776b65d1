"""The page in Chromium with the passkeys of an OpenID provider: its ID tokens are the answers."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.keys import Keys

from app import cognito, new_address
from flows import PASSWORD
from sandbox import request

EXISTS = "There is an account with this email address already"


@pytest.fixture(scope="module")
def provider(start):
    return start("--mode", "oidc")


def subject(sandbox, address: str) -> str:
    user = cognito(sandbox).admin_get_user(UserPoolId=sandbox.settings["userPoolId"], Username=address)
    return {pair["Name"]: pair["Value"] for pair in user["UserAttributes"]}["custom:oidc_subject"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_signs_up_with_a_passkey_and_in_with_one_click(provider, open_page, scheme):
    page, address = open_page(provider, scheme=scheme), new_address()
    page.screenshot(f"oidc-{scheme}-1-welcome")
    page.start_sign_up(address)
    page.wait_for_view("code")
    assert "confirm your account" in page.find("#code-lead").text, "a passkey proves no address"
    page.answer_newest_code()
    page.screenshot(f"oidc-{scheme}-2-signed-up")
    assert page.find("#who").text == address
    assert page.find("#how").text == "Signed in with a passkey"
    assert "verified in Cognito" in page.find("#facts").text
    assert subject(provider, address).startswith(f"{provider.url}/|auth0|")
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    assert len(provider.codes(address)) == 1, "Cognito's own, and none to sign in with"
    lines = page.timeline_of_sign_ins(2)
    for line in ("App → issuer | POST /passkey/register", "App → issuer | POST /oauth/token",
                 "Trigger → issuer | GET /.well-known/jwks.json", "Cognito → trigger | PreSignUp | leave",
                 "App → issuer | POST /passkey/challenge", "Trigger → AWS | UpdateItem proof"):
        assert any(shown.startswith(line) for shown in lines), (line, lines)


def test_a_second_device_is_added_and_signs_in(provider, open_page):
    page, address = open_page(provider), new_address()
    page.sign_up(address, until="account")
    page.refusals = True
    page.do("create-passkey")
    page.wait_for_problem("has a passkey for your account already")
    # Another device: an authenticator that has none of its passkeys.
    page.remove_authenticator()
    page.add_authenticator()
    page.create_passkey()
    assert "Passkeys\n2" in page.find("#facts").text
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address


def test_an_address_that_exists_is_refused_in_words(provider, open_page):
    page, address = open_page(provider), new_address()
    page.sign_up(address, until="account")
    page.sign_out()
    page.refusals = True
    page.start_sign_up(address.upper())
    page.wait_for_problem(EXISTS)


def unfinished(sandbox, page) -> str:
    """The address of an account at the issuer that Cognito does not know: PreSignUp was out in the middle of it."""
    fault = {"trigger": "PreSignUp", "fault": "crash"}
    assert request(f"{sandbox.url}/sandbox/faults", fault)[0] == 200
    page.refusals = True
    page.start_sign_up(address := new_address())
    page.wait(lambda: page.problem, "the outage")
    assert not is_known(sandbox, address)
    return address


def is_known(sandbox, address: str) -> bool:
    client = cognito(sandbox)
    try:
        client.admin_get_user(UserPoolId=sandbox.settings["userPoolId"], Username=address)
    except client.exceptions.UserNotFoundException:
        return False
    return True


def test_a_sign_up_that_was_interrupted_is_finished_later(start, open_page):
    page = open_page(sandbox := start("--mode", "oidc"))
    address = unfinished(sandbox, page)
    page.open()
    page.do("passkey-sign-in")
    page.wait_for_problem("If you have never finished creating your account, create it once more")
    assert "code" not in page.problem, "there are none"
    page.start_sign_up(address.upper())
    page.address = address
    page.answer_newest_code()
    assert page.find("#who").text == address
    assert len(page.driver.get_credentials()) == 1, "its first passkey does"
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")


def test_whoever_chose_a_weak_password_goes_on_with_a_strong_one(start, open_page):
    page = open_page(start("--mode", "oidc", "--flow", "PASSWORD,RESULT_TOKEN"))
    page.refusals = True
    page.start_sign_up(address := new_address(), "weak")
    page.wait_for_problem("Choose a stronger password")
    page.type_password(PASSWORD)
    page.submit()
    page.answer_newest_code()
    assert page.find("#who").text == address
    assert page.find("#how").text == "Signed in with a password and a passkey"


def test_whoever_closed_the_page_before_typing_the_code_gets_another(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up(address)
    page.wait_for_view("code")
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.refusals = True
    page.do("passkey-sign-in")
    page.wait_for_problem("This account has not been confirmed yet. Create it once more with the same address")
    page.start_sign_up(address)
    page.answer_newest_code(besides=1)
    assert page.find("#who").text == address


def test_a_code_for_an_account_of_somebody_else_is_not_asked_for(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up(address)
    page.wait_for_view("code")
    # Another browser, which does not know of it, and has the passkey all the same.
    page.driver.execute_script("localStorage.clear()")
    page.driver.refresh()
    page.wait_for_view("welcome")
    page.refusals = True
    page.start_sign_up(address)
    page.wait_for_problem(EXISTS)
    assert len(provider.codes(address)) == 1, "no other code is sent"


def test_an_interrupted_sign_up_is_finished_by_its_own_passkey_alone(start, open_page):
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


def test_codes_are_what_a_flow_without_result_token_asks_for(start, open_page):
    page, address = open_page(start("--mode", "oidc", "--flow", "EMAIL_OTP")), new_address()
    page.start_sign_up(address)
    page.fill_in_newest_code()
    assert "confirm your account" in page.find("#code-lead").text
    page.submit()
    page.answer_newest_code(besides=1)
    assert page.find("#how").text == "Signed in with a code"
    assert page.driver.get_credentials() == []
    assert not [line for line in page.timeline_of_sign_ins() if "/passkey/" in line or "/oauth/" in line]


@pytest.mark.parametrize(("code", "message", "words"), [
    ("invalid_request", "The user already exists: log in instead.", EXISTS),
    ("invalid_request", "The request is invalid: user_profile.email.", "This does not look like an email address."),
    ("invalid_request", "The request is invalid: authn_response.", "Your passkey cannot be checked right now."),
    ("not_found", "The account has no such authentication method.", "That passkey is not there any more."),
])
def test_what_the_issuer_refuses_is_told_in_its_own_words(provider, open_page, code, message, words):
    said = open_page(provider).driver.execute_async_script("""
        const [code, message, done] = arguments;
        Promise.all([import('/words.js'), import('/provider.js')])
            .then(([{ words }, { ProviderError }]) => done(words(new ProviderError(code, message))), done);
    """, code, message)
    assert said.startswith(words)


def test_a_cancelled_prompt_leaves_the_way_back(provider, open_page):
    page, address = open_page(provider), new_address()
    page.driver.remove_all_credentials()
    page.do("passkey-sign-in")
    page.wait(lambda: "No passkey was used" in page.said, "the way back")
    assert page.view == "welcome"
    page.sign_up(address, until="account")


def test_a_passkey_of_nobody_is_refused_in_words(provider, open_page, start):
    page = open_page(provider)
    page.sign_up(new_address(), until="account")
    page.sign_out()
    # The provider forgets everybody when it ends; the passkeys of another one are nobody's.
    credential = page.driver.get_credentials()[0]
    page.remove_authenticator()
    elsewhere = open_page(start("--mode", "oidc"))
    elsewhere.driver.add_credential(credential)
    page.refusals = elsewhere.refusals = True
    elsewhere.do("passkey-sign-in")
    elsewhere.wait_for_problem("This passkey is not known here")


def test_the_mode_can_be_chosen_on_the_page(start, open_page):
    page, address = open_page(sandbox := start()), new_address()
    page.choose("token-mode", "oidc")
    assert sandbox.settings["tokenMode"] == "oidc"
    assert not page.find("#first-enrolment").is_displayed()
    page.sign_up(address, until="account")
    page.choose("token-mode", "signed")
    page.sign_up(new_address())


def test_signs_in_with_password_and_passkey(start, open_page):
    sandbox, address = start("--mode", "oidc", "--flow", "PASSWORD,RESULT_TOKEN"), new_address()
    page = open_page(sandbox)
    page.sign_up(address, PASSWORD, until="account")
    assert page.find("#how").text == "Signed in with a password and a passkey"
    page.sign_out()
    page.do("show-sign-in")
    page.type_password(PASSWORD)
    page.submit()
    page.wait_for_view("second")
    page.screenshot("password-openid-second")
    assert not [button for button in page.find_all("[data-do=second-code]") if button.is_displayed()]
    page.do("second-passkey")
    page.wait_for_view("account")


def test_the_timeline_keeps_id_tokens_and_sessions_to_itself(provider, open_page):
    page, address = open_page(provider), new_address()
    page.sign_up(address, until="account")
    shown = json.dumps(provider.events())
    assert ".eyJ" not in shown
    assert address in shown


def test_it_can_be_gone_through_by_keyboard(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up_by_keyboard(address)
    page.wait_for_view("code")
    page.press(provider.code(address), Keys.ENTER)
    page.wait_for_view("account")
    page.activate("Sign out")
    page.wait_for_view("welcome")
    page.activate("Sign in with a passkey")
    page.wait_for_view("account")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1360])
def test_every_view_fits_and_can_be_read(provider, open_page, width, scheme):
    page = open_page(provider, width=width, height=860, scheme=scheme)

    def check(view: str) -> None:
        page.screenshot(f"oidc-{scheme}-{width}-{view}")
        page.assert_fits_and_can_be_read(view)

    check("welcome")
    page.do("show-sign-up")
    check("sign-up")
    page.type(new_address())
    page.submit()
    page.fill_in_newest_code()
    check("code")
    page.submit()
    page.wait_for_view("account")
    check("account")
