"""monitoring.yaml: the store for the lines of the audit log, which the stack leaves behind."""

from __future__ import annotations

import json

from cognito_passkeys.audit_log.deployment import LOGS
from template_case import MonitoringCase

KEPT = {"AuditDays": "400"}
STORE = {"AuditStore", "AuditStorePolicy", "AuditDeliveryRole", "AuditDelivery", "AuditForwardingRole"}
FILTERS = {name.removesuffix("Logs") + "Audit" for name in LOGS}


class AuditStoreTests(MonitoringCase):
    def store(self, **given: str) -> set[str]:
        return {name for name, resource in self.resources.items()
                if name in STORE | FILTERS and self.exists(resource, **given)}

    def test_there_is_one_only_if_days_are_given_and_lines_are_written(self) -> None:
        self.assertEqual(self.store(), set())
        self.assertEqual(self.store(**KEPT), STORE | FILTERS)
        self.assertEqual(self.translated["Outputs"]["AuditBucket"]["Condition"], "KeepsAudit")

    def test_it_stays_when_the_stack_is_deleted_and_forgets_after_the_days(self) -> None:
        for name in ("AuditStore", "AuditStorePolicy"):
            resource = self.resources[name]
            self.assertEqual((resource["DeletionPolicy"], resource["UpdateReplacePolicy"]), ("Retain", "Retain"))
        store = self.evaluated(self.properties("AuditStore"), **KEPT)
        rule, markers = store["LifecycleConfiguration"]["Rules"]
        self.assertEqual((rule["Status"], rule["ExpirationInDays"]), ("Enabled", "400"))
        # What is deleted or overwritten stays for a while, and then nothing of it is left.
        self.assertEqual(store["VersioningConfiguration"], {"Status": "Enabled"})
        self.assertEqual(rule["NoncurrentVersionExpiration"], {"NoncurrentDays": 30})
        self.assertEqual((markers["Status"], markers["ExpiredObjectDeleteMarker"]), ("Enabled", True))

    def test_nobody_outside_the_account_reads_it_and_nobody_without_encryption(self) -> None:
        bucket = self.properties("AuditStore")
        self.assertEqual(set(bucket["PublicAccessBlockConfiguration"].values()), {True})
        self.assertEqual(bucket["OwnershipControls"], {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]})
        self.assertTrue(bucket["BucketEncryption"])
        [statement] = self.properties("AuditStorePolicy")["PolicyDocument"]["Statement"]
        self.assertEqual((statement["Effect"], statement["Principal"], statement["Action"], statement["Condition"]),
                         ("Deny", "*", "s3:*", {"Bool": {"aws:SecureTransport": "false"}}))

    def test_the_audit_lines_of_every_function_that_writes_them_go_there_and_no_others(self) -> None:
        found = {}
        for name, filter in self.of_type("AWS::Logs::SubscriptionFilter").items():
            properties = filter["Properties"]
            found[name] = self.evaluated(properties["LogGroupName"])
            # Only lines of the audit log have this member (Sources/Modules/Shared/AuditLog/AuditLine.swift).
            self.assertEqual(properties["FilterPattern"], '{ $.audit = "*" }')
            self.assertEqual(properties["DestinationArn"], {"Fn::GetAtt": ["AuditDelivery", "Arn"]})
        functions = [name.removesuffix("Logs") for name in LOGS]
        self.assertEqual(found, {f"{name}Audit": f"<passkeys-LogFolder>/{name}" for name in functions})

    def test_each_service_may_only_hand_them_on(self) -> None:
        delivery = self.properties("AuditDelivery")["ExtendedS3DestinationConfiguration"]
        self.assertEqual(delivery["BucketARN"], {"Fn::GetAtt": ["AuditStore", "Arn"]})
        # CloudWatch Logs compresses what it hands on.
        self.assertEqual((delivery["CompressionFormat"], delivery["FileExtension"]), ("UNCOMPRESSED", ".gz"))
        for role, service, actions in (
            ("AuditDeliveryRole", "firehose.amazonaws.com", {
                "s3:GetBucketLocation", "s3:ListBucket", "s3:ListBucketMultipartUploads", "s3:PutObject",
                "s3:AbortMultipartUpload"}),
            ("AuditForwardingRole", "logs.amazonaws.com", {"firehose:PutRecord", "firehose:PutRecordBatch"}),
        ):
            [trust] = self.properties(role)["AssumeRolePolicyDocument"]["Statement"]
            self.assertEqual(trust["Principal"], {"Service": service})
            # The services may leave the key out, so that the condition must not refuse them then.
            self.assertEqual(trust["Condition"],
                             {"StringEqualsIfExists": {"aws:SourceAccount": {"Ref": "AWS::AccountId"}}})
            statements = self.statements(role)
            self.assertEqual({action for statement in statements for action in statement["Action"]
                              if not action.startswith("kms:")}, actions)
            self.assertNotIn('"*"', json.dumps([statement["Resource"] for statement in statements]))
