"""The page in Chromium with the passkeys of an OpenID provider: its ID tokens are the answers."""

from __future__ import annotations

import json

import pytest

from app import cognito, new_address
from flows import PASSWORD



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
    page.wait_for_view("account")
    page.screenshot(f"oidc-{scheme}-2-signed-up")
    assert page.find("#who").text == address
    assert page.find("#how").text == "Signed in with a passkey"
    assert "not verified" in page.find("#facts").text, "a passkey proves no address"
    assert subject(provider, address).startswith(f"{provider.url}/|auth0|")
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    assert provider.codes(address) == [], "no mail is sent"
    lines = page.timeline_of_sign_ins(2)
    for line in ("App → issuer | POST /passkey/register", "App → issuer | POST /oauth/token",
                 "Trigger → issuer | GET /.well-known/jwks.json", "Cognito → trigger | PreSignUp | confirm",
                 "App → issuer | POST /passkey/challenge", "Trigger → AWS | UpdateItem proof"):
        assert any(shown.startswith(line) for shown in lines), (line, lines)


def test_a_second_device_is_added_and_signs_in(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up(address)
    page.wait_for_view("account")
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
    page.start_sign_up(address)
    page.wait_for_view("account")
    page.sign_out()
    page.refusals = True
    page.start_sign_up(address.upper())
    page.wait_for_problem("There is an account with this email address already")


def test_codes_are_what_a_flow_without_result_token_asks_for(start, open_page):
    page, address = open_page(start("--mode", "oidc", "--flow", "EMAIL_OTP")), new_address()
    page.sign_up(address, until="account")
    assert page.find("#how").text == "Signed in with a code"
    assert page.driver.get_credentials() == []
    assert not [line for line in page.timeline_of_sign_ins() if "/passkey/" in line or "/oauth/" in line]


def test_a_cancelled_prompt_leaves_the_way_back(provider, open_page):
    page, address = open_page(provider), new_address()
    page.driver.remove_all_credentials()
    page.do("passkey-sign-in")
    page.wait(lambda: "No passkey was used" in page.said, "the way back")
    assert page.view == "welcome"
    page.start_sign_up(address)
    page.wait_for_view("account")


def test_a_passkey_of_nobody_is_refused_in_words(provider, open_page, start):
    page = open_page(provider)
    page.start_sign_up(new_address())
    page.wait_for_view("account")
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
    page.start_sign_up(address)
    page.wait_for_view("account")
    page.choose("token-mode", "signed")
    page.sign_up(new_address())


def test_signs_in_with_password_and_passkey(start, open_page):
    sandbox, address = start("--mode", "oidc", "--flow", "PASSWORD,RESULT_TOKEN"), new_address()
    page = open_page(sandbox)
    page.start_sign_up(address, PASSWORD)
    page.wait_for_view("account")
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
    page.start_sign_up(address)
    page.wait_for_view("account")
    shown = json.dumps(provider.events())
    assert ".eyJ" not in shown
    assert address in shown


def test_it_can_be_gone_through_by_keyboard(provider, open_page):
    page, address = open_page(provider), new_address()
    page.start_sign_up_by_keyboard(address)
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
    page.wait_for_view("account")
    check("account")
