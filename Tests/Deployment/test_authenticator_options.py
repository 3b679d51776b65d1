"""The command line of the tool for users' authenticators."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
import unittest
from contextlib import redirect_stderr
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from authenticators.options import Action, Request, request  # noqa: E402


class OptionTests(unittest.TestCase):
    def test_each_action_has_what_it_needs(self) -> None:
        for words, action, user, subject in (
            ("--user u", Action.LIST, "u", None), ("--user u --remove a1", Action.REMOVE, "u", "a1"),
            ("--user u --reset", Action.RESET, "u", None), ("--user u --erase", Action.ERASE, "u", None),
            ("--user u --export one.jsonl", Action.EXPORT, "u", "one.jsonl"),
            ("--export all.jsonl", Action.EXPORT, None, "all.jsonl"),
            ("--import all.jsonl", Action.IMPORT, None, "all.jsonl"),
            ("--import-passwordless t", Action.IMPORT_PASSWORDLESS, None, "t"),
            ("--orphans", Action.ORPHANS, None, None),
        ):
            self.assertEqual(request(["--stack", "s", *words.split()]),
                             Request(action, "s", user=user, subject=subject), words)

    def test_table_and_pool_can_be_named_instead_of_a_stack(self) -> None:
        self.assertEqual(
            request("--table t --pool p --relying-party example.org --export f".split()),
            Request(Action.EXPORT, table="t", pool="p", relying_party="example.org", subject="f"))

    def test_a_reset_can_tell_the_user_and_an_import_can_leave_users_alone(self) -> None:
        self.assertTrue(request("--stack s --user u --reset --notify".split()).notifies)
        self.assertTrue(request("--stack s --import f --skip-existing".split()).keeps_existing)
        for words, problem in (
            ("--stack s --user u --notify", "--notify is for --reset"),
            ("--stack s --user u --erase --notify", "--notify is for --reset"),
            ("--table t --pool p --user u --reset --notify", "needs --stack"),
            ("--stack s --export f --skip-existing", "--skip-existing is for imports"),
        ):
            self.assert_refused(words, problem)

    def test_only_what_changes_something_takes_dry_run_and_yes(self) -> None:
        found = request("--stack s --region r --user u --erase --dry-run --yes".split())
        self.assertEqual((found.region, found.is_dry_run, found.asks), ("r", True, False))
        for words in ("--user u --dry-run", "--export f --yes", "--orphans --dry-run"):
            self.assert_refused(f"--stack s {words}", "--dry-run and --yes are for actions that change something")

    def test_wrong_usage_is_refused(self) -> None:
        for words, problem in (
            ("--user u", "give --stack, or --table and --pool"), ("--table t --user u", "give --stack"),
            ("--pool p --user u", "give --stack"), ("--stack s", "give --user, or an action for all users"),
            ("--stack s --reset", "--reset needs --user"), ("--stack s --remove a", "--remove needs --user"),
            ("--stack s --erase --user=", "--erase needs --user"), ("--stack s --export f --user=", "--user needs"),
            ("--stack s --user u --import f", "--import is about all users"),
            ("--stack s --user= --orphans", "--orphans is about all users"),
            ("--stack s --user u --remove=", "--remove needs a value"),
            ("--stack s --export=", "--export needs a value"),
            ("--stack s --user u --reset --erase", "not allowed with"),
            ("--stack s --export f --import f", "not allowed with"),
        ):
            self.assert_refused(words, problem)

    def assert_refused(self, words: str, problem: str) -> None:
        errors = io.StringIO()
        with self.subTest(words), redirect_stderr(errors), self.assertRaises(SystemExit) as end:
            request(words.split())
        self.assertEqual(end.exception.code, 2, words)
        self.assertIn(problem, errors.getvalue())


class MakeTests(unittest.TestCase):
    def command(self, *words: str) -> list[str]:
        """The words of the command of `make authenticators`, before the shell puts in values, where USER is set anyway."""
        printed = subprocess.run(
            ["make", "--dry-run", f"--file={ROOT / 'Makefile'}", "authenticators", *words],
            env={"PATH": os.environ["PATH"], "USER": "root"}, capture_output=True, text=True, timeout=60, check=True)
        # The lines of the command are joined as the shell joins them.
        return shlex.split(printed.stdout.replace("\\\n", "").partition("-m authenticators")[2])

    def test_only_the_user_of_the_command_line_is_meant(self) -> None:
        self.assertEqual(self.command("STACK=s", "ORPHANS=1"), ["--stack", "$STACK", "--orphans"])
        self.assertEqual(self.command("STACK=s", "USER=u", "REGION=r", "ARGS=--reset --yes"),
                         ["--stack", "$STACK", "--region", "$REGION", "--user=$USER", "--reset", "--yes"])


if __name__ == "__main__":
    unittest.main()
