"""TOKEN_MODE=oidc with boto3: tokens that PyJWT signs, and tokens of the sandbox's provider that PyJWT verifies."""

from __future__ import annotations

import secrets
import time

import jwt
import pytest
from botocore.exceptions import ClientError
from cryptography.hazmat.primitives.asymmetric import ec

from app import UNUSED_PASSWORD, cognito, new_address
from flows import other_code
from openid_issuer import AUDIENCE, Issuer
from sandbox import request
from saved_sign_in import assert_replays, save
from secrets_shown import shown
from software_passkey import SoftwarePasskey

ATTRIBUTE = "custom:oidc_subject"
REFUSED = "PreSignUp failed with error Sign-in is not possible right now."


@pytest.fixture(scope="module")
def issuer():
    issuer = Issuer()
    yield issuer
    issuer.stop()


@pytest.fixture(scope="module")
def nonces(start, issuer):
    """A sandbox whose functions require nonces and trust the test's issuer."""
    variables = {"OIDC_ISSUER": issuer.url, "OIDC_AUDIENCES": f"other,{AUDIENCE}", "ID_TOKEN_NONCE": "required"}
    return start("--mode", "oidc", *[part for name, value in variables.items()
                                     for part in ("--function-variable", f"{name}={value}")])


def sign_up(sandbox, address: str, subject: str | None, token: str | None) -> bool:
    """Creates an account; returns whether it is confirmed."""
    attributes = {"email": address} | ({ATTRIBUTE: subject} if subject is not None else {})
    answer = cognito(sandbox).sign_up(
        ClientId=sandbox.settings["clientId"], Username=address, Password=UNUSED_PASSWORD,
        UserAttributes=[{"Name": name, "Value": value} for name, value in attributes.items()],
        ClientMetadata={"idToken": token} if token else {})
    return answer["UserConfirmed"]


@pytest.fixture
def user(nonces, issuer):
    """The address and the subject of a user who has signed up."""
    address, subject = new_address(), f"auth0|{secrets.token_hex(12)}"
    proven = {"email": address, "email_verified": True}
    assert sign_up(nonces, address, f"{issuer.url}|{subject}", issuer.token(subject, **proven))
    return address, subject


def start_sign_in(sandbox, address: str) -> dict:
    return cognito(sandbox).initiate_auth(ClientId=sandbox.settings["clientId"], AuthFlow="CUSTOM_AUTH",
                                          AuthParameters={"USERNAME": address})


def answer(sandbox, challenge: dict, token: str) -> dict:
    parameters = challenge["ChallengeParameters"]
    return cognito(sandbox).respond_to_auth_challenge(
        ClientId=sandbox.settings["clientId"], ChallengeName="CUSTOM_CHALLENGE", Session=challenge["Session"],
        ChallengeResponses={"USERNAME": parameters["USERNAME"], "ANSWER": token})


@pytest.mark.parametrize("algorithm", ["RS256", "ES256", "EdDSA"])
def test_signs_in_with_a_token_of_each_algorithm(nonces, issuer, user, algorithm):
    address, subject = user
    challenge = start_sign_in(nonces, address)
    nonce = challenge["ChallengeParameters"]["nonce"]
    assert "AuthenticationResult" in answer(nonces, challenge, issuer.token(subject, algorithm, nonce=nonce))


def test_a_token_for_several_allowed_audiences_must_name_the_authorized_party(nonces, issuer, user):
    address, subject = user
    challenge = start_sign_in(nonces, address)
    token = issuer.token(subject, nonce=challenge["ChallengeParameters"]["nonce"], aud=["other", AUDIENCE])
    challenge = answer(nonces, challenge, token)
    assert challenge["ChallengeName"] == "CUSTOM_CHALLENGE"
    token = issuer.token(
        subject, nonce=challenge["ChallengeParameters"]["nonce"], aud=["other", AUDIENCE], azp=AUDIENCE)
    assert "AuthenticationResult" in answer(nonces, challenge, token)


@pytest.mark.parametrize("wrong", [
    {"nonce": None}, {"nonce": "guess"}, {"aud": "foreign"}, {"aud": [AUDIENCE, "foreign"], "azp": AUDIENCE},
    {"azp": "foreign"}, {"iss": "https://foreign.example/"}, {"sub": "auth0|somebody-else"}, {"sub": ""},
    # Times are in seconds from now.
    {"exp": -61}, {"iat": 3600}, {"nbf": 3600}, {"exp": None}, {"iat": None},
], ids=lambda wrong: str(next(iter(wrong.items()))))
def test_a_token_with_one_wrong_claim_is_a_wrong_answer(nonces, issuer, user, wrong):
    address, subject = user
    challenge = start_sign_in(nonces, address)
    claims = {name: value + int(time.time()) if isinstance(value, int) else value for name, value in wrong.items()}
    token = issuer.token(**{"subject": subject, "nonce": challenge["ChallengeParameters"]["nonce"], **claims})
    assert answer(nonces, challenge, token)["ChallengeName"] == "CUSTOM_CHALLENGE"


def forged(issuer: Issuer, subject: str, nonce: str) -> dict[str, str]:
    return {
        "other key": issuer.token(subject, key=ec.generate_private_key(ec.SECP256R1()), nonce=nonce),
        "unknown key": issuer.token(subject, kid="made-up", nonce=nonce),
        "key of another kind": issuer.token(subject, "ES256", kid="RS256", nonce=nonce),
        "public key as secret": issuer.signed_with_public_key(subject, nonce=nonce),
        "no signature": issuer.token(subject, "none", kid="ES256", nonce=nonce),
    }


@pytest.mark.parametrize("way", ["other key", "unknown key", "key of another kind", "public key as secret",
                                 "no signature"])
def test_a_forged_token_is_a_wrong_answer(nonces, issuer, user, way):
    address, subject = user
    challenge = start_sign_in(nonces, address)
    token = forged(issuer, subject, challenge["ChallengeParameters"]["nonce"])[way]
    assert answer(nonces, challenge, token)["ChallengeName"] == "CUSTOM_CHALLENGE"


def test_a_token_of_another_round_is_a_wrong_answer_and_the_third_ends_the_sign_in(nonces, issuer, user):
    address, subject = user
    token = issuer.token(subject, nonce=start_sign_in(nonces, address)["ChallengeParameters"]["nonce"])
    challenge = start_sign_in(nonces, address)
    for _ in range(2):
        challenge = answer(nonces, challenge, token)
    with pytest.raises(ClientError, match="NotAuthorizedException"):
        answer(nonces, challenge, token)


def test_a_sign_up_with_an_unproven_subject_is_refused(nonces, issuer):
    subject, own = f"{issuer.url}|auth0|victim", issuer.token("auth0|own")
    old = issuer.token("auth0|victim", iat=int(time.time()) - 7200, exp=int(time.time()) - 3600)
    for value, token in ((subject, None), (subject, own), (subject, old), ("auth0|own", own), (subject, "junk")):
        with pytest.raises(ClientError) as refused:
            sign_up(nonces, new_address(), value, token)
        assert refused.value.response["Error"]["Message"] == REFUSED
    assert not sign_up(nonces, new_address(), None, None), "Cognito sends a code"


@pytest.mark.parametrize("claims", [{}, {"email_verified": False}, {"email_verified": "true"},
                                    {"email": "mallory@example.test", "email_verified": True}], ids=str)
def test_an_address_that_the_issuer_did_not_verify_needs_cognitos_code(nonces, issuer, claims):
    address, subject = new_address(), f"auth0|{secrets.token_hex(12)}"
    token = issuer.token(subject, **{"email": address, **claims})
    assert not sign_up(nonces, address, f"{issuer.url}|{subject}", token)
    challenge = start_sign_in(nonces, address)
    with pytest.raises(ClientError, match="UserNotConfirmedException"):
        answer(nonces, challenge, issuer.token(subject, nonce=challenge["ChallengeParameters"]["nonce"]))
    cognito(nonces).confirm_sign_up(
        ClientId=nonces.settings["clientId"], Username=address, ConfirmationCode=nonces.code(address))
    challenge = start_sign_in(nonces, address)
    token = issuer.token(subject, nonce=challenge["ChallengeParameters"]["nonce"])
    assert "AuthenticationResult" in answer(nonces, challenge, token)


def test_an_id_token_with_a_victims_address_is_a_wrong_answer(nonces, issuer):
    address = new_address()
    sign_up(nonces, address, None, None)
    cognito(nonces).confirm_sign_up(
        ClientId=nonces.settings["clientId"], Username=address, ConfirmationCode=nonces.code(address))
    challenge = start_sign_in(nonces, address)
    token = issuer.token("auth0|stranger", nonce=challenge["ChallengeParameters"]["nonce"], email=address,
                         email_verified=True)
    assert answer(nonces, challenge, token)["ChallengeName"] == "CUSTOM_CHALLENGE"


def test_a_user_cannot_change_the_subject(nonces, issuer, user):
    challenge = start_sign_in(nonces, user[0])
    token = issuer.token(user[1], nonce=challenge["ChallengeParameters"]["nonce"])
    access = answer(nonces, challenge, token)["AuthenticationResult"]["AccessToken"]
    with pytest.raises(ClientError, match="InvalidParameterException"):
        cognito(nonces).update_user_attributes(
            AccessToken=access, UserAttributes=[{"Name": ATTRIBUTE, "Value": f"{issuer.url}|auth0|victim"}])


def test_an_unknown_user_gets_a_nonce_too(nonces, issuer, user):
    known, unknown = start_sign_in(nonces, user[0]), start_sign_in(nonces, new_address())
    assert known["ChallengeParameters"].keys() == unknown["ChallengeParameters"].keys()
    nonce = unknown["ChallengeParameters"]["nonce"]
    assert len(nonce) == len(known["ChallengeParameters"]["nonce"])
    token = issuer.token(user[1], nonce=nonce)
    assert answer(nonces, unknown, token)["ChallengeName"] == "CUSTOM_CHALLENGE"


def test_the_sandboxs_provider_signs_in_the_owner_of_a_passkey(start, tmp_path):
    sandbox, address, passkey = start("--mode", "oidc"), new_address(), SoftwarePasskey("ES256")
    client = {"client_id": sandbox.settings["issuerClientId"]}
    grant = client | {"grant_type": "urn:okta:params:oauth:grant-type:webauthn", "scope": "openid profile email"}

    def token(begun: dict, credential: dict) -> str:
        status, tokens = request(f"{sandbox.url}/oauth/token", grant | {
            "auth_session": begun["auth_session"], "authn_response": credential})
        assert status == 200, tokens
        return tokens["id_token"]

    status, begun = request(f"{sandbox.url}/passkey/register", client | {"user_profile": {"email": address}})
    assert status == 200, begun
    made = token(begun, passkey.create(begun["authn_params_public_key"], sandbox.url))
    key = jwt.PyJWKClient(f"{sandbox.settings['issuer']}.well-known/jwks.json").get_signing_key_from_jwt(made)
    claims = jwt.decode(made, key, algorithms=["RS256"], audience=client["client_id"],
                        issuer=sandbox.settings["issuer"], options={"require": ["exp", "iat", "sub", "aud", "iss"]})
    assert (claims["email"], claims["email_verified"]) == (address, False)
    assert not sign_up(sandbox, address, f"{claims['iss']}|{claims['sub']}", made)
    cognito(sandbox).confirm_sign_up(
        ClientId=sandbox.settings["clientId"], Username=address, ConfirmationCode=sandbox.code(address))
    assert "AuthenticationResult" in answer(sandbox, start_sign_in(sandbox, address), made)
    again = answer(sandbox, start_sign_in(sandbox, address), made)
    assert again["ChallengeName"] == "CUSTOM_CHALLENGE", "the state table remembers it"
    save(sandbox, tmp_path / "sign-in.json")
    assert_replays(tmp_path / "sign-in.json")
    status, begun = request(f"{sandbox.url}/passkey/challenge", client)
    used = token(begun, passkey.sign(begun["authn_params_public_key"], sandbox.url))
    assert "AuthenticationResult" in answer(sandbox, start_sign_in(sandbox, address), used)
    status, refused = request(f"{sandbox.url}/passkey/register", client | {"user_profile": {"email": address}})
    assert (status, refused["error"]) == (400, "invalid_request")


def test_auth0s_documented_requests_replay_with_codes_refresh_tokens_and_an_api_of_ones_own(start):
    api, connection = "https://api.example.test", "Username-Password-Authentication"
    sandbox, passkey = start("--mode", "oidc", "--issuer-setting", "verification=email,phone",
                             "--issuer-setting", f"audiences={api}"), SoftwarePasskey("ES256")
    client, address, phone = {"client_id": sandbox.settings["issuerClientId"]}, new_address(), "+4915112345678"
    status, begun = request(f"{sandbox.url}/passkey/register", client | {
        "realm": connection, "user_identifier": {"email": address},
        "user_profile": {"email": address, "phone_number": phone, "username": "ana", "name": "Ana"}})
    assert (status, begun["verification_required"]) == (200, ["email", "phone"])
    exchange = client | {
        "grant_type": "urn:okta:params:oauth:grant-type:webauthn", "realm": connection, "audience": api,
        "scope": "openid profile email offline_access read:things", "auth_session": begun["auth_session"],
        "authn_response": passkey.create(begun["authn_params_public_key"], sandbox.url)}
    codes = {"email": sandbox.code(address), "phone": sandbox.code(phone)}
    wrong = {"email": other_code(codes["email"])}
    status, refused = request(f"{sandbox.url}/oauth/token", exchange | {"verification": wrong})
    assert (status, refused["error"]) == (403, "invalid_grant")
    assert refused["auth_session"] == begun["auth_session"]
    status, tokens = request(f"{sandbox.url}/oauth/token", exchange | {"verification": codes})
    assert status == 200, tokens
    exchanged = [event for event in sandbox.events() if event["title"] == "POST /oauth/token"]
    assert shown(str(exchanged), *codes.values(), tokens["refresh_token"]) == []

    keys = jwt.PyJWKClient(f"{sandbox.settings['issuer']}.well-known/jwks.json")
    access = jwt.decode(tokens["access_token"], keys.get_signing_key_from_jwt(tokens["access_token"]),
                        algorithms=["RS256"], audience=api)
    assert access["scope"] == "openid profile email offline_access read:things"
    claims = jwt.decode(tokens["id_token"], keys.get_signing_key_from_jwt(tokens["id_token"]), algorithms=["RS256"],
                        audience=client["client_id"])
    assert (claims["email_verified"], claims["name"], claims["preferred_username"]) == (True, "Ana", "ana")
    assert sign_up(sandbox, address, f"{claims['iss']}|{claims['sub']}", tokens["id_token"]), "no code of Cognito"
    assert "AuthenticationResult" in answer(sandbox, start_sign_in(sandbox, address), tokens["id_token"])

    status, renewed = request(f"{sandbox.url}/oauth/token", client | {
        "grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]})
    assert status == 200 and "refresh_token" not in renewed
    assert "AuthenticationResult" in answer(sandbox, start_sign_in(sandbox, address), renewed["id_token"])

    status, refused = request(f"{sandbox.url}/oauth/token", exchange | {"audience": "https://other.example.test"})
    assert (status, refused["error"]) == (403, "access_denied")
    sandbox.wait_for_log("--issuer-setting audiences=https://other.example.test")
