"""The deployer's policies refuse what would make an administrator of somebody, and allow what a deployment calls."""

from __future__ import annotations

import fnmatch
import json
import re
import unittest
from typing import Any, Iterator

from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

from deployer_requests import TAG, escalations, of_cloudformation, of_http_apis
from iam_evaluator import Request, Unknown, holds, is_allowed, listed
from test_template_account import ROOT, example

from cognito_passkeys.verbs import prove
from template import sam_template

MAIN, MONITORING, HTTP_API = (example(f"deployer-policy{part}.json") for part in ("", "-monitoring", "-http-api"))
ALL = [*MAIN, *MONITORING, *HTTP_API]
# What a handler of a resource asks for, for properties that neither template has.
UNUSED = (
    "ec2:*", "elasticfilesystem:*", "kinesis:*", "s3files:*", "s3tables:*", "dynamodb:*Item", "dynamodb:Query",
    "dynamodb:Scan", "dynamodb:*Import*", "dynamodb:*Replica", "dynamodb:*KinesisStreamingDestination",
    "dynamodb:*ResourcePolicy", "kms:ListAliases", "lambda:GetLayerVersion", "lambda:*CodeSigningConfig",
    "lambda:PassCapacityProvider", "logs:*LogStream*", "logs:PutLogEvents", "logs:*IndexPolicy", "logs:PutBearerToken*",
    "logs:*DataProtectionPolicy", "logs:*DeletionProtection", "logs:DeleteResourcePolicy", "s3:REST.PUT.OBJECT",
    "s3:*Object*", "firehose:*Encryption", "secretsmanager:*Replicat*",
    # No role is ever without the boundary.
    "iam:DeleteRolePermissionsBoundary",
)
# The same of one type. For all but the first two it is a policy of roles.
OF_OTHERS = ("iam:*RolePolicy",)
OF_TYPES = {"AWS::IAM::Role": (), "AWS::IAM::RolePolicy": (), "AWS::DynamoDB::Table": (*OF_OTHERS, "s3:*"),
            # Of log groups for deliveries, and with a policy of their own.
            "AWS::Logs::LogGroup": (*OF_OTHERS, "firehose:*", "logs:CreateLogDelivery", "logs:PutResourcePolicy")}


def renamed(document: str, stack: str) -> str:
    """The policy for another stack, as the command of the page makes it."""
    page = (ROOT / "docs/deploying.md").read_text(encoding="utf-8")
    pattern, replacement = re.search(r"sed -E 's/(.+?)/(.+?)/g'", page).groups()
    return re.sub(pattern, replacement.replace("login", stack), document)


def schema_actions(templates: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The types of resources of templates, and what AWS's own schemas say that CloudFormation calls for each."""
    for kind in sorted({one["Type"] for template in templates for one in template["Resources"].values()}):
        handlers = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", kind).schema.get("handlers")
        needed = {action for handler in ("create", "read", "update", "delete")
                  for action in (handlers or {}).get(handler, {}).get("permissions", [])}
        # CodeDeploy's types name none.
        assert needed or kind.startswith("AWS::CodeDeploy::"), kind
        unused = (*UNUSED, *OF_TYPES.get(kind, OF_OTHERS))
        yield from ((kind, action) for action in sorted(needed)
                    if not any(fnmatch.fnmatchcase(action, pattern) for pattern in unused))


class EscalationTests(unittest.TestCase):
    def test_nobody_becomes_an_administrator_or_reaches_what_is_not_the_stacks(self) -> None:
        for what, requests in escalations().items():
            with self.subTest(what):
                self.assertEqual([request for request in requests if is_allowed(ALL, request)], [])

    def test_the_policy_of_prove_allows_more_with_the_users_and_logs_of_its_own_stacks_alone(self) -> None:
        statements = json.loads(prove.policy().replace(prove.NAME, "passkeys"))["Statement"]
        self.assertEqual(statements[:len(MAIN)], MAIN)
        found = {request.action for requests in escalations().values() for request in requests
                 if is_allowed(statements, request)}
        self.assertEqual(found, {"cognito-idp:AdminCreateUser", "cognito-idp:AdminGetUser",
                                 "cognito-idp:AdminSetUserPassword", "logs:FilterLogEvents"})

    def test_no_http_api_of_somebody_else_is_changed(self) -> None:
        for what, requests in of_http_apis().items():
            with self.subTest(what):
                self.assertEqual([request for request in requests if is_allowed(ALL, request)], [])

    def test_the_guards_against_escalations_are_the_conditions(self) -> None:
        # Without its condition, each of these statements lets an escalation through.
        wanted = [request for requests in (escalations() | of_http_apis()).values() for request in requests]
        for number, statement in enumerate(ALL):
            if "Condition" in statement:
                for operator in statement["Condition"]:
                    rest = {name: value for name, value in statement["Condition"].items() if name != operator}
                    weaker = [*ALL[:number], statement | {"Condition": rest}, *ALL[number + 1:]]
                    with self.subTest(f"{statement['Sid']} {operator}"):
                        self.assertTrue(any(is_allowed(weaker, request) for request in wanted))


class DeploymentTests(unittest.TestCase):
    """The rehearsal makes the calls of make deploy and make remove with these rights alone."""

    def test_each_call_that_cloudformation_makes_is_allowed(self) -> None:
        translated = sam_template.translate(sam_template.load())
        rollout = sam_template.translate(sam_template.load(), {"Rollout": "Linear10PercentEvery1Minute"})
        for stack, templates, policies in (
                ("passkeys", [translated, rollout], MAIN),
                ("passkeys-monitoring", [sam_template.load(sam_template.MONITORING)], [*MAIN, *MONITORING])):
            for kind, action in schema_actions(templates):
                statements = [*policies, *HTTP_API] if kind.startswith("AWS::ApiGatewayV2::") else policies
                is_of_api = kind.startswith("AWS::ApiGatewayV2::") and action == "iam:CreateServiceLinkedRole"
                part = "api" if is_of_api else stack
                refused = [request for request in of_cloudformation(action, part)
                           if not is_allowed(statements, request)]
                with self.subTest(kind, action=action):
                    self.assertEqual(refused, [])

    def test_they_are_no_rights_to_what_users_keep_and_each_fits_into_one_policy(self) -> None:
        for statements in (MAIN, MONITORING, HTTP_API):
            # AWS counts no white space. A name of the stack with 20 letters fits, too.
            document = json.dumps({"Version": "2012-10-17", "Statement": statements}, separators=(",", ":"))
            self.assertLessEqual(len(renamed(document, "n" * 20)), 6_144)
        patterns = [action for statement in ALL for action in listed(statement["Action"])]
        for action in ("dynamodb:GetItem", "dynamodb:Scan", "cognito-idp:ListUsers", "cognito-idp:AdminGetUser",
                       "cognito-idp:AdminSetUserPassword", "logs:FilterLogEvents", "logs:GetLogEvents"):
            self.assertFalse(any(fnmatch.fnmatchcase(action, pattern) for pattern in patterns), action)
        self.assertEqual([one["Sid"] for one in ALL if one["Resource"] == "*"], ["AskedOfTheAccount", "AccessLogs"])

    def test_the_pages_command_makes_them_for_another_stack(self) -> None:
        for statements in (MAIN, MONITORING):
            document = json.dumps(statements)
            self.assertEqual(renamed(document, "login").replace(TAG, "TAG"),
                             document.replace(TAG, "TAG").replace("passkeys", "login"))


class EvaluatorTests(unittest.TestCase):
    """The guards above show each operator that it reads in both directions."""

    def test_what_it_does_not_know_fails(self) -> None:
        for operator, found, wanted in (("ForAllValues:StringEquals", ["a"], ["a"]), ("StringNotEquals", "a", ["b"]),
                                        ("Bool", "true", ["true"]), ("StringEquals", ["a"], ["a"]),
                                        ("StringLike", "a", ["${aws:username}"])):
            with self.subTest(operator), self.assertRaises(Unknown):
                holds(operator, found, wanted)
        for more in ({"NotAction": "a"}, {"NotResource": "*"}, {"Principal": "*"}, {"Effect": "Deny"}):
            with self.subTest(more), self.assertRaises(Unknown):
                is_allowed([{"Effect": "Allow", "Action": "*", "Resource": "*"} | more], Request("a:b"))
