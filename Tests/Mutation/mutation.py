#!/usr/bin/env python3
"""Breaks the conditions that guard the sign-in, one at a time, and shows that a test notices each: see README.md.

Usage: Tests/Mutation/mutation.py [--changed] [--sample COUNT] [--seed SEED] [--only TEXT] [--list]

Exit codes: 0 every mutant was noticed; 1 one survived; 2 a table is stale, or the tests fail without a mutant.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor

from changes import recently_changed
from mutants import Fault, Mutant
from programs import build
from project import ROOT, Tests, read_mutants, read_sources
from runs import Outcome, SurveyedTest, Verdict, list_tests, run, suites, survey

# Runs tests with the mutant of a number on.
Run = Callable[[list[SurveyedTest], int], Verdict]
# The test targets of a mutant.
TargetsOf = Callable[[Mutant], list[str]]
# The seconds that the first tests take: most mutants are noticed by quick ones. What follows may take longer.
FIRST = 0.5


def batches(tests: list[SurveyedTest]) -> list[list[SurveyedTest]]:
    """The tests, the quickest first, in parts that take longer and longer."""
    found: list[list[SurveyedTest]] = []
    left, limit = 0.0, FIRST
    for test in sorted(tests, key=lambda one: one.seconds):
        if left < test.seconds:
            found.append([])
            left, limit = limit, 4 * limit
        found[-1].append(test)
        left -= test.seconds
    return found


def try_all(
        mutants: list[Mutant], targets_of: TargetsOf, tests: list[SurveyedTest], run: Run, pool: Executor
) -> list[Mutant]:
    """Switches the mutants on one at a time for the tests that reach them. Returns those that no test notices."""
    def verdict_of(mutant: Mutant) -> Verdict:
        count = 0
        targets = targets_of(mutant)
        for part in batches([one for one in tests if one.target in targets and mutant.number in one.reached]):
            verdict = run(part, mutant.number)
            if verdict.outcome is not Outcome.SURVIVED:
                return verdict
            count += verdict.count
        return Verdict(Outcome.SURVIVED, count=count)

    survivors = []
    for mutant, verdict in zip(mutants, pool.map(verdict_of, mutants)):
        print(line(mutant, verdict), flush=True)
        if verdict.outcome is Outcome.SURVIVED:
            survivors.append(mutant)
    return survivors


def line(mutant: Mutant, verdict: Verdict) -> str:
    """What is printed for a mutant."""
    if verdict.outcome is not Outcome.SURVIVED:
        return f"noticed   {mutant.name}: {verdict.failed or verdict.outcome.value}"
    tests = f"{verdict.count} tests reach its line and pass" if verdict.count else "no test reaches its line"
    return f"SURVIVED  {mutant.name}: {tests}\n          {mutant.guards or mutant.file}"


def choose(mutants: list[Mutant], only: str | None, sample: int | None, seed: int) -> list[Mutant]:
    """The mutants to try. A sample comes from few modules, because building them takes longer than trying it.

    Whether a mutant belongs to a sample depends on its name and the seed, so that a sample stays much the same when
    others come and go."""
    if only:
        chosen = [mutant for mutant in mutants if only in mutant.name]
        if not chosen:
            raise Fault(f"no mutant's name holds {only}")
        return chosen
    if sample is None or sample >= len(mutants):
        return mutants
    shuffled = sorted(mutants, key=lambda one: hashlib.sha256(f"{seed} {one.name}".encode()).digest())
    modules: set[str] = set()
    for mutant in shuffled:
        modules.add(mutant.module)
        possible = [one for one in shuffled if one.module in modules]
        if len(possible) >= 2 * sample:
            break
    return sorted(possible[:sample], key=lambda one: one.file)


def show(mutants: list[Mutant], chosen: list[Mutant], tests: Tests, jobs: int) -> int:
    """Tries the chosen mutants with their modules' own tests, the survivors with those of the modules that use them, and
    then with the sample events. Returns the command's exit code."""
    if not chosen:
        print("0 of 0 mutants are noticed")
        return 0
    folder = ROOT / ".build" / "mutation"
    started = time.monotonic()
    program = build(ROOT, folder, chosen, tests.executables, jobs)
    print(f"built in {time.monotonic() - started:.0f} s", flush=True)
    survivors = chosen
    for targets_of_module in (tests.own, tests.of_dependents, tests.of_functions):
        def targets_of(mutant: Mutant) -> list[str]:
            return targets_of_module(mutant.module)

        targets = {target for mutant in survivors for target in targets_of(mutant)}
        if not targets:
            continue
        started = time.monotonic()
        with ThreadPoolExecutor(jobs) as pool:
            names = list_tests(program, targets)
            # A test for itself can be left out for most mutants. For a few, that costs more than it saves.
            if len(chosen) < len(names):
                names = suites(names)
            surveyed = list(pool.map(lambda name: survey(program, name), names))
            print(f"{len(surveyed)} tests or suites pass without a mutant", flush=True)
            survivors = try_all(
                survivors, targets_of, surveyed, lambda part, number: run(program, part, number), pool)
        print(f"tried in {time.monotonic() - started:.0f} s", flush=True)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants are noticed")
    return 1 if survivors else 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--changed", action="store_true", help="try only the mutants in lines that have changed")
    parser.add_argument("--sample", type=int, help="try only so many mutants, chosen by the seed")
    parser.add_argument("--seed", type=int, help="the seed of the sample; a new one if there is none")
    parser.add_argument("--only", help="try only the mutants whose names hold this text")
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    try:
        mutants = read_mutants()
        possible = mutants
        if options.changed:
            possible = recently_changed(ROOT, mutants, read_sources(ROOT), options.sample or 1)
        chosen = choose(possible, options.only, options.sample, seed)
        if options.list:
            print("\n".join(mutant.name for mutant in chosen))
            return 0
        print(f"{len(chosen)} of {len(mutants)} mutants" + (f", SEED={seed}" if len(chosen) == options.sample else ""))
        return show(mutants, chosen, Tests(), int(os.environ.get("JOBS") or os.cpu_count() or 1))
    except Fault as fault:
        print(f"mutation: {fault}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
