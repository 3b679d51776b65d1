"""Removes a stack with everything that it keeps: its user pool with all users,
tables, secrets, log groups, and the stack of monitoring.yaml beside it. It
shows that and asks first. A pool that was there before the stack stays, and
so does what another stack uses; the functions are detached from such a pool
first. Secrets can be restored for 30 days.

Also for what a stack left that is deleted already, or that was of another kind:
CloudFormation's tags name the stack.
"""

import argparse
from functools import cache
from typing import Any, Iterator

import boto3
from botocore.exceptions import ClientError

from cognito_passkeys.deployment import leftovers, one_way, typed_key
from cognito_passkeys.deployment.leftovers import Left
from cognito_passkeys.files import PROGRAM
from cognito_passkeys.proposal import Proposal, add_agreement
from cognito_passkeys.stacks import KIND, Stack, add_own_stack, described
from cognito_passkeys.user_pool.detachment import Detachment
from cognito_passkeys.user_pool.pool import made
from cognito_passkeys.verbs import DONE, FAILED


def add_options(parser: argparse.ArgumentParser) -> None:
    add_own_stack(parser)
    add_agreement(parser)


def run(options: argparse.Namespace) -> int:
    # A client reads files of botocore, which takes longer than most calls.
    client = cache(lambda service: boto3.client(service, region_name=options.region))
    place = client("cloudformation").meta.region_name
    # What watches the stack imports from it, so it goes first.
    names = (f"{options.stack}-monitoring", options.stack)
    found = {name: identifier for name in names if (identifier := leftovers.stack_id(client, name))}
    if names[0] in found and parameters(client, found[names[0]]).get("StackName") != options.stack:
        del found[names[0]]
    statuses = {name: status for name, identifier in found.items() if (status := living(client, identifier))}
    given = parameters(client, found[options.stack]) if options.stack in statuses else {}
    if options.stack in statuses and KIND not in given:
        raise ValueError(f"the stack {options.stack} in {place} is not of this template: it has no parameter {KIND}. "
                         "aws cloudformation delete-stack deletes any stack")
    left = {name: collected(client, name, found.get(name), name in statuses, given) for name in names
            if name in found or name == options.stack}
    if options.stack in statuses:
        left[options.stack] += key_that_was_typed(client, options.stack, given.get("AuthsignalSecretArn", ""))
    detachment = None
    if pool := given.get("ExistingUserPoolId"):
        print(f"The pool {pool} was there before, and stays.")
        try:
            detachment = Detachment(options.stack, pool, options.region)
        except ClientError as error:
            print(f"Its triggers that name these functions fail then, so run {PROGRAM} detach first: {error}")
    if not statuses and not any(left.values()):
        print(f"There is nothing of {options.stack} in {place}. --region names another Region.")
        return DONE
    proposal = Proposal(options.stack)
    proposal.add(f"Removed in {place}, with everything inside",
                 [*(f"stack {name}" for name in statuses), *(str(one) for some in left.values() for one in some)])
    for title, lines in detachment.parts().items() if detachment and detachment.own else ():
        proposal.add(f"Detached: {title}", lines)
    if statuses.get(options.stack) not in leftovers.NEVER_MADE:
        proposal.one_way.extend(lost(client, [one for some in left.values() for one in some]))
    if (code := proposal.stops(options)) is not None:
        return code
    if detachment and detachment.own and not made(detachment.apply, "Detached"):
        return FAILED
    for name, some in left.items():
        if name in statuses:
            leftovers.delete_stack(client, found[name])
            print(f"Removed: stack {name}", flush=True)
        leftovers.remove(client, some)
    again = [one for name in left for one in collected(client, name, found.get(name), False, given)]
    print(*(f"Still there: {one}" for one in again), sep="\n", end="\n" if again else "")
    print("Run this again, or see in AWS what holds it." if again else
          f"Everything of {options.stack} in {place} is removed, but for DynamoDB's own backup of the users' table, "
          "which expires after 35 days, and the bucket with the packages, which other stacks may use. Secrets can be "
          f"restored for {leftovers.RECOVERY_DAYS} days.")
    return FAILED if again else DONE


def collected(client: Any, name: str, identifier: str | None, is_complete: bool, given: dict[str, str]) -> list[Left]:
    """What a stack keeps, and what it or an earlier one of its name has left, without what another stack uses.

    :param is_complete: whether the stack is there.
    :param given: the parameters of the stack, which may name what was there before.
    """
    listed = leftovers.of_stack(client, identifier, is_complete) if identifier else []
    some = [one for one in dict.fromkeys([*listed, *leftovers.tagged(client, name)]) if one.name not in given.values()]
    used = leftovers.users(client, some, name)
    print(*(f"Stays, because the stack {other} uses it: {one}" for one, other in used.items()), sep="\n",
          end="\n" if used else "")
    return [one for one in some if one not in used]


def lost(client: Any, left: list[Left]) -> Iterator[str]:
    """What is lost for good."""
    for one in left:
        if one.kind == leftovers.POOL:
            yield f"{one_way.users(client, one.name)}: their accounts are deleted."
        elif one.kind == leftovers.TABLE:
            yield f"{one}: {one_way.people(client, one.name)} passkeys are deleted."
        elif one.kind == leftovers.BUCKET:
            yield f"{one}: what it has kept of the audit log is deleted."


def living(client: Any, identifier: str) -> str | None:
    """The status of a stack; none if there is nothing to delete. CloudFormation describes a deleted stack, too."""
    found = described(client("cloudformation"), identifier)
    return found["StackStatus"] if found and found["StackStatus"] != "DELETE_COMPLETE" else None


def parameters(client: Any, identifier: str) -> dict[str, str]:
    """The parameters of a stack, also of a deleted one; none if CloudFormation has forgotten it."""
    found = described(client("cloudformation"), identifier)
    return Stack.of(found).parameters if found else {}


def key_that_was_typed(client: Any, name: str, arn: str) -> list[Left]:
    """The secret that a deployment has made of a typed key. Others belong to those who made them."""
    key = Left(leftovers.SECRET, arn)
    if f":secret:{typed_key.name(name)}-" not in arn or not leftovers.exists(client, key):
        return []
    is_own = typed_key.is_own(client("secretsmanager").describe_secret(SecretId=arn), name)
    return [key] if is_own else []
