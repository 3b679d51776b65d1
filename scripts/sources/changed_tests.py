"""Prints the pattern of the Swift tests that belong to what has changed: of each module in which a file differs from a
commit, or that git does not know yet. Nothing if no module has changed.

Usage: python3 -m sources.changed_tests [COMMIT]; without it, what is not committed counts, or else the last commit.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]


def git(root: Path, *words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()


def changed_files(root: Path, base: str) -> list[str]:
    """The files that differ from a commit, and those that are new."""
    found = git(root, "diff", "--name-only", base or "HEAD") + git(root, "ls-files", "--others", "--exclude-standard")
    return found if found or base else git(root, "diff", "--name-only", "HEAD~1", "HEAD")


def suites(files: Iterable[str], targets: Iterable[str]) -> list[str]:
    """The test targets of those files: a module's own, and that in which a test lies."""
    known = set(targets)
    return sorted({name for file in files if file.endswith(".swift") and file.startswith(("Sources/", "Tests/"))
                   for part in PurePosixPath(file).parts for name in (part, f"{part}Tests") if name in known})


def test_targets(root: Path) -> list[str]:
    return [folder.name for folder in (root / "Tests").rglob("*Tests") if folder.is_dir()]


def main() -> None:
    base = sys.argv[1] if len(sys.argv) > 1 else ""
    if found := suites(changed_files(ROOT, base), test_targets(ROOT)):
        print(f"^({'|'.join(found)})\\.")


if __name__ == "__main__":
    main()
