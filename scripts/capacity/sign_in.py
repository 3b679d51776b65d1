"""One simulated sign-in: the person, the app with its SDK's retries, and Cognito's calls of the triggers.

A step of it is a generator that yields the seconds that pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Generator, TypeVar

from . import facts
from .journeys import AUTHENTICATOR, AUTHSIGNAL, CREATE, DEFINE, FUNCTION_CODE, PASSKEY, VERIFY, Journey

if TYPE_CHECKING:
    from .services import Window
    from .simulation import Simulation

Result = TypeVar("Result")
Steps = Generator[float, None, Result]

# The AWS SDKs' standard retries: three attempts, and a random pause that doubles.
ATTEMPTS = 3


class Refused(Exception):
    """A service refuses a request."""


class Lost(Exception):
    """The sign-in is over, without tokens."""


class SignIn:
    """A person who signs in."""

    def __init__(self, day: Simulation, number: int, journey: Journey) -> None:
        self.day, self.number, self.journey = day, number, journey
        self.random = day.random
        self.user = self.random.randrange(day.load.users)
        self.calls = 0
        self.rounds = 0
        # Seconds that the person has waited for machines.
        self.waited = 0.0

    def run(self) -> Steps[None]:
        """The whole sign-in. :raises Lost: if it ends without tokens."""
        if self.journey.name == PASSKEY:
            proof = yield from self.prove_passkey()
            yield from self.begin()
        elif self.journey.name == AUTHSIGNAL:
            yield from self.begin()
            yield self.random.uniform(3, 15)
            proof = f"authsignal {self.number}"
        elif self.journey.name == FUNCTION_CODE:
            return (yield from self.answer_mailed_code())
        else:
            yield from self.begin()
            proof = yield from self.prove_code()
        if self.day.accepted and self.random.random() < self.day.habits.replays:
            if (yield from self.answer(self.random.choice(self.day.accepted))):
                return
        if not (yield from self.answer(proof)):
            raise Lost("the proof was refused")

    # The app's calls of the authenticator.

    def prove_passkey(self) -> Steps[str]:
        yield from self.ask()
        yield from self.ask()
        yield self.random.uniform(2, 10)
        yield from self.ask()
        return f"passkey {self.number}"

    def prove_code(self) -> Steps[str]:
        for _ in range(ATTEMPTS):
            request = self.name("request")
            if (yield from self.ask(lambda: self.day.codes.mail(self.user, request, self.day.now), waits=True)):
                # Lambda may run one request twice.
                if self.random.random() < self.day.habits.lost:
                    self.day.codes.mail(self.user, request, self.day.now)
                yield from self.read_mail()
                if self.random.random() < self.day.load.wrong_codes:
                    yield from self.ask()
                    yield self.random.uniform(5, 20)
                yield from self.ask()
                return f"code {request}"
            yield self.random.uniform(30, 60)
        raise Lost("no mail")

    def ask(self, effect: Callable[[], bool] = lambda: True, waits: bool = False) -> Steps[bool]:
        return (yield from self.patiently(lambda: self.invoke(
            AUTHENTICATOR, self.journey.waiting if waits else self.journey.other, effect, waits)))

    # The app's calls of Cognito.

    def begin(self, effect: Callable[[], bool] = lambda: True) -> Steps[bool]:
        def request() -> Steps[bool]:
            self.take(self.day.starts)
            yield from self.trigger(DEFINE)
            return (yield from self.trigger(CREATE, effect))
        return (yield from self.patiently(request))

    def answer(self, proof: str, is_right: bool = True) -> Steps[bool]:
        """Answers the round. A wrong answer leads to another round."""
        self.rounds += 1
        attempt = f"{self.number}.{self.rounds}"

        def request() -> Steps[bool]:
            self.take(self.day.answers)
            right = yield from self.trigger(VERIFY, lambda: is_right and self.day.judge(proof, attempt))
            yield from self.trigger(DEFINE)
            if not right:
                yield from self.trigger(CREATE, is_first=False)
            return right
        return (yield from self.patiently(request))

    def answer_mailed_code(self) -> Steps[None]:
        """The flow EMAIL_OTP: Create mails the code."""
        for _ in range(ATTEMPTS):
            received: list[str] = []

            def create() -> bool:
                # Every call of Create has an id of its own; repetitions of one call share a launch.
                own = self.name("request")
                repetition = (self.user,)
                request = self.day.codes.share(repetition, own, self.day.now)
                if request != own:
                    received.append(request)
                    return True
                is_sent = self.day.codes.mail(self.user, request, self.day.now)
                if is_sent:
                    received.append(request)
                self.day.after(self.journey.waiting, lambda: self.day.codes.finish(repetition, own))
                return is_sent
            if (yield from self.begin(create)):
                yield from self.read_mail()
                if self.random.random() < self.day.load.wrong_codes:
                    yield from self.answer("wrong", is_right=False)
                    yield self.random.uniform(5, 20)
                # Several sign-ins of one user may share a code: then only one of them uses it up.
                if (yield from self.answer(f"code {received[-1]}")):
                    return
                raise Lost("the proof was refused")
            yield self.random.uniform(30, 60)
        raise Lost("no mail")

    def read_mail(self) -> Steps[None]:
        yield self.random.uniform(2, 20) + self.random.uniform(5, 20)
        if self.random.random() < self.day.habits.gives_up:
            raise Lost("given up")

    # Machines.

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

    def trigger(self, name: str, effect: Callable[[], bool] = lambda: True, is_first: bool = True) -> Steps[bool]:
        """A trigger as Cognito calls it: again if no answer comes in time."""
        waits = is_first and name == self.journey.waits_in
        seconds = self.journey.define if name == DEFINE else self.journey.waiting if waits else self.journey.other
        for _ in range(int(facts.TRIGGER_ATTEMPTS.value)):
            began = self.day.now
            is_lost = self.random.random() < self.day.habits.lost
            is_slow = self.random.random() < self.day.habits.slow
            result = yield from self.invoke(name, facts.TRIGGER_ANSWER.value if is_slow else seconds, effect, waits)
            if not is_lost and not is_slow:
                return result
            self.day.repeated[name] += 1
            yield max(0.0, facts.TRIGGER_ANSWER.value - (self.day.now - began))
        raise Lost("no answer of a trigger")

    def invoke(self, name: str, seconds: float, effect: Callable[[], bool], is_exact: bool) -> Steps[bool]:
        """A call of a function. What it changes, it changes when it begins."""
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
        # Services take now less, now more; the mean stays.
        yield seconds if is_exact else seconds * self.random.lognormvariate(-0.125, 0.5)
        self.day.functions.end(name, process, self.day.now)
        return result

    def name(self, kind: str) -> str:
        self.calls += 1
        return f"{kind} {self.number}.{self.calls}"
