"""ID tokens of an OpenID issuer are the answers. PyJWT signs them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from journeys.app import answer, assert_third_ends, begin, challenge, new_address, refusal, sign_up, signs_in
from journeys.openid_issuer import AUDIENCE
from journeys.target import Need, Target, journey
from journeys.unknown_users import assert_alike

ATTRIBUTE = "custom:oidc_subject"
WRONG: list[dict[str, Any]] = [
    {"nonce": None}, {"nonce": "guess"}, {"aud": "foreign"}, {"aud": [AUDIENCE, "foreign"], "azp": AUDIENCE},
    {"azp": "foreign"}, {"iss": "https://foreign.example/"}, {"subject": "auth0|somebody-else"}, {"subject": ""},
    # Times are in seconds from now.
    {"exp": -61}, {"iat": 3600}, {"nbf": 3600}, {"exp": None}, {"iat": None},
    # Forgeries: another key, one that is not published, one of another kind, and no signature.
    {"key": ec.generate_private_key(ec.SECP256R1())}, {"kid": "made-up"}, {"kid": "RS256"},
    {"algorithm": "none", "kid": "ES256"}]


def new_user(target: Target) -> tuple[str, str]:
    """Signs up with a proven address; returns it and the issuer's subject."""
    address, subject = new_address(), f"auth0|{secrets.token_hex(12)}"
    assert signs_up(target, address, subject, email=address, email_verified=True)
    return address, subject


def signs_up(target: Target, address: str, subject: str, **claims: Any) -> bool:
    """Creates an account that belongs to a subject; returns whether it is confirmed."""
    token = target.openid.token(subject, **claims)
    return sign_up(target, address, {ATTRIBUTE: f"{target.openid.url}|{subject}"}, ClientMetadata={"idToken": token})


def confirm(target: Target, address: str) -> None:
    [code] = target.codes(address)
    target.cognito.confirm_sign_up(ClientId=target.client, Username=address, ConfirmationCode=code)


def token_for(target: Target, started: dict[str, Any], owner: str, *, make: Callable[..., str] | None = None,
              **changes: Any) -> str:
    return (make or target.openid.token)(
        **{"subject": owner, "nonce": started["ChallengeParameters"]["nonce"], **changes})


@journey(mode="oidc")
def id_tokens(target: Target) -> None:
    """A user signs in with an ID token of the issuer; other issuers' keys and other users' tokens do not."""
    (address, subject), (thief, _) = new_user(target), new_user(target)
    started = begin(target, address)
    used = token_for(target, started, subject)
    assert signs_in(target, started, used)
    assert not signs_in(target, begin(target, address), used), "a token is for one round"
    for name, changes in ((thief, {}), (address, {"aud": f"not-{AUDIENCE}"}),
                          (address, {"make": target.openid.signed_with_public_key})):
        started = begin(target, name)
        assert not signs_in(target, started, token_for(target, started, subject, **changes)), (name, changes)
    assert_third_ends(target, begin(target, address), used)


@journey(mode="oidc")
def a_token_of_each_algorithm_signs_in(target: Target) -> None:
    address, subject = new_user(target)
    for algorithm in ("RS256", "ES256", "EdDSA"):
        started = begin(target, address)
        assert signs_in(target, started, token_for(target, started, subject, algorithm=algorithm))


@journey(mode="oidc", variables=("OIDC_AUDIENCES=other,app",))
def a_token_for_several_allowed_audiences_must_name_the_authorized_party(target: Target) -> None:
    address, subject = new_user(target)
    started, audiences = begin(target, address), ["other", AUDIENCE]
    started = answer(target, started, token_for(target, started, subject, aud=audiences))
    assert challenge(started) == "RESULT_TOKEN"
    assert signs_in(target, started, token_for(target, started, subject, aud=audiences, azp=AUDIENCE))


@journey(mode="oidc")
def a_token_that_is_forged_or_has_one_wrong_claim_is_a_wrong_answer(target: Target) -> None:
    address, subject = new_user(target)
    for wrong in WRONG:
        started = begin(target, address)
        claims = {name: value + int(time.time()) if isinstance(value, int) else value for name, value in wrong.items()}
        assert not signs_in(target, started, token_for(target, started, subject, **claims)), wrong


@journey(Need.SIGN_UP_CODES, mode="oidc")
def a_sign_up_with_an_unproven_subject_is_refused(target: Target) -> None:
    issuer = target.openid
    subject, own = f"{issuer.url}|auth0|victim", issuer.token("auth0|own")
    old = issuer.token("auth0|victim", iat=int(time.time()) - 7200, exp=int(time.time()) - 3600)
    for value, token in ((subject, None), (subject, own), (subject, old), ("auth0|own", own), (subject, "junk")):
        metadata = {"idToken": token} if token else {}
        _, message = refusal(sign_up, target, new_address(), {ATTRIBUTE: value}, ClientMetadata=metadata)
        assert message == "PreSignUp failed with error Sign-in is not possible right now."
    assert not sign_up(target, new_address()), "Cognito sends a code"


@journey(Need.SIGN_UP_CODES, mode="oidc")
def an_address_that_the_issuer_did_not_verify_needs_cognitos_code(target: Target) -> None:
    for claims in ({}, {"email_verified": False}, {"email_verified": "true"},
                   {"email": "mallory@example.test", "email_verified": True}):
        address, subject = new_address(), f"auth0|{secrets.token_hex(12)}"
        assert not signs_up(target, address, subject, **{"email": address, **claims})
        started = begin(target, address)
        proof = token_for(target, started, subject)
        assert refusal(answer, target, started, proof)[0] == "UserNotConfirmedException"
        confirm(target, address)
        started = begin(target, address)
        assert signs_in(target, started, token_for(target, started, subject))


@journey(Need.SIGN_UP_CODES, mode="oidc")
def an_id_token_with_a_victims_address_is_a_wrong_answer(target: Target) -> None:
    sign_up(target, address := new_address())
    confirm(target, address)
    started = begin(target, address)
    proof = token_for(target, started, "auth0|stranger", email=address, email_verified=True)
    assert not signs_in(target, started, proof)


@journey(Need.EXACT, mode="oidc")
def a_user_cannot_change_the_subject(target: Target) -> None:
    address, subject = new_user(target)
    started = begin(target, address)
    tokens = answer(target, started, token_for(target, started, subject))["AuthenticationResult"]
    victim = [{"Name": ATTRIBUTE, "Value": f"{target.openid.url}|auth0|victim"}]
    assert refusal(target.cognito.update_user_attributes, AccessToken=tokens["AccessToken"], UserAttributes=victim)[
        0] == "InvalidParameterException"


@journey(Need.UNKNOWN_USERS, mode="oidc")
def an_unknown_user_gets_a_nonce_too(target: Target) -> None:
    address, subject = new_user(target)
    pair = [begin(target, name) for name in (address, new_address())]
    assert_alike(pair)
    assert not signs_in(target, pair[1], token_for(target, pair[1], subject))
