"""A load: how many sign-ins of which kind, and how they are spread over the day."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Callable

from .journeys import AUTHSIGNAL, CODE, FUNCTION_CODE, PASSKEY, SIGN_UP, Journey

DAY, HOUR = 86_400, 3_600
# The second of the day with the most sign-ins: 19:00, in the middle of an hour so that one clock hour has them all.
PEAK = 18.5 * HOUR
AUTHENTICATOR_FLOW, EMAIL_OTP_FLOW, AUTHSIGNAL_FLOW = FLOWS = ("authenticator", "email-otp", "authsignal")


@dataclass(frozen=True)
class Load:
    """What is asked."""
    users: int
    sign_ins: float
    flow: str = AUTHENTICATOR_FLOW
    # The share of sign-ins with a code. In the flow email-otp it is 1.
    codes: float = 0.2
    # How many times the mean the busiest moment of the day has.
    peak: float = 4.0
    sign_ups: float = 0.0
    # The share of sign-ins with a code whose first answer is wrong.
    wrong_codes: float = 0.1

    def scaled(self, factor: float) -> Load:
        """The same load with more or fewer sign-ins and sign-ups."""
        return replace(self, sign_ins=self.sign_ins * factor, sign_ups=self.sign_ups * factor)

    @property
    def kinds(self) -> list[tuple[str, float]]:
        """How many of each journey the day has."""
        if self.flow == EMAIL_OTP_FLOW:
            found = [(FUNCTION_CODE, self.sign_ins + self.sign_ups)]
        elif self.flow == AUTHSIGNAL_FLOW:
            found = [(AUTHSIGNAL, self.sign_ins + self.sign_ups)]
        else:
            found = [(PASSKEY, self.sign_ins * (1 - self.codes)), (CODE, self.sign_ins * self.codes),
                     (SIGN_UP, self.sign_ups)]
        return [(name, count) for name, count in found if count > 0]

    @property
    def wrong_share(self) -> float:
        """The share of all sign-ins whose code Cognito gets as the answer, and can be wrong there."""
        return 1.0 if self.flow == EMAIL_OTP_FLOW else 0.0


def exponent(peak: float) -> float:
    """The k for which the wave ((1 + cos x) / 2)^k has a maximum of `peak` times its mean.

    :raises ValueError: if the peak is below the mean, or above 24 times it.
    """
    if not 1 <= peak <= 24:
        raise ValueError("the peak is 1 to 24 times the mean")
    low, high = 0.0, 1_000.0
    for _ in range(60):
        k = (low + high) / 2
        # The mean of the wave over a day.
        mean = math.exp(math.lgamma(k + 0.5) - math.lgamma(k + 1)) / math.sqrt(math.pi)
        low, high = (k, high) if 1 / mean < peak else (low, k)
    return low


def shape(peak: float) -> Callable[[float], float]:
    """How many times the mean each second of the day has: one wave whose maximum is `peak`."""
    k = exponent(peak)
    return lambda second: peak * ((1 + math.cos(2 * math.pi * (second - PEAK) / DAY)) / 2) ** k


def busiest_hour(count: float, peak: float) -> float:
    """How many of a day's `count` fall into the busiest hour of the clock."""
    wave = shape(peak)
    return count / DAY * sum(wave(PEAK - HOUR / 2 + second + 5) * 10 for second in range(0, HOUR, 10))


def busiest(mean: float, variance: float | None = None) -> float:
    """What the busiest second is taken to have: four standard deviations above its mean, which some seconds of a month
    reach. Of independent events, the variance is the mean."""
    return mean + 4 * math.sqrt(mean if variance is None else variance)


def busiest_second(load: Load, journeys: dict[str, Journey], of: Callable[[Journey], float]) -> float:
    """The busiest second's sum over the journeys that begin in it."""
    rates = [(count / DAY * load.peak, of(journeys[name])) for name, count in load.kinds]
    return busiest(sum(rate * value for rate, value in rates), sum(rate * value ** 2 for rate, value in rates))


def total(load: Load, journeys: dict[str, Journey], of: Callable[[Journey], float]) -> float:
    """The sum over a day's journeys."""
    return sum(count * of(journeys[name]) for name, count in load.kinds)
