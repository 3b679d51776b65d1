"""The first `make deploy` asks at most six questions, asks again with the reason, and writes what the template takes.
"""

from __future__ import annotations

import io
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

import boto3
from botocore.exceptions import NoCredentialsError

import samconfig_examples
from aws_case import REGION, AWSCase, failing
from cognito_passkeys.deployment import ask, questions, samconfig
from cognito_passkeys.deployment.account import Account, Wrong
from template import sam_template
from template_case import refusals
from verb_run import Terminal, run_verb



class ExampleTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load()

    def test_there_is_a_file_for_each_way_to_sign_in_and_it_is_what_the_answers_come_to(self) -> None:
        self.assertEqual({file.stem for file in samconfig_examples.FOLDER.iterdir()}, set(questions.KINDS))
        self.assertEqual(set(self.template["Parameters"]["SignInWith"]["AllowedValues"]), set(questions.KINDS))
        for kind in questions.KINDS:
            file = samconfig_examples.FOLDER / f"{kind}.toml"
            self.assertEqual(file.read_text(encoding="utf-8"), samconfig_examples.text(kind), kind)

    def test_the_template_takes_each_of_them(self) -> None:
        for kind in questions.KINDS:
            given = samconfig.parameters(samconfig.settings(samconfig_examples.text(kind)))
            for existing in ({}, {"ExistingUserPoolId": "eu-west-1_Ab", "AllowedClientIds": "abc"}):
                self.assertEqual(refusals(self.template, given | existing), [], kind)

    def test_no_way_to_sign_in_takes_more_than_six_questions_of_one_sentence(self) -> None:
        for kind in questions.KINDS:
            asked = [question for question in questions.QUESTIONS if kind in question.kinds]
            self.assertLessEqual(len(asked), 6, kind)
        for question in questions.QUESTIONS:
            self.assertRegex(question.text, r"\A[^?]+\?\Z")


class ConversationTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.verified, self.is_in_sandbox = {"example.org"}, False
        made = boto3.Session.client
        self.enter(mock.patch("boto3.Session.client", lambda session, name, **options:
                              self.ses() if name == "sesv2" else made(session, name, **options)))

    def ses(self) -> mock.Mock:
        """moto never verifies an identity."""
        fake = mock.Mock()
        fake.get_email_identity = lambda EmailIdentity: {"VerifiedForSendingStatus": EmailIdentity in self.verified}
        fake.list_email_identities = lambda: {
            "EmailIdentities": [{"IdentityName": name, "SendingEnabled": True} for name in sorted(self.verified)]}
        fake.get_account = lambda: {"ProductionAccessEnabled": not self.is_in_sandbox}
        return fake

    def account(self) -> Account:
        found = Account("passkeys")
        found.region = REGION
        return found

    def ask(self, *typed: str, unseen: tuple[str, ...] = ()) -> tuple[dict[str, str], str]:
        """The parameters that the answers come to, and everything printed."""
        answers, keys, printed = iter(typed), iter(unseen), io.StringIO()
        with redirect_stdout(printed):
            found = ask.ask(Account("passkeys"), lambda prompt: next(answers), lambda prompt: next(keys))
        self.assertEqual(list(answers), [], "not everything was asked for")
        return found, printed.getvalue()

    def test_enter_alone_makes_a_trial_with_a_warning(self) -> None:
        found, said = self.ask("", REGION, "", "", "")
        self.assertEqual(found, {
            "SignInWith": "own-authenticator", "RelyingPartyId": "localhost", "PasskeyOrigins": "http://localhost:5173",
            "UseAddAuthenticator": "true", "OtpSender": "no-reply@example.org", "OtpIdentity": "example.org"})
        self.assertIn("localhost is for a trial: its passkeys work on no other host", said)
        self.assertNotIn("sandbox", said)

    def test_one_domain_serves_several_apps(self) -> None:
        found, _ = self.ask("own-authenticator", REGION, "example.org https://shop.example.org https://example.org", "", "")
        self.assertEqual((found["RelyingPartyId"], found["PasskeyOrigins"]),
                         ("example.org", "https://shop.example.org,https://example.org"))

    def test_the_sender_s_domain_shows_a_public_suffix(self) -> None:
        account = self.account()
        self.verified.add("shop.co.uk")
        for own, is_refused in (("co.uk", True), ("shop.co.uk", False), ("example.org", False)):
            answers = questions.Answers(account, {"kind": "own-authenticator", "domain": own})
            try:
                questions.sender("a@shop.co.uk", answers)
                refusal = ""
            except Wrong as wrong:
                refusal = str(wrong)
            self.assertEqual("is a public suffix" in refusal, is_refused)

    def test_the_answers_of_the_examples_come_to_the_examples(self) -> None:
        api = self.client("secretsmanager")
        secret = api.create_secret(Name="mine", SecretString="key")["ARN"]
        for kind, more in (
            ("own-authenticator", ("login.example.org", "Example <no-reply@example.org>")),
            ("authsignal", ("login.example.org", "eu", secret)), ("email-code", ("Example <no-reply@example.org>",)),
            ("signed", ()), ("oidc", ("https://example.eu.auth0.com/", "AbCdEf123456")),
        ):
            expected = samconfig.parameters(samconfig.settings(samconfig_examples.text(kind)))
            expected |= {"AuthsignalSecretArn": secret} if kind == "authsignal" else {}
            self.assertEqual(self.ask(kind, REGION, *more, "new")[0], expected)

    def test_a_typed_key_becomes_a_secret_and_is_shown_nowhere(self) -> None:
        api = self.client("secretsmanager")
        for typed in ("sk_first", "sk_second"):
            found, said = self.ask("2", REGION, "login.example.org", "", "new", "",
                                   unseen=("", "two words", f"\x1b[200~{typed}", typed))
            self.assertEqual(api.get_secret_value(SecretId=found["AuthsignalSecretArn"])["SecretString"], typed)
            self.assertRegex(found["AuthsignalSecretArn"], r":secret:passkeys-authsignal-\w{6}$")
            self.assertEqual(said.count("A key has at least one character, no spaces and no control characters."), 3)
            self.assertIn("The key is in the secret passkeys-authsignal now.", said)
            self.assertNotIn(typed, said)

    def test_a_secret_of_somebody_else_is_never_written_to(self) -> None:
        api = self.client("secretsmanager")
        for tags in ([], [{"Key": "cognito-passkeys", "Value": "passkeys"}]):
            mine = api.create_secret(Name="passkeys-authsignal", SecretString="mine", Tags=tags)["ARN"]
            found, said = self.ask("2", REGION, "login.example.org", "", "new", mine, "")
            self.assertEqual(found["AuthsignalSecretArn"], mine)
            self.assertIn("There is a secret passkeys-authsignal already, which make deploy has not made.", said)
            account = self.account()
            with self.assertRaisesRegex(ValueError, "which make deploy has not made"):
                ask.kept(account, "typed")
            self.assertEqual(api.get_secret_value(SecretId=mine)["SecretString"], "mine")
            api.delete_secret(SecretId=mine, ForceDeleteWithoutRecovery=True)

    def test_a_secret_that_was_removed_with_a_former_stack_is_restored(self) -> None:
        api = self.client("secretsmanager")
        account = self.account()
        first = account.keep_secret("first")
        api.delete_secret(SecretId=first)
        found, _ = self.ask("2", REGION, "login.example.org", "", "new", "", unseen=("second",))
        self.assertEqual(found["AuthsignalSecretArn"], first)
        self.assertEqual(api.get_secret_value(SecretId=first)["SecretString"], "second")
        # One of somebody else that waits for its end stays as it is.
        api.delete_secret(SecretId=first, ForceDeleteWithoutRecovery=True)
        api.create_secret(Name="passkeys-authsignal", SecretString="mine")
        api.delete_secret(SecretId="passkeys-authsignal")
        with self.assertRaisesRegex(ValueError, "which make deploy has not made"):
            ask.kept(account, "typed")
        self.assertIn("DeletedDate", api.describe_secret(SecretId="passkeys-authsignal"))

    def test_each_wrong_answer_is_asked_again_with_the_reason(self) -> None:
        pool, client = self.make_pool()
        self.make_stack("passkeys", region="eu-west-2")
        arn = "arn:aws:secretsmanager:{}:123456789012:secret:{}-AbCdEf"
        verifies = ("Amazon SES has verified neither other.example nor ana@other.example in eu-west-1. This begins it: "
                    "aws sesv2 create-email-identity --region eu-west-1 --email-identity other.example")
        unreadable = "A backslash or a control character is in it"
        for name, wrong, right in (
            ("kind", {"sms": "It is one of own-authenticator, authsignal", "0": "It is one of", "9": "It is one"}, "4"),
            ("region", {"eu-west-9": "Cognito is in no Region of this name.", "Ireland": "Cognito is in no Region",
                        "eu-west-2": "There is a stack passkeys in eu-west-2 already."}, REGION),
            ("domain", {"https://login.example.org": "First comes the domain", "login.example.org:443": "First comes",
                        "example": "It is a domain such as", "192.0.2.1": "It is a domain", "a_b.example.org": "It is",
                        "-a.example.org": "It is a domain",
                        "example.org http://a.example.org": "http://a.example.org is no origin at example.org",
                        "example.org https://a.example.org/x": "https://a.example.org/x is no origin",
                        "example.org https://aexample.org": "https://aexample.org is no origin",
                        "github.io": "github.io is a public suffix", "co.uk https://shop.co.uk": "co.uk is a public"},
             "Login.Example.org."),
            ("sender", {"no address": "It is an address", "a@b": "It is an address",
                        "Ana ana@example.org": "A name stands before the address", "<ana@example.org": "It is an",
                         "Añà <añà@example.org>": "It is an", "a@EXÄMPLE.org": "It is an",
                         "ana@other.example": verifies,
                         "Ana\t<a@example.org>": unreadable, "A\x1bna <a@example.org>": unreadable},
             "a@mail.example.org"),
            ("secret", {"sk_live_key": "It is the complete ARN",
                        arn.format("us-east-1", "x"): "The secret is in us-east-1",
                        arn.format(REGION, "none"): "AWS does not know this secret: ResourceNotFound"}, "new"),
            ("authsignal", {"ap": "It is one of us, eu, au."}, "EU"),
            ("issuer", {"http://issuer.example": "It is a URL with https://", "https://a\\": unreadable,
                        "https://a\x1b[200~": unreadable}, "https://issuer.example"),
            ("audiences", {"a b": "It is one client id or several", "a,": "It is one client id or several",
                           "a\x00": unreadable, 'a\\" SignInWith="signed': unreadable}, "a,b"),
            ("pool", {pool: "It is new, or the id of a pool and the id of its app client",
                      f"us-east-1_Ab {client}": "The pool is in us-east-1",
                      f"{REGION}_Ab {client}": "AWS does not know this pool: ResourceNotFoundException.",
                      f"{pool} other": "AWS does not know this app client of the pool"}, f"{pool}  {client}"),
        ):
            [question] = [one for one in questions.QUESTIONS if one.name == name]
            account, printed, answers = self.account(), io.StringIO(), iter((*wrong, right))
            with redirect_stdout(printed):
                ask.answered(question, questions.Answers(account, {"kind": "signed"}), lambda prompt: next(answers))
            said = [line.strip() for line in printed.getvalue().splitlines()]
            for line, (answer, reason) in zip(said[-len(wrong):], wrong.items(), strict=True):
                self.assertTrue(line.startswith(reason), f"{name} {answer}: {line}")

    def test_a_sender_whose_name_or_domain_is_not_ascii_is_encoded(self) -> None:
        account = self.account()
        self.verified.add("xn--bcher-kva.example")
        for typed, sender, identity in (
            ("M\xfcller <a@mail.example.org>", "=?utf-8?q?M=C3=BCller?= <a@mail.example.org>", "example.org"),
            ("a@b\xfccher.example", "a@xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("Ex, Inc. <a@mail.example.org>", "Ex, Inc. <a@mail.example.org>", "example.org"),
        ):
            answers = questions.Answers(account, {"kind": "email-code"})
            self.assertEqual(questions.sender(typed, answers), sender)
            self.assertEqual(answers.given["identity"], identity)

    def test_an_existing_pool_is_named_with_its_client_and_an_alias_gets_codes_that_prove_it(self) -> None:
        for settings, confirm in (({"AliasAttributes": ["email", "preferred_username"]}, {"ConfirmSignUp": "code"}),
                                  ({"AliasAttributes": ["preferred_username"]}, {}), ({}, {})):
            pool, client = self.make_pool(**settings)
            found, printed = self.ask("signed", REGION, f"{pool} {client}")
            self.assertEqual(
                found, {"SignInWith": "signed", "ExistingUserPoolId": pool, "AllowedClientIds": client} | confirm)
            said = "ConfirmSignUp=code: people sign in to this pool by email, an alias that counts only once a code"
            self.assertEqual(said in printed, bool(confirm), printed)

    def test_a_sandbox_of_ses_is_named(self) -> None:
        self.is_in_sandbox = True
        self.assertIn("Amazon SES is in its sandbox here", self.ask("3", REGION, "", "")[1])

    def test_a_check_that_the_rights_do_not_allow_is_named_and_does_not_stop(self) -> None:
        account = self.account()
        with failing("DescribeSecret"):
            account.check_secret("arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-AbCdEf")
        self.assertEqual(account.notes, ["Not checked, because these credentials may not read it: this secret."])

    def run_first(self, *typed: str) -> tuple[int, str, str | None]:
        """The exit code of the first `deploy --prepare`, what it printed, and the file. Somebody types, then Ctrl-C."""
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(samconfig, "CONFIGURATION", Path(folder) / "samconfig.toml"):
            found = run_verb("deploy", "--prepare", typed=Terminal("".join(f"{line}\n" for line in typed)))
            file = samconfig.CONFIGURATION
            return found.code, found.said, file.read_text(encoding="utf-8") if file.exists() else None

    def test_the_file_is_written_and_shown_with_what_is_made(self) -> None:
        code, said, file = self.run_first("", REGION, "login.example.org", "", "", "y")
        self.assertEqual(code, 0, said)
        expected = samconfig.parameters(samconfig.settings(samconfig_examples.text("own-authenticator")))
        found = samconfig.settings(file)
        self.assertEqual(samconfig.parameters(found), expected | {"OtpSender": "no-reply@login.example.org"}
                         | samconfig.of_packages(samconfig.architecture()))
        for text in ("in the account 123456789012", "Written: ", "1 user pool", "for 1,000 sign-ins",
                     "Do this? [y/N]"):
            self.assertIn(text, said)

    def test_a_boundary_for_the_stack_is_taken_if_the_account_has_one(self) -> None:
        api = self.client("iam")
        allow = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}'
        api.create_policy(PolicyName="other-boundary", PolicyDocument=allow)
        self.assertNotIn("PermissionsBoundaryArn", self.run_first("signed", REGION, "new", "y")[2])
        arn = api.create_policy(PolicyName="passkeys-boundary", PolicyDocument=allow)["Policy"]["Arn"]
        code, said, file = self.run_first("signed", REGION, "new", "y")
        given = samconfig.parameters(samconfig.settings(file))
        self.assertEqual((code, given["PermissionsBoundaryArn"]), (0, arn), said)
        self.assertIn(f"Every role gets the permissions boundary {arn}", said)

    def test_an_interruption_within_the_questions_writes_nothing(self) -> None:
        code, said, file = self.run_first("", REGION)
        self.assertEqual((code, file), (130, None))
        self.assertTrue(said.endswith("\nInterrupted. Nothing has been changed. The next make deploy goes on from there.\n"))

    def test_an_interruption_at_the_last_question_says_that_the_file_is_kept(self) -> None:
        code, said, file = self.run_first("signed", REGION, "new")
        self.assertEqual((code, file is None), (130, False))
        self.assertRegex(said, r"\nInterrupted. Done before that: \S+samconfig.toml is written. The next make deploy goes")

    def test_without_credentials_nothing_is_asked(self) -> None:
        with mock.patch("boto3.Session.client", side_effect=NoCredentialsError()):
            code, said, file = self.run_first()
        self.assertEqual((code, file), (1, None))
        self.assertRegex(said, r"\ANot done: AWS does not answer: .* Sign in first")
