"""A further passkey in Chromium: asked for with the access token, listed, and taken away again."""

from __future__ import annotations

import json
import urllib.error
import urllib.request

from app import new_address


def call(url: str, method: str = "POST", body: bytes | None = None, **headers: str):
    """Status, headers and content of an answer."""
    request = urllib.request.Request(f"{url}/add-authenticator", body, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()


def listed(page) -> list[str]:
    return [item.text.splitlines()[0] for item in page.find_all("#passkeys li")]


def another_device(page) -> None:
    page.remove_authenticator()
    page.add_authenticator()


def test_a_second_device_is_added_listed_and_signs_in(sandbox, open_page):
    address, page = new_address(), open_page(sandbox)
    page.sign_up(address)
    page.create_passkey()
    assert len(listed(page)) == 1
    another_device(page)
    page.create_passkey()
    page.screenshot(f"{sandbox.settings['tokenMode']}-two-passkeys")
    assert [entry.split(",")[0] for entry in listed(page)] == ["Passkey 1", "Passkey 2"]
    assert any("AddAuthenticator | status 200" in line for line in page.timeline())
    page.sign_out()
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address
    assert len(listed(page)) == 2


def test_a_removed_passkey_signs_nobody_in(sandbox, open_page):
    page = open_page(sandbox)
    page.sign_up(new_address())
    page.create_passkey()
    page.do("remove-passkey")
    page.wait(lambda: "does not sign you in any more" in page.said, "the removal")
    assert listed(page) == []
    page.sign_out()
    page.refusals = True
    page.do("passkey-sign-in")
    page.wait_for_problem("This passkey is not known here")


def test_the_function_url_takes_no_other_token_and_no_other_page(sandbox):
    url = sandbox.url
    status, headers, body = call(url)
    assert (status, json.loads(body)["error"]) == (401, "invalid_token")
    assert headers["WWW-Authenticate"] == "Bearer" and headers["Cache-Control"] == "no-store"
    status, _, body = call(url, Authorization="Bearer e30.e30.e30")
    assert (status, json.loads(body)["error"]) == (401, "invalid_token")
    assert call(url, "GET")[0] == 405
    assert call(url, body=b"a" * 1025, Authorization="Bearer a")[0] == 413
    preflight = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    _, headers, _ = call(url, "OPTIONS", Origin="https://elsewhere.example", **preflight)
    assert headers["Access-Control-Allow-Origin"] is None
    _, headers, _ = call(url, "OPTIONS", Origin=url, **preflight)
    assert headers["Access-Control-Allow-Origin"] == url
    assert headers["Access-Control-Allow-Methods"] == "POST"
