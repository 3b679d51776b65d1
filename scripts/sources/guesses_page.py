"""Writes what the operators' guesses.toml says of the sandbox into docs/sandbox-differences.md, and the reports of
docs/proven/, which `cognito-passkeys prove` has made, into docs/proven.md; and into docs/speed.md the figures of
speed.json, which these reports have beside theirs.

Run as `PYTHONPATH=scripts:operators/src python3 -m sources.guesses_page` after a change of them. `make check-docs`
says when a page is not up to date.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Iterator

from cognito_passkeys.prove import markdown
from cognito_passkeys.prove.guesses import GUESSES
from cognito_passkeys.prove.speed import SPEED

SANDBOX, PROVEN, TIMES = (Path(f"docs/{name}.md") for name in ("sandbox-differences", "proven", "speed"))
REPORTS = Path("docs/proven")
COMMAND = "PYTHONPATH=scripts:operators/src python3 -m sources.guesses_page"
BLOCK = re.compile(r"(?<=<!-- generated -->\n).*?(?=<!-- end -->)", re.DOTALL)


def guesses(_: Path) -> str:
    """The rows that the sandbox has a test for."""
    rows = ["| Question | The sandbox's choice | Shown by |", "|---|---|---|"]
    rows += [f"| {one.about} | {one.said} | [{one.test}](../{one.file}) |" for one in GUESSES.values() if one.test]
    return "\n".join([*rows, ""])


def reports(root: Path) -> str:
    """The newest report first."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((root / REPORTS).glob("*.json"))]
    return "\n".join(line for one in sorted(found, key=lambda one: one["made"], reverse=True)
                     for line in markdown.lines(one))


def speed(_: Path) -> str:
    rows = [[name, *cells] for name, cells in SPEED["rows"].items()]
    return markdown.table(("", *SPEED["columns"]), rows).replace("|  |", "| |")


PAGES = {SANDBOX: guesses, PROVEN: reports, TIMES: speed}


def written(root: Path, page: Path) -> str:
    """The page as it must be."""
    return BLOCK.sub(lambda _: PAGES[page](root), (root / page).read_text(encoding="utf-8"))


def faults(root: Path) -> Iterator[str]:
    for page in PAGES:
        text = (root / page).read_text(encoding="utf-8")
        if not BLOCK.search(text) or written(root, page) != text:
            yield f"{page}: it is not made from its data: {COMMAND}"


if __name__ == "__main__":
    tree = Path(__file__).resolve().parents[2]
    for each in PAGES:
        (tree / each).write_text(written(tree, each), encoding="utf-8")
