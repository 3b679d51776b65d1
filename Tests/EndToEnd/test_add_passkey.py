"""A user's passkeys on the page: added with the access token, listed, and in the mailbox."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

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


def test_a_second_device_is_added_listed_and_signs_in_and_the_first_gets_no_other_passkey(sandbox, open_page):
    page, address = open_page(sandbox), new_address()
    page.sign_up(address)
    page.create_passkey()
    assert len(page.visible("[part=passkey]")) == 1
    page.refusals = True
    page.take("addPasskey")
    page.wait_for_words("already has a passkey for your account")
    page.change_device()
    page.create_passkey()
    assert len(page.visible("[part=passkey]")) == 2
    is_signed = sandbox.settings["tokenMode"] == "signed"
    for step in ("renamePasskey", "removePasskey"):
        buttons = page.visible(f"[data-step={step}]")
        assert len(buttons) == 2 * is_signed, "Authsignal lets apps neither name nor remove them"
    call = "POST /add-authenticator"
    page.wait(lambda: f"App → AddAuthenticator | {call} | ok" in page.timeline(), "the call")
    page.wait(lambda: f"{call} | Audit log: may add an authenticator" in page.audit_notes(), "the audit log's line")
    page.sign_out()
    page.take("signInWithPasskey")
    page.wait_for_view("account")
    assert page.email == address
    assert bool(page.visible("[part=passkey]")) != is_signed, "only there the sign-in left a proof"
    page.list_passkeys()
    assert len(page.visible("[part=passkey]")) == 2
    page.assert_fits_and_can_be_read("the list")


def test_a_removed_passkey_no_longer_signs_in(signed, open_page):
    page = open_page(signed)
    page.sign_up(new_address())
    page.create_passkey()
    removed, = page.passkeys_on_device()
    page.refusals = True
    page.remove_passkey()
    page.wait(lambda: page.passkeys_on_device() == [], "the device without the passkey")
    page.sign_out()
    page.add_passkey(removed)
    page.take("signInWithPasskey")
    page.wait_for_words("No passkey was used")
    assert page.view == "start"


def test_the_owner_gets_notices_of_added_and_removed_passkeys(signed, open_page):
    page = open_page(signed)
    page.sign_up(address := new_address())
    page.create_passkey()
    page.refusals = True  # the list, once the proof is gone
    page.remove_passkey()
    added, removed = "First passkey added to your Sandbox account", "A passkey was removed from your Sandbox account"
    assert signed.notices(address) == [added, removed]
    page.wait(lambda: len(page.find_all("#mails details")) == 2, "the notices in the mailbox")
    mail = page.find("#mails li")
    assert mail.text.splitlines()[:2] == [removed, f"to {address}"]
    mail.find_element("css selector", "summary").click()
    page.wait(lambda: "It can no longer be used to sign in." in mail.text, "the notice's text")
    page.assert_fits_and_can_be_read()


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
