"""Checks that every threat of docs/threat-model.md has a row in Tests/threats.md, and that every test that the row
names exists and runs, and the same of every difference in docs/sandbox-differences.md. `python3 -m sources.threat_model`
finds tests that have moved and writes their links.

The page gives each threat an id, and one row to threats that one defence stops. The row of an id names its tests by
their titles:

    | F1 | [test_a_start_with_srp_is_refused](EndToEnd/test_pycognito.py); `make fuzz` |

A link leads to a test in Swift or Python, to a journey, or to a case of events/. A row may name a command instead; check_docs finds
out whether there is such a target.
"""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path
from typing import Iterator

PAGE, TESTS, DIFFERENCES = "docs/threat-model.md", "Tests/threats.md", "docs/sandbox-differences.md"
# A row of the page begins with the ids of its threats, as in `| F4, F5. An attack |`; a row of tests has one id in a
# cell.
THREAT = re.compile(r"\| ([A-Z]\d+(?:, [A-Z]\d+)*)\. ")
ROW = re.compile(r"\| ([A-Z]\d+) \| (.*) \|$")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
COMMAND = re.compile(r"`make [a-z]")
# Where tests stand: a folder, and the form of a file's name.
PLACES = (("Tests", "*.swift"), ("Tests", "test_*.py"), ("Tests", "journeys/*.py"), ("events", "*.json"))


def swift_tests(text: str) -> set[str]:
    """The names of the tests of a Swift file that run: not those in comments or strings, nor disabled ones."""
    names = set()
    for test in re.finditer(r'^ *@Test\(\s*"((?:[^"\\\n]|\\.)*)"(.*?)\bfunc\b', text, re.MULTILINE | re.DOTALL):
        if ".disabled(" not in test[2]:
            names.add(test[1].replace('\\"', '"'))
    return names


def python_tests(text: str) -> set[str]:
    """The names of the journeys and the test functions of a Python file, in a class or not, without skipped ones."""
    tree = ast.parse(text)
    functions = [*tree.body, *(node for scope in tree.body if isinstance(scope, ast.ClassDef) for node in scope.body)]
    return {function.name for function in functions
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and _runs(function)}


def _runs(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    is_journey = any(decorator.startswith("journey(") for decorator in decorators)
    return (is_journey or function.name.startswith("test_")) and not any("skip" in each for each in decorators)


def tests_in(path: Path) -> set[str]:
    """The names of the tests in a file, or of the cases in a file of sample events."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return python_tests(text)
    if path.suffix == ".json":
        # A whole event is one case, and is a sample only with the expectation beside it.
        cases = json.loads(text).get("cases", {})
        return set(cases) or ({path.stem} if path.with_suffix(".expected.json").exists() else set())
    return swift_tests(text)


def ids(page: Path, row: re.Pattern[str]) -> list[tuple[int, str, str]]:
    """The ids of every row of a page: line number, id, and the rest of a row of tests."""
    found = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if match := row.match(line):
            found += [(number, name, match[match.lastindex or 1]) for name in match[1].split(", ")]
    return found


def faults(root: Path) -> Iterator[str]:
    """A line for each threat without tests, each row without a threat, and each test that does not exist."""
    missing = [path for path in (PAGE, TESTS) if not (root / path).exists()]
    yield from (f"{path} does not exist" for path in missing)
    if missing:
        return
    threats, shown = ids(root / PAGE, THREAT), ids(root / TESTS, ROW)
    if not threats:
        yield f"{PAGE}: no table of threats"
    for page, own, others in ((PAGE, threats, shown), (TESTS, shown, threats)):
        names = [name for _, name, _ in own]
        for number, name, _ in own:
            if names.count(name) > 1:
                yield f"{page}:{number}: {name} is the id of several rows"
            elif name not in {other for _, other, _ in others}:
                yield f"{page}:{number}: {name} has no row in {TESTS if page == PAGE else PAGE}"
    yield from _row_faults(root, TESTS, [(number, cell) for number, _, cell in shown])
    if (root / DIFFERENCES).exists():
        yield from _row_faults(root, DIFFERENCES, last_cells(root / DIFFERENCES))


def last_cells(page: Path) -> list[tuple[int, str]]:
    """The last cell of every row of a page's tables, without the headings."""
    found, is_body = [], False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        is_rule = line.startswith("|---")
        is_body = line.startswith("|") and (is_body or is_rule)
        if is_body and not is_rule:
            found.append((number, line.removesuffix(" |").rpartition(" | ")[2]))
    return found


def _row_faults(root: Path, page: str, rows: list[tuple[int, str]]) -> Iterator[str]:
    for number, cell in rows:
        links = LINK.findall(cell)
        if not links and not COMMAND.search(cell):
            yield f"{page}:{number}: the row names no test"
        for name, link in links:
            file = (root / page).parent / link
            if not any(_is_in(root, file, place) for place in PLACES):
                yield f"{page}:{number}: {link} is no file of tests"
            elif name not in tests_in(file):
                yield f"{page}:{number}: {link} has no test named: {name}"


def _is_in(root: Path, file: Path, place: tuple[str, str]) -> bool:
    folder, form = place
    return file.is_file() and file.match(form) and file.resolve().is_relative_to((root / folder).resolve())


def relinked(root: Path, page: str = TESTS) -> str:
    """The text of a page with links to the files in which the tests stand now. A title that several files have keeps to
    the file of the same name, if there is one."""
    places: dict[str, list[Path]] = {}
    for folder, form in PLACES:
        for file in sorted((root / folder).rglob(form)):
            for name in tests_in(file):
                places.setdefault(name, []).append(file)
    home = (root / page).parent

    def link(match: re.Match[str]) -> str:
        name, old = match[1], home / match[2]
        found = places.get(name, [])
        if any(file.resolve() == old.resolve() for file in found):
            return match[0]
        best = [file for file in found if file.name == old.name] or found
        return f"[{name}]({os.path.relpath(best[0], home)})" if len(best) == 1 else match[0]

    return LINK.sub(link, (root / page).read_text(encoding="utf-8"))


if __name__ == "__main__":
    TREE = Path(__file__).resolve().parents[2]
    for each in (TESTS, DIFFERENCES):
        (TREE / each).write_text(relinked(TREE, each), encoding="utf-8")
