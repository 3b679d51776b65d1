"""The mutants of the project: those that the generator makes, and the few rows that no rule makes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from generator import Generator
from mutants import Fault, Mutant, module, read_rows, read_toml, without_harmless
from swift_tree import Unreadable

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).resolve().parent
# Modules that carry what others judge. Only what guards and leaves is broken in them.
CARRIERS = {
    "AWS", "AuditLog", "CLibrary", "HTTP", "HTTPS", "JSON", "LambdaRuntime", "OpenSSLCrypto", "SignInMail",
}


def read_sources(root: Path) -> dict[str, str]:
    """The text of each source file of the functions, by its path."""
    files = sorted(file for part in ("Functions", "Modules") for file in (root / "Sources" / part).rglob("*.swift"))
    return {str(file.relative_to(root)): file.read_text(encoding="utf-8") for file in files}


def read_mutants(root: Path = ROOT) -> list[Mutant]:
    """All mutants but the harmless ones, in the order of their files."""
    sources = read_sources(root)
    mutants = read_rows(read_toml(TABLES / "by-hand.toml"), sources)
    for file, source in sources.items():
        try:
            mutants += Generator(source, file, module(file), module(file) not in CARRIERS).generate()
        except Unreadable as error:
            raise Fault(f"{file}: {error}") from error
    by_number: dict[int, Mutant] = {}
    for mutant in mutants:
        if mutant.number in by_number:
            raise Fault(f"two mutants have one number: {mutant.name}, {by_number[mutant.number].name}")
        by_number[mutant.number] = mutant
    return without_harmless(mutants, read_toml(TABLES / "harmless.toml")["harmless"])


class Tests:
    """The test targets that should notice a mutant, as Package.swift tells."""

    def __init__(self, root: Path = ROOT):
        targets = json.loads(subprocess.run(
            ["swift", "package", "dump-package"], cwd=root, check=True, capture_output=True).stdout)["targets"]
        self.needs = {target["name"]: {next(iter(one.values()))[0] for one in target["dependencies"]}
                      for target in targets if {"Modules", "Functions"} & set(target.get("path", "").split("/"))}
        tests = {target["name"] for target in targets if target["type"] == "test"} & self.needs.keys()
        # The programs that these tests start.
        self.executables = sorted({target["name"] for target in targets if target["type"] == "executable"}
                                  & self.needs.keys())
        self.targets = tests - {f"{name}Tests" for name in self.executables}

    def own(self, name: str) -> list[str]:
        """The tests of a module itself; those of the modules that use it if it has none."""
        own = [f"{name}Tests"] if f"{name}Tests" in self.needs else self.of_dependents(name)
        if not own:
            raise Fault(f"{name} has no tests")
        return own

    def of_dependents(self, name: str) -> list[str]:
        """The tests of the modules that use a module directly, and all others that use it."""
        users = {other for other, needs in self.needs.items() if name in needs}
        return sorted((users | {f"{user}Tests" for user in users}) & self.targets - {f"{name}Tests"})

    def of_functions(self, name: str) -> list[str]:
        """The tests of the functions that a module is part of: they play the sample events."""
        return [f"{one}Tests" for one in self.executables if name in self._parts(one)]

    def _parts(self, name: str) -> set[str]:
        """The modules that a target needs, directly or not."""
        needs = self.needs.get(name, set())
        return needs.union(*map(self._parts, needs))
