"""boto3, and Amplify JS in Chromium, register passkeys with Cognito itself and sign in with them."""

from __future__ import annotations

import json

import pytest
from botocore.exceptions import ClientError

from app import cognito, new_address, sign_in, sign_up
from client_app import CLIENTS, MISSING, AppServer, ClientApp
from conftest import OUTPUT
from software_passkey import SoftwarePasskey

ALLOWED = ["--pool-setting", "flows=ALLOW_CUSTOM_AUTH,ALLOW_REFRESH_TOKEN_AUTH,ALLOW_USER_AUTH",
           "--pool-setting", "firstFactors=PASSWORD,WEB_AUTHN"]


@pytest.fixture(scope="module")
def server():
    server = AppServer()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def native(start, server):
    """A sandbox whose client allows choice-based sign-in with Cognito's own passkeys."""
    sandbox = start(*ALLOWED, "--origin", server.origin)
    pool = {"UserPoolId": sandbox.settings["userPoolId"]}
    configuration = {"RelyingPartyId": "localhost", "UserVerification": "required"}
    client = cognito(sandbox)
    client.set_user_pool_mfa_config(**pool, MfaConfiguration="OFF", WebAuthnConfiguration=configuration)
    assert client.get_user_pool_mfa_config(**pool)["WebAuthnConfiguration"] == configuration
    policies = client.describe_user_pool(**pool)["UserPool"]["Policies"]
    assert policies["SignInPolicy"] == {"AllowedFirstAuthFactors": ["PASSWORD", "WEB_AUTHN"]}
    return sandbox


def begin(sandbox, address: str) -> dict:
    return cognito(sandbox).initiate_auth(
        ClientId=sandbox.settings["clientId"], AuthFlow="USER_AUTH",
        AuthParameters={"USERNAME": address, "PREFERRED_CHALLENGE": "WEB_AUTHN"})


def answer(sandbox, address: str, started: dict, credential: dict) -> dict:
    return cognito(sandbox).respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="WEB_AUTHN", Session=started["Session"],
        ChallengeResponses={"USERNAME": address, "CREDENTIAL": json.dumps(credential)})


def test_a_passkey_of_the_pool_signs_in_past_the_functions(native, server):
    sign_up(native, address := new_address())
    client, token = cognito(native), sign_in(native, address)[0]["AccessToken"]
    assert begin(native, address)["ChallengeName"] == "SELECT_CHALLENGE", "the user has no passkey yet"
    options = client.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    assert options["rp"]["id"] == "localhost" and options["user"]["name"] == address
    passkey = SoftwarePasskey("ES256")
    created = passkey.create(options, server.origin)
    client.complete_web_authn_registration(AccessToken=token, Credential=created)
    [listed] = client.list_web_authn_credentials(AccessToken=token)["Credentials"]
    assert listed["CredentialId"] == created["id"] and listed["AuthenticatorTransports"] == ["internal"]

    before = len(native.events())
    started = begin(native, address)
    assert started["ChallengeName"] == "WEB_AUTHN"
    request = json.loads(started["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    assert [one["id"] for one in request["allowCredentials"]] == [created["id"]]
    tokens = answer(native, address, started, passkey.sign(request, server.origin))["AuthenticationResult"]
    assert client.get_user(AccessToken=tokens["AccessToken"])["UserAttributes"]
    triggers = {event["title"] for event in native.events()[before:] if event["kind"] == "trigger"}
    assert triggers <= {"PreTokenGeneration"}, "the functions decide nothing about this sign-in"

    factors = client.get_user_auth_factors(AccessToken=token)["ConfiguredUserAuthFactors"]
    assert factors == ["PASSWORD", "WEB_AUTHN"]
    client.delete_web_authn_credential(AccessToken=token, CredentialId=created["id"])
    assert client.list_web_authn_credentials(AccessToken=token)["Credentials"] == []


def test_a_signature_over_another_challenge_is_refused(native, server):
    sign_up(native, address := new_address())
    client, token = cognito(native), sign_in(native, address)[0]["AccessToken"]
    passkey = SoftwarePasskey("ES256")
    options = client.start_web_authn_registration(AccessToken=token)["CredentialCreationOptions"]
    client.complete_web_authn_registration(AccessToken=token, Credential=passkey.create(options, server.origin))
    earlier, later = begin(native, address), begin(native, address)
    request = json.loads(earlier["ChallengeParameters"]["CREDENTIAL_REQUEST_OPTIONS"])
    with pytest.raises(ClientError) as refusal:
        answer(native, address, later, passkey.sign(request, server.origin))
    assert refusal.value.response["Error"]["Code"] == "NotAuthorizedException"


def test_the_templates_pool_keeps_no_passkeys(signed):
    sign_up(signed, address := new_address())
    token = sign_in(signed, address)[0]["AccessToken"]
    with pytest.raises(ClientError) as refusal:
        cognito(signed).start_web_authn_registration(AccessToken=token)
    assert refusal.value.response["Error"]["Code"] == "WebAuthnNotEnabledException"


@pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}")
def test_amplify_signs_in_with_passkeys_of_both_kinds(native, server, browser):
    app = ClientApp(browser, server.origin, native, OUTPUT / "screenshots")
    browser.get_log("browser")
    app.open()
    app.add_authenticator()
    try:
        app.sign_up(address := new_address())
        user = app.call("user")
        assert app.call("createNativePasskey") == 1
        app.call("signOut")
        assert app.call("signInWithNativePasskey", address) == "DONE"
        assert app.call("user") == user
        assert app.call("deleteNativePasskeys") == 0
        # A device offers both kinds for one relying party, and the authenticator does not know Cognito's.
        app.driver.remove_all_credentials()
        assert app.call("createPasskey", address, app.call("tokenToAdd"))["created"] is True
        app.call("signOut")
        challenge = app.call("start", address)
        proof = app.call("provePasskeyForToken", challenge["token"])
        assert app.call("answer", proof["token"]) is None
        assert app.call("user") == user
        assert app.console_errors() == []
    finally:
        app.remove_authenticator()
        browser.get("about:blank")
