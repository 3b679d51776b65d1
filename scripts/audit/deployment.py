"""Where a deployed stack has its audit log, and the key with which its lines name users."""

from __future__ import annotations

from typing import Iterator, NamedTuple

import boto3
from botocore.exceptions import ClientError

# The outputs and resources of template.yaml.
KEY_OUTPUT, POOL_OUTPUT = "AuditKeyArn", "UserPoolId"
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
        """The `sub` of a user who is named by it, by the user name or by the email address; None if there is none.

        :raises ValueError: several users have that address.
        """
        api = boto3.client("cognito-idp", region_name=self.region)
        quoted = user.replace("\\", "\\\\").replace('"', '\\"')
        for attribute in ("sub", "username", "email"):
            found = api.list_users(UserPoolId=self.pool, Filter=f'{attribute} = "{quoted}"', Limit=2)["Users"]
            if len(found) > 1:
                raise ValueError(f"several users have the {attribute} {user}: name one by the sub")
            if found:
                return next(entry["Value"] for entry in found[0]["Attributes"] if entry["Name"] == "sub")
        return None

    def messages(self, pattern: str, since: int) -> Iterator[str]:
        """The log messages that fit a filter pattern.

        :param since: milliseconds since 1970.
        """
        api = boto3.client("logs", region_name=self.region)
        for group in self.log_groups:
            pages = api.get_paginator("filter_log_events").paginate(
                logGroupName=group, filterPattern=pattern, startTime=since)
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
    return Deployment(outputs[POOL_OUTPUT], outputs[KEY_OUTPUT], groups, region)
