"""boto3 attacks the flow RESULT_TOKEN in both token modes. Other files have the attacks on the other flows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app import ClientAPI, new_address, prove_email, sign_in
from flows import INCORRECT, answer, begin, new_user, refusal, signs_in
from sandbox import request
from test_flows import passkey_token

# What a client has when it begins an attack: a round that waits for an answer, and a proof of something else.
Prepared = tuple[dict[str, Any], str]


def a_code_of_the_round_before(sandbox, user: str) -> Prepared:
    started = begin(sandbox, user)
    proof = prove_email(sandbox, started["ChallengeParameters"], user)
    return answer(sandbox, started, "wrong"), proof


def a_code_of_another_sign_in(sandbox, user: str) -> Prepared:
    _, proof = sign_in(sandbox, user)
    return begin(sandbox, user), proof


def a_passkey_after_a_wrong_answer(sandbox, user: str) -> Prepared:
    proof = passkey_token(sandbox, user)
    return answer(sandbox, begin(sandbox, user), "wrong"), proof


def a_passkey_a_second_time(sandbox, user: str) -> Prepared:
    proof = passkey_token(sandbox, user)
    assert signs_in(sandbox, begin(sandbox, user), proof)
    return begin(sandbox, user), proof


def a_token_that_adds_a_passkey(sandbox, user: str) -> Prepared:
    headers = {"Authorization": f"Bearer {sign_in(sandbox, user)[0]['AccessToken']}"}
    status, added = request(f"{sandbox.url}/add-authenticator", headers=headers, method="POST")
    assert status == 200, added
    return begin(sandbox, user), added["token"]


@pytest.mark.parametrize("prepare", [
    a_code_of_the_round_before, a_code_of_another_sign_in, a_passkey_after_a_wrong_answer, a_passkey_a_second_time,
    a_token_that_adds_a_passkey,
], ids=lambda prepare: prepare.__name__)
def test_a_proof_of_something_else_is_a_wrong_answer(sandbox, prepare: Callable[..., Prepared]):
    started, proof = prepare(sandbox, new_user(sandbox))
    assert answer(sandbox, started, proof)["ChallengeName"] == "CUSTOM_CHALLENGE"


def test_a_stranger_adds_neither_a_passkey_nor_a_mailbox_to_a_new_account(sandbox):
    user, stranger, client = new_user(sandbox), new_address(), ClientAPI(sandbox)
    token = begin(sandbox, user)["ChallengeParameters"]["token"]
    passkey = client.call("user-authenticators/passkey/registration-options", {"username": user}, token=token)
    mailbox = client.call("user-authenticators/email-otp", {"email": stranger}, token=token)
    # The mode `signed` answers as always, and sends no mail.
    assert [status for status, _ in (passkey, mailbox)] == [403, 200 if client.is_ours else 403]
    assert sandbox.codes(stranger) == []


def test_an_unknown_user_gets_no_code_and_fails_like_a_known_one(sandbox):
    known, unknown = begin(sandbox, new_user(sandbox)), begin(sandbox, stranger := new_address())
    client, token = ClientAPI(sandbox), unknown["ChallengeParameters"]["token"]
    status, _ = client.call("user-authenticators/email-otp", {"email": stranger}, token=token)
    assert status == (200 if client.is_ours else 401), "a known limit of the mode `authsignal`"
    assert sandbox.codes(stranger) == []
    for _ in range(2):
        assert known["ChallengeParameters"].keys() == unknown["ChallengeParameters"].keys()
        known, unknown = (answer(sandbox, started, "123456") for started in (known, unknown))
    assert [refusal(answer, sandbox, started, "123456") for started in (known, unknown)] == [INCORRECT, INCORRECT]
