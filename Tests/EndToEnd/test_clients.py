"""Amplify JS and Authsignal's browser SDK, in Chromium, in an app with an origin of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client_app import CLIENTS, MISSING, ClientApp, ClientFailure
from conftest import MODES
from journeys.app import ACTION, new_address, remove_passkeys

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}")


@pytest.fixture(scope="module")
def sandbox_of(start, server) -> Callable:
    """Returns a sandbox in a token mode, whose passkeys the app may use."""
    started: dict = {}

    def sandbox(mode: str):
        if mode not in started:
            started[mode] = start("--mode", mode, "--origin", server.origin)
        return started[mode]

    return sandbox


@pytest.fixture
def open_app(open_client, sandbox_of) -> Callable[..., ClientApp]:
    """Opens the app in a token mode."""
    return lambda mode: open_client(sandbox_of(mode))


@pytest.fixture(params=MODES)
def app(request, open_app) -> ClientApp:
    """The app; a test that takes it runs in both token modes."""
    return open_app(request.param)


def test_a_passkey_signs_in_by_an_action_and_a_second_device_gets_one_with_a_token_of_the_functions(app):
    app.sign_up(address := new_address())
    assert app.call("createPasskey", address, None)["created"] is True
    user = app.call("user")
    assert (user["email"], user["isVerified"]) == (address, "true")
    assert app.sandbox.notices(address) == ["First passkey added to your Sandbox account"]
    app.call("signOut")
    sent = len(app.sandbox.codes(address))
    proof = app.sign_in_with_passkey()
    assert proof["userId"] == user["sub"] and proof["username"] == address
    assert app.call("user") == user
    assert len(app.sandbox.codes(address)) == sent, "no code is needed"
    app.remove_authenticator()
    app.add_authenticator()
    assert app.call("createPasskey", address, app.call("tokenToAdd"))["created"] is True
    assert len(app.sandbox.notices(address)) == 2
    app.call("signOut")
    app.sign_in_with_passkey()


def test_the_device_forgets_a_passkey_that_was_removed_and_keeps_another_tenants(open_app):
    app = open_app("signed")
    app.refusals = True
    app.sign_up(address := new_address())
    app.call("createPasskey", address, None)
    app.call("signOut")
    assert len(app.passkeys_on_device()) == 1
    app.sandbox.change(tokenMode="authsignal")
    try:
        app.open()
        assert app.call("provePasskeyForAction", ACTION)["errorCode"] == "no_credential"
    finally:
        app.sandbox.change(tokenMode="signed")
    app.open()
    assert len(app.passkeys_on_device()) == 1, "it is another tenant's"
    remove_passkeys(app.sandbox, app.call("provePasskeyForAction", ACTION)["token"])
    assert app.call("provePasskeyForAction", ACTION)["errorCode"] == "unknown_credential"
    app.wait(lambda: app.passkeys_on_device() == [], "the device without the passkey")


def test_a_changed_address_gets_the_codes_and_the_former_one_a_notice(open_app):
    app = open_app("signed")
    app.sign_up(former := new_address())
    app.call("createPasskey", former, None)
    changed = new_address()
    assert app.call("changeAddress", changed) == "CONFIRM_ATTRIBUTE_WITH_CODE"
    app.call("confirmAddress", app.sandbox.codes(changed)[-1])
    assert app.call("user")["email"] == changed
    app.call("signOut")
    sent = len(app.sandbox.codes(former))
    app.sign_in_by_code(changed)
    assert len(app.sandbox.codes(former)) == sent, "the former address gets no code"
    assert app.sandbox.notices(former)[-1] == "The email address of your Sandbox account was changed"
    app.call("signOut")
    app.sign_in_with_passkey()


def test_with_authsignal_no_code_goes_to_a_former_address(open_app):
    app = open_app("authsignal")
    app.sign_up(former := new_address())
    app.call("createPasskey", former, None)
    changed = new_address()
    app.call("changeAddress", changed)
    app.call("confirmAddress", app.sandbox.codes(changed)[-1])
    app.call("signOut")
    sent = [len(app.sandbox.codes(address)) for address in (former, changed)]
    challenge = app.call("start", changed)
    app.refusals = True
    assert app.call("askForCode", challenge["isEnrolled"], changed) == "unauthorized"
    assert [len(app.sandbox.codes(address)) for address in (former, changed)] == sent
    app.sign_in_with_passkey()


def test_amplify_names_the_refusal_of_a_second_sign_up(open_app):
    app = open_app("signed")
    app.refusals = True
    app.call("signUp", address := new_address())
    with pytest.raises(ClientFailure, match="^UsernameExistsException"):
        app.call("signUp", address)
