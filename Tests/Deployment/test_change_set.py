"""A stack is created and updated by a change set, which says what changes, what happens, and why it fails."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stdout
from io import StringIO
from typing import Any
from unittest import mock

import boto3
from botocore.exceptions import ClientError
from botocore.stub import Stubber

from aws_case import ACCOUNT, DENIED, REGION, TOPIC, AWSCase, failing
from cognito_passkeys.deployment import change_set, packages
from cognito_passkeys.deployment.bucket import Bucket
from cognito_passkeys.deployment.change_set import Update
from cognito_passkeys.function_names import FUNCTIONS
from distribution import X86_64, dist

QUEUE = {"Queue": {"Type": "AWS::SQS::Queue"}}
PARAMETERS = {"Name": {"Type": "String", "Default": "a"}, "Kept": {"Type": "String", "Default": "b"}}


class ChangeSetTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.object(change_set, "PAUSE", 0))
        self.api = self.client("cloudformation")
        self.client("s3").create_bucket(Bucket="ours", CreateBucketConfiguration={"LocationConstraint": REGION})

    def apply(self, resources: dict[str, Any], is_new: bool, said: StringIO | None = None,
              **given: str) -> tuple[bool, str]:
        """Whether the stack became that, and what was said."""
        said = said or StringIO()
        template = {"Parameters": PARAMETERS, "Resources": resources}
        self.client("s3").put_object(Bucket="ours", Key="t.json", Body=json.dumps(template))
        kept = [] if is_new else ["Kept"]
        update = Update("passkeys", f"https://ours.s3.{REGION}.amazonaws.com/t.json", given, kept)
        with redirect_stdout(said):
            is_done = change_set.apply(self.api, update, is_new)
        return is_done, said.getvalue()

    def parameters(self) -> dict[str, str]:
        [stack] = self.api.describe_stacks(StackName="passkeys")["Stacks"]
        return {one["ParameterKey"]: one["ParameterValue"] for one in stack["Parameters"]}

    def test_a_new_stack_is_made_and_its_events_are_told(self) -> None:
        is_done, said = self.apply(TOPIC, True, Name="x", Kept="y")
        self.assertTrue(is_done)
        self.assertIn("CREATE_COMPLETE", said)
        self.assertEqual(self.parameters(), {"Name": "x", "Kept": "y"})

    def test_an_update_says_what_changes_and_keeps_the_parameters_that_are_not_given(self) -> None:
        self.apply(TOPIC, True, Name="x", Kept="y")
        is_done, said = self.apply(TOPIC | QUEUE, False, Name="z")
        self.assertTrue(is_done)
        self.assertRegex(said, r"\AWhat changes:\n  add     Queue \(AWS::SQS::Queue\)\n")
        self.assertEqual(self.parameters(), {"Name": "z", "Kept": "y"})

    def test_an_update_without_a_change_is_done(self) -> None:
        self.apply(TOPIC, True)
        for words in ("The submitted information didn't contain changes. Submit different information.",
                      "No updates are to be performed."):
            with self.ended("FAILED", words):
                self.assertEqual(self.apply(TOPIC, False), (True, "The stack passkeys is up to date.\n"))
            # Nothing stays of the attempt.
            self.assertEqual(len(self.api.list_change_sets(StackName="passkeys")["Summaries"]), 1)

    def ended(self, status: str, reason: str) -> Any:
        """As if CloudFormation had ended each change set so."""
        return mock.patch.object(change_set, "described",
                                 lambda api, named: {"Status": status, "StatusReason": reason})

    def test_a_change_that_cloudformation_refuses_is_not_carried_out(self) -> None:
        self.apply(TOPIC, True)
        with self.ended("FAILED", "Rule AName failed."), \
                self.assertRaisesRegex(ValueError, re.escape("CloudFormation refuses the change: Rule AName failed.")):
            self.apply(TOPIC | QUEUE, False)
        self.assertEqual(len(self.api.list_stack_resources(StackName="passkeys")["StackResourceSummaries"]), 1)

    def test_every_part_of_a_long_list_of_changes_is_read(self) -> None:
        change = {"ResourceChange": {"Action": "Modify", "LogicalResourceId": "A", "ResourceType": "T",
                                     "Replacement": "True"}}
        api, named = self.client("cloudformation"), {"StackName": "passkeys", "ChangeSetName": "one"}
        made = {"Status": "CREATE_COMPLETE", "Changes": [change], "NextToken": "1"}
        with Stubber(api) as answers, mock.patch.object(change_set, "PAUSE", 0):
            for answer in ({"Status": "CREATE_IN_PROGRESS"}, made, made):
                answers.add_response("describe_change_set", answer, named)
            answers.add_response("describe_change_set", {"Changes": [change]}, named | {"NextToken": "1"})
            found = change_set.described(api, named)
        self.assertEqual(found["Status"], "CREATE_COMPLETE")
        self.assertEqual([*map(change_set.line, found["Changes"])], ["  modify  A (T), which is replaced"] * 2)

    def test_a_failed_update_is_told_with_its_reasons_and_former_events_are_not(self) -> None:
        def event(number: int, status: str, name: str, reason: str | None = None) -> dict[str, str]:
            return {"EventId": str(number), "ResourceStatus": status, "LogicalResourceId": name,
                    "PhysicalResourceId": "stack" if name == "passkeys" else name,
                    **({"ResourceStatusReason": reason} if reason else {})}
        parts = [[event(1, "CREATE_COMPLETE", "passkeys")],
                 [event(3, "UPDATE_FAILED", "Pool", "no right"), event(2, "UPDATE_IN_PROGRESS", "Pool"),
                  event(1, "CREATE_COMPLETE", "passkeys")],
                 [event(4, "UPDATE_ROLLBACK_COMPLETE", "passkeys"), event(3, "UPDATE_FAILED", "Pool", "no right")]]
        said = StringIO()
        with mock.patch.object(change_set, "events", lambda api, identifier: parts.pop(0)), redirect_stdout(said):
            self.assertEqual(change_set.followed(None, "stack", {"1"}), "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(said.getvalue(), "  UPDATE_FAILED            Pool: no right\n"
                                          "  UPDATE_ROLLBACK_COMPLETE passkeys\n")
        self.assertNotIn("UPDATE_ROLLBACK_COMPLETE", change_set.DONE)

    def test_who_is_interrupted_or_signed_out_learns_that_the_deployment_goes_on(self) -> None:
        for number, end in enumerate((KeyboardInterrupt(), DENIED)):
            said = StringIO()
            with mock.patch.object(change_set, "followed", side_effect=end), self.assertRaises(type(end)) as raised:
                self.apply(TOPIC, not number, said)
            self.assertIn("The deployment of passkeys goes on in AWS.", said.getvalue() + str(raised.exception))


class BucketTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.object(packages, "DIST", dist(X86_64)))

    def bucket(self, name: str | None = None) -> Bucket:
        return Bucket.of(boto3.Session(region_name=REGION), name, None)

    def test_one_is_made_for_the_account_and_region_and_used_again(self) -> None:
        for _ in range(2):
            self.assertEqual(self.bucket().name, f"cognito-passkeys-{ACCOUNT}-{REGION}")
        self.assertEqual(len(self.client("s3").list_buckets()["Buckets"]), 1)

    def test_nothing_is_put_into_a_bucket_of_somebody_else(self) -> None:
        forbidden = ClientError({"Error": {"Code": "403", "Message": "Forbidden"}}, "HeadBucket")
        with failing("HeadBucket", forbidden, ExpectedBucketOwner=ACCOUNT), \
                self.assertRaisesRegex(ValueError, "Name one of yours, in the stack's Region, as s3_bucket"):
            self.bucket()
        with failing("PutObject", forbidden, ExpectedBucketOwner=ACCOUNT), self.assertRaises(ClientError):
            self.bucket().upload()

    def test_what_is_there_already_is_not_uploaded_again(self) -> None:
        told: list[str] = []
        first, second = (self.bucket().upload(told.append) for _ in range(2))
        self.assertEqual((first, len(told)), (second, len(FUNCTIONS) + 2))
