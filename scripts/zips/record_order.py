"""Records which library functions run during a start and one event, in scripts/zips/startup-order.txt.

The linker puts these functions side by side (scripts/zips/static-build.sh). A process of 12 MB then needs 2 MB less memory
and reads fewer pages at its start. Names that a later library version no longer has do no harm, so it is enough to run
this after a new release of Swift or OpenSSL. Needs valgrind and the built packages.

Usage: PYTHONPATH=scripts python3 -m zips.record_order
"""

import re
import subprocess
import tempfile
from pathlib import Path

from cognito_passkeys.function_names import FUNCTIONS
from zips.runtime_api import EVENTS, RuntimeAPI, environment

ROOT = Path(__file__).resolve().parents[2]
# This package's own modules change all the time, and the linker keeps them together anyway.
MODULES = [*(ROOT / "Sources").glob("*/*"), *(ROOT / "Sources/Modules").glob("*/*")]
OWN = re.compile("|".join(f"{len(module.name)}{module.name}" for module in MODULES) + "|_main$")


def called_functions(function, directory):
    """The names of all functions that one start and one event call, from the executable that still has its symbols."""
    api = RuntimeAPI(EVENTS[function])
    output = Path(directory) / function
    process = subprocess.Popen(
        ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={output}",
         ROOT / ".build/static/build/release" / function],
        env=environment(function, api.address) | {"PATH": "/usr/bin:/bin"},
        stdout=subprocess.DEVNULL)
    if not api.finished.wait(60):
        raise SystemExit(f"{function} did not answer its event")
    process.terminate()
    process.wait(60)
    api.stop()
    return set(re.findall(r"^c?fn=\(\d+\) ([\w$.]+)", output.read_text(), re.MULTILINE))


def main():
    with tempfile.TemporaryDirectory() as directory:
        names = set().union(*(called_functions(function, directory) for function in FUNCTIONS))
    kept = sorted(name for name in names if not OWN.search(name))
    (ROOT / "scripts/zips/startup-order.txt").write_text("\n".join(kept) + "\n")
    print(f"{len(kept)} functions")


main()
