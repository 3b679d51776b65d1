"""The sandbox tells an app of one's own what it does not allow, and what it does not play."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from client_app import CLIENTS, MISSING, ClientApp
from journeys.app import ACTION, answer, challenge, new_address, new_user
from journeys.calls import request
from journeys.captcha import begin_with_captcha

needs_clients = pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}")


@pytest.fixture
def open_app(browser, start, open_client) -> Iterator[Callable[..., ClientApp]]:
    """Opens the app with a sandbox of its own, started with these options. The browser tells of what is refused."""
    yield lambda *options: open_client(start(*options))
    browser.get_log("browser")


@needs_clients
def test_the_sdk_reports_the_option_that_allows_the_apps_origin(open_app, server):
    app = open_app()
    app.sign_up(address := new_address())
    advice = (f"Pages of {server.origin} may not use the sandbox's passkeys. "
              f"Start the sandbox with --origin {server.origin}")
    for _ in range(2):
        assert app.call("refusal", "passkey", "signUp", {"username": address}) == {"error": advice, "errorCode": "origin_not_allowed"}
    # Lines of the audit log come late.
    event = [event for event in app.sandbox.events() if event["kind"] != "audit"][-1]
    assert (event["outcome"], event["detail"]["advice"]) == ("origin not allowed", advice)
    app.sandbox.wait_for_log(advice)
    assert app.sandbox.log.read_text().splitlines().count(advice) == 1


@needs_clients
@pytest.mark.parametrize("mode", ["signed", "authsignal"])
def test_the_tenant_id_of_another_mode_is_reported_and_costs_no_passkey(open_app, server, mode):
    app = open_app("--origin", server.origin, "--mode", mode)
    pool = app.sandbox.pool
    tenant, other = (pool, "sandbox-tenant") if mode == "signed" else ("sandbox-tenant", pool)
    app.configure(other)
    app.sign_up(address := new_address())
    # The browser SDK sends no tenant with a token, so this looks right still.
    assert app.call("createPasskey", address, None)["created"] is True
    app.call("signOut")
    wanted = "authsignal" if mode == "signed" else "signed"
    advice = (f"The app's tenant ID is not that of {mode} mode. Set it to {tenant}, "
              f"or start the sandbox with --mode {wanted}")
    assert app.call("refusal", "passkey", "signIn", {"action": ACTION}) == {"error": advice, "errorCode": "wrong_tenant"}
    app.sandbox.wait_for_log(advice)
    assert len(app.passkeys_on_device()) == 1
    app.configure(tenant)
    proof = app.call("provePasskeyForAction", ACTION)
    assert proof["isVerified"] is True


@needs_clients
def test_the_page_names_the_apps_that_a_change_of_the_mode_cuts_off(open_app, open_page, server):
    app = open_app("--origin", server.origin)
    app.sign_up(new_address())
    app.remove_authenticator()
    page = open_page(app.sandbox)
    page.choose("token-mode", "authsignal")
    advice = f"{server.origin} uses the tenant ID of signed mode. In authsignal mode it is sandbox-tenant."
    assert page.said == f"The functions restart with these settings. {advice}"
    page.screenshot("change-of-mode")
    page.assert_fits_and_can_be_read()
    page.choose("token-mode", "signed")
    assert page.said == "The functions restart with these settings."


@needs_clients
def test_the_sdk_signs_in_with_cookies_and_reports_what_is_not_played(open_app, server):
    app = open_app("--origin", server.origin)
    app.sign_up(address := new_address())
    assert app.call("createPasskey", address, None)["created"] is True
    app.call("signOut")
    proof = app.call("provePasskeyForAction", ACTION, True)
    assert proof["isVerified"] is True
    app.call("start", proof["userId"])
    assert app.call("answer", proof["token"]) is None
    assert app.call("refusal", "sms", "challenge", None) == {
        "error": "The sandbox does not play codes by SMS (POST /v1/client/challenge/sms).", "errorCode": "not_played"}


def test_a_captcha_on_a_page_of_ones_own_signs_in(start):
    origin = "https://app.example.test"
    sandbox = start("--flow", "CAPTCHA,EMAIL_OTP", "--relying-party", "example.test", "--origin", origin)
    solve = f"{sandbox.url}/sandbox/captcha", {"passes": True, "action": "sign-in"}
    status, solved = request(*solve, headers={"Origin": origin})
    assert status == 200
    started = answer(sandbox, begin_with_captcha(sandbox, new_user(sandbox)), solved["answer"])
    assert challenge(started) == "EMAIL_OTP"
    assert request(*solve, headers={"Origin": "https://other.example.test"})[0] == 403


def test_the_start_names_flows_that_lead_past_the_functions(start):
    sandbox = start("--pool-setting", "flows=ALLOW_CUSTOM_AUTH,ALLOW_ADMIN_USER_PASSWORD_AUTH")
    sandbox.wait_for_log(
        "Warning: with ALLOW_ADMIN_USER_PASSWORD_AUTH, users sign in without asking the functions.")
