"""One simulated sign-in: the person and the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from .journeys import AUTHENTICATOR, AUTHSIGNAL, CREATE, DEFINE, FUNCTION_CODE, PASSKEY, VERIFY, Journey
from .machines import ATTEMPTS, Caller, Lost, Steps

if TYPE_CHECKING:
    from .simulation import Simulation


class SignIn(Caller):
    """A person who signs in."""

    def __init__(self, day: Simulation, number: int, journey: Journey) -> None:
        super().__init__(day, number, journey)
        self.user = self.random.randrange(day.load.users)
        self.rounds = 0

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

    def begin(self, effect: Callable[[], bool] = lambda: True,
              finish: Callable[[], None] = lambda: None) -> Steps[bool]:
        def request() -> Steps[bool]:
            self.take(self.day.starts)
            yield from self.trigger(DEFINE)
            return (yield from self.trigger(CREATE, effect, finish))
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
                yield from self.trigger(CREATE, is_followed=True)
            return right
        return (yield from self.patiently(request))

    def answer_mailed_code(self) -> Steps[None]:
        """The flow EMAIL_OTP: Create mails the code."""
        for _ in range(ATTEMPTS):
            received: list[str] = []
            requests: list[str] = []

            def create() -> bool:
                # Nothing tells a repetition of a call from another sign-in of the user.
                requests.append(self.name("request"))
                request = self.day.codes.share(self.user, requests[-1], self.day.now)
                if request != requests[-1] or self.day.codes.mail(self.user, request, self.day.now):
                    received.append(request)
                    return True
                return False

            if (yield from self.begin(create, lambda: self.day.codes.finish(self.user, requests[-1]))):
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
