"""Changes parameters of a deployed stack, and waits until that is done.

All other parameters keep their values. Besides, it changes Revision, without
which the alias may keep leading to the former values, and lets all functions
change at once (Rollout). Without NAME=VALUE, all processes start anew.
"""

from __future__ import annotations

import argparse
from datetime import datetime, timezone

import boto3
from botocore.exceptions import WaiterError

from cognito_passkeys import email_address
from cognito_passkeys.stacks import add_own_stack, stack
from cognito_passkeys.users_table.reset_notice import SENDER_PARAMETER
from cognito_passkeys.verbs import Misuse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE", help="a parameter's new value")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    if wrong := [change for change in options.changes if "=" not in change]:
        raise Misuse(f"{wrong[0]} is not NAME=VALUE")
    asked = dict(change.split("=", 1) for change in options.changes)
    before = stack(options.stack, options.region).parameters
    if unknown := asked.keys() - before.keys():
        raise ValueError(f"the stack {options.stack} has no parameter {', '.join(sorted(unknown))}")
    if not asked.get(SENDER_PARAMETER, "").isascii():
        # CloudFormation and Cognito take ASCII alone.
        asked[SENDER_PARAMETER] = email_address.sender(asked[SENDER_PARAMETER]).header
    # To the microsecond: a second change within the same second needs another one, too.
    revision = f"{datetime.now(timezone.utc):%Y%m%dT%H%M%S.%fZ}"
    after = {"Revision": revision, "Rollout": "AllAtOnce"} | asked
    api = boto3.client("cloudformation", region_name=options.region)
    api.update_stack(
        StackName=options.stack, Capabilities=["CAPABILITY_IAM"], UsePreviousTemplate=True,
        Parameters=[{"ParameterKey": key} | ({"ParameterValue": after[key]} if key in after else {"UsePreviousValue": True})
                    for key in before])
    for key in asked:
        print(f"{key}: {before[key]} -> {asked[key]}")
    print("The stack is being updated …", flush=True)
    try:
        api.get_waiter("stack_update_complete").wait(StackName=options.stack)
    except WaiterError as error:
        raise ValueError(f"the update was started but did not succeed: {error}") from None
    print("Done. Write the same values where your deployments keep theirs.")
    return 0
