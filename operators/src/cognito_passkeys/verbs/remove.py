"""Removes a stack with everything that it keeps: its user pool with all users,
tables, secrets, log groups, and the stack of monitoring.yaml beside it. It
shows that and asks first. A pool that was there before the stack stays, and
so does what another stack uses. Secrets can be restored for 30 days.

Also for what a stack left that is deleted already.

Exit codes: 0 removed, or nothing to remove; 1 something could not be removed:
call it again; 2 wrong usage; 4 the answer was no.
"""

from __future__ import annotations

import argparse
from typing import Any

import boto3
from botocore.exceptions import ClientError

from cognito_passkeys.console import add_confirmation, is_confirmed
from cognito_passkeys.deployment import leftovers, typed_key
from cognito_passkeys.deployment.leftovers import Left
from cognito_passkeys.stacks import Stack, add_own_stack

DONE, DECLINED = 0, 4


def add_options(parser: argparse.ArgumentParser) -> None:
    add_own_stack(parser)
    add_confirmation(parser)


def run(options: argparse.Namespace) -> int:
    def client(service: str) -> Any:
        return boto3.client(service, region_name=options.region)

    # What watches the stack imports from it, so it goes first.
    names = (f"{options.stack}-monitoring", options.stack)
    found = {name: identifier for name in names if (identifier := leftovers.stack_id(client, name))}
    if names[0] in found and parameters(client, found[names[0]]).get("StackName") != options.stack:
        del found[names[0]]
    living = [name for name, identifier in found.items() if is_living(client, identifier)]
    left = {name: leftovers.of_stack(client, identifier, is_complete=name in living)
            for name, identifier in found.items()}
    if options.stack in living:
        given = parameters(client, found[options.stack])
        left[options.stack] += key_that_was_typed(client, options.stack, given.get("AuthsignalSecretArn", ""))
        if pool := given.get("ExistingUserPoolId"):
            print(f"The pool {pool} was there before, and stays. Triggers of it that name these functions fail from "
                  "then on, so take them out first.")
    for name, some in left.items():
        used = leftovers.users(client, some, name)
        left[name] = [one for one in some if one not in used]
        print(*(f"Stays, because the stack {other} uses it: {one}" for one, other in used.items()), sep="\n",
              end="\n" if used else "")
    if not living and not any(left.values()):
        print(f"There is nothing of {options.stack} here.")
        return DONE
    print("What is removed, with everything inside:")
    print(*(f"  stack {name}" for name in living), *(f"  {one}" for some in left.values() for one in some), sep="\n")
    if options.dry_run or not is_confirmed("Remove all of this for good?", options):
        return DONE if options.dry_run else DECLINED
    for name, identifier in found.items():
        if name in living:
            leftovers.delete_stack(client, identifier)
            print(f"Removed: stack {name}", flush=True)
        leftovers.remove(client, left[name])
    print("Everything is removed, but for DynamoDB's own backup of the users' table, which expires after 35 days, and "
          f"the bucket with the packages, which other stacks may use. Secrets can be restored for "
          f"{leftovers.RECOVERY_DAYS} days.")
    return DONE


def is_living(client: Any, identifier: str) -> bool:
    """Whether there is something to delete. CloudFormation describes a deleted stack by its id, too."""
    try:
        [found] = client("cloudformation").describe_stacks(StackName=identifier)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return False
        raise
    return found["StackStatus"] != "DELETE_COMPLETE"


def parameters(client: Any, identifier: str) -> dict[str, str]:
    """The parameters of a stack, also of a deleted one; none if CloudFormation has forgotten it."""
    try:
        return Stack.of(client("cloudformation").describe_stacks(StackName=identifier)["Stacks"][0]).parameters
    except ClientError as error:
        if "does not exist" in str(error):
            return {}
        raise


def key_that_was_typed(client: Any, name: str, arn: str) -> list[Left]:
    """The secret that a deployment has made of a typed key. Others belong to those who made them."""
    key = Left(leftovers.SECRET, arn)
    if f":secret:{typed_key.name(name)}-" not in arn or not leftovers.exists(client, key):
        return []
    is_own = typed_key.is_own(client("secretsmanager").describe_secret(SecretId=arn), name)
    return [key] if is_own else []
