"""A passkey or an emailed code is proven to an authenticator, whose result token is the answer."""

from __future__ import annotations

import json

from journeys.app import (
    ClientAPI, account, add_passkey, answer, attributes, begin, challenge, is_verified, new_address, new_user,
    passkey_answer, prove_email, prove_passkey, refuses, remove_passkeys, round_passkey_answer, sign_in, signs_in,
    token_to_add)
from journeys.software_passkey import SoftwarePasskey
from journeys.target import BOTH, Need, Target, journey


@journey(mode=BOTH)
def passkeys(target: Target) -> None:
    """A new user signs in by a code, creates a passkey and signs in with it; a thief gets in by neither."""
    address, thief = new_user(target), new_user(target)
    assert not is_verified(target, address)
    tokens, proof = sign_in(target, address)
    assert is_verified(target, address)
    assert refuses(target, address, proof), "a proof counts once"
    passkey = add_passkey(target, token_to_add(target, tokens["AccessToken"]), address)
    proven = prove_passkey(target, passkey)
    name = proven["username"]
    assert refuses(target, thief, proven["accessToken"]), "the proof is another user's"
    assert signs_in(target, begin(target, name), proven["accessToken"])
    assert refuses(target, name, proven["accessToken"]), "a proof counts once"
    assert "accessToken" not in prove_passkey(target, passkey, origin="https://login.example.test.attacker.test")
    if target.settings["tokenMode"] == "signed":
        # Authsignal lets apps remove none.
        remove_passkeys(target, prove_passkey(target, passkey)["accessToken"])
        assert "accessToken" not in prove_passkey(target, passkey), "the passkey is removed"


@journey()
def a_passkey_is_the_answer_itself(target: Target) -> None:
    """Without a typed name, one call of the authenticator and Cognito's own two sign a user in; nothing else counts."""
    address, thief = new_user(target), new_user(target)
    passkey = add_passkey(target, sign_in(target, address)[1], address)
    user, assertion = passkey_answer(target, passkey)
    assert refuses(target, thief, json.dumps(assertion)), "the passkey is another user's"
    assert signs_in(target, begin(target, user), json.dumps(assertion))
    assert refuses(target, user, json.dumps(assertion)), "an assertion counts once"
    assert ClientAPI(target).call("verify/passkey", assertion)[0] == 400, "at either door"
    _, elsewhere = passkey_answer(target, passkey, origin="https://login.example.test.attacker.test")
    assert refuses(target, user, json.dumps(elsewhere)), "the page is not the app's"
    _, late = passkey_answer(target, passkey)
    second = answer(target, begin(target, user), "wrong")
    assert not signs_in(target, second, json.dumps(late)), "after a wrong answer it is too late"
    proven = ClientAPI(target).right("verify/passkey", late)
    assert proven["userId"] == user, "a refused answer is not used up"
    assert signs_in(target, begin(target, user), proven["accessToken"])
    remove_passkeys(target, prove_passkey(target, passkey)["accessToken"])
    _, removed = passkey_answer(target, passkey)
    assert refuses(target, user, json.dumps(removed)), "the passkey is removed"


@journey()
def a_passkey_answers_the_round_whose_options_it_got(target: Target) -> None:
    """With a name, Cognito's own two calls sign a user in. The assertion counts in its round and nowhere else."""
    address, thief = new_user(target), new_user(target)
    passkey = add_passkey(target, sign_in(target, address)[1], address)
    started = begin(target, address)
    assertion = round_passkey_answer(target, passkey, started)
    assert refuses(target, address, json.dumps(assertion)), "another session's round is another one"
    assert ClientAPI(target).call("verify/passkey", assertion)[0] == 400, "it opens one door"
    assert signs_in(target, started, json.dumps(assertion))
    second = answer(target, begin(target, address), "wrong")
    assert signs_in(target, second, json.dumps(round_passkey_answer(target, passkey, second))), "in any round"
    started = begin(target, thief)
    assert not signs_in(target, started, json.dumps(round_passkey_answer(target, passkey, started)))
    started = begin(target, address)
    elsewhere = round_passkey_answer(target, passkey, started, origin="https://login.example.test.attacker.test")
    assert not signs_in(target, started, json.dumps(elsewhere)), "the page is not the app's"


@journey(options=("--pool-setting", "aliases=preferred_username"))
def in_a_pool_with_names_of_its_own_a_passkey_is_proven_first_or_answers_the_round_of_a_name(target: Target) -> None:
    """There the `sub` in a passkey's handle is no user name."""
    address = new_user(target)
    passkey = add_passkey(target, sign_in(target, address)[1], address)
    user, assertion = passkey_answer(target, passkey)
    assert user != target.cognito.admin_get_user(**account(target, address))["Username"]
    assert refuses(target, user, json.dumps(assertion)), "no user has this name"
    proven = ClientAPI(target).right("verify/passkey", assertion)
    assert proven["userId"] == user
    assert signs_in(target, begin(target, proven["username"]), proven["accessToken"])
    started = begin(target, address)
    assert signs_in(target, started, json.dumps(round_passkey_answer(target, passkey, started)))


@journey(Need.UNKNOWN_USERS)
def the_options_of_a_round_do_not_tell_who_has_an_account_or_a_passkey(target: Target) -> None:
    address, unknown = new_user(target), new_address()
    passkey = add_passkey(target, sign_in(target, address)[1], address)
    names = (address, new_user(target), unknown)
    assert len({len(begin(target, name)["ChallengeParameters"]["passkeyOptions"]) for name in names}) == 1
    started = begin(target, unknown)
    assert not signs_in(target, started, json.dumps(round_passkey_answer(target, passkey, started)))


@journey(mode=BOTH)
def tokens_are_renewed(target: Target) -> None:
    tokens, _ = sign_in(target, address := new_user(target))
    user = target.cognito.get_user(AccessToken=tokens["AccessToken"])
    assert {"Name": "email_verified", "Value": "true"} in user["UserAttributes"]
    assert target.cognito.admin_get_user(**account(target, address))["UserStatus"] == "CONFIRMED"
    renewed = target.cognito.initiate_auth(
        ClientId=target.client, AuthFlow="REFRESH_TOKEN_AUTH",
        AuthParameters={"REFRESH_TOKEN": tokens["RefreshToken"]})["AuthenticationResult"]
    assert target.cognito.get_user(AccessToken=renewed["AccessToken"])["Username"] == user["Username"]


@journey(mode=BOTH)
def a_wrong_answer_leads_to_another_challenge_with_a_new_token(target: Target) -> None:
    first = begin(target, address := new_user(target))
    enrolled = target.settings["tokenMode"] == "authsignal"
    assert first["ChallengeParameters"]["isEnrolled"] == str(enrolled).lower(), "the function enrols only at Authsignal"
    second = answer(target, first, first["ChallengeParameters"]["token"])
    assert challenge(second) == "RESULT_TOKEN", "the challenge's token is no proof"
    assert second["ChallengeParameters"]["token"] != first["ChallengeParameters"]["token"]
    assert signs_in(target, second, prove_email(target, second, address))


@journey(mode=BOTH)
def an_address_that_an_administrator_has_verified_signs_in(target: Target) -> None:
    target.cognito.admin_create_user(
        **account(target, address := new_address()), MessageAction="SUPPRESS",
        UserAttributes=[{"Name": "email", "Value": address}, {"Name": "email_verified", "Value": "true"}])
    enrolled = target.settings["tokenMode"] == "authsignal"
    parameters = begin(target, address)["ChallengeParameters"]
    assert parameters["isEnrolled"] == str(enrolled).lower(), "the function enrols the address only at Authsignal"
    assert sign_in(target, address)[0]["IdToken"]


@journey(mode=BOTH)
def a_passkey_of_each_algorithm_signs_in_and_one_with_another_key_does_not(target: Target) -> None:
    for algorithm in ("ES256", "RS256", "EdDSA"):
        passkey = add_passkey(target, sign_in(target, address := new_user(target))[1], address, algorithm)
        proven = prove_passkey(target, passkey)
        assert signs_in(target, begin(target, proven["username"]), proven["accessToken"])
        assert attributes(target, proven["username"])["email"] == address
        passkey.key = SoftwarePasskey(algorithm).key
        assert "accessToken" not in prove_passkey(target, passkey)
