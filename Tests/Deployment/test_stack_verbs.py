"""The verbs of scripts/passkeys about a deployed stack: they change what they name, and nothing else."""

from __future__ import annotations

import io
import json
import os
import time
import unittest
from typing import Any
from unittest import mock

import boto3

from function_names import FUNCTIONS
from optional_moto import moto
from template import sam_template
from verb_run import run_verb
from verbs import rollback, sign_ins

REGION, NAME = "eu-west-1", "sign-in"
PARAMETERS = {"OtpSender": "Old <a@old.example>", "AllowedMethods": "PASSKEY,EMAIL_OTP", "Revision": "1",
              "Rollout": "Canary10Percent5Minutes", "AuthenticatorConcurrency": "40", "CaptchaSecretArn": ""}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@unittest.skipUnless(moto, "moto is not installed")
class StackVerbTests(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws(config={"lambda": {"use_docker": False}})
        aws.start()
        self.addCleanup(aws.stop)
        patch = mock.patch.dict(os.environ, {"STACK": NAME, "BUCKET": "lent", "AWS_DEFAULT_REGION": REGION})
        patch.start()
        self.addCleanup(patch.stop)
        self.lambdas, self.secrets = self.client("lambda"), self.client("secretsmanager")
        self.secret = self.secrets.create_secret(Name="otp-key", SecretString="first")["ARN"]
        self.client("s3").create_bucket(Bucket="lent", CreateBucketConfiguration={"LocationConstraint": REGION})
        self.role = self.client("iam").create_role(RoleName="r", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
        self.deploy({"Parameters": {name: {"Type": "String"} for name in PARAMETERS}, "Resources": {
            "OtpKey": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": "otp-key"}},
            **{f"{name}Logs": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": f"/{name}"}}
               for name in ("Verify", "Create")},
            **{name: {"Type": "AWS::Lambda::Function", "Properties": {
                "FunctionName": f"f-{name}", "Role": self.role, "Handler": "bootstrap", "Runtime": "provided.al2023",
                "Code": {"ZipFile": "zip"}}} for name in ("VerifyAuthChallenge", "Authenticator")}},
            "Outputs": {"SecretArn": {"Value": self.secret}}})
        # moto names the functions of a stack, and does not make them.
        for name in ("VerifyAuthChallenge", "Authenticator"):
            self.lambdas.create_function(FunctionName=f"f-{name}", Role=self.role, Handler="bootstrap",
                                         Runtime="provided.al2023", Code={"ZipFile": b"zip"})

    def client(self, service: str) -> Any:
        return boto3.client(service, region_name=REGION)

    def deploy(self, template: dict[str, Any]) -> None:
        self.client("cloudformation").create_stack(StackName=NAME, TemplateBody=json.dumps(template), Parameters=[
            {"ParameterKey": key, "ParameterValue": value} for key, value in PARAMETERS.items()])

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

    def test_a_change_leaves_all_other_parameters_as_they_are(self) -> None:
        self.done("change", "OtpSender=New <a=b@new.example>", "AllowedMethods=A,B")
        found = self.parameters()
        self.assertRegex(found.pop("Revision"), r"^\d{8}T\d{6}\.\d{6}Z$")
        self.assertEqual(found | {"Revision": "1"}, PARAMETERS | {
            "OtpSender": "New <a=b@new.example>", "AllowedMethods": "A,B", "Rollout": "AllAtOnce"})

    def test_a_sender_that_is_not_ascii_is_encoded(self) -> None:
        self.done("change", "OtpSender=M\xfcller <a@b\xfccher.example>")
        self.assertEqual(self.parameters()["OtpSender"], "=?utf-8?q?M=C3=BCller?= <a@xn--bcher-kva.example>")

    def test_a_change_of_nothing_makes_all_processes_start_anew(self) -> None:
        self.done("change")
        found = self.parameters()
        self.assertNotEqual(found.pop("Revision"), "1")
        self.assertEqual(found, {name: value for name, value in PARAMETERS.items() if name != "Revision"}
                         | {"Rollout": "AllAtOnce"})

    def test_two_changes_within_a_second_are_two_revisions(self) -> None:
        revisions = []
        for _ in range(2):
            self.done("change")
            revisions.append(self.parameters()["Revision"])
        self.assertNotEqual(*revisions)
        self.assertRegex(revisions[0], sam_template.load()["Parameters"]["Revision"]["AllowedPattern"])

    def test_a_change_that_the_stack_cannot_make_changes_nothing(self) -> None:
        for words, text, code in (("OtpSendr=x", "the stack sign-in has no parameter OtpSendr", 1),
                                  ("OtpSender", "OtpSender is not NAME=VALUE", 2)):
            self.assertIn(text, self.done("change", words, code=code))
            self.assertEqual(self.parameters(), PARAMETERS)

    def values(self) -> dict[str, str]:
        """The value of each version of the secret, by its labels."""
        stages = self.secrets.describe_secret(SecretId=self.secret)["VersionIdsToStages"]
        return {" ".join(sorted(labels)): self.secrets.get_secret_value(
            SecretId=self.secret, VersionId=version)["SecretString"] for version, labels in stages.items() if labels}

    def test_a_secret_is_replaced_forgotten_and_brought_back(self) -> None:
        for name in ("OtpKey", "SecretArn", self.secret):
            former = self.values()["AWSCURRENT"]
            text = self.done("secret", "replace", name)
            found = self.values()
            self.assertEqual(found["AWSPREVIOUS"], former)
            self.assertRegex(found["AWSCURRENT"], "^[0-9a-f]{64}$")
            self.assertNotIn(found["AWSCURRENT"], text)
        self.assertEqual(len(self.done("secret", "versions", "OtpKey").splitlines()), 2)
        self.done("secret", "revert", "OtpKey")
        self.assertEqual(self.values(), {"AWSCURRENT": found["AWSPREVIOUS"], "AWSPREVIOUS": found["AWSCURRENT"]})
        self.done("secret", "forget", "OtpKey")
        self.assertEqual(self.values(), {"AWSCURRENT": found["AWSPREVIOUS"]})
        self.assertIn("no version has the label AWSPREVIOUS", self.done("secret", "forget", "OtpKey", code=1))

    def test_a_value_that_is_read_is_stored_as_it_is_unless_the_functions_would_refuse_it(self) -> None:
        with mock.patch("verbs.secret.getpass", return_value="pasted"), mock.patch("verb_run.io.StringIO", Terminal):
            self.done("secret", "replace", "OtpKey", "--read")
        self.assertEqual(self.values()["AWSCURRENT"], "pasted")
        for value, stored in (("piped\n", "piped"), ("", None), (" a", None), ("a\n\n", None)):
            text = self.done("secret", "replace", "OtpKey", "--read", code=0 if stored else 1, typed=value)
            self.assertEqual(self.values()["AWSCURRENT"], "piped")
            self.assertEqual("white space" in text, stored is None)

    def test_a_former_version_can_keep_a_label_of_its_own(self) -> None:
        self.done("secret", "replace", "OtpKey", "--keep-former")
        self.done("secret", "replace", "OtpKey")
        [label] = [labels for labels, value in self.values().items() if value == "first"]
        self.assertRegex(label, r"^until-\d{4}-\d\d-\d\d$")

    def test_a_secret_that_the_stack_does_not_have_is_named(self) -> None:
        self.assertIn("CaptchaSecretArn of the stack sign-in is empty",
                      self.done("secret", "versions", "CaptchaSecretArn", code=1))
        self.assertIn("Not done: ", self.done("secret", "versions", "Nothing", code=1))

    def concurrency(self) -> list[int | None]:
        return [self.lambdas.get_function_concurrency(FunctionName=f"f-{name}").get("ReservedConcurrentExecutions")
                for name in ("VerifyAuthChallenge", "Authenticator")]

    def test_sign_ins_stop_and_go_on_with_the_limits_of_before(self) -> None:
        self.assertEqual(self.done("sign-ins", "show"), "VerifyAuthChallenge: runs\nAuthenticator: runs\n")
        self.assertIn("VerifyAuthChallenge: stopped\n", self.done("sign-ins", "stop"))
        self.assertEqual(self.concurrency(), [0, 0])
        self.done("sign-ins", "resume")
        self.assertEqual(self.concurrency(), [None, 40])

    def publish(self, *revisions: str) -> None:
        for name in ("VerifyAuthChallenge", "Authenticator"):
            for revision in revisions:
                self.lambdas.update_function_configuration(FunctionName=f"f-{name}", Description=revision)
                self.lambdas.publish_version(FunctionName=f"f-{name}", Description=revision)
            self.lambdas.create_alias(FunctionName=f"f-{name}", Name="live", FunctionVersion=str(len(revisions)))

    def aliases(self) -> list[str]:
        return [self.lambdas.get_alias(FunctionName=f"f-{name}", Name="live")["FunctionVersion"]
                for name in ("VerifyAuthChallenge", "Authenticator")]

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

    def test_the_log_shows_the_texts_of_the_groups_and_cannot_change_the_terminal(self) -> None:
        logs, asked = self.client("logs"), []
        logs.create_log_stream(logGroupName="/Verify", logStreamName="s")
        logs.put_log_events(logGroupName="/Verify", logStreamName="s", logEvents=[
            {"timestamp": int(time.time() * 1_000), "message": "ERROR a\x1b[2Jb"}])
        make = boto3.client

        def watched(*names: Any, **options: Any) -> Any:
            made = make(*names, **options)
            made.meta.events.register("provide-client-params.logs.FilterLogEvents", lambda params, **_: asked.append(
                (params["logGroupName"], params["filterPattern"])))
            return made

        with mock.patch("boto3.client", watched):
            text = self.done("logs", "--group", "VerifyLogs")
            self.done("logs", "a b", "c")
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
        self.assertIn(rollback.ALIAS, json.dumps(template["Globals"]))


if __name__ == "__main__":
    unittest.main()
