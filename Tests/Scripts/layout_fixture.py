"""A small package in a folder of its own, which a test changes in one place."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from sources import check_layout, layout_targets  # noqa: E402


def target(name: str, path: str, *depends: str, kind: str = "regular", products: tuple[str, ...] = (),
           exclude: tuple[str, ...] = ()) -> dict[str, Any]:
    """A target as `swift package dump-package` prints it."""
    dependencies = [{"byName": [one, None]} for one in depends]
    dependencies += [{"product": [one, one, None, None]} for one in products]
    return {"name": name, "type": kind, "path": path, "dependencies": dependencies, "exclude": list(exclude)}


class Fixture(unittest.TestCase):
    """Three parts, a target each, and nothing to refuse."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.targets = {one["name"]: one for one in [
            target("Ground", "Sources/Modules/Ground"),
            target("Rules", "Sources/Modules/Rules", "Ground"),
            target("Decide", "Sources/Functions/Decide", "Rules", kind="executable"),
            target("Server", "Sources/Development/Server", "Rules", products=("FlyingFox",)),
            target("Vectors", "Tests/Support/Vectors"),
            target("RulesTests", "Tests/Modules/RulesTests", "Rules", "Server", "Vectors", "Decide", kind="test"),
        ]}
        self.write("Sources/Modules/Ground/UUIDText.swift", "package enum UUIDText {}")
        self.write("Sources/Modules/Rules/Rule.swift", "internal import Ground\npackage struct Rule {}")
        self.write("Sources/Functions/Decide/main.swift", "import Rules\nprint(Rule())")
        self.write("Sources/Development/Server/Server.swift",
                   "internal import FlyingFox\ninternal import Foundation\npackage import Rules")
        self.write("Tests/Support/Vectors/Vectors.swift", "package enum Vectors {}")
        self.write("Tests/Modules/RulesTests/RuleTests.swift",
                   "import Foundation\nimport Rules\nimport Server\nimport Testing\nimport Vectors")

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text + "\n", encoding="utf-8")

    def add(self, name: str, path: str, *depends: str, **more: Any) -> None:
        """Adds or replaces a target."""
        self.targets[name] = target(name, path, *depends, **more)

    def problems(self, closures: dict[str, frozenset[str]] | None = None) -> list[layout_targets.Problem]:
        targets = layout_targets.read_targets({"targets": list(self.targets.values())})
        return check_layout.check(targets, self.root, closures or {})

    def found(self, closures: dict[str, frozenset[str]] | None = None) -> list[str]:
        """What the check refuses, a line each, as it prints it."""
        return [f"{one.rule}: {one.text}" for one in self.problems(closures)]
