"""The functions themselves mail a code, which is the answer."""

from __future__ import annotations

from journeys.app import (
    answer, assert_third_ends, begin, challenge, is_verified, new_user, other_code, refuses, signs_in)
from journeys.attacks import AT_ONCE, at_once
from journeys.target import Target, journey


@journey(flow="EMAIL_OTP")
def mailed_code(target: Target) -> None:
    """A new user signs in with a code that the functions send; other codes and other users' codes do not."""
    address, other = new_user(target), new_user(target)
    assert not is_verified(target, address)
    started = begin(target, address)
    assert challenge(started) == "EMAIL_OTP"
    assert started["ChallengeParameters"]["CODE_DELIVERY_DESTINATION"] in ("a***@e***", "***@***")
    [code] = target.codes(address)
    assert signs_in(target, started, code)
    assert is_verified(target, address)
    # Once in a million times the next code is the same by chance. The one after it then is another.
    rounds = [begin(target, address) for _ in range(2)]
    started, new = next((started, new) for started, new in zip(rounds, target.codes(address)[1:]) if new != code)
    assert signs_in(target, answer(target, started, code), new), "a code counts once, and the next one after it"
    begin(target, other)
    assert refuses(target, address, target.codes(other)[-1]), "the code is another user's"


@journey(flow="EMAIL_OTP")
def wrong_codes_cost_the_right_one_nothing(target: Target) -> None:
    started = begin(target, address := new_user(target))
    [code] = target.codes(address)
    other = begin(target, address)
    assert_third_ends(target, other, other_code(*target.codes(address)))
    assert len(target.codes(address)) == 2, "wrong answers cause no mail"
    assert signs_in(target, answer(target, started, other_code(code)), code)


@journey(flow="EMAIL_OTP", variables=("OTP_GUESSES_PER_CODE=1", "MAX_ATTEMPTS=7"))
def the_last_of_many_codes_is_long_and_counts_in_every_sign_in(target: Target) -> None:
    # With one guess per code, each wrong answer leads to another code.
    started = begin(target, address := new_user(target))
    for _ in range(5):
        started = answer(target, started, other_code(*(one for one in target.codes(address) if one.isdecimal())))
    assert [len(code) for code in target.codes(address)] == [6, 6, 6, 6, 19]
    assert signs_in(target, started, target.codes(address)[-1].lower())


@journey(flow="EMAIL_OTP")
def a_long_code_signs_in_exactly_one_of_several_simultaneous_sign_ins(target: Target) -> None:
    address = new_user(target)
    rounds = [begin(target, address) for _ in range(AT_ONCE)]
    assert [len(code) for code in target.codes(address)] == [6, 6, 6, 6, 19]
    assert at_once(target, rounds, target.codes(address)[-1]) == 1


@journey(flow="EMAIL_OTP", tables=False)
def without_a_state_table_a_code_has_eight_digits(target: Target) -> None:
    started = begin(target, address := new_user(target))
    [code] = target.codes(address)
    assert len(code) == 8
    assert signs_in(target, started, code)
