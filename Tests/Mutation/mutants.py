"""What a mutant is, where the mutants of the project come from, and how they get into a source text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

# Stands in a row for the switch, and for the text as it is.
SWITCH, TEXT = "BROKEN", "TEXT"
# The functions that a mutant calls in its source: `isBroken(number)` says whether the mutant is on, and
# `isBroken(number, way, condition)` is the condition, or the way that it is forced if the mutant is on.
SWITCH_FUNCTION = "isBroken"


class Fault(Exception):
    """The tables, or the machinery, are wrong: this says nothing about the tests."""


@dataclass(frozen=True)
class Mutant:
    """One place broken in one way."""
    name: str
    # What switches it on; 0 means none.
    number: int
    # Its module.
    module: str
    # The source file, from the root of the project.
    file: str
    # The text that is broken, and what then stands before and after it.
    start: int
    end: int
    before: str
    after: str
    # What the text protects, for a row: a sentence.
    guards: str = ""


def stable_number(name: str) -> int:
    """A number that stays while a mutant's name stays, so that a sample stays much the same."""
    return 1 + int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")


def read_toml(path: Path) -> dict:
    try:
        import tomllib
    except ModuleNotFoundError as error:
        raise Fault("the tables need Python 3.11 or newer") from error
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Fault(f"{path.name}: {error}") from error


def find_source(sources: dict[str, str], ending: str) -> str:
    """The path of the one source file that a row names by the end of its path."""
    found = [file for file in sources if file.endswith("/" + ending)]
    if len(found) != 1:
        raise Fault(f"{ending}: {len(found)} source files end so")
    return found[0]


def read_rows(tables: dict[str, dict[str, list[str]]], sources: dict[str, str]) -> list[Mutant]:
    """The mutants that no rule makes, by the ends of their files' paths."""
    mutants = []
    for ending, rows in tables.items():
        file = find_source(sources, ending)
        for name, (text, broken, guards) in rows.items():
            if broken.count(TEXT) != 1 or broken.count(SWITCH) != 1:
                raise Fault(f"{name}: needs {SWITCH}, the switch, and {TEXT}, the text as it is, once each: {broken}")
            start, end = place(name, text, file, sources[file])
            number = stable_number(name)
            before, after = broken.replace(SWITCH, f"{SWITCH_FUNCTION}({number})").split(TEXT)
            mutants.append(Mutant(name, number, module(file), file, start, end, before, after, guards))
    return mutants


def module(file: str) -> str:
    """The module of a source file, which lies in Sources/Modules/<part>/<module>/ or Sources/Functions/<module>/."""
    parts = file.split("/")
    return parts[3] if parts[1] == "Modules" else parts[2]


def place(name: str, text: str, file: str, source: str) -> tuple[int, int]:
    """Where a row's text begins and ends, or the part of it that ‹ and › mark."""
    whole = text.replace("‹", "").replace("›", "")
    if source.count(whole) != 1:
        raise Fault(f"{name}: stale, because {file} has the text {source.count(whole)} times: {whole}")
    start = source.index(whole)
    return start + max(text.find("‹"), 0), start + (text.find("›") - 1 if "›" in text else len(whole))


def without_harmless(mutants: list[Mutant], harmless: list[dict]) -> list[Mutant]:
    """The mutants but those that a list names as harmless, by the end of their names or by patterns."""
    names = {name: entry["why"] for entry in harmless for name in entry["mutants"]}
    stale = names.keys() - {mutant.name for mutant in mutants}
    if stale:
        raise Fault(f"stale, because there is no such mutant to be harmless: {'; '.join(sorted(stale))}")
    return [mutant for mutant in mutants if mutant.name not in names]


def mutated(source: str, mutants: list[Mutant]) -> str:
    """The text of a file with all of its mutants, each behind its switch. One may lie within another."""
    # What only comes after a text, as a further condition, goes around everything else there.
    order = sorted(mutants, key=lambda one: (one.start, -one.end, one.before != ""))
    pieces: list[str] = []
    position, open_ones = 0, []

    def close(until: int) -> None:
        nonlocal position
        while open_ones and open_ones[-1].end <= until:
            one = open_ones.pop()
            pieces.append(source[position:one.end] + one.after)
            position = one.end

    for mutant in order:
        close(mutant.start)
        if open_ones and open_ones[-1].end < mutant.end:
            raise Fault(f"{mutant.name}: its text overlaps with that of {open_ones[-1].name}")
        pieces.append(source[position:mutant.start] + mutant.before)
        position = mutant.start
        open_ones.append(mutant)
    close(len(source))
    return "".join(pieces) + source[position:]
