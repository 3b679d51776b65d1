"""The entries of CHANGELOG.md."""

from __future__ import annotations

import re
from pathlib import Path

HEADING = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?[ \t]*$", re.MULTILINE)
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
UNRELEASED = "Unreleased"


def entries(changelog: Path) -> dict[str, str]:
    """The text of each entry by its version, the newest first. A version without a date is not released yet."""
    text = changelog.read_text(encoding="utf-8")
    found = list(HEADING.finditer(text))
    ends = [heading.start() for heading in found[1:]] + [len(text)]
    return {heading[1] if heading[2] or heading[1] == UNRELEASED else f"{heading[1]} without a date":
            text[heading.end():end].strip() for heading, end in zip(found, ends)}


def current_version(changelog: Path) -> str:
    """The version of a tree: that of its newest entry if nothing is unreleased, else `unreleased`."""
    found = entries(changelog)
    versions = [version for version in found if VERSION.fullmatch(version)]
    return UNRELEASED.lower() if found.get(UNRELEASED) or not versions else versions[0]
