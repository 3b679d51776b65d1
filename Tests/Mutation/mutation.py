#!/usr/bin/env python3
"""Breaks the conditions that guard the sign-in, one at a time, and shows that a test notices each: see README.md.

Usage: Tests/Mutation/mutation.py [--sample COUNT] [--seed SEED] [--only TEXT] [--list]

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
from concurrent.futures import ThreadPoolExecutor

from mutants import Fault, Mutant
from project import ROOT, Tests, read_mutants
from runs import Outcome, Verdict, run
from workspace import build, prepare

# Runs the tests of a target with the mutant of a number.
Run = Callable[[str, int], Verdict]
# The test targets of a mutant.
TargetsOf = Callable[[Mutant], list[str]]


def check_unbroken(targets: set[str], run: Run) -> None:
    """Refuses tests that fail without a mutant."""
    for tests in sorted(targets):
        verdict = run(tests, 0)
        if verdict.outcome is not Outcome.SURVIVED:
            raise Fault(f"{tests}: without a mutant, {verdict.outcome.value}: {verdict.failed}")
        print(f"{tests}: {verdict.count} tests pass without a mutant", flush=True)


def try_all(mutants: list[Mutant], targets_of: TargetsOf, run: Run, jobs: int) -> list[Mutant]:
    """Switches the mutants on one at a time. Returns those that no test notices."""
    check_unbroken({target for mutant in mutants for target in targets_of(mutant)}, run)

    def verdict_of(mutant: Mutant) -> Verdict:
        verdict = Verdict(Outcome.SURVIVED)
        for tests in targets_of(mutant):
            verdict = run(tests, mutant.number).after(verdict)
            if verdict.outcome is not Outcome.SURVIVED:
                break
        return verdict

    survivors = []
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, verdict in zip(mutants, pool.map(verdict_of, mutants)):
            print(line(mutant, verdict), flush=True)
            if verdict.outcome is Outcome.SURVIVED:
                survivors.append(mutant)
    return survivors


def line(mutant: Mutant, verdict: Verdict) -> str:
    """What is printed for a mutant."""
    if verdict.outcome is not Outcome.SURVIVED:
        return f"noticed   {mutant.name}: {verdict.failed or verdict.outcome.value}"
    where = "its line is reached" if verdict.is_reached else "no test reaches its line"
    return f"SURVIVED  {mutant.name}: {verdict.count} tests pass, {where}\n          {mutant.guards or mutant.file}"


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
    """Tries the chosen mutants with their modules' own tests, and the survivors with those of the modules that use
    them. Returns the command's exit code."""
    folder = ROOT / ".build" / "mutation"
    survivors = chosen
    for targets_of in (lambda mutant: [tests.own(mutant.module)], lambda mutant: tests.of_dependents(mutant.module)):
        targets = {target for mutant in survivors for target in targets_of(mutant)}
        if not targets:
            continue
        started = time.monotonic()
        prepare(ROOT, folder, mutants, sorted(targets))
        program = build(folder)
        print(f"built in {time.monotonic() - started:.0f} s", flush=True)
        started = time.monotonic()
        survivors = try_all(survivors, targets_of, lambda name, number: run(program, name, number, folder), jobs)
        print(f"tried in {time.monotonic() - started:.0f} s", flush=True)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants are noticed")
    return 1 if survivors else 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, help="try only so many mutants, chosen by the seed")
    parser.add_argument("--seed", type=int, help="the seed of the sample; a new one if there is none")
    parser.add_argument("--only", help="try only the mutants whose names hold this text")
    parser.add_argument("--list", action="store_true", help="list the mutants and try none")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else random.randrange(1_000_000)
    try:
        mutants = read_mutants()
        chosen = choose(mutants, options.only, options.sample, seed)
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
