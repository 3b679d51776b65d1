"""Amplify JS and Authsignal's browser SDK, in Chromium, in an app with an origin of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client_app import CLIENTS, MISSING, ClientApp, ClientFailure
from conftest import MODES
from journeys.app import ACTION, new_address, other_code
from journeys.calls import request

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


def is_signed(app: ClientApp) -> bool:
    return app.sandbox.settings["tokenMode"] == "signed"


def credentials(app: ClientApp) -> list[str]:
    """The ids of the passkeys on the device."""
    return [credential.id for credential in app.driver.get_credentials()]


def remove_passkeys(app: ClientApp, proof: str) -> None:
    path, headers = f"{app.sandbox.url}/v1/client/user-authenticators", {"Authorization": f"Bearer {proof}"}
    for one in request(path, headers=headers)[1]:
        if one["verificationMethod"] == "PASSKEY":
            assert request(f"{path}/{one['userAuthenticatorId']}", method="DELETE", headers=headers)[0] == 200


def test_signs_up_and_signs_in_with_an_emailed_code(app):
    address = new_address()
    assert app.call("signUp", address) is True
    challenge = app.call("start", address)
    assert challenge["challenge"] == "RESULT_TOKEN"
    assert challenge["isEnrolled"] == str(not is_signed(app)).lower()
    assert app.call("answer", app.prove_email(challenge, address)) is None
    user = app.call("user")
    assert (user["email"], user["isVerified"]) == (address, "true")
    app.call("signOut")
    app.sign_in_by_code(address)
    assert app.call("user") == user


def test_a_wrong_code_is_no_proof_and_the_right_one_still_is(app):
    address = new_address()
    app.call("signUp", address)
    code = app.new_code(app.call("start", address), address)
    wrong = app.call("verifyCode", other_code(code))
    assert (wrong["isVerified"], wrong.get("failureReason")) == (False, "CODE_INVALID_OR_EXPIRED")
    assert wrong.get("token") is None
    proof = app.call("verifyCode", f" {code} ")
    assert proof["isVerified"] is True
    assert app.call("answer", proof["token"]) is None


def test_a_wrong_answer_leads_to_another_challenge(app):
    address = new_address()
    app.call("signUp", address)
    first = app.call("start", address)
    second = app.call("answer", first["token"])
    assert second["token"] != first["token"]
    assert app.call("answer", app.prove_email(second, address)) is None


def test_the_sixth_code_is_not_sent_and_the_long_one_before_it_signs_in(app):
    address = new_address()
    app.call("signUp", address)
    challenge = app.call("start", address)
    for _ in range(6):
        assert app.call("askForCode", challenge["isEnrolled"], address) is None
    codes = app.sandbox.codes(address)
    assert [len(code) for code in codes] == [6, 6, 6, 6, 19]
    proof = app.call("verifyCode", codes[-1].lower().replace("-", " "))
    assert proof["isVerified"] is True
    assert app.call("answer", proof["token"]) is None


def test_signs_up_a_passkey_and_signs_in_with_it_by_an_action(app):
    app.sign_up(address := new_address())
    assert app.call("createPasskey", address, None)["created"] is True
    user = app.call("user")
    assert app.sandbox.notices(address) == ["First passkey added to your Sandbox account"]
    app.call("signOut")
    sent = len(app.sandbox.codes(address))
    proof = app.call("provePasskeyForAction", ACTION)
    assert proof["isVerified"] is True
    assert proof["userId"] == user["sub"] and proof["username"] == address
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None
    assert app.call("user") == user
    assert len(app.sandbox.codes(address)) == sent, "no code is needed"


def test_a_passkey_signs_in_by_the_challenges_token(app):
    app.sign_up(address := new_address())
    app.call("createPasskey", address, None)
    user = app.call("user")
    app.call("signOut")
    challenge = app.call("start", address)
    proof = app.call("provePasskeyForToken", challenge["token"])
    assert proof["isVerified"] is True and proof["userId"] == user["sub"]
    assert app.call("answer", proof["token"]) is None
    assert app.call("user") == user


def test_the_proof_of_an_action_signs_in_once(app):
    app.sign_up(address := new_address())
    app.call("createPasskey", address, None)
    app.call("signOut")
    proof = app.call("provePasskeyForAction", ACTION)
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None
    app.call("signOut")
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is not None, "the second sign-in needs a proof of its own"


def test_one_users_passkey_does_not_sign_another_in(app):
    app.sign_up(eve := new_address())
    app.call("createPasskey", eve, None)
    app.call("signOut")
    app.call("signUp", ana := new_address())
    challenge = app.call("start", ana)
    proof = app.call("provePasskeyForToken", challenge["token"])
    assert not proof.get("isVerified") and not proof.get("token"), proof
    app.call("start", ana)
    proof = app.call("provePasskeyForAction", ACTION)
    assert proof["isVerified"] is True and proof["username"] == eve
    assert app.call("answer", proof["token"]) is not None


def test_a_second_device_gets_a_passkey_with_a_token_of_the_functions(app):
    app.sign_up(address := new_address())
    app.call("createPasskey", address, None)
    app.remove_authenticator()
    app.add_authenticator()
    assert app.call("createPasskey", address, app.call("tokenToAdd"))["created"] is True
    assert len(app.sandbox.notices(address)) == 2
    app.call("signOut")
    proof = app.call("provePasskeyForAction", ACTION)
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None


def test_the_device_forgets_a_passkey_that_was_removed_and_keeps_another_tenants(open_app):
    app = open_app("signed")
    app.refusals = True
    app.sign_up(address := new_address())
    app.call("createPasskey", address, None)
    app.call("signOut")
    assert len(credentials(app)) == 1
    app.sandbox.change(tokenMode="authsignal")
    try:
        app.open()
        assert app.call("provePasskeyForAction", ACTION)["errorCode"] == "no_credential"
    finally:
        app.sandbox.change(tokenMode="signed")
    app.open()
    assert len(credentials(app)) == 1, "it is another tenant's"
    remove_passkeys(app, app.call("provePasskeyForAction", ACTION)["token"])
    assert app.call("provePasskeyForAction", ACTION)["errorCode"] == "unknown_credential"
    app.wait(lambda: credentials(app) == [], "the device without the passkey")


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
    proof = app.call("provePasskeyForAction", ACTION)
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None, "the passkey stays"


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
    proof = app.call("provePasskeyForAction", ACTION)
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None, "the passkey signs in"


def test_an_unknown_user_gets_no_code_and_cannot_be_told_apart(open_app):
    app = open_app("signed")
    app.call("signUp", known := new_address())
    shapes = []
    for address in (known, new_address()):
        challenge = app.call("start", address)
        assert app.call("askForCode", challenge["isEnrolled"], address) is None
        verdict = app.call("verifyCode", other_code(*app.sandbox.codes(known)))
        shapes.append((challenge.keys(), len(challenge["token"]), challenge["isEnrolled"], verdict))
        app.call("signOut")
    assert shapes[0] == shapes[1]
    assert app.sandbox.codes(address) == []


def test_amplify_names_the_refusal_of_a_second_sign_up(open_app):
    app = open_app("signed")
    app.refusals = True
    app.call("signUp", address := new_address())
    with pytest.raises(ClientFailure, match="^UsernameExistsException"):
        app.call("signUp", address)
