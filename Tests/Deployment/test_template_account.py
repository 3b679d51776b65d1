"""What an account may demand of both stacks: its own key, a permissions boundary, known rights of whoever deploys."""

from __future__ import annotations

import fnmatch
import json
import re
from pathlib import Path
from typing import Any

from iam_evaluator import listed
from template_case import MonitoringCase, TemplateCase

from cognito_passkeys.deployment import typed_key
from cognito_passkeys.function_names import FUNCTIONS
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from template import sam_template

ROOT = Path(__file__).resolve().parents[2]
KEY = "arn:aws:kms:eu-west-1:111122223333:key/11111111-2222-4333-8444-555555555555"
BOUNDARY = {"PermissionsBoundaryArn": "arn:aws:iam::111122223333:policy/boundary"}
OWN = {"KmsKeyArn": KEY}
API = {"SignInWith": "own-authenticator", "UseAddAuthenticator": "true", "PasswordFirst": "true",
       "AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:111122223333:certificate/a"}
# As the examples in docs/ have them.
ACCOUNT = {"AWS::StackName": "passkeys", "AWS::Region": "eu-west-1", "AWS::AccountId": "111122223333",
           "AWS::Partition": "aws", "AWS::URLSuffix": "amazonaws.com",
           "AWS::StackId": "arn:aws:cloudformation:eu-west-1:1:stack/passkeys/5b1d3f70-c7a5-11f0-8de9-0242ac120002"}
KEEPING = {"AWS::Cognito::UserPool", "AWS::Cognito::UserPoolClient", "AWS::DynamoDB::Table", "AWS::Logs::LogGroup",
           "AWS::S3::Bucket", "AWS::SecretsManager::Secret", "AWS::KinesisFirehose::DeliveryStream"}


def example(name: str) -> list[dict[str, Any]]:
    return json.loads((ROOT / "docs/examples" / name).read_text(encoding="utf-8"))["Statement"]


def allowed(action: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatchcase(action.lower(), pattern.lower()) for pattern in patterns)


class KeyTests(TemplateCase):
    def made(self, **given: str) -> dict[str, Any]:
        """The evaluated properties of every resource of the stack of the examples."""
        values = defaults(self.translated) | ACCOUNT | API | given
        return {name: evaluate(one["Properties"], values, self.translated["Conditions"])
                for name, one in self.resources.items() if self.exists(one, **API | given)}

    def test_one_key_encrypts_every_table_secret_and_log(self) -> None:
        places = {"AWS::DynamoDB::Table": lambda one: one["SSESpecification"]["KMSMasterKeyId"],
                  "AWS::SecretsManager::Secret": lambda one: one["KmsKeyId"],
                  "AWS::Logs::LogGroup": lambda one: one["KmsKeyId"]}
        made = self.made(**OWN)
        for kind, key in places.items():
            names = set(self.of_type(kind)) & set(made)
            self.assertEqual({name: key(made[name]) for name in names}, dict.fromkeys(names, KEY))
        self.assertNotIn("kms", json.dumps(list(self.made().values())).lower())

    def test_whoever_reads_a_table_or_a_secret_may_use_the_key_for_that_and_for_nothing_else(self) -> None:
        for way in ("own-authenticator", "email-code", "signed"):
            for name in FUNCTIONS:
                given = API | OWN | {"SignInWith": way}
                if way != "own-authenticator":
                    given |= {"AuthenticatorCertificateArn": "", "UseAddAuthenticator": "false"}
                statements = self.permissions(name, **given)
                services = {service for service, prefix in (("dynamodb", "dynamodb:"), ("secretsmanager", "secretsm"))
                            for one in statements if listed(one["Action"])[0].startswith(prefix)}
                uses = [one for one in statements if listed(one["Action"])[0].startswith("kms:")]
                self.assertEqual({one["Condition"]["StringEquals"]["kms:ViaService"].split(".")[0] for one in uses},
                                 services, (way, name))
                self.assertEqual({one["Resource"] for one in uses} - {KEY}, set())
                self.assertNotIn("kms:", json.dumps(self.permissions(name, **given | {"KmsKeyArn": ""})))

    def test_the_key_policy_of_the_page_lets_logs_use_the_key_for_each_group_of_the_stack(self) -> None:
        account, logs = example("kms-key-policy.json")
        # So the policies of roles and of whoever deploys decide over the rest.
        self.assertEqual((account["Principal"], account["Action"]),
                         ({"AWS": "arn:aws:iam::111122223333:root"}, "kms:*"))
        self.assertEqual(logs["Principal"], {"Service": "logs.eu-west-1.amazonaws.com"})
        patterns = logs["Condition"]["ArnLike"]["kms:EncryptionContext:aws:logs:arn"]
        made = self.made(**OWN)
        for name in set(self.of_type("AWS::Logs::LogGroup")) & set(made):
            arn = f"arn:aws:logs:eu-west-1:111122223333:log-group:{made[name]['LogGroupName']}"
            self.assertTrue(allowed(arn, patterns), arn)

    def test_whatever_the_deployers_policy_knows_by_a_tag_has_it_and_roles_have_a_path_of_their_own(self) -> None:
        made = self.made()
        for kind in ("AWS::IAM::Role", "AWS::SecretsManager::Secret"):
            for name in set(self.of_type(kind)) & set(made):
                self.assertEqual(made[name]["Tags"], [{"Key": typed_key.STACK, "Value": "passkeys"}], name)
        self.assertEqual(made["UserPool"]["UserPoolTags"], {typed_key.STACK: "passkeys"})
        for name in ("AuthenticatorApi", "AuthenticatorApiStage", "AuthenticatorDomainName"):
            self.assertEqual(made[name]["Tags"], {typed_key.STACK: "passkeys"}, name)
        self.assertEqual({made[name]["Path"] for name in set(self.of_type("AWS::IAM::Role")) & set(made)},
                         {"/cognito-passkeys/"})

    def test_the_lines_of_functions_become_metrics_of_the_stack_only_if_that_is_switched_on(self) -> None:
        for name in FUNCTIONS:
            self.assertNotIn("METRICS_STACK", self.variables(name))
            self.assertEqual(self.variables(name, FunctionMetrics="true")["METRICS_STACK"], "<AWS::StackName>")

    def test_the_api_logs_who_called_without_a_text_of_the_callers_and_refuses_floods(self) -> None:
        stage = self.made()["AuthenticatorApiStage"]
        self.assertEqual(stage["DefaultRouteSettings"], {"ThrottlingRateLimit": "400", "ThrottlingBurstLimit": "400"})
        settings = stage["AccessLogSettings"]
        self.assertEqual(settings["DestinationArn"], "<AuthenticatorApiLogs.Arn>")
        self.assertNotIn("\n", settings["Format"])
        self.assertEqual(json.loads(settings["Format"]), {
            "time": "$context.requestTime", "address": "$context.identity.sourceIp", "status": "$context.status",
            "milliseconds": "$context.responseLatency", "requestId": "$context.integration.requestId",
            "apiRequestId": "$context.requestId"})
        self.assertTrue(self.made()["AuthenticatorApiLogs"]["LogGroupName"].startswith("/aws/vendedlogs/"))
        self.assertFalse(self.exists(self.resources["AuthenticatorApiLogs"]))


class MonitoringTests(MonitoringCase):
    KEPT = {"AuditDays": "400"}

    def test_the_key_encrypts_the_bucket_of_the_audit_log_and_firehose_may_use_it_for_that(self) -> None:
        for given, algorithm, uses in (({}, "AES256", 0), (OWN, "aws:kms", 1)):
            [bucket] = self.made("AWS::S3::Bucket", **self.KEPT, **given).values()
            [rule] = bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
            by = rule["ServerSideEncryptionByDefault"]
            self.assertEqual((by["SSEAlgorithm"], by.get("KMSMasterKeyID")), (algorithm, given.get("KmsKeyArn")))
            found = [one for one in self.permissions("AuditDelivery", **self.KEPT, **given) if "kms" in str(one)]
            self.assertEqual([one["Resource"] for one in found], [KEY] * uses)
            self.assertNotIn("kms", json.dumps(self.permissions("AuditForwarding", **self.KEPT, **given)))

    def test_every_role_has_the_boundary_if_there_is_one(self) -> None:
        for name, role in self.made("AWS::IAM::Role", **self.KEPT, **BOUNDARY).items():
            self.assertEqual(role["PermissionsBoundary"], BOUNDARY["PermissionsBoundaryArn"], name)
            self.assertEqual((role["Path"], role["Tags"]),
                             ("/cognito-passkeys/", [{"Key": typed_key.STACK, "Value": "passkeys"}]), name)


class InventoryTests(TemplateCase):
    def test_the_page_names_everything_that_keeps_data_or_keys_and_what_stays(self) -> None:
        page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
        table = page.split("## What is kept where\n")[1].split("\n## ")[0]
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
                if line.startswith("| ")]
        places = {name: row[2] for row in rows for name in re.findall(r"`(\w+)`", row[1])}
        kept = {name: one for resources in (self.resources, sam_template.load(sam_template.MONITORING)["Resources"])
                for name, one in resources.items() if one["Type"] in KEEPING}
        self.assertEqual(set(places), set(kept))
        for name, one in kept.items():
            if one["Type"] != "AWS::KinesisFirehose::DeliveryStream":
                self.assertEqual("stays" in places[name], "Retain" in one.get("DeletionPolicy", ""), name)
