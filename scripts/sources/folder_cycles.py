"""Finds folders of one module that need each other.

Two such folders are one, or one of them holds something that belongs further down. A folder needs another if one of its
files names a type that is declared at the top of a file there. Files at the top of a module are its face: they may name
everything, and everything may name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TYPE = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*"
                  r"(?:struct|enum|class|actor|protocol|typealias)\s+(\w+)", re.MULTILINE)
# Comments and texts name types that the code does not need; what is interpolated into a text counts.
COMMENT = re.compile(r"//[^\n]*")
TEXT = re.compile(r'"""\n.*?"""|#*"(?:\\.|[^"\\\n])*"#*', re.DOTALL)
INTERPOLATED = re.compile(r"\\#*\((.*?)\)")
NAME = re.compile(r"\b[A-Z]\w+\b")

# What each folder needs: the other folders, each with an example.
Needs = dict[str, dict[str, str]]


def code(source: str) -> str:
    """A source without comments and texts."""
    return TEXT.sub(lambda text: " ".join(INTERPOLATED.findall(text[0])), COMMENT.sub("", source))


def needs(module: Path) -> Needs:
    """What the folders of a module need of each other."""
    files = {path: code(path.read_text(encoding="utf-8")) for path in sorted(module.rglob("*.swift"))
             if path.parent != module}
    homes: dict[str, set[str]] = {}
    for path, text in files.items():
        for name in TYPE.findall(text):
            homes.setdefault(name, set()).add(folder(module, path))
    found: Needs = {}
    for path, text in files.items():
        here = folder(module, path)
        for name in sorted(set(NAME.findall(text))):
            # Private types of several files may share a name.
            if len(home := homes.get(name, set())) == 1 and here not in home:
                found.setdefault(here, {}).setdefault(*home, f"{path.name} names {name}")
    return found


def folder(module: Path, path: Path) -> str:
    return path.parent.relative_to(module).as_posix()


def cycles(module: Path) -> Iterator[str]:
    """Each pair of folders of which one needs the other, which leads back to it, a line each."""
    found = needs(module)
    for here, others in found.items():
        for there, example in others.items():
            if here in reached(found, there):
                yield f"cycle: in {module.name}, {here} needs {there} ({example}), which leads back to {here}"


def reached(found: Needs, start: str) -> set[str]:
    """The folders that a folder needs, directly or through others."""
    seen, queue = set(), [start]
    while queue:
        for below in found.get(queue.pop(), {}):
            if below not in seen:
                seen.add(below)
                queue.append(below)
    return seen
