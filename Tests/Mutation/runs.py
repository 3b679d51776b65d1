"""Runs tests with one mutant on, or none, and says what came of it."""

from __future__ import annotations

import enum
import os
import re
import signal
import subprocess
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from mutants import Fault
from workspace import REACHED, SWITCH_FAILED, VARIABLE

# Seconds. A mutant may make a loop endless.
LIMIT = 180
# Tests that send a thousand requests at once, or start processes. They take longer than all others of their targets.
SLOW = "Simultaneous|Process"
# How Swift's traps, and what they prevent, end a process. Another signal comes from outside.
TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS}
FAILED_TEST = re.compile(r'^\S+ Test (?:"(.+?)"|(\S+)) recorded an issue')
SUMMARY = re.compile(r"^\S+ Test run with (\d+) tests? ", re.MULTILINE)


class Outcome(enum.Enum):
    """What the tests made of a mutant."""
    SURVIVED = "survived"
    FAILED = "a test fails"
    TRAPPED = "the process ends with a trap"
    HUNG = "the tests do not end"


@dataclass(frozen=True)
class Verdict:
    """What came of a run."""
    outcome: Outcome
    # The title of the first test that failed.
    failed: str | None = None
    # How many tests ran, if all did.
    count: int = 0
    # Whether the mutant's line was reached.
    is_reached: bool = False

    def after(self, earlier: Verdict) -> Verdict:
        """The verdict of these tests, after earlier ones that did not notice the mutant."""
        return replace(self, count=self.count + earlier.count, is_reached=self.is_reached or earlier.is_reached)


def run(program: Path, tests: str, number: int, folder: Path) -> Verdict:
    """Runs the tests of a target with the mutant of that number on; 0 means none. The first failure ends the run."""
    command = [str(program), "--testing-library", "swift-testing", "--no-parallel", "--filter", f"^{tests}\\.",
               "--skip", SLOW]
    environment = {key: value for key, value in os.environ.items() if key != VARIABLE}
    if number:
        environment[VARIABLE] = str(number)
    is_late = threading.Event()
    lines: list[str] = []
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace") as process:
        timer = threading.Timer(LIMIT, lambda: (is_late.set(), process.kill()))
        timer.start()
        for line in process.stdout:
            lines.append(line)
            if FAILED_TEST.match(line):
                process.kill()
                break
        timer.cancel()
    return judge(None if is_late.is_set() else process.returncode, lines, tests)


def judge(status: int | None, lines: list[str], tests: str) -> Verdict:
    """What the status of a test process and its output say; it has no status if it did not end in time."""
    output = "".join(lines)
    if SWITCH_FAILED in output:
        raise Fault(f"the switch itself failed:\n{output[-2000:]}")
    failed = next((match[1] or match[2] for match in map(FAILED_TEST.match, lines) if match), None)
    if failed:
        return Verdict(Outcome.FAILED, failed)
    if status is None:
        return Verdict(Outcome.HUNG)
    if -status in TRAPS:
        return Verdict(Outcome.TRAPPED)
    if status < 0:
        raise Fault(f"somebody ended the tests of {tests} with signal {-status}")
    summary = SUMMARY.search(output)
    if summary is None or summary[1] == "0":
        raise Fault(f"no test of {tests} runs:\n{output[-2000:]}")
    if status:
        raise Fault(f"the tests of {tests} end with status {status}, but none fails:\n{output[-2000:]}")
    return Verdict(Outcome.SURVIVED, None, int(summary[1]), REACHED in output)
