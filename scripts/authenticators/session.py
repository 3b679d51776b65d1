"""What every action of the tool works with."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import NamedTuple

from authenticators.deployment import Deployment, deployment
from authenticators.log import AdministratorLog
from authenticators.options import Request
from authenticators.pool import AuthenticatorPool
from authenticators.table import AuthenticatorTable

DONE, NOT_DONE, USAGE = range(3)


class Session(NamedTuple):
    """A request, and the deployment that it is about."""

    request: Request
    deployment: Deployment
    table: AuthenticatorTable
    pool: AuthenticatorPool
    log: AdministratorLog

    def is_confirmed(self, question: str) -> bool:
        """Whether the administrator wants it."""
        if not self.request.asks:
            return True
        try:
            # Not by `input`, which may write to standard error, where the log is.
            print(f"{question} [y/N] ", end="", flush=True)
            answer = input()
        except EOFError:
            answer = ""
        if answer.strip().lower() in ("y", "yes"):
            return True
        print("Nothing has been changed.")
        return False

    def relying_party(self) -> str:
        """
        :raises ValueError: neither the command line nor the stack names it.
        """
        if not self.deployment.relying_party:
            raise ValueError("name the relying party id: --relying-party")
        return self.deployment.relying_party


def session(request: Request) -> Session:
    found = deployment(request)
    return Session(request, found, AuthenticatorTable(found.table, request.region),
                   AuthenticatorPool(found.pool, request.region), AdministratorLog(found.table, request.region))


def now() -> datetime:
    return datetime.now(timezone.utc)
