"""The pages that are made from the list of guesses, and from the reports of what AWS did."""

from __future__ import annotations

from pathlib import Path

from sources import guesses_page as page
from tree_case import TreeCase

ROOT = Path(__file__).resolve().parents[2]


class PageTests(TreeCase):
    def setUp(self) -> None:
        super().setUp()
        self.texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in (
            *page.PAGES, *(file.relative_to(ROOT) for file in (ROOT / page.REPORTS).glob("*.json")))}
        for path, text in self.texts.items():
            self.write(str(path), text)

    def test_a_page_that_is_not_made_from_its_data_is_named_and_can_be_written_anew(self) -> None:
        self.assertEqual(list(page.faults(self.root)), [])
        for path, old, new in ((page.SANDBOX, "| three times |", "| twice |"), (page.PROVEN, "### As said", "### Said"),
                               (page.TIMES, "| 1.17 ms |", "| 1.18 ms |")):
            for changed in (self.texts[path].replace(old, new), self.texts[path].replace("<!-- end -->", "")):
                self.assertNotEqual(changed, self.texts[path])
                self.write(str(path), changed)
                self.assertEqual([fault.split(":")[0] for fault in page.faults(self.root)], [str(path)])
            self.write(str(path), self.texts[path].replace(old, new))
            self.assertEqual(page.written(self.root, path), self.texts[path])
            self.write(str(path), self.texts[path])

    def test_a_report_more_is_a_part_of_the_page(self) -> None:
        [report, *_] = [path for path in self.texts if path.suffix == ".json"]
        self.write("docs/proven/prove-us-east-1-2027-01-01.json", self.texts[report].replace("2026-", "2027-"))
        self.assertEqual([fault.split(":")[0] for fault in page.faults(self.root)], [str(page.PROVEN)])
        self.assertLess(*map(page.written(self.root, page.PROVEN).index, ("## eu-west-1, 2027", "## eu-west-1, 2026")))
