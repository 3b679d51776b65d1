"""Tests which commit `make check-mixed` compares with, in a repository of their own whose builds are stand-ins."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = """#!/bin/sh
mkdir -p "$(dirname "$0")/../../$1"
shift
echo "packages $*"
"""
SANDBOX = """#!/bin/sh
echo "sandbox $*"
"""


class CheckMixedTests(unittest.TestCase):
    """A repository with a commit for each of three versions."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name).resolve()
        self.git("init", "--quiet")
        for name, text in (("scripts/zips/static-build.sh", BUILD), ("sandbox", SANDBOX), ("Package.swift", "")):
            self.write(name, text)
        for name in ("scripts/tests/check-mixed.sh", "scripts/progress.sh"):
            self.write(name, (ROOT / name).read_text(encoding="utf-8"))
        self.write("scripts/tests/mixed-from", "# a comment\n")
        self.commits = [self.commit("one"), self.commit("two")]
        self.write("scripts/tests/mixed-from", f"# a comment\n{self.commits[0]}\n")
        self.commits.append(self.commit("three"))

    def write(self, name: str, text: str) -> None:
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def git(self, *arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", self.tree, "-c", "user.name=test", "-c", "user.email=test@example.test", *arguments],
            check=True, text=True, capture_output=True).stdout.strip()

    def commit(self, subject: str) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def check(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            ["scripts/tests/check-mixed.sh", *arguments, "./sandbox", "--quick"], cwd=self.tree, text=True,
            env={**os.environ, "TERM": "dumb"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def require_comparison(self, output: str, commit: str, subject: str) -> None:
        former = self.tree / ".build" / "mixed" / commit / "packages"
        self.assertIn(f"former: {commit[:7]} {subject}\n", output)
        self.assertIn(f"sandbox mixed --former {former} --bootstraps dist --quick\n", output)
        self.assertTrue(former.is_dir())

    def test_without_a_release_the_commit_of_the_file_is_compared(self) -> None:
        status, output = self.check("--packages", "dist")
        self.assertEqual(status, 0, output)
        self.require_comparison(output, self.commits[0], "one")
        self.assertIn("packages DefineAuthChallenge CreateAuthChallenge VerifyAuthChallenge Authenticator\n", output)

    def test_the_last_release_before_this_commit_is_compared(self) -> None:
        for version, commit in zip(("v1.0.0", "v1.1.0", "v1.2.0"), self.commits):
            self.git("tag", version, commit)
        self.git("tag", "unrelated", self.commits[1])
        status, output = self.check("--packages", "dist")
        self.assertEqual(status, 0, output)
        self.require_comparison(output, self.commits[1], "two")

    def test_a_commit_that_is_named_is_compared(self) -> None:
        self.git("tag", "v1.0.0", self.commits[0])
        status, output = self.check("--from", "HEAD~1", "--packages", "dist")
        self.assertEqual(status, 0, output)
        self.require_comparison(output, self.commits[1], "two")

    def test_a_clone_without_the_commit_skips_and_says_why(self) -> None:
        self.write("scripts/tests/mixed-from", "0123456789012345678901234567890123456789\n")
        status, output = self.check("--packages", "dist")
        self.assertEqual(status, 0)
        self.assertIn("does not have the commit 0123456789012345678901234567890123456789", output)
        self.assertIn("skipped", output)
        self.assertNotIn("sandbox mixed", output)

    def test_a_commit_that_is_named_and_unknown_is_an_error(self) -> None:
        status, output = self.check("--from", "nothing", "--packages", "dist")
        self.assertEqual(status, 1)
        self.assertIn("does not have the commit nothing", output)

    def test_a_mix_that_goes_wrong_fails(self) -> None:
        self.write("sandbox", "#!/bin/sh\nexit 1\n")
        self.assertEqual(self.check("--packages", "dist")[0], 1)

    def test_a_build_that_fails_is_not_passed_over(self) -> None:
        shutil.rmtree(self.tree / "scripts" / "zips")
        self.write("scripts/zips/static-build.sh", "#!/bin/sh\nexit 3\n")
        commit = self.commit("broken")
        status, output = self.check("--from", commit, "--packages", "dist")
        self.assertNotEqual(status, 0)
        self.assertNotIn("sandbox mixed", output)


if __name__ == "__main__":
    unittest.main()
