"""Every command of the runbook: the shell reads it, and the AWS CLI or scripts/passkeys takes its options."""

from __future__ import annotations

import io
from contextlib import redirect_stderr
from pathlib import Path
from types import SimpleNamespace

import pytest

import runbook
from aws_cli import CommandLine
from cognito_passkeys.verbs import command_line

# A program that writes down how it was called, and prints a number in place of an answer: a limit as well as an id.
STAND_IN = """#!/bin/bash
# In one piece, because the parts of a pipeline run at the same time.
printf '%s\\0' "${0##*/}" "$@" $'\\1' >>"$CALLS"
[[ $* != */dev/stdin* && $* != *--read ]] || cat >/dev/null
echo 11111111111111111111111111111111111111
"""
# The person at the keyboard, who says yes.
TYPE = 'case $1 in -rp) answer=yes ;; *) builtin read "$@" ;; esac'
# What the page calls besides the AWS CLI, and must not be called for real.
OTHERS = ("make", "git", "curl", "sleep")


@pytest.fixture(scope="module")
def cli() -> CommandLine:
    """The AWS CLI, which checks and writes each request, and gets an empty answer in place of sending it."""
    cli = CommandLine()
    cli.driver.session.register("before-call", lambda **_: (SimpleNamespace(status_code=200), {}))
    return cli


def calls(section: str, folder: Path) -> list[list[str]]:
    """What the blocks of a section call, in order, as if they were pasted into one shell."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("aws", *OTHERS):
        program = programs / name
        program.write_text(STAND_IN)
        program.chmod(0o755)
    written = folder / "calls"
    written.touch()
    for name in ("former.jsonl", "restored.jsonl"):
        (folder / name).touch()
    commands = "\n".join([f"read() {{ {TYPE}; }}", *runbook.sections()[section]])
    runbook.run(commands, folder, STAND_IN, {"PATH": f"{programs}:/usr/bin:/bin", "CALLS": str(written)})
    return [call.decode().replace("file:///dev/stdin", "text").split("\0")[:-1]
            for call in written.read_bytes().split(b"\1\0")[:-1]]


def refusal(cli: CommandLine, words: list[str]) -> str | None:
    """Why the AWS CLI refuses a command; None if it takes it."""
    if words[1] != "wait":
        status, _, errors = cli(words)
        return None if status == 0 else errors
    # A waiter would ask until it gets another answer. One that only this word keeps from asking is right.
    _, _, errors = cli([*words, "surplus"])
    return None if "Unknown options: surplus" in errors else errors


def misuse(words: list[str]) -> str | None:
    """Why scripts/passkeys refuses a command; None if it takes it."""
    try:
        with redirect_stderr(io.StringIO()) as said:
            command_line.parser_of(words[0])[1].parse_args(words[1:])
    except (KeyError, SystemExit):
        return said.getvalue() or f"there is no verb {words[0]}"
    return None


@pytest.mark.parametrize("section", [name for name, blocks in runbook.sections().items() if blocks])
def test_commands_are_right(section, cli, tmp_path, monkeypatch):
    monkeypatch.setenv("STACK", "passkeys")
    made = calls(section, tmp_path)
    assert made, "the section calls something"
    for program, *words in made:
        problem = {"aws": lambda: refusal(cli, words), "passkeys": lambda: misuse(words)}.get(program, lambda: None)()
        assert problem is None, " ".join(words)


@pytest.mark.parametrize("words", [
    ["lambda", "put-function-concurrency", "--function-name", "f"],
    ["lambda", "put-function-concurency", "--function-name", "f"],
    ["dynamodb", "wait", "table-exists", "--name", "t"],
    ["dynamodb", "wait", "table-is-there", "--table-name", "t"],
    ["secretsmanager", "list-secrets", "--query", "SecretList[?a"],
    ["dynamodb", "update-time-to-live", "--table-name", "t", "--time-to-live-specification", "Enabld=true"]])
def test_a_wrong_command_is_noticed(words, cli):
    assert refusal(cli, words)


@pytest.mark.parametrize("words", [["secrets"], ["secret", "replace"], ["rollback", "--back-to", "r"], ["logs", "--day"]])
def test_a_wrong_verb_is_noticed(words, monkeypatch):
    monkeypatch.setenv("STACK", "s")
    assert misuse(words)
