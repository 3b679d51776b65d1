"""Where a deployed stack has its audit log, and the key with which its lines name users."""

from __future__ import annotations

from typing import Iterable, Iterator, NamedTuple

import boto3
from botocore.exceptions import ClientError

from audit.lines import pattern
from audit.period import Period
from audit.pool import subject

# The outputs, the parameter and the resources of template.yaml.
KEY_OUTPUT, POOL_OUTPUT, BUCKET_OUTPUT = "AuditKeyArn", "UserPoolId", "AuditBucket"
RETENTION = "LogRetentionDays"
LOGS = ("DefineAuthChallengeLogs", "CreateAuthChallengeLogs", "VerifyAuthChallengeLogs", "AddAuthenticatorLogs",
        "AuthenticatorLogs")


class Deployment(NamedTuple):
    """A deployed stack."""

    pool: str
    """The id of the user pool."""
    key: str
    """The secret with the key of the digests."""
    log_groups: list[str]
    region: str | None
    retention: str | None
    """How many days the log groups keep lines."""
    bucket: str | None
    """The bucket that keeps them longer."""

    @property
    def notice(self) -> str:
        kept = f"The log groups keep lines for {self.retention or '?'} days."
        return kept + (f" The bucket {self.bucket} has older ones (docs/audit.md)." if self.bucket else "")

    def keys(self) -> list[str]:
        """The key, and the one before it if it has been replaced: older lines are under that."""
        api = boto3.client("secretsmanager", region_name=self.region)
        keys = [api.get_secret_value(SecretId=self.key)["SecretString"]]
        try:
            keys.append(api.get_secret_value(SecretId=self.key, VersionStage="AWSPREVIOUS")["SecretString"])
        except ClientError as error:
            if error.response["Error"]["Code"] != "ResourceNotFoundException":
                raise
        return keys

    def subject(self, user: str) -> str | None:
        """The `sub` of a user, as `audit.pool.subject` finds it."""
        return subject(boto3.client("cognito-idp", region_name=self.region), self.pool, user)

    def messages(self, digests: Iterable[str], period: Period) -> Iterator[str]:
        """The log messages about the users with those digests."""
        api = boto3.client("logs", region_name=self.region)
        until = {} if period.until is None else {"endTime": int(period.until.timestamp() * 1_000)}
        for group in self.log_groups:
            pages = api.get_paginator("filter_log_events").paginate(
                logGroupName=group, filterPattern=pattern(digests), startTime=int(period.since.timestamp() * 1_000),
                **until)
            for page in pages:
                yield from (event["message"] for event in page["events"])


def deployment(stack: str, region: str | None) -> Deployment:
    """
    :raises ValueError: the stack has no audit log.
    """
    api = boto3.client("cloudformation", region_name=region)
    [description] = api.describe_stacks(StackName=stack)["Stacks"]
    outputs = {entry["OutputKey"]: entry["OutputValue"] for entry in description.get("Outputs", [])}
    if KEY_OUTPUT not in outputs:
        raise ValueError(f"the stack {stack} has no output {KEY_OUTPUT}: is its parameter Audit off?")
    pages = api.get_paginator("list_stack_resources").paginate(StackName=stack)
    groups = [entry["PhysicalResourceId"] for page in pages for entry in page["StackResourceSummaries"]
              if entry["LogicalResourceId"] in LOGS]
    parameters = {entry["ParameterKey"]: entry["ParameterValue"] for entry in description.get("Parameters", [])}
    return Deployment(outputs[POOL_OUTPUT], outputs[KEY_OUTPUT], groups, region, parameters.get(RETENTION),
                      outputs.get(BUCKET_OUTPUT))
