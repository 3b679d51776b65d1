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


@dataclass(frozen=True, eq=False)
class Verdict:
    is_accepted: bool
    # What was read from an accepted input.
    read: dict[str, Any] = field(default_factory=dict)
    # Why it was refused.
    reason: str = ""

    def __str__(self) -> str:
        read = json.dumps(self.read, ensure_ascii=False)
        return f"accepted {read}" if self.is_accepted else f"refused, {self.reason}"


def ask_product(oracle: str, cases: Iterable[Case]) -> list[Verdict]:
    """The product's verdicts. It must have one for every question, and answer all of them in one process."""
    questions = [case.line for case in cases]
    answers = subprocess.run(
        [oracle], input="\n".join(questions) + "\n", capture_output=True, text=True, timeout=300, check=False
    )
    # Not splitlines, which also splits at characters inside of JSON.
    verdicts = [json.loads(line) for line in answers.stdout.split("\n")[:-1]]
    if answers.returncode != 0 or len(verdicts) != len(questions):
        raise SystemExit(
            f"{oracle} stopped with {answers.returncode} at question {len(verdicts)}: {answers.stderr[-500:]}\n"
            + "".join(questions[len(verdicts) : len(verdicts) + 1])
        )
    for question, answer in zip(questions, verdicts):
        if answer["verdict"] == "unasked":
            raise SystemExit(f"The question has no answer ({answer['reason']}): {question}")
    return [Verdict(one["verdict"] == "accepted", one.get("read", {}), one.get("reason", "")) for one in verdicts]


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
    # What an entry's pattern is compared with: the reason of whoever refuses, or the names of what was read.
    subject: str


def compare(case: Case, peer: str, ours: Verdict, theirs: Verdict) -> Difference | None:
    """The difference; nothing if both refuse, or both accept and agree in everything that both have read."""
    if ours.is_accepted != theirs.is_accepted:
        direction = LOOSER if ours.is_accepted else STRICTER
        return Difference(case, peer, direction, ours, theirs, ours.reason or theirs.reason)
    names = [name for name in ours.read if name in theirs.read and ours.read[name] != theirs.read[name]]
    return Difference(case, peer, OTHER, ours, theirs, " ".join(names)) if names else None


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

    def holds(self, case: Case, ours: Verdict) -> bool:
        """Whether the entry is about this input."""
        return case.kind in self.kinds.split() and conditions.holds(self.where, case, ours)

    def explains(self, one: Difference) -> bool:
        is_about = one.peer in self.peers.split() and one.direction == self.direction
        return is_about and re.search(self.pattern, one.subject) is not None and self.holds(one.case, one.ours)


def forbidden(case: Case, ours: Verdict, entries: list[Entry]) -> Difference | None:
    """An input that the product accepts although it has a property for which, as an entry says, the product refuses.

    Without this, nobody would notice that the product has become as lenient as its peers.
    """
    for entry in entries:
        if entry.direction == STRICTER and entry.holds(case, ours):
            reason = f"{entry.where}: {entry.why}"
            theirs = Verdict(False, reason=reason)
            return Difference(case, "differences.json", LOOSER, ours, theirs, reason)
    return None


def read_entries(path: Path) -> list[Entry]:
    entries = []
    for shared in json.loads(path.read_text(encoding="utf-8")):
        for entry in shared.pop("entries"):
            where = entry.pop("where", {})
            where |= {f"has the fault {name}": rf"\b{name}\b" for name in entry.pop("fault", "").split()}
            where |= {f"has an odd {name}": rf'invalid\w+\("{name}"\)' for name in entry.pop("odd", "").split()}
            entries += [Entry(where=name, pattern=pattern, **{**shared, **entry}) for name, pattern in where.items()]
    for entry in entries:
        if not conditions.is_known(entry.where) or entry.direction not in (STRICTER, LOOSER, OTHER):
            raise SystemExit(f"{path}: no condition “{entry.where}”, or no direction “{entry.direction}”")
    return entries
