"""The calls and the code of documents, taken at their word."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from joserfc.errors import JoseError

from journeys.app import answer, begin, is_verified, new_address, new_user, refuses, signs_in
from journeys.target import Need, Target, journey


def _tokens_page() -> SimpleNamespace:
    page = Path(__file__).parents[3] / "docs/tokens.md"
    [code] = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    defined: dict[str, Any] = {}
    exec(compile(code, str(page), "exec"), defined)
    return SimpleNamespace(**defined)


TOKENS = _tokens_page()
"""The functions that docs/tokens.md defines: somebody's own authenticator."""


def prove(target: Target, started: dict[str, Any], method: str, address: str, key: str | None = None) -> str:
    """The page's answer to a challenge, signed with the key of the stack or with another one."""
    opened = TOKENS.open_challenge(started["ChallengeParameters"]["token"], target.signing_key, target.pool)
    return TOKENS.sign_result(opened, key or target.signing_key, method, address)


@journey(authenticator=False)
def own_signer(target: Target) -> None:
    """The authenticator is somebody else's: the code of docs/tokens.md, with the key of the stack."""
    address, thief = new_user(target), new_user(target)
    for method in ("EMAIL_OTP", "PASSKEY"):
        started = begin(target, address)
        proof = prove(target, started, method, address)
        assert signs_in(target, started, proof)
        assert refuses(target, address, proof), "a proof counts once"
    assert is_verified(target, address)
    assert refuses(target, thief, prove(target, begin(target, address), "PASSKEY", address)), "another user's proof"
    started = begin(target, address)
    started = answer(target, started, prove(target, started, "PASSKEY", address, "x" * 64))
    started = answer(target, started, prove(target, started, "EMAIL_OTP", new_address()))
    assert started["ChallengeName"] == "CUSTOM_CHALLENGE", "a code that was sent elsewhere"


@journey(authenticator=False)
def only_the_stacks_key_opens_its_challenges_and_for_its_pool_alone(target: Target) -> None:
    token = begin(target, address := new_user(target))["ChallengeParameters"]["token"]
    opened = TOKENS.open_challenge(token, target.signing_key, target.pool)["other"]
    assert (opened["email"], opened["emailVerified"], opened["userNotFound"]) == (address, False, False)
    with pytest.raises(JoseError):
        TOKENS.open_challenge(token, target.signing_key + "x", target.pool)
    with pytest.raises(ValueError):
        TOKENS.open_challenge(token, target.signing_key, "eu-west-1_Another00")


@journey(Need.UNKNOWN_USERS, authenticator=False)
def an_unknown_users_token_says_so_only_inside(target: Target) -> None:
    known, unknown = (begin(target, name)["ChallengeParameters"]["token"] for name in (new_user(target), new_address()))
    assert len(known) == len(unknown) == 2185
    assert known.split(".")[0] == unknown.split(".")[0]
    claims = TOKENS.open_challenge(unknown, target.signing_key, target.pool)
    assert claims["other"]["userNotFound"] is True and "email" not in claims["other"]
