"""Runs the static sandbox with the functions of a folder of zips, which are unpacked once for each content."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import NoReturn
from zipfile import ZipFile

# The verbs of the command line, and the sandbox's own.
COMMANDS = {"demo": "demo", "sandbox": "serve", "replay": "replay"}


def usual_cache() -> Path:
    """Where the executables are kept; the folder can be removed at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cognito-passkeys"


def unpacked(zips: Path, cache: Path) -> Path:
    """A folder with the executable of each function."""
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


def run(verb: str, words: list[str], *, program: Path, zips: Path, events: Path, called: str) -> NoReturn:
    """Becomes the sandbox.

    :param words: the rest of the command line, which the sandbox reads itself.
    :param called: what the caller's commands begin with, such as `cognito-passkeys`.
    :raises OSError: the executables cannot be unpacked, or the sandbox cannot be started.
    """
    arguments = ["--bootstraps", str(unpacked(zips, usual_cache()))]
    if verb == "demo":
        arguments += ["--next", f"{called} sandbox   the same by hand, in the browser",
                      "--next", f"{called} replay    sample events, one decision a line"]
    if verb == "replay":
        arguments += ["--events", str(events)]
    # The sandbox takes the last of a repeated option, so that words may name other folders.
    os.execv(program, [str(program), COMMANDS[verb], *arguments, *words])
