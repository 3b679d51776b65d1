"""What a target may depend on and import, by the package's own description and the sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable

from sources.swift_reader import imports

# The parts of Sources, from the top down.
FUNCTIONS, MODULES, DEVELOPMENT, TESTS = "Functions", "Modules", "Development", "Tests"
PARTS = (FUNCTIONS, MODULES, DEVELOPMENT)
# Where tests of several functions together lie.
SYSTEM = "System"
# Which parts a part may depend on.
MAY_USE = {
    FUNCTIONS: {MODULES},
    MODULES: {MODULES},
    DEVELOPMENT: {MODULES, DEVELOPMENT},
    TESTS: {FUNCTIONS, MODULES, DEVELOPMENT, TESTS},
}
# They add megabytes to a function, and their JSON decoder accepts what a token verifier must refuse.
FOUNDATION = frozenset({
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML",
})
# Modules that come with the compiler or the platform.
PLATFORM = FOUNDATION | {"Darwin", "Glibc", "Musl", "Swift", "Synchronization", "Testing", "XCTest"}


@dataclass(frozen=True, order=True)
class Problem:
    """Something that the layout refuses; `rule` and `subject` name it in the allow list."""

    rule: str
    subject: str
    text: str


@dataclass
class Target:
    """A target of the package."""

    name: str
    kind: str  # regular, executable, test, system
    path: str
    targets: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)

    @property
    def part(self) -> str:
        """The part of the tree that it lies in; empty if it lies elsewhere."""
        folders = self.path.split("/")
        if folders[0] == "Tests":
            return TESTS
        return folders[1] if folders[0] == "Sources" and len(folders) > 1 and folders[1] in PARTS else ""

    def files(self, root: Path) -> list[Path]:
        """Its Swift files."""
        folder = root / self.path
        return [path for path in sorted(folder.rglob("*.swift"))
                if not any(path.is_relative_to(folder / one) for one in self.exclude)]


def read_targets(description: dict[str, Any]) -> dict[str, Target]:
    """The targets of what `swift package dump-package` prints."""
    names = {one["name"] for one in description["targets"]}
    found = {}
    for one in description["targets"]:
        target = Target(one["name"], one["type"], one.get("path") or "", exclude=one.get("exclude", []))
        for dependency in one["dependencies"]:
            (form, values), = dependency.items()
            (target.targets if form != "product" and values[0] in names else target.products).append(values[0])
        found[target.name] = target
    return found


def check_paths(targets: Iterable[Target]) -> list[Problem]:
    """Each target lies in the folder of its part and name."""
    by_name = {one.name: one for one in targets}
    found = []
    for one in by_name.values():
        tested = by_name.get(one.name.removesuffix("Tests"))
        if one.kind == "test":
            parts = [tested.part] if tested and tested is not one and tested.part in PARTS else [*PARTS, SYSTEM]
            expected = [f"Tests/{part}/{one.name}" for part in parts]
            if not one.name.endswith("Tests"):
                found.append(Problem("path", one.name, f"{one.name} is a test target, but its name does not end with "
                                                       "Tests"))
        elif one.part == TESTS:
            expected = [f"Tests/Support/{one.name}"]
        else:
            expected = [f"Sources/{part}/{one.name}" for part in PARTS]
        if one.path not in expected:
            found.append(Problem("path", one.name, f"{one.name} lies in {one.path or 'no folder of its own'}, not in "
                                                   f"{' or '.join(expected)}"))
    return found


def check_arrows(targets: dict[str, Target]) -> list[Problem]:
    """No arrow points up: neither a dependency on a target nor, above Development, one on a package."""
    found = []
    for one in targets.values():
        if one.part not in MAY_USE:
            continue
        for name in one.targets:
            part = targets[name].part
            if part and part not in MAY_USE[one.part]:
                found.append(Problem("arrow", one.name, f"{one.name} ({one.part}) depends on {name} ({part})"))
        if one.part in (FUNCTIONS, MODULES):
            found += [Problem("package", one.name, f"{one.name} ({one.part}) depends on {name}, a package's product")
                      for name in one.products]
    return found


def check_imports(targets: dict[str, Target], root: Path) -> list[Problem]:
    """Files import what their target depends on, and each dependency is imported; above Development no Foundation."""
    found = []
    for one in targets.values():
        imported: set[str] = set()
        for path in one.files(root):
            for name, line in imports(path.read_text(encoding="utf-8")):
                place = f"{path.relative_to(root)}:{line}"
                imported.add(name)
                found += _check_import(one, name, place, targets)
        for name in [*one.targets, *one.products]:
            # Tests depend on an executable so that it is built before they start it.
            starts = name in targets and targets[name].kind == "executable"
            if one.kind != "system" and name not in imported and not starts:
                found.append(Problem("unused", one.name, f"{one.name} depends on {name}, but no file of it imports it"))
    return found


def _check_import(target: Target, name: str, place: str, targets: dict[str, Target]) -> list[Problem]:
    found = []
    part = targets[name].part if name in targets else ""
    if part and target.part in MAY_USE and part not in MAY_USE[target.part]:
        found.append(Problem("arrow", target.name, f"{place}: {target.name} ({target.part}) imports {name} ({part})"))
    if name in FOUNDATION and target.part in (FUNCTIONS, MODULES):
        found.append(Problem("foundation", target.name, f"{place}: {target.name} ({target.part}) imports {name}"))
    if name not in PLATFORM and name != target.name and name not in target.targets + target.products:
        found.append(Problem("import", target.name, f"{place}: {target.name} does not depend on {name}"))
    return found


def closure(targets: dict[str, Target], name: str) -> dict[str, list[str]]:
    """Everything that a target depends on, each with the way to it."""
    ways = {name: [name]}
    queue = [name]
    while queue:
        here = queue.pop(0)
        for below in targets[here].targets + targets[here].products if here in targets else []:
            if below not in ways:
                ways[below] = [*ways[here], below]
                queue.append(below)
    return ways


def check_closures(targets: dict[str, Target], forbidden: dict[str, frozenset[str]]) -> list[Problem]:
    """The named targets do not depend on what is forbidden to them, directly or through others."""
    found = []
    for name, names in forbidden.items():
        if name not in targets:
            found.append(Problem("absent", name, f"a rule names {name}, but there is no such target"))
            continue
        found += [Problem("closure", name, f"{name} depends on {one}: {' -> '.join(way)}")
                  for one, way in sorted(closure(targets, name).items()) if one in names]
    return found
