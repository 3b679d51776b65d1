"""Verdicts of the product and of its peers."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable

from cases import Case


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
