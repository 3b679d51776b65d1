"""What a generator makes: an input with everything that its verdict depends on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any, Callable

from formats import base64_text


@dataclass(frozen=True)
class Case:
    """One input. Every bytes value travels in base64, so that a case can be printed and asked again."""

    kind: str
    # What the generator did, for whoever reads a difference. No verdict depends on it.
    made: str
    members: dict[str, Any]

    @property
    def line(self) -> str:
        """The question for the product."""
        return json.dumps({"kind": self.kind, **self.members}, default=base64_text)

    def __getitem__(self, name: str) -> Any:
        return self.members[name]

    def get(self, name: str) -> Any:
        return self.members.get(name)

    @property
    def input(self) -> bytes:
        return self.members["input"]


Generator = Callable[[Random], Case]


def chance(random: Random, share: float) -> bool:
    """True in that share of all calls."""
    return random.random() < share
