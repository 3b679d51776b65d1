"""pycognito's SRP: the flow without a password refuses it; a Define function that asks for a password accepts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from app import cognito, new_address, sign_up
from flows import PASSWORD
from srp import answer, begin



@pytest.fixture(scope="module")
def scripted(start):
    script = Path(__file__).with_name("scripted_define.py")
    return start("--bootstrap", f"DefineAuthChallenge={script}")


def test_a_start_with_srp_is_refused(sandbox):
    address = new_address()
    sign_up(sandbox, address, Password=PASSWORD)
    with pytest.raises(ClientError) as refusal:
        begin(sandbox, address, PASSWORD)
    assert refusal.value.response["Error"]["Code"] == "NotAuthorizedException"


def test_the_right_password_signs_in_if_define_asks_for_it(scripted):
    address = new_address()
    sign_up(scripted, address, Password=PASSWORD)
    srp, started = begin(scripted, address, PASSWORD)
    assert started["ChallengeName"] == "PASSWORD_VERIFIER"
    tokens = answer(srp, started)["AuthenticationResult"]
    assert cognito(scripted).get_user(AccessToken=tokens["AccessToken"])["UserAttributes"]


def test_a_wrong_password_is_refused_if_define_asks_for_it(scripted):
    address = new_address()
    sign_up(scripted, address, Password=PASSWORD)
    srp, started = begin(scripted, address, "another password")
    with pytest.raises(ClientError) as refusal:
        answer(srp, started)
    assert refusal.value.response["Error"]["Code"] == "NotAuthorizedException"
    assert refusal.value.response["Error"]["Message"] == "Incorrect username or password."
