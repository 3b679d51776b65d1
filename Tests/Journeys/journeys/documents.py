"""The calls and the code of documents, taken at their word."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from joserfc.errors import JoseError

from journeys.app import answer, begin, is_verified, new_address, new_user, prove_email, refuses, signs_in
from journeys.target import Need, Target, journey


DOCS = Path(__file__).parents[3] / "docs"


def _tokens_page() -> SimpleNamespace:
    page = DOCS / "tokens.md"
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


def plain_calls(target: Target, folder: str, *words: str) -> subprocess.CompletedProcess:
    """Runs the program of docs/other-clients.md in a process of its own, with its file in a folder."""
    environment = os.environ | {
        "AWS_ACCESS_KEY_ID": "of nobody", "AWS_SECRET_ACCESS_KEY": "of nobody", "CLIENT_ID": target.client,
        "AWS_DEFAULT_REGION": target.settings["region"], "COGNITO_ENDPOINT": target.cognito.meta.endpoint_url,
        "SIGN_IN_FILE": f"{folder}/sign-in.json"}
    return subprocess.run([sys.executable, DOCS / "examples/server/plain_calls.py", *words], capture_output=True,
                          text=True, env=environment)


@journey()
def another_process_ends_the_sign_in_that_one_began(target: Target) -> None:
    address = new_user(target)
    with TemporaryDirectory() as folder:
        file = Path(folder, "sign-in.json")
        begun = json.loads(plain_calls(target, folder, "begin", address).stdout)
        assert file.stat().st_mode & 0o077 == 0, "only the app can read it"
        assert plain_calls(target, folder, "answer", "not a token").stderr == "The answer was wrong\n"
        # A wrong answer has led to the next round. Its token is in the file, too.
        kept = json.loads(file.read_text())
        assert kept["ChallengeParameters"]["token"] != begun["token"]
        tokens = json.loads(plain_calls(target, folder, "answer", prove_email(target, kept, address)).stdout)
        assert target.cognito.get_user(AccessToken=tokens["AccessToken"])["UserAttributes"]
        assert not file.exists()


@journey(Need.CLOCK)
def a_sign_in_that_is_kept_lives_as_long_as_cognitos_session(target: Target) -> None:
    almost, later = 590, 20
    with TemporaryDirectory() as folder:
        plain_calls(target, folder, "begin", new_user(target))
        # Each round has ten minutes of its own.
        for ahead in (almost, 2 * almost):
            with target.clock(ahead):
                assert plain_calls(target, folder, "answer", "not a token").stderr == "The answer was wrong\n"
        with target.clock(3 * almost + later):
            assert "session is expired" in plain_calls(target, folder, "answer", "not a token").stderr
