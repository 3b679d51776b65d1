"""Replaces a secret of a deployed stack, lists its versions, or goes back.

SECRET is a secret's ARN, or the name of a resource, a parameter or an output
that has it.

  replace   store a new random key, or a value that it reads
  versions  list the versions with their labels
  forget    take the label of the former version away: no function knows that
            version after five minutes, and revert does not bring it back
  revert    make the former version the current one again

It shows what changes and asks first.
"""

import argparse
import secrets
import sys
from datetime import date, datetime, timedelta, timezone
from getpass import getpass
from typing import Any

import boto3

from cognito_passkeys.files import PROGRAM
from cognito_passkeys.proposal import Proposal, add_agreement
from cognito_passkeys.stacks import Stack, add_own_stack, labelled_versions, stack
from cognito_passkeys.verbs import Misuse
from cognito_passkeys.verbs.stack import physical_id

CURRENT, FORMER = "AWSCURRENT", "AWSPREVIOUS"
ACTIONS = ("replace", "versions", "forget", "revert")
GO_ON = f"{PROGRAM} secret versions SECRET shows what has become of it."
# What the stack has made, or what is a key of the operator. A secret without such a name is known to somebody else.
KEYS = {"SigningKey", "PreviousSigningKeyArn", "OtpKey", "OtpCountingKey", "AuditKey", "CloudFrontSecretArn"}
OTHER_NAMES = {"SigningKeyArn": "SigningKey", "SecretArn": "SigningKey", "AuditKeyArn": "AuditKey"}
# The minutes after a replacement while which something needs the version before, as docs/runbook.md has them.
WAITS = {"SigningKey": 70, "OtpKey": 10}
# The fewest bytes of a key, as ReplaceableKey of the functions has it.
MINIMUM = 32
SOON = "Functions use it within five minutes, or at their next start: docs/runbook.md says which, and who notices."

Version = dict[str, Any]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    parser.add_argument("secret", metavar="SECRET", help="such as OtpKey, SecretArn or arn:aws:secretsmanager:…")
    parser.add_argument("--read", action="store_true",
                        help="replace by a value from the keyboard, where it is not shown, or with --yes from a pipe")
    parser.add_argument("--keep-former", action="store_true",
                        help="give the former version a label of its own, so that it stays readable")
    add_own_stack(parser)
    add_agreement(parser)


def run(options: argparse.Namespace) -> int:
    found = stack(options.stack, options.region)
    arn = secret_arn(found, options)
    api = boto3.client("secretsmanager", region_name=options.region)
    versions = {label: version for version in labelled_versions(api, arn) for label in version["VersionStages"]}
    if options.action != "versions":
        key = key_name(found, options.secret, arn)
        value = new_value(options, key) if options.action == "replace" else ""
        if (code := proposed(options, key, versions).stops(options)) is not None:
            return code
        act(api, arn, versions, options, value)
    for version in sorted(labelled_versions(api, arn), key=lambda version: version["CreatedDate"]):
        print(f"{version['VersionId']}  {when(version)}  {', '.join(version['VersionStages'])}")
    return 0


def act(api: Any, arn: str, versions: dict[str, Version], options: argparse.Namespace, value: str) -> None:
    ids = {label: version["VersionId"] for label, version in versions.items()}
    if options.action == "replace":
        api.put_secret_value(SecretId=arn, SecretString=value)
        if options.keep_former:
            api.update_secret_version_stage(SecretId=arn, VersionStage=f"until-{date.today()}",
                                            MoveToVersionId=ids[CURRENT])
    elif options.action == "forget":
        api.update_secret_version_stage(SecretId=arn, VersionStage=FORMER, RemoveFromVersionId=ids[FORMER])
    else:
        api.update_secret_version_stage(SecretId=arn, VersionStage=CURRENT, MoveToVersionId=ids[FORMER],
                                        RemoveFromVersionId=ids[CURRENT])


def proposed(options: argparse.Namespace, key: str, versions: dict[str, Version]) -> Proposal:
    """
    :raises ValueError: there is no former version to work on, or it has been withdrawn.
    """
    made, title = Proposal(options.stack), f"Secret {options.secret}"
    current, former = versions.get(CURRENT), versions.get(FORMER)
    if options.action == "replace":
        new = "the value that was read" if options.read else "a new random key"
        made.add(title, [f"current version: {when(current)} -> {new}", f"former version: {when(former)} -> {when(current)}"])
        made.follows.append(SOON)
        if current and former and (until := needed_until(key, current, former)):
            made.one_way.append(f"The former version is needed until {until:%H:%M} UTC. If it goes before that, "
                                "sign-ins under way fail.")
        return made
    if current is None or former is None:
        raise ValueError(f"no version has the label {FORMER}: there was none, or it has been withdrawn")
    if options.action == "forget":
        made.add(title, [f"former version: {when(former)} -> withdrawn"])
        made.follows.append("Functions refuse what was made with it within five minutes. revert does not bring it back.")
    elif former["CreatedDate"] > current["CreatedDate"]:
        raise ValueError(f"revert has withdrawn the version of {when(former)} before, and does not bring it back. "
                         f"{PROGRAM} secret replace {options.secret} stores another one")
    else:
        made.add(title, [f"current version: {when(current)} -> {when(former)}"])
        made.follows += [SOON, "If that version leaked, do not do this: secret forget withdraws it."]
    return made


def needed_until(key: str, current: Version, former: Version) -> datetime | None:
    """Until when the former version is needed; none if it is not. After a revert, it is the newer one."""
    newest = max(current["CreatedDate"], former["CreatedDate"])
    end = newest.astimezone(timezone.utc) + timedelta(minutes=WAITS.get(key, 0))
    return end if end > datetime.now(timezone.utc) else None


def secret_arn(found: Stack, options: argparse.Namespace) -> str:
    name = options.secret
    if name.startswith("arn:"):
        return name
    if arn := found.outputs.get(name) or found.parameters.get(name):
        return arn
    if name in found.parameters:
        raise ValueError(f"the parameter {name} of the stack {options.stack} is empty")
    return physical_id(options.stack, options.region, name)


def key_name(found: Stack, name: str, arn: str) -> str:
    """The key that a secret is; empty for a secret of somebody else. The output SecretArn may be Authsignal's."""
    named = [parameter for parameter, value in found.parameters.items() if value == arn]
    named += [output for output, value in found.outputs.items() if value == arn]
    first = next(iter([*named, name]))
    known = OTHER_NAMES.get(first, first)
    return known if known in KEYS else ""


def new_value(options: argparse.Namespace, key: str) -> str:
    """64 random characters, or what comes from the keyboard or a pipe.

    :raises ValueError: only others know the value, or the functions would refuse it.
    """
    if not options.read:
        if not key:
            raise ValueError(f"{options.secret} is a secret of somebody else, who would not know a random key. Make the "
                             "new one there, and give it with --read")
        return secrets.token_hex(32)
    if not sys.stdin.isatty() and not options.yes:
        raise Misuse("a value from a pipe needs --yes, because there is no terminal to ask at")
    value = getpass("New value: ") if sys.stdin.isatty() else sys.stdin.read().removesuffix("\n")
    if not value or value != value.strip():
        raise ValueError("the value is empty, or begins or ends with white space")
    if not value.isprintable() or " " in value or value.startswith("{"):
        raise ValueError("the value has a space or a control character, or is JSON. A secret is one plain string")
    if key and len(value.encode()) < MINIMUM:
        raise ValueError(f"the value has {len(value.encode())} bytes, and {key} has at least {MINIMUM}")
    return value


def when(version: Version | None) -> str:
    return f"{version['CreatedDate'].astimezone(timezone.utc):%Y-%m-%d %H:%M} UTC" if version else "none"
