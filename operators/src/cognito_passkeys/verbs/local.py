"""Runs on this machine alone, without an AWS account: the real functions behind
an emulated Cognito. Its options are those of the sandbox.
"""

import argparse
import hashlib
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from cognito_passkeys.deployment import packages
from cognito_passkeys.files import IS_INSTALLED, PROGRAM, ROOT

EXECUTABLE = packages.DIST / "sandbox"
# The verbs of the command line, and the sandbox's own.
COMMANDS = {"demo": "demo", "sandbox": "serve", "replay": "replay"}
ABSENT = (
    "There is no sandbox for {system} {machine} in here. The verbs that operate a deployment work. For the sandbox, "
    "take Linux on x86_64, or the container of docs/sandbox.md.")


def add_options(parser: argparse.ArgumentParser) -> None:
    """The sandbox reads them itself."""


def start(verb: str, words: list[str]) -> int:
    """Becomes the sandbox, with the functions of the zips.

    :param words: its options.
    """
    if not EXECUTABLE.is_file():
        print(ABSENT.format(system=platform.system(), machine=platform.machine()) if IS_INSTALLED else
              f"In a checkout, that is make {verb}.", file=sys.stderr)
        return 1
    more = {"demo": ["--next", f"{PROGRAM} sandbox   the same by hand, in the browser",
                     "--next", f"{PROGRAM} replay    sample events, one decision a line"],
            "replay": ["--events", str(ROOT / "events")]}.get(verb, [])
    try:
        bootstraps = str(unpacked(packages.DIST, usual_cache()))
        # The sandbox takes the last of a repeated option, so that words may name other folders.
        os.execv(EXECUTABLE, [str(EXECUTABLE), COMMANDS[verb], "--bootstraps", bootstraps, *more, *words])
    except (OSError, BadZipFile) as error:
        print(f"Not started: {error}", file=sys.stderr)
    return 1


def usual_cache() -> Path:
    """Where the executables are kept; the folder can be removed at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cognito-passkeys"


def unpacked(zips: Path, cache: Path) -> Path:
    """A folder with the executable of each function, which is made once for each content of the zips."""
    archives = sorted(zips.glob("*.zip"))
    digest = hashlib.sha256()
    for archive in archives:
        digest.update(archive.name.encode() + hashlib.sha256(archive.read_bytes()).digest())
    folder = cache / digest.hexdigest()[:16]
    if folder.exists():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    # Complete or not there at all, whatever else starts or ends meanwhile.
    staging = Path(tempfile.mkdtemp(dir=cache))
    try:
        for archive in archives:
            with ZipFile(archive) as opened:
                bootstrap = Path(opened.extract("bootstrap", staging / archive.stem))
            bootstrap.chmod(0o755)
        staging.rename(folder)
    except OSError:
        if not folder.exists():
            raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return folder
