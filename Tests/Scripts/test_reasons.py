"""The check of docs/reasons.md: a word that only the page or only the code has is a fault, in both directions."""

from __future__ import annotations

import re
from pathlib import Path

from sources import reasons
from tree_case import TreeCase

ROOT = Path(__file__).resolve().parents[2]
CODE = """
extension Rules {
    /// Why.
    package enum NAME: String, CaseIterable, Sendable {
        /// One.
        case badStart = "bad_start"
        case expired, other
    }
    // outcome: "in_a_remark"
    package enum Another: Equatable { case foreign }
}
let reply = Reply(event, outcome: isWon ? "won" : lost)
line.member("reason", ifPresent: reason)
let json = APIResponse(status: 404, json: Array(#"{"message":"Not Found"}"#.utf8), outcome: "no_path")
private var outcome: String? {
    switch self {
    case .held: "held"
    }
    }
let unrelated = "unrelated"
"""


# The enumerations, by file and name.
PLACES = [place for places in reasons.ENUMERATIONS.values() for place in places]


class ReasonsTests(TreeCase):
    FILES = {f"Sources/Modules/Triggers/Rules/{file}": CODE.replace("NAME", name) for file, name in PLACES}

    def setUp(self) -> None:
        super().setUp()
        self.page = "".join(
            f"## {heading}\n\n| Word | Cause |\n|---|---|\n| `bad_start` | a |\n| `expired`, `other` | b |\n\n"
            for heading in reasons.ENUMERATIONS) + "## Others\n\n| `won` | c |\n| `no_path`, `held` | d |\n"

    def faults(self, page: str) -> list[str]:
        self.write(reasons.PAGE, page)
        return [fault.removeprefix("docs/reasons.md: ") for fault in reasons.faults(self.root)]

    def test_a_page_with_every_word_has_no_fault(self) -> None:
        self.assertEqual(self.faults(self.page), [])

    def test_a_word_of_the_code_that_the_page_lacks_is_named(self) -> None:
        for heading in reasons.ENUMERATIONS:
            start, _, rest = self.page.partition(f"## {heading}\n")
            self.assertEqual(self.faults(start + f"## {heading}\n" + rest.replace("| `bad_start` | a |\n", "", 1)),
                             [f"{heading}: bad_start is missing"])
        self.assertEqual(self.faults(self.page.replace("`no_path`, `held`", "`held`")),
                         ["no_path is missing, an outcome or a reason"])

    def test_a_row_of_the_page_that_the_code_lacks_is_named(self) -> None:
        first = next(iter(reasons.ENUMERATIONS))
        self.assertEqual(self.faults(self.page.replace("| `bad_start` | a |", "| `bad_start`, `gone` | a |", 1)),
                         [f"{first}: the code has no gone"])
        self.assertEqual(self.faults(self.page + "| `unrelated` | e |\n"), ["Others: the code has no unrelated"])
        self.assertEqual(self.faults(self.page + "| `in_a_remark` | e |\n"), ["Others: the code has no in_a_remark"])

    def test_a_row_that_is_there_twice_is_named(self) -> None:
        first = next(iter(reasons.ENUMERATIONS))
        twice = self.page.replace("| `bad_start` | a |", "| `bad_start` | a |\n| `bad_start` | a |", 1)
        self.assertEqual(self.faults(twice), [f"{first}: bad_start has several rows"])

    def test_an_enumeration_that_has_moved_is_named(self) -> None:
        file, name = PLACES[0]
        (self.root / "Sources/Modules/Triggers/Rules" / file).unlink()
        self.assertIn(f"the code has no enumeration {name} in {file}", self.faults(self.page))

    def test_a_missing_page_is_a_fault(self) -> None:
        self.assertEqual(list(reasons.faults(self.root)), ["docs/reasons.md does not exist"])

    def test_the_enumerations_are_those_of_the_code(self) -> None:
        for file, name in PLACES:
            path, = (ROOT / "Sources/Modules").rglob(file)
            self.assertGreater(len(reasons.enumeration(path.read_text(), name)), 2, file)

    def test_the_refusals_that_the_page_calls_errors_are_those_of_the_code(self) -> None:
        path, = (ROOT / "Sources/Modules").rglob("Refusal.swift")
        words = path.read_text().partition("package static let words")[2].partition("]")[0]
        listed = (ROOT / reasons.PAGE).read_text().partition("is an ERROR in the log")[2].partition("Strangers")[0]
        self.assertEqual(sorted(re.findall(r"`([a-z_]+)`", listed)), sorted(re.findall(r'"([a-z_]+)"', words)))
