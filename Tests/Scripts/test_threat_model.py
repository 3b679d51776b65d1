"""The check of the threats and their tests: a wrong name, a removed test and a row without a test each give a message."""

from __future__ import annotations

from sources import threat_model
from tree_case import TreeCase

SWIFT = '''\
@Suite("Flows")
struct FlowTests {
    // @Test("a test in a comment")
    @Test("an ordinary test")
    func ordinary() { let text = "@Test(\\"a test in a text\\")" }

    @Test(
        "a test with arguments, and \\"quotes\\"",
        arguments: [1, 2])
    func withArguments(number: Int) {}

    @Test("a disabled test", .disabled("too slow"))
    func disabled() {}

    @Test("a test whose body says", arguments: [1])
    func says() { skip.disabled() }
}
'''

PYTHON = '''\
class PoolTests(unittest.TestCase):
    def test_in_a_class(self):
        def test_inside(): pass

    @unittest.skip("too slow")
    def test_skipped(self): pass

    def helper(self): pass

def test_alone(): """test_in_a_text"""

@pytest.mark.skipif(True)
def test_skipped_alone(): pass

@journey(mode="signed")
def a_thief_fails(target): pass
'''

PAGE = """\
| Attack | Defence |
|---|---|
| F1. One | a guard |
| F2, F3. Two and three | `make guard` |

| Another table | |
|---|---|
| four | without an id |
"""

TESTS = """\
| Id | Shown by |
|---|---|
| F1 | {} |
| F2 | `make check-package` |
| F3 | `make check-package` |
"""


class ThreatModelTests(TreeCase):
    """A tree with a test of each kind; each test writes the row of F1."""

    FILES = {
        "Tests/FlowTests.swift": SWIFT, "Tests/test_pool.py": PYTHON, "Tests/helpers.py": "def test_helper(): pass",
        "docs/test_page.py": "def test_page(): pass",
        "events/Verify/tokens.json": '{"base": "right", "cases": {"wrong-user": {}}}',
        "events/Verify/right.json": '{"version": "1"}', "events/Verify/right.expected.json": "{}",
        "events/Verify/lost.json": '{"version": "1"}', threat_model.PAGE: PAGE,
    }

    def faults_of(self, cell: str) -> list[str]:
        self.write(threat_model.TESTS, TESTS.format(cell))
        return list(threat_model.faults(self.root))

    def assert_cells(self, **faults: list[tuple[str, ...]]) -> None:
        """Compares the faults of a row with one link; a template of a fault may name its path and its name."""
        for fault, links in faults.items():
            for path, *names in links:
                for name in names:
                    with self.subTest(name, path=path):
                        self.assertEqual(self.faults_of(f"[{name}]({path})"), [] if fault == "none" else [
                            f"{threat_model.TESTS}:3: {path} " + (
                                f"has no test named: {name}" if fault == "unknown" else "is no file of tests")])

    def test_tests_of_every_kind_that_run_are_found_and_no_others(self) -> None:
        self.assert_cells(
            none=[("FlowTests.swift", "an ordinary test", 'a test with arguments, and "quotes"',
                   "a test whose body says"), ("test_pool.py", "test_in_a_class", "test_alone", "a_thief_fails"),
                  ("../events/Verify/tokens.json", "wrong-user"),
                  ("../events/Verify/right.json", "right")],
            unknown=[("FlowTests.swift", "an ordinary", "An ordinary test", "Flows", "ordinary", "",
                      "a test in a comment", "a test in a text", "a disabled test"),
                     ("test_pool.py", "test_none", "helper", "PoolTests", "test_inside", "test_in_a_text",
                      "test_skipped", "test_skipped_alone"),
                     ("../events/Verify/tokens.json", "right-user", "tokens", "base"),
                     ("../events/Verify/lost.json", "lost")],
            no_tests=[(path, "test_page") for path in (
                "NoneTests.swift", "../events/Verify", "helpers.py", "../docs/test_page.py")])

    def test_every_test_of_a_row_is_looked_for_and_a_row_needs_one(self) -> None:
        row = "[an ordinary test](FlowTests.swift); [gone](test_pool.py); [wrong](../events/Verify/tokens.json)"
        self.assertEqual(self.faults_of(row), [
            f"{threat_model.TESTS}:3: test_pool.py has no test named: gone",
            f"{threat_model.TESTS}:3: ../events/Verify/tokens.json has no test named: wrong"])
        for cell in ("", "a test", "make check-package", "`Tests/FlowTests.swift`"):
            self.assertEqual(self.faults_of(cell), [f"{threat_model.TESTS}:3: the row names no test"], cell)

    def test_every_difference_of_the_sandbox_names_a_test(self) -> None:
        self.write(threat_model.DIFFERENCES, "| Difference | Shown by |\n|---|---|\n"
                   "| one, [elsewhere](x.md) | [test_alone](../Tests/test_pool.py) |\n"
                   "| two | [gone](../Tests/test_pool.py) |\n| three | nothing |\n\n| no | table |\n")
        self.assertEqual(self.faults_of("[test_alone](test_pool.py)"), [
            f"{threat_model.DIFFERENCES}:4: ../Tests/test_pool.py has no test named: gone",
            f"{threat_model.DIFFERENCES}:5: the row names no test"])

    def test_every_threat_has_one_row_of_tests_and_every_row_a_threat(self) -> None:
        self.write(threat_model.PAGE, PAGE.replace("F2, F3", "F3, F4").replace("| four |", "| F1. Four |"))
        self.assertEqual(self.faults_of("[test_alone](test_pool.py)"), [
            f"{threat_model.PAGE}:3: F1 is the id of several rows",
            f"{threat_model.PAGE}:4: F4 has no row in {threat_model.TESTS}",
            f"{threat_model.PAGE}:8: F1 is the id of several rows",
            f"{threat_model.TESTS}:4: F2 has no row in {threat_model.PAGE}"])

    def test_a_page_without_threats_is_a_fault(self) -> None:
        self.write(threat_model.PAGE, "# Threat model\n")
        self.assertIn(f"{threat_model.PAGE}: no table of threats", self.faults_of("[test_alone](test_pool.py)"))

    def test_a_tree_without_the_pages_says_so(self) -> None:
        (self.root / threat_model.PAGE).unlink()
        self.assertEqual(list(threat_model.faults(self.root)),
                         [f"{threat_model.PAGE} does not exist", f"{threat_model.TESTS} does not exist"])

    def test_a_test_that_moved_gets_its_link_and_of_several_with_one_title_the_one_that_is_meant(self) -> None:
        for old, new, is_there_twice in (("Pool/test_old.py", "test_pool.py", False),
                                         ("Other/test_other.py", "Other/test_other.py", True),
                                         ("Old/test_other.py", "Other/test_other.py", True),
                                         ("test_gone.py", "test_gone.py", True)):
            if is_there_twice:
                self.write("Tests/Other/test_other.py", PYTHON)
            self.write(threat_model.TESTS, TESTS.format(f"[test_alone]({old})"))
            self.assertEqual(threat_model.relinked(self.root), TESTS.format(f"[test_alone]({new})"))
