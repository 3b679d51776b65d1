"""Verdicts of the product and of its peers, what differs between them, and which differences are known."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterable

import conditions
from cases import Case

STRICTER, LOOSER, OTHER = "stricter", "looser", "other reading"


@dataclass(frozen=True)
class Verdict:
    is_accepted: bool
    # What was read from an accepted input.
    read: dict[str, Any] = field(default_factory=dict)
    # Why it was refused.
    reason: str = ""

    def __str__(self) -> str:
        return (
            f"accepted {json.dumps(self.read, ensure_ascii=False)}" if self.is_accepted else f"refused, {self.reason}"
        )


def ask_product(oracle: str, cases: Iterable[Case]) -> list[Verdict]:
    """The product's verdicts. It must have one for every question, and answer all of them in one process."""
    questions = [case.line for case in cases]
    answers = subprocess.run(
        [oracle], input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=300, check=False
    )
    # Not splitlines, which also splits at characters inside of JSON.
    lines = answers.stdout.split("\n")[:-1]
    if answers.returncode != 0 or len(lines) != len(questions):
        raise SystemExit(
            f"{oracle} stopped with {answers.returncode} at question {len(lines)}: {answers.stderr[-500:]}\n"
            f"{questions[len(lines)] if len(lines) < len(questions) else ''}"
        )
    verdicts = []
    for question, line in zip(questions, lines):
        answer = json.loads(line)
        if answer["verdict"] == "unasked":
            raise SystemExit(f"The question has no answer ({answer['reason']}): {question}")
        verdicts.append(Verdict(answer["verdict"] == "accepted", answer.get("read", {}), answer.get("reason", "")))
    return verdicts


def ask_peer(peer: Callable[[Case], dict[str, Any]], case: Case) -> Verdict:
    """A peer's verdict. Peers refuse with errors of many types, and some with those of the code beneath them."""
    try:
        return Verdict(True, peer(case))
    except (Exception, RecursionError) as error:
        return Verdict(False, reason=f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class Difference:
    """A verdict of the product that is not the peer's."""

    case: Case
    peer: str
    # `stricter`: only the peer accepts; `looser`: only the product does; `other reading`: they read something else.
    direction: str
    ours: Verdict
    theirs: Verdict
    # What was read in two ways.
    names: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """What an entry's pattern is compared with: the reason of whoever refuses, or the names of what was read."""
        return {STRICTER: self.ours.reason, LOOSER: self.theirs.reason, OTHER: " ".join(self.names)}[self.direction]


def compare(case: Case, peer: str, ours: Verdict, theirs: Verdict) -> Difference | None:
    """The difference; nothing if both refuse, or both accept and agree in everything that both have read."""
    if ours.is_accepted != theirs.is_accepted:
        return Difference(case, peer, LOOSER if ours.is_accepted else STRICTER, ours, theirs)
    names = tuple(name for name in ours.read if name in theirs.read and ours.read[name] != theirs.read[name])
    return Difference(case, peer, OTHER, ours, theirs, names) if names else None


@dataclass
class Entry:
    """A known difference: which inputs have it, and why it is right."""

    # Names with spaces between them.
    kinds: str
    peers: str
    direction: str
    # Found in the difference's subject.
    pattern: str
    # The property that the input must have besides, by its name in `conditions`.
    where: str
    why: str
    specification: str
    # How many inputs of this run have shown it.
    met: int = 0

    def explains(self, difference: Difference) -> bool:
        return (
            difference.case.kind in self.kinds.split()
            and difference.peer in self.peers.split()
            and difference.direction == self.direction
            and re.search(self.pattern, difference.subject) is not None
            and conditions.holds(self.where, difference.case, difference.ours, difference.theirs)
        )


def forbidden(case: Case, ours: Verdict, entries: list[Entry]) -> Difference | None:
    """An input that the product accepts although it has a property for which, as an entry says, the product refuses.

    Without this, nobody would notice that the product has become as lenient as its peers.
    """
    for entry in entries:
        is_about = entry.direction == STRICTER and case.kind in entry.kinds.split()
        if is_about and conditions.holds(entry.where, case, ours, ours):
            return Difference(case, "differences.json", LOOSER, ours, Verdict(False, reason=f"{entry.where}: {entry.why}"))
    return None


def read_entries(path: Path) -> list[Entry]:
    entries = []
    for shared in json.loads(path.read_text(encoding="utf-8")):
        for entry in shared.pop("entries"):
            named = entry.pop("where").items()
            entries += [Entry(where=where, pattern=pattern, **{**shared, **entry}) for where, pattern in named]
    for entry in entries:
        if entry.where not in conditions.ALL:
            raise SystemExit(f"{path}: there is no condition “{entry.where}”")
        if entry.direction not in (STRICTER, LOOSER, OTHER):
            raise SystemExit(f"{path}: there is no direction “{entry.direction}”")
    return entries


def explanation(difference: Difference, entries: list[Entry]) -> Entry | None:
    """The first entry that explains a difference. It counts that it was met."""
    for entry in entries:
        if entry.explains(difference):
            entry.met += 1
            return entry
    return None
