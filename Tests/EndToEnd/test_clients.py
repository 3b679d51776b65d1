"""Amplify JS and Authsignal's SDK, in the React Native sample in Chromium: what they do, and what the sandbox tells them."""

from __future__ import annotations

import re

import pytest

from app_server import needs_clients
from conftest import MODES
from journeys.app import ACTION, begin, new_address, remove_passkeys, signs_in
from native_app import ClientFailure, NativeServer, needs_tsc

pytestmark = [needs_clients, needs_tsc]


@pytest.fixture(scope="module")
def server(serve_sample) -> NativeServer:
    return serve_sample(NativeServer)


def test_the_device_forgets_a_passkey_that_was_removed_and_keeps_another_tenants(open_app):
    app = open_app()
    app.refusals = True
    app.sign_up_with_passkey()
    app.sandbox.change(tokenMode="authsignal")
    assert app.sdk("passkey", "signIn", {"action": ACTION})["errorCode"] == "no_credential"
    assert len(app.passkeys_on_device()) == 1, "it is another tenant's"
    app.sandbox.change(tokenMode="signed")
    remove_passkeys(app.sandbox, app.sdk("passkey", "signIn", {"action": ACTION})["data"]["token"])
    assert app.sdk("passkey", "signIn", {"action": ACTION})["errorCode"] == "unknown_credential"
    app.wait(lambda: app.passkeys_on_device() == [], "the device without the passkey")


@pytest.mark.parametrize("mode", MODES)
def test_no_code_goes_to_a_former_address(open_app, mode):
    app = open_app(mode=mode)
    former, changed = app.sign_up_with_passkey(), new_address()
    asked = app.amplify("updateUserAttributes", {"userAttributes": {"email": changed}})
    assert asked["email"]["nextStep"]["updateAttributeStep"] == "CONFIRM_ATTRIBUTE_WITH_CODE"
    app.amplify("confirmUserAttribute", {
        "userAttributeKey": "email", "confirmationCode": app.sandbox.codes(changed)[-1]})
    app.sign_out()
    if mode == "signed":
        app.take("signInByEmail", changed).shows("code")
        app.take("answerCode", app.new_code(besides=1)).shows("offer")
        app.take("declinePasskey").shows("account")
        assert app.told("email") == changed
        assert app.sandbox.notices(former)[-1] == "The email address of your Sandbox account was changed"
        app.sign_out()
    else:
        app.refusals = True
        app.take("signInByEmail", changed).shows("start", "no-code")
        assert len(app.sandbox.codes(changed)) == 1
    assert len(app.sandbox.codes(former)) == 1
    app.take("signInWithPasskey").shows("account")


def test_the_sdk_reports_the_option_that_allows_the_apps_origin(open_app, start, server):
    app = open_app(sandbox=start())
    app.refusals = True
    app.sign_up()
    advice = (f"Pages of {server.origin} may not use the sandbox's passkeys. "
              f"Start the sandbox with --origin {server.origin}")
    for _ in range(2):
        with pytest.raises(ClientFailure, match=re.escape(f"origin_not_allowed: {advice}")):
            app.take("createPasskey")
    # Lines of the audit log come late.
    event = [event for event in app.sandbox.events() if event["kind"] != "audit"][-1]
    assert (event["outcome"], event["detail"]["advice"]) == ("origin not allowed", advice)
    app.sandbox.wait_for_log(advice)
    assert app.sandbox.log.read_text().splitlines().count(advice) == 1


@pytest.mark.parametrize(("mode", "other"), [MODES, MODES[::-1]])
def test_the_tenant_id_of_another_mode_is_reported_and_costs_no_passkey(open_app, start, server, mode, other):
    sandbox = start("--origin", server.origin, "--mode", mode)
    tenants = {"signed": sandbox.pool, "authsignal": "sandbox-tenant"}
    server.other_tenant = tenants[other]
    app = open_app(mode=mode, sandbox=sandbox)
    app.refusals = True
    # The SDK sends no tenant with a token, so this looks right still.
    app.sign_up_with_passkey()
    app.sign_out()
    advice = (f"The app's tenant ID is not that of {mode} mode. Set it to {tenants[mode]}, "
              f"or start the sandbox with --mode {other}")
    with pytest.raises(ClientFailure, match=re.escape(f"wrong_tenant: {advice}")):
        app.take("signInWithPasskey")
    app.sandbox.wait_for_log(advice)
    assert len(app.passkeys_on_device()) == 1
    server.other_tenant = None
    app.reload()
    app.take("signInWithPasskey").shows("account")


def test_the_page_names_the_apps_that_a_change_of_the_mode_cuts_off(open_app, open_page, start, server):
    app = open_app(sandbox=start("--origin", server.origin))
    app.sign_up()
    app.remove_authenticator()
    page = open_page(app.sandbox)
    page.choose("token-mode", "authsignal")
    advice = f"{server.origin} uses the tenant ID of signed mode. In authsignal mode it is sandbox-tenant."
    assert page.said == f"The functions restart with these settings. {advice}"
    page.assert_fits_and_can_be_read()
    page.choose("token-mode", "signed")
    assert page.said == "The functions restart with these settings."


def test_the_sdk_signs_in_with_cookies_and_reports_what_is_not_played(open_app):
    app = open_app()
    app.refusals = True
    app.sign_up_with_passkey()
    proof = app.sdk("passkey", "signIn", {"action": ACTION, "useCookies": True})["data"]
    started = begin(app.sandbox, proof["userId"])
    assert app.sdk("sms", "challenge", token=started["ChallengeParameters"]["token"]) == {
        "error": "The sandbox does not play codes by SMS (POST /v1/client/challenge/sms).", "errorCode": "not_played"}
    assert signs_in(app.sandbox, started, proof["token"])
