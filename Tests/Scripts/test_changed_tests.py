"""`make check` runs the tests of the modules that have changed, and of no others."""

from __future__ import annotations

import subprocess
import tempfile
import unittest
from pathlib import Path

from sources import changed_tests

TARGETS = ["JOSETests", "JSONTests", "SystemTests"]


class ChangedTests(unittest.TestCase):
    def test_a_module_leads_to_its_tests(self) -> None:
        for files, suites in [
            (["Sources/Modules/Shared/JOSE/Claims.swift"], ["JOSETests"]),
            (["Tests/Modules/Shared/JSONTests/ParserTests.swift", "Sources/Modules/Shared/JOSE/a/B.swift"],
             ["JOSETests", "JSONTests"]),
            (["Tests/System/SystemTests/A.swift"], ["SystemTests"]),
            (["docs/JOSE/page.md", "Sources/Modules/Shared/JOSE/notes.md", "scripts/JSON.py", "JSON/A.swift"], []),
            (["Sources/Modules/Shared/HTTP/A.swift"], []),
        ]:
            with self.subTest(files):
                self.assertEqual(changed_tests.suites(files, TARGETS), suites)

    def test_counts_what_is_not_committed_or_else_the_last_commit(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)

            def git(*words: str) -> None:
                subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.test", *words], cwd=root,
                               check=True, capture_output=True)

            git("init")
            for file in ("one", "two"):
                (root / file).write_text("1")
                git("add", file)
                git("commit", "-m", file)
            self.assertEqual(changed_tests.changed_files(root, ""), ["two"])
            self.assertEqual(changed_tests.changed_files(root, "HEAD~1"), ["two"])
            self.assertEqual(changed_tests.changed_files(root, "HEAD"), [])
            (root / "one").write_text("2")
            (root / "three").write_text("3")
            self.assertEqual(changed_tests.changed_files(root, ""), ["one", "three"])

    def test_every_target_of_the_project_is_known(self) -> None:
        found = changed_tests.test_targets(changed_tests.ROOT)
        self.assertIn("JOSETests", found)
        self.assertIn("SignInModelTests", found)
