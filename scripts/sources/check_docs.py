"""Checks the pages of this repository: every link, heading, path and make target that they name exists,
docs/architecture.md names every module, the tables of docs/configuration.md agree with the code and with template.yaml,
every threat of docs/threat-model.md has tests that exist, docs/reasons.md has every word of the code, tables are made
from their data, and code for apps stands in docs/apps. Needs Python's standard library only."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

from sources import cost_page
from sources import configuration_table, guesses_page, reasons, samples_in_pages, threat_model

ARCHITECTURE = "docs/architecture.md"
FOLDERS = ("Sources", "Tests", "clients", "events", "operators", "scripts", "docs", ".ci")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE_SPAN = re.compile(r"`([^`]+)`")
PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, FOLDERS))})/[^\s`'\",;:()]*")
MAKE = re.compile(r"(?:^|&& )\s*make ([a-z][a-z0-9-]*)")


class Line(NamedTuple):
    """A line of a page."""
    number: int
    text: str
    is_code: bool


def pages(root: Path) -> list[Path]:
    """Every Markdown file of the tree; what is built stands in other folders."""
    return sorted([*root.glob("*.md"), *(page for folder in FOLDERS for page in (root / folder).rglob("*.md"))])


def lines(page: Path) -> Iterator[Line]:
    """The page's lines. The lines between two fences are code, and so are indented lines after an empty one."""
    in_fence, may_indent = False, True
    for number, text in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        is_fence = text.lstrip().startswith("```")
        is_indented = may_indent and text.startswith("    ")
        yield Line(number, text, in_fence or is_fence or is_indented)
        in_fence ^= is_fence
        may_indent = is_indented or not text.strip()


def anchors(page: Path) -> dict[str, int]:
    """The anchors that GitHub makes of the page's headings, in their order, with the number of each heading's line."""
    found: list[tuple[str, int]] = []
    for line in lines(page):
        heading = re.match(r"#{1,6} +(.+)", line.text)
        if heading and not line.is_code:
            text = LINK.sub(lambda link: link[0].partition("]")[0], heading[1]).strip().lower()
            found.append((re.sub(r"[^\w\- ]", "", text).replace(" ", "-"), line.number))
    slugs = [slug for slug, _ in found]
    # A heading that stands on the page again gets a number.
    return {f"{slug}-{count}" if (count := slugs[:index].count(slug)) else slug: number
            for index, (slug, number) in enumerate(found)}


def broken_link(root: Path, page: Path, link: str) -> str | None:
    """What is wrong with a link; links to other servers are not followed."""
    if re.match(r"[a-z][a-z0-9+.-]*:", link):
        return None
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page.resolve()
    if not target.is_relative_to(root.resolve()) or not target.exists():
        return f"{link} does not exist"
    if anchor and (target.suffix != ".md" or anchor not in anchors(target)):
        return f"{path or page.name} has no heading #{anchor}"
    return None


def is_there(root: Path, path: str) -> bool:
    """Whether a path exists. `<Name>`, `…` and `*` stand for any name; `#case` names a part of a file."""
    pattern = re.sub(r"<[^>]*>|…", "*", path.partition("#")[0]).rstrip(".")
    return any(root.glob(pattern)) if "*" in pattern else (root / pattern).exists()


def make_targets(root: Path) -> set[str]:
    """The targets of the Makefile."""
    makefile = root / "Makefile"
    return set(re.findall(r"^([a-z][a-z0-9-]*):", makefile.read_text(), re.MULTILINE)) if makefile.exists() else set()


def page_faults(root: Path, page: Path, targets: set[str]) -> Iterator[str]:
    """A line for each thing that the page names and that does not exist."""
    for line in lines(page):
        spans = [line.text] if line.is_code else CODE_SPAN.findall(line.text)
        faults: list[str | None] = []
        if not line.is_code:
            faults += [broken_link(root, page, link) for link in LINK.findall(CODE_SPAN.sub("", line.text))]
        for code in spans:
            faults += [f"{path} does not exist" for path in PATH.findall(code) if not is_there(root, path)]
            faults += [f"the Makefile has no target {name}" for name in MAKE.findall(code) if name not in targets]
        yield from (f"{page.relative_to(root)}:{line.number}: {fault}" for fault in faults if fault)


def module_faults(root: Path) -> list[str]:
    """The modules that stand in only one of the two: the tree, and the tables of the page on the architecture."""
    if not (root / ARCHITECTURE).exists():
        return [f"{ARCHITECTURE} does not exist"]
    first_cells = re.findall(r"^\| (`[^|]+`) \|", (root / ARCHITECTURE).read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name for cell in first_cells for name in CODE_SPAN.findall(cell)}
    modules = {folder.name for part in ("Modules/*", "Development") for folder in (root / "Sources").glob(f"{part}/*")
               if folder.is_dir()}
    return ([f"{ARCHITECTURE}: the module {name} is missing" for name in sorted(modules - listed)]
            + [f"{ARCHITECTURE}: there is no module {name}" for name in sorted(listed - modules)])


def faults(root: Path) -> list[str]:
    """Everything that is wrong with the pages of a tree."""
    targets = make_targets(root)
    found = [fault for page in pages(root) for fault in page_faults(root, page, targets)]
    return [*found, *module_faults(root), *configuration_table.faults(root), *threat_model.faults(root),
            *reasons.faults(root), *samples_in_pages.faults(root)]


def main() -> None:
    root = Path(__file__).resolve().parents[2]
    found = [*faults(root), *cost_page.faults(root), *guesses_page.faults(root)]
    if found:
        sys.exit("\n".join(found))
    print(f"{len(pages(root))} pages: all that they name exists, tests included; "
          "modules and variables are listed as they are")


if __name__ == "__main__":
    main()
