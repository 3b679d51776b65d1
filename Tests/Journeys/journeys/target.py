"""What a journey sees of a deployment, and what a journey asks of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from itertools import product
from typing import Any, NamedTuple, Protocol

from journeys.openid_issuer import Issuer

BOTH = ("signed", "authsignal")


class Target(Protocol):
    """A deployment, as its apps and its operator see it."""

    cognito: Any
    """boto3's client of the pool, which may also make an administrator's calls."""
    pool: str
    client: str
    settings: dict[str, Any]
    """What an app knows: `region`, `tokenMode` and `tenantId`, and the `flow`."""
    url: str
    """Where the authenticator is, or what stands in for Authsignal's cloud."""
    origin: str
    """The origin of the app's pages."""
    add_authenticator_url: str
    signing_key: str
    openid: Issuer
    """The issuer that the functions trust in the mode `oidc`."""

    def codes(self, address: str) -> list[str]:
        """The codes mailed to an address, the newest last."""

    def clock(self, ahead: int) -> AbstractContextManager[None]:
        """Moves the pool's clock so many seconds, for the calls within: for a journey that needs `Need.CLOCK`."""


class Need:
    """What a journey may need and not every stage has."""

    CLOCK = "a clock that can be moved"
    UNKNOWN_USERS = "triggers that are asked for unknown users"
    CAPTCHA = "a CAPTCHA provider"
    SIGN_UP_CODES = "the mails of Cognito"
    EXACT = "Cognito's rules of sessions, temporary passwords and attributes"


class Deployment(NamedTuple):
    """What is deployed under a journey. The rest is as in the template."""

    flow: str = "RESULT_TOKEN"
    mode: str = "signed"
    """The token mode; `provider` is `oidc` with the sandbox's own OpenID provider."""
    authenticator: bool = True
    """Whether the stack has an authenticator of its own; otherwise the code of docs/tokens.md is the authenticator."""
    tables: bool = True
    variables: tuple[str, ...] = ()
    """Variables of the functions that differ from the stage's, as NAME=VALUE."""
    options: tuple[str, ...] = ()
    """Options of `sandbox serve`, for a journey that only the sandbox can play."""

    def __str__(self) -> str:
        more = [f"{name}={value}" for name, value in self._asdict().items() if value != self._field_defaults[name]]
        return " ".join(more) or "the usual"


class Journey(NamedTuple):
    play: Callable[[Target], None]
    deployment: Deployment
    needs: frozenset[str]

    def __str__(self) -> str:
        flow, mode = self.deployment[:2]
        return "-".join([self.play.__name__, flow, *([mode] if flow.endswith("RESULT_TOKEN") else [])])


JOURNEYS: list[Journey] = []


def journey(
        *needs: str, flow: str | Iterable[str] = "RESULT_TOKEN", mode: str | Iterable[str] = "signed", **more: Any
) -> Callable[[Callable[[Target], None]], Callable[[Target], None]]:
    """Declares a function as a journey, in each of these flows and modes."""
    def declare(play: Callable[[Target], None]) -> Callable[[Target], None]:
        flows, modes = ([one] if isinstance(one, str) else one for one in (flow, mode))
        JOURNEYS.extend(Journey(play, Deployment(*one, **more), frozenset(needs)) for one in product(flows, modes))
        return play
    return declare
