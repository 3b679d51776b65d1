"""Runs verbs of scripts/passkeys in this process, for tests."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest import mock

from cognito_passkeys.verbs import command_line


class Run(NamedTuple):
    """What a verb did."""

    code: int
    output: str
    errors: str

    @property
    def said(self) -> str:
        return self.output + self.errors

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()


class Terminal(io.StringIO):
    """A terminal, at which somebody presses Ctrl-C after the last line."""

    def isatty(self) -> bool:
        return True

    def readline(self, *sizes: int) -> str:
        line = super().readline(*sizes)
        if not line:
            raise KeyboardInterrupt
        return line


def run_verb(*words: str, typed: str | Terminal = "") -> Run:
    """Runs a verb, also one that ends the process. None may replace it, which would end all tests without a failure.

    :param typed: what is typed or piped.
    """
    output, errors = io.StringIO(), io.StringIO()
    stdin = io.StringIO(typed) if isinstance(typed, str) else typed
    with redirect_stdout(output), redirect_stderr(errors), mock.patch("sys.stdin", stdin), \
            mock.patch("os.execv", side_effect=AssertionError("the process was to become another program")):
        try:
            code = command_line.main([*words])
        except SystemExit as end:
            code = int(end.code or 0)
    return Run(code, output.getvalue(), errors.getvalue())
