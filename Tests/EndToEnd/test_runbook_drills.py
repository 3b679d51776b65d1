"""Drills: the runbook's own commands replace keys in the middle of sign-ins, and bring a user's passkeys back. moto stands
in for AWS, and the sandbox runs the functions."""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Iterator

import boto3
import pytest

import runbook
from aws_cli import CommandLine, CommandServer
from conftest import function_variables
from journeys.app import begin, new_address, new_user, sign_up, signs_in
from journeys.documents import TOKENS
from moto_process import KEYS, Moto

ROOT = Path(__file__).parents[2]
REGION = KEYS["region_name"]
SUB, POOL, RELYING_PARTY = "86f1d4c0-51b2-7c6c-9a53-0b6a7d0e9f12", "eu-west-1_AbCdEf123", "example.org"
PARAMETERS = {"ExistingUsersTable": "", "OtpSender": "Old <a@old.example>", "AllowedMethods": "PASSKEY,EMAIL_OTP",
              "PreviousSigningKeyArn": "", "Revision": "1", "Rollout": "Canary10Percent5Minutes"}
SECRETS = ("SigningKey", "OtpKey", "OtpCountingKey", "AuditKey")


def template(secrets: dict[str, str]) -> dict:
    """As much of template.yaml as the drills touch.

    :param secrets: names of secrets by their logical names. moto makes no secrets in a stack, so log groups of the same
        names stand in for them, and give the shell the name by which it finds the secret.
    """
    return {
        "Parameters": {name: {"Type": "String"} for name in PARAMETERS},
        "Conditions": {"NewUsersTable": {"Fn::Equals": [{"Ref": "ExistingUsersTable"}, ""]}},
        "Resources": {
            **{logical: {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": name}}
               for logical, name in secrets.items()},
            "UsersTable": {
                "Type": "AWS::DynamoDB::Table", "Condition": "NewUsersTable", "DeletionPolicy": "Retain",
                "Properties": {
                    "BillingMode": "PAY_PER_REQUEST",
                    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")],
                    "KeySchema": [
                        {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]}}},
        "Outputs": {
            "SecretArn": {"Value": {"Ref": "SigningKey"}}, "AuditKeyArn": {"Value": {"Ref": "AuditKey"}},
            "UserPoolId": {"Value": POOL},
            "UsersTableName": {"Value": {"Fn::If": [
                "NewUsersTable", {"Ref": "UsersTable"}, {"Ref": "ExistingUsersTable"}]}}}}


# scripts/passkeys without installing its tools, and with somebody who says yes.
PASSKEYS = f"""#!/bin/bash
export PYTHONPATH={ROOT}/operators/src
case "$1" in
authenticators) exec {sys.executable} -m cognito_passkeys "$@" --relying-party {RELYING_PARTY} <<<yes ;;
change|secret) exec {sys.executable} -m cognito_passkeys "$@" --yes ;;
esac
exec {sys.executable} -m cognito_passkeys "$@"
"""


def key(item: dict) -> dict:
    """The key of an item of the users table."""
    return {name: item[name] for name in ("pk", "sk")}


def user_items() -> list[dict]:
    """A user with a mailbox, as the authenticator stores one."""
    pk = {"S": f"user#{POOL}#{SUB}"}
    return [
        {"pk": pk, "sk": {"S": "profile"}, "tenantId": {"S": POOL}, "userId": {"S": SUB}, "handle": {"B": SUB.encode()},
         "hasHadPasskey": {"BOOL": False}, "version": {"N": "1"}, "lastAttempt": {"S": "a1"}},
        {"pk": pk, "sk": {"S": "email#e1"}, "id": {"S": "e1"}, "createdAt": {"N": "1795327385"},
         "lastVerifiedAt": {"N": "1795327385"}, "addedInVersion": {"N": "1"}, "email": {"S": "ana@example.org"},
         "enrolledBy": {"S": "a1"}}]


class Stack:
    """A deployed stack, and a shell in which somebody follows the runbook."""

    def __init__(self, moto: Moto, folder: Path) -> None:
        self.moto, self.folder = moto, folder
        self.name = f"drill-{secrets.token_hex(4)}"
        self.secrets = {logical: f"{self.name}-{logical}" for logical in SECRETS}
        for name in self.secrets.values():
            self.client("secretsmanager").create_secret(Name=name, SecretString=secrets.token_hex(32))
        self.client("cloudformation").create_stack(
            StackName=self.name, TemplateBody=json.dumps(template(self.secrets)), Parameters=[
                {"ParameterKey": key, "ParameterValue": value} for key, value in PARAMETERS.items()])
        # Where the shell lays the template. Stacks share it, as the page names it.
        with suppress(self.client("s3").exceptions.BucketAlreadyOwnedByYou):
            self.client("s3").create_bucket(
                Bucket="passkeys-templates", CreateBucketConfiguration={"LocationConstraint": REGION})
        programs = folder / "programs"
        programs.mkdir()
        self.commands = CommandServer(CommandLine("--endpoint-url", moto.url), programs / "aws")
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "AWS_ENDPOINT_URL": moto.url,
            "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing"}

    def client(self, service: str):
        return boto3.client(service, endpoint_url=self.moto.url, **KEYS)

    def follow(self, *commands: str) -> str:
        """Runs commands of the page in one shell; returns what they print."""
        return runbook.run("\n".join([f"STACK={self.name}", *commands]), self.folder, PASSKEYS, self.environment)

    def secret(self, name: str) -> str:
        return self.client("secretsmanager").get_secret_value(SecretId=self.secrets[name])["SecretString"]

    def labels(self, name: str) -> list[list[str]]:
        """The labels of each version of a secret that has any."""
        versions = self.client("secretsmanager").describe_secret(SecretId=self.secrets[name])["VersionIdsToStages"]
        return sorted(sorted(labels) for labels in versions.values() if labels)

    def labelled(self, name: str, label: str) -> str:
        """The id of the version of a secret that has a label."""
        versions = self.client("secretsmanager").describe_secret(SecretId=self.secrets[name])["VersionIdsToStages"]
        return next(version for version, labels in versions.items() if label in labels)

    def outputs(self) -> dict[str, str]:
        stack, = self.client("cloudformation").describe_stacks(StackName=self.name)["Stacks"]
        return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}

    def parameters(self) -> dict[str, str]:
        stack, = self.client("cloudformation").describe_stacks(StackName=self.name)["Stacks"]
        return {parameter["ParameterKey"]: parameter["ParameterValue"] for parameter in stack["Parameters"]}

    def reads(self, **variables: str) -> list[str]:
        """The options for a sandbox whose functions read these variables from the stack's secrets."""
        values = {"AWS_REGION": REGION, "AWS_ENDPOINT_URL_SECRETS_MANAGER": self.moto.url}
        for variable, name in variables.items():
            arn = self.client("secretsmanager").describe_secret(SecretId=self.secrets[name])["ARN"]
            values |= {variable: "", f"{variable}_ARN": arn}
        return function_variables(values)


@pytest.fixture
def stack(moto, tmp_path) -> Iterator[Stack]:
    stack = Stack(moto, tmp_path)
    yield stack
    stack.commands.stop()


def test_the_signing_key_is_replaced_in_the_middle_of_a_sign_in(start, stack):
    sandbox, address = start("--mode", "signed", *stack.reads(TOKEN_SIGNING_KEY="SigningKey")), new_address()
    sign_up(sandbox, address)

    def proof(started, key):
        token = started["ChallengeParameters"]["token"]
        challenge = TOKENS.open_challenge(token, key, sandbox.pool)
        return TOKENS.sign_result(challenge, key, "EMAIL_OTP", address)

    former, started = stack.secret("SigningKey"), begin(sandbox, address)
    stack.follow(runbook.block("The signing key"))
    key = stack.secret("SigningKey")
    assert key != former and len(key) == 64
    # Processes that start from now on know the new key, and ask for the former one when they need it.
    sandbox.change(tokenMode="signed")
    assert signs_in(sandbox, started, proof(started, former))
    started = begin(sandbox, address)
    assert signs_in(sandbox, started, proof(started, key))

    # That key leaks. The commands for it also take the label of the former version away.
    started, leaked = begin(sandbox, address), key
    forged = proof(started, leaked)
    stack.follow(runbook.block("A leaked key"))
    assert stack.labels("SigningKey") == [["AWSCURRENT"]]
    sandbox.change(tokenMode="signed")
    assert not signs_in(sandbox, started, forged)


def test_the_key_of_the_codes_is_replaced_between_mail_and_answer(start, stack):
    sandbox = start("--flow", "EMAIL_OTP", *function_variables(stack.moto.variables), *stack.reads(
        OTP_KEY="OtpKey", OTP_COUNTING_KEY="OtpCountingKey"))
    address = new_user(sandbox)
    started = begin(sandbox, address)
    code = stack.moto.codes(address)[0]
    stack.follow(runbook.block("The key of the codes"))
    assert stack.labels("OtpKey") == [["AWSCURRENT"], ["AWSPREVIOUS"]]
    sandbox.change(flow="EMAIL_OTP")
    assert signs_in(sandbox, started, code)
    started = begin(sandbox, address)
    assert signs_in(sandbox, started, stack.moto.codes(address)[1])
    current = stack.labelled("OtpKey", "AWSCURRENT")
    stack.follow("scripts/passkeys secret revert OtpKey")
    assert stack.labelled("OtpKey", "AWSPREVIOUS") == current != stack.labelled("OtpKey", "AWSCURRENT")


def test_a_former_audit_key_keeps_a_label_of_its_own(stack):
    former = stack.labelled("AuditKey", "AWSCURRENT")
    stack.follow(runbook.block("The key of the audit log"))
    own, = {label for labels in stack.labels("AuditKey") for label in labels if label.startswith("until-")}
    assert stack.labelled("AuditKey", own) == former


def test_a_user_and_then_the_table_come_back(stack):
    table, items = stack.outputs()["UsersTableName"], user_items()
    for item in items:
        stack.client("dynamodb").put_item(TableName=table, Item=item)
    restoring, one_user = runbook.block("Restoring the users table", 2).split("\n\n")
    stack.follow(
        restoring,
        # The mistake that the restored table does not have.
        f"""aws dynamodb delete-item --table-name "$table" --key '{json.dumps(key(items[-1]))}'""",
        one_user,
        runbook.block("Restoring the users table", 3),
        runbook.block("What has changed since"),
        "scripts/passkeys change OtpSender='New, <b@new.example>'")
    assert sorted(stack.client("dynamodb").scan(TableName=table)["Items"], key=str) == sorted(items, key=str)
    # moto makes no new outputs of a change set.
    copy = stack.parameters()["ExistingUsersTable"]
    assert copy.startswith(table) and copy != table
    described = stack.client("dynamodb").describe_table(TableName=copy)["Table"]
    assert described["DeletionProtectionEnabled"]
    changed = {"ExistingUsersTable": copy, "OtpSender": "New, <b@new.example>", "Rollout": "AllAtOnce"}
    assert stack.parameters() == PARAMETERS | changed | {"Revision": stack.parameters()["Revision"]}
    assert re.fullmatch(r"\d{8}T\d{6}\.\d{6}Z", stack.parameters()["Revision"])
    # Nobody has lost the former table.
    assert stack.client("dynamodb").describe_table(TableName=table)["Table"]["TableStatus"] == "ACTIVE"
