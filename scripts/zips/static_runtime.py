#!/usr/bin/env python3
"""Prepares Swift's static runtime so that the linker can drop what a function does not use.

Swift's standard library marks all its public functions as retained, for programs that load it at run time. In a static
executable nobody can look them up, but the mark keeps them, and what they use: 1 MB of code and tables. This makes a
resource directory of links to the toolchain's, with a copy of libswiftCore.a in which code and constants are no longer
marked. The records that the runtime searches (types, protocols, conformances) keep their marks.

Usage: static_runtime.py DIRECTORY
"""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Iterator

# From the ELF specification (gABI) and its GNU extension.
ARCHIVE_MAGIC = b"!<arch>\n"
ELF64_MAGIC = b"\x7fELF\x02"
SHF_GNU_RETAIN = 0x200000
# What is reached by references alone. The runtime finds the sections whose names begin with swift5_ without any.
REACHED_BY_REFERENCE = (b".text", b".rodata", b".data")


def archive_members(archive: bytes) -> Iterator[int]:
    """Where the members of a static library begin."""
    if not archive.startswith(ARCHIVE_MAGIC):
        raise SystemExit("static_runtime: libswiftCore.a is not a static library")
    header = len(ARCHIVE_MAGIC)
    while header < len(archive):
        size = int(archive[header + 48:header + 58])
        yield header + 60
        header += 60 + size + size % 2


def section_headers(archive: bytes, member: int) -> Iterator[tuple[int, bytes]]:
    """Where the section headers of an object file begin, and the names of its sections."""
    table, = struct.unpack_from("<Q", archive, member + 40)
    size, count, names = struct.unpack_from("<HHH", archive, member + 58)
    # An object with many sections has these two numbers in its first section header.
    if count == 0:
        count, = struct.unpack_from("<Q", archive, member + table + 32)
    if names == 0xFFFF:
        names, = struct.unpack_from("<I", archive, member + table + 40)
    texts, = struct.unpack_from("<Q", archive, member + table + names * size + 24)
    for number in range(count):
        header = member + table + number * size
        name, = struct.unpack_from("<I", archive, header)
        start = member + texts + name
        yield header, archive[start:archive.index(b"\0", start)]


def without_marks(archive: bytes) -> bytes:
    """The library with code and constants unmarked. Nothing else changes, not even its size."""
    changed = bytearray(archive)
    for member in archive_members(archive):
        if not archive.startswith(ELF64_MAGIC, member):
            continue
        for header, name in section_headers(archive, member):
            flags, = struct.unpack_from("<Q", archive, header + 8)
            if name.startswith(REACHED_BY_REFERENCE):
                struct.pack_into("<Q", changed, header + 8, flags & ~SHF_GNU_RETAIN)
    return bytes(changed)


def main() -> None:
    directory = Path(sys.argv[1])
    target = json.loads(subprocess.check_output(["swift", "-print-target-info"]))
    toolchain = Path(target["paths"]["runtimeResourcePath"]).parent / "swift_static"
    shutil.rmtree(directory, ignore_errors=True)
    (directory / "linux").mkdir(parents=True)
    for entry in [*toolchain.iterdir(), *(toolchain / "linux").iterdir()]:
        if entry.name not in ("linux", "libswiftCore.a"):
            (directory / entry.relative_to(toolchain)).symlink_to(entry.resolve())
    library = (toolchain / "linux/libswiftCore.a").read_bytes()
    (directory / "linux/libswiftCore.a").write_bytes(without_marks(library))


if __name__ == "__main__":
    main()
