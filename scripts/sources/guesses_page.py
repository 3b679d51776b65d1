"""Writes what operators/src/cognito_passkeys/prove/guesses.toml says of the sandbox into docs/sandbox-differences.md.

Run as `PYTHONPATH=scripts:operators/src python3 -m sources.guesses_page` after a change of that file. `make check-docs`
says when the page is not up to date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

from cognito_passkeys.prove.guesses import GUESSES

PAGE = Path("docs/sandbox-differences.md")
COMMAND = "PYTHONPATH=scripts:operators/src python3 -m sources.guesses_page"
BLOCK = re.compile(r"(?<=<!-- generated: guesses -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table() -> str:
    rows = ["| Question | The sandbox's choice | Shown by |", "|---|---|---|"]
    rows += [f"| {one.about} | {one.said} | [{one.test}](../{one.file}) |" for one in GUESSES.values() if one.test]
    return "\n".join([*rows, ""])


def written(text: str) -> str:
    """The page with its table as it must be."""
    return BLOCK.sub(lambda _: table(), text)


def faults(root: Path) -> Iterator[str]:
    text = (root / PAGE).read_text(encoding="utf-8")
    if not BLOCK.search(text) or written(text) != text:
        yield f"{PAGE}: the table is not that of guesses.toml: {COMMAND}"


if __name__ == "__main__":
    file = Path(__file__).resolve().parents[2] / PAGE
    file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
