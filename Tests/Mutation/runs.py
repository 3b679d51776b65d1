"""Runs tests with one mutant on, or none, and says what came of it and which mutants it could notice."""

from __future__ import annotations

import contextlib
import enum
import os
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mutants import Fault
from programs import REACHED, SWITCH_FAILED, VARIABLE

# Seconds that tests may take at least, and how many times as long as without a mutant: it may make a loop endless.
LIMIT = 20
FACTOR = 10
# Tests that send hundreds of requests at once. They take longer than all others of their target together.
SLOW = re.compile(r"\.SimultaneousRequestTests/")
# How Swift's traps, and what they prevent, end a process. Another signal comes from outside.
TRAPS = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS}
LISTED_TEST = re.compile(r"^(\w+\.\S+?)\(", re.MULTILINE)
# The line about an issue may be missing: it ends at a byte 0 in an argument.
FAILED_TEST = re.compile(r'^\S+ Test (?:"(.+?)"|([^"\s]\S*)) (?:recorded an issue|(?:with \d+ test cases? )?failed )')
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


@dataclass(frozen=True)
class SurveyedTest:
    """A test, or a suite, that passes without a mutant."""
    # Its target, suite and, for a test, function.
    name: str
    seconds: float
    # The numbers of the mutants that it could notice.
    reached: frozenset[int]

    @property
    def target(self) -> str:
        return self.name.split(".")[0]


def list_tests(program: Path, targets: set[str]) -> list[str]:
    """The names of the tests of these targets, without the slow ones."""
    found = subprocess.run([program, "--testing-library", "swift-testing", "--list-tests"], check=True, text=True,
                           capture_output=True).stdout
    names = sorted(set(LISTED_TEST.findall(found)))
    chosen = [name for name in names if name.split(".")[0] in targets and not SLOW.search(name)]
    for target in targets - {name.split(".")[0] for name in chosen}:
        raise Fault(f"{target} has no tests")
    return chosen


def suites(names: list[str]) -> list[str]:
    """The suites of these tests. A test without one stays itself."""
    return sorted({name.rsplit("/", 1)[0] for name in names})


def survey(program: Path, name: str) -> SurveyedTest:
    """Runs a test or a suite without a mutant. Refuses one that fails."""
    with tempfile.NamedTemporaryFile() as reached:
        started = time.monotonic()
        verdict = run(program, [SurveyedTest(name, LIMIT, frozenset())], 0, {REACHED: reached.name})
        seconds = time.monotonic() - started
        if verdict.outcome is not Outcome.SURVIVED:
            raise Fault(f"{name}: without a mutant, {verdict.outcome.value}: {verdict.failed}")
        return SurveyedTest(name, seconds, frozenset(map(int, reached.read().split())))


def run(program: Path, tests: list[SurveyedTest], number: int, variables: Mapping[str, str] = {}) -> Verdict:
    """Runs tests with the mutant of that number on, or none for 0. The first failure ends the run."""
    names = [test.name for test in tests]
    command = [str(program), "--testing-library", "swift-testing", "--no-parallel", "--filter",
               rf"^(?:{'|'.join(map(re.escape, names))})[(/]"]
    environment = {**os.environ, **variables, VARIABLE: str(number)}
    is_late = threading.Event()
    lines: list[str] = []
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                          start_new_session=True) as process:
        limit = LIMIT + FACTOR * sum(test.seconds for test in tests)
        timer = threading.Timer(limit, lambda: (is_late.set(), end(process)))
        timer.start()
        for line in process.stdout:
            lines.append(line)
            if FAILED_TEST.match(line):
                end(process)
                break
        timer.cancel()
    return judge(None if is_late.is_set() else process.returncode, lines, ", ".join(names[:3]))


def end(process: subprocess.Popen[str]) -> None:
    """Ends a test process and those that its tests have started: with a mutant, one of these may never end."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


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
        raise Fault(f"somebody ended {tests} with signal {-status}")
    summary = SUMMARY.search(output)
    if summary is None or summary[1] == "0":
        raise Fault(f"no test runs of {tests}:\n{output[-2000:]}")
    if status:
        raise Fault(f"{tests}: status {status}, but no test fails:\n{output[-2000:]}")
    return Verdict(Outcome.SURVIVED, None, int(summary[1]))
