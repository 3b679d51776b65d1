"""Checks the directions of the package's arrows: between its targets, and between the folders of each module.

Usage: swift package dump-package | scripts/sources/check_layout.py [--root FOLDER] [--rooms FOLDER] [DESCRIPTION]

Reads the package's own description (from a file, or from standard input) and the sources, and refuses

- path: a target that lies in another folder than Sources/<Part>/<Name> or Tests/<Part>/<Name>Tests; tests
  of no single target may lie in Tests/System;
- arrow: a dependency or an import that points up (Functions, Modules, Development; nothing in Sources uses Tests);
- package, foundation: a package's product or Foundation in Functions or Modules;
- import, unused: an import of what the target does not depend on, and a dependency that no file imports;
- closure: a target of CLOSURES that depends on what it must not, directly or through others; absent: a target of
  CLOSURES that does not exist;
- circle: folders of one module that use each other. `layout_rooms` says what counts as use.

`--rooms FOLDER` prints every arrow between the rooms of a folder instead.

Exit codes: 0 the layout holds; 1 it does not.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sources.layout_rooms import Arrow, Module, arrows_between, circles
from sources.layout_targets import (DEVELOPMENT, FUNCTIONS, MODULES, Problem, Target, check_arrows, check_closures,
                                    check_imports, check_paths, closure, read_targets)
from sources.swift_names import SwiftFile
from sources.swift_reader import read_file

# What a target must not depend on, directly or through others. Define and PreTokenGeneration only judge what Cognito
# tells them: they need no secret and call nobody, so scripts/zips/static-build.sh gives them a libcurl without TLS.
NO_SECRETS = frozenset({"AWS", "Authsignal", "COpenSSL", "HTTPS", "OpenSSLCrypto"})
CLOSURES = {
    "SignInRules": NO_SECRETS,
    "DefineAuthChallenge": NO_SECRETS,
    "PreTokenGeneration": NO_SECRETS,
}

# What the check still tolerates, by rule and subject, each with its reason. The check refuses an entry that no problem
# needs, so that the list can only shrink.
ALLOWED: dict[tuple[str, str], str] = {}

# How many places are printed for each arrow of a circle.
PLACES = 5


def read_modules(targets: dict[str, Target], root: Path) -> dict[str, list[SwiftFile]]:
    """What the sources of each target declare and use."""
    return {one.name: [read_file(path, path.read_text(encoding="utf-8")) for path in one.files(root)]
            for one in targets.values() if one.part in (FUNCTIONS, MODULES, DEVELOPMENT) and one.kind != "system"}


def module(name: str, targets: dict[str, Target], files: dict[str, list[SwiftFile]]) -> Module:
    """A module, with the names that the modules below it declare."""
    below = frozenset(one.name for other in closure(targets, name) if other != name
                      for file in files.get(other, []) for one in file.declarations if not one.is_private)
    return Module(files[name], below)


def places(arrows: list[Arrow], root: Path, limit: int | None = None) -> list[str]:
    shown = [f"    {one.source.relative_to(root)}:{one.line}: {one.name} ({one.target.name})" for one in arrows[:limit]]
    if len(arrows) > len(shown):
        shown.append(f"    and {len(arrows) - len(shown)} more")
    return shown


def check_rooms(targets: dict[str, Target], root: Path) -> list[Problem]:
    """No folders of one module use each other."""
    files = read_modules(targets, root)
    found = []
    for name in files:
        for circle in circles(module(name, targets, files), root / targets[name].path):
            lines = [f"{circle.folder.relative_to(root)}: {', '.join(circle.rooms)} use each other"]
            for (source, target), arrows in circle.arrows.items():
                lines += [f"  {source} -> {target}", *places(arrows, root, PLACES)]
            found.append(Problem("circle", str(circle.folder.relative_to(root)), "\n".join(lines)))
    return found


def check(targets: dict[str, Target], root: Path, closures: dict[str, frozenset[str]]) -> list[Problem]:
    """Everything that the layout refuses."""
    return [*check_paths(targets.values()), *check_arrows(targets), *check_imports(targets, root),
            *check_closures(targets, closures), *check_rooms(targets, root)]


def without_allowed(problems: list[Problem], allowed: dict[tuple[str, str], str]) -> list[Problem]:
    """The problems that no entry of the allow list covers, and the entries that cover none."""
    keys = {(one.rule, one.subject) for one in problems}
    unused = [Problem("allowed", subject,
                      f"nothing needs the entry {rule} {subject} any longer: take it out of ALLOWED")
              for rule, subject in allowed if (rule, subject) not in keys]
    return [one for one in problems if (one.rule, one.subject) not in allowed] + unused


def print_rooms(folder: Path, targets: dict[str, Target], root: Path) -> None:
    """Prints every arrow between the rooms of a folder."""
    files = read_modules(targets, root)
    for name in files:
        if folder.is_relative_to(root / targets[name].path):
            for (source, target), arrows in sorted(arrows_between(module(name, targets, files), folder).items()):
                print(f"{source} -> {target}", *places(arrows, root), sep="\n")


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Checks the directions of the package's arrows and its folders.")
    parser.add_argument("description", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin,
                        help="what `swift package dump-package` printed (default: standard input)")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2], help="the package's folder")
    parser.add_argument("--rooms", type=Path, metavar="FOLDER", help="print the arrows between its rooms instead")
    options = parser.parse_args(words)
    targets = read_targets(json.load(options.description))
    root = options.root.resolve()
    if options.rooms:
        print_rooms(options.rooms.resolve(), targets, root)
        return 0
    problems = without_allowed(check(targets, root, CLOSURES), ALLOWED)
    for problem in problems:
        print(f"{problem.rule}: {problem.text}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
