"""What a simulated sign-in calls: the app's SDK with its retries, Cognito with its, and Lambda.

A step is a generator that yields the seconds that pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Generator, TypeVar

from . import facts
from .journeys import DEFINE, Journey

if TYPE_CHECKING:
    from .quotas import Window
    from .simulation import Simulation

Result = TypeVar("Result")
Steps = Generator[float, None, Result]

# The AWS SDKs' standard retries: three attempts, and a random pause that doubles.
ATTEMPTS = 3
# How long an event takes from Cognito to Lambda, in seconds: assumed.
LATENCY = (0.005, 0.05)


class Refused(Exception):
    """A service refuses a request."""


class Lost(Exception):
    """The sign-in is over, without tokens."""


class Caller:
    """Somebody who calls machines, and waits for them."""

    def __init__(self, day: Simulation, number: int, journey: Journey) -> None:
        self.day, self.number, self.journey = day, number, journey
        self.random = day.random
        self.calls = 0
        # Seconds that the person has waited for machines.
        self.waited = 0.0

    def patiently(self, request: Callable[[], Steps[Result]]) -> Steps[Result]:
        """A request, again after a pause if it is refused."""
        for number in range(ATTEMPTS):
            began = self.day.now
            try:
                result = yield from request()
                self.waited += self.day.now - began
                return result
            except Refused as refusal:
                self.day.refused[str(refusal)] += 1
                if number == ATTEMPTS - 1:
                    raise Lost(str(refusal)) from None
                pause = self.random.random() * 2 ** number
                yield pause
                self.waited += self.day.now - began
        raise AssertionError

    def take(self, quota: Window) -> None:
        if not quota.take(self.day.now):
            raise Refused("refused by Cognito")

    def trigger(self, name: str, effect: Callable[[], bool] = lambda: True, finish: Callable[[], None] = lambda: None,
                is_followed: bool = False) -> Steps[bool]:
        """A trigger as Cognito calls it: again if no answer comes in time.

        :param effect: what a call changes when it begins, and :param finish: when it ends; one that is slow never does.
        :param is_followed: whether it follows a wrong answer, so that no mail is sent.
        """
        waits = not is_followed and name == self.journey.waits_in
        seconds = self.journey.define if name == DEFINE else self.journey.waiting if waits else self.journey.other
        for _ in range(int(facts.TRIGGER_ATTEMPTS.value)):
            began = self.day.now
            is_lost = self.random.random() < self.day.habits.lost
            is_slow = self.random.random() < self.day.habits.slow
            yield self.random.uniform(*LATENCY)
            result = yield from self.invoke(name, seconds, effect, waits, is_slow)
            if not is_slow:
                finish()
                if not is_lost:
                    return result
            self.day.repeated[name] += 1
            yield max(0.0, facts.TRIGGER_ANSWER.value - (self.day.now - began))
        raise Lost("no answer of a trigger")

    def invoke(self, name: str, seconds: float, effect: Callable[[], bool], is_exact: bool,
               is_slow: bool = False) -> Steps[bool]:
        """A call of a function. What it changes, it changes when it begins. Nobody waits for the end of a slow one."""
        process = self.day.functions.begin(name, self.day.now)
        if not process:
            raise Refused("refused by Lambda")
        if not self.day.tables.take(self.day.now, self.journey.write_units / self.day.calls_of[self.journey.name]):
            self.day.functions.end(name, process, self.day.now)
            raise Refused("refused by a table")
        self.day.called[name] += 1
        if process.delay:
            yield process.delay
        result = effect()
        if is_slow:
            self.day.after(facts.TRIGGER_ANSWER.value,
                           lambda: self.day.functions.end(name, process, self.day.now))
            return result
        # Services take now less, now more; the mean stays.
        yield seconds if is_exact else seconds * self.random.lognormvariate(-0.125, 0.5)
        self.day.functions.end(name, process, self.day.now)
        return result

    def name(self, kind: str) -> str:
        self.calls += 1
        return f"{kind} {self.number}.{self.calls}"
