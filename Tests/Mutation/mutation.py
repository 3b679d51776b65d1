#!/usr/bin/env python3
"""Breaks the lines that guard the sign-in, one at a time, and shows that a test notices each: see README.md.

Usage: Tests/Mutation/mutation.py [--sample COUNT] [--seed SEED] [--only NAME] [--list]

Exit codes: 0 every mutant was noticed; 1 one survived; 2 a table is stale, or the tests fail without a mutant.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mutants import Fault, Mutant, read_tables
from runs import Outcome, Verdict, run
from workspace import build, prepare

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).resolve().parent / "mutants"

# Runs the tests of a filter with the mutant of a number.
Run = Callable[[str, int], Verdict]


def check_unbroken(mutants: list[Mutant], run: Run) -> None:
    """Refuses tests that fail without a mutant, and filters that no test passes."""
    for tests in sorted({mutant.tests for mutant in mutants}):
        verdict = run(tests, 0)
        if verdict.outcome is not Outcome.SURVIVED:
            raise Fault(f"{tests}: without a mutant, {verdict.outcome.value}: {verdict.failed}")
        print(f"{tests}: {verdict.count} tests pass without a mutant", flush=True)


def try_all(mutants: list[Mutant], run: Run, jobs: int) -> list[Mutant]:
    """Switches the mutants on one at a time. Returns those that no test notices."""
    survivors = []
    with ThreadPoolExecutor(jobs) as pool:
        verdicts = pool.map(lambda mutant: run(mutant.tests, mutant.number), mutants)
        for mutant, verdict in zip(mutants, verdicts):
            print(line(mutant, verdict), flush=True)
            if verdict.outcome is Outcome.SURVIVED:
                survivors.append(mutant)
    return survivors


def show(mutants: list[Mutant], run: Run, jobs: int) -> int:
    """Shows that the tests pass without a mutant, and that one fails with each. Returns the command's exit code."""
    check_unbroken(mutants, run)
    survivors = try_all(mutants, run, jobs)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants are noticed")
    return 1 if survivors else 0


def line(mutant: Mutant, verdict: Verdict) -> str:
    """What is printed for a mutant."""
    if verdict.outcome is not Outcome.SURVIVED:
        return f"noticed   {mutant.name}: {verdict.failed or verdict.outcome.value}"
    where = "its line is reached" if verdict.is_reached else "no test reaches its line"
    return f"SURVIVED  {mutant.name}: {verdict.count} tests of {mutant.tests} pass, {where}\n          {mutant.guards}"


def target(mutant: Mutant) -> str:
    """The test target of a mutant's tests, with whose name their filter begins."""
    return mutant.tests.split("\\.")[0]


def choose(mutants: list[Mutant], only: str | None, sample: int | None, seed: int) -> list[Mutant]:
    """The mutants to try. A sample comes from few test targets, because building them takes longer than trying it."""
    if only:
        chosen = [mutant for mutant in mutants if mutant.name == only]
        if not chosen:
            raise Fault(f"no mutant is called {only}")
        return chosen
    if sample is None or sample >= len(mutants):
        return mutants
    shuffled = random.Random(seed).sample(mutants, len(mutants))
    targets: set[str] = set()
    for mutant in shuffled:
        targets.add(target(mutant))
        possible = [one for one in shuffled if target(one) in targets]
        if len(possible) >= 2 * sample:
            break
    return sorted(possible[:sample], key=lambda one: one.number)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, help="try only so many mutants, chosen by the seed")
    parser.add_argument("--seed", type=int, help="the seed of the sample; a new one if there is none")
    parser.add_argument("--only", help="try only the mutant of this name")
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    try:
        mutants = read_tables(TABLES)
        if options.list:
            for mutant in mutants:
                print(f"{mutant.name}: {mutant.guards}")
            return 0
        chosen = choose(mutants, options.only, options.sample, seed)
        print(f"{len(chosen)} of {len(mutants)} mutants" + (f", SEED={seed}" if len(chosen) == options.sample else ""))
        folder = ROOT / ".build" / "mutation"
        prepare(ROOT, folder, mutants, sorted({target(mutant) for mutant in chosen}))
        started = time.monotonic()
        program = build(folder)
        print(f"built in {time.monotonic() - started:.0f} s", flush=True)

        def run_here(tests: str, number: int) -> Verdict:
            return run(program, tests, number, folder)

        started = time.monotonic()
        status = show(chosen, run_here, int(os.environ.get("JOBS") or os.cpu_count() or 1))
        print(f"tried in {time.monotonic() - started:.0f} s")
        return status
    except Fault as fault:
        print(f"mutation: {fault}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
