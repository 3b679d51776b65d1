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
# How far back changes are looked for.
MOST_COMMITS = 50


def recently_changed(root: Path, mutants: list[Mutant], sources: dict[str, str], count: int) -> list[Mutant]:
    """The mutants in lines that are not committed; if all is committed, those in lines that the last commits changed,
    of as many commits as it takes to find so many."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words, "--", *FOLDERS], cwd=root, check=True, capture_output=True,
                              text=True).stdout

    def changed(*commits: str) -> list[Mutant]:
        lines = read_diff(git("diff", "--unified=0", "--no-color", "--no-ext-diff", *commits))
        return among(mutants, lines, sources)

    if git("diff", "--name-only", "HEAD"):
        return changed("HEAD")
    found: list[Mutant] = []
    # The first commit has none before it.
    for commit in git("log", "--min-parents=1", "--format=%H").split()[:MOST_COMMITS]:
        found = changed(f"{commit}~1", "HEAD")
        if len(found) >= count:
            break
    return found


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
