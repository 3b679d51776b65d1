"""PyJWT verifies the tokens through the published keys, as any backend would."""

from __future__ import annotations

import jwt
import pytest

from journeys.app import new_address, sign_in, sign_up


@pytest.fixture(scope="module")
def tokens(sandboxes):
    sandbox, address = sandboxes["signed"], new_address()
    sign_up(sandbox, address)
    return {"address": address, **sign_in(sandbox, address)[0]}


@pytest.fixture
def keys(signed):
    return jwt.PyJWKClient(f"{signed.issuer}/.well-known/jwks.json")


def test_verifies_the_id_token(signed, keys, tokens):
    key = keys.get_signing_key_from_jwt(tokens["IdToken"])
    claims = jwt.decode(
        tokens["IdToken"], key, algorithms=["RS256"], audience=signed.client, issuer=signed.issuer,
        options={"require": ["exp", "iat", "sub", "aud", "iss", "auth_time"]})
    assert claims["token_use"] == "id"
    assert claims["email"] == tokens["address"]
    assert claims["email_verified"] is True


def test_verifies_the_access_token(signed, keys, tokens):
    key = keys.get_signing_key_from_jwt(tokens["AccessToken"])
    claims = jwt.decode(
        tokens["AccessToken"], key, algorithms=["RS256"], issuer=signed.issuer,
        options={"require": ["exp", "iat", "sub", "iss", "client_id"]})
    assert claims["token_use"] == "access"
    assert claims["client_id"] == signed.client
