"""A folder as `make package` leaves dist/: zips whose executables are for one of Lambda's processors, and templates."""

from __future__ import annotations

import tempfile
import zipfile
from functools import cache
from pathlib import Path

from cognito_passkeys.function_names import FUNCTIONS
from template import distributed

X86_64, ARM64 = 62, 183
# Until the tests end.
_KEPT = tempfile.TemporaryDirectory()


@cache
def dist(*machines: int | None) -> Path:
    """The folder.

    :param machines: the processor of the first functions' executables by its number in ELF; none if it is a script.
        The last one is that of all others.
    """
    folder = Path(tempfile.mkdtemp(dir=_KEPT.name))
    for number, function in enumerate(FUNCTIONS):
        machine = machines[min(number, len(machines) - 1)]
        header = b"\x7fELF" + bytes(14) + machine.to_bytes(2, "little") if machine else b"#!/bin/sh"
        with zipfile.ZipFile(folder / f"{function}.zip", "w") as file:
            file.writestr(zipfile.ZipInfo("bootstrap"), header)
    distributed.write(folder)
    return folder
