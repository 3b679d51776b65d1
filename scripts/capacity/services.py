"""The services of the simulated day: quotas, Lambda's processes, mails and their codes, and the table of used proofs.

Each is a small model of what the pages say of the real one. docs/capacity.md has the list of what is assumed.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import Hashable, NamedTuple

from . import facts

# How long Lambda takes to make room for a process, and for how long it keeps an idle one, in seconds: assumed.
PLACEMENT, IDLE = 0.2, 600.0


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
    code_lifetime: float = 300.0

    def raised(self) -> Quotas:
        """No limit at all."""
        return replace(self, **{name: float("inf") for name in self.__dataclass_fields__ if name != "code_lifetime"})


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


class Process(NamedTuple):
    """A process that has a call: of which deployment it is, and the seconds until it has the event."""
    generation: int
    delay: float


class Lambda:
    """The processes of all functions."""

    def __init__(self, quotas: Quotas, starts: dict[str, float]) -> None:
        self.quotas, self.starts = quotas, starts
        # Since when each process is idle, the last one last.
        self.idle: dict[str, list[float]] = defaultdict(list)
        self.new: dict[str, Window] = defaultdict(lambda: Window(quotas.new_processes, 10))
        self.calls_per_second = Window(quotas.lambda_rate, 1)
        self.generation = self.busy = self.most = 0
        self.cold: dict[str, int] = defaultdict(int)

    def begin(self, name: str, now: float) -> Process | None:
        """Takes a process for a call; None if Lambda refuses the call."""
        if self.busy >= self.quotas.concurrency or not self.calls_per_second.take(now):
            return None
        idle = self.idle[name]
        if idle and now - idle[-1] >= IDLE:
            # All others have been idle for longer.
            idle.clear()
        if idle:
            idle.pop()
            process = Process(self.generation, 0)
        elif self.new[name].take(now):
            self.cold[name] += 1
            process = Process(self.generation, PLACEMENT + self.starts[name])
        else:
            return None
        self.busy += 1
        self.most = max(self.most, self.busy)
        return process

    def end(self, name: str, process: Process, now: float) -> None:
        """Gives a process back."""
        self.busy -= 1
        if process.generation == self.generation:
            self.idle[name].append(now)

    def warm(self, name: str, count: int, now: float) -> None:
        """Processes that are there from the start."""
        self.idle[name] += [now] * count

    def replace_all(self) -> None:
        """A deployment: no process of before gets another call."""
        self.generation += 1
        self.idle.clear()


@dataclass
class Launch:
    """A code that calls may share while the first of them is unfinished."""
    code: str
    begun: float
    calls: int = 1
    is_finished: bool = False


@dataclass
class Codes:
    """Emailed codes: which request gets which, and which mails are sent, by the rules of the module EmailCodes."""
    quotas: Quotas
    hour: Window = field(init=False)
    day: Window = field(init=False)
    second: Window = field(init=False)
    accounts: dict[int, tuple[float, float]] = field(default_factory=dict)
    launches: dict[Hashable, Launch] = field(default_factory=dict)
    # Every mail that was sent: the request that caused it, and the code in it.
    sent: list[tuple[str, str]] = field(default_factory=list)
    withheld: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    admitted: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.hour = Window(self.quotas.mails_per_hour, 3_600)
        self.day = Window(self.quotas.mails_per_day, 86_400)
        self.second = Window(self.quotas.mails_per_second, 1)

    def code(self, request: str) -> str:
        """The code of a request, which its identity alone decides."""
        return f"{int.from_bytes(hashlib.sha256(request.encode()).digest()[:8], 'big') % 1_000_000:06}"

    def share(self, repetition: Hashable, request: str, now: float) -> str:
        """The request whose code this call has: its own, or that of an unfinished call before it (Launch.swift)."""
        launch = self.launches.get(repetition)
        if launch and not launch.is_finished and now - launch.begun < facts.TRIGGER_ANSWER.value and launch.calls < 3:
            launch.calls += 1
            return launch.code
        self.launches[repetition] = Launch(request, now)
        return request

    def finish(self, repetition: Hashable, request: str) -> None:
        """The first call has finished: no other shares its code from now on."""
        launch = self.launches.get(repetition)
        if launch and launch.code == request:
            launch.is_finished = True

    def mail(self, user: int, request: str, now: float) -> bool:
        """Mails the code of a request, if the limits allow it. A request that is run again is admitted already."""
        if request not in self.admitted:
            reason = self.refusal(user, now)
            if reason:
                self.withheld[reason] += 1
                return False
            self.admitted.add(request)
        if not self.second.take(now) or not self.day.take(now):
            self.withheld["SES refused it"] += 1
            return False
        self.sent.append((request, self.code(request)))
        return True

    def refusal(self, user: int, now: float) -> str | None:
        """Which limit withholds a mail; None admits and counts it."""
        level, since = self.accounts.get(user, (0.0, now))
        level = max(0.0, level - (now - since) / self.quotas.code_lifetime)
        if level + 1 > self.quotas.mails_per_account:
            return "the account's limit"
        if not self.hour.take(now):
            return "the deployment's hour"
        self.accounts[user] = (level + 1, now)
        return None


class UsedProofs:
    """The state table: each proof is used up by one round."""

    def __init__(self) -> None:
        self.rounds: dict[str, str] = {}

    def consume(self, proof: str, attempt: str) -> bool:
        """Whether this round is the one that uses the proof. It may do so again, as a repeated call does."""
        return self.rounds.setdefault(proof, attempt) == attempt
