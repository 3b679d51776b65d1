"""The workflows of GitHub Actions, which nothing here can run: their linters find nothing, and each finds a planted
fault. They call only what exists."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github/workflows"
TOOLS = ROOT / ".build/workflows/tools/bin"


@unittest.skipUnless((TOOLS / "actionlint").exists(), "scripts/install.sh workflows")
class LinterTests(unittest.TestCase):
    def lint(self, folder: Path) -> tuple[str, str]:
        """What actionlint and zizmor find in the workflows of a folder, in one line for each."""
        files = sorted(folder.glob("*.yml"))
        # actionlint starts shellcheck.
        environment = {**os.environ, "PATH": f"{TOOLS}:{os.environ['PATH']}"}
        found = []
        for command in (("actionlint", "-oneline"), ("zizmor", "--quiet", "--offline", "--format", "github")):
            made = subprocess.run([*command, *files], env=environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(made.returncode != 0, bool(made.stdout), made.stderr)
            found.append(made.stdout)
        return found[0], found[1]

    def test_the_linters_find_nothing(self) -> None:
        self.assertEqual(self.lint(FOLDER), ("", ""))

    def test_the_linters_find_what_is_wrong(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            workflow = (FOLDER / "ci.yml").read_text(encoding="utf-8")
            Path(folder, "ci.yml").write_text(re.sub("checkout@[0-9a-f]{40}", "checkout@v7", workflow).replace(
                '"${paths[@]}"', "${paths[@]} ${{ github.head_reference }}"))
            actionlint, zizmor = self.lint(Path(folder))
        self.assertIn('property "head_reference" is not defined', actionlint)
        self.assertIn("SC2068", actionlint)
        self.assertIn("unpinned-uses", zizmor)


class NameTests(unittest.TestCase):
    def test_they_make_only_targets_that_exist(self) -> None:
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        called = {target for file in FOLDER.glob("*.yml")
                  for target in re.findall(r"^ +(?:- run: )?make ([a-z-]+)", file.read_text(encoding="utf-8"), re.M)}
        self.assertIn("release", called)
        self.assertLessEqual(called, set(re.findall(r"^([a-z0-9-]+):", makefile, re.MULTILINE)))
