"""Lambda's processes in the simulated day."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from .quotas import Quotas, Window

# How long Lambda takes to make room for a process, and for how long it keeps an idle one, in seconds: assumed.
PLACEMENT, IDLE = 0.2, 600.0


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
