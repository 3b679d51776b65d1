"""The passkeys of an account in Chromium: they are added with the access token, listed, renamed and removed."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.common.keys import Keys

from journeys.app import new_address
from journeys.calls import PATIENCE


def call(url: str, method: str = "POST", **headers: str):
    """Calls the function URL; returns the answer's status, headers and content."""
    request = urllib.request.Request(f"{url}/add-authenticator", headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def listed(page) -> list[str]:
    return page.driver.execute_script(
        "return [...document.querySelectorAll('#passkeys li')].map((item) => item.innerText.split('\\n')[0])")


@pytest.fixture(scope="module")
def named(sandboxes, start):
    """Returns a sandbox in a token mode."""
    started = dict(sandboxes)
    return lambda mode: started.get(mode) or started.setdefault(mode, start("--mode", mode))


def new_account(page, mode: str) -> str:
    """Signs up with a passkey; returns the address."""
    address = new_address()
    if mode == "oidc":
        page.sign_up(address, until="account")
    else:
        page.sign_up(address)
        page.create_passkey()
    return address


@pytest.mark.parametrize("mode", ["signed", "authsignal", "oidc"])
def test_a_second_device_is_added_listed_and_signs_in_and_the_first_gets_no_other_passkey(named, open_page, mode):
    page = open_page(named(mode))
    address = new_account(page, mode)
    assert len(listed(page)) == 1
    page.refusals = True
    page.do("create-passkey")
    page.wait(lambda: "already has a passkey for your account" in page.said, "the message")
    assert page.problem == "", "that is what the user wants"
    page.change_device()
    page.create_passkey()
    assert listed(page) == ["Passkey 1", "Passkey 2"]
    assert "Passkeys\n2" in page.find("#facts").text
    buttons = 0 if mode == "authsignal" else 4
    assert len(page.find_all("#passkeys button")) == buttons, "Authsignal lets apps neither name nor remove them"
    if mode != "oidc":
        call = "POST /add-authenticator"
        page.wait(lambda: f"App → AddAuthenticator | {call} | ok" in page.timeline(), "the call")
        page.wait(lambda: f"{call} | Audit log: may add an authenticator" in page.audit_notes(), "the audit log's line")
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    assert page.find("#show-passkeys").is_displayed() == (mode == "signed"), "otherwise the sign-in left a proof"
    page.list_passkeys()
    assert len(listed(page)) == 2


def test_a_removed_passkey_no_longer_signs_in(signed, open_page):
    page = open_page(signed)
    page.sign_up(new_address())
    page.create_passkey()
    page.do("remove-passkey")
    page.wait(lambda: page.find("#removal").is_displayed(), "the question")
    assert "Passkey 1" in page.find("#removal").text
    page.assert_fits_and_can_be_read("the question")
    page.press(Keys.ESCAPE)
    page.wait_for_end_of_step()
    assert listed(page) == ["Passkey 1"], "the user changed their mind"
    page.change_device()
    page.create_passkey()
    removed, = page.passkeys_on_device()
    page.click(lambda: page.find_all("#passkeys li:nth-child(2) [data-do=remove-passkey]"), "the button of the second")
    page.click(lambda: page.find_all("#removal[open] button[value=remove]"), "the question")
    page.wait(lambda: "can no longer sign in with this passkey" in page.said, "the removal")
    assert listed(page) == ["Passkey 1"], "the other stays, although the proof was this one's"
    page.wait(lambda: page.passkeys_on_device() == [], "the device without the passkey")
    page.sign_out()
    page.add_passkey(removed)
    page.refusals = True
    page.do("passkey-sign-in")
    page.wait_for_view("sign-in")
    page.wait_for_problem("This passkey is not recognised")


def test_the_list_needs_a_proof_by_the_users_own_passkey(signed, open_page):
    page = open_page(signed)
    page.sign_up(new_address())
    page.create_passkey()
    others, = page.passkeys_on_device()
    page.sign_out()
    page.driver.remove_all_credentials()
    page.sign_up(new_address())
    page.create_passkey()
    own, = page.passkeys_on_device()
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert "listed after one more prompt" in page.find("#facts").text and listed(page) == []
    page.verify_user(False)
    page.do("show-passkeys")
    page.wait(lambda: page.said == "No passkey was used.", "the message")
    page.verify_user(True)
    page.driver.remove_all_credentials()
    page.add_passkey(others)
    page.do("show-passkeys")
    page.wait_for_problem("That passkey belongs to another account")
    assert listed(page) == []
    page.driver.remove_all_credentials()
    page.add_passkey(own)
    page.list_passkeys()
    assert listed(page) == ["Passkey 1"]
    assert not page.find("#show-passkeys").is_displayed()


def test_the_browser_learns_which_passkeys_the_user_has(sandbox, open_page):
    page = open_page(sandbox)
    page.driver.execute_script("""
        window.signals = [];
        const signal = PublicKeyCredential.signalAllAcceptedCredentials.bind(PublicKeyCredential);
        PublicKeyCredential.signalAllAcceptedCredentials = (facts) => { signals.push(facts); return signal(facts); };
    """)

    def signals() -> list[dict]:
        return page.driver.execute_script("return window.signals")

    page.sign_up(new_address())
    assert signals() == []
    page.create_passkey()
    first, = page.passkeys_on_device()
    known = {"rpId": "localhost", "userId": first.user_handle.rstrip("=")}
    assert signals() == [known | {"allAcceptedCredentialIds": [first.id.rstrip("=")]}]
    page.change_device()
    page.create_passkey()
    second, = page.passkeys_on_device()
    both = known | {"allAcceptedCredentialIds": [one.id.rstrip("=") for one in (first, second)]}
    assert signals()[1:] == [both]
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    page.list_passkeys()
    assert signals()[2:] == [both]
    page.sign_out()
    page.driver.remove_all_credentials()
    page.sign_up(new_address())
    page.do("show-account")
    assert signals()[3:] == [], "the list of another user, whose handle is not known"


def test_the_owner_gets_notices_of_added_and_removed_passkeys(signed, open_page):
    page = open_page(signed)
    page.sign_up(address := new_address())
    page.create_passkey()
    page.remove_passkey()
    added, removed = "First passkey added to your Sandbox account", "A passkey was removed from your Sandbox account"
    assert signed.notices(address) == [added, removed]
    page.wait(lambda: len(page.find_all("#mails details")) == 2, "the notices in the mailbox")
    mail = page.find("#mails li")
    assert mail.text.splitlines()[:2] == [removed, f"to {address}"]
    mail.find_element("css selector", "summary").click()
    page.wait(lambda: "It can no longer be used to sign in." in mail.text, "the notice's text")
    page.assert_fits_and_can_be_read()


NAME = '<b>&"\'  Füße 🦶</b>'


def form_is_open(page) -> bool:
    return bool(page.find_all("#passkeys form"))


def has_focus(page, selector: str) -> bool:
    return page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector)


@pytest.mark.parametrize("mode", ["signed", "oidc"])
def test_a_passkey_keeps_its_new_name(named, open_page, mode):
    page = open_page(named(mode))
    address = new_account(page, mode)
    assert listed(page) == ["Passkey 1"]
    page.do("rename-passkey")
    page.type(NAME)
    page.submit()
    page.wait(lambda: not form_is_open(page) and listed(page) == [NAME], "the name")
    assert page.said == f"The passkey is now called {NAME}."
    assert has_focus(page, "[data-do=rename-passkey]")
    assert page.find("#passkeys [data-do=remove-passkey]").get_attribute("aria-label") == f"Remove {NAME}"
    page.change_device()
    page.create_passkey()
    assert listed(page) == [NAME, "Passkey 2"]
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    page.list_passkeys()
    assert listed(page) == [NAME, "Passkey 2"]


@pytest.mark.parametrize("mode", ["signed", "oidc"])
def test_a_passkey_can_be_renamed_by_keyboard(named, open_page, mode):
    page = open_page(named(mode))
    new_account(page, mode)
    page.activate("Rename Passkey 1")
    assert has_focus(page, "#passkey-name")
    assert page.find("label[for=passkey-name]").text == "Name of this passkey"
    page.press("My phone", Keys.ENTER)
    page.wait(lambda: listed(page) == ["My phone"], "the name")
    assert has_focus(page, "[data-do=rename-passkey]")
    page.press(Keys.ENTER)
    assert page.find("#passkey-name").get_attribute("value") == "My phone"
    page.press("Not this", Keys.ESCAPE)
    assert not form_is_open(page) and listed(page) == ["My phone"]
    assert has_focus(page, "[data-do=rename-passkey]")
    page.press(Keys.ENTER, Keys.TAB, Keys.TAB, Keys.ENTER)
    assert not form_is_open(page) and listed(page) == ["My phone"], "Cancel"
    assert has_focus(page, "[data-do=rename-passkey]")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_name_has_one_to_sixty_characters_and_fits(named, open_page, scheme):
    page = open_page(named("oidc"), width=360, height=860, scheme=scheme)
    new_account(page, "oidc")
    page.do("rename-passkey")
    page.press("  ", Keys.ENTER)
    page.wait_for_problem("Type a name.")
    assert has_focus(page, "#passkey-name[aria-invalid=true]")
    page.press("W" * 61)
    page.assert_fits_and_can_be_read("the form")
    page.press(Keys.ENTER)
    page.wait(lambda: listed(page) == ["W" * 60], "the name")
    page.assert_fits_and_can_be_read("the list")


def test_one_passkey_of_two_is_removed_at_the_issuer(named, open_page):
    page = open_page(named("oidc"))
    new_account(page, "oidc")
    page.do("rename-passkey")
    page.type("The first")
    page.submit()
    page.wait(lambda: listed(page) == ["The first"], "the name")
    page.change_device()
    page.create_passkey()
    page.remove_passkey()
    assert listed(page) == ["Passkey 1"], "only the other passkey is left"
    page.remove_passkey("your last passkey")
    assert listed(page) == []
    page.sign_out()
    page.refusals = True
    page.do("passkey-sign-in")
    page.wait_for_problem("This passkey is not recognised")


def test_the_function_url_refuses_strangers_and_other_pages(sandbox):
    url = sandbox.url
    status, headers, body = call(url)
    assert (status, json.loads(body)["error"]) == (401, "invalid_token")
    assert headers["WWW-Authenticate"] == "Bearer" and headers["Cache-Control"] == "no-store"
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    _, headers, _ = call(url, "OPTIONS", Origin="https://elsewhere.example", **preflight)
    assert headers["Access-Control-Allow-Origin"] is None
    _, headers, _ = call(url, "OPTIONS", Origin=url, **preflight)
    assert headers["Access-Control-Allow-Origin"] == url
    assert headers["Access-Control-Allow-Methods"] == "POST"
