"""Whether a stack, its functions and its passkeys fit a pool and a client of it."""

from typing import Any, Iterator

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.files import PROGRAM
from cognito_passkeys.user_pool.bypasses import ATTACH, Finding, Settings, attached_functions
from cognito_passkeys.user_pool.functions import Deployment, FunctionARN

POOL_PARAMETER, POOL_OUTPUT, CLIENTS_PARAMETER = "ExistingUserPoolId", "UserPoolId", "AllowedClientIds"
EVERY_CLIENT = "*"
TABLE_PARAMETER, TABLE_OUTPUT, RELYING_PARTY = "ExistingUsersTable", "UsersTableName", "RelyingPartyId"
# What each passkey's item calls it.
STORED_RELYING_PARTY = "relyingPartyId"
# Items of the users' table that show whose passkeys it has.
SAMPLE = 25


def mismatches(expected: Deployment, pool: str, client: str) -> Iterator[Finding]:
    """What the stack's settings say against this pool and this client. Without a stack, nothing is known of that."""
    served = expected.outputs.get(POOL_OUTPUT, pool)
    if served != pool:
        yield Finding(f"the stack serves the pool {served}, so its functions cannot sign in users of {pool}",
                      f"deploy with {POOL_PARAMETER}={pool}")
    allowed = expected.parameters.get(CLIENTS_PARAMETER, EVERY_CLIENT)
    if allowed != EVERY_CLIENT and client not in allowed.split(","):
        yield Finding(f"the stack allows only the app clients {allowed}, so its functions refuse every sign-in of "
                      f"{client}", f"{PROGRAM} change {CLIENTS_PARAMETER}={allowed},{client} --stack NAME")


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


def passkeys(tables: Any, expected: Deployment, pool: Settings) -> tuple[list[Finding], list[str]]:
    """Whether the users' table has passkeys of other pools alone, or some of another relying party, as far as a sample
    of it tells.

    :param tables: a client of DynamoDB.
    """
    table, party = expected.outputs.get(TABLE_OUTPUT), expected.parameters.get(RELYING_PARTY)
    if not table:
        return [], []
    found = []
    try:
        items = tables.scan(TableName=table, Limit=SAMPLE, ProjectionExpression=f"pk, {STORED_RELYING_PARTY}")["Items"]
    except (BotoCoreError, ClientError) as error:
        return [], [f"whose passkeys the users' table has: {error}"]
    pools = {item["pk"]["S"].split("#")[1] for item in items}
    if pools and pool["Id"] not in pools:
        found.append(Finding(f"a sample of {table} shows passkeys of {', '.join(sorted(pools))} and none of "
                             f"{pool['Id']}: those sign nobody in here", f"deploy with {POOL_PARAMETER}={min(pools)}, "
                             f"or with another {TABLE_PARAMETER}"))
    former = {item[STORED_RELYING_PARTY]["S"] for item in items if STORED_RELYING_PARTY in item} - {party}
    if party and former:
        found.append(Finding(f"a sample of {table} shows passkeys of the relying party {', '.join(sorted(former))}, and "
                             f"the stack's is {party}: devices do not offer them",
                             f"deploy with {RELYING_PARTY}={min(former)}"))
    return found, []
