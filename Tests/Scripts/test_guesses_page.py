"""The table of docs/sandbox-differences.md that is made from the list of guesses."""

from __future__ import annotations

from pathlib import Path

from sources import guesses_page as page
from tree_case import TreeCase

ROOT = Path(__file__).resolve().parents[2]


class PageTests(TreeCase):
    def test_a_table_that_is_not_that_of_the_list_is_named_and_can_be_written_anew(self) -> None:
        path = str(page.PAGE)
        text = (ROOT / path).read_text(encoding="utf-8")
        self.write(path, text)
        self.assertEqual(list(page.faults(self.root)), [])
        for changed in (text.replace("| three times |", "| twice |"), text.replace("<!-- end -->", "")):
            self.write(path, changed)
            [fault] = page.faults(self.root)
            self.assertIn(f"{path}: the table is not that of guesses.toml", fault)
        self.assertEqual(page.written(text.replace("| three times |", "| twice |")), text)
