"""Tests/Mutation: how a mutant gets into a source text, what a run of its tests is worth, and what is printed."""

from __future__ import annotations

import contextlib
import dataclasses
import fcntl
import io
import json
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Mutation"))

import changes  # noqa: E402
import generator  # noqa: E402
import mutants  # noqa: E402
import mutation  # noqa: E402
import programs  # noqa: E402
import project  # noqa: E402
import runs  # noqa: E402
from mutants import Fault, Mutant  # noqa: E402
from runs import Outcome, SurveyedTest, Verdict  # noqa: E402

SOURCE = """\
guard age < limit else { throw .tooOld }
guard name == expected else { throw .wrongName }
guard name == owner else { throw .wrongOwner }
"""
PASSED = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\n"
FAILED = '✘ Test "an old proof is refused" recorded an issue at A.swift:1:1: Expectation failed\n'
FILE = "Sources/Modules/Triggers/Rules/Flow/Age.swift"


def mutant(name: str = "age", number: int = 7, start: int = 6, end: int = 17, module: str = "Rules") -> Mutant:
    return Mutant(name, number, module, "Rules.swift", start, end, f"isBroken({number}, true, ", ")", "")


def broken(source: str, judges: bool = True) -> dict[str, str]:
    """What the generator makes of a source: each mutant's name, with the text that it alone leads to."""
    found = generator.Generator(source, "Flow/Age.swift", "Rules", judges).generate()
    return {one.name.removeprefix("Age."): mutants.mutated(source, [one]).replace(str(one.number), "N")
            for one in found}


class GeneratorTests(unittest.TestCase):
    def test_each_condition_of_a_guard_passes_although_it_is_false(self) -> None:
        found = broken("func f() throws {\n    guard let a = b, a < c, d || e\n    else { throw .old }\n}", False)
        self.assertEqual(list(found), ["f: a < c → true", "f: d || e → true"])
        self.assertIn("guard let a = b, isBroken(N, true, a < c), d || e\n", found["f: a < c → true"])

    def test_an_if_that_leaves_does_not_leave(self) -> None:
        found = broken("func f() {\n    if a { return }\n    if b { c() }\n    if let d, e { return }\n}", False)
        self.assertEqual(list(found), ["f: a → false", "f: let d, e → never"])
        self.assertIn("if isBroken(N, false, a) { return }\n", found["f: a → false"])
        self.assertIn("if let d, e, !isBroken(N) { return }\n", found["f: let d, e → never"])

    def test_a_file_that_judges_has_its_other_conditions_broken_both_ways(self) -> None:
        self.assertEqual(
            list(broken("var isOld: Bool { age > limit && !isKept }")),
            ["isOld: age > limit && !isKept → false", "isOld: age > limit → true", "isOld: age > limit → >=",
             "isOld: !isKept → true"])
        found = broken("var isOld: Bool { unsafe !a && b }")
        self.assertIn("unsafe isBroken(N, true, !a) && b", found["isOld: !a → true"])
        found = broken("let a = b.contains(c) ? d : e")
        self.assertEqual(list(found), ["a: b.contains(c) → false", "a: b.contains(c) → true"])

    def test_a_clamp_a_check_a_change_and_an_error_are_left_out(self) -> None:
        found = broken(
            "func f() throws -> Int? {\n    try check(a)\n    b = min(c, 3)\n"
            "    switch d {\n    case .e: throw .f\n    }\n}")
        self.assertEqual(list(found), [
            "f: try check(a) → not done", "f: min(c, 3) → c", "f: min(c, 3) → 3", "f: b = min(c, 3) → not done",
            "f: throw .f → not thrown"])
        self.assertIn("if isBroken(N) { return nil } else { throw .f }", found["f: throw .f → not thrown"])

    def test_the_first_value_of_a_name_is_not_left_out(self) -> None:
        for change in ("a = try g()", "(b, a) = try g()"):
            with self.subTest(change):
                self.assertEqual(broken(f"func f() throws {{\n    let a: Int\n    {change}\n    h()\n}}"), {})

    def test_texts_and_comments_are_not_read_as_code(self) -> None:
        self.assertEqual(broken('let a = "\\(b("x == y")) { && "  // c == d\nlet e = #"""\n " == \n"""#\n'), {})

    def test_a_condition_that_stands_twice_in_a_function_has_two_names(self) -> None:
        found = broken("func f() {\n    guard a else { return }\n    guard a else { return }\n}", False)
        self.assertEqual(list(found), ["f: a → true", "f: a → true #2"])

    def test_all_mutants_of_a_file_go_in_at_once_one_within_another(self) -> None:
        source = "guard a || (b && c) else { return }"
        found = generator.Generator(source, "A.swift", "Rules", False).generate()
        inner = dataclasses.replace(found[0], start=12, end=18, number=8, before="isBroken(8, true, ")
        self.assertIn("true, a || (isBroken(8, true, b && c)))", mutants.mutated(source, [inner, found[0]]))

    def test_texts_that_overlap_are_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "overlaps"):
            mutants.mutated(SOURCE, [mutant(), mutant("other", 8, 12, 23)])


class RowTests(unittest.TestCase):
    def read(self, text: str = "age < limit", broken: str = "BROKEN || TEXT", file: str = "Flow/Age.swift") -> Mutant:
        return mutants.read_rows({file: {"age": [text, broken, "It is."]}}, {FILE: SOURCE})[0]

    def test_a_mutant_stands_behind_its_switch(self) -> None:
        row = self.read()
        self.assertEqual((row.module, row.file), ("Rules", FILE))
        self.assertIn(f"guard isBroken({row.number}) || age < limit else", mutants.mutated(SOURCE, [row]))

    def test_a_text_that_is_gone_is_stale_and_one_that_stands_twice_is_refused(self) -> None:
        for text, error in (("age <= limit", "age: stale, because .*Age.swift has the text 0 times: age <= limit"),
                            ("guard name ==", "Age.swift has the text 2 times")):
            with self.assertRaisesRegex(Fault, error):
                self.read(text)

    def test_the_text_around_it_tells_two_places_apart(self) -> None:
        second = mutants.mutated(SOURCE, [self.read("‹name› == owner", "(BROKEN ? owner : TEXT)")])
        self.assertRegex(second, r"name == expected else[^~]*guard \(isBroken\(\d+\) \? owner : name\) == owner else")

    def test_a_row_without_a_switch_or_a_file_is_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "age: needs BROKEN"):
            self.read(broken="TEXT")
        with self.assertRaisesRegex(Fault, "Other.swift: 0 source files end so"):
            self.read(file="Other.swift")

    def test_a_harmless_mutant_is_left_out_and_a_stale_name_refused(self) -> None:
        harmless = [{"why": "Both ways are one.", "mutants": ["owner"]}]
        self.assertEqual(mutants.without_harmless([mutant(), mutant("owner")], harmless), [mutant()])
        with self.assertRaisesRegex(Fault, "no such mutant to be harmless: owner"):
            mutants.without_harmless([mutant()], harmless)


class ChangeTests(unittest.TestCase):
    DIFF = ("diff --git a/Rules.swift b/Rules.swift\n--- a/Rules.swift\n+++ b/Rules.swift\n"
            "@@ -2 +2 @@\n-old\n+new\n@@ -9,2 +8,0 @@\n-gone\n-gone\n@@ -20,0 +19,2 @@\n+one\n+two\n")

    def test_a_diff_names_the_lines_that_are_there_now(self) -> None:
        self.assertEqual(changes.read_diff(self.DIFF), {"Rules.swift": {2, 19, 20}})

    def test_a_mutant_counts_if_one_of_its_lines_has_changed(self) -> None:
        first, second = mutant("first", start=6, end=17), mutant("second", start=45, end=90)
        lines = [[one.name for one in changes.among([first, second], {"Rules.swift": {line}}, {"Rules.swift": SOURCE})]
                 for line in (1, 2, 3, 4)]
        self.assertEqual(lines, [["first"], ["second"], ["second"], []])
        self.assertEqual(changes.among([first], {"Other.swift": {1}}, {"Rules.swift": SOURCE}), [])


class RunTests(unittest.TestCase):
    """A run of a program that stands in for the tests, so that each ending can be had."""

    def run_program(self, code: str, number: int = 3) -> Verdict:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "tests")
            program.write_text(f"#!{sys.executable}\nimport os, signal, sys, time\n{code}")
            program.chmod(0o755)
            return runs.run(program, [SurveyedTest("RulesTests.FlowTests/ends", 0, frozenset())], number)

    def test_tests_that_pass_let_the_mutant_survive(self) -> None:
        self.assertEqual(self.run_program(f"print('''{PASSED}''')"), Verdict(Outcome.SURVIVED, None, 3))

    def test_the_first_test_that_fails_ends_the_run(self) -> None:
        verdict = self.run_program(f"print('''{FAILED}''', flush=True)\ntime.sleep(600)")
        self.assertEqual(verdict, Verdict(Outcome.FAILED, "an old proof is refused"))

    def test_a_test_fails_too_whose_issue_has_no_line(self) -> None:
        line = '✘ Test "an old proof is refused" with 3 test cases failed after 0.1 seconds with 2 issues.'
        self.assertEqual(self.run_program(f"print({line!r})\nsys.exit(1)").failed, "an old proof is refused")

    def test_a_title_that_speaks_of_failure_is_no_failure(self) -> None:
        line = '◇ Test "a failed condition is an outcome" started.'
        self.assertEqual(self.run_program(f"print('''{line}\n{PASSED}''')").outcome, Outcome.SURVIVED)

    def test_a_trap_is_noticed_as_one(self) -> None:
        self.assertEqual(self.run_program("os.kill(os.getpid(), signal.SIGILL)").outcome, Outcome.TRAPPED)

    def test_a_process_that_somebody_ends_shows_nothing(self) -> None:
        with self.assertRaisesRegex(Fault, "somebody ended RulesTests.FlowTests/ends with signal 15"):
            self.run_program("os.kill(os.getpid(), signal.SIGTERM)")

    def test_tests_that_do_not_end_are_ended(self) -> None:
        limit, runs.LIMIT = runs.LIMIT, 1
        try:
            self.assertEqual(self.run_program("time.sleep(600)").outcome, Outcome.HUNG)
        finally:
            runs.LIMIT = limit

    def test_what_the_tests_have_started_ends_with_them(self) -> None:
        with tempfile.NamedTemporaryFile() as held:
            # The lock belongs to a process that the tests have started.
            code = (f"import fcntl\nfile = open({held.name!r})\nfcntl.flock(file, fcntl.LOCK_EX)\nif os.fork():\n"
                    f"  print({FAILED!r}, flush=True)\ntime.sleep(600)")
            self.assertEqual(self.run_program(code).outcome, Outcome.FAILED)
            for _ in range(100):
                with contextlib.suppress(BlockingIOError):
                    return fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                time.sleep(0.1)
            self.fail("a process that the tests have started goes on")

    def test_a_filter_that_no_test_passes_is_an_error(self) -> None:
        summary = PASSED.replace("3 tests", "0 tests")
        for end in (f"print('''{summary}''')\nsys.exit(69)", "pass"):
            with self.assertRaisesRegex(Fault, "no test runs of RulesTests.FlowTests/ends"):
                self.run_program(end)

    def test_a_switch_that_fails_is_an_error_although_the_process_traps(self) -> None:
        with self.assertRaisesRegex(Fault, "the switch itself failed"):
            self.run_program(f"print('{programs.SWITCH_FAILED}', flush=True)\nos.kill(os.getpid(), signal.SIGILL)")

    def test_the_switch_is_told_the_number_and_the_program_which_tests_to_run(self) -> None:
        code = (f"if os.environ['{programs.VARIABLE}'] == '3' and '{programs.REACHED}' not in os.environ:\n"
                f"  print('''{PASSED}''' if sys.argv[-1] == r'^(?:RulesTests\\.FlowTests/ends)[(/]' else sys.argv)")
        self.assertEqual(self.run_program(code, 3).outcome, Outcome.SURVIVED)

    def test_each_test_of_the_targets_is_listed_once_but_for_the_slow_ones(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "tests")
            program.write_text("#!/bin/sh\necho 'A.B/c()\nA.B/c(d:)\nA.e()\nAB.C/d()\nA.SimultaneousRequestTests/f()'")
            program.chmod(0o755)
            self.assertEqual(runs.list_tests(program, {"A"}), ["A.B/c", "A.e"])
            with self.assertRaisesRegex(Fault, "C has no tests"):
                runs.list_tests(program, {"C"})

    def test_the_suites_of_tests_are_named_once_and_a_test_without_one_stays_itself(self) -> None:
        self.assertEqual(runs.suites(["A.B/c", "A.B/d", "A.B/E/f", "A.g"]), ["A.B", "A.B/E", "A.g"])

    def test_a_survey_knows_the_lines_that_a_test_and_the_processes_that_it_starts_reach(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "tests")
            program.write_text(
                f'#!/bin/sh\necho 12 >> "${programs.REACHED}"\nsh -c \'echo 345 >> "${programs.REACHED}"\'\n'
                f"echo '{PASSED}'\ntest ${programs.VARIABLE} = 0")
            program.chmod(0o755)
            self.assertEqual(runs.survey(program, "A.b").reached, {12, 345})

    def test_tests_that_fail_without_a_mutant_show_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "tests")
            program.write_text(f"#!/bin/sh\necho '{FAILED}'")
            program.chmod(0o755)
            with self.assertRaisesRegex(Fault, "A.b: without a mutant, a test fails: an old proof is refused"):
                runs.survey(program, "A.b")


class ReportTests(unittest.TestCase):
    TESTS = [
        SurveyedTest("RulesTests.A/quick", 0.1, frozenset({7, 8})), SurveyedTest("FlowTests.A/slow", 1, frozenset({8})),
        SurveyedTest("OtherTests.A/quick", 0.1, frozenset({7, 8}))]

    def try_all(self, run: mutation.Run, *those: Mutant) -> tuple[list[str], str]:
        with contextlib.redirect_stdout(io.StringIO()) as printed, ThreadPoolExecutor(1) as pool:
            survivors = mutation.try_all(
                list(those), lambda _: ["RulesTests", "FlowTests"], self.TESTS, run, pool)
        return [one.name for one in survivors], printed.getvalue()

    def test_a_mutant_is_tried_with_the_tests_of_its_targets_that_reach_it_the_quick_ones_first(self) -> None:
        ran = []

        def run(tests: list[SurveyedTest], number: int) -> Verdict:
            ran.extend((test.name, number) for test in tests)
            is_slow = tests[0].name == "FlowTests.A/slow"
            return Verdict(Outcome.FAILED, "a title") if is_slow else Verdict(Outcome.SURVIVED)

        survivors, printed = self.try_all(run, mutant(), mutant("owner", 8))
        self.assertEqual(survivors, ["age"])
        self.assertIn("noticed   owner: a title\n", printed)
        self.assertEqual(ran, [("RulesTests.A/quick", 7), ("RulesTests.A/quick", 8), ("FlowTests.A/slow", 8)])

    def test_a_survivor_is_printed_with_its_file(self) -> None:
        survivors, printed = self.try_all(
            lambda tests, number: Verdict(Outcome.SURVIVED, count=2), mutant("owner", 8), mutant("name", 9))
        self.assertEqual(survivors, ["owner", "name"])
        self.assertIn("SURVIVED  owner: 4 tests reach its line and pass\n          Rules.swift", printed)
        self.assertIn("SURVIVED  name: no test reaches its line\n          Rules.swift", printed)

    def test_parts_of_the_tests_take_longer_and_longer(self) -> None:
        tests = [SurveyedTest(str(number), 0.2, frozenset()) for number in range(16)]
        self.assertEqual([len(names) for names in mutation.batches(tests)], [2, 10, 4])

    def test_a_seed_repeats_its_sample_although_other_mutants_come_and_go(self) -> None:
        all_of_them = [mutant(str(number), number) for number in range(50)]
        sample = mutation.choose(all_of_them, None, 10, 4)
        self.assertEqual(sample, mutation.choose(all_of_them, None, 10, 4))
        self.assertNotEqual(sample, mutation.choose(all_of_them, None, 10, 5))
        gone = next(one for one in all_of_them if one not in sample)
        self.assertEqual(sample, mutation.choose([one for one in all_of_them if one != gone], None, 10, 4))

    def test_a_sample_needs_few_modules_and_every_mutant_can_come_up(self) -> None:
        all_of_them = [mutant(str(number), number, module=str(number % 5)) for number in range(200)]
        samples = [mutation.choose(all_of_them, None, 10, seed) for seed in range(300)]
        self.assertEqual({len({one.module for one in sample}) for sample in samples}, {1})
        self.assertEqual(len({one.name for sample in samples for one in sample}), 200)

    def test_a_text_chooses_the_mutants_whose_names_hold_it(self) -> None:
        self.assertEqual(mutation.choose([mutant(), mutant("owner")], "own", None, 0), [mutant("owner")])
        with self.assertRaisesRegex(Fault, "no mutant's name holds other"):
            mutation.choose([mutant()], "other", None, 0)


class ProjectTests(unittest.TestCase):
    @unittest.skipIf(sys.version_info < (3, 11), "the tables need Python 3.11")
    def test_every_mutant_of_the_project_fits_its_source(self) -> None:
        sources, found = project.read_sources(project.ROOT), project.read_mutants()
        self.assertGreaterEqual(len(found), 1_000)
        for file in {one.file for one in found}:
            mutants.mutated(sources[file], [one for one in found if one.file == file])

    def test_a_module_is_also_judged_by_the_sample_events_of_the_functions_that_it_is_part_of(self) -> None:
        tests = project.Tests()
        self.assertEqual(
            tests.of_functions("AuthChallenge"), ["CreateAuthChallengeTests", "VerifyAuthChallengeTests"])
        self.assertEqual(tests.of_functions("SignUp"), ["PreSignUpTests"])
        self.assertFalse(tests.targets & set(tests.of_functions("JSON")))


class BuildTests(unittest.TestCase):
    """The commands of a build with two modules, of which one has mutants."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.objects = self.folder / "own.objects"
        self.objects.write_text("/b/Rules.build/Age.swift.o\n/b/Rules.build/Rules.swiftmodule.o\n"
                                "'/b/Other.build/A+B.swift.o'\n")
        compiler = ["swiftc", "-module-name", "Rules", "-emit-module", "-emit-module-path", "/b/Rules.swiftmodule",
                    "-incremental", "-c", "@/b/sources", "-O", "-warnings-as-errors", "-num-threads", "2", "-I", "/b"]
        linker = ["swiftc", "-o", "/b/tests.xctest", "-module-name", "tests", "-emit-executable", f"@{self.objects}"]
        # A name may be the end of another one.
        other = [word.replace("Rules", "FlowRules") for word in compiler]
        self.build = programs.Build("".join(f"    args: {json.dumps(one)}\n" for one in (other, compiler, linker)))

    def test_a_module_is_compiled_as_before_but_to_one_file_and_with_warnings(self) -> None:
        command = self.build.compile("Rules", [Path("/new/Age.swift")], Path("/new/Rules.o"))
        self.assertEqual(command, ["swiftc", "-module-name", "Rules", "-O", "-I", "/b", "-whole-module-optimization",
                                   "-c", "-o", "/new/Rules.o", "/new/Age.swift"])

    def test_a_program_is_linked_with_what_takes_the_place_of_its_own_files(self) -> None:
        program = self.folder / "mutants.xctest"
        command = self.build.link(
            "tests.xctest", {"Rules": Path("/new/Rules.o"), "Foreign": Path("/new/Foreign.o")}, program)
        self.assertEqual(command[:3], ["swiftc", "-o", str(program)])
        self.assertEqual(Path(command[-1][1:]).read_text().splitlines(),
                         ["/b/Rules.build/Rules.swiftmodule.o", "'/b/Other.build/A+B.swift.o'", "/new/Rules.o"])

    def test_what_the_last_build_did_not_make_is_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "no command of the last build makes Foreign"):
            self.build.compile("Foreign", [], Path("/new/Foreign.o"))

    def test_only_the_files_with_mutants_are_written_beside_the_switch(self) -> None:
        home = self.folder / "Sources/Modules/Triggers/Rules"
        (home / "Flow").mkdir(parents=True)
        (home / "Flow/Age.swift").write_text(SOURCE)
        (home / "Name.swift").write_text("let name = 1\n")
        file = "Sources/Modules/Triggers/Rules/Flow/Age.swift"
        made = programs.write_sources(
            self.folder, self.folder, "Rules", [dataclasses.replace(mutant(), file=file)])
        self.assertEqual([str(path.relative_to(self.folder)) for path in made], [
            "Rules/Age.swift", "Sources/Modules/Triggers/Rules/Name.swift", f"Rules/{programs.SWITCH_FILE}"])
        self.assertIn("guard isBroken(7, true, age < limit) else", made[0].read_text())
