"""The tool for users' authenticators: what it does about one user."""

from __future__ import annotations

import re
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from botocore.exceptions import ClientError, ReadTimeoutError

from aws_case import calls, failing
from authenticator_case import (
    ANA, BEN, POOL, REGION, TABLE, AuthenticatorCase, everything, mailbox, passkey, pointer, profile)
from cognito_passkeys.users_table import reset_notice
from cognito_passkeys.users_table.reset_notice import MailSettings, mail_settings
from cognito_passkeys.users_table.table import AuthenticatorPool
from verb_run import run_verb

ENGLISH = Path(__file__).resolve().parents[2] / "Sources/Modules/Shared/SignInMail/Texts/MailWords+English.swift"
MAIL = {"OtpSender": "Example <no-reply@example.org>", "ServiceName": "Example Bank", "SesConfigurationSet": "bounces"}
OTHERS = everything(BEN, b"\x09")


class ListTests(AuthenticatorCase):
    def test_a_user_is_listed_with_each_authenticator(self) -> None:
        self.store(*everything(ANA), *OTHERS)
        code, output, log = self.run_tool(f"--user {ANA}")
        self.assertEqual((code, log), (0, []))
        self.assertEqual(output.splitlines(), [
            f"{ANA}: 3 authenticators, version 4, has had a passkey",
            "  email   e1  ana@example.org, added 2026-11-22 06:03 UTC, last used 2026-11-22 06:03 UTC",
            '  passkey p1  "My phone", added 2026-11-22 06:03 UTC, last used 2026-11-22 07:03 UTC, synced, '
            "model 00000000-0000-0000-0000-000000000000",
            '  passkey p2  "My phone", added 2026-11-22 06:03 UTC, last used 2026-11-22 07:03 UTC, can be synced, '
            "model 00000000-0000-0000-0000-000000000000"])

    def test_names_cannot_change_the_terminal(self) -> None:
        self.store(profile(ANA), passkey(ANA, label={"S": "a\x1b[2J\u202eb\nc"}), pointer(ANA))
        _, output, _ = self.run_tool(f"--user {ANA}")
        self.assertIn('"a?[2J?b?c"', output)

    def test_a_user_that_the_functions_cannot_read_is_listed_with_the_reason(self) -> None:
        self.store(mailbox(ANA))
        code, output, _ = self.run_tool(f"--user {ANA}")
        self.assertEqual(code, 0)
        self.assertIn("The functions cannot read this user: there is no profile", output)

    def test_an_unknown_user_is_no_success(self) -> None:
        self.store(*OTHERS)
        for words in ("", "--reset", "--erase", "--remove p1", f"--export {self.folder / 'x'}"):
            self.assertEqual(self.run_tool(f"--user {ANA} {words}"), (1, f"The table has no user {ANA}.\n", []))
        self.assertEqual(list(self.folder.iterdir()), [])


class ChangeTests(AuthenticatorCase):
    def setUp(self) -> None:
        super().setUp()
        self.store(*everything(ANA), *OTHERS)

    def changed_profile(self, version: str = "5", **changes: object) -> dict[str, object]:
        stored = self.table.user(ANA, POOL).profile
        self.assertRegex(stored["lastAttempt"]["S"], "^administrator#[0-9a-f-]{36}$")
        return profile(ANA, version={"N": version}, lastAttempt=stored["lastAttempt"], **changes)

    def assert_logged(self, log: list[dict[str, object]], action: str, ids: list[str], outcome: str = "done") -> None:
        [line] = log
        self.assertRegex(line.pop("time"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertRegex(line.pop("actor"), "^arn:aws:sts::[0-9]{12}:")
        self.assertEqual(line, {
            "action": action, "table": TABLE, "user": ANA, "authenticators": ids, "outcome": outcome})

    def test_one_passkey_is_removed_with_its_pointer(self) -> None:
        code, output, log = self.run_tool(f"--user {ANA} --remove p1", answer="y")
        self.assertEqual(code, 0)
        self.assert_stored(self.changed_profile(), mailbox(ANA), *everything(ANA)[4:], *OTHERS)
        self.assert_logged(log, "remove", ["p1"])
        self.assertIn("admin-user-global-sign-out", output)

    def test_a_mailbox_is_removed(self) -> None:
        self.run_tool(f"--user {ANA} --remove e1 --yes")
        self.assert_stored(self.changed_profile(), *everything(ANA)[2:], *OTHERS)

    def test_a_reset_removes_all_authenticators_and_forgets_that_there_were_passkeys(self) -> None:
        code, output, log = self.run_tool(f"--user {ANA} --reset", answer="yes")
        self.assertEqual(code, 0)
        self.assert_stored(self.changed_profile(hasHadPasskey={"BOOL": False}), *OTHERS)
        self.assert_logged(log, "reset", ["e1", "p1", "p2"])
        self.assertIn("Tell the person about the reset", output)

    def test_an_erasure_leaves_nothing_of_the_user(self) -> None:
        code, _, log = self.run_tool(f"--user {ANA} --erase", answer="y")
        self.assertEqual(code, 0)
        self.assert_stored(*OTHERS)
        self.assert_logged(log, "erase", ["e1", "p1", "p2"])

    def test_what_is_left_without_a_profile_can_be_erased_but_not_reset(self) -> None:
        self.table.api.delete_item(TableName=TABLE, Key={name: profile(ANA)[name] for name in ("pk", "sk")})
        code, output, _ = self.run_tool(f"--user {ANA} --reset --yes")
        self.assertEqual(code, 1)
        self.assertIn("the user has no profile, so only --erase can help", output)
        self.assertEqual(self.run_tool(f"--user {ANA} --erase --yes")[0], 0)
        self.assert_stored(*OTHERS)

    def test_a_passkey_that_the_functions_cannot_read_can_be_removed(self) -> None:
        self.store(passkey(ANA, publicKey={"B": "AA=="}))
        self.assertEqual(self.run_tool(f"--user {ANA} --remove p1 --yes")[0], 0)
        self.assert_stored(self.changed_profile(), mailbox(ANA), *everything(ANA)[4:], *OTHERS)

    def test_nothing_changes_unless_it_is_wanted(self) -> None:
        for words, answer, code in (("--reset", "n", 4), ("--erase", "", 4), ("--remove p1", "maybe", 4),
                                    ("--erase --dry-run", None, 0), ("--reset --dry-run", None, 0),
                                    ("--remove p9", None, 1)):
            found, _, log = self.run_tool(f"--user {ANA} {words}", answer=answer)
            self.assertEqual((found, log), (code, []), words)
        self.assert_stored(*everything(ANA), *OTHERS)

    def test_a_change_of_the_user_in_between_makes_it_fail_as_a_whole(self) -> None:
        for words, changes in (("--remove p1", {"version": {"N": "5"}}), ("--reset", {"version": {"N": "5"}}),
                               # The user was erased and came again.
                               ("--reset", {"lastAttempt": {"S": "b4"}}), ("--erase", {"lastAttempt": {"S": "b4"}}),
                               ("--erase", {"version": {"N": "5"}})):
            self.store(*everything(ANA))

            def meanwhile(*_: object) -> str:
                self.store(profile(ANA, **changes))
                return "y"

            with mock.patch("cognito_passkeys.users_table.one_user.is_confirmed", meanwhile):
                code, output, log = self.run_tool(f"--user {ANA} {words}")
            self.assertEqual((code, log), (1, []), words)
            self.assertIn("The user has changed meanwhile. Nothing has been changed", output)
            self.assert_stored(profile(ANA, **changes), *everything(ANA)[1:], *OTHERS)

    def test_a_change_that_may_have_been_made_is_logged_as_such(self) -> None:
        timeout = ReadTimeoutError(endpoint_url="https://dynamodb")
        error = ClientError({"Error": {"Code": "InternalServerError"}, "ResponseMetadata": {"HTTPStatusCode": 500}},
                            "TransactWriteItems")
        for lost in (timeout, error):
            self.store(*everything(ANA))
            with failing("TransactWriteItems", lost, is_done=True):
                code, output, log = self.run_tool(f"--user {ANA} --erase --yes")
            self.assertEqual(code, 1)
            self.assertIn("There was no answer. List the user to see whether it has been done.", output)
            self.assertNotIn("Done", output)
            self.assert_logged(log, "erase", ["e1", "p1", "p2"], "unknown")
            self.assert_stored(*OTHERS)

    def test_a_change_that_was_refused_or_by_somebody_who_cannot_be_named_is_neither_made_nor_logged(self) -> None:
        refusal = ClientError({"Error": {"Code": "AccessDeniedException"}, "ResponseMetadata": {"HTTPStatusCode": 400}},
                              "TransactWriteItems")
        unnamed = ClientError({"Error": {"Code": "ExpiredToken", "Message": "expired"}}, "GetCallerIdentity")
        for meant, said in ((failing("TransactWriteItems", refusal), "Not done: "),
                            (failing("GetCallerIdentity", unnamed), "ExpiredToken")):
            with meant:
                code, output, log = self.run_tool(f"--user {ANA} --erase --yes")
            self.assertEqual((code, log), (1, []))
            self.assertIn(said, output)
            self.assert_stored(*everything(ANA), *OTHERS)


class NoticeTests(AuthenticatorCase):
    def setUp(self) -> None:
        super().setUp()
        self.client("sesv2").create_email_identity(EmailIdentity="example.org")
        self.sent: list[dict[str, Any]] = []

    def run_tool(self, *words: str, **options: Any) -> tuple[int, str, list[dict[str, Any]]]:
        with calls() as made:
            found = super().run_tool(*words, **options)
        self.sent += [given for name, given in made if name == "SendEmail"]
        return found

    def reset(self, name: str, is_verified: bool = True, **parameters: str) -> tuple[int, str, str]:
        sub = self.person(name, is_verified=is_verified)
        self.store(profile(sub, self.pool), mailbox(sub, self.pool, email={"S": "former@example.org"}))
        code, output, _ = self.run_tool(f"--stack {self.stack(**parameters)} --user {sub} --reset --yes --notify")
        return code, output, sub

    def test_the_person_gets_a_mail_at_the_address_that_cognito_has_verified(self) -> None:
        code, output, sub = self.reset("ana", **MAIL)
        self.assertEqual(code, 0)
        self.assertIn("The person has been told by email", output)
        [email] = self.sent
        self.assertEqual((email["FromEmailAddress"], email["Destination"], email["ConfigurationSetName"]),
                         (MAIL["OtpSender"], {"ToAddresses": ["ana@example.org"]}, "bounces"))
        content = email["Content"]["Simple"]
        self.assertEqual(content["Subject"]["Data"], "The sign-in methods of your Example Bank account were reset")
        self.assertRegex(content["Body"]["Text"]["Data"], r"(?s)^An administrator of Example Bank removed all passkeys "
                         r".*\n\nTime: \d{4}-\d\d-\d\d at \d\d:\d\d UTC\n\nIf you did not ask for this, contact "
                         r"Example Bank\.\n$")
        self.assertFalse(self.table.user(sub, self.pool).authenticators)

    def test_a_flag_in_capitals_verifies_the_address_too(self) -> None:
        for name, mark in (("ana", "True"), ("ben", "TRUE")):
            with self.subTest(mark):
                sub = self.person(name, is_verified=False)
                self.cognito.admin_update_user_attributes(
                    UserPoolId=self.pool, Username=name, UserAttributes=[{"Name": "email_verified", "Value": mark}])
                self.assertEqual(AuthenticatorPool(self.pool, REGION).verified_address(sub), f"{name}@example.org")

    def test_address_and_sender_go_out_in_ascii(self) -> None:
        self.client("sesv2").create_email_identity(EmailIdentity="xn--bcher-kva.example")
        sub = self.person("ana", email="ana@ex\xe4mple.org")
        self.store(profile(sub, self.pool), mailbox(sub, self.pool, email={"S": "former@example.org"}))
        stack = self.stack(OtpSender="M\xfcller <no-reply@b\xfccher.example>")
        code, output, _ = self.run_tool(f"--stack {stack} --user {sub} --reset --yes --notify")
        self.assertEqual(code, 0, output)
        [email] = self.sent
        self.assertEqual(email["Destination"], {"ToAddresses": ["ana@xn--exmple-cua.org"]})
        self.assertEqual(email["FromEmailAddress"], "=?utf-8?q?M=C3=BCller?= <no-reply@xn--bcher-kva.example>")
        self.assertIn("your M\xfcller account", email["Content"]["Simple"]["Subject"]["Data"])

    def test_a_mail_that_cannot_be_sent_stops_the_reset(self) -> None:
        for name, is_verified, parameters, reason in (
            ("ana", False, MAIL, "Cognito has no verified address of this user"),
            ("jos\xe9", True, MAIL, "Amazon SES cannot send to this user's address"),
            ("ben", True, {"Other": "x"}, "the stack names no sender"),
        ):
            with self.subTest(reason):
                code, output, sub = self.reset(name, is_verified, **parameters)
                self.assertEqual(code, 1)
                self.assertIn(f"The notice could not be sent: {reason}. Nothing has been changed.", output)
                self.assertEqual(len(self.table.user(sub, self.pool).authenticators), 1)
                self.client("cloudformation").delete_stack(StackName="sign-in")
        self.assertEqual(self.sent, [])

    def test_a_mail_that_amazon_ses_refuses_is_said(self) -> None:
        refusal = ClientError({"Error": {"Code": "MessageRejected", "Message": "m"}}, "SendEmail")
        with mock.patch.object(reset_notice, "send", side_effect=refusal):
            code, output, sub = self.reset("ana", **MAIL)
        self.assertEqual(code, 1)
        self.assertIn("The reset is done, but the mail could not be sent. Tell the person.", output)
        self.assertEqual(self.table.user(sub, self.pool).authenticators, [])

    def test_the_words_are_those_of_the_functions(self) -> None:
        whole = ENGLISH.read_text(encoding="utf-8")
        source = whole.partition("case .authenticatorsReset:")[2]
        source = source[:source.index("\n        }")]
        # Parts of one text are joined by a plus.
        source = re.sub(r'"\s*\+ "', "", source).replace(r"\(service)", "{service}")
        subject, *parts = re.findall(r'"([^"]*)"', source)
        self.assertEqual(subject, reset_notice.SUBJECT)
        opening, fact, closing = (part.strip() for part in reset_notice.BODY.split("\n\n"))
        self.assertEqual((parts, fact), ([opening, closing], "Time: {time}"))
        self.assertIn('("Passkey", "Stored by", "Time", "Your other passkeys")', whole)


class NameTests(unittest.TestCase):
    def test_a_service_without_a_name_has_that_of_its_sender(self) -> None:
        for sender, name in (("Example <a@example.org>", "Example"), ('"Ex\\"ample"  AG <a@b.org>', "Example AG"),
                             ("<a@example.org>", "example.org"), ("a@example.org", "example.org")):
            self.assertEqual(mail_settings({"OtpSender": sender}).service, name)
        self.assertEqual(mail_settings({"OtpSender": "a@example.org", "ServiceName": "", "SesConfigurationSet": ""}),
                         MailSettings("a@example.org", "example.org", None))
        self.assertIsNone(mail_settings({"OtpSender": ""}))


class OptionTests(unittest.TestCase):
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
