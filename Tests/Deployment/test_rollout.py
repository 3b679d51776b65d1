"""What `make deploy` gives an update: a revision, and a rollout at once if functions would disagree in the meantime."""

from __future__ import annotations

import io
import json
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import boto3
from botocore.exceptions import ClientError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from template import deploy, rollout, sam_template  # noqa: E402
from optional_moto import moto  # noqa: E402

REGION = "eu-west-1"
ALIAS = f"arn:aws:lambda:{REGION}:123456789012:function:passkeys-Define:live"
CANARY = "Canary10Percent10Minutes"
FLOW = {"PasswordFirst": "true", "UseCaptcha": "true", "SignInWith": "email-code", "TokenMode": "oidc"}


class PlanTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load()

    def plan(self, given: dict[str, str], before: dict[str, str] | None = None, alias: str = ALIAS,
             status: str = "UPDATE_COMPLETE", zips: dict[str, str] = {}) -> rollout.Plan:
        deployed = rollout.Deployed(before or {}, {"DefineAuthChallengeArn": alias}, status)
        return rollout.plan(self.template, given, deployed, "now", zips)

    def test_a_change_of_the_flow_deploys_at_once_and_says_why(self) -> None:
        for name, value in FLOW.items():
            with self.subTest(name):
                found = self.plan({"Rollout": CANARY, name: value})
                self.assertEqual(found.parameters["Rollout"], "AllAtOnce")
                self.assertEqual(found.notes[0], f"Rollout=AllAtOnce instead of {CANARY}, for this deployment:")
                [why] = found.notes[1:]
                self.assertRegex(why, rf"\A{name} changes, and [\w, ]+ and \w+ have to agree on it\.\Z")
                self.assertIn("CreateAuthChallenge", why)

    def test_parameters_are_compared_with_those_of_the_stack(self) -> None:
        before = {"PasswordFirst": "true", "Rollout": CANARY}
        # What nobody gives stays as it is.
        self.assertNotIn("Rollout", self.plan({}, before).parameters)
        found = self.plan({"PasswordFirst": "false"}, before)
        self.assertEqual(found.parameters["Rollout"], "AllAtOnce")
        # The stack then has forgotten what it had.
        self.assertEqual(found.notes[-1], "Write Rollout into samconfig.toml, or later deployments are AllAtOnce too.")

    def test_every_parameter_that_functions_share_and_every_one_of_a_role_is_known(self) -> None:
        found = rollout.reasons(self.template)
        self.assertLessEqual({*FLOW, "SigningKeyArn", "AuthsignalSecretArn", "OidcIssuer", "AuthsignalAction", "Assurance",
                              "CaptchaProvider", "OtpLifetime", "UseAuthenticator"}, set(found))
        for name in ("CaptchaSecretArn", "SecretKmsKeyArn", "OtpIdentity", "ExistingUsersTable"):
            self.assertEqual(found[name], "it changes what a role may do, which has no versions")
        # One function alone reads these, or none does.
        self.assertEqual({"MaxAttempts", "RoundBinding", "FirstEnrolment", "PasskeyHints", "Runtime", "Architecture",
                          "LogLevel", "UseAlarms", "Rollout", "Revision", "MoveToAlias"} & set(found), set())

    def test_what_one_function_reads_alone_may_be_gradual(self) -> None:
        for given in ({"MaxAttempts": "5"}, {"Runtime": "provided.al2023"}, {}):
            found = self.plan({"Rollout": CANARY, **given})
            self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_a_deployment_at_once_needs_no_reason(self) -> None:
        self.assertEqual(self.plan(FLOW).notes, [])
        self.assertNotIn("Rollout", self.plan(FLOW).parameters)

    def test_a_new_stack_needs_no_reason_either(self) -> None:
        found = rollout.plan(self.template, {"Rollout": CANARY, **FLOW}, None, "now", {})
        self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_the_revision_changes_with_every_parameter_that_reaches_a_function_and_with_no_other(self) -> None:
        first = self.plan({"MaxAttempts": "4"}).parameters["Revision"]
        self.assertRegex(first, self.template["Parameters"]["Revision"]["AllowedPattern"])
        self.assertEqual(self.plan({}, {"MaxAttempts": "4"}).parameters["Revision"], first)
        self.assertNotEqual(self.plan({"MaxAttempts": "5"}).parameters["Revision"], first)
        for other in ({"Rollout": CANARY}, {"Revision": "mine"}, {"MoveToAlias": "true"}):
            self.assertEqual(self.plan({"MaxAttempts": "4", **other}).parameters["Revision"], first)

    def test_each_release_has_a_revision_of_its_own_by_which_the_aliases_are_led_back(self) -> None:
        first = self.plan({}, zips={"dist/Define.zip": "1", "dist/Create.zip": "1"}).parameters["Revision"]
        self.assertNotEqual(self.plan({}, zips={"dist/Define.zip": "1", "dist/Create.zip": "2"}).parameters["Revision"],
                            first)
        changed = self.template | {"Globals": {}}
        deployed = rollout.Deployed({}, {"DefineAuthChallengeArn": ALIAS}, "UPDATE_COMPLETE")
        self.assertNotEqual(rollout.plan(changed, {}, deployed, "now", {}).parameters["Revision"],
                            self.plan({}).parameters["Revision"])

    def test_an_update_that_was_taken_back_is_published_anew(self) -> None:
        usual = self.plan({}).parameters["Revision"]
        found = self.plan({}, status="UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(found.parameters["Revision"], f"{usual}-now")
        self.assertEqual(found.notes, ["The last update was taken back, so all functions are published anew."])

    def test_a_stack_without_aliases_serves_its_callers_on_the_way(self) -> None:
        function = ALIAS.removesuffix(":live")
        self.assertEqual(self.plan({}, alias=function).parameters["MoveToAlias"], "true")
        self.assertNotIn("MoveToAlias", self.plan({"MoveToAlias": "false"}, alias=function).parameters)
        self.assertNotIn("MoveToAlias", self.plan({}).parameters)
        [reminder] = self.plan({}, {"MoveToAlias": "true"}).notes
        self.assertIn("Set it to false when nothing calls a function without its alias any more", reminder)


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
                self.assertEqual(deploy.overrides({"parameter_overrides": written}), expected)
        self.assertEqual([deploy.unquoted(value) for value in ('"1"', "2", r'"say \"x\""', '""')],
                         ["1", "2", 'say "x"', ""])

    def test_parameters_in_a_form_that_is_not_read_are_refused_and_not_lost(self) -> None:
        for written in ("file://parameters.yaml", "A=1 file://parameters.yaml", {"$include": "parameters.yaml"},
                        [{"A": "1"}], "A=two words", [["A=1"]]):
            with self.subTest(written), self.assertRaisesRegex(ValueError, "has a form that is not read here"):
                deploy.overrides({"parameter_overrides": written})

    def test_settings_for_all_commands_count_unless_the_command_has_its_own(self) -> None:
        text = '[default.global.parameters]\nstack_name = "a"\nregion = "b"\n[default.deploy.parameters]\nregion = "c"\n'
        self.assertEqual(deploy.settings(text), {"stack_name": "a", "region": "c"})
        text += '[prod.deploy.parameters]\nstack_name = "p"\n'
        self.assertEqual(deploy.settings(text, deploy.environment(["sam", "deploy", "--config-env", "prod"])),
                         {"stack_name": "p"})


@unittest.skipUnless(moto, "moto is not installed")
class DeployTests(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws()
        aws.start()
        self.addCleanup(aws.stop)

    def create(self, **parameters: str) -> None:
        template = {"Parameters": {name: {"Type": "String"} for name in parameters},
                    "Resources": {"Topic": {"Type": "AWS::SNS::Topic"}},
                    "Outputs": {"DefineAuthChallengeArn": {"Value": ALIAS}}}
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
        self.create(Rollout=CANARY, PasswordFirst="false", MaxAttempts="3")
        code, printed, ran = self.deploy(f'Rollout="{CANARY}" PasswordFirst="true" ServiceName="My \\"shop\\""')
        self.assertEqual(code, 7)
        self.assertTrue(printed.startswith(f"Rollout=AllAtOnce instead of {CANARY}, for this deployment:\n"
                                           "PasswordFirst changes, and "), printed)
        self.assertEqual(ran[:3], ["sam", "deploy", "--parameter-overrides"])
        self.assertIn("Rollout=AllAtOnce", ran)
        self.assertNotIn(f'Rollout="{CANARY}"', ran)
        # As they were written.
        self.assertLessEqual({'PasswordFirst="true"', 'ServiceName="My \\"shop\\""'}, set(ran))

    def test_the_same_parameters_are_deployed_gradually(self) -> None:
        self.create(Rollout=CANARY, PasswordFirst="true")
        code, printed, ran = self.deploy(f'Rollout="{CANARY}" PasswordFirst="true"')
        self.assertEqual((code, printed), (7, ""))
        self.assertIn(f'Rollout="{CANARY}"', ran)

    def test_what_a_flood_takes_is_said_where_the_authenticator_has_no_share_of_its_own(self) -> None:
        self.create(UseAuthenticator="true", AuthenticatorConcurrency="20")
        taken = ("AuthenticatorConcurrency is empty: a flood at the authenticator takes {} that Lambda answers at the same time "
                 "in this account and Region, those of the triggers too, and then nobody signs in.\n")
        few = "Lambda lets no function reserve a share of so few. Have the quota of concurrent executions raised.\n"
        for limit, said in ((1000, taken.format("all 1000 calls")), (10, taken.format("all 10 calls") + few),
                            (None, taken.format("all calls"))):
            client = mock.Mock()
            client.get_account_settings.side_effect = \
                [{"AccountLimit": {"ConcurrentExecutions": limit}}] if limit else ClientError({}, "GetAccountSettings")
            made = boto3.Session.client
            with mock.patch("boto3.Session.client", lambda session, name, **options:
                            client if name == "lambda" else made(session, name, **options)):
                for overrides, printed in (('AuthenticatorConcurrency=""', said), ("", ""), ('UseAuthenticator="false"', "")):
                    self.assertEqual(self.deploy(overrides)[:2], (7, printed))

    def test_a_stack_that_does_not_exist_yet_is_created(self) -> None:
        code, printed, ran = self.deploy('TokenMode="signed"')
        self.assertEqual((code, printed), (7, ""))
        self.assertIn('TokenMode="signed"', ran)

    def test_a_stack_that_has_only_a_change_set_is_a_new_one(self) -> None:
        boto3.client("cloudformation", region_name=REGION).create_change_set(
            StackName="passkeys", ChangeSetName="first", ChangeSetType="CREATE",
            TemplateBody=json.dumps({"Resources": {"Topic": {"Type": "AWS::SNS::Topic"}}}))
        code, printed, ran = self.deploy('TokenMode="signed"')
        self.assertEqual((code, printed), (7, ""))
        self.assertFalse([word for word in ran if word.startswith("MoveToAlias")])

    def test_nothing_is_deployed_without_a_comparison(self) -> None:
        for command, stack, part in ((("sam", "deploy"), "", "default"),
                                     (("sam", "deploy", "--config-env", "prod"), 'stack_name = "passkeys"', "prod")):
            code, printed, ran = self.deploy("", stack, command)
            self.assertEqual((code, ran), (1, None))
            self.assertEqual(printed, (
                f"samconfig.toml names no stack (stack_name) for the environment {part}. Say CONFIG_ENV=name for another one, "
                f"or make it: {' '.join([*command, *deploy.GUIDED])}\n"))
        code, printed, ran = self.deploy("file://parameters.yaml")
        self.assertEqual((code, ran), (1, None))
        self.assertIn("has a form that is not read here", printed)
        code, printed, ran = self.deploy("", stack='stack_name = "passkeys"\nprofile = "nobody"')
        self.assertEqual((code, ran), (1, None))
        self.assertIn("Nothing was deployed, because the stack cannot be compared: ", printed)


if __name__ == "__main__":
    unittest.main()
