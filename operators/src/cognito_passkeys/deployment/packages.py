"""The zips in dist/ that `make deploy DIST=1` deploys as they are."""

from __future__ import annotations

import zipfile
from pathlib import Path

from cognito_passkeys.template import sam_template

# The number of a processor in the header of an executable (ELF), after what marks one.
MACHINES = {62: "x86_64", 183: "arm64"}
MARK, MACHINE = b"\x7fELF", slice(18, 20)


def zips() -> list[Path]:
    """The zip of each function, as template.yaml names it."""
    return [Path(path) for path in sam_template.functions(sam_template.load()).values()]


def architecture() -> str:
    """The processor that the zips are for.

    :raises ValueError: one is missing, or they are no functions for one of Lambda's processors.
    """
    found = {of_zip(path) for path in zips()}
    if len(found) > 1 or None in found:
        raise ValueError("the zips in dist/ are not the functions for one processor")
    return str(found.pop())


def of_zip(path: Path) -> str | None:
    """The processor of a zip's executable; none if it has none that Lambda runs.

    :raises ValueError: there is no such file.
    """
    if not path.is_file():
        raise ValueError(f"{path} is missing. Put the zips of a release there, or run make package")
    try:
        with zipfile.ZipFile(path) as file, file.open("bootstrap") as executable:
            header = executable.read(MACHINE.stop)
    except (zipfile.BadZipFile, KeyError):
        return None
    return MACHINES.get(int.from_bytes(header[MACHINE], "little")) if header.startswith(MARK) else None
