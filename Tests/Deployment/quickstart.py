"""The quick starts as a person follows them: the commands of a page, and the answers that it gives to `make deploy`."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
NAMES = ("authenticator", "authsignal")
# The rehearsal has no tenant at Auth0.
PAGES = (*NAMES, "auth0")
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (?P<asked>.+) \| `(?P<answer>.+)` \|$", re.MULTILINE)
# What ends with one of these waits for a line: a question with or without a default, a hidden one, a confirmation by a
# letter or by the stack's name.
PROMPT = re.compile(r"(?:^|\n|\r)(?:  \[[^\]\n]*\] |  > |.*which is not shown: |.*\[y/N\] |Type .*: )\Z")


def page(name: str) -> str:
    return (DOCS / f"quickstart-{name}.md").read_text(encoding="utf-8")


def commands(name: str) -> list[str]:
    """Every command of a page, in its order."""
    return [line for block in BLOCK.findall(page(name)) for line in block.replace("\\\n", " ").splitlines() if line]


def asked(name: str) -> list[str]:
    """The questions that a page expects from `make deploy`."""
    return [row["asked"] for row in ROW.finditer(page(name))]


def answers(name: str) -> list[str]:
    """The answers that a page gives to them."""
    return [row["answer"] for row in ROW.finditer(page(name))]


def converse(words: list[str], replies: list[str], cwd: Path, environment: dict[str, str],
             seconds: float = 120) -> tuple[int, str]:
    """Runs a program at a terminal of its own and types the next reply at each prompt.

    :return: the exit code and everything on the terminal.
    :raises AssertionError: the program asks more than there are replies, less, or does not end in time.
    """
    ours, theirs = pty.openpty()
    process = subprocess.Popen(words, cwd=cwd, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
                               start_new_session=True)
    os.close(theirs)
    left, said, answered, end = [*replies], "", 0, time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                part = os.read(ours, 65_536)
            except OSError:  # The program has closed its end.
                break
            said += part.decode(errors="replace").replace("\r\n", "\n")
            if PROMPT.search(said[answered:]):
                if not left:
                    raise AssertionError(f"nothing is left to answer with:\n{said}")
                answered = len(said)
                os.write(ours, f"{left.pop(0)}\n".encode())
        else:
            raise AssertionError(f"it did not end in {seconds} s:\n{said}")
        if left:
            raise AssertionError(f"it did not ask for {left}:\n{said}")
        return process.wait(timeout=10), said
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
