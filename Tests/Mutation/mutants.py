"""What a mutant is, how the tables in mutants/ are read, and how their changes are put into a source text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

# Stands in `broken` for the switch, and for the text as it is.
SWITCH, TEXT = "BROKEN", "TEXT"
# The function that the switch calls in the copy of the sources.
SWITCH_FUNCTION = "isBroken"


class Fault(Exception):
    """The tables, or the machinery, are wrong: this says nothing about the tests."""


@dataclass(frozen=True)
class Mutant:
    """One line broken in one way."""
    name: str
    # What switches it on; 0 means none.
    number: int
    module: str
    # The source file, from the root of the project.
    file: str
    # The text that is broken. It occurs once in the file, or once in `within`, which occurs once in the file.
    text: str
    within: str
    # What takes its place: BROKEN is true if the mutant is on, and TEXT is the text as it is.
    broken: str
    # The tests that should notice, as `swift test --filter` takes them.
    tests: str
    # What the text protects: a sentence.
    guards: str


def read_tables(folder: Path) -> list[Mutant]:
    """The mutants of every table of a folder, numbered from 1."""
    try:
        import tomllib
    except ModuleNotFoundError as error:
        raise Fault("the tables need Python 3.11 or newer") from error

    mutants: list[Mutant] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise Fault(f"{path.name}: {error}") from error
        mutants += read_table(table, path.name.split(".")[0], len(mutants) + 1)
    names = [mutant.name for mutant in mutants]
    for name in names:
        if names.count(name) > 1:
            raise Fault(f"{name}: two mutants have this name")
    return mutants


def read_table(table: dict[str, object], module: str, first: int) -> list[Mutant]:
    """The mutants of one module's table."""
    mutants = []
    for number, row in enumerate(table["mutant"], first):
        name = row.get("name", "a mutant without a name")
        unknown = row.keys() - {"name", "file", "text", "within", "broken", "tests", "guards"}
        missing = {"name", "file", "text", "broken", "guards"} - row.keys()
        if unknown or missing:
            raise Fault(f"{name}: unknown or missing {', '.join(sorted(unknown | missing))}")
        if SWITCH not in row["broken"] or TEXT not in row["broken"]:
            raise Fault(f"{name}: `broken` needs {SWITCH}, the switch, and {TEXT}, the text as it is")
        mutants.append(Mutant(
            name=name, number=number, module=module, file=f"Sources/Modules/{module}/{row['file']}",
            text=row["text"].strip("\n"), within=row.get("within", row["text"]).strip("\n"), broken=row["broken"],
            tests=row.get("tests", table["tests"]), guards=row["guards"]))
    return mutants


def place(mutant: Mutant, source: str) -> tuple[int, int]:
    """Where in its file's text a mutant's text begins and ends."""
    for what, where, name in ((mutant.within, source, mutant.file), (mutant.text, mutant.within, "`within`")):
        count = where.count(what)
        if count == 0:
            raise Fault(f"{mutant.name}: stale, because {name} no longer has the text: {what}")
        if count > 1:
            raise Fault(f"{mutant.name}: {name} has the text {count} times; `within` can tell the places apart: {what}")
    start = source.index(mutant.within) + mutant.within.index(mutant.text)
    return start, start + len(mutant.text)


def mutated(source: str, mutants: list[Mutant]) -> str:
    """The text of a file with all of its mutants, each behind its switch."""
    changed, end_of_next = source, len(source)
    for start, end, mutant in sorted(((*place(one, source), one) for one in mutants), key=lambda row: -row[0]):
        if end > end_of_next:
            raise Fault(f"{mutant.name}: its text overlaps with another mutant's: {mutant.text}")
        switch = f"{SWITCH_FUNCTION}({mutant.number})"
        # The text may hold the words itself, so it goes in last.
        parts = [part.replace(SWITCH, switch) for part in mutant.broken.split(TEXT)]
        changed = changed[:start] + source[start:end].join(parts) + changed[end:]
        end_of_next = start
    return changed
