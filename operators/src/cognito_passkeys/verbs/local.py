"""Runs on this machine alone, without an AWS account: the real functions behind
an emulated Cognito. Its options are those of the sandbox.
"""

import argparse
import platform
import sys
from zipfile import BadZipFile

from cognito_passkeys import local_sandbox
from cognito_passkeys.deployment import packages
from cognito_passkeys.files import IS_INSTALLED, PROGRAM, ROOT

EXECUTABLE = packages.DIST / "sandbox"
ABSENT = (
    "There is no sandbox for {system} {machine} in here. The verbs that operate a deployment work. For the sandbox, "
    "take Linux on x86_64, or the container of docs/sandbox.md.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The sandbox reads them itself."""


def start(verb: str, words: list[str]) -> int:
    """Becomes the sandbox.

    :param words: its options.
    """
    if not EXECUTABLE.is_file():
        print(ABSENT.format(system=platform.system(), machine=platform.machine()) if IS_INSTALLED else
              f"In a checkout, that is make {verb}.", file=sys.stderr)
        return 1
    try:
        local_sandbox.run(verb, words, program=EXECUTABLE, zips=packages.DIST, events=ROOT / "events", called=PROGRAM)
    except (OSError, BadZipFile) as error:
        print(f"Not started: {error}", file=sys.stderr)
    return 1
