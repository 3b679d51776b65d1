"""Saves sign-ins from a sandbox, and replays them."""

from __future__ import annotations

import json
import os
import subprocess
import urllib.request
from pathlib import Path

EVENTS = Path(__file__).parents[2] / "events"


def save(sandbox, file: Path) -> dict:
    """Saves the last sign-in; returns what the file holds."""
    number = max(event["number"] for event in sandbox.events() if event["kind"] == "trigger")
    with urllib.request.urlopen(f"{sandbox.url}/sandbox/sign-ins/{number}") as told:
        assert 'filename="sign-in.json"' in told.headers["Content-Disposition"]
        file.write_bytes(told.read())
    return json.loads(file.read_text())


def replay(file: Path) -> tuple[int, str]:
    """Replays a file; returns the exit status and what was printed."""
    ran = subprocess.run([os.environ["SANDBOX"], "replay", "--events", EVENTS, file], capture_output=True, text=True,
                         timeout=60)
    return ran.returncode, ran.stdout + ran.stderr


def assert_replays(file: Path) -> None:
    """Checks that every step of a file ends as it did when it was saved."""
    status, printed = replay(file)
    count = len(json.loads(file.read_text())["steps"])
    assert (status, printed.splitlines()[-1]) == (0, f"{count} steps, all as when the sign-in was saved"), printed
