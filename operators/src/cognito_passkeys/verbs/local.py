"""Runs on this machine alone, without an AWS account: the real functions behind
an emulated Cognito. Its options are those of the sandbox.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import zipfile
from pathlib import Path

from cognito_passkeys.deployment import packages
from cognito_passkeys.files import IS_INSTALLED
from cognito_passkeys.function_names import FUNCTIONS

# Each verb, and the sandbox's own command.
COMMANDS = {"sandbox": "serve", "demo": "demo", "replay": "replay"}
PROGRAM = packages.DIST / "sandbox"
ABSENT = (
    "There is no sandbox for {system} {machine} in here. The verbs that operate a deployment work. For the sandbox, take "
    "Linux on x86_64, or the container of docs/sandbox.md.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The sandbox reads them itself."""


def start(verb: str, words: list[str]) -> int:
    """Becomes the sandbox.

    :param words: its options.
    """
    if not PROGRAM.is_file():
        print(ABSENT.format(system=platform.system(), machine=platform.machine()) if IS_INSTALLED else
              f"In a checkout, that is make {verb}.", file=sys.stderr)
        return 1
    os.execv(PROGRAM, [str(PROGRAM), COMMANDS[verb], *words, "--bootstraps", str(bootstraps())])


def bootstraps() -> Path:
    """A folder of this user with the functions' executables, taken out of the zips once for each version of them."""
    zips = {name: packages.DIST / f"{name}.zip" for name in FUNCTIONS}
    digests = "-".join((packages.digest(path) or "")[:8] for path in zips.values())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "cognito-passkeys", digests)
    for name, path in zips.items():
        executable = cache / name / "bootstrap"
        if not executable.is_file():
            executable.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Another process may do the same at the same time.
            part = executable.with_name(f"bootstrap.{os.getpid()}")
            with zipfile.ZipFile(path) as file:
                part.write_bytes(file.read("bootstrap"))
            part.chmod(0o700)
            part.replace(executable)
    return cache
