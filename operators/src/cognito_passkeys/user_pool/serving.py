"""Whether a stack, its functions and its passkeys fit a pool and a client of it."""

from __future__ import annotations

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.files import PROGRAM
from cognito_passkeys.stacks import Stack
from cognito_passkeys.user_pool.bypasses import ATTACH, Finding, Settings, attached_functions
from cognito_passkeys.user_pool.functions import Deployment, FunctionARN

POOL_PARAMETER, POOL_OUTPUT, CLIENTS_PARAMETER = "ExistingUserPoolId", "UserPoolId", "AllowedClientIds"
EVERY_CLIENT = "*"
TABLE_PARAMETER, TABLE_OUTPUT, RELYING_PARTY = "ExistingUsersTable", "UsersTableName", "RelyingPartyId"
# Items of the users' table that show whose passkeys it has.
SAMPLE = 25


def mismatches(expected: Deployment, pool: str, client: str) -> list[Finding]:
    """What the stack's settings say against this pool and this client. Without a stack, nothing is known of that."""
    found = []
    served = expected.outputs.get(POOL_OUTPUT, pool)
    if served != pool:
        found.append(Finding(f"the stack serves the pool {served}, so its functions cannot sign in users of {pool}",
                             f"deploy with {POOL_PARAMETER}={pool}"))
    allowed = expected.parameters.get(CLIENTS_PARAMETER, EVERY_CLIENT)
    if allowed != EVERY_CLIENT and client not in allowed.split(","):
        found.append(Finding(f"the stack allows only the app clients {allowed}, so its functions refuse every sign-in "
                             f"of {client}", f"{PROGRAM} change {CLIENTS_PARAMETER}={allowed},{client} --stack NAME"))
    return found


def gone_functions(api: Any, pool: Settings) -> tuple[dict[str, Finding], list[str]]:
    """The triggers of the pool whose functions do not exist, and what could not be checked of that.

    :param api: a client of Lambda.
    """
    found, unchecked = {}, []
    for trigger, function in attached_functions(pool):
        try:
            # Of all calls that would tell, this one tells least about functions of others.
            api.get_function_concurrency(FunctionName=FunctionARN.of(function).function)
        except api.exceptions.ResourceNotFoundException:
            found[trigger] = Finding(
                f"{trigger} is {function}, which does not exist: what Cognito calls it for fails",
                f"take it out of the trigger, or {ATTACH} --replace if the stack has another one")
        except (BotoCoreError, ClientError) as error:
            unchecked.append(f"whether the function of {trigger} exists: {error}")
    return found, unchecked


def passkeys(tables: Any, stacks: Any, expected: Deployment, pool: Settings) -> tuple[list[Finding], list[str]]:
    """Whether the users' table has passkeys of other pools alone, as far as a sample of its keys tells, or of another
    relying party. An item does not say the latter, but the stack that made the table does, also after its deletion.

    :param tables: a client of DynamoDB.
    :param stacks: a client of CloudFormation.
    """
    table, party = expected.outputs.get(TABLE_OUTPUT), expected.parameters.get(RELYING_PARTY)
    if not table:
        return [], []
    found = []
    try:
        keys = tables.scan(TableName=table, Limit=SAMPLE, ProjectionExpression="pk")["Items"]
        pools = {key["pk"]["S"].split("#")[1] for key in keys}
        if pools and pool["Id"] not in pools:
            found.append(Finding(f"a sample of {table} shows passkeys of {', '.join(sorted(pools))} and none of "
                                 f"{pool['Id']}: those sign nobody in here", f"deploy with {POOL_PARAMETER}={min(pools)}, "
                                 f"or with another {TABLE_PARAMETER}"))
        if not expected.parameters.get(TABLE_PARAMETER):
            return found, []
        arn = ":".join([*pool["Arn"].replace("cognito-idp", "dynamodb").split(":")[:5], f"table/{table}"])
        tags = {tag["Key"]: tag["Value"] for tag in tables.list_tags_of_resource(ResourceArn=arn)["Tags"]}
        if maker := tags.get("aws:cloudformation:stack-id"):
            former = Stack.of(stacks.describe_stacks(StackName=maker)["Stacks"][0]).parameters.get(RELYING_PARTY)
            if former != party:
                found.append(Finding(f"the passkeys of {table} belong to the relying party {former}, and the stack's is "
                                     f"{party}: devices do not offer them", f"deploy with {RELYING_PARTY}={former}"))
    except (BotoCoreError, ClientError) as error:
        return found, [f"whose passkeys the users' table has: {error}"]
    return found, []
