"""A simulated day of sign-ins, the same for the same seed."""

from __future__ import annotations

import heapq
import math
import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Callable, Iterator

from .codes import Codes, UsedProofs
from .journeys import Journey
from .load import DAY, PEAK, Load, shape
from .machines import Lost, Steps
from .processes import Lambda
from .quotas import Quotas, Window
from .sign_in import SignIn

# The most sign-ins that are simulated. Of a larger day, the minutes around its peak are.
MOST = 20_000
# How long after the deployment a sign-in counts as one in the storm, in seconds.
STORM = 60


@dataclass(frozen=True)
class Habits:
    """How often something goes wrong, as a share: assumed."""
    # Answers of a trigger that get lost, and calls that take longer than Cognito waits.
    lost: float = 0.0002
    slow: float = 0.0002
    # Sign-ins in which a proof of before is offered first.
    replays: float = 0.002
    # People who never type the code that they asked for.
    gives_up: float = 0.03


@dataclass
class Day:
    """What the simulated day came to."""
    first: float
    last: float
    started: int = 0
    won: int = 0
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    in_flight: int = 0
    # Seconds for which those who won waited for machines, and those who began in the storm.
    waits: list[float] = field(default_factory=list)
    storm_waits: list[float] = field(default_factory=list)
    called: dict[str, int] = field(default_factory=dict)
    cold: dict[str, int] = field(default_factory=dict)
    processes: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    repeated: dict[str, int] = field(default_factory=dict)
    mails: int = 0
    # Mails that a request caused beyond its first one, and requests of which two mails have different codes.
    repeated_mails: int = 0
    different_codes: int = 0
    # Calls that shared the code of an unfinished one, without a mail.
    shared_codes: int = 0
    withheld: dict[str, int] = field(default_factory=dict)
    # Proofs that were offered again and refused, and those that were accepted in more than one round.
    replays_refused: int = 0
    used_twice: int = 0


class Simulation:
    """The state of a day under way."""

    def __init__(self, load: Load, journeys: dict[str, Journey], starts: dict[str, float], quotas: Quotas, seed: int,
                 habits: Habits = Habits(), most: int = MOST) -> None:
        self.load, self.journeys, self.habits = load, journeys, habits
        self.random = random.Random(seed)
        self.now, self.order = 0.0, 0
        self.queue: list[tuple[float, int, Callable[[], None]]] = []
        self.functions = Lambda(quotas, starts)
        self.codes, self.proofs = Codes(quotas), UsedProofs()
        self.starts, self.answers = Window(quotas.starts, 1), Window(quotas.answers, 1)
        self.tables = Window(quotas.table_writes, 1)
        self.calls_of = {name: one.trigger_calls + one.authenticator_calls for name, one in journeys.items()}
        self.called: dict[str, int] = defaultdict(int)
        self.refused: dict[str, int] = defaultdict(int)
        self.repeated: dict[str, int] = defaultdict(int)
        self.accepted: list[str] = []
        self.accepted_in: dict[str, set[str]] = defaultdict(set)
        self.replays_refused = 0
        self.day = Day(*self.span(most))

    def span(self, most: int) -> tuple[float, float]:
        """The seconds to simulate: the whole day, or as many around its peak as have `most` sign-ins."""
        total = self.load.sign_ins + self.load.sign_ups
        if total <= most:
            return 0, DAY
        half = most / (total / DAY * self.load.peak) / 2
        return PEAK - half, PEAK + half

    def run(self) -> Day:
        """Lets the day pass."""
        day = self.day
        self.now = day.first
        self.fill()
        arrivals = self.arrivals()
        self.at(next(arrivals), lambda: self.arrive(arrivals))
        self.at(PEAK, self.functions.replace_all)
        while self.queue and self.queue[0][0] < day.last:
            self.now, _, action = heapq.heappop(self.queue)
            action()
        day.in_flight = day.started - day.won - sum(day.lost.values())
        day.called, day.cold, day.processes = dict(self.called), dict(self.functions.cold), self.functions.most
        day.refused, day.repeated, day.withheld = dict(self.refused), dict(self.repeated), dict(self.codes.withheld)
        codes: dict[str, set[str]] = defaultdict(set)
        for request, code in self.codes.sent:
            codes[request].add(code)
        day.mails, day.repeated_mails = len(self.codes.sent), len(self.codes.sent) - len(codes)
        day.different_codes = sum(len(found) > 1 for found in codes.values())
        day.shared_codes = self.codes.shared
        day.replays_refused = self.replays_refused
        day.used_twice = sum(len(rounds) > 1 for rounds in self.accepted_in.values())
        return day

    def fill(self) -> None:
        """What the part of the day before has left: processes, and mails of this hour and day."""
        wave = shape(self.load.peak)
        rate = self.load.sign_ins / DAY * wave(self.now)
        if not self.now:
            return
        for name, count in self.load.kinds:
            journey = self.journeys[name]
            share = count / (self.load.sign_ins + self.load.sign_ups)
            for function, seconds in journey.calls.items():
                self.functions.warm(function, math.ceil(rate * share * sum(seconds)) + 1, self.now)
            mails = journey.mails * count / DAY

            def before(since: float, mails: float = mails) -> float:
                return sum(wave(second) * mails * 60 for second in range(int(since), int(self.now), 60))
            for window, since in ((self.codes.hour, self.now // 3_600 * 3_600), (self.codes.day, 0)):
                window.index = int(self.now // window.seconds)
                window.count += before(since)

    def arrivals(self) -> Iterator[float]:
        """The moments at which people begin: independent of each other, at the rate of the moment."""
        wave, most = shape(self.load.peak), (self.load.sign_ins + self.load.sign_ups) / DAY * self.load.peak
        moment = self.day.first
        while True:
            moment += self.random.expovariate(most)
            if self.random.random() * self.load.peak < wave(moment):
                yield moment

    def arrive(self, arrivals: Iterator[float]) -> None:
        self.at(next(arrivals), lambda: self.arrive(arrivals))
        self.day.started += 1
        names, counts = zip(*self.load.kinds)
        sign_in = SignIn(self, self.day.started, self.journeys[self.random.choices(names, counts)[0]])
        self.step(sign_in.run(), sign_in, self.now)

    def step(self, steps: Steps[None], sign_in: SignIn, began: float) -> None:
        try:
            seconds = next(steps)
        except StopIteration:
            self.day.won += 1
            self.day.waits.append(sign_in.waited)
            if PEAK <= began < PEAK + STORM:
                self.day.storm_waits.append(sign_in.waited)
        except Lost as reason:
            self.day.lost[str(reason)] += 1
        else:
            self.after(seconds, lambda: self.step(steps, sign_in, began))

    def judge(self, proof: str, attempt: str) -> bool:
        """Whether Verify accepts a proof in a round."""
        if not self.proofs.consume(proof, attempt):
            self.replays_refused += 1
            return False
        if not self.accepted_in[proof]:
            self.accepted.append(proof)
        self.accepted_in[proof].add(attempt)
        return True

    def at(self, moment: float, action: Callable[[], None]) -> None:
        """Does something at a moment."""
        self.order += 1
        heapq.heappush(self.queue, (moment, self.order, action))

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Does something after that many seconds."""
        self.at(self.now + seconds, action)
