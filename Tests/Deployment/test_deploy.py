"""`make deploy` gives an update a revision, and a rollout at once if settings change; it deploys what watches a stack
beside it; and it refuses a samconfig.toml that does not fit."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
from botocore.exceptions import ClientError, UnauthorizedSSOTokenError

from aws_case import ACCOUNT, DENIED, REGION, TOPIC, AWSCase, calls, failing
from cognito_passkeys.deployment import change_set, packages, plan, samconfig
from cognito_passkeys.deployment.change_set import Update
from cognito_passkeys.stacks import Stack
from distribution import ARM64, X86_64, dist
from template import plain_template, sam_template
from verb_run import Run, Terminal, run_verb

ROOT = Path(__file__).resolve().parents[2]
CANARY = "Canary10Percent10Minutes"
BUCKET = f"cognito-passkeys-{ACCOUNT}-{REGION}"


def plain(zip: str) -> dict[str, Any]:
    """The template as CloudFormation takes it, with zips of that digest."""
    template = sam_template.load()
    return plain_template.plain(template, dict.fromkeys(sam_template.functions(template), zip))


class PlanTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.template = plain(zip="1")
        cls.first = plan.plan(cls.template, {}, None, "now").parameters["Revision"]

    def plan(self, given: dict[str, str], before: dict[str, str] | None = None, status: str = "UPDATE_COMPLETE",
             template: dict | None = None) -> plan.Plan:
        deployed = Stack({"Revision": self.first, "CodeBucket": "b"} | (before or {}), {}, status)
        return plan.plan(template or self.template, given, deployed, "now")

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
        changed["Resources"]["PreSignUp"]["Properties"]["Environment"]["Variables"]["MAX_ATTEMPTS"] = "5"
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

    def test_a_change_of_the_code_alone_is_gradual(self) -> None:
        changed = json.loads(json.dumps(self.template)) | {"Description": "another release"}
        for template in (plain(zip="2"), changed):
            found = self.plan({"Rollout": CANARY}, template=template)
            self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_a_deployment_at_once_and_a_new_stack_need_no_reason(self) -> None:
        for found in (self.plan({"PasswordFirst": "true"}),
                      plan.plan(self.template, {"Rollout": CANARY, "PasswordFirst": "true"}, None, "now")):
            self.assertEqual((set(found.parameters), found.notes), ({"Revision"}, []))

    def test_the_revision_changes_with_every_setting_every_zip_and_the_template_and_with_nothing_else(self) -> None:
        first = self.plan({"OtpMailsPerHour": "4"}).parameters["Revision"]
        self.assertRegex(first, self.template["Parameters"]["Revision"]["AllowedPattern"])
        changed = self.template | {"Description": "another release"}
        same = {"OtpMailsPerHour": "4"}
        for given, before in (({}, same), (same | {"Rollout": CANARY}, {}), (same | {"Revision": "mine"}, {})):
            self.assertEqual(self.plan(given, before).parameters["Revision"], first)
        others = [self.plan(given, template=template).parameters["Revision"] for given, template in (
            ({"OtpMailsPerHour": "5"}, None), (same, plain(zip="2")), (same, plain(zip="3")), (same, changed))]
        self.assertEqual(len({first, *others}), 5)
        # It does not say where the packages are.
        self.assertEqual(self.plan(same, {"CodeBucket": "other"}).parameters["Revision"], first)

    def test_an_update_that_was_taken_back_is_published_anew(self) -> None:
        usual = self.plan({}).parameters["Revision"]
        found = self.plan({}, status="UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(found.parameters["Revision"], f"{usual}-now")
        self.assertEqual(found.notes, ["The last update was taken back, so all functions are published anew."])


class UpdateTests(AWSCase):
    def applied(self) -> bool:
        """Whether CloudFormation succeeds."""
        return True

    def deploy(self, overrides: str, *words: str, stack: str = 'stack_name = "passkeys"',
               folder: Path | None = None) -> tuple[Run, Update | None]:
        """What the verb did with this file, and what the stack was to become, if it came to that."""
        applied: list[Update] = []
        with tempfile.TemporaryDirectory() as kept, mock.patch("platform.machine", lambda: "x86_64"), \
                mock.patch.object(change_set, "apply", lambda api, update, is_new: applied.append(update)
                                  or self.applied()), \
                mock.patch.object(packages, "DIST", folder or dist(X86_64)), \
                mock.patch.object(samconfig, "CONFIGURATION", Path(kept) / "samconfig.toml"):
            samconfig.CONFIGURATION.write_text(
                f"[default.deploy.parameters]\n{stack}\nregion = \"{REGION}\"\nparameter_overrides = '{overrides}'\n")
            found = run_verb("deploy", "--yes", *words)
        # moto's account has no packages yet.
        said = re.sub(r"(?m)^Uploaded: s3://.*\n", "", found.output)
        return found._replace(output=said), applied[0] if applied else None

    def test_a_change_of_flow_of_a_stack_with_gradual_rollouts_is_deployed_at_once(self) -> None:
        self.make_stack("passkeys", SignInWith="signed", Rollout=CANARY, PasswordFirst="false", Revision="1",
                        OtpMailsPerHour="7200", Audit="digest")
        found, made = self.deploy(f'SignInWith=signed Rollout="{CANARY}" PasswordFirst="true" '
                                  'ServiceName="My \\"shop\\""')
        self.assertEqual(found.code, 0)
        self.assertIn("What changes: PasswordFirst, ServiceName, OtpMailsPerHour, a variable in template.yaml.\n",
                      found.said)
        self.assertTrue(found.output.startswith(
            "Stack passkeys in eu-west-1:\n  PasswordFirst: false -> true\n"
            '  ServiceName: "" -> My "shop"\n  OtpMailsPerHour: 7200 -> 3600, the default\n'
            "  functions: a new version of each\nWhat follows:\n"), found.output)
        self.assertEqual(made.stack, "passkeys")
        self.assertLessEqual({"Rollout": "AllAtOnce", "PasswordFirst": "true", "ServiceName": 'My "shop"',
                              # A line that is not in the file means the default.
                              "OtpMailsPerHour": "3600", "CodeBucket": BUCKET,
                              "CodePrefix": "cognito-passkeys/"}.items(), made.parameters.items())
        self.assertEqual(made.kept, [])

    def revision(self, **given: str) -> str:
        with mock.patch.object(packages, "DIST", dist(X86_64)):
            return plan.plan(packages.template(), given, None, "now").parameters["Revision"]

    def test_the_code_alone_is_deployed_gradually_and_what_is_as_the_file_says_not_at_all(self) -> None:
        given = {"SignInWith": "signed", "Rollout": CANARY, "PasswordFirst": "true"}
        overrides = " ".join(f"{name}={value}" for name, value in given.items())
        revision = self.revision(**given)
        # The packages and the day have chosen the runtime.
        self.make_stack("passkeys", **given, Revision=f"{revision}-1", Runtime="provided.al2", NoLongerThere="x")
        self.has_status("passkeys", "UPDATE_COMPLETE")
        found, made = self.deploy(overrides)
        self.assertEqual((found.code, found.said), (
            0, "Stack passkeys in eu-west-1:\n  functions: a new version of each\n"))
        self.assertEqual((made.parameters["Rollout"], made.kept), (CANARY, []))
        self.client("cloudformation").delete_stack(StackName="passkeys")
        self.make_stack("passkeys", **given, Revision=revision)
        self.has_status("passkeys", "UPDATE_COMPLETE")
        found, made = self.deploy(overrides)
        self.assertEqual((found.code, found.said, made), (0, "Nothing to change.\n", None))

    def test_the_next_deployment_after_an_interrupted_first_one_shows_the_settings_and_what_comes_next(self) -> None:
        revision = self.revision(SignInWith="signed")
        self.make_stack("passkeys", SignInWith="signed", AllowedClientIds="*", Revision=revision)
        found, made = self.deploy("SignInWith=signed")
        self.assertEqual((found.code, made), (0, None), found.said)
        self.assertIn("What comes next:", found.output)

    def test_a_step_without_a_way_back_needs_the_stack_s_name_also_from_machines(self) -> None:
        table = "passkeys-UsersTable"
        self.client("dynamodb").create_table(
            TableName=table, BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}])
        for number, had in enumerate((True, True, False)):
            item = {"pk": {"S": f"{number}"}, "hasHadPasskey": {"BOOL": had}}
            self.client("dynamodb").put_item(TableName=table, Item=item)
        own = {"SignInWith": "own-authenticator", "RelyingPartyId": "login.example.org", "OtpIdentity": "example.org",
               "PasskeyOrigins": "https://login.example.org", "OtpSender": "a@example.org"}
        key = f"arn:aws:secretsmanager:{REGION}:{ACCOUNT}:secret:key-AbCdEf"
        self.make_stack("passkeys", outputs={"UsersTableName": table, "SecretArn": key}, **own)
        for changed, cost in (
                ({"RelyingPartyId": "example.org"},
                 "RelyingPartyId: 2 people's passkeys belong to login.example.org and no longer work. At their next "
                 "sign-in, devices may delete them for good."),
                ({"ExistingUsersTable": "other"}, "ExistingUsersTable: the functions know only what is in other."),
                ({"ExistingUserPoolId": "eu-west-1_a", "AllowedClientIds": "a"},
                 "ExistingUserPoolId: the former pool's users cannot sign in to the other pool"),
                ({"SignInWith": "signed", "RelyingPartyId": ""},
                 "SignInWith: what proved a sign-in before is refused, and 2 people's passkeys no longer work."),
                ({"SigningKeyArn": key.replace("key-A", "new-A")}, "SigningKeyArn: nothing keeps the former key")):
            overrides = " ".join(f'{name}="{value}"' for name, value in (own | changed).items())
            with self.subTest(changed):
                found, made = self.deploy(overrides)
                self.assertEqual((found.code, made), (4, None), found.said)
                self.assertIn(f"There is no way back from this:\n  {cost}", found.output)
                found, made = self.deploy(overrides, "--confirm", "passkeys")
                self.assertEqual((found.code, made is None), (0, False), found.said)
        kept = {"SigningKeyArn": key.replace("key-A", "new-A"), "PreviousSigningKeyArn": key}
        self.assertEqual(self.deploy(" ".join(f'{n}="{v}"' for n, v in (own | kept).items()))[0].code, 0)

    def test_a_rollback_since_the_last_deployment_is_said_and_ended(self) -> None:
        revision = self.revision(SignInWith="signed")
        self.make_functions("f")
        self.make_stack("passkeys", {"Verify": {"Type": "AWS::Lambda::Function", "Properties": {
            "FunctionName": "f", "Role": f"arn:aws:iam::{ACCOUNT}:role/role", "Handler": "b", "Runtime": "provided.al2023",
            "Code": {"ZipFile": "z"}}}}, SignInWith="signed", Revision=revision)
        self.has_status("passkeys", "UPDATE_COMPLETE")
        api = self.client("lambda")
        for number, description in enumerate(("before", revision), 1):
            api.update_function_configuration(FunctionName="f", Description=description)
            api.publish_version(FunctionName="f", Description=description)
            getattr(api, "create_alias" if number == 1 else "update_alias")(
                FunctionName="f", Name="live", FunctionVersion=str(number))
        self.assertEqual(self.deploy("SignInWith=signed")[0].output, "Nothing to change.\n")
        api.update_alias(FunctionName="f", Name="live", FunctionVersion="1")
        found, made = self.deploy("SignInWith=signed")
        self.assertIn("  Verify: led back to before since the last deployment, which was "
                      f"{revision}. This deployment leads all functions to its own versions.\n", found.output)
        self.assertRegex(made.parameters["Revision"], rf"^{revision}-\d+$")

    def adopted(self, *words: str, text: str | None = None, typed: Any = "") -> tuple[Run, str | None]:
        """What the verb did in a folder with this file, and the file afterwards."""
        with tempfile.TemporaryDirectory() as kept, mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": REGION}), \
                mock.patch.object(packages, "DIST", dist(X86_64)), \
                mock.patch.object(samconfig, "CONFIGURATION", Path(kept) / "samconfig.toml"):
            if text is not None:
                samconfig.CONFIGURATION.write_text(text)
            found = run_verb("deploy", *words, typed=typed)
            return found, samconfig.CONFIGURATION.read_text() if samconfig.CONFIGURATION.exists() else None

    def test_a_file_is_written_from_a_stack_and_the_next_deployment_changes_nothing(self) -> None:
        given = {"SignInWith": "signed", "PasswordFirst": "true", "ServiceName": 'My "shop"', "CodeBucket": "b",
                 "Revision": "1"}
        self.make_stack("passkeys", **given)
        self.make_stack("other")
        found, file = self.adopted("--adopt", "passkeys")
        self.assertEqual(found.code, 0, found.said)
        written = samconfig.settings(file)
        expected = {name: given[name] for name in ("SignInWith", "PasswordFirst", "ServiceName")}
        self.assertEqual((written["stack_name"], written["region"]), ("passkeys", REGION))
        self.assertEqual(samconfig.parameters(written), expected)
        first = samconfig.text("mine", REGION, {"A": "b"}) + "# mine\n"
        found, file = self.adopted("--adopt", "passkeys", "--config-env", "prod", text=first)
        self.assertTrue(file.startswith(first))
        self.assertEqual(samconfig.parameters(samconfig.settings(file, "prod")), expected)
        for words, text, said in (
                (("--adopt", "passkeys"), first, "samconfig.toml has the environment default already."),
                (("--adopt", "none"), None, "there is no stack none of this template in eu-west-1"),
                (("--adopt", "other"), None, "there is no stack other of this template in eu-west-1")):
            found, file = self.adopted(*words, text=text)
            self.assertEqual((found.code, file), (1, text))
            self.assertIn(said, found.errors)

    def test_a_second_environment_is_asked_about_and_joins_the_file(self) -> None:
        first = samconfig.text("passkeys", REGION, {"SignInWith": "signed"})
        found, file = self.adopted("--prepare", "--config-env", "prod", text=first,
                                   typed=Terminal(f"signed\n{REGION}\nnew\nn\n"))
        self.assertEqual(found.code, 4, found.said)
        self.assertTrue(file.startswith(first))
        self.assertEqual(samconfig.settings(file, "prod")["stack_name"], "passkeys-prod")
        self.assertIn("Stack passkeys-prod in eu-west-1, which is new", found.output)

    def test_what_cannot_work_is_refused_before_anything_is_built(self) -> None:
        own = ("SignInWith=own-authenticator RelyingPartyId={} PasskeyOrigins=https://login.shop.co.uk "
               "OtpSender=a@shop.co.uk OtpIdentity=shop.co.uk")
        for overrides, said in (
                ("SignInWith=signed Assurence=aal2", "The template has no parameter Assurence. Is Assurance meant?"),
                ("SignInWith=signed MAX_ATTEMPTS=5", "MAX_ATTEMPTS is no parameter, but a variable of the functions."),
                ("SignInWith=signed Assurance=aal3", 'Assurance may not be "aal3": it is one of any, aal2.'),
                ("SignInWith=signed OtpMailsPerHour=0", 'OtpMailsPerHour may not be "0"'),
                ("SignInWith=signed AuthenticatorDomain=a", 'AuthenticatorDomain may not be "a"'),
                ("SignInWith=email-code", "SignInWith own-authenticator and email-code need OtpSender and OtpIdentity."),
                ("SignInWith=email-code Audit=x", 'this cannot be deployed:\n  Audit may not be "x"'),
                (own.format("co.uk"), "RelyingPartyId co.uk is a public suffix"),
                (own.format("github.io"), "RelyingPartyId github.io is a public suffix"),
                (own.format("other.example"), "PasskeyOrigins has https://login.shop.co.uk, whose host is neither")):
            for words in ((), ("--prepare",), ("--dry-run",)):
                with self.subTest(overrides, words=words):
                    found, made = self.deploy(overrides, *words)
                    self.assertEqual((found.code, made, found.output), (1, None, ""))
                    self.assertIn(said, found.errors)
        self.assertEqual(self.deploy(own.format("shop.co.uk"))[0].code, 0)
        self.assertIn("is too long: the functions are named after it, and Lambda takes 64 characters. Take one of 44",
                      self.deploy("", stack=f'stack_name = "{"a" * 45}"')[0].errors)

    def test_what_the_file_says_of_places_and_roles_is_used(self) -> None:
        self.client("s3").create_bucket(Bucket="ours", CreateBucketConfiguration={"LocationConstraint": REGION})
        role = "arn:aws:iam::123456789012:role/deployment"
        _, made = self.deploy("SignInWith=signed", stack='stack_name = "passkeys"\ns3_bucket = "ours"\n'
                                                          f's3_prefix = "a/"\nrole_arn = "{role}"')
        self.assertEqual((made.parameters["CodeBucket"], made.parameters["CodePrefix"]), ("ours", "a/"))
        self.assertEqual(made.options, {"RoleARN": role})
        self.assertTrue(made.url.startswith(f"https://ours.s3.{REGION}.amazonaws.com/a/template-"), made.url)

    def test_what_comes_next_is_said_once_a_new_stack_is_there(self) -> None:
        self.applied = lambda: bool(self.make_stack("passkeys", SignInWith="signed", AllowedClientIds="*"))
        found, _ = self.deploy('SignInWith="signed"')
        self.assertEqual(found.code, 0, found.said)
        self.assertIn("What comes next:", found.output)

    def limited(self, calls: int | None) -> Any:
        """As if Lambda answered so many calls at the same time in the account; none if it does not tell."""
        client, made = mock.Mock(), boto3.Session.client
        client.get_account_settings.side_effect = \
            [{"AccountLimit": {"ConcurrentExecutions": calls}}] if calls else DENIED
        return mock.patch("boto3.Session.client", lambda session, name, **options:
                          client if name == "lambda" else made(session, name, **options))

    def test_what_a_flood_takes_is_said_where_the_authenticator_has_no_share_of_its_own(self) -> None:
        own = ("SignInWith=own-authenticator RelyingPartyId=example.org PasskeyOrigins=https://example.org "
               "OtpSender=a@example.org OtpIdentity=example.org")
        taken = ("AuthenticatorConcurrency is empty: a flood at the authenticator takes {} that Lambda answers at the "
                 "same time in this account and Region, those of the triggers too, and then nobody signs in.\n")
        few = "Lambda lets no function reserve a share of so few. Have the quota of concurrent executions raised.\n"
        for limit, said in ((1000, (taken.format("all 1000 calls"),)), (50, (taken.format("all 50 calls"), few)),
                            (None, (taken.format("all calls"),))):
            for overrides, printed in ((own, said), (f"{own} AuthenticatorConcurrency=20", ()), ("SignInWith=signed", ())):
                with self.limited(limit):
                    found = self.deploy(overrides)[0]
                self.assertEqual(found.code, 0, found.said)
                follows = found.output.partition("What follows:\n")[2]
                self.assertEqual(follows, "".join(f"  {line}" for line in printed))

    def test_an_account_that_never_asked_for_more_calls_hears_what_a_flood_does_and_how_to_ask(self) -> None:
        self.make_stack("passkeys", SignInWith="signed")
        with self.limited(10):
            said = self.deploy("SignInWith=signed")[0].output
        self.assertIn("Lambda answers only 10 calls at the same time", said)
        self.assertIn("aws service-quotas request-service-quota-increase --service-code lambda "
                      "--quota-code L-B99A9384 --desired-value 1000\n", said)

    def test_a_stack_that_does_not_exist_yet_is_created_with_what_fits_this_machine(self) -> None:
        found, made = self.deploy('SignInWith="signed"')
        self.assertEqual((found.code, found.errors), (0, ""))
        for text in ("What is made:\n    1 user pool\n", "\nStack passkeys in eu-west-1, which is new:\n"
                     "  SignInWith=signed\n"):
            self.assertIn(text, found.output)
        self.assertEqual((made.parameters["SignInWith"], made.parameters["Runtime"]), ("signed", "provided.al2"))
        with mock.patch.object(samconfig, "NEW_RUNTIME_FROM", date.min):
            for given, runtime in (("SignInWith=signed", "provided.al2023"),
                                   ("SignInWith=signed Runtime=provided.al2", "provided.al2")):
                self.assertEqual(self.deploy(given)[1].parameters["Runtime"], runtime)

    def test_a_stack_that_has_only_a_change_set_is_a_new_one(self) -> None:
        self.client("cloudformation").create_change_set(
            StackName="passkeys", ChangeSetName="first", ChangeSetType="CREATE",
            TemplateBody=json.dumps({"Resources": TOPIC}))
        found, made = self.deploy('SignInWith="signed"')
        self.assertEqual((found.code, found.errors), (0, ""))
        self.assertIn("which is new", found.output)
        self.assertEqual((made.parameters["SignInWith"], made.kept), ("signed", []))

    def has_status(self, name: str, status: str) -> None:
        from moto.cloudformation.models import cloudformation_backends
        cloudformation_backends[ACCOUNT][REGION].get_stack(name).status = status

    def test_a_stack_under_way_is_left_alone_and_the_way_on_is_said(self) -> None:
        self.make_stack("passkeys", SignInWith="signed")
        self.make_stack("passkeys-monitoring", StackName="passkeys")
        events, back = "describe-stack-events", "continue-update-rollback"
        for name, status, command in (
                ("passkeys", "CREATE_IN_PROGRESS", events), ("passkeys", "UPDATE_IN_PROGRESS", events),
                ("passkeys", "UPDATE_ROLLBACK_FAILED", back), ("passkeys-monitoring", "UPDATE_IN_PROGRESS", events)):
            self.has_status("passkeys", "CREATE_COMPLETE")
            self.has_status(name, status)
            own = () if name != "passkeys" else ((), ("--prepare",))
            for words in (*own, ("--monitoring", "1")):
                with self.subTest(status, words=words), calls() as made:
                    found, ran = self.deploy('SignInWith="signed"', *words)
                    self.assertEqual((found.code, ran, {call for call, _ in made}), (1, None, {"DescribeStacks"}))
                    self.assertIn(f"Not done: the stack {name} is {status}. ", found.errors)
                    self.assertTrue(found.errors.endswith(
                        f"\n  aws cloudformation {command} --stack-name {name} --region {REGION}\n"), found.errors)

    def test_who_is_signed_in_no_longer_learns_how_to_go_on(self) -> None:
        expired = ClientError({"Error": {"Code": "ExpiredToken", "Message": "is expired"}}, "DescribeStacks")
        for error in (expired, UnauthorizedSSOTokenError()):
            with calls() as made, failing("DescribeStacks", error):
                found, ran = self.deploy('SignInWith="signed"')
            self.assertEqual((found.code, ran, made), (1, None, []))
            self.assertRegex(found.errors, r"\ANot done: .*expired.* Sign in again, for example with aws sso login or ")
        with failing("DescribeStacks"):
            self.assertNotIn("Sign in", self.deploy('SignInWith="signed"')[0].errors)

    def test_nothing_is_deployed_without_a_comparison(self) -> None:
        for words, stack, part in (((), "", "default"), (("--config-env", "prod"), 'stack_name = "passkeys"', "prod")):
            found, ran = self.deploy("", *words, stack=stack)
            self.assertEqual((found.code, ran), (1, None))
            self.assertEqual(found.said, (
                f"Not done: samconfig.toml names no stack (stack_name) for the environment {part}. Say CONFIG_ENV=name "
                f"for another one, or add [{part}.deploy.parameters], as in docs/examples/samconfig\n"))
        for overrides, stack, said in (
            ("file://parameters.yaml", 'stack_name = "passkeys"', "has a form that is not read here"),
            ("", 'stack_name = "passkeys"\nprofile = "nobody"', "nobody"),
            ("", 'stack_name = "passkeys"\ntags = "a=b"\ncapabilities = "CAPABILITY_IAM"',
             "samconfig.toml has settings that are not read here: tags"),
            ('SignInWith="signed" Architecture="arm64"', 'stack_name = "passkeys"', "dist/ holds x86_64 packages, and the stack has"),
        ):
            for words in ((), ("--prepare",)):
                found, ran = self.deploy(overrides, *words, stack=stack)
                self.assertEqual((found.code, ran), (1, None))
                self.assertIn(said, found.errors)

    def test_zips_that_are_there_say_themselves_for_which_processor_they_are(self) -> None:
        given = 'SignInWith="signed"'
        for machines, overrides, said in (
                ((183, 183), f'{given} Architecture="arm64"', None), ((62, 62), given, None),
                ((183, 183), f'{given} Architecture="x86_64"', "dist/ holds arm64 packages"),
                ((62, 62), f'{given} Architecture="arm64"', "dist/ holds x86_64 packages"),
                # A new stack takes the one of the zips, not that of this machine.
                ((183, 183), given, None),
                ((183, 62), given, "are not the functions for one processor"),
                ((40, 40), given, "are not the functions for one processor"),
                ((62, None), given, "are not the functions for one processor")):
            found, made = self.deploy(overrides, "--dist", folder=dist(*machines))
            with self.subTest(machines, overrides=overrides):
                self.assertEqual((found.code, made is None), (1, True) if said else (0, False), found.said)
                self.assertIn(said or "", found.errors)
                if made and 183 in machines:
                    self.assertEqual(made.parameters["Architecture"], "arm64")

    def test_packages_for_another_processor_than_the_stack_s_and_missing_ones_are_not_deployed(self) -> None:
        self.make_stack("passkeys", SignInWith="signed", Architecture="arm64")
        self.assertIn("dist/ holds x86_64 packages", self.deploy("SignInWith=signed")[0].errors)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file in dist(ARM64).iterdir():
                shutil.copy(file, folder)
            (folder / "PreSignUp.zip").write_bytes((folder / "Authenticator.zip").read_bytes() + b"newer")
            for missing, said in ((None, "dist/PreSignUp.zip is another zip than dist/template.json names"),
                                  ("PreSignUp.zip", "dist/PreSignUp.zip is missing"),
                                  ("template.json", "dist/template.json is missing")):
                if missing:
                    (folder / missing).unlink()
                found, made = self.deploy("SignInWith=signed Architecture=arm64", "--dist", folder=folder)
                self.assertEqual((found.code, made), (1, None))
                self.assertIn(f"{said}. Put the files of a release there, or run make package", found.errors)

    def test_what_watches_a_stack_is_deployed_beside_it_with_the_settings_that_they_share(self) -> None:
        self.make_stack("passkeys", SignInWith="email-code", PasswordFirst="true", ServiceName="My shop")
        shared = {"StackName": "passkeys", "PasswordFirst": "true", "SignInWith": "email-code"}
        topic = f"arn:aws:sns:{REGION}:{ACCOUNT}:alarms"
        for wanted, more in (("1", {}), (f'UseDashboard=true AlarmTopicArn="{topic}"',
                                         {"UseDashboard": "true", "AlarmTopicArn": topic})):
            found, made = self.deploy('SignInWith="signed"', "--monitoring", wanted)
            said = "".join(f"  {name}={value}\n" for name, value in (shared | more).items())
            self.assertEqual((found.code, sorted(found.said.splitlines()[1:])), (0, sorted(said.splitlines())))
            self.assertTrue(found.said.startswith("Stack passkeys-monitoring in eu-west-1, which is new:\n"))
            self.assertEqual((made.stack, made.parameters, made.kept), ("passkeys-monitoring", shared | more, []))
            self.assertIn("/monitoring-", made.url)

    def test_what_the_other_template_does_not_take_is_refused_too(self) -> None:
        self.make_stack("passkeys", SignInWith="signed")
        found, made = self.deploy("SignInWith=signed", "--monitoring", "UseDashbord=true")
        self.assertEqual((found.code, made), (1, None))
        self.assertIn("The template has no parameter UseDashbord. Is UseDashboard meant?", found.errors)

    def test_a_stack_that_only_has_the_name_of_one_that_watches_is_not_changed(self) -> None:
        self.make_stack("passkeys", SignInWith="signed")
        for parameters, ran_at_all in (({}, False), ({"StackName": "other"}, False), ({"StackName": "passkeys"}, True)):
            self.make_stack("passkeys-monitoring", **parameters)
            found, ran = self.deploy('SignInWith="signed"', "--monitoring", "1")
            self.assertEqual(ran is not None, ran_at_all, parameters)
            refusal = "there is a stack passkeys-monitoring already, which does not watch passkeys"
            self.assertEqual(refusal in found.said, not ran_at_all)
            self.client("cloudformation").delete_stack(StackName="passkeys-monitoring")

    def test_nothing_watches_a_stack_that_does_not_exist(self) -> None:
        found, ran = self.deploy("", "--monitoring", "1")
        self.assertEqual((found.code, ran), (1, None))
        self.assertIn("there is no stack passkeys that could be watched", found.errors)

    def test_a_file_of_another_stack_is_not_used(self) -> None:
        for words, code in ((("--stack", "other"), 2), (("--stack", "a b"), 2), (("--stack", "passkeys"), 0)):
            found, ran = self.deploy("SignInWith=signed", "--prepare", *words)
            self.assertEqual((found.code, ran), (code, None), found.said)

    def test_what_a_new_stack_is_made_of_is_shown_and_asked_for_before_anything_is_packaged(self) -> None:
        given = "SignInWith=email-code OtpSender=a@example.org OtpIdentity=example.org"
        found, ran = self.deploy(given, "--prepare")
        self.assertEqual((found.code, ran), (0, None))
        for text in ("Stack passkeys in eu-west-1, which is new:\n  SignInWith=email-code\n  OtpSender=a@example.org\n",
                     "\n    1 user pool\n", "a month for 3 secrets"):
            self.assertIn(text, found.output)

    def test_what_has_been_agreed_to_is_not_asked_again_once_it_is_packaged(self) -> None:
        self.make_stack("passkeys", SignInWith="oidc", OidcIssuer="https://a.example", OidcAudiences="a")
        found, made = self.deploy("SignInWith=signed", "--prepared")
        self.assertIn("There is no way back from this", found.output)
        self.assertEqual((found.code, made is None), (0, False), found.said)

    def test_without_a_file_and_a_terminal_the_file_to_write_is_named(self) -> None:
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(samconfig, "CONFIGURATION", Path(folder) / "samconfig.toml"):
            found = run_verb("deploy", "--prepare")
        self.assertEqual(found.code, 1)
        self.assertIn("samconfig.toml first: docs/examples/samconfig has one for each way to sign in.", found.errors)


class MakeTests(unittest.TestCase):
    def test_it_asks_before_it_packages_and_deploys_afterwards(self) -> None:
        for words, packages in (("--", True), ("MONITORING=1", False), ("DIST=1", False)):
            made = subprocess.run(["make", "--dry-run", "--silent", f"--file={ROOT / 'Makefile'}", "deploy", words],
                                  cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
            steps = re.findall(r"template\.distributed|--prepared?|zips/package\.sh|passkeys deploy ", made.stdout)
            written = [] if words == "DIST=1" else ["template.distributed"]
            self.assertEqual(steps, [*written, "passkeys deploy ", "--prepare",
                                     *(["zips/package.sh"] if packages else []), "passkeys deploy ", "--prepared"])
