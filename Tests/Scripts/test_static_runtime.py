"""The copy of Swift's static library that static_runtime makes: unmarked are code and constants, and nothing else."""

from __future__ import annotations

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from zips import static_runtime

# Sections as the compiler marks those of the standard library: code, a constant, and a record that the runtime finds.
SOURCE = """
__attribute__((retain, used, section(".text.unused"))) int unused(void) { return 1; }
__attribute__((retain, used, section(".rodata.table"))) const int table[2] = {1, 2};
__attribute__((retain, used, section("swift5_protocols"))) const int record = 3;
"""


def retained_sections(archive: Path) -> set[str]:
    """The sections of a static library that the linker must keep."""
    listing = subprocess.run(["readelf", "--wide", "--section-headers", archive], check=True, capture_output=True,
                             text=True).stdout
    found = re.findall(r"^ *\[ *\d+\] (\S+) +\S+ +[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ [0-9a-f]+ +(\w+)", listing, re.MULTILINE)
    return {name for name, flags in found if "R" in flags}


class StaticRuntimeTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.archive = Path(folder.name) / "library.a"
        # A name longer than 15 characters, which an archive stores apart from the member.
        objects = [Path(folder.name) / name for name in ("first.o", "a member with a longer name.o")]
        for path in objects:
            subprocess.run(["clang", "-x", "c", "-ffunction-sections", "-c", "-", "-o", path], input=SOURCE, text=True,
                           check=True)
        subprocess.run(["ar", "rc", self.archive, *objects], check=True)

    def test_only_records_stay_marked(self) -> None:
        self.assertEqual(retained_sections(self.archive), {".text.unused", ".rodata.table", "swift5_protocols"})
        self.archive.write_bytes(static_runtime.without_marks(self.archive.read_bytes()))
        self.assertEqual(retained_sections(self.archive), {"swift5_protocols"})

    def test_nothing_but_the_marks_changes(self) -> None:
        before = self.archive.read_bytes()
        after = static_runtime.without_marks(before)
        self.assertEqual(len(after), len(before))
        changed = [(one, other) for one, other in zip(before, after) if one != other]
        # The mark is one bit of the flags' third byte: two members with two sections each.
        self.assertEqual(len(changed), 4)
        self.assertTrue(all(one ^ other == 0x20 for one, other in changed))

    def test_another_file_is_refused(self) -> None:
        with self.assertRaisesRegex(SystemExit, "not a static library"):
            static_runtime.without_marks(b"\x7fELF")
