"""Checks that the code for apps in the pages stands in the sample apps, where it is run or type-checked.

The line before such a code block names the sample: `<!-- sample: docs/apps/web/sign-in.js -->`. A line of the block that
is only `…` leaves something out; the lines between two of them stand in the sample one after the other. The indentation
may differ. Code that must not be in an app says why: `<!-- no sample: the old way -->`. Code in other languages is
compared if it names a sample. Needs Python's standard library only."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Iterator

LANGUAGES = ("js", "jsx", "kotlin", "swift", "ts", "tsx")
FENCE = re.compile(r"\s*```(\w+)$")
SAMPLE = re.compile(r"<!-- sample: (\S+) -->$")
NO_SAMPLE = re.compile(r"<!-- no sample: .+ -->$")
OMISSION = re.compile(r"\s*(?:// )?…$")


def faults(root: Path) -> Iterator[str]:
    """A line for each code block without a sample, and for each line that its sample does not have."""
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if page.exists():
            lines = page.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines):
                if fence := FENCE.match(line):
                    before = lines[number - 1].strip() if number else ""
                    if fence[1] in LANGUAGES or SAMPLE.match(before):
                        yield from block_faults(root, f"{page.relative_to(root)}", lines, number, before)


def block_faults(root: Path, page: str, lines: list[str], fence: int, before: str) -> Iterator[str]:
    if NO_SAMPLE.match(before):
        return
    named = SAMPLE.match(before)
    if not named:
        yield f"{page}:{fence + 1}: the line before this code must name its sample: <!-- sample: docs/apps/… -->"
        return
    sample = root / named[1]
    if not sample.is_file():
        yield f"{page}:{fence}: {named[1]} does not exist"
        return
    there = sample.read_text(encoding="utf-8").splitlines()
    for start, piece in pieces(lines, fence + 1):
        if not stands_in(there, piece):
            yield f"{page}:{start + 1}: {named[1]} does not have these lines: {piece[0].strip()}"


def pieces(lines: list[str], start: int) -> Iterator[tuple[int, list[str]]]:
    """The parts of a code block between omissions, each with the index of its first line."""
    piece: list[str] = []
    for index in range(start, len(lines) + 1):
        is_end = index == len(lines) or lines[index].lstrip().startswith("```")
        if is_end or OMISSION.match(lines[index]):
            text = "\n".join(piece).strip("\n")
            if text:
                skipped = next(count for count, line in enumerate(piece) if line.strip())
                yield index - len(piece) + skipped, text.split("\n")
            piece = []
        else:
            piece.append(lines[index])
        if is_end:
            return


def stands_in(sample: list[str], piece: list[str]) -> bool:
    wanted = textwrap.dedent("\n".join(piece))
    size = len(piece)
    return any(textwrap.dedent("\n".join(sample[index:index + size])) == wanted
               for index in range(len(sample) - size + 1))
