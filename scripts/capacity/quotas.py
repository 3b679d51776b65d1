"""The limits of the simulated account."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import facts


@dataclass(frozen=True)
class Quotas:
    """The limits of the simulated account."""
    starts: float = facts.SIGN_IN_STARTS.value
    answers: float = facts.SIGN_IN_ANSWERS.value
    concurrency: float = facts.CONCURRENCY.value
    new_processes: float = facts.NEW_PROCESSES.value
    lambda_rate: float = facts.LAMBDA_RATE.value
    mails_per_second: float = facts.MAILS_PER_SECOND.value
    mails_per_day: float = facts.MAILS_PER_DAY.value
    mails_per_hour: float = 3_600
    table_writes: float = facts.NEW_TABLE_WRITES.value
    # The mails that one account may get at once, and the seconds after which it may get one more.
    mails_per_account: int = 5
    seconds_per_mail: float = 600.0

    def raised(self) -> Quotas:
        """No limit at all."""
        return replace(self, **{name: float("inf") for name in self.__dataclass_fields__ if name != "seconds_per_mail"})


class Window:
    """At most so many in each window of the clock."""

    def __init__(self, limit: float, seconds: float) -> None:
        self.limit, self.seconds = limit, seconds
        self.index, self.count = -1, 0.0

    def take(self, now: float, amount: float = 1) -> bool:
        """Whether there is room for that many; then they are counted."""
        index = int(now // self.seconds)
        if index != self.index:
            self.index, self.count = index, 0.0
        if self.count + amount > self.limit:
            return False
        self.count += amount
        return True
