"""A stack goes with everything that it keeps, after asking, and so does what a failed first deployment left."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from aws_case import REGION, AWSCase, failing
from cognito_passkeys.deployment import change_set, deploy, leftovers, packages, samconfig
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.deployment.change_set import Update
from cognito_passkeys.deployment.leftovers import Left
from distribution import X86_64, dist
from template import sam_template
from verb_run import Run, Terminal, run_verb

NAME = "passkeys"


class TemplateTests(unittest.TestCase):
    def test_whatever_the_templates_keep_is_of_a_kind_that_is_removed(self) -> None:
        for path in (sam_template.TEMPLATE, sam_template.MONITORING):
            kept = {resource["Type"] for resource in sam_template.load(path)["Resources"].values()
                    if resource.get("DeletionPolicy", "Delete") != "Delete"}
            # These go with their pool and their bucket.
            self.assertLessEqual(kept, {*leftovers.NAMES, "AWS::Cognito::UserPoolClient", "AWS::S3::BucketPolicy"})
        self.assertEqual(leftovers.NAMES.keys(), leftovers.READ.keys())
        self.assertEqual(leftovers.NAMES.keys(), leftovers.REMOVE.keys())


class TagTests(unittest.TestCase):
    def test_each_kind_is_known_by_its_arn(self) -> None:
        secret = "arn:aws:secretsmanager:eu-west-1:1:secret:key-AbCdEf"
        arns = {"arn:aws:cognito-idp:eu-west-1:1:userpool/eu-west-1_a": Left(leftovers.POOL, "eu-west-1_a"),
                "arn:aws-cn:dynamodb:cn-north-1:1:table/t": Left(leftovers.TABLE, "t"), secret: Left(leftovers.SECRET, secret),
                "arn:aws:logs:eu-west-1:1:log-group:/aws/x:*": Left(leftovers.LOG_GROUP, "/aws/x"),
                "arn:aws:logs:eu-west-1:1:log-group:/aws/x": Left(leftovers.LOG_GROUP, "/aws/x"),
                "arn:aws:s3:::b": Left(leftovers.BUCKET, "b"), "arn:aws:lambda:eu-west-1:1:function:f": None,
                "arn:aws:dynamodb:eu-west-1:1:table/t/index/i": None}
        api = mock.Mock()
        api.get_paginator().paginate.return_value = [{"ResourceTagMappingList": [{"ResourceARN": arn} for arn in arns]}]
        with mock.patch.object(leftovers, "exists", lambda client, one: True):
            self.assertEqual(leftovers.tagged(lambda service: api, "passkeys"), [one for one in arns.values() if one])


class RemovalCase(AWSCase):
    # Whether only the events of a stack name what it left.
    forgets = False

    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": REGION}))

    def keep(self, name: str = NAME, **parameters: str) -> list[Left]:
        """Makes a stack, and what deleting it leaves, which moto would delete or does not know. Returns that."""
        identifier = self.make_stack(name, **{"SignInWith": "signed"} | parameters)
        pool = self.client("cognito-idp").create_user_pool(
            PoolName="users", DeletionProtection="ACTIVE")["UserPool"]["Id"]
        self.client("dynamodb").create_table(
            TableName="passkeys-UsersTable", BillingMode="PAY_PER_REQUEST", DeletionProtectionEnabled=True,
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        secret = self.client("secretsmanager").create_secret(Name="signing-key", SecretString="key")["ARN"]
        self.client("logs").create_log_group(logGroupName="/aws/lambda/passkeys/1/Define")
        self.client("s3").create_bucket(
            Bucket="passkeys-audit", CreateBucketConfiguration={"LocationConstraint": REGION})
        self.client("s3").put_object(Bucket="passkeys-audit", Key="line", Body=b"{}")
        names = {leftovers.POOL: pool, leftovers.TABLE: "passkeys-UsersTable", leftovers.SECRET: secret,
                 leftovers.LOG_GROUP: "/aws/lambda/passkeys/1/Define", leftovers.BUCKET: "passkeys-audit"}
        listed = [{"ResourceType": kind, "PhysicalResourceId": name} for kind, name in names.items()]
        listed += [{"ResourceType": "AWS::SNS::Topic", "PhysicalResourceId": "topic"},
                   {"ResourceType": leftovers.TABLE},
                   {"ResourceType": leftovers.TABLE, "PhysicalResourceId": "a failure, not a name"}]
        for name, function in (("resources", lambda client, of: [] if self.forgets or of != identifier else listed),
                               ("events", lambda client, of: listed if of == identifier else [])):
            self.enter(mock.patch.object(leftovers, name, function))
        return [Left(kind, names[kind]) for kind in names]

    def remaining(self, left: list[Left]) -> list[str]:
        return [str(one) for one in left if leftovers.exists(self.client, one)]

    def stacks(self) -> set[str]:
        found = self.client("cloudformation").list_stacks(StackStatusFilter=["CREATE_COMPLETE"])["StackSummaries"]
        return {stack["StackName"] for stack in found}


class RemoveTests(RemovalCase):
    def test_what_another_stack_uses_stays(self) -> None:
        left = self.keep()
        self.make_stack("later", ExistingUsersTable="passkeys-UsersTable")
        # The second run finds what the deleted stack has left.
        for _ in range(2):
            found = run_verb("remove", "--stack", NAME, "--yes", "--confirm", NAME)
            self.assertEqual((found.code, self.remaining(left)), (0, ["table passkeys-UsersTable"]), found.said)
            self.assertIn("Stays, because the stack later uses it: table passkeys-UsersTable\n", found.output)

    def test_everything_goes_after_asking_also_what_deletion_protection_holds(self) -> None:
        left = self.keep()
        self.make_stack(f"{NAME}-monitoring", StackName=NAME)
        self.make_stack("other")
        for words, typed, code in (((), "n\n", 4), ((), "", 4), (("--dry-run",), "", 0), (("--yes",), "", 4),
                                   ((), Terminal("y\n"), 4), (("--confirm", "other"), Terminal(f"{NAME}\n"), 4),
                                   ((), Terminal(""), 130)):
            found = run_verb("remove", "--stack", NAME, *words, typed=typed)
            self.assertEqual(found.code, code, found.said)
            for line in (f"  stack {NAME}\n", f"  stack {NAME}-monitoring\n", *(f"  {one}\n" for one in left)):
                self.assertIn(line, found.output)
            self.assertEqual(len(self.remaining(left)), len(left))
            self.assertEqual(self.stacks(), {NAME, f"{NAME}-monitoring", "other"})
            self.assertIn("There is no way back from this:\n  about 0 users of ", found.output)
            self.assertIn("  table passkeys-UsersTable: 0 people's passkeys are deleted.\n", found.output)
        found = run_verb("remove", "--stack", NAME, typed=Terminal(f"{NAME}\n"))
        self.assertEqual(found.code, 0, found.said)
        self.assertEqual((self.remaining(left), self.stacks()), ([], {"other"}))
        first, second = (found.output.index(f"Removed: stack {name}\n") for name in (f"{NAME}-monitoring", NAME))
        self.assertLess(first, second)
        self.assertIn("Secrets can be restored for 30 days.", found.output)
        secret, api = next(one.name for one in left if one.kind == leftovers.SECRET), self.client("secretsmanager")
        api.restore_secret(SecretId=secret)
        self.assertEqual(api.get_secret_value(SecretId=secret)["SecretString"], "key")

    def test_what_a_deleted_stack_left_is_found_and_removed(self) -> None:
        left = self.keep()
        self.forgets = True
        self.client("cloudformation").delete_stack(StackName=NAME)
        found = run_verb("remove", "--stack", NAME, "--confirm", NAME)
        self.assertEqual((found.code, self.remaining(left)), (0, []), found.said)
        self.assertNotIn(f"stack {NAME}\n", found.output)
        for words, place in (((), REGION), (("--region", "us-east-2"), "us-east-2")):
            found = run_verb("remove", "--stack", NAME, *words)
            self.assertEqual((found.code, found.output), (
                0, f"There is nothing of {NAME} in {place}. --region names another Region.\n"))

    def test_what_an_earlier_kind_of_the_stack_left_is_found_by_its_tag(self) -> None:
        # moto does not list pools by their tags.
        tag = {leftovers.STACK_TAG: NAME}
        secret = self.client("secretsmanager").create_secret(
            Name="former-key", SecretString="key", Tags=[{"Key": key, "Value": value} for key, value in tag.items()])["ARN"]
        for table in ("former", "named"):
            self.client("dynamodb").create_table(
                TableName=table, BillingMode="PAY_PER_REQUEST", KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
                AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
                Tags=[{"Key": key, "Value": value} for key, value in tag.items()])
        self.client("logs").create_log_group(logGroupName="/former", tags=tag)
        left = [Left(leftovers.SECRET, secret), Left(leftovers.TABLE, "former"), Left(leftovers.LOG_GROUP, "/former")]
        # What the stack itself names was there before.
        named = Left(leftovers.TABLE, "named")
        self.make_stack(NAME, SignInWith="signed", ExistingUsersTable=named.name)
        found = run_verb("remove", "--stack", NAME, "--dry-run")
        for one in left:
            self.assertIn(f"  {one}\n", found.output)
        self.assertNotIn(f"  {named}\n", found.output)
        found = run_verb("remove", "--stack", NAME, "--confirm", NAME)
        self.assertEqual((found.code, self.remaining([*left, named])), (0, [str(named)]), found.said)
        # Without the stack, nothing names it any more.
        found = run_verb("remove", "--stack", NAME, "--confirm", NAME)
        self.assertEqual((found.code, self.remaining([named])), (0, []), found.said)

    def test_everything_is_said_only_after_another_look(self) -> None:
        [_, table, *_] = left = self.keep()
        with mock.patch.dict(leftovers.REMOVE, {leftovers.TABLE: lambda client, name: None}):
            found = run_verb("remove", "--stack", NAME, "--confirm", NAME)
        self.assertEqual((found.code, self.remaining(left)), (1, [str(table)]), found.said)
        self.assertIn(f"Still there: {table}\n", found.output)
        self.assertNotIn("Everything", found.output)

    def test_rights_that_do_not_show_tags_are_named(self) -> None:
        self.keep()
        with failing("GetResources"):
            found = run_verb("remove", "--stack", NAME, "--confirm", NAME)
        self.assertEqual(found.code, 0, found.said)
        self.assertIn("Not looked for by tag", found.output)

    def test_a_stack_of_something_else_is_not_removed(self) -> None:
        self.make_stack(NAME)
        found = run_verb("remove", "--stack", NAME, "--yes", "--confirm", NAME)
        self.assertEqual((found.code, self.stacks()), (1, {NAME}))
        self.assertIn(f"the stack {NAME} in {REGION} is not of this template", found.errors)

    def test_a_key_that_was_typed_goes_and_secrets_that_make_deploy_has_not_made_stay(self) -> None:
        api = self.client("secretsmanager")
        account = Account(NAME)
        account.region = REGION
        # Whoever names a secret gives it this tag, or the boundary does not let the functions read it.
        tags = [{"Key": "cognito-passkeys", "Value": NAME}]
        for make, gone in (
                (lambda: account.keep_secret("k"), True),
                *((lambda given=given: api.create_secret(SecretString="k", **given)["ARN"], False) for given in (
                    {"Name": "mine"}, {"Name": f"{NAME}-authsignal-old", "Tags": tags}, {"Name": f"{NAME}-authsignal"},
                    {"Name": f"{NAME}-authsignal", "Tags": tags}))):
            self.make_stack(NAME, SignInWith="authsignal", AuthsignalSecretArn=(arn := make()))
            self.assertEqual(run_verb("remove", "--stack", NAME, "--yes", "--confirm", NAME).code, 0)
            self.assertEqual(leftovers.exists(self.client, Left(leftovers.SECRET, arn)), not gone, arn)
            api.delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)

    def test_a_stack_that_only_has_the_name_of_one_that_watches_stays(self) -> None:
        self.keep()
        self.make_stack(f"{NAME}-monitoring")
        found = run_verb("remove", "--stack", NAME, "--yes", "--confirm", NAME)
        self.assertEqual((found.code, self.stacks()), (0, {f"{NAME}-monitoring"}), found.said)
        self.assertNotIn(f"stack {NAME}-monitoring", found.output)

    def test_a_pool_that_was_there_before_stays(self) -> None:
        pool, _ = self.make_pool()
        self.make_stack(NAME, SignInWith="signed", ExistingUserPoolId=pool)
        found = run_verb("remove", "--stack", NAME, "--yes", "--confirm", NAME)
        self.assertEqual(found.code, 0, found.said)
        self.assertIn(f"The pool {pool} was there before, and stays.", found.output)
        self.assertTrue(leftovers.exists(self.client, Left(leftovers.POOL, pool)))


class FailedFirstDeploymentTests(RemovalCase):
    forgets = True

    def deploy(self, typed: str, fails: bool, status: str = "ROLLBACK_COMPLETE", failed: str = NAME,
               *words: str) -> tuple[Run, list[str]]:
        """The next `make deploy` of a stack of this status. If it fails, it leaves a stack of that status again. Also
        returns the stacks that were there when CloudFormation was asked."""
        ran: list[str] = []

        def apply(api: Any, update: Update, is_new: bool) -> bool:
            ran.append(",".join(self.stacks()))
            if fails:
                self.keep()
            return not fails

        seen = deploy.stack

        def stack(configuration: dict[str, Any]) -> Any:
            found = seen(configuration)
            return found._replace(status=status) if found and configuration["stack_name"] == failed else found

        with tempfile.TemporaryDirectory() as folder, mock.patch.object(change_set, "apply", apply), \
                mock.patch.object(packages, "DIST", dist(X86_64)), mock.patch.object(deploy, "stack", stack), \
                mock.patch("platform.machine", lambda: "x86_64"), \
                mock.patch.object(samconfig, "CONFIGURATION", Path(folder) / "samconfig.toml"):
            samconfig.CONFIGURATION.write_text(samconfig.text(NAME, REGION, {"SignInWith": "signed"}))
            return run_verb("deploy", *words, typed=typed), ran

    def test_the_next_one_names_what_is_left_and_removes_it_after_asking(self) -> None:
        left = self.keep()
        for words, code in (((), 4), (("--dry-run",), 0), (("--dry-run", "--yes"), 0)):
            found, ran = self.deploy("n\n", False, "ROLLBACK_COMPLETE", NAME, *words)
            self.assertEqual((found.code, ran, len(self.remaining(left))), (code, [], len(left)))
        for one in left:
            self.assertIn(f"  {one}\n", found.output)
        found, ran = self.deploy("y\nn\n", fails=False)
        self.assertEqual((found.code, ran, self.remaining(left)), (4, [], []), found.said)
        self.assertIn("Done before that: ", found.output)
        found, ran = self.deploy("y\n", fails=False)
        self.assertEqual((found.code, ran), (0, [""]), found.said)

    def test_what_watches_a_stack_is_cleaned_up_in_the_same_way(self) -> None:
        self.make_stack(NAME, SignInWith="signed")
        left = self.keep(f"{NAME}-monitoring", StackName=NAME)
        found, ran = self.deploy("y\ny\n", False, "ROLLBACK_COMPLETE", f"{NAME}-monitoring", "--monitoring", "1")
        self.assertEqual((found.code, ran, self.remaining(left)), (0, [NAME], []), found.said)
        self.assertIn(f"The first deployment of {NAME}-monitoring failed.", found.output)

    def test_one_that_fails_names_what_it_left_at_once(self) -> None:
        found, _ = self.deploy("y\ny\n", fails=True)
        self.assertEqual((found.code, self.stacks()), (1, set()))
        for name in ("user pool", "table", "secret", "log group", "bucket"):
            self.assertRegex(found.output, rf"(?m)^  {name} ")

    def test_a_stack_that_has_served_people_is_never_offered_for_removal(self) -> None:
        self.make_stack(NAME, SignInWith="signed")
        for status in ("UPDATE_ROLLBACK_COMPLETE", "UPDATE_FAILED", "DELETE_FAILED", "CREATE_COMPLETE"):
            found, ran = self.deploy("y\n", fails=False, status=status)
            self.assertEqual((found.code, ran), (0, [NAME]))
            self.assertNotIn("Remove", found.output)
