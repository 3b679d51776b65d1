"""Checks where the package's targets lie and in which direction they depend on each other.

Usage: swift package dump-package | python3 -m sources.check_layout [--root FOLDER] [DESCRIPTION]

SwiftPM itself refuses an import that no dependency declares (`--explicit-target-dependency-import-check error`). This
check reads the package's description, the import lines of the sources, and the expectations of the tests. It refuses

- path: a target outside Sources/<Part>/<Name>, Tests/<Part>/<Name>Tests, Tests/System and Tests/Support;
- arrow: a dependency that MAY_USE does not allow: Triggers and Authenticator do not see each other, nothing in Sources
  uses Tests;
- package, foundation: a package's product or Foundation in Functions or Modules;
- unused: a dependency that no file imports;
- closure: a target that depends on what FORBIDDEN denies it, directly or through others;
- cycle: folders of one module that need each other (folder_cycles.py);
- expectation: a `try` or an `await` inside `#expect(…)`, outside of closures: it shows no values when it fails.

Exit codes: 0 the layout holds; 1 it does not.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

from sources.folder_cycles import cycles

# Which parts a part may depend on, from the top down.
MODULES = ("Modules/Triggers", "Modules/Authenticator", "Modules/Shared")
MAY_USE = {
    "Functions": {*MODULES},
    "Modules/Triggers": {"Modules/Triggers", "Modules/Shared"},
    "Modules/Authenticator": {"Modules/Authenticator", "Modules/Shared"},
    "Modules/Shared": {"Modules/Shared"},
    "Development": {*MODULES, "Development"},
    "Tests": {"Functions", *MODULES, "Development", "Tests"},
}
PRODUCT = ("Functions", *MODULES)
# They add megabytes to a function, and their JSON decoder accepts what a token verifier must refuse.
FOUNDATION = {"Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization",
              "FoundationNetworking", "FoundationXML"}
# Define and PreTokenGeneration only judge what Cognito tells them: they need no secret and call nobody, so
# scripts/zips/static-build.sh gives them a libcurl without TLS.
NO_SECRETS = {"AWS", "Authsignal", "COpenSSL", "HTTPS", "OpenSSLCrypto"}
FORBIDDEN = {name: NO_SECRETS for name in ("SignInRules", "DefineAuthChallenge", "PreTokenGeneration")}

IMPORT = re.compile(r"^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let)\s+)?(\w+)")

# What matters in an expectation: where texts and comments begin, brackets, and the words.
TOKEN = re.compile(r'#*"""(?=\s*\n)|#*"|//|[()\[\]{}]|\b(?:try|await)\b')


@dataclass
class Target:
    """A target of the package."""

    name: str
    kind: str  # regular, executable, test, system
    path: str
    exclude: list[str]
    targets: list[str] = field(default_factory=list)
    products: list[str] = field(default_factory=list)

    @property
    def part(self) -> str:
        """The part of the tree that it lies in; empty if it lies elsewhere."""
        if self.path.startswith("Tests/"):
            return "Tests"
        part = self.path.removeprefix("Sources/").removesuffix(f"/{self.name}")
        return part if part in MAY_USE else ""

    def imports(self, root: Path) -> Iterator[tuple[str, str]]:
        """The modules that its files import, each with its place."""
        folder = root / self.path
        for path in sorted(folder.rglob("*.swift")):
            if not any(path.is_relative_to(folder / one) for one in self.exclude):
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    if found := IMPORT.match(line):
                        yield found[1], f"{path.relative_to(root)}:{number}"


def read_targets(description: dict[str, Any]) -> dict[str, Target]:
    """The targets of what `swift package dump-package` prints."""
    names = {one["name"] for one in description["targets"]}
    found = {}
    for one in description["targets"]:
        target = Target(one["name"], one["type"], one.get("path") or "", one.get("exclude", []))
        for dependency in one["dependencies"]:
            (form, values), = dependency.items()
            (target.targets if form != "product" and values[0] in names else target.products).append(values[0])
        found[target.name] = target
    return found


def places(target: Target, targets: dict[str, Target]) -> list[str]:
    """The folders in which a target may lie."""
    if target.kind != "test":
        return ([f"Tests/Support/{target.name}"] if target.part == "Tests"
                else [f"Sources/{part}/{target.name}" for part in MAY_USE if part != "Tests"])
    tested = targets.get(target.name.removesuffix("Tests"))
    return [f"Tests/{tested.part if tested else 'System'}/{target.name}"]


def closure(targets: dict[str, Target], name: str) -> dict[str, list[str]]:
    """Everything that a target depends on, each with the way to it."""
    ways, queue = {name: [name]}, [name]
    while queue:
        here = queue.pop(0)
        for below in targets[here].targets + targets[here].products if here in targets else []:
            if below not in ways:
                ways[below] = [*ways[here], below]
                queue.append(below)
    return ways


def check(targets: dict[str, Target], root: Path, forbidden: dict[str, set[str]]) -> Iterator[str]:
    """Everything that the layout refuses, a line each."""
    for one in targets.values():
        if one.path not in (allowed := places(one, targets)):
            yield f"path: {one.name} lies in {one.path or 'no folder of its own'}, not in {' or '.join(allowed)}"
        for name in one.targets if one.part else []:
            if targets[name].part not in MAY_USE[one.part]:
                yield f"arrow: {one.name} ({one.part}) depends on {name} ({targets[name].part or 'no part'})"
        if one.part in PRODUCT:
            yield from (f"package: {one.name} depends on {name}, a package's product" for name in one.products)
        imports = list(one.imports(root))
        if one.part in PRODUCT:
            yield from (f"foundation: {place} imports {name}" for name, place in imports if name in FOUNDATION)
        if one.part and one.part != "Tests":
            yield from cycles(root / one.path)
        imported = {name for name, _ in imports}
        for name in one.targets + one.products:
            # Tests depend on an executable so that it is built before they start it.
            starts = name in targets and targets[name].kind == "executable"
            if one.kind != "system" and name not in imported and not starts:
                yield f"unused: {one.name} depends on {name}, but no file of it imports it"
    for name, denied in forbidden.items():
        if name not in targets:
            yield f"closure: a rule names {name}, but there is no such target"
            continue
        yield from (f"closure: {name} depends on {one}: {' -> '.join(way)}"
                    for one, way in sorted(closure(targets, name).items()) if one in denied)
    yield from hidden_values(root)


def after_text(source: str, start: int, quote: str) -> int:
    """Where a text ends, whose quote begins at a place. An interpolation may hold texts itself."""
    raw = "#" * quote.count("#")
    end, escape = quote.lstrip("#") + raw, "\\" + raw
    place = start + len(quote)
    while place < len(source) and not source.startswith(end, place):
        if not source.startswith(escape, place):
            place += 1
        elif source.startswith("(", place + len(escape)):
            place = after_brackets(source, place + len(escape))[0]
        else:
            place += len(escape) + 1
    return place + len(end)


def after_brackets(source: str, start: int) -> tuple[int, bool]:
    """Where the brackets end that begin at a place, and whether a `try` or an `await` stands in them, outside of
    closures and texts."""
    open_brackets, place, found = "", start, False
    while token := TOKEN.search(source, place):
        text, place = token[0], token.end()
        if text.endswith('"'):
            place = after_text(source, token.start(), text)
        elif text == "//":
            place = max(source.find("\n", place), place)
        elif text in "([{":
            open_brackets += text
        elif text in ")]}":
            open_brackets = open_brackets[:-1]
            if not open_brackets:
                return place, found
        else:
            found |= "{" not in open_brackets
    return len(source), found


def hidden_values(root: Path) -> Iterator[str]:
    """The expectations that show no values when they fail, because `#expect` takes no expression apart that holds a
    `try` or an `await`."""
    for path in sorted((root / "Tests").rglob("*.swift")):
        source = path.read_text(encoding="utf-8")
        for one in re.finditer(r"#expect\(", source):
            before = source[:one.start()].split("\n")
            if not before[-1].lstrip().startswith("//") and after_brackets(source, one.end() - 1)[1]:
                yield (f"expectation: {path.relative_to(root)}:{len(before)} shows no values when it fails; compare "
                       "with expect(_:equals:), or take the value first")


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Checks where targets lie and in which direction they depend.")
    parser.add_argument("description", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin,
                        help="what `swift package dump-package` printed (default: standard input)")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2], help="the package's folder")
    options = parser.parse_args(words)
    problems = list(check(read_targets(json.load(options.description)), options.root.resolve(), FORBIDDEN))
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
