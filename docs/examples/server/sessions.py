"""The sessions of server.py, in memory. Only what holds something has a place here, and each session ends by itself."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

# How long a session lasts, in seconds, and how many there may be: of too many, the oldest ends first.
KINDS = {
    "round": (900, 10_000),  # a sign-in that has begun; Cognito keeps it for 15 minutes at most
    "user": (86_400, 100_000),  # a user who is signed in; not longer than the refresh token's lifetime
}


class Sessions:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        # Apart, so that strangers who begin many sign-ins end no user's session. A dictionary keeps the order.
        self._kept: dict[str, dict[str, tuple[float, dict[str, Any]]]] = {kind: {} for kind in KINDS}
        self._now = now
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    def get(self, name: str) -> dict[str, Any] | None:
        """The session of this name; None if there is none, or if it has ended."""
        with self._lock:
            for kind in KINDS:
                self._end(kind)
            return next((kept[name][1] for kept in self._kept.values() if name in kept), None)

    def add(self, session: dict[str, Any]) -> str:
        """Keeps a session; returns its name, which nobody can know beforehand."""
        kind, name = "round" if "round" in session else "user", secrets.token_urlsafe(32)
        with self._lock:
            self._kept[kind][name] = (self._now() + KINDS[kind][0], session)
            self._end(kind)
        return name

    def delete(self, name: str) -> None:
        with self._lock:
            for kept in self._kept.values():
                kept.pop(name, None)

    def _end(self, kind: str) -> None:
        """Ends the oldest sessions of a kind: those whose time is over, and those that are too many."""
        kept, (_, most) = self._kept[kind], KINDS[kind]
        while kept:
            name, (end, _) = next(iter(kept.items()))
            if end > self._now() and len(kept) <= most:
                return
            del kept[name]
