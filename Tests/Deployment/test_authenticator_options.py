"""The command line of `scripts/passkeys authenticators`."""

from __future__ import annotations

import argparse
import unittest

from verb_run import run_verb
from verbs import authenticators


def request(words: str) -> argparse.Namespace:
    """What the tool is asked to do."""
    parser = argparse.ArgumentParser()
    authenticators.add_options(parser)
    options = parser.parse_args(words.split())
    authenticators.judge(options)
    return options


class OptionTests(unittest.TestCase):
    def test_each_action_has_what_it_needs(self) -> None:
        for words, *expected in (
            ("--user u", "list", "u", None), ("--user u --remove a1", "remove", "u", "a1"),
            ("--user u --reset", "reset", "u", True), ("--user u --erase", "erase", "u", True),
            ("--user u --export one.jsonl", "export", "u", "one.jsonl"),
            ("--export all.jsonl", "export", None, "all.jsonl"), ("--import all.jsonl", "import", None, "all.jsonl"),
            ("--import-passwordless t", "import-passwordless", None, "t"), ("--orphans", "orphans", None, True),
        ):
            found = request(f"--stack s {words}")
            self.assertEqual([found.action, found.user, found.subject], expected, words)
            self.assertEqual((found.stack, found.table, found.pool, found.notify, found.skip_existing, found.dry_run,
                              found.yes), ("s", None, None, False, False, False, False), words)

    def test_table_and_pool_can_be_named_instead_of_a_stack(self) -> None:
        found = request("--table t --pool p --relying-party example.org --export f")
        self.assertEqual((found.action, found.stack, found.table, found.pool, found.relying_party, found.subject),
                         ("export", None, "t", "p", "example.org", "f"))

    def test_a_reset_can_tell_the_user_and_an_import_can_leave_users_alone(self) -> None:
        self.assertTrue(request("--stack s --user u --reset --notify").notify)
        self.assertTrue(request("--stack s --import f --skip-existing").skip_existing)

    def test_only_what_changes_something_takes_dry_run_and_yes(self) -> None:
        found = request("--stack s --region r --user u --erase --dry-run --yes")
        self.assertEqual((found.region, found.dry_run, found.yes), ("r", True, True))

    def test_wrong_usage_is_refused(self) -> None:
        changes = "--dry-run and --yes are for actions that change something"
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
            ("--stack s --user u --notify", "--notify is for --reset"),
            ("--stack s --user u --erase --notify", "--notify is for --reset"),
            ("--table t --pool p --user u --reset --notify", "needs --stack"),
            ("--stack s --export f --skip-existing", "--skip-existing is for imports"),
            ("--stack s --user u --dry-run", changes), ("--stack s --export f --yes", changes),
            ("--stack s --orphans --dry-run", changes),
        ):
            found = run_verb("authenticators", *words.split())
            self.assertEqual(found.code, 2, words)
            self.assertIn(problem, found.errors)
