"""The sandbox's OpenID provider, by the requests of Auth0's documents on native passkeys. PyJWT verifies its tokens.

Only the sandbox has it, so these journeys also look at its timeline and its log.
"""

from __future__ import annotations

from typing import Any

import jwt

from journeys.app import begin, new_address, other_code, refuses, sign_up, signs_in
from journeys.calls import request
from journeys.openid import ATTRIBUTE, confirm
from journeys.secrets_shown import shown
from journeys.software_passkey import SoftwarePasskey
from journeys.target import journey

API, REALM = "https://api.example.test", "Username-Password-Authentication"
GRANT = "urn:okta:params:oauth:grant-type:webauthn"


def call(target: Any, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    return request(f"{target.url}/{path}", {"client_id": target.settings["issuerClientId"], **body})


def right(target: Any, path: str, **body: Any) -> dict[str, Any]:
    status, answer = call(target, path, **body)
    assert status == 200, answer
    return answer


def claims_of(target: Any, token: str, audience: str) -> dict[str, Any]:
    issuer = target.settings["issuer"]
    key = jwt.PyJWKClient(f"{issuer}.well-known/jwks.json").get_signing_key_from_jwt(token)
    return jwt.decode(token, key, algorithms=["RS256"], audience=audience, issuer=issuer,
                      options={"require": ["exp", "iat", "sub", "aud", "iss"]})


def sign_up_as(target: Any, address: str, token: str) -> bool:
    claims = claims_of(target, token, target.settings["issuerClientId"])
    return sign_up(target, address, {ATTRIBUTE: f"{claims['iss']}|{claims['sub']}"}, ClientMetadata={"idToken": token})


@journey(mode="provider")
def the_providers_passkey_signs_its_owner_in(target: Any) -> None:
    address, passkey = new_address(), SoftwarePasskey("ES256")

    def token(begun: dict[str, Any], credential: dict[str, Any]) -> str:
        return right(target, "oauth/token", grant_type=GRANT, scope="openid profile email",
                     auth_session=begun["auth_session"], authn_response=credential)["id_token"]

    begun = right(target, "passkey/register", user_profile={"email": address})
    made = token(begun, passkey.create(begun["authn_params_public_key"], target.origin))
    claims = claims_of(target, made, target.settings["issuerClientId"])
    assert (claims["email"], claims["email_verified"]) == (address, False)
    assert not sign_up_as(target, address, made)
    confirm(target, address)
    assert signs_in(target, begin(target, address), made)
    assert refuses(target, address, made), "the state table remembers it"
    begun = right(target, "passkey/challenge")
    assert signs_in(target, begin(target, address), token(
        begun, passkey.sign(begun["authn_params_public_key"], target.origin)))
    status, refused = call(target, "passkey/register", user_profile={"email": address})
    assert (status, refused["error"]) == (400, "invalid_request")


@journey(mode="provider", options=(
    "--issuer-setting", "verification=email,phone", "--issuer-setting", f"audiences={API}"))
def auth0s_documented_requests_with_codes_refresh_tokens_and_an_api_of_ones_own(target: Any) -> None:
    address, phone, passkey = new_address(), "+4915112345678", SoftwarePasskey("ES256")
    begun = right(target, "passkey/register", realm=REALM, user_identifier={"email": address}, user_profile={
        "email": address, "phone_number": phone, "username": "ana", "name": "Ana"})
    assert begun["verification_required"] == ["email", "phone"]
    exchange = {
        "grant_type": GRANT, "realm": REALM, "audience": API, "auth_session": begun["auth_session"],
        "scope": "openid profile email offline_access read:things",
        "authn_response": passkey.create(begun["authn_params_public_key"], target.origin)}
    codes = {name: target.codes(to)[-1] for name, to in (("email", address), ("phone", phone))}
    status, refused = call(target, "oauth/token", **exchange, verification={"email": other_code(codes["email"])})
    assert (status, refused["error"], refused["auth_session"]) == (403, "invalid_grant", begun["auth_session"])
    tokens = right(target, "oauth/token", **exchange, verification=codes)
    exchanged = [event for event in target.events() if event["title"] == "POST /oauth/token"]
    assert shown(str(exchanged), *codes.values(), tokens["refresh_token"]) == []
    assert claims_of(target, tokens["access_token"], API)["scope"] == exchange["scope"]
    claims = claims_of(target, tokens["id_token"], target.settings["issuerClientId"])
    assert (claims["email_verified"], claims["name"], claims["preferred_username"]) == (True, "Ana", "ana")
    assert sign_up_as(target, address, tokens["id_token"]), "no code of Cognito"
    assert signs_in(target, begin(target, address), tokens["id_token"])
    renewed = right(target, "oauth/token", grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert "refresh_token" not in renewed
    assert signs_in(target, begin(target, address), renewed["id_token"])
    status, refused = call(target, "oauth/token", **exchange | {"audience": "https://other.example.test"})
    assert (status, refused["error"]) == (403, "access_denied")
    target.wait_for_log("--issuer-setting audiences=https://other.example.test")
