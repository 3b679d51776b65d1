"""Checks the page that maps attacks to defences and to the tests that show them: every test that it names exists and
runs, and every row names one.

On that page a link to a file of tests has the test's name as its text:

    [a start with SRP is refused](../Tests/Development/LocalCognitoTests/RealFunctionsTests.swift)
    [test_nothing_is_changed](../Tests/Deployment/test_check_pool.py)
    [wrong-pool](../events/VerifyAuthChallenge/signed/tokens.json)
    [start a sign-in with SRP](../Sources/Development/Demo/DemoRun+Attacks.swift)

A row may name a command instead, as in `make check-package`; check_docs finds out whether there is such a target.
"""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Iterator

PAGE = "docs/threat-model.md"
HEADER = "| Attack | Defence | Shown by |"
LINK = re.compile(r"\[([^\]]*)\]\(\.\./((?:Tests|events|Sources/Development/Demo)/[^)\s#]+)\)")
COMMAND = re.compile(r"`make [a-z]")
_LITERAL = r'"((?:[^"\\\n]|\\.)*)"'


def swift_tests(text: str) -> set[str]:
    """The names of the tests of a Swift file that run: not those in comments or strings, nor disabled ones."""
    names = set()
    for test in re.finditer(rf"^ *@Test\(\s*{_LITERAL}(.*?)\bfunc\b", text, re.MULTILINE | re.DOTALL):
        if ".disabled(" not in test[2]:
            names.add(test[1].replace('\\"', '"'))
    return names


def demo_steps(text: str) -> set[str]:
    """The names of the steps of a file of the demo."""
    return {step[1] for step in re.finditer(rf'^[^/"\n]*\bstep\(\s*{_LITERAL}', text, re.MULTILINE)}


def python_tests(text: str) -> set[str]:
    """The names of the test functions of a Python file, in a class or not, without skipped ones."""
    tree = ast.parse(text)
    functions = [*tree.body, *(node for scope in tree.body if isinstance(scope, ast.ClassDef) for node in scope.body)]
    return {function.name for function in functions
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and function.name.startswith("test_")
            and not any("skip" in ast.unparse(decorator) for decorator in function.decorator_list)}


def tests_in(path: Path) -> set[str]:
    """The names of the tests in a file, or of the cases in a file of sample events."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return python_tests(text)
    if path.suffix == ".json":
        # A whole event is one case, and is a sample only with the expectation beside it.
        cases = json.loads(text).get("cases", {})
        return set(cases) or ({path.stem} if path.with_suffix(".expected.json").exists() else set())
    return demo_steps(text) if "Demo" in path.parts else swift_tests(text)


def faults(root: Path) -> Iterator[str]:
    """A line for each test that the page names and that does not exist, and for each row without a test."""
    page = root / PAGE
    if not page.exists():
        yield f"{PAGE} does not exist"
        return
    lines = page.read_text(encoding="utf-8").splitlines()
    if HEADER not in lines:
        yield f"{PAGE}: no table of attacks"
    is_table = False
    for number, line in enumerate(lines, 1):
        is_table = line == HEADER or is_table and line.startswith("|")
        links = LINK.findall(line)
        shown_by = line.removesuffix("|").rpartition("|")[2]
        if is_table and line != HEADER and set(line) - set("|-: ") and not links and not COMMAND.search(shown_by):
            yield f"{PAGE}:{number}: the row names no test"
        for name, path in links:
            file = root / path
            if file.is_dir() or not file.exists():
                yield f"{PAGE}:{number}: {path} is no file of tests"
            elif name not in tests_in(file):
                yield f"{PAGE}:{number}: {path} has no test named: {name}"
