"""Tests/Mutation: how a mutant gets into a source text, what a run of its tests is worth, and what is printed."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Mutation"))

import mutants  # noqa: E402
import mutation  # noqa: E402
import runs  # noqa: E402
import workspace  # noqa: E402
from mutants import Fault, Mutant  # noqa: E402
from runs import Outcome, Verdict  # noqa: E402

SOURCE = """\
guard age < limit else { throw .tooOld }
guard name == expected else { throw .wrongName }
guard name == owner else { throw .wrongOwner }
"""
PASSED = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\n"
FAILED = '✘ Test "an old proof is refused" recorded an issue at A.swift:1:1: Expectation failed\n'


def mutant(text: str = "age < limit", broken: str = "BROKEN || TEXT", within: str | None = None, number: int = 7,
           name: str = "age") -> Mutant:
    return Mutant(name=name, number=number, module="Rules", file="Rules.swift", text=text, within=within or text,
                  broken=broken, tests="RulesTests", guards="An old proof is refused.")


class TextTests(unittest.TestCase):
    def test_a_mutant_stands_behind_its_switch(self) -> None:
        self.assertIn("guard isBroken(7) || age < limit else", mutants.mutated(SOURCE, [mutant()]))

    def test_all_mutants_of_a_file_go_in_at_once_and_nothing_else_changes(self) -> None:
        owner = mutant("name == owner", "(BROKEN ? true : TEXT)", number=8)
        self.assertEqual(mutants.mutated(SOURCE, [owner, mutant()]), SOURCE.replace(
            "age < limit", "isBroken(7) || age < limit").replace("name == owner", "(isBroken(8) ? true : name == owner)"))

    def test_a_text_that_is_gone_is_stale(self) -> None:
        with self.assertRaisesRegex(Fault, "age: stale, because Rules.swift no longer has the text: age <= limit"):
            mutants.mutated(SOURCE, [mutant("age <= limit")])

    def test_a_text_that_stands_twice_is_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "Rules.swift has the text 2 times"):
            mutants.mutated(SOURCE, [mutant("guard name ==")])

    def test_the_text_around_it_tells_two_places_apart(self) -> None:
        second = mutants.mutated(SOURCE, [mutant("name", "BROKEN ? owner : TEXT", within="name == owner")])
        self.assertIn("guard name == expected else", second)
        self.assertIn("guard isBroken(7) ? owner : name == owner else", second)

    def test_texts_that_overlap_are_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "overlaps"):
            mutants.mutated(SOURCE, [mutant(), mutant("limit else", number=8)])


class TableTests(unittest.TestCase):
    def rows(self, **changes: str | None) -> list[Mutant]:
        row = {"name": "age", "file": "Flow/Age.swift", "text": "a < b", "broken": "BROKEN || TEXT", "guards": "It is."}
        row.update(changes)
        row = {key: value for key, value in row.items() if value is not None}
        return mutants.read_table({"tests": "RulesTests", "mutant": [row, row]}, "Rules", 5)

    def test_mutants_are_numbered_and_have_their_tables_module_and_tests(self) -> None:
        first, second = self.rows()
        self.assertEqual((first.number, second.number), (5, 6))
        self.assertEqual((first.file, first.tests), ("Sources/Modules/Rules/Flow/Age.swift", "RulesTests"))

    def test_a_mutant_may_have_tests_of_its_own(self) -> None:
        self.assertEqual(self.rows(tests="FlowTests")[0].tests, "FlowTests")

    def test_a_mutant_without_a_sentence_is_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "age: unknown or missing guards"):
            self.rows(guards=None)

    def test_a_mutant_without_a_switch_is_refused(self) -> None:
        with self.assertRaisesRegex(Fault, "`broken` needs BROKEN"):
            self.rows(broken="TEXT")


class RunTests(unittest.TestCase):
    """A run of a program that stands in for the tests, so that each ending can be had."""

    def run_program(self, code: str, number: int = 3) -> Verdict:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "tests")
            program.write_text(f"#!{sys.executable}\nimport os, signal, sys, time\n{code}")
            program.chmod(0o755)
            return runs.run(program, "RulesTests", number, Path(folder))

    def test_tests_that_pass_let_the_mutant_survive(self) -> None:
        self.assertEqual(self.run_program(f"print('''{PASSED}''')"), Verdict(Outcome.SURVIVED, None, 3, False))

    def test_a_survivor_whose_line_was_reached_is_known(self) -> None:
        self.assertTrue(self.run_program(f"print('''{workspace.REACHED}\n{PASSED}''')").is_reached)

    def test_the_first_test_that_fails_ends_the_run(self) -> None:
        verdict = self.run_program(f"print('''{FAILED}''', flush=True)\ntime.sleep(600)")
        self.assertEqual(verdict, Verdict(Outcome.FAILED, "an old proof is refused"))

    def test_a_trap_is_noticed_as_one(self) -> None:
        self.assertEqual(self.run_program("os.kill(os.getpid(), signal.SIGILL)").outcome, Outcome.TRAPPED)

    def test_a_process_that_somebody_ends_shows_nothing(self) -> None:
        with self.assertRaisesRegex(Fault, "somebody ended the tests of RulesTests with signal 15"):
            self.run_program("os.kill(os.getpid(), signal.SIGTERM)")

    def test_tests_that_do_not_end_are_ended(self) -> None:
        limit, runs.LIMIT = runs.LIMIT, 1
        try:
            self.assertEqual(self.run_program("time.sleep(600)").outcome, Outcome.HUNG)
        finally:
            runs.LIMIT = limit

    def test_a_filter_that_no_test_passes_is_an_error(self) -> None:
        for end in ("print('''✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.''')\nsys.exit(69)", "pass"):
            with self.assertRaisesRegex(Fault, "no test runs for the filter RulesTests"):
                self.run_program(end)

    def test_a_switch_that_fails_is_an_error_although_the_process_traps(self) -> None:
        with self.assertRaisesRegex(Fault, "the switch itself failed"):
            self.run_program(f"print('{workspace.SWITCH_FAILED}', flush=True)\nos.kill(os.getpid(), signal.SIGILL)")

    def test_the_switch_is_told_the_number_and_without_a_mutant_nothing(self) -> None:
        code = f"print({workspace.REACHED!r} if os.environ.get('{workspace.VARIABLE}') == '3' else 'none')\nprint('''{PASSED}''')"
        self.assertTrue(self.run_program(code, 3).is_reached)
        self.assertFalse(self.run_program(code, 0).is_reached)


class ReportTests(unittest.TestCase):
    def show(self, run: mutation.Run) -> tuple[int, str]:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            status = mutation.show([mutant(), mutant(number=8, name="owner")], run, 1)
        return status, printed.getvalue()

    def test_all_noticed_is_a_success(self) -> None:
        status, printed = self.show(
            lambda tests, number: Verdict(Outcome.FAILED, "a title") if number else Verdict(Outcome.SURVIVED, count=3))
        self.assertEqual(status, 0)
        self.assertIn("noticed   age: a title\n", printed)
        self.assertIn("2 of 2 mutants are noticed", printed)

    def test_a_survivor_is_printed_with_its_sentence_and_the_command_fails(self) -> None:
        status, printed = self.show(
            lambda tests, number: Verdict(Outcome.FAILED, "a title") if number == 7 else Verdict(Outcome.SURVIVED))
        self.assertEqual(status, 1)
        self.assertIn("SURVIVED  owner", printed)
        self.assertIn("An old proof is refused.", printed)
        self.assertIn("1 of 2 mutants are noticed", printed)

    def test_tests_that_fail_without_a_mutant_show_nothing(self) -> None:
        with self.assertRaisesRegex(Fault, "RulesTests: without a mutant, a test fails: a title"):
            self.show(lambda tests, number: Verdict(Outcome.FAILED, "a title"))

    def test_a_seed_repeats_its_sample(self) -> None:
        all_of_them = [mutant(number=number, name=str(number)) for number in range(50)]
        sample = mutation.choose(all_of_them, None, 10, 4)
        self.assertEqual(sample, mutation.choose(all_of_them, None, 10, 4))
        self.assertNotEqual(sample, mutation.choose(all_of_them, None, 10, 5))
        self.assertEqual(len({one.name for one in sample}), 10)

    def test_a_sample_needs_few_test_targets_and_every_mutant_can_come_up(self) -> None:
        all_of_them = [dataclasses.replace(mutant(number=number, name=str(number)), tests=f"Tests{number % 5}\\.Some")
                       for number in range(200)]
        seen = set()
        for seed in range(300):
            sample = mutation.choose(all_of_them, None, 10, seed)
            self.assertEqual(len({mutation.target(one) for one in sample}), 1)
            seen.update(one.name for one in sample)
        self.assertEqual(len(seen), 200)

    def test_a_name_chooses_one_and_an_unknown_name_is_refused(self) -> None:
        self.assertEqual(mutation.choose([mutant(), mutant(name="owner")], "owner", None, 0), [mutant(name="owner")])
        with self.assertRaisesRegex(Fault, "no mutant is called other"):
            mutation.choose([mutant()], "other", None, 0)


class TablesTests(unittest.TestCase):
    @unittest.skipIf(sys.version_info < (3, 11), "the tables need Python 3.11")
    def test_every_mutant_of_the_project_fits_its_source(self) -> None:
        found = mutants.read_tables(mutation.TABLES)
        self.assertGreaterEqual(len(found), 100)
        for file in {one.file for one in found}:
            mutants.mutated((mutation.ROOT / file).read_text(encoding="utf-8"), [one for one in found if one.file == file])


class WorkspaceTests(unittest.TestCase):
    def test_a_copy_has_what_the_folder_has_with_the_changes_and_nothing_else(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            source, target = Path(name, "source"), Path(name, "target")
            for path, text in ((source / "A.swift", "a"), (source / "B/B.swift", "b"), (target / "Old.swift", "old"),
                               (target / "A.swift", "a")):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            before = (target / "A.swift").stat().st_mtime_ns
            workspace.copy(source, target, {Path("B/B.swift"): b"changed", Path("B/Switch.swift"): b"added"})
            found = {str(path.relative_to(target)): path.read_text() for path in target.rglob("*") if path.is_file()}
            self.assertEqual(found, {"A.swift": "a", "B/B.swift": "changed", "B/Switch.swift": "added"})
            self.assertEqual((target / "A.swift").stat().st_mtime_ns, before)


if __name__ == "__main__":
    unittest.main()
