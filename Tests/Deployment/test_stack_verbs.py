"""The verbs of scripts/passkeys about a deployed stack: they change what they name, and nothing else."""

from __future__ import annotations

import json
import os
import tempfile
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unittest import mock

from aws_case import ACCOUNT, REGION, AWSCase, calls
from cognito_passkeys.deployment import samconfig
from cognito_passkeys.function_names import ALIAS, FUNCTIONS
from cognito_passkeys.stacks import labelled_versions
from template import sam_template
from verb_run import Terminal, run_verb
from cognito_passkeys.verbs import sign_ins

NAME = "sign-in"
PARAMETERS = {"OtpSender": "Old <a@old.example>", "AllowedMethods": "PASSKEY,EMAIL_OTP", "Revision": "1",
              "Rollout": "Canary10Percent5Minutes", "AuthenticatorConcurrency": "40", "CaptchaSecretArn": ""}
STOPPED = ("VerifyAuthChallenge", "Authenticator")


class StackVerbTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.dict(os.environ, {"STACK": NAME, "AWS_DEFAULT_REGION": REGION}))
        self.lambdas, self.secrets = self.client("lambda"), self.client("secretsmanager")
        self.secret = self.secrets.create_secret(Name="otp-key", SecretString="first")["ARN"]
        self.ages: dict[str, timedelta] = {}
        self.enter(mock.patch("cognito_passkeys.verbs.secret.labelled_versions", self.dated))
        # moto names the functions of a stack, and does not make them.
        self.make_functions(*(f"f-{name}" for name in STOPPED))
        groups = {"OtpKey": "otp-key", "VerifyLogs": "/Verify", "CreateLogs": "/Create"}
        resources = {
            **{name: {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": group}}
               for name, group in groups.items()},
            **{name: {"Type": "AWS::Lambda::Function", "Properties": {
                "FunctionName": f"f-{name}", "Role": f"arn:aws:iam::{ACCOUNT}:role/role", "Handler": "bootstrap",
                "Runtime": "provided.al2023", "Code": {"ZipFile": "zip"}}} for name in STOPPED}}
        self.make_stack(NAME, resources, {"SecretArn": self.secret}, **PARAMETERS)

    def parameters(self) -> dict[str, str]:
        [found] = self.client("cloudformation").describe_stacks(StackName=NAME)["Stacks"]
        return {entry["ParameterKey"]: entry["ParameterValue"] for entry in found["Parameters"]}

    def done(self, *words: str, code: int = 0, typed: str = "") -> str:
        """What a verb prints. Its exit code must be that one."""
        found = run_verb(*words, typed=typed)
        self.assertEqual(found.code, code, found.said)
        return found.said

    def test_a_stack_tells_its_resources_parameters_and_outputs(self) -> None:
        for words, text in (("resource OtpKey", "otp-key"), ("parameter OtpSender", "Old <a@old.example>"),
                            ("output SecretArn", self.secret)):
            self.assertEqual(self.done("stack", *words.split()), f"{text}\n")
        self.assertIn(f"\nOutputs\n  SecretArn={self.secret}\n", self.done("stack"))
        self.assertIn("has no output None", self.done("stack", "output", "None", code=1))
        self.assertIn("which output?", self.done("stack", "output", code=2))
        with mock.patch.dict(os.environ):
            del os.environ["STACK"]
            self.assertIn("required: --stack", self.done("stack", code=2))

    def test_a_change_leaves_all_other_parameters_as_they_are_and_makes_all_processes_start_anew(self) -> None:
        revisions = ["1"]
        for words, changes in (
                # Also two within a second.
                ((), {}), ((), {}),
                (("OtpSender=New <a=b@new.example>", "AllowedMethods=A,B"),
                 {"OtpSender": "New <a=b@new.example>", "AllowedMethods": "A,B"}),
                (("OtpSender=M\xfcller <a@b\xfccher.example>",),
                 {"OtpSender": "=?utf-8?q?M=C3=BCller?= <a@xn--bcher-kva.example>", "AllowedMethods": "A,B"})):
            self.assertIn("Write the same values" if words else "Done.", self.done("change", "--yes", *words))
            found = self.parameters()
            revisions.append(found.pop("Revision"))
            self.assertEqual(found | {"Revision": "1"}, PARAMETERS | changes | {"Rollout": "AllAtOnce"})
            self.assertRegex(revisions[-1], sam_template.load()["Parameters"]["Revision"]["AllowedPattern"])
        self.assertEqual(len(set(revisions)), len(revisions))

    def test_a_change_reaches_the_file_that_lies_beside_wherever_it_names_the_stack(self) -> None:
        text = samconfig.text(NAME, REGION, {"AllowedMethods": "A", "Audit": "off"}) + "# mine\n"
        other = samconfig.text("other", REGION, {"AllowedMethods": "A"}, "prod").replace("version = 0.1\n", "")
        table = '[x.deploy.parameters]\nstack_name = "sign-in"\nparameter_overrides = { AllowedMethods = "A" }\n'
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(samconfig, "CONFIGURATION", Path(folder) / "samconfig.toml"):
            samconfig.CONFIGURATION.write_text(text + other)
            said = self.done("change", "--yes", "AllowedMethods=B", "OtpSender=New <a@b.example>")
            self.assertIn("samconfig.toml says the same now: AllowedMethods, OtpSender.\nDone.\n", said)
            expected = samconfig.text(NAME, REGION, {"AllowedMethods": "B", "Audit": "off",
                                                     "OtpSender": "New <a@b.example>"}) + "# mine\n" + other
            self.assertEqual(samconfig.CONFIGURATION.read_text(), expected)
            self.done("change", "--yes")
            self.assertEqual(samconfig.CONFIGURATION.read_text(), expected)
            samconfig.CONFIGURATION.write_text(table)
            said = self.done("change", "--yes", "AllowedMethods=B")
            self.assertIn("in a form that is not written here. Without the same values there, the next make deploy", said)
            self.assertEqual(samconfig.CONFIGURATION.read_text(), table)

    def test_a_change_that_the_stack_cannot_make_changes_nothing(self) -> None:
        for words, text, code in (("OtpSendr=x", "The template has no parameter OtpSendr. Is OtpSender meant?", 1),
                                  ("OtpSender", "OtpSender is not NAME=VALUE", 2),
                                  ("OtpSender=x --stack other", "there is no stack other in eu-west-1", 1),
                                  ("OtpSender=x", "OtpSender: Old <a@old.example> -> x\n", 4),
                                  ("OtpSender=x --dry-run", "Dry run: nothing was changed.", 0)):
            self.assertIn(text, self.done("change", *words.split(), code=code))
            self.assertEqual(self.parameters(), PARAMETERS)

    def values(self) -> dict[str, str]:
        """The value of each version of the secret, by its labels."""
        stages = self.secrets.describe_secret(SecretId=self.secret)["VersionIdsToStages"]
        return {" ".join(sorted(labels)): self.secrets.get_secret_value(
            SecretId=self.secret, VersionId=version)["SecretString"] for version, labels in stages.items() if labels}

    def made(self, minutes: int, *labels: str) -> None:
        """As if the versions with these labels had been made so many minutes ago. moto says of all that it is now."""
        for version in labelled_versions(self.secrets, self.secret):
            if {*labels} & {*version["VersionStages"]}:
                self.ages[version["VersionId"]] = timedelta(minutes=minutes)

    def dated(self, api: object, arn: str) -> list[dict[str, Any]]:
        return [version | {"CreatedDate": datetime.now(timezone.utc) - self.ages.get(version["VersionId"], timedelta())}
                for version in labelled_versions(api, arn)]

    def test_a_secret_is_replaced_under_each_of_its_names(self) -> None:
        for name in ("OtpKey", "SecretArn", self.secret):
            former = self.values()["AWSCURRENT"]
            self.made(90, "AWSCURRENT", "AWSPREVIOUS")
            text = self.done("secret", "replace", name, "--yes")
            found = self.values()
            self.assertEqual(found["AWSPREVIOUS"], former)
            self.assertRegex(found["AWSCURRENT"], "^[0-9a-f]{64}$")
            self.assertNotIn(found["AWSCURRENT"], text)
            self.assertRegex(text, rf"\ASecret {name}:\n  current version: 20\S+ \S+ UTC -> a new random key\n  former version: ")
        self.assertEqual(len(self.done("secret", "versions", "OtpKey").splitlines()), 2)
        self.assertIn("Nothing has been changed.", self.done("secret", "forget", "OtpKey", code=4, typed="n\n"))
        self.done("secret", "forget", "OtpKey", typed="y\n")
        for action in ("forget", "revert"):
            self.assertIn("no version has the label AWSPREVIOUS: there was none, or it has been withdrawn",
                          self.done("secret", action, "OtpKey", code=1))

    def test_a_replacement_too_soon_needs_the_stack_s_name_because_sign_ins_under_way_fail(self) -> None:
        soon = "The former version is needed until"
        # Nothing needs a version before the first.
        self.assertNotIn(soon, self.done("secret", "replace", "SecretArn", "--yes"))
        for name, minutes, is_soon in (("SecretArn", 69, True), ("SecretArn", 71, False)):
            self.made(minutes, "AWSCURRENT")
            before = self.values()
            text = self.done("secret", "replace", name, "--yes", code=4 if is_soon else 0)
            self.assertEqual((soon in text, self.values() == before), (is_soon, is_soon))
            if is_soon:
                self.done("secret", "replace", name, "--confirm", NAME)
            self.made(90, "AWSPREVIOUS")

    def test_no_withdrawn_version_comes_back(self) -> None:
        self.done("secret", "replace", "SecretArn", "--yes")
        before = self.values()
        self.made(90, "AWSPREVIOUS")
        text = self.done("secret", "revert", "SecretArn", "--yes")
        self.assertIn("If that version leaked, do not do this", text)
        self.assertEqual(self.values()["AWSCURRENT"], before["AWSPREVIOUS"])
        self.assertIn("revert has withdrawn the version of", self.done("secret", "revert", "SecretArn", "--yes", code=1))
        self.assertEqual(self.values()["AWSCURRENT"], before["AWSPREVIOUS"])

    def test_a_secret_of_somebody_else_is_replaced_only_by_a_value_that_is_read(self) -> None:
        theirs = self.secrets.create_secret(Name="theirs", SecretString="first")["ARN"]
        self.make_stack("cloud", outputs={"SecretArn": theirs}, AuthsignalSecretArn=theirs, CaptchaSecretArn=theirs)
        for name in ("AuthsignalSecretArn", "CaptchaSecretArn", "SecretArn", theirs):
            text = self.done("secret", "replace", name, "--yes", "--stack", "cloud", code=1)
            self.assertIn(f"{name} is a secret of somebody else, who would not know a random key.", text)
            self.assertEqual(self.secrets.get_secret_value(SecretId=theirs)["SecretString"], "first")
            self.done("secret", "replace", name, "--yes", "--read", "--stack", "cloud", typed=f"{name}\n")
            self.assertEqual(self.secrets.get_secret_value(SecretId=theirs)["SecretString"], name)
            self.secrets.put_secret_value(SecretId=theirs, SecretString="first")

    def test_a_value_that_is_read_is_stored_as_it_is_unless_the_functions_would_refuse_it(self) -> None:
        pasted, piped = "p" * 32, "q" * 32
        with mock.patch("cognito_passkeys.verbs.secret.getpass", return_value=pasted):
            run_verb("secret", "replace", "SecretArn", "--read", typed=Terminal("y\n"))
        self.assertEqual(self.values()["AWSCURRENT"], pasted)
        self.made(90, "AWSCURRENT", "AWSPREVIOUS")
        for value, refusal in ((f"{piped}\n", None), ("", "white space"), (f" {piped}", "white space"),
                               (f"{piped}\n\n", "white space"), ("short\n", "the value has 5 bytes, and SigningKey has"),
                               ("a b" * 20, "has a space"), ("{" + piped + "}", "is JSON")):
            text = self.done("secret", "replace", "SecretArn", "--yes", "--read", code=1 if refusal else 0, typed=value)
            self.assertEqual(self.values()["AWSCURRENT"], piped)
            self.assertIn(refusal or "", text)
        self.assertIn("a value from a pipe needs --yes",
                      self.done("secret", "replace", "SecretArn", "--read", code=2, typed=piped))

    def test_who_stops_at_the_value_or_at_the_question_has_changed_nothing(self) -> None:
        for end, words in ((EOFError, ("--read",)), (KeyboardInterrupt, ("--read",)), (None, ())):
            with mock.patch("cognito_passkeys.verbs.secret.getpass", side_effect=end):
                found = run_verb("secret", "replace", "SecretArn", *words, typed=Terminal())
            self.assertEqual((found.code, self.values()["AWSCURRENT"]), (130, "first"))
            self.assertIn("Interrupted. Nothing has been changed. scripts/passkeys secret versions", found.errors)

    def test_a_secret_that_the_stack_does_not_have_is_named(self) -> None:
        self.assertIn("CaptchaSecretArn of the stack sign-in is empty",
                      self.done("secret", "versions", "CaptchaSecretArn", code=1))
        self.assertIn("Not done: ", self.done("secret", "versions", "Nothing", code=1))

    def concurrency(self) -> list[int | None]:
        return [self.lambdas.get_function_concurrency(FunctionName=f"f-{name}").get("ReservedConcurrentExecutions")
                for name in STOPPED]

    def test_sign_ins_stop_and_go_on_with_the_limits_of_before(self) -> None:
        self.assertEqual(self.done("sign-ins", "show"), "VerifyAuthChallenge: runs\nAuthenticator: runs\n")
        self.assertIn("VerifyAuthChallenge: stopped\n", self.done("sign-ins", "stop"))
        self.assertEqual(self.concurrency(), [0, 0])
        self.done("sign-ins", "resume")
        self.assertEqual(self.concurrency(), [None, 40])

    def publish(self, *revisions: str) -> None:
        for name in STOPPED:
            for revision in revisions:
                self.lambdas.update_function_configuration(FunctionName=f"f-{name}", Description=revision)
                self.lambdas.publish_version(FunctionName=f"f-{name}", Description=revision)
            self.lambdas.create_alias(FunctionName=f"f-{name}", Name="live", FunctionVersion=str(len(revisions)))

    def aliases(self) -> list[str]:
        return [self.lambdas.get_alias(FunctionName=f"f-{name}", Name="live")["FunctionVersion"]
                for name in STOPPED]

    def test_all_aliases_go_back_to_the_newest_version_of_a_revision(self) -> None:
        self.publish("one", "two", "two", "three")
        text = self.done("rollback")
        self.assertEqual(self.aliases(), ["4", "4"])
        self.assertIn("Authenticator leads to 4\n", text)
        self.assertEqual(text.count("three\n"), 2)
        self.assertNotIn("one\n", text)
        self.done("rollback", "--to", "two")
        self.assertEqual(self.aliases(), ["3", "3"])
        self.assertIn("Authenticator has no version of zero, and stays as it is.",
                      self.done("rollback", "--to", "zero", code=1))
        self.assertEqual(self.aliases(), ["3", "3"])

    def test_no_alias_goes_back_to_a_version_without_a_role(self) -> None:
        self.publish("one", "two")
        roles = self.client("iam")
        new = roles.create_role(RoleName="new", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
        for name in STOPPED:
            self.lambdas.update_function_configuration(FunctionName=f"f-{name}", Role=new)
        self.done("rollback", "--to", "one")
        self.assertEqual(self.aliases(), ["1", "1"])
        self.done("rollback", "--to", "two")
        roles.delete_role(RoleName="role")
        text = self.done("rollback", "--to", "one", code=1)
        self.assertEqual(self.aliases(), ["2", "2"])
        self.assertIn("Authenticator stays as it is: an update has replaced the role of its version of one. "
                      "Deploy that release again.\n", text)

    def test_the_log_shows_the_texts_of_the_groups_and_cannot_change_the_terminal(self) -> None:
        logs = self.client("logs")
        logs.create_log_stream(logGroupName="/Verify", logStreamName="s")
        logs.put_log_events(logGroupName="/Verify", logStreamName="s", logEvents=[
            {"timestamp": int(time.time() * 1_000), "message": "ERROR a\x1b[2Jb"}])
        with calls() as made:
            text = self.done("logs", "--group", "VerifyLogs")
            self.done("logs", "a b", "c")
        asked = [(given["logGroupName"], given["filterPattern"]) for name, given in made if name == "FilterLogEvents"]
        self.assertEqual(text, "VerifyLogs\n  ERROR a?[2Jb\n")
        either = '?"a b" ?"c"'
        self.assertEqual(asked, [("/Verify", '?"FATAL" ?"ERROR"'), ("/Create", either), ("otp-key", either),
                                 ("/Verify", either)])
        self.assertIn("has no log group Verify", self.done("logs", "--group", "Verify", code=1))

    def test_the_template_has_what_the_verbs_name(self) -> None:
        template = sam_template.load()
        self.assertLessEqual({*sign_ins.FUNCTIONS}, {*FUNCTIONS})
        self.assertLessEqual({*filter(None, sign_ins.FUNCTIONS.values()), "Revision", "Rollout"},
                             {*template["Parameters"]})
        self.assertIn(ALIAS, json.dumps(template["Globals"]))
