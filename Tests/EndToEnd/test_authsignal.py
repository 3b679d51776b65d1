"""The official authsignal package makes the server's calls, and the sandbox answers as it expects."""

from __future__ import annotations

import uuid

import pytest
from authsignal.client import ApiException, AuthsignalClient

from journeys.app import ACTION, ClientAPI, new_address, sign_in, sign_up
from journeys.calls import PATIENCE
from sandbox import AUTHSIGNAL_SECRET


@pytest.fixture
def client(authsignal):
    return AuthsignalClient(AUTHSIGNAL_SECRET, f"{authsignal.url}/v1", timeout=PATIENCE)


@pytest.fixture
def user():
    return str(uuid.uuid4())


def test_the_action_of_a_user_without_authenticators_is_allowed(client, user):
    tracked = client.track(user, ACTION)
    assert tracked["state"] == "ALLOW"
    assert tracked["is_enrolled"] is False
    assert tracked["token"].count(".") == 2 and tracked["idempotency_key"] and tracked["url"]


def test_the_server_can_enrol_a_users_first_authenticator(client, user):
    address = new_address()
    made = client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": address})
    authenticators = client.get_authenticators(user)
    assert [one["email"] for one in authenticators] == [address]
    assert authenticators[0]["user_authenticator_id"] == made["authenticator"]["user_authenticator_id"]
    assert client.get_user(user)["is_enrolled"] is True

    client.delete_authenticator(user, authenticators[0]["user_authenticator_id"])
    assert client.get_authenticators(user) == []
    assert client.get_user(user)["is_enrolled"] is False


def test_the_token_of_an_unproven_action_is_not_valid(client, user):
    client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": new_address()})
    tracked = client.track(user, ACTION)
    assert tracked["state"] == "CHALLENGE_REQUIRED"
    verdict = client.validate_challenge({"token": tracked["token"], "userId": user, "action": ACTION})
    assert verdict["is_valid"] is False
    assert verdict["state"] == "CHALLENGE_REQUIRED"
    assert verdict["idempotency_key"] == tracked["idempotency_key"]


def test_a_proven_action_is_valid_only_for_its_user(authsignal, client, user):
    address, key = new_address(), str(uuid.uuid4())
    client.enroll_verified_authenticator(user, {"verificationMethod": "EMAIL_OTP", "email": address})
    tracked = client.track(user, ACTION, {"idempotencyKey": key, "email": address})
    assert tracked["idempotency_key"] == key
    api = ClientAPI(authsignal)
    api.right("challenge/email-otp", token=tracked["token"])
    proof = api.right("verify/email-otp", {"verificationCode": authsignal.code(address)}, token=tracked["token"])
    verdict = client.validate_challenge({"token": proof["accessToken"], "userId": user, "action": ACTION})
    assert verdict["is_valid"] is True
    assert verdict["state"] == "CHALLENGE_SUCCEEDED"
    assert (verdict["user_id"], verdict["action"], verdict["idempotency_key"]) == (user, ACTION, key)
    assert verdict["verification_method"] == "EMAIL_OTP"
    action = client.get_action(user, ACTION, key)
    assert action["state"] == "CHALLENGE_SUCCEEDED"
    with pytest.raises(ApiException) as refusal:
        client.validate_challenge({"token": proof["accessToken"], "userId": str(uuid.uuid4())})
    assert refusal.value.status_code == 400


def test_the_server_sees_the_action_that_the_functions_tracked(authsignal, client):
    address = new_address()
    sign_up(authsignal, address)
    _, proof = sign_in(authsignal, address)
    verdict = client.validate_challenge({"token": proof})
    assert verdict["is_valid"] is True
    assert verdict["action"] == ACTION
    assert [one["email"] for one in client.get_authenticators(verdict["user_id"])] == [address]


def test_the_server_can_update_a_user(client, user):
    address = new_address()
    client.update_user(user, {"email": address, "displayName": "Ana"})
    known = client.get_user(user)
    assert (known["email"], known["display_name"]) == (address, "Ana")


def test_a_wrong_api_key_is_refused(authsignal, user):
    with pytest.raises(ApiException) as refusal:
        AuthsignalClient("another secret", f"{authsignal.url}/v1", timeout=PATIENCE).track(user, ACTION)
    assert refusal.value.status_code == 401
    assert refusal.value.error_code == "unauthorized"
