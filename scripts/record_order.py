#!/usr/bin/env python3
"""Records which functions of the libraries a start and an event pass through, into scripts/startup-order.txt.

The linker puts those side by side (scripts/static-build.sh), which a process of 12 MB pays back with 2 MB less memory
and fewer pages to read when it starts. Names that a later version no longer has do no harm, so run this when it is
worth it: after a new release of Swift or OpenSSL. Needs valgrind, and the packages built.

Usage: scripts/record_order.py
"""

import re
import subprocess
import tempfile
from pathlib import Path

from runtime_api import EVENTS, RuntimeAPI, environment

ROOT = Path(__file__).resolve().parent.parent
# This package's own modules change all the time and lie side by side anyway.
OWN = re.compile("|".join(
    f"{len(module.name)}{module.name}" for module in (ROOT / "Sources").glob("*/*")) + "|_main$")


def passed_through(function, directory):
    """The names of all functions that one start and one event call, from the executable that still has names."""
    api = RuntimeAPI(EVENTS[function])
    output = Path(directory) / function
    process = subprocess.Popen(
        ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={output}",
         ROOT / ".build/static/release" / function], env=environment(function, api.address) | {"PATH": "/usr/bin:/bin"},
        stdout=subprocess.DEVNULL)
    if not api.finished.wait(60):
        raise SystemExit(f"{function} did not answer its event")
    process.terminate()
    process.wait(60)
    api.stop()
    return set(re.findall(r"^c?fn=\(\d+\) ([\w$.]+)", output.read_text(), re.MULTILINE))


def main():
    with tempfile.TemporaryDirectory() as directory:
        names = set().union(*(passed_through(function, directory) for function in EVENTS))
    kept = sorted(name for name in names if not OWN.search(name))
    (ROOT / "scripts/startup-order.txt").write_text("\n".join(kept) + "\n")
    print(f"{len(kept)} functions")


main()
