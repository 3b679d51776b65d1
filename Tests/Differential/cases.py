"""What a generator makes: an input with everything that its verdict depends on."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from random import Random
from typing import Any

# The time of every verdict, in seconds.
NOW = 1_800_000_000


@dataclass(frozen=True, eq=False)
class Case:
    """One input. Every bytes value travels in base64, so that a case can be printed and asked again."""

    kind: str
    # What the generator did, for whoever reads a difference. No verdict depends on it.
    made: str
    input: bytes
    # What the verdict depends on besides.
    expected: dict[str, Any]

    @property
    def line(self) -> str:
        """The question for the product."""
        members = {"kind": self.kind, "input": self.input, **self.expected}
        return json.dumps(members, default=lambda content: base64.b64encode(content).decode())

    def __getitem__(self, name: str) -> Any:
        return self.expected[name]


# Something that was made, and what was done.
Made = tuple[str, bytes]


def chance(random: Random, share: float) -> bool:
    """True in that share of all calls."""
    return random.random() < share
