"""The permissions boundary allows what the roles of both templates allow, and nothing with which one gains rights."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path
from typing import Any

import deployer_requests as given
from deployer_requests import REGION, arn
from iam_evaluator import Request, is_allowed, listed
from template_case import MonitoringCase, TemplateCase

from template import sam_template
from cognito_passkeys.deployment.intrinsics import defaults, evaluate

ROOT = Path(__file__).resolve().parents[2]
BOUNDARY = ROOT / "docs/examples/permissions-boundary.yaml"
STACK = {"AWS::StackName": "passkeys", "AWS::Region": REGION, "AWS::AccountId": given.ACCOUNT, "AWS::Partition": "aws",
         "AWS::URLSuffix": "amazonaws.com",
         "AWS::StackId": f"arn:aws:cloudformation:{REGION}:1:stack/passkeys/5b1d3f70-c7a5-11f0-8de9-0242ac120002"}
WAYS = ("authsignal", "own-authenticator", "signed", "oidc", "email-code")
# Everything that a role may be given beside what a way to sign in brings.
MORE = {"KmsKeyArn": given.KEY, "PasswordFirst": "true", "Rollout": "Canary10Percent10Minutes",
        "OtpIdentity": "example.org", "SesConfigurationSet": "sign-in", "OtpTemplate": "code",
        "CaptchaProvider": "turnstile"} | {name: arn("secretsmanager", "secret:mine-AbCdEf") for name in (
            "AuthsignalSecretArn", "CaptchaSecretArn", "CloudFrontSecretArn", "PreviousSigningKeyArn")}


def boundary(**parameters: str) -> list[dict[str, Any]]:
    template = sam_template.load(BOUNDARY)
    values = defaults(template) | STACK | parameters
    document = template["Resources"]["Boundary"]["Properties"]["PolicyDocument"]
    return evaluate(document, values, template.get("Conditions", {}))["Statement"]


def named(resource: str, kinds: dict[str, str], stack: str) -> str:
    """The ARN of a resource that a template names by its logical id."""
    found = re.fullmatch(r"<(\w+)(?:\.Arn)?>(.*)", resource)
    if not found:
        return resource
    name, rest = found[1], found[2]
    return {
        "AWS::Logs::LogGroup": arn("logs", f"log-group:/aws/lambda/passkeys/5b1d3f70/{name}:*"),
        "AWS::SecretsManager::Secret": arn("secretsmanager", f"secret:{name}-1a2b3c-AbCdEf"),
        "AWS::DynamoDB::Table": arn("dynamodb", f"table/{stack}-{name}-1A2B"),
        "AWS::Cognito::UserPool": given.POOL,
        "AWS::S3::Bucket": f"arn:aws:s3:::{stack}-{name.lower()}-1a2b",
        "AWS::KinesisFirehose::DeliveryStream": arn("firehose", f"deliverystream/{stack}-{name}-1A2B"),
    }[kinds[name]] + rest


def requests(statements: list[dict[str, Any]], kinds: dict[str, str], stack: str) -> list[Request]:
    """A call for each action on each resource of the statements of a role."""
    return [Request(action.replace("*", "x"), named(resource, kinds, stack).replace("*", "x"), given.OWN | {
        key: value[0] if isinstance(value, list) else value for operator, tests in one.get("Condition", {}).items()
        if operator.startswith("String") for key, value in tests.items()})
            for one in statements for action in listed(one["Action"]) for resource in listed(one["Resource"])]


class StackTests(TemplateCase):
    def test_it_allows_what_each_role_of_the_stack_allows(self) -> None:
        kinds = {name: one["Type"] for name, one in self.resources.items()}
        seen = set()
        for way in WAYS:
            adds = str(way not in ("oidc", "email-code")).lower()
            parameters = MORE | {"SignInWith": way, "UseAddAuthenticator": adds}
            for name in self.of_type("AWS::IAM::Role"):
                function = name.removesuffix("Role")
                for request in requests(self.permissions(function, **parameters, **STACK), kinds, "passkeys"):
                    self.assertTrue(is_allowed(boundary(), request), request)
                    seen.add(request.action)
        self.assertGreater(len(seen), 15)

    def evaluated(self, part: Any, **parameters: str) -> Any:
        return evaluate(part, defaults(self.translated) | STACK | parameters, self.translated["Conditions"])

    def test_an_earlier_table_and_the_identity_are_the_ones_that_are_named(self) -> None:
        table = Request("dynamodb:Query", arn("dynamodb", "table/former-UsersTable-1"))
        mail = [Request("ses:SendEmail", arn("ses", f"identity/{name}")) for name in ("example.org", "shop.example")]
        self.assertFalse(is_allowed(boundary(), table))
        self.assertTrue(is_allowed(boundary(ExistingUsersTable="former-UsersTable-1"), table))
        self.assertEqual([is_allowed(boundary(OtpIdentity="example.org"), one) for one in mail], [True, False])


class MonitoringTests(MonitoringCase):
    def test_it_allows_what_the_roles_of_the_monitoring_stack_allow(self) -> None:
        kinds = {name: one["Type"] for name, one in self.resources.items()}
        parameters = {"AuditDays": "400", "KmsKeyArn": given.KEY} | STACK | {"AWS::StackName": "passkeys-monitoring"}
        roles = {name for name, one in self.of_type("AWS::IAM::Role").items() if self.exists(one, **parameters)}
        self.assertEqual(len(roles), 2)
        for name in roles:
            for request in requests(self.permissions(name.removesuffix("Role"), **parameters), kinds,
                                    "passkeys-monitoring"):
                self.assertTrue(is_allowed(boundary(), request), request)

    def evaluated(self, part: Any, **parameters: str) -> Any:
        return evaluate(part, defaults(self.translated) | self.STACK | parameters, self.translated["Conditions"])


class LimitTests(unittest.TestCase):
    def test_a_role_of_the_stack_never_gains_rights_and_reaches_nothing_of_others(self) -> None:
        # What is left of them is for functions: tables by their names, secrets by the tag, keys by way of a service.
        for what, wanted in given.escalations().items():
            for request in wanted:
                if is_allowed(boundary(), request):
                    is_tagged = given.OWN.items() <= request.keys.items()
                    self.assertTrue(
                        request.resource == arn("dynamodb", "table/passkeys-UsersTable-1")
                        or request.action == "secretsmanager:GetSecretValue" and is_tagged
                        or request.action.startswith("kms:") and "kms:ViaService" in request.keys, (what, request))
        for request in (Request("secretsmanager:GetSecretValue", given.FOREIGN_SECRET, given.OTHERS),
                        Request("secretsmanager:GetSecretValue", given.FOREIGN_SECRET),
                        Request("cognito-idp:AdminUpdateUserAttributes", given.POOL, given.OTHERS),
                        Request("dynamodb:GetItem", arn("dynamodb", "table/login-UsersTable")),
                        Request("s3:GetObject", "arn:aws:s3:::passkeys-monitoring-auditstore-1/line"),
                        Request("iam:PassRole", given.ROLE), Request("sts:AssumeRole", given.ROLE)):
            self.assertFalse(is_allowed(boundary(), request), request)

    def test_it_names_no_service_that_gives_rights_and_denies_nothing(self) -> None:
        for statement in boundary():
            self.assertEqual(statement["Effect"], "Allow")
            for action in listed(statement["Action"]):
                self.assertNotIn(action.split(":")[0], ("iam", "sts", "organizations", "cloudformation", "*"))
        self.assertLess(len(json.dumps(boundary(), separators=(",", ":"))), 6_144)
