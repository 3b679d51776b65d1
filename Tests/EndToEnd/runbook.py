"""The commands of docs/runbook.md: the blocks of each section, and what runs them in a shell."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/runbook.md"
# The section whose variables all others use.
FIRST = "Before you begin"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def sections(level: str = "##") -> dict[str, list[str]]:
    """The blocks of commands below each heading of a level, those of its subsections included."""
    parts = re.split(rf"^{level} +(.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {name: BLOCK.findall(text) for name, text in zip(parts[::2], parts[1::2])}


def block(heading: str, number: int = 1) -> str:
    """A block below a heading, by its number."""
    return (sections() | sections("###"))[heading][number - 1]


def run(commands: str, folder: Path, passkeys: str, environment: dict[str, str]) -> str:
    """Runs commands in a shell that has the page's variables; returns what they print. A command that fails ends it.

    :param passkeys: the program that stands in for scripts/passkeys.
    """
    program = folder / "scripts/passkeys"
    program.parent.mkdir(exist_ok=True)
    program.write_text(passkeys)
    program.chmod(0o755)
    variables, = re.findall(r"^export .*$", sections()[FIRST][0], re.MULTILINE)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{variables}\n{commands}"], cwd=folder, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
    return done.stdout
