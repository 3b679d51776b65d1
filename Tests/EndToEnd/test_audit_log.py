"""`scripts/passkeys who-signed-in` finds a user's lines in the audit log of a running sandbox."""

from __future__ import annotations

import io
import json
import time
from contextlib import redirect_stderr, redirect_stdout

from journeys.app import answer, begin, new_address, new_user, other_code, sign_in, sign_up, signs_in
from journeys.calls import PATIENCE
from journeys.secrets_shown import shown, tokens_shown
from cognito_passkeys.verbs.command_line import main


def who_signed_in(sandbox, user: str, *words: str) -> tuple[int, str, str]:
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as told:
        code = main(["who-signed-in", "--sandbox", sandbox.url, "--user", user, *words])
    return code, printed.getvalue(), told.getvalue()


def lines(sandbox, user: str, decisions: str) -> list[dict]:
    """A user's lines, once they are about these decisions. A line comes after the answer that it is about, and the lines
    of several functions come in any order."""
    limit = time.monotonic() + PATIENCE
    while True:
        found = [json.loads(line) for line in who_signed_in(sandbox, user, "--json")[1].splitlines()]
        if sorted(line["audit"] for line in found) == sorted(decisions.split()):
            return found
        assert time.monotonic() < limit, found
        time.sleep(0.1)


def test_the_lines_of_a_user_who_signed_in_and_out_hold_no_secret(signed):
    sign_up(signed, address := new_address())
    sign_up(signed, other := new_address())
    sign_in(signed, other)
    tokens, proof = sign_in(signed, address)
    client = signed.cognito
    sub = next(attribute["Value"] for attribute in client.get_user(AccessToken=tokens["AccessToken"])["UserAttributes"]
               if attribute["Name"] == "sub")
    client.global_sign_out(AccessToken=tokens["AccessToken"])
    decisions = "challenge_issued code_sent authenticator_added answer_right tokens_issued"
    found = lines(signed, address, decisions)
    assert len({line["who"] for line in found}) == 1
    assert [line["method"] for line in found if line["audit"] == "answer_right"] == ["EMAIL_OTP"]
    assert lines(signed, sub, decisions) == found
    text = json.dumps(found)
    own = [value for name, value in tokens.items() if name.endswith("Token")]
    assert shown(text, address, address.split("@")[0], sub, proof, *own, *signed.codes(address)) == []
    assert tokens_shown(text) == []
    code, printed, told = who_signed_in(signed, address)
    assert (code, told) == (0, "")
    assert printed.splitlines()[-1].startswith("Signed in: 1, sign-ins refused: 0, wrong answers: 0, authenticators added: 1")


def test_refusals_names_that_no_user_has_and_a_log_that_is_off_are_told_apart(start):
    sandbox = start("--flow", "EMAIL_OTP", "--audit", "subject")
    address = new_user(sandbox)
    started = begin(sandbox, address)
    started = answer(sandbox, started, other_code(code := sandbox.codes(address)[0]))
    assert signs_in(sandbox, started, code)
    found = lines(sandbox, address, "challenge_issued answer_wrong challenge_issued answer_right tokens_issued")
    assert [line["audit"] for line in found if line["trigger"] == "VerifyAuthChallenge"] == [
        "answer_wrong", "answer_right"]
    assert len({line["sub"] for line in found}) == 1
    begin(sandbox, stranger := new_address())
    tried = lines(sandbox, stranger, "challenge_issued")
    assert [line.get("sub") for line in tried] == [None]
    assert "These are the lines of sign-ins under that name." in who_signed_in(sandbox, stranger)[2]
    code, printed, told = who_signed_in(sandbox, "nobody@example.test")
    assert (code, printed) == (1, "")
    assert "the pool has no user nobody@example.test" in told
    sandbox.change(audit="off")
    assert "AUDIT=off" in who_signed_in(sandbox, address)[2]
    assert sandbox.stop() == 0
    assert f"there is no sandbox at {sandbox.url}" in who_signed_in(sandbox, address)[2]
