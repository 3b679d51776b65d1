"""What a command is about to change is shown in one form, asked for once, and a way without return by the stack's name;
and a command that is interrupted says what it has changed."""

from __future__ import annotations

import argparse
import io
import unittest
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest import mock

import boto3
from botocore.exceptions import ClientError, EndpointConnectionError

from aws_case import REGION, AWSCase
from cognito_passkeys import proposal, steps
from cognito_passkeys.proposal import Proposal, change
from cognito_passkeys.verbs import command_line
from verb_run import Terminal, run_verb

CHANGES = {"Stack passkeys": [change("OtpMailsPerHour", "3600", "7200"), change("ServiceName", "", None)]}
ONE_WAY = ["RelyingPartyId: 41 people's passkeys no longer work."]


class ProposalTests(unittest.TestCase):
    def setUp(self) -> None:
        steps.begin()

    def asked(self, words: str = "", typed: str | io.StringIO = "", one_way: list[str] = [],
              parts: dict[str, list[str]] = CHANGES) -> tuple[int | None, str]:
        """Where the command ends, and what was said."""
        made, said, parser = Proposal("passkeys"), io.StringIO(), argparse.ArgumentParser()
        for title, lines in parts.items():
            made.add(title, lines)
        made.follows += ["All processes start anew."]
        made.one_way += one_way
        proposal.add_agreement(parser)
        stdin = io.StringIO(typed) if isinstance(typed, str) else typed
        with redirect_stdout(said), redirect_stderr(said), mock.patch("sys.stdin", stdin):
            code = made.stops(parser.parse_args(words.split()))
        return code, said.getvalue()

    def test_it_says_from_what_to_what_what_follows_and_what_has_no_way_back(self) -> None:
        self.assertEqual(self.asked("--dry-run", one_way=ONE_WAY), (0, (
            'Stack passkeys:\n  OtpMailsPerHour: 3600 -> 7200\n  ServiceName: "" -> not set\n'
            "What follows:\n  All processes start anew.\n"
            "There is no way back from this:\n  RelyingPartyId: 41 people's passkeys no longer work.\n"
            "Dry run: nothing was changed.\n")))

    def test_a_value_cannot_change_the_terminal(self) -> None:
        self.assertEqual(change("A", "\x1b[2J", "b"), "A: ?[2J -> b")

    def test_it_asks_once_and_machines_are_not_asked(self) -> None:
        for words, typed, code in (("", "y\n", None), ("", "Yes\n", None), ("", "n\n", 4), ("", "", 4), ("", "\n", 4),
                                   ("--yes", "", None), ("--confirm passkeys", "", 4)):
            with self.subTest(words, typed=typed):
                found, said = self.asked(words, typed)
                self.assertEqual((found, said.count("Do this? [y/N]")), (code, 0 if "--yes" in words else 1), said)
                self.assertEqual("Nothing has been changed." in said, code == 4)
        with steps.step("a"):
            pass
        self.assertIn("Done before that: a.", self.asked("", "n\n")[1])

    def test_a_step_without_a_way_back_needs_the_name_typed_also_from_machines(self) -> None:
        needed = "It needs the stack's name, passkeys, typed or as --confirm passkeys; --yes is not enough."
        for words, typed, code in (("", Terminal("passkeys\n"), None), ("", Terminal("y\n"), 4),
                                   ("--yes", Terminal("passkeys\n"), None), ("--yes", "passkeys\n", 4),
                                   ("--yes", Terminal("Passkeys\n"), 4), ("--yes", "", 4),
                                   ("--confirm passkeys", "", None), ("--yes --confirm passkeys", "", None),
                                   ("--yes --confirm other", Terminal("passkeys\n"), 4)):
            with self.subTest(words, typed=typed):
                found, said = self.asked(words, typed, ONE_WAY)
                self.assertEqual((found, needed in said), (code, code == 4), said)

    def test_what_changes_nothing_is_not_asked(self) -> None:
        code, said = self.asked(parts={"Stack passkeys": []})
        self.assertEqual((code, said.splitlines()[-1]), (0, "Nothing to change."))


class InterruptionTests(unittest.TestCase):
    def interrupted(self, run: object) -> str:
        with mock.patch("cognito_passkeys.verbs.rollback.run", run):
            found = run_verb("rollback", "--stack", "passkeys")
        self.assertEqual((found.code, found.output), (130, ""))
        return found.errors

    def test_ctrl_c_and_ctrl_d_say_what_has_been_changed_and_how_to_go_on(self) -> None:
        def after(*done: str, open: str | None = None, end: BaseException = KeyboardInterrupt()) -> object:
            def run(options: object) -> None:
                for what in done:
                    with steps.step(what):
                        pass
                if open:
                    with steps.step(open):
                        raise end
                raise end
            return run

        for run, said in (
                (after(), "Nothing has been changed."), (after("a", "b", "a"), "Done before that: a; b."),
                (after("a", open="b"), "Done before that: a. May have been done: b.")):
            self.assertEqual(self.interrupted(run), f"\nInterrupted. {said} {command_line.GO_ON}\n")
        self.assertEqual(self.interrupted(after(end=KeyboardInterrupt("It goes on in AWS."))),
                         "\nInterrupted. It goes on in AWS.\n")

    def test_ctrl_d_at_a_question_is_an_interruption(self) -> None:
        class ControlD(Terminal):
            def readline(self, *sizes: int) -> str:
                return ""

        with mock.patch("cognito_passkeys.verbs.rollback.run", lambda options: proposal.answer("Name? ")):
            found = run_verb("rollback", "--stack", "passkeys", typed=ControlD())
        self.assertEqual((found.code, found.errors), (130, f"\nInterrupted. Nothing has been changed. {command_line.GO_ON}\n"))


class CallTests(AWSCase):
    def test_each_call_that_aws_has_carried_out_is_named_and_no_other(self) -> None:
        def run(options: argparse.Namespace) -> int:
            api = boto3.Session(region_name=REGION).client("secretsmanager")
            api.create_secret(Name="a", SecretString="unsaid")
            with steps.step("a name of its own"):
                api.create_secret(Name="c", SecretString="unsaid")
            with self.assertRaises(ClientError), steps.step("a refusal"):
                api.delete_secret(SecretId="none")
            api.describe_secret(SecretId="a")
            boto3.client("sts", region_name=REGION).get_caller_identity()
            with self.assertRaises(ClientError):
                api.delete_secret(SecretId="none")
            with failing_answers(), self.assertRaises(EndpointConnectionError):
                api.delete_secret(SecretId="b")
            raise KeyboardInterrupt

        with mock.patch("cognito_passkeys.verbs.rollback.run", run):
            found = run_verb("rollback", "--stack", "passkeys")
        self.assertEqual((found.code, found.errors), (130, (
            "\nInterrupted. Done before that: CreateSecret a; a name of its own. May have been done: DeleteSecret b. "
            f"{command_line.GO_ON}\n")))


def failing_answers() -> Any:
    """As if AWS did not answer."""
    error = EndpointConnectionError(endpoint_url="https://aws.example")
    return mock.patch("botocore.endpoint.Endpoint.make_request", side_effect=error)
