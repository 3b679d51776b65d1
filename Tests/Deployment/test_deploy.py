"""`make deploy` gives an update a revision, and a rollout at once if settings change; it deploys what watches a stack
beside it; and it refuses a samconfig.toml that does not fit."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import boto3
from botocore.exceptions import ClientError

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from template import deploy, sam_template  # noqa: E402
from optional_moto import moto  # noqa: E402

REGION = "eu-west-1"
CANARY = "Canary10Percent10Minutes"


class PlanTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load()
        cls.first = deploy.plan(cls.template, {}, None, "now", {}).parameters["Revision"]

    def plan(self, given: dict[str, str], before: dict[str, str] | None = None, status: str = "UPDATE_COMPLETE",
             zips: dict[str, str] = {}, template: dict | None = None) -> deploy.Plan:
        deployed = deploy.Deployed({"Revision": self.first} | (before or {}), status)
        return deploy.plan(template or self.template, given, deployed, "now", zips)

    def test_a_change_of_a_setting_deploys_at_once_and_says_why(self) -> None:
        for name, value in (("PasswordFirst", "true"), ("CaptchaProvider", "turnstile"), ("SignInWith", "oidc"),
                            ("SigningKeyArn", "arn"), ("OtpIdentity", "example.org"), ("Runtime", "provided.al2023")):
            with self.subTest(name):
                found = self.plan({"Rollout": CANARY, name: value})
                self.assertEqual(found.parameters["Rollout"], "AllAtOnce")
                self.assertEqual(found.notes, [f"Rollout=AllAtOnce instead of {CANARY}, for this deployment, because a "
                                               f"sign-in must not meet two settings. What changes: {name}."])

    def test_a_change_of_a_variable_at_the_marked_place_does_so_too(self) -> None:
        changed = json.loads(json.dumps(self.template))
        changed["Globals"]["Function"]["Environment"]["Variables"]["MAX_ATTEMPTS"] = "5"
        [note] = self.plan({"Rollout": CANARY}, template=changed).notes
        self.assertTrue(note.endswith("What changes: a variable in template.yaml."), note)
        now = self.plan({}, template=changed).parameters["Revision"]
        self.assertEqual(self.plan({"Rollout": CANARY}, {"Revision": now}, template=changed).notes, [])

    def test_parameters_are_compared_with_those_of_the_stack(self) -> None:
        before = {"PasswordFirst": "true", "Rollout": CANARY}
        # What nobody gives stays as it is.
        self.assertNotIn("Rollout", self.plan({}, before).parameters)
        found = self.plan({"PasswordFirst": "false"}, before)
        self.assertEqual(found.parameters["Rollout"], "AllAtOnce")
        # The stack then has forgotten what it had.
        self.assertEqual(found.notes[-1], "Write Rollout into samconfig.toml, or later deployments are AllAtOnce too.")

    def test_a_change_of_the_code_alone_is_gradual(self) -> None:
        changed = json.loads(json.dumps(self.template)) | {"Description": "another release"}
        for found in (self.plan({"Rollout": CANARY}, zips={"dist/Define.zip": "2"}),
                      self.plan({"Rollout": CANARY}, template=changed)):
            self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_a_deployment_at_once_and_a_new_stack_need_no_reason(self) -> None:
        for found in (self.plan({"PasswordFirst": "true"}),
                      deploy.plan(self.template, {"Rollout": CANARY, "PasswordFirst": "true"}, None, "now", {})):
            self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_the_revision_changes_with_every_setting_every_zip_and_the_template_and_with_nothing_else(self) -> None:
        first = self.plan({"OtpMailsPerHour": "4"}).parameters["Revision"]
        self.assertRegex(first, self.template["Parameters"]["Revision"]["AllowedPattern"])
        changed = self.template | {"Description": "another release"}
        same = {"OtpMailsPerHour": "4"}
        for given, before in (({}, same), (same | {"Rollout": CANARY}, {}), (same | {"Revision": "mine"}, {})):
            self.assertEqual(self.plan(given, before).parameters["Revision"], first)
        others = [self.plan(given, zips=zips, template=template).parameters["Revision"] for given, zips, template in (
            ({"OtpMailsPerHour": "5"}, {}, None), ({"OtpMailsPerHour": "4"}, {"dist/Define.zip": "1"}, None),
            ({"OtpMailsPerHour": "4"}, {"dist/Define.zip": "2"}, None), ({"OtpMailsPerHour": "4"}, {}, changed))]
        self.assertEqual(len({first, *others}), 5)

    def test_an_update_that_was_taken_back_is_published_anew(self) -> None:
        usual = self.plan({}).parameters["Revision"]
        found = self.plan({}, status="UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(found.parameters["Revision"], f"{usual}-now")
        self.assertEqual(found.notes, ["The last update was taken back, so all functions are published anew."])


class FileTests(unittest.TestCase):
    def test_parameters_are_read_as_sam_reads_them(self) -> None:
        for written, expected in (
            ('A="1" B=2', {"A": '"1"', "B": "2"}),
            (["A=1", 'OtpSender="Example <a@example.org>"'], {"A": "1", "OtpSender": '"Example <a@example.org>"'}),
            ('ParameterKey=A,ParameterValue=1 ParameterKey=B,ParameterValue="2 3"', {"A": "1", "B": '"2 3"'}),
            (r'A="say \"x=y\"" B=""', {"A": r'"say \"x=y\""', "B": '""'}), ([], {}), ("", {}),
            ({"A": 1, "B": ["x", "y"], "C": 'say "x" \'y\''},
             {"A": '"1"', "B": '"x,y"', "C": r'''"say \"x\" 'y'"'''}),
        ):
            with self.subTest(written):
                self.assertEqual(deploy.overrides(written), expected)
        self.assertEqual([deploy.unquoted(value) for value in ('"1"', "2", r'"say \"x\""', '""')],
                         ["1", "2", 'say "x"', ""])

    def test_parameters_in_a_form_that_is_not_read_are_refused_and_not_lost(self) -> None:
        for written in ("file://parameters.yaml", "A=1 file://parameters.yaml", {"$include": "parameters.yaml"},
                        [{"A": "1"}], "A=two words", [["A=1"]]):
            with self.subTest(written), self.assertRaisesRegex(ValueError, "has a form that is not read here"):
                deploy.overrides(written)

    def test_settings_for_all_commands_count_unless_the_command_has_its_own(self) -> None:
        text = '[default.global.parameters]\nstack_name = "a"\nregion = "b"\n[default.deploy.parameters]\nregion = "c"\n'
        self.assertEqual(deploy.settings(text), {"stack_name": "a", "region": "c"})
        text += '[prod.deploy.parameters]\nstack_name = "p"\n'
        self.assertEqual(deploy.settings(text, deploy.environment(["sam", "deploy", "--config-env", "prod"])),
                         {"stack_name": "p"})


@unittest.skipUnless(moto, "moto is not installed")
class UpdateTests(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws()
        aws.start()
        self.addCleanup(aws.stop)

    def create(self, **parameters: str) -> None:
        template = {"Parameters": {name: {"Type": "String"} for name in parameters},
                    "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}
        boto3.client("cloudformation", region_name=REGION).create_stack(
            StackName="passkeys", TemplateBody=json.dumps(template),
            Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in parameters.items()])

    def deploy(self, overrides: str, stack: str = 'stack_name = "passkeys"',
               command: tuple[str, ...] = ("sam", "deploy")) -> tuple[int, str, list[str] | None]:
        """The exit code, everything printed, and the arguments of `sam`, if it ran."""
        printed, ran = io.StringIO(), []
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(printed), redirect_stderr(printed), \
                mock.patch("subprocess.call", lambda words: ran.append(words) or 7), \
                mock.patch.object(deploy, "CONFIGURATION", Path(folder) / "samconfig.toml"):
            deploy.CONFIGURATION.write_text(
                f"[default.deploy.parameters]\n{stack}\nregion = \"{REGION}\"\nparameter_overrides = '{overrides}'\n")
            code = deploy.main(list(command))
        return code, printed.getvalue(), ran[0] if ran else None

    def test_a_change_of_flow_of_a_stack_with_gradual_rollouts_is_deployed_at_once(self) -> None:
        self.create(Rollout=CANARY, PasswordFirst="false", Revision="1")
        code, printed, ran = self.deploy(f'Rollout="{CANARY}" PasswordFirst="true" ServiceName="My \\"shop\\""')
        self.assertEqual(code, 7)
        self.assertIn("What changes: PasswordFirst, ServiceName, a variable in template.yaml.\n", printed)
        self.assertEqual(ran[:3], ["sam", "deploy", "--parameter-overrides"])
        self.assertIn("Rollout=AllAtOnce", ran)
        self.assertNotIn(f'Rollout="{CANARY}"', ran)
        # As they were written.
        self.assertLessEqual({'PasswordFirst="true"', 'ServiceName="My \\"shop\\""'}, set(ran))

    def test_the_same_parameters_are_deployed_gradually(self) -> None:
        given = {"Rollout": CANARY, "PasswordFirst": "true"}
        self.create(**given, Revision=deploy.plan(sam_template.load(), given, None, "now", {}).parameters["Revision"])
        code, printed, ran = self.deploy(f'Rollout="{CANARY}" PasswordFirst="true"')
        self.assertEqual((code, printed), (7, ""))
        self.assertIn(f'Rollout="{CANARY}"', ran)

    def test_what_a_flood_takes_is_said_where_the_authenticator_has_no_share_of_its_own(self) -> None:
        self.create(SignInWith="own-authenticator", AuthenticatorConcurrency="20")
        taken = ("AuthenticatorConcurrency is empty: a flood at the authenticator takes {} that Lambda answers at the same "
                 "time in this account and Region, those of the triggers too, and then nobody signs in.\n")
        few = "Lambda lets no function reserve a share of so few. Have the quota of concurrent executions raised.\n"
        for limit, said in ((1000, taken.format("all 1000 calls")), (10, taken.format("all 10 calls") + few),
                            (None, taken.format("all calls"))):
            client = mock.Mock()
            client.get_account_settings.side_effect = \
                [{"AccountLimit": {"ConcurrentExecutions": limit}}] if limit else ClientError({}, "GetAccountSettings")
            made = boto3.Session.client
            with mock.patch("boto3.Session.client", lambda session, name, **options:
                            client if name == "lambda" else made(session, name, **options)):
                for overrides, printed in (('AuthenticatorConcurrency=""', said), ("", ""),
                                           ('SignInWith="signed"', "")):
                    self.assertEqual(self.deploy(overrides)[:2], (7, printed))

    def test_a_stack_that_does_not_exist_yet_is_created(self) -> None:
        code, printed, ran = self.deploy('SignInWith="signed"')
        self.assertEqual((code, printed), (7, ""))
        self.assertIn('SignInWith="signed"', ran)

    def test_a_stack_that_has_only_a_change_set_is_a_new_one(self) -> None:
        boto3.client("cloudformation", region_name=REGION).create_change_set(
            StackName="passkeys", ChangeSetName="first", ChangeSetType="CREATE",
            TemplateBody=json.dumps({"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}))
        code, printed, ran = self.deploy('SignInWith="signed"')
        self.assertEqual((code, printed), (7, ""))
        self.assertIn('SignInWith="signed"', ran)

    def test_nothing_is_deployed_without_a_comparison(self) -> None:
        for command, stack, part in ((("sam", "deploy"), "", "default"),
                                     (("sam", "deploy", "--config-env", "prod"), 'stack_name = "passkeys"', "prod")):
            code, printed, ran = self.deploy("", stack, command)
            self.assertEqual((code, ran), (1, None))
            self.assertEqual(printed, (
                f"samconfig.toml names no stack (stack_name) for the environment {part}. Say CONFIG_ENV=name for another "
                f"one, or make it: {' '.join([*command, *deploy.GUIDED])}\n"))
        code, printed, ran = self.deploy("file://parameters.yaml")
        self.assertEqual((code, ran), (1, None))
        self.assertIn("has a form that is not read here", printed)
        code, printed, ran = self.deploy("", stack='stack_name = "passkeys"\nprofile = "nobody"')
        self.assertEqual((code, ran), (1, None))
        self.assertIn("Nothing was deployed, because the stack cannot be compared: ", printed)

    def test_what_watches_a_stack_is_deployed_beside_it_with_the_settings_that_they_share(self) -> None:
        self.create(SignInWith="email-code", PasswordFirst="true", ServiceName="My shop")
        shared = ["StackName=passkeys", 'PasswordFirst="true"', 'SignInWith="email-code"']
        own = ["UseDashboard=true", 'AlarmTopicArn="arn"']
        for wanted, more in (("1", []), (" ".join(own), own)):
            code, printed, ran = self.deploy('SignInWith="signed"', command=("--monitoring", wanted, "sam", "deploy"))
            self.assertEqual((code, printed), (7, ""))
            self.assertEqual(ran, ["sam", "deploy", "--stack-name", "passkeys-monitoring", "--parameter-overrides",
                                   *shared, *more])

    def test_nothing_watches_a_stack_that_does_not_exist(self) -> None:
        code, printed, ran = self.deploy("", command=("--monitoring", "1", "sam", "deploy"))
        self.assertEqual((code, ran), (1, None))
        self.assertIn("there is no stack passkeys that could be watched", printed)


class MakeTests(unittest.TestCase):
    def deploy(self, overrides: str | None, *more: str) -> tuple[int, str]:
        """Runs the last steps of `make deploy` with these parameters in samconfig.toml, on a machine for arm64 and with a
        `sam` that prints a word."""
        with tempfile.TemporaryDirectory() as folder:
            for program, command in (("bin/sam", "echo deployed"), ("bin/uname", "echo aarch64"),
                                     (".build/tools/bin/python", f'exec {shlex.quote(sys.executable)} "$@"')):
                file = Path(folder) / program
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f"#!/bin/sh\n{command}\n")
                file.chmod(0o755)
            scripts = Path(folder) / "scripts"
            scripts.mkdir()
            (scripts / "template").symlink_to(ROOT / "scripts/template")
            # Everything is installed.
            (scripts / "install.sh").symlink_to("/bin/true")
            if overrides is not None:
                quoted = overrides.replace('"', '\\"')
                (Path(folder) / "samconfig.toml").write_text(
                    f'version = 0.1\n[default.deploy.parameters]\nparameter_overrides = "{quoted}"\n')
            environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}"}
            made = subprocess.run(
                ["make", "--silent", f"--file={ROOT / 'Makefile'}", "--old-file=package", "deploy", *more],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
            return made.returncode, made.stdout + made.stderr

    def test_parameters_of_this_template_are_deployed(self) -> None:
        # They are compared with those of the stack first.
        for more, what in (((), "template.yaml"), (("MONITORING=1",), "monitoring.yaml")):
            code, printed = self.deploy('Architecture="arm64" PasswordFirst="true"', *more)
            self.assertNotEqual(code, 0)
            self.assertIn(f"sam deploy --template-file {what} --guided", printed)
        self.assertTrue(printed.startswith("samconfig.toml names no stack (stack_name) for the environment default."))
        self.assertNotIn("deployed", printed)

    def test_without_a_file_sam_asks(self) -> None:
        self.assertEqual(self.deploy(None), (0, "deployed\n"))
        code, printed = self.deploy(None, "MONITORING=1")
        self.assertTrue(code != 0 and printed.startswith("Nothing was deployed"), printed)

    def test_packages_for_another_architecture_are_not_deployed(self) -> None:
        code, printed = self.deploy('Architecture="x86_64"')
        self.assertNotEqual(code, 0)
        self.assertTrue(printed.startswith("dist/ holds arm64 packages, but samconfig.toml sets another Architecture."))


if __name__ == "__main__":
    unittest.main()
