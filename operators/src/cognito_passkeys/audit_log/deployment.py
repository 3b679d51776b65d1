"""Where a deployed stack has its audit log, and the key with which its lines name users."""

import sys
from contextlib import suppress
from typing import Any, Iterable, Iterator, NamedTuple

import boto3
from botocore.exceptions import ClientError

from cognito_passkeys.audit_log.lines import Period, pattern
from cognito_passkeys.stacks import LOG_GROUP, labelled_versions, resources, stack

# The outputs, the parameter and the resources of template.yaml and, for the bucket, of monitoring.yaml.
KEY_OUTPUT, POOL_OUTPUT, BUCKET_OUTPUT = "AuditKeyArn", "UserPoolId", "AuditBucket"
RETENTION = "LogRetentionDays"
# How the verb deploy names the stack beside it.
MONITORING = "-monitoring"
CURRENT = "AWSCURRENT"
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
        """The key, and every former one whose version still has a label: older lines are under those.

        A former key that cannot be read is left out, and a line to standard error says so.
        """
        api = boto3.client("secretsmanager", region_name=self.region)
        keys = [api.get_secret_value(SecretId=self.key)["SecretString"]]
        for version in labelled_versions(api, self.key):
            if CURRENT in version["VersionStages"]:
                continue
            try:
                answer = api.get_secret_value(SecretId=self.key, VersionId=version["VersionId"])
                keys.append(answer["SecretString"])
            except ClientError as error:
                print(f"The version {' '.join(version['VersionStages'])} of the audit key cannot be read "
                      f"({error.response['Error']['Code']}), so lines under it are not found.", file=sys.stderr)
        return keys

    def users(self) -> Any:
        """boto3's client of Cognito."""
        return boto3.client("cognito-idp", region_name=self.region)

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


def deployment(name: str, region: str | None) -> Deployment:
    """
    :raises ValueError: the stack has no audit log.
    """
    parameters, outputs, _ = stack(name, region)
    if KEY_OUTPUT not in outputs:
        raise ValueError(f"the stack {name} has no output {KEY_OUTPUT}: is its parameter Audit off?")
    groups = [group for logical, group in resources(name, region, LOG_GROUP).items() if logical in LOGS]
    bucket = None
    with suppress(ClientError):
        bucket = stack(name + MONITORING, region).outputs.get(BUCKET_OUTPUT)
    return Deployment(outputs[POOL_OUTPUT], outputs[KEY_OUTPUT], groups, region, parameters.get(RETENTION), bucket)
