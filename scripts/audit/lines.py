"""The lines of the audit log: which are a user's, and how they are shown."""

from __future__ import annotations

import json
from typing import Any, Iterable

# The member that marks a line, and the members in the order in which they are shown.
MARK = "audit"
COLUMNS = ("time", MARK, "reason", "method", "assurance", "round", "client", "requestId")
# What a reader asks first, each with the decision that is counted.
COUNTED = (("Signed in", "tokens_issued"), ("sign-ins refused", "sign_in_refused"), ("wrong answers", "answer_wrong"),
           ("authenticators added", "authenticator_added"), ("removed", "authenticator_removed"))


def parsed(messages: Iterable[str], digests: set[str]) -> list[dict[str, Any]]:
    """The lines among log messages that are about the owner of one of the digests, the oldest first."""
    found = []
    for message in messages:
        try:
            line = json.loads(message)
        except ValueError:
            continue
        if isinstance(line, dict) and isinstance(line.get(MARK), str) and str(line.get("who")) in digests:
            found.append(line)
    return sorted(found, key=lambda line: str(line.get("time", "")))


def pattern(digests: Iterable[str]) -> str:
    """The filter pattern with which CloudWatch Logs returns no other lines than these."""
    return "{ " + " || ".join(f'($.who = "{digest}")' for digest in sorted(digests)) + " }"


def table(lines: list[dict[str, Any]]) -> str:
    """The lines below each other, each column as wide as its widest value. A column without values is left out."""
    columns = [column for column in COLUMNS if any(column in line for line in lines)]
    rows = [["decision" if column == MARK else column for column in columns]]
    rows += [[shown(line.get(column, "")) for column in columns] for line in lines]
    widths = [max(len(row[index]) for row in rows) for index in range(len(columns))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def summary(lines: list[dict[str, Any]]) -> str:
    """How often what a reader asks first was decided."""
    decisions = [line[MARK] for line in lines]
    return ", ".join(f"{words}: {decisions.count(decision)}" for words, decision in COUNTED) + "."


def shown(value: Any) -> str:
    """A value as text that cannot change the terminal."""
    return "".join(character if character.isprintable() else "?" for character in str(value))
