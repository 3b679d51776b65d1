"""The lines of the audit log: which are a user's, by the digests that stand for users, from when until when, and how
they are shown."""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta, timezone
from typing import Any, Iterable, NamedTuple

from cognito_passkeys.console import shown

# The bytes of a digest, as in Sources/Modules/Shared/FunctionServices/SubjectDigests.swift.
LENGTH = 16

# The member that marks a line, and the members in the order in which they are shown.
MARK = "audit"
COLUMNS = ("time", MARK, "reason", "step", "method", "assurance", "round", "client", "requestId")
# What a reader asks first, each with the decision that is counted.
COUNTED = (("Signed in", "tokens_issued"), ("sign-ins refused", "sign_in_refused"), ("wrong answers", "answer_wrong"),
           ("authenticators added", "authenticator_added"), ("removed", "authenticator_removed"))


def digest(key: str, kind: str, text: str) -> str:
    code = hmac.new(key.encode(), f"{kind}:{text}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(code[:LENGTH]).decode().rstrip("=")


def of_subject(key: str, sub: str) -> str:
    """The digest of a user, by the `sub`."""
    return digest(key, "sub", sub)


def of_unknown(key: str, name: str) -> str:
    """The digest of a name that no user has."""
    return digest(key, "unknown", name)


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


class Period(NamedTuple):
    since: datetime
    until: datetime | None
    """None for now."""

    def __contains__(self, time: object) -> bool:
        """Whether a time lies in it, given as a line of the log has it."""
        read = moment(str(time))
        return self.since <= read and (self.until is None or read < self.until)

    def __str__(self) -> str:
        until = "now" if self.until is None else written(self.until)
        return f"from {written(self.since)} until {until}"


def last_days(days: float) -> Period:
    return Period(datetime.now(timezone.utc) - timedelta(days=days), None)


def moment(text: str) -> datetime:
    """A time in the form of ISO 8601, in UTC unless it says otherwise.

    :raises ValueError: it is not in that form.
    """
    try:
        # Python 3.10 does not read the letter for UTC.
        read = datetime.fromisoformat(text.removesuffix("Z") + ("+00:00" if text.endswith("Z") else ""))
    except ValueError:
        raise ValueError(f"{text} is not a time such as 2026-11-21T18:00") from None
    return read if read.tzinfo else read.replace(tzinfo=timezone.utc)


def written(time: datetime) -> str:
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
