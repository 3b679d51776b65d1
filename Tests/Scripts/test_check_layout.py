"""What scripts/sources/check_layout.py refuses, in a small package that each test changes in one place."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from sources import check_layout
from tree_case import TreeCase

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


class LayoutTests(TreeCase):
    FILES = {
        "Sources/Modules/Triggers/Rules/Rule.swift": "internal import Ground\npackage struct Rule {}",
        "Sources/Functions/Decide/main.swift": "import Rules",
        "Sources/Development/Server/Server.swift":
            "internal import ArgumentParser\ninternal import Foundation\npackage import Rules",
        "Tests/Modules/Triggers/RulesTests/RuleTests.swift":
            "import Foundation\nimport Rules\nimport Server\nimport Vectors",
    }

    def setUp(self) -> None:
        super().setUp()
        self.targets: dict[str, dict[str, Any]] = {}
        self.add("Ground", "Sources/Modules/Shared/Ground")
        self.add("Rules", "Sources/Modules/Triggers/Rules", "Ground")
        self.add("Decide", "Sources/Functions/Decide", "Rules", kind="executable")
        self.add("Server", "Sources/Development/Server", "Rules", products=("ArgumentParser",))
        self.add("Vectors", "Tests/Support/Vectors")
        self.add("RulesTests", "Tests/Modules/Triggers/RulesTests", "Rules", "Server", "Vectors", "Decide", kind="test")

    def add(self, name: str, path: str, *depends: str, kind: str = "regular", products: tuple[str, ...] = (),
            exclude: tuple[str, ...] = ()) -> None:
        """Adds or replaces a target, in the form that `swift package dump-package` prints."""
        dependencies: list[dict[str, Any]] = [{"byName": [one, None]} for one in depends]
        dependencies += [{"product": [one, one, None, None]} for one in products]
        self.targets[name] = {"name": name, "type": kind, "path": path, "dependencies": dependencies,
                              "exclude": list(exclude)}

    def found(self, forbidden: dict[str, set[str]] | None = None) -> list[str]:
        targets = check_layout.read_targets({"targets": list(self.targets.values())})
        return list(check_layout.check(targets, self.root, forbidden or {}))

    def test_a_straight_package_is_accepted(self) -> None:
        self.assertEqual(self.found({"Decide": {"Server", "ArgumentParser"}}), [])

    def test_no_dependency_points_up(self) -> None:
        self.add("Rules", "Sources/Modules/Triggers/Rules", "Ground", "Server")
        self.add("Server", "Sources/Development/Server", "Decide", "Vectors", products=("ArgumentParser",))
        self.assertEqual([one for one in self.found() if one.startswith("arrow")], [
            "arrow: Rules (Modules/Triggers) depends on Server (Development)",
            "arrow: Server (Development) depends on Decide (Functions)",
            "arrow: Server (Development) depends on Vectors (Tests)",
        ])

    def test_folders_of_a_module_form_no_cycle(self) -> None:
        rules = "Sources/Modules/Triggers/Rules"
        self.write(f"{rules}/Flow/Step.swift", "package struct Step { let row: Row }\nprivate enum Mark {}")
        self.write(f"{rules}/Rows/Row.swift", "struct Row {}\nprivate enum Mark {}\n// as Step\nlet text = \"Step\"")
        self.write(f"{rules}/Step+Row.swift", "extension Step { func row() -> Row { row } }")
        self.assertEqual(self.found(), [], "one of them needs the other, and comments, texts and the top do not count")
        for line in ("let step: Step?", 'let text = "\\(Step.self)"', "extension Row { func step(_: [Step]) {} }"):
            self.write(f"{rules}/Rows/Other.swift", line)
            self.assertEqual(self.found(), [
                "cycle: in Rules, Flow needs Rows (Step.swift names Row), which leads back to Flow",
                "cycle: in Rules, Rows needs Flow (Other.swift names Step), which leads back to Rows"], line)
        self.write(f"{rules}/Rows/Other.swift", "let length: Length?")
        self.write(f"{rules}/Length/Length.swift", "typealias Length = Step")
        self.assertEqual([one.split(" (")[0] for one in self.found()], [
            "cycle: in Rules, Flow needs Rows", "cycle: in Rules, Length needs Flow",
            "cycle: in Rules, Rows needs Length"])

    def test_triggers_and_authenticator_do_not_see_each_other(self) -> None:
        self.add("Service", "Sources/Modules/Authenticator/Service", "Rules")
        self.write("Sources/Modules/Authenticator/Service/Service.swift", "import Rules")
        self.assertEqual(self.found(),
                         ["arrow: Service (Modules/Authenticator) depends on Rules (Modules/Triggers)"])

    def test_the_product_uses_no_package(self) -> None:
        self.add("Decide", "Sources/Functions/Decide", "Rules", kind="executable", products=("ArgumentParser",))
        self.write("Sources/Functions/Decide/main.swift", "import ArgumentParser\nimport Rules")
        self.assertEqual(self.found(), ["package: Decide depends on ArgumentParser, a package's product"])

    def test_the_product_uses_no_foundation_however_it_is_imported(self) -> None:
        self.write("Sources/Modules/Shared/Ground/Text.swift",
                   "#if canImport(Glibc)\nprivate import Glibc\n#endif\n@preconcurrency import FoundationEssentials\n"
                   "import struct Foundation.Data\n// import FoundationXML\n    package import Dispatch")
        self.assertEqual(self.found(), [
            "foundation: Sources/Modules/Shared/Ground/Text.swift:4 imports FoundationEssentials",
            "foundation: Sources/Modules/Shared/Ground/Text.swift:5 imports Foundation",
            "foundation: Sources/Modules/Shared/Ground/Text.swift:7 imports Dispatch",
        ])

    def test_a_target_lies_where_its_part_and_its_name_say(self) -> None:
        self.add("Ground", "Sources/Ground")
        self.add("Vectors", "Tests/Modules/Vectors")
        self.add("ServerTests", "Tests/Modules/ServerTests", "Server", kind="test")
        self.add("RulesTests", "", "Rules", kind="test")
        self.add("SignInTests", "Tests/System/SignInTests", "Rules", kind="test")
        self.assertEqual([one for one in self.found() if one.startswith("path")], [
            "path: Ground lies in Sources/Ground, not in Sources/Functions/Ground or Sources/Modules/Triggers/Ground or "
            "Sources/Modules/Authenticator/Ground or Sources/Modules/Shared/Ground or Sources/Development/Ground",
            "path: Vectors lies in Tests/Modules/Vectors, not in Tests/Support/Vectors",
            "path: RulesTests lies in no folder of its own, not in Tests/Modules/Triggers/RulesTests",
            "path: ServerTests lies in Tests/Modules/ServerTests, not in Tests/Development/ServerTests",
        ])

    def test_what_is_depended_on_is_imported(self) -> None:
        self.write("Sources/Development/Server/Server.swift", "import Rules")
        self.assertEqual(self.found(), ["unused: Server depends on ArgumentParser, but no file of it imports it"])

    def test_excluded_files_are_no_part_of_a_target(self) -> None:
        self.add("Ground", "Sources/Modules/Shared/Ground", exclude=("Fixtures",))
        self.write("Sources/Modules/Shared/Ground/Fixtures/Sample.swift", "import Foundation")
        self.assertEqual(self.found(), [])

    def test_a_closure_holds_nothing_forbidden_by_whatever_way(self) -> None:
        self.assertEqual(self.found({"Decide": {"Ground"}, "Gone": {"Server"}}), [
            "closure: Decide depends on Ground: Decide -> Rules -> Ground",
            "closure: a rule names Gone, but there is no such target",
        ])

    def test_an_expectation_shows_its_values(self) -> None:
        self.write("Tests/Support/Vectors/Refused.swift", "\n".join([
            "#expect(try answer() == 1)",
            "for one in all { #expect(one); #expect(await [one: (a, b)] == pool.users) }",
            '#expect(',
            '    text == #"}"\\"# // {',
            '        + (try name()), "\\(all.map { $0 })")',
        ]))
        self.assertEqual(self.found(), [
            f"expectation: Tests/Support/Vectors/Refused.swift:{line} shows no values when it fails; compare with "
            "expect(_:equals:), or take the value first" for line in (1, 2, 3)
        ])

    def test_an_expectation_may_hold_try_where_it_hides_nothing(self) -> None:
        self.write("Tests/Support/Vectors/Allowed.swift", "\n".join([
            "/// Shows more than `#expect(try answer() == 1)` does.",
            "try expect(answer(), equals: 1)",
            "#expect(fault { _ = try start() } == nil)",
            "#expect(all.map { (one) in [try one.get()] }.isEmpty); let entry = try answer()",
            "#expect(throws: Fault.self) { try start() }",
            "await #expect(processExitsWith: .success) { try await start() }",
            '#expect(text == "try again" + #"a "try" \\"# + "\\(words("try")) await")',
            '#expect(text == """',
            '    try "this"',
            '    """, "\\"try")',
            "#expect(tryout && entry.awaited)  // try that",
            "#expect(",
            "    // We try both.",
            "    entry == 1)",
            "let kept = try #require(try answer())",
        ]))
        self.assertEqual(self.found(), [])

    def test_the_command_fails_with_what_it_found(self) -> None:
        self.add("SignInRules", "Sources/Modules/Triggers/SignInRules", "OpenSSLCrypto")
        self.add("OpenSSLCrypto", "Sources/Modules/Shared/OpenSSLCrypto")
        self.write("Sources/Modules/Triggers/SignInRules/Rules.swift", "import OpenSSLCrypto")
        result = subprocess.run([sys.executable, "-m", "sources.check_layout", "--root", str(self.root)],
                                input=json.dumps({"targets": list(self.targets.values())}), cwd=SCRIPTS,
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("closure: SignInRules depends on OpenSSLCrypto: SignInRules -> OpenSSLCrypto\n", result.stderr)
