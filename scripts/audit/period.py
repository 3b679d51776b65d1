"""From when until when lines are looked for."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import NamedTuple


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
