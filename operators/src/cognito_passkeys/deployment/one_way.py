"""The steps of an update that have no way back, and what they cost."""

from typing import Any, Callable, Iterator

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import count

# A larger table is not counted to its end: each part of a scan is 1 MB, and is paid for.
PARTS = 5
SIGNED = {"own-authenticator", "signed"}
DEVICES = "At their next sign-in, devices may delete them for good"


def steps(before: dict[str, str], after: dict[str, str], outputs: dict[str, str],
          client: Callable[[str], Any]) -> Iterator[str]:
    """
    :param before: the values of all parameters, as `after`.
    :param outputs: the stack's, of before.
    :param client: boto3's client of a service.
    """
    changed = {name for name in after if before.get(name, "") != after[name]}
    had_passkeys = before.get("SignInWith") == "own-authenticator"
    passkeys = f"{people(client, outputs.get('UsersTableName', ''))} passkeys" if had_passkeys else ""
    if "SignInWith" in changed:
        lost = f", and {passkeys} no longer work" if had_passkeys else ""
        yield (f"SignInWith: what proved a sign-in before is refused{lost}. Apps fail until they have a release for the "
               "other kind.")
    elif had_passkeys and "RelyingPartyId" in changed:
        yield f"RelyingPartyId: {passkeys} belong to {before['RelyingPartyId']} and no longer work. {DEVICES}."
    elif had_passkeys and "ExistingUsersTable" in changed:
        table = after["ExistingUsersTable"] or "a new, empty table"
        yield (f"ExistingUsersTable: the functions know only what is in {table}. Of {passkeys}, those that are not there "
               f"no longer work. {DEVICES}.")
    if "ExistingUserPoolId" in changed:
        pool = before.get("ExistingUserPoolId") or outputs.get("UserPoolId", "")
        yield (f"ExistingUserPoolId: {users(client, pool)} cannot sign in to the other pool, and their passkeys do not "
               "belong to it.")
    if {before.get("SignInWith"), after.get("SignInWith")} <= SIGNED and "SigningKeyArn" in changed:
        former = before.get("SigningKeyArn") or outputs.get("SecretArn", "")
        kept = after.get("PreviousSigningKeyArn", "")
        if not kept or kept != former and "PreviousSigningKeyArn" not in changed:
            yield ("SigningKeyArn: nothing keeps the former key, so every sign-in under way fails. To keep it, name its "
                   "secret as PreviousSigningKeyArn.")


def people(client: Callable[[str], Any], table: str) -> str:
    """Whose passkeys they are: so many people's, if they can be counted at little cost."""
    found, pages = 0, client("dynamodb").get_paginator("scan").paginate(
        TableName=table, Select="COUNT", FilterExpression="hasHadPasskey = :yes",
        ExpressionAttributeValues={":yes": {"BOOL": True}})
    try:
        for number, page in enumerate(pages):
            if number == PARTS:
                return f"more than {found} people's"
            found += page["Count"]
    except (BotoCoreError, ClientError):
        return "all"
    return "one person's" if found == 1 else f"{found} people's"


def users(client: Callable[[str], Any], pool: str) -> str:
    try:
        described = client("cognito-idp").describe_user_pool(UserPoolId=pool)["UserPool"]
    except (BotoCoreError, ClientError):
        return "the former pool's users"
    return f"about {count(described.get('EstimatedNumberOfUsers', 0), 'user')} of {pool}"
