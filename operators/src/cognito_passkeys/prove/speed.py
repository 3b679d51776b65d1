"""The figures of speed.json, which docs/speed.md shows: of the functions, on the machine that the page names."""

import json
import re
from pathlib import Path

SPEED = json.loads(Path(__file__).with_name("speed.json").read_text(encoding="utf-8"))


def here(function: str) -> list[str]:
    """The start and the round trip of a function; empty texts if there are none. Of several rows, the first one."""
    return next((cells[:2] for row, cells in SPEED["rows"].items() if re.split("[ ,]", row)[0] == function), ["", ""])
