"""What stays in the account when a stack goes, and how it goes too."""

import re
from typing import Any, Callable, NamedTuple

from botocore.exceptions import ClientError, ParamValidationError, WaiterError

from cognito_passkeys import stacks
from cognito_passkeys.deployment import change_set
from cognito_passkeys.user_pool.plan import pool_settings

POOL, TABLE, BUCKET = "AWS::Cognito::UserPool", "AWS::DynamoDB::Table", "AWS::S3::Bucket"
SECRET, LOG_GROUP = "AWS::SecretsManager::Secret", "AWS::Logs::LogGroup"
NAMES = {POOL: "user pool", TABLE: "table", SECRET: "secret", LOG_GROUP: "log group", BUCKET: "bucket"}
STACK_TAG = "aws:cloudformation:stack-name"
ARNS = {POOL: r"arn:[^:]+:cognito-idp:.+:userpool/(.+)", TABLE: r"arn:[^:]+:dynamodb:.+:table/([^/]+)",
        SECRET: r"arn:[^:]+:secretsmanager:.+:secret:(.+)", LOG_GROUP: r"arn:[^:]+:logs:.+:log-group:([^:]+)(:\*)?",
        BUCKET: r"arn:[^:]+:s3:::([^/]+)"}
# The states of a stack that never was complete. What it left has never served anybody.
NEVER_MADE = ("CREATE_FAILED", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED")
MISSING = ("ResourceNotFoundException", "NoSuchBucket", "404", "ValidationException", "InvalidParameterException")

# For so long a removed secret can be restored.
RECOVERY_DAYS = 30

Client = Callable[[str], Any]


class Left(NamedTuple):
    """Something with data that deleting a stack leaves behind."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{NAMES[self.kind]} {self.name}"


def stack_id(client: Client, name: str) -> str | None:
    """The id of a stack, or of the last one of this name that was deleted; CloudFormation remembers it for 90 days."""
    api = client("cloudformation")
    if found := stacks.described(api, name):
        return found["StackId"]
    pages = api.get_paginator("list_stacks").paginate(StackStatusFilter=["DELETE_COMPLETE"])
    deleted = [entry for page in pages for entry in page["StackSummaries"] if entry["StackName"] == name]
    return max(deleted, key=lambda entry: entry["CreationTime"])["StackId"] if deleted else None


def of_stack(client: Client, identifier: str, is_complete: bool = True) -> list[Left]:
    """What a stack has, or had, that may stay, and that exists.

    :param is_complete: whether the stack is there and was made. If not, its events may name more than its resources do.
    """
    listed = resources(client, identifier) + ([] if is_complete else events(client, identifier))
    found = dict.fromkeys(Left(entry["ResourceType"], entry["PhysicalResourceId"]) for entry in listed
                          if entry["ResourceType"] in NAMES and entry.get("PhysicalResourceId"))
    return [left for left in found if exists(client, left)]


def tagged(client: Client, name: str) -> list[Left]:
    """What has the tag of a stack of this name, which CloudFormation gives everything that it makes, and which stays."""
    pages = client("resourcegroupstaggingapi").get_paginator("get_resources").paginate(
        TagFilters=[{"Key": STACK_TAG, "Values": [name]}])
    try:
        arns = [entry["ResourceARN"] for page in pages for entry in page["ResourceTagMappingList"]]
    except ClientError as error:
        print(f"Not looked for by tag, so something that an earlier kind of {name} left may stay: {error}")
        return []
    found = [Left(kind, arn if kind == SECRET else match[1]) for arn in arns for kind, form in ARNS.items()
             if (match := re.fullmatch(form, arn))]
    return [one for one in found if exists(client, one)]


def resources(client: Client, identifier: str) -> list[dict[str, Any]]:
    return stacks.listed(client("cloudformation"), identifier)


def events(client: Client, identifier: str) -> list[dict[str, Any]]:
    return change_set.events(client("cloudformation"), identifier)


def users(client: Client, left: list[Left], own: str) -> dict[Left, str]:
    """The stacks that name some of this in a parameter: another one may have taken a table, a pool or a key over.

    :param own: the stack that this is left of, which does not count.
    """
    pages = client("cloudformation").get_paginator("describe_stacks").paginate()
    named = {entry["ParameterValue"]: stack["StackName"] for page in pages for stack in page["Stacks"]
             if stack["StackName"] != own for entry in stack.get("Parameters", [])}
    return {one: named[one.name] for one in left if one.name in named}


def exists(client: Client, left: Left) -> bool:
    try:
        return READ[left.kind](client, left.name)
    except ParamValidationError:
        # The event of a resource whose creation failed may have any text in place of a name.
        return False
    except ClientError as error:
        if error.response["Error"]["Code"] in MISSING:
            return False
        raise


def delete_stack(client: Client, identifier: str) -> None:
    """Deletes a stack and waits.

    :raises ValueError: it was not deleted. The text says why.
    """
    api = client("cloudformation")
    api.delete_stack(StackName=identifier)
    try:
        api.get_waiter("stack_delete_complete").wait(StackName=identifier)
    except WaiterError as error:
        raise ValueError(f"the stack was not deleted: {error}. The events of the stack say why") from None


def remove(client: Client, left: list[Left]) -> None:
    """Removes what is there, with all that is inside."""
    for one in left:
        if exists(client, one):
            REMOVE[one.kind](client, one.name)
            print(f"Removed: {one}", flush=True)


def _secret_exists(client: Client, name: str) -> bool:
    return "DeletedDate" not in client("secretsmanager").describe_secret(SecretId=name)


def _log_group_exists(client: Client, name: str) -> bool:
    groups = client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
    return any(group["logGroupName"] == name for group in groups)


def _remove_pool(client: Client, name: str) -> None:
    api = client("cognito-idp")
    pool = api.describe_user_pool(UserPoolId=name)["UserPool"]
    if pool.get("DeletionProtection") == "ACTIVE":
        shape = api.meta.service_model.operation_model("UpdateUserPool").input_shape
        api.update_user_pool(**pool_settings(shape, pool) | {"DeletionProtection": "INACTIVE"})
    api.delete_user_pool(UserPoolId=name)


def _remove_table(client: Client, name: str) -> None:
    api = client("dynamodb")
    if api.describe_table(TableName=name)["Table"].get("DeletionProtectionEnabled"):
        api.update_table(TableName=name, DeletionProtectionEnabled=False)
        api.get_waiter("table_exists").wait(TableName=name)
    api.delete_table(TableName=name)


def _remove_bucket(client: Client, name: str) -> None:
    api = client("s3")
    for page in api.get_paginator("list_object_versions").paginate(Bucket=name):
        objects = [{"Key": entry["Key"], "VersionId": entry["VersionId"]}
                   for entry in (*page.get("Versions", []), *page.get("DeleteMarkers", []))]
        if objects:
            api.delete_objects(Bucket=name, Delete={"Objects": objects})
    api.delete_bucket(Bucket=name)


READ: dict[str, Callable[[Client, str], bool]] = {
    POOL: lambda client, name: bool(client("cognito-idp").describe_user_pool(UserPoolId=name)),
    # A table that is being deleted is described until it is gone.
    TABLE: lambda client, name: client("dynamodb").describe_table(TableName=name)["Table"]["TableStatus"] != "DELETING",
    SECRET: _secret_exists,
    LOG_GROUP: _log_group_exists,
    BUCKET: lambda client, name: bool(client("s3").head_bucket(Bucket=name)),
}
REMOVE: dict[str, Callable[[Client, str], Any]] = {
    POOL: _remove_pool,
    TABLE: _remove_table,
    SECRET: lambda client, name: client("secretsmanager").delete_secret(SecretId=name,
                                                                       RecoveryWindowInDays=RECOVERY_DAYS),
    LOG_GROUP: lambda client, name: client("logs").delete_log_group(logGroupName=name),
    BUCKET: _remove_bucket,
}
