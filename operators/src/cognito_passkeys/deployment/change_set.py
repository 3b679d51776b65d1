"""Creates or updates a stack by a change set, and says what happens meanwhile."""

import time
from typing import Any, NamedTuple

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.files import DEPLOY

STACK = "AWS::CloudFormation::Stack"
DONE = ("CREATE_COMPLETE", "UPDATE_COMPLETE")
# CloudFormation's words for a change set without a change.
WITHOUT_CHANGE = ("didn't contain changes", "No updates are to be performed")
PAUSE = 2.0
"""Seconds between two questions."""


class Update(NamedTuple):
    """What a stack is to become."""

    stack: str
    url: str | None
    """The template's; none if it stays."""
    parameters: dict[str, str]
    kept: list[str]
    """The parameters that keep their values."""
    options: dict[str, Any] = {}
    """Further options of CreateChangeSet."""


def apply(api: Any, update: Update, is_new: bool) -> bool:
    """Makes the change set and carries it out.

    :param api: a client of CloudFormation.
    :return: whether the stack is now what it is to be.
    :raises ValueError: CloudFormation refuses the change set.
    """
    # Both, because a policy allows these calls by the stack.
    named = {"StackName": update.stack, "ChangeSetName": f"cognito-passkeys-{time.time_ns()}"}
    template = {"TemplateURL": update.url} if update.url else {"UsePreviousTemplate": True}
    identifier = api.create_change_set(
        **named, **template, ChangeSetType="CREATE" if is_new else "UPDATE", Capabilities=["CAPABILITY_IAM"], Parameters=[
            *({"ParameterKey": name, "ParameterValue": value} for name, value in update.parameters.items()),
            *({"ParameterKey": name, "UsePreviousValue": True} for name in update.kept)], **update.options)["StackId"]
    found = described(api, named)
    if found["Status"] == "FAILED":
        api.delete_change_set(**named)
        if any(words in found.get("StatusReason", "") for words in WITHOUT_CHANGE):
            print(f"The stack {update.stack} is up to date.")
            return True
        raise ValueError(f"CloudFormation refuses the change: {found.get('StatusReason', 'without a reason')}")
    if not is_new:
        print("What changes:", *map(line, found.get("Changes", [])), sep="\n", flush=True)
    seen = {event["EventId"] for event in events(api, identifier)}
    goes_on = f"The deployment of {update.stack} goes on in AWS."
    try:
        api.execute_change_set(**named)
        return followed(api, identifier, seen) in DONE
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{goes_on} The next {DEPLOY} shows what has become of it.") from None
    except (BotoCoreError, ClientError):
        print(f"\n{goes_on}", flush=True)
        raise


def described(api: Any, named: dict[str, str]) -> dict[str, Any]:
    """A change set that is made or has failed, with all its changes."""
    while api.describe_change_set(**named)["Status"] in ("CREATE_PENDING", "CREATE_IN_PROGRESS"):
        time.sleep(PAUSE)
    return api.get_paginator("describe_change_set").paginate(**named).build_full_result()


def line(change: dict[str, Any]) -> str:
    """A change in words."""
    what = change["ResourceChange"]
    replaced = {"True": ", which is replaced", "Conditional": ", which may be replaced"}
    return (f"  {what['Action'].lower():<7} {what['LogicalResourceId']} ({what['ResourceType']})"
            f"{replaced.get(what.get('Replacement', ''), '')}")


def followed(api: Any, identifier: str, seen: set[str]) -> str:
    """Prints each event of a stack until its update has ended, and returns how.

    :param seen: the events of before.
    """
    while True:
        for event in reversed([event for event in events(api, identifier) if event["EventId"] not in seen]):
            seen.add(event["EventId"])
            reason = event.get("ResourceStatusReason")
            status = event["ResourceStatus"]
            if reason or not status.endswith("IN_PROGRESS"):
                print(f"  {status:<24} {event['LogicalResourceId']}{f': {reason}' if reason else ''}", flush=True)
            if event["PhysicalResourceId"] == identifier and not status.endswith("IN_PROGRESS"):
                return status
        time.sleep(PAUSE)


def events(api: Any, identifier: str) -> list[dict[str, Any]]:
    """The events of a stack, the newest first. CloudFormation remembers them for 90 days."""
    return [event for page in api.get_paginator("describe_stack_events").paginate(StackName=identifier)
            for event in page["StackEvents"]]
