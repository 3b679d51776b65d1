"""The project grew from five public documents. For each line of them that does not work here as printed, a page says
what to do instead. documents.toml is the list."""

from __future__ import annotations

import tomllib
import unittest
from pathlib import Path
from typing import Any

from sources import check_docs
from tree_case import TreeCase

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("documents.toml")
MEMBERS = {"document", "asks", "page", "anchor", "says"}


def section(page: Path, anchor: str | None) -> str:
    """The text below a heading, up to the next one, or the whole file, with one space for any white space.

    :raises KeyError: the page has no such heading.
    """
    text = page.read_text(encoding="utf-8")
    if anchor is not None:
        starts = check_docs.anchors(page)
        start = starts[anchor]
        end = min((number for number in starts.values() if number > start), default=None)
        text = "\n".join(text.splitlines()[start:end and end - 1])
    return " ".join(text.split())


def faults(root: Path, entry: dict[str, Any]) -> list[str]:
    """What the page of an entry no longer says."""
    page, anchor = root / entry["page"], entry.get("anchor")
    if not page.is_file():
        return [f"{entry['page']} does not exist"]
    try:
        found = section(page, anchor)
    except KeyError:
        return [f"{entry['page']} has no heading #{anchor}"]
    return [f"{entry['page']}#{anchor or ''} does not say: {phrase}" for phrase in entry["says"] if phrase not in found]


class ListTests(unittest.TestCase):
    def test_a_page_answers_each_line_of_the_documents(self) -> None:
        listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
        self.assertEqual({entry["document"] for entry in listed["line"]}, set(listed["documents"]))
        for entry in listed["line"]:
            with self.subTest(entry["asks"]):
                self.assertLessEqual(entry.keys(), MEMBERS)
                self.assertTrue(entry["says"])
                self.assertEqual(faults(ROOT, entry), [])


class LossTests(TreeCase):
    FILES = {"docs/page.md": "# Page\n\nFirst.\n\n## On phones\n\nAn iPhone needs\niOS 15.\n\n"
                             "```\n# no heading\n```\n\n## On desks\n\nA desk needs no phone.\n",
             "docs/code.ts": "isSupported();\n"}

    def lost(self, *says: str, page: str = "docs/page.md", anchor: str | None = "on-phones") -> list[str]:
        return faults(self.root, {"page": page, "says": says} | ({"anchor": anchor} if anchor else {}))

    def test_what_the_section_says_is_found_over_the_ends_of_lines(self) -> None:
        self.assertEqual(self.lost("An iPhone needs iOS 15.", "# no heading"), [])
        self.assertEqual(self.lost("A desk needs no phone.", anchor="on-desks"), [])
        self.assertEqual(self.lost("isSupported()", page="docs/code.ts", anchor=None), [])

    def test_a_page_that_loses_the_page_the_heading_or_the_words_is_named(self) -> None:
        self.assertEqual(self.lost("iOS 15", page="docs/none.md"), ["docs/none.md does not exist"])
        self.assertEqual(self.lost("iOS 15", anchor="phones"), ["docs/page.md has no heading #phones"])
        self.assertEqual(self.lost("iOS 15", "A desk", "First."), [
            "docs/page.md#on-phones does not say: A desk", "docs/page.md#on-phones does not say: First."])
        self.assertEqual(self.lost("isAvailable", page="docs/code.ts", anchor=None), [
            "docs/code.ts# does not say: isAvailable"])
