"""What scripts/sources/check_layout.py refuses of targets: where they lie, what they depend on and import."""

from __future__ import annotations

import json
import subprocess
import sys
import unittest
from pathlib import Path

from layout_fixture import Fixture, check_layout, layout_targets

SCRIPTS = Path(check_layout.__file__).parents[1]


class TargetTests(Fixture):
    def test_a_straight_package_is_accepted(self) -> None:
        self.assertEqual(self.found({"Decide": frozenset({"Server", "FlyingFox"})}), [])

    def test_modules_and_functions_depend_on_nothing_of_development(self) -> None:
        self.add("Rules", "Sources/Modules/Rules", "Ground", "Server")
        self.add("Server", "Sources/Development/Server", products=("FlyingFox",))
        self.write("Sources/Development/Server/Server.swift", "import FlyingFox")
        self.write("Sources/Functions/Decide/main.swift", "import Rules\nimport Server")
        self.write("Sources/Modules/Rules/Rule.swift", "internal import Ground\nprivate import Server")
        self.assertEqual(self.found(), [
            "arrow: Rules (Modules) depends on Server (Development)",
            "arrow: Sources/Modules/Rules/Rule.swift:2: Rules (Modules) imports Server (Development)",
            "arrow: Sources/Functions/Decide/main.swift:2: Decide (Functions) imports Server (Development)",
            "import: Sources/Functions/Decide/main.swift:2: Decide does not depend on Server",
        ])

    def test_nothing_depends_on_a_function_or_on_tests_but_tests(self) -> None:
        self.add("Server", "Sources/Development/Server", "Rules", "Decide", "Vectors", products=("FlyingFox",))
        self.write("Sources/Development/Server/Server.swift", "import FlyingFox\nimport Rules\nimport Vectors")
        self.assertEqual(self.found(), [
            "arrow: Server (Development) depends on Decide (Functions)",
            "arrow: Server (Development) depends on Vectors (Tests)",
            "arrow: Sources/Development/Server/Server.swift:3: Server (Development) imports Vectors (Tests)",
        ])

    def test_nothing_depends_on_the_fuzz_targets_which_have_a_package_of_their_own(self) -> None:
        self.add("Fuzzing", "Tests/Fuzzing/Sources/Fuzzing")
        self.assertEqual(self.found(), [
            "path: Fuzzing lies in Tests/Fuzzing/Sources/Fuzzing, not in Tests/Support/Fuzzing",
        ])

    def test_a_package_product_stays_below_the_line(self) -> None:
        self.add("Decide", "Sources/Functions/Decide", "Rules", kind="executable", products=("FlyingFox",))
        self.add("Ground", "Sources/Modules/Ground", "Collections")
        self.write("Sources/Functions/Decide/main.swift", "import FlyingFox\nimport Rules")
        self.write("Sources/Modules/Ground/UUIDText.swift", "import Collections")
        self.assertEqual(self.found(), [
            "package: Ground (Modules) depends on Collections, a package's product",
            "package: Decide (Functions) depends on FlyingFox, a package's product",
        ])

    def test_foundation_stays_below_the_line_however_it_is_imported(self) -> None:
        self.write("Sources/Modules/Ground/UUIDText.swift",
                   "#if canImport(Glibc)\nprivate import Glibc\n#endif\n@preconcurrency import FoundationEssentials\n"
                   "import struct Foundation.Data\n// import FoundationXML\nimport Dispatch")
        self.assertEqual(self.found(), [
            "foundation: Sources/Modules/Ground/UUIDText.swift:4: Ground (Modules) imports FoundationEssentials",
            "foundation: Sources/Modules/Ground/UUIDText.swift:5: Ground (Modules) imports Foundation",
            "foundation: Sources/Modules/Ground/UUIDText.swift:7: Ground (Modules) imports Dispatch",
        ])

    def test_a_target_lies_where_its_part_and_its_name_say(self) -> None:
        self.add("Ground", "Sources/Ground")
        self.add("Rules", "Sources/Modules/Domain", "Ground")
        self.add("Vectors", "Tests/Modules/Vectors")
        self.add("GroundChecks", "Tests/Modules/GroundChecks", "Ground", kind="test")
        self.add("ServerTests", "Tests/Modules/ServerTests", "Server", kind="test")
        self.add("RulesTests", "", "Rules", kind="test")
        self.add("SignInTests", "Tests/System/SignInTests", "Rules", kind="test")
        self.add("DecideTests", "Tests/System/DecideTests", "Decide", kind="test")
        found = [one for one in self.found() if one.startswith("path")]
        self.assertEqual(found, [
            "path: Ground lies in Sources/Ground, not in Sources/Functions/Ground or Sources/Modules/Ground or "
            "Sources/Development/Ground",
            "path: Rules lies in Sources/Modules/Domain, not in Sources/Functions/Rules or Sources/Modules/Rules or "
            "Sources/Development/Rules",
            "path: Vectors lies in Tests/Modules/Vectors, not in Tests/Support/Vectors",
            "path: RulesTests lies in no folder of its own, not in Tests/Modules/RulesTests",
            "path: GroundChecks is a test target, but its name does not end with Tests",
            "path: ServerTests lies in Tests/Modules/ServerTests, not in Tests/Development/ServerTests",
            "path: DecideTests lies in Tests/System/DecideTests, not in Tests/Functions/DecideTests",
        ])

    def test_what_is_imported_is_depended_on_and_the_other_way_round(self) -> None:
        self.write("Sources/Functions/Decide/main.swift", "package import Ground")
        self.write("Sources/Modules/Rules/Rule.swift", "let text = \"\"\"\n    import Ground\n    \"\"\"")
        self.write("Sources/Development/Server/Server.swift", "import Rules\nimport Numerics")
        self.assertEqual(self.found(), [
            "unused: Rules depends on Ground, but no file of it imports it",
            "import: Sources/Functions/Decide/main.swift:1: Decide does not depend on Ground",
            "unused: Decide depends on Rules, but no file of it imports it",
            "import: Sources/Development/Server/Server.swift:2: Server does not depend on Numerics",
            "unused: Server depends on FlyingFox, but no file of it imports it",
        ])

    def test_excluded_files_are_no_part_of_a_target(self) -> None:
        self.add("Ground", "Sources/Modules/Ground", exclude=("Fixtures",))
        self.write("Sources/Modules/Ground/Fixtures/Sample.swift", "import Foundation")
        self.assertEqual(self.found(), [])

    def test_a_closure_holds_nothing_forbidden_by_whatever_way(self) -> None:
        self.add("CLibrary", "Sources/Modules/CLibrary", kind="system")
        self.add("Ground", "Sources/Modules/Ground", "CLibrary")
        self.write("Sources/Modules/Ground/UUIDText.swift", "import CLibrary")
        self.assertEqual(self.found({"Decide": frozenset({"CLibrary", "Ground"}), "Rules": frozenset({"Server"})}), [
            "closure: Decide depends on CLibrary: Decide -> Rules -> Ground -> CLibrary",
            "closure: Decide depends on Ground: Decide -> Rules -> Ground",
        ])

    def test_a_rule_about_a_target_that_does_not_exist_fails(self) -> None:
        self.assertEqual(self.found({"Gone": frozenset({"Server"})}),
                         ["absent: a rule names Gone, but there is no such target"])


class AllowListTests(Fixture):
    def test_an_entry_covers_its_rule_and_subject_and_nothing_else(self) -> None:
        self.write("Sources/Modules/Ground/UUIDText.swift", "import Foundation\nimport Numerics")
        left = check_layout.without_allowed(self.problems(), {("foundation", "Ground"): "soon"})
        self.assertEqual([one.text for one in left],
                         ["Sources/Modules/Ground/UUIDText.swift:2: Ground does not depend on Numerics"])

    def test_an_entry_that_covers_nothing_is_refused(self) -> None:
        left = check_layout.without_allowed(self.problems(), {("circle", "Sources/Modules/Ground"): "soon"})
        self.assertEqual(left, [layout_targets.Problem(
            "allowed", "Sources/Modules/Ground",
            "nothing needs the entry circle Sources/Modules/Ground any longer: take it out of ALLOWED")])


class CommandTests(Fixture):
    def run_script(self, *words: str) -> subprocess.CompletedProcess[str]:
        description = json.dumps({"targets": list(self.targets.values())})
        return subprocess.run([sys.executable, "-m", "sources.check_layout", "--root", str(self.root), *words],
                              input=description, cwd=SCRIPTS, capture_output=True, text=True, check=False)

    def test_the_command_reads_standard_input_and_fails_with_what_it_found(self) -> None:
        self.write("Sources/Modules/Ground/UUIDText.swift", "import Foundation")
        result = self.run_script()
        self.assertEqual(result.returncode, 1)
        self.assertIn("foundation: Sources/Modules/Ground/UUIDText.swift:1: Ground (Modules) imports Foundation\n",
                      result.stderr)

    def test_the_command_reads_a_file_and_prints_the_arrows_between_rooms(self) -> None:
        self.write("Sources/Modules/Rules/Values/Limit.swift", "struct Limit {}")
        self.write("Sources/Modules/Rules/Steps/Step.swift", "struct Step {\n    let limit: Limit\n}")
        description = self.root / "package.json"
        description.write_text(json.dumps({"targets": list(self.targets.values())}), encoding="utf-8")
        result = self.run_script("--rooms", str(self.root / "Sources/Modules/Rules"), str(description))
        self.assertEqual((result.returncode, result.stderr, result.stdout), (
            0, "", "Steps -> Values\n    Sources/Modules/Rules/Steps/Step.swift:2: Limit (Limit.swift)\n"))


if __name__ == "__main__":
    unittest.main()
