"""The page says how an app of one's own connects, with the settings in force; its snippets are run here as they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Takes what a snippet for Amplify JS says, and for the web client or Authsignal's SDK.
STUBS = """
    const [snippet] = arguments, told = {};
    const Amplify = { configure: (options) => { told.cognito = options.Auth.Cognito; } };
    class Authenticator { constructor(options) { told[new.target.name] = options; } }
    class Authsignal extends Authenticator {}
    new Function('Amplify', 'Authenticator', 'Authsignal', snippet)(Amplify, Authenticator, Authsignal);
    return told;"""

ATTRIBUTES = """
    const read = document.createElement('template');
    read.innerHTML = arguments[0];
    const { attributes } = read.content.querySelector('passkey-sign-in');
    return Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));"""


@pytest.fixture(scope="module")
def changing(start):
    return start()


def shown(page) -> tuple[dict[str, str], dict[str, str]]:
    """The ids and the snippets."""
    page.wait(lambda: page.find_all("#connect-ids dt"), "the ids")
    return page.driver.execute_script("""
        const text = (all) => [...document.querySelectorAll(all)].map(({ textContent }) => textContent);
        const pairs = (names, values) => Object.fromEntries(text(names).map((name, at) => [name, text(values)[at]]));
        return [pairs('#connect-ids dt', '#connect-ids dd'), pairs('#connect summary', '#connect pre')];""")


def test_every_snippet_leads_to_this_sandbox(sandbox, open_page):
    page, settings = open_page(sandbox), sandbox.settings
    ids, snippets = shown(page)
    assert ids == {
        "Cognito endpoint": sandbox.url, "Region": "eu-west-1", "User pool": settings["userPoolId"],
        "App client": settings["clientId"], "Issuer of its tokens": sandbox.issuer,
        "Issuer's keys": f"{sandbox.issuer}/.well-known/jwks.json", "Authenticator": f"{sandbox.url}/v1", "Tenant": settings["tenantId"],
        "AddAuthenticator": f"{sandbox.url}/add-authenticator"}
    page.driver.get("about:blank")
    cognito = {"userPoolId": settings["userPoolId"], "userPoolClientId": settings["clientId"],
               "userPoolEndpoint": sandbox.url}
    web = "Authsignal" if settings["tokenMode"] == "authsignal" else "Authenticator"
    assert page.driver.execute_script(STUBS, snippets.pop("Web: Amplify JS")) == {
        "cognito": cognito, web: {"tenantId": settings["tenantId"], "baseUrl": f"{sandbox.url}/v1"}}
    if web == "Authenticator":
        assert page.driver.execute_script(ATTRIBUTES, snippets.pop("Web: <passkey-sign-in>")) == {
            "user-pool-id": settings["userPoolId"], "client-id": settings["clientId"], "endpoint": sandbox.url,
            "flow": "RESULT_TOKEN", "base-url": f"{sandbox.url}/v1",
            "add-authenticator-url": f"{sandbox.url}/add-authenticator"}
    assert page.driver.execute_script(STUBS, snippets.pop("React Native: Amplify JS")) == {
        "cognito": cognito, "Authsignal": {"tenantID": settings["tenantId"], "baseURL": f"{sandbox.url}/v1"}}
    for system, line in (("iOS", 'let authsignal = Authsignal(tenantID: "{}", baseURL: "{}/v1")'),
                         ("Android", 'val authsignal = Authsignal(tenantID = "{}", baseURL = "{}/v1")')):
        native = snippets.pop(f"{system}: amplifyconfiguration.json")
        plugins = json.loads(native[:native.index("\n}\n") + 3])["auth"]["plugins"]
        assert plugins["awsCognitoAuthPlugin"]["CognitoUserPool"]["Default"] == {
            "PoolId": settings["userPoolId"], "AppClientId": settings["clientId"], "Region": "eu-west-1",
            "Endpoint": "localhost"}
        assert line.format(settings["tenantId"], sandbox.url) in native
        assert "at port 443: start the sandbox with --https NAME" in native
    tools = Path(sys.executable).parent
    told = subprocess.run(
        ["bash", "-c", snippets.pop("AWS CLI")], env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(told.stdout)["ChallengeName"] == "CUSTOM_CHALLENGE"
    exec(snippets.pop("Python: boto3"), called := {})
    assert called["started"]["ChallengeName"] == "CUSTOM_CHALLENGE"
    assert snippets == {}


@pytest.mark.parametrize(("change", "more", "clients"), [
    ({"flow": "EMAIL_OTP"}, set(), 7), ({"flow": "PASSWORD,EMAIL_OTP"}, set(), 5),
    ({"flow": "RESULT_TOKEN", "tokenMode": "oidc"}, {"OpenID issuer", "OpenID client"}, 6)])
def test_the_panel_follows_the_settings(changing, open_page, change, more, clients):
    changing.change(**change)
    ids, snippets = shown(open_page(changing))
    assert ids.keys() == {
        "Cognito endpoint", "Region", "User pool", "App client", "Issuer of its tokens", "Issuer's keys"} | more
    assert len(snippets) == clients
    assert not any("uthsignal" in snippet for snippet in snippets.values())


@pytest.mark.parametrize(("width", "scheme"), [(1360, "light"), (360, "dark")])
def test_the_panel_fits_and_can_be_read(signed, open_page, width, scheme):
    page = open_page(signed, width=width, scheme=scheme)
    page.find("#show-connect").click()
    page.find("#connect summary").click()
    page.assert_fits_and_can_be_read("the panel")
    page.press("\ue00c")
    page.wait(lambda: not page.find_all("#connect[open]"), "the end of the panel")
