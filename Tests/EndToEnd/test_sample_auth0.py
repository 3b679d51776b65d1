"""The web app of docs/apps/auth0 in Chromium. The sandbox's issuer plays the tenant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome

from app_server import needs_clients
from journeys.app import new_address, other_code
from sample_app import SAMPLE, WORDS, SampleApp, SampleServer

pytestmark = needs_clients

WORDS.update({
    "no-passkey-here": "No passkey was used.", "not-created-or-used": "No passkey was created or used.",
    "account-exists": "There is already an account", "not-confirmed": "Your account is not confirmed."})
OLD = "const now = Date.now; Date.now = () => now() + 100_000;"


class Auth0Server(SampleServer):
    folder = SAMPLE.parent / "auth0"

    def app(self, driver: Chrome, screenshots: Path) -> SampleApp:
        return SampleApp(driver, self, screenshots)

    def settings(self) -> dict[str, Any]:
        now = self.sandbox.settings
        return {"cognito": super().settings()["cognito"],
                "issuer": now["issuer"], "issuerClientId": now["issuerClientId"]}


@pytest.fixture(scope="module")
def server(serve_sample) -> Auth0Server:
    return serve_sample(Auth0Server)


@pytest.fixture
def app(open_app) -> SampleApp:
    app = open_app(mode="oidc")
    app.shows("start")
    return app


def sign_up(app: SampleApp) -> str:
    app.take("createAccount", address := new_address()).shows("confirm")
    app.take("confirmAccount", app.new_code()).shows("account")
    return address


def test_the_first_passkey_then_a_sign_in_without_typing_and_a_second_passkey(app):
    address = sign_up(app)
    assert app.told("email") == address
    app.sign_out()
    app.take("signInWithPasskey").shows("account")
    assert app.told("email") == address
    app.take("addPasskey").shows(None, "not-created-or-used")  # this device has one
    [first] = app.passkeys_on_device()
    app.change_device()
    app.take("addPasskey").shows(None, "passkey-created")
    [second] = app.passkeys_on_device()
    assert second.id != first.id
    app.sign_out()
    app.take("signInWithPasskey").shows("account")
    assert app.told("email") == address
    assert len(app.sandbox.codes(address)) == 1, "only the sign-up needs a mail"


def test_after_a_reload_a_passkey_is_used_once_more_before_another_is_added(app):
    sign_up(app)
    app.reload()
    app.shows("account")
    app.verify_user(False)
    app.take("addPasskey").shows(None, "not-created-or-used")


def test_a_device_without_a_passkey_and_a_cancelled_prompt_stay_at_the_start(app):
    app.take("signInWithPasskey").shows("start", "no-passkey-here")
    app.verify_user(False)
    app.take("createAccount", new_address()).shows("start", "not-created-or-used")


def test_a_wrong_code_is_asked_for_again_and_a_late_one_takes_another_prompt(app):
    app.refusals = True
    app.take("createAccount", address := new_address()).shows("confirm")
    app.take("confirmAccount", other_code(app.new_code())).shows(None, "wrong-code")
    app.driver.execute_script(OLD)
    app.take("confirmAccount", app.new_code()).shows("account")
    assert app.told("email") == address
    calls = [event["title"] for event in app.sandbox.events()]
    assert calls.count("POST /passkey/challenge") == 1


def test_only_the_browser_that_created_an_account_confirms_it(app):
    app.refusals = True
    app.take("createAccount", address := new_address()).shows("confirm")
    app.reload()
    app.shows("start")
    app.take("signInWithPasskey").shows("start", "not-confirmed")
    app.driver.execute_script("unconfirmed = localStorage.getItem('unconfirmed'); localStorage.clear()")
    app.take("createAccount", address).shows("start", "account-exists")
    app.driver.execute_script("localStorage.setItem('unconfirmed', unconfirmed)")
    app.take("createAccount", address).shows("confirm")
    app.take("confirmAccount", app.new_code(besides=1)).shows("account")


def test_a_sign_up_that_cognito_never_heard_of_is_finished_and_nobody_takes_anothers_address(app):
    app.refusals = True
    app.sandbox.fail("PreSignUp")
    app.take("createAccount", address := new_address())
    app.wait(lambda: "That did not work" in app.said, "the outage")
    app.take("signInWithPasskey").shows("start", "refused")
    app.take("createAccount", address).shows("confirm")
    app.take("confirmAccount", app.new_code()).shows("account")
    app.sign_out()
    app.change_device()
    app.take("createAccount", address).shows("start", "account-exists")
    sign_up(app)
    app.sign_out()
    app.take("createAccount", address).shows("start", "account-exists")
