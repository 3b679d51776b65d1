#!/usr/bin/env python3
"""Compares the product's verdicts with those of other libraries, on inputs that follow from a seed.

It fails for a difference that no entry of differences.json explains. In the run with the fixed seed it also fails for
an entry that no input met, and for a kind of input that is hardly ever accepted or hardly ever refused.
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from cases import Case
from comparison import Difference, Entry, Verdict, ask_peer, ask_product, compare, forbidden, read_entries
from generators import ceremonies, tokens, values, web_keys
from keys import KeyRing
from peers import PEERS

FIXED_SEED = 1
COUNT = 1000
SHOWN = 5
# Of the inputs of each kind, the product must accept and must refuse at least this share.
LEAST_SHARE = 0.05
# What makes an input of each kind.
GENERATORS = {
    "json": values.json_text, "base64url": values.base64url_text, "jws": tokens.jws, "jwt": tokens.jwt,
    "jwe": tokens.jwe, "jwk": web_keys.jwk, "jwk-set": web_keys.jwk_set, "cbor": values.cbor_item,
    "registration": ceremonies.registration, "assertion": ceremonies.assertion,
}


class Run:
    """All inputs of one seed."""

    def __init__(self, seed: int, count: int, oracle: str, entries: list[Entry]) -> None:
        self.seed, self.count, self.oracle, self.entries = seed, count, oracle, entries
        self.passed, self.problems = 0, 0
        self.unexplained: list[Difference] = []

    def of_kinds(self, kinds: list[str], is_whole: bool) -> None:
        ring, randoms = KeyRing(self.seed), {kind: Random(f"{self.seed} {kind}") for kind in kinds}
        cases = {kind: [GENERATORS[kind](random, ring) for _ in range(self.count)] for kind, random in randoms.items()}
        # The product works on the next kinds while the peers work on one.
        with ThreadPoolExecutor(1) as pool:
            answers = {kind: pool.submit(ask_product, self.oracle, cases[kind]) for kind in kinds}
            for kind in kinds:
                self.of_kind(kind, cases[kind], answers[kind].result(), is_whole)
        for entry in self.entries:
            if is_whole and not entry.met:
                self.problem(f"no input has met this entry of differences.json: {entry.where} ({entry.pattern})")

    def of_kind(self, kind: str, cases: list[Case], verdicts: list[Verdict], is_whole: bool) -> None:
        explained = dict.fromkeys(PEERS[kind], 0)
        for case, ours in zip(cases, verdicts):
            for peer, ask in PEERS[kind].items():
                explained[peer] += self.is_explained(compare(case, peer, ours, ask_peer(ask, case)))
            if ours.is_accepted and (difference := forbidden(case, ours, self.entries)):
                self.unexplained.append(difference)
        accepted = sum(one.is_accepted for one in verdicts)
        numbers = ", ".join(f"{peer} {number}" for peer, number in explained.items())
        counts = f"{self.count:>6} inputs, {accepted:>5} accepted; explained differences: {numbers}"
        print(f"  {kind:<19}{counts}", flush=True)
        if is_whole and not LEAST_SHARE * self.count <= accepted <= (1 - LEAST_SHARE) * self.count:
            self.problem(f"  {kind}: this share of accepted inputs shows too little")

    def is_explained(self, difference: Difference | None) -> bool:
        """Whether there is a difference that an entry explains. The first such entry counts that it was met."""
        entry = next((one for one in self.entries if difference and one.explains(difference)), None)
        if entry:
            entry.met += 1
        if difference and not entry:
            self.unexplained.append(difference)
        else:
            self.passed += 1
        return entry is not None

    def problem(self, text: str) -> None:
        self.problems += 1
        print(text)

    def show_unexplained(self) -> None:
        """One difference of each sort, then how many there are."""
        sorts: dict[tuple[str, ...], Difference] = {}
        for one in self.unexplained:
            words = [word for word in one.subject.split() if word.isalpha()]
            sorts.setdefault((one.case.kind, one.peer, one.direction, *words), one)
        for one in list(sorts.values())[:SHOWN]:
            print(f"\n{one.case.kind}, {one.peer}: {one.direction} ({one.case.made}; seed {self.seed})")
            print(f"  ours   {one.ours}\n  theirs {one.theirs}\n  {one.case.line}")
        if self.unexplained:
            print(
                f"\n{len(self.unexplained)} unexplained differences of {len(sorts)} sorts. "
                f"To see them again: make differential SEED={self.seed} COUNT={self.count}"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True, help="the executable that gives the product's verdicts")
    parser.add_argument("--seed", type=int, help="only this seed (default: the fixed one and a fresh one)")
    parser.add_argument("--count", type=int, default=COUNT, help=f"inputs of each kind (default: {COUNT})")
    parser.add_argument("--kind", choices=list(GENERATORS), action="append", help="only this kind of input")
    options = parser.parse_args()
    started = time.monotonic()
    seeds = [FIXED_SEED, secrets.randbelow(10**9)] if options.seed is None else [options.seed]
    passed = failed = met = 0
    for seed in seeds:
        print(f"seed {seed}{' (fixed)' if seed == FIXED_SEED else ''}")
        entries = read_entries(Path(__file__).with_name("differences.json"))
        run = Run(seed, options.count, options.oracle, entries)
        is_whole = seed == FIXED_SEED and options.kind is None and options.count >= COUNT
        run.of_kinds(options.kind or list(GENERATORS), is_whole)
        run.show_unexplained()
        passed, failed = passed + run.passed, failed + len(run.unexplained) + run.problems
        met = max(met, sum(bool(entry.met) for entry in entries))
    print(f"\n{met} of {len(entries)} known differences met, {time.monotonic() - started:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
