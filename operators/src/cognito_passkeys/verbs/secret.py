"""Replaces a secret of a deployed stack, lists its versions, or goes back.

SECRET is a secret's ARN, or the name of a resource, a parameter or an output
that has it.

  replace   store a new random key, or a value that it reads
  versions  list the versions with their labels
  forget    take the label of the former version away: no function knows that
            version after five minutes
  revert    make the former version the current one again
"""

from __future__ import annotations

import argparse
import secrets
import sys
from datetime import date
from getpass import getpass
from typing import Any

import boto3

from cognito_passkeys.stacks import add_own_stack, labelled_versions, stack
from cognito_passkeys.verbs.stack import physical_id

CURRENT, FORMER = "AWSCURRENT", "AWSPREVIOUS"
ACTIONS = ("replace", "versions", "forget", "revert")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("secret", metavar="SECRET", help="such as OtpKey, SecretArn or arn:aws:secretsmanager:…")
    parser.add_argument("--read", action="store_true",
                        help="replace by a value from the keyboard, where it is not shown, or from a pipe")
    parser.add_argument("--keep-former", action="store_true",
                        help="give the former version a label of its own, so that it stays readable")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    arn = secret_arn(options.stack, options.region, options.secret)
    api = boto3.client("secretsmanager", region_name=options.region)
    if options.action == "replace":
        api.put_secret_value(SecretId=arn, SecretString=new_value(options.read))
        if options.keep_former:
            api.update_secret_version_stage(SecretId=arn, VersionStage=f"until-{date.today()}",
                                            MoveToVersionId=labelled(api, arn, FORMER))
    elif options.action == "forget":
        api.update_secret_version_stage(SecretId=arn, VersionStage=FORMER,
                                        RemoveFromVersionId=labelled(api, arn, FORMER))
    elif options.action == "revert":
        api.update_secret_version_stage(SecretId=arn, VersionStage=CURRENT, MoveToVersionId=labelled(api, arn, FORMER),
                                        RemoveFromVersionId=labelled(api, arn, CURRENT))
    for version in sorted(labelled_versions(api, arn), key=lambda version: version["CreatedDate"]):
        print(f"{version['VersionId']}  {version['CreatedDate']:%Y-%m-%d %H:%M}  {', '.join(version['VersionStages'])}")
    return 0


def secret_arn(name: str, region: str | None, secret: str) -> str:
    if secret.startswith("arn:"):
        return secret
    parameters, outputs = stack(name, region)
    if arn := outputs.get(secret) or parameters.get(secret):
        return arn
    if secret in parameters:
        raise ValueError(f"the parameter {secret} of the stack {name} is empty")
    return physical_id(name, region, secret)


def new_value(is_read: bool) -> str:
    """64 random characters, or what comes from the keyboard or a pipe.

    :raises ValueError: the functions would refuse it.
    """
    if not is_read:
        return secrets.token_hex(32)
    value = getpass("New value: ") if sys.stdin.isatty() else sys.stdin.read().removesuffix("\n")
    if not value or value != value.strip():
        raise ValueError("the value is empty, or begins or ends with white space")
    return value


def labelled(api: Any, arn: str, label: str) -> str:
    """The id of the version with a label."""
    for version in labelled_versions(api, arn):
        if label in version["VersionStages"]:
            return version["VersionId"]
    raise ValueError(f"no version has the label {label}")
