"""Every command of the runbook: the shell reads it, and the AWS CLI takes its options."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import runbook
from aws_cli import CommandLine

# A program that writes down how it was called, and prints a number in place of an answer: a limit as well as an id.
STAND_IN = """#!/bin/bash
printf '%s\\0' "${0##*/}" "$@" >>"$CALLS"
printf '\\1' >>"$CALLS"
[[ $* != */dev/stdin* ]] || cat >/dev/null
echo 11111111111111111111111111111111111111
"""
# The person at the keyboard, who pastes a secret and says yes.
TYPE = 'case $1 in -rs) secret=pasted ;; -rp) answer=yes ;; *) builtin read "$@" ;; esac'
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
    blocks = runbook.sections()[section] if section != runbook.FIRST else []
    commands = "\n".join([f"read() {{ {TYPE}; }}", *blocks])
    if section == runbook.FIRST:
        commands = "\n".join(["change A=1 B=2,3", "new_key | store arn", "versions arn", "forget arn", "go_back arn",
                              "recent Group text", "parameter A", "output A"])
    runbook.run(commands, folder, {"PATH": f"{programs}:/usr/bin:/bin", "CALLS": str(written)})
    return [call.decode().replace("file:///dev/stdin", "text").split("\0")[:-1]
            for call in written.read_bytes().split(b"\1")[:-1]]


def refusal(cli: CommandLine, words: list[str]) -> str | None:
    """Why the AWS CLI refuses a command; None if it takes it."""
    if words[1] != "wait":
        status, _, errors = cli(words)
        return None if status == 0 else errors
    # A waiter would ask until it gets another answer. One that only this word keeps from asking is right.
    _, _, errors = cli([*words, "surplus"])
    return None if "Unknown options: surplus" in errors else errors


@pytest.mark.parametrize("section", [name for name, blocks in runbook.sections().items() if blocks])
def test_commands_are_right(section, cli, tmp_path):
    made = [words for program, *words in calls(section, tmp_path) if program == "aws"]
    assert made, "the section calls AWS"
    assert {" ".join(words): problem for words in made if (problem := refusal(cli, words))} == {}


@pytest.mark.parametrize("words", [
    ["lambda", "put-function-concurrency", "--function-name", "f"],
    ["lambda", "put-function-concurency", "--function-name", "f"],
    ["dynamodb", "wait", "table-exists", "--name", "t"],
    ["dynamodb", "wait", "table-is-there", "--table-name", "t"],
    ["secretsmanager", "list-secrets", "--query", "SecretList[?a"],
    ["dynamodb", "update-time-to-live", "--table-name", "t", "--time-to-live-specification", "Enabld=true"]])
def test_a_wrong_command_is_noticed(words, cli):
    assert refusal(cli, words)
