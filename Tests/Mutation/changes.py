"""The mutants that lie in changed lines."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from mutants import Mutant

FILE = re.compile(r"^\+\+\+ b/(.+)$")
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")


# Where mutants are.
FOLDERS = ("Sources/Functions", "Sources/Modules")


def changed_lines(root: Path) -> dict[str, set[int]]:
    """The lines of the functions' sources that are not committed; if all is committed, those of the last commit that
    changed any."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words, "--", *FOLDERS], cwd=root, check=True, capture_output=True,
                              text=True).stdout

    def lines(*commits: str) -> dict[str, set[int]]:
        return read_diff(git("diff", "--unified=0", "--no-color", "--no-ext-diff", *commits))

    if found := lines("HEAD"):
        return found
    last = git("log", "-1", "--format=%H").strip()
    return lines(f"{last}~1", "HEAD") if last else {}


def read_diff(diff: str) -> dict[str, set[int]]:
    """The lines that a diff without context adds or changes, by their files."""
    found: dict[str, set[int]] = {}
    file = ""
    for line in diff.splitlines():
        if name := FILE.match(line):
            file = name[1]
        elif hunk := HUNK.match(line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            if count:
                found.setdefault(file, set()).update(range(first, first + count))
    return found


def among(mutants: list[Mutant], lines: dict[str, set[int]], sources: dict[str, str]) -> list[Mutant]:
    """The mutants of which a line has changed."""
    def is_changed(mutant: Mutant) -> bool:
        changed, source = lines.get(mutant.file), sources.get(mutant.file, "")
        first = source.count("\n", 0, mutant.start) + 1
        last = source.count("\n", 0, mutant.end) + 1
        return bool(changed) and not changed.isdisjoint(range(first, last + 1))

    return [mutant for mutant in mutants if is_changed(mutant)]
