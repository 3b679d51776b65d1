"""What thieves and strangers try, in both token modes. Other files have the attacks on their own flows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from journeys.app import (
    INCORRECT, PASSWORD, ClientAPI, add_passkey, answer, assert_third_ends, begin, challenge, new_address, new_user,
    passkey_token, prove_email, prove_passkey, refusal, refuses, sign_in, signs_in, token_to_add)
from journeys.target import BOTH, Need, Target, journey

AT_ONCE = 6


@journey(mode=BOTH)
def a_proof_of_something_else_is_a_wrong_answer(target: Target) -> None:
    started = begin(target, user := new_user(target))
    proof = prove_email(target, started, user)
    started = answer(target, started, "wrong")
    assert challenge(answer(target, started, proof)) == "RESULT_TOKEN", "a code of the round before"
    tokens, proof = sign_in(target, user)
    assert refuses(target, user, proof), "a code of another sign-in"
    assert refuses(target, user, token_to_add(target, tokens["AccessToken"])), "a token that adds a passkey"
    passkey = add_passkey(target, token_to_add(target, tokens["AccessToken"]), user)
    proof = prove_passkey(target, passkey)["accessToken"]
    started = answer(target, begin(target, user), "wrong")
    assert not signs_in(target, started, proof), "a passkey after a wrong answer"
    proof = prove_passkey(target, passkey)["accessToken"]
    assert signs_in(target, begin(target, user), proof)
    assert refuses(target, user, proof), "a passkey a second time"


@journey(mode=BOTH)
def one_users_proof_does_not_sign_another_in(target: Target) -> None:
    ana, eve = new_user(target), new_user(target)
    started = begin(target, eve)
    proof = prove_email(target, started, eve)
    assert refuses(target, ana, proof)
    assert signs_in(target, started, proof), "the proof itself was good"
    passkey = add_passkey(target, sign_in(target, eve)[1], eve)
    challenge_of_ana = begin(target, ana)["ChallengeParameters"]["token"]
    assert "accessToken" not in prove_passkey(target, passkey, token=challenge_of_ana)
    proof = prove_passkey(target, passkey)["accessToken"]
    assert refuses(target, ana, proof)
    assert signs_in(target, begin(target, eve), proof)


@journey(mode=BOTH)
@journey(flow="EMAIL_OTP")
def three_wrong_answers_end_the_sign_in(target: Target) -> None:
    assert_third_ends(target, begin(target, new_user(target)), "wrong")


@journey(Need.EXACT, mode=BOTH)
def a_session_accepts_only_one_answer(target: Target) -> None:
    started = begin(target, new_user(target))
    answer(target, started, "wrong")
    name, message = refusal(answer, target, started, "wrong")
    assert name == "NotAuthorizedException" and "only be used once" in message


@journey(mode=BOTH)
@journey(flow="EMAIL_OTP")
def a_start_with_a_password_is_refused_where_the_flow_has_none(target: Target) -> None:
    name, _ = refusal(begin, target, address := new_user(target), PASSWORD)
    assert name == INCORRECT[0]
    assert target.codes(address) == []


@journey(mode=BOTH)
def a_stranger_adds_neither_a_passkey_nor_a_mailbox_to_a_new_account(target: Target) -> None:
    user, stranger, client = new_user(target), new_address(), ClientAPI(target)
    token = begin(target, user)["ChallengeParameters"]["token"]
    passkey = client.call("user-authenticators/passkey/registration-options", {"username": user}, token=token)
    mailbox = client.call("user-authenticators/email-otp", {"email": stranger}, token=token)
    # The mode `signed` answers as always, and sends no mail.
    assert [status for status, _ in (passkey, mailbox)] == [403, 200 if client.is_ours else 403]
    assert target.codes(stranger) == []


@journey()
def one_proof_signs_in_exactly_one_of_several_simultaneous_sign_ins(target: Target) -> None:
    token = passkey_token(target, address := new_user(target))
    rounds = [begin(target, address) for _ in range(AT_ONCE)]
    assert at_once(target, rounds, token) == 1
    assert refuses(target, address, token), "it does not work later either"


def at_once(target: Target, rounds: list[dict], proof: str) -> int:
    """Answers several rounds at the same time; returns how many of them go on."""
    with ThreadPoolExecutor(len(rounds)) as pool:
        answers = pool.map(lambda started: answer(target, started, proof), rounds)
        return sum(one.get("ChallengeParameters", {}).get("challenge") != started["ChallengeParameters"]["challenge"]
                   for started, one in zip(rounds, answers))
