"""Passkeys with ES256, RS256 and EdDSA keys sign in on the page.

The tests create and register the key themselves, because Chromium's virtual authenticator takes the first algorithm
that is offered, which is ES256. Chromium then holds the key and signs with it.
"""

from __future__ import annotations

import pytest

from app import ClientAPI, new_address, sign_in, sign_up
from software_passkey import SoftwarePasskey


def register(sandbox, address: str, passkey: SoftwarePasskey) -> None:
    sign_up(sandbox, address)
    _, token = sign_in(sandbox, address)
    client = ClientAPI(sandbox)
    offered = client.right(
        "user-authenticators/passkey/registration-options", {"username": address}, token=token)
    answer = client.right("user-authenticators/passkey", {
        "challengeId": offered["challengeId"],
        "registrationCredential": passkey.create(offered["options"], sandbox.url)}, token=token)
    assert answer["isVerified"] is True


@pytest.mark.parametrize("algorithm", ["ES256", "RS256", "EdDSA"])
def test_signs_in_with_a_passkey_of_each_algorithm(sandbox, open_page, algorithm):
    address, passkey = new_address(), SoftwarePasskey(algorithm)
    register(sandbox, address, passkey)
    page = open_page(sandbox)
    page.add_passkey(passkey.for_browser())
    page.do("passkey-sign-in")
    page.wait_for_view("account")
    assert page.find("#who").text == address


def test_a_passkey_with_another_key_is_refused(sandbox, open_page):
    address, passkey = new_address(), SoftwarePasskey("ES256")
    register(sandbox, address, passkey)
    passkey.key = SoftwarePasskey("ES256").key
    page = open_page(sandbox)
    page.refusals = True
    page.add_passkey(passkey.for_browser())
    page.do("passkey-sign-in")
    page.wait_for_view("sign-in")
    page.wait(lambda: page.problem, "a problem")
    assert "passkey" in page.problem
