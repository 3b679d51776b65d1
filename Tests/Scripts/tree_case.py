"""A small tree of files, which each test changes in one place, for what checks the repository."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path


class TreeCase(unittest.TestCase):
    FILES: dict[str, str] = {}
    """The text of each file by its path."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for path, text in self.FILES.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
