"""Mails with codes, and the table of used proofs, in the simulated day: small models of what the pages say of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Hashable

from . import facts
from .quotas import Quotas, Window


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
    # How many calls got the code of another.
    shared: int = 0

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
            self.shared += 1
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
        level = max(0.0, level - (now - since) / self.quotas.seconds_per_mail)
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
