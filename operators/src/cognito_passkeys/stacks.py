"""A deployed stack, its secrets and its user pool, as an administrator reads them."""

from __future__ import annotations

import argparse
import os
from typing import Any, NamedTuple

import boto3
from botocore.exceptions import ClientError

# Types of resources.
FUNCTION, LOG_GROUP = "AWS::Lambda::Function", "AWS::Logs::LogGroup"
# A parameter of every stack of the template, by which one is known.
KIND = "SignInWith"


class Stack(NamedTuple):
    """A deployed stack, as CloudFormation describes it."""

    parameters: dict[str, str]
    outputs: dict[str, str]
    status: str = ""

    @classmethod
    def of(cls, described: dict[str, Any]) -> Stack:
        return cls({entry["ParameterKey"]: entry["ParameterValue"] for entry in described.get("Parameters", [])},
                   {entry["OutputKey"]: entry["OutputValue"] for entry in described.get("Outputs", [])},
                   described.get("StackStatus", ""))


def add_stack(parser: Any, use: str = "deployed stack") -> None:
    """Adds the option that names a stack.

    :param parser: a parser or a group of its options.
    """
    parser.add_argument("--stack", metavar="NAME", help=use)


def add_region(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--region", metavar="NAME", help="the stack's Region")


def add_own_stack(parser: argparse.ArgumentParser) -> None:
    """Adds the options that name a stack and its Region, for verbs that are about nothing else."""
    own = os.environ.get("STACK")
    parser.add_argument("--stack", metavar="NAME", default=own, required=not own,
                        help="deployed stack (default: the variable STACK)")
    add_region(parser)


def stack(name: str, region: str | None) -> Stack:
    [found] = boto3.client("cloudformation", region_name=region).describe_stacks(StackName=name)["Stacks"]
    return Stack.of(found)


def described(api: Any, name: str) -> dict[str, Any] | None:
    """A stack, by its id also a deleted one; None if CloudFormation does not know it.

    :param api: a client of CloudFormation.
    """
    try:
        return api.describe_stacks(StackName=name)["Stacks"][0]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise


def listed(api: Any, name: str) -> list[dict[str, Any]]:
    """The resources of a stack, by its id also of a deleted one."""
    pages = api.get_paginator("list_stack_resources").paginate(StackName=name)
    return [entry for page in pages for entry in page["StackResourceSummaries"]]


def of_kind(entries: list[dict[str, Any]], kind: str) -> dict[str, str]:
    """The physical ids of the resources of a type, by their logical ids."""
    return {entry["LogicalResourceId"]: entry["PhysicalResourceId"] for entry in entries
            if entry["ResourceType"] == kind}


def resources(name: str, region: str | None, kind: str) -> dict[str, str]:
    return of_kind(listed(boto3.client("cloudformation", region_name=region), name), kind)


def labelled_versions(api: Any, secret: str) -> list[dict[str, Any]]:
    """The versions of a secret that have a label.

    :param api: boto3's client of Secrets Manager, which has no paginator for this call.
    """
    found: list[dict[str, Any]] = []
    token: dict[str, str] = {}
    while True:
        page = api.list_secret_version_ids(SecretId=secret, **token)
        found += [version for version in page["Versions"] if version.get("VersionStages")]
        if not page.get("NextToken"):
            return found
        token = {"NextToken": page["NextToken"]}


def users(api: Any, pool: str, attribute: str, value: str) -> list[dict[str, str]]:
    """The attributes of the users of a pool who have this value of an attribute, of two at most.

    :param api: boto3's client of Cognito.
    """
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    found = api.list_users(UserPoolId=pool, Filter=f'{attribute} = "{quoted}"', Limit=2)["Users"]
    return [{entry["Name"]: entry["Value"] for entry in user.get("Attributes", [])} for user in found]
