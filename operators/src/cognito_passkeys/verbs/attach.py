"""Attaches the trigger functions to a user pool and an app client that already exist.

Reads both, shows what would change and which ways around the triggers stay
open, asks, lets the pool call the functions, then updates. All other settings
of the pool and the client stay. If Amplify, CDK, CloudFormation or Terraform
deploys the pool, its next deployment takes the triggers off again: --print
shows what to write there instead.

Exit codes: 0 done, or nothing to do, or --dry-run or --print; 1 a call failed or
the outcome differs from the request; 2 wrong usage; 3 another function is in a
trigger (--replace overwrites it); 4 the answer was no; 5 the pool or the
client has a setting that the installed boto3 does not know and an update
would reset; 6 users would sign up and could not sign in by their address,
which is an alias in this pool (deploy with ConfirmSignUp=code).
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import add_confirmation, is_confirmed
from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS
from cognito_passkeys.user_pool.aliases import unproven_aliases
from cognito_passkeys.user_pool.as_code import Wanted, code
from cognito_passkeys.user_pool.bypasses import Settings, client_bypasses, pool_bypasses
from cognito_passkeys.user_pool.functions import FunctionARN, add_pool_options, deployment, region
from cognito_passkeys.user_pool.issuer import issuer_line, issuer_type
from cognito_passkeys.user_pool.members import Unread
from cognito_passkeys.user_pool.owner import owner
from cognito_passkeys.user_pool.plan import TriggerInPlace, accepted, attached_client, attached_pool, difference, pool_settings
from cognito_passkeys.verbs import Misuse

DONE, FAILED, _, IN_PLACE, DECLINED, UNKNOWN, UNPROVEN = range(7)
PRINCIPAL = "cognito-idp.amazonaws.com"


def add_options(parser: argparse.ArgumentParser) -> None:
    add_pool_options(parser, without_pre_sign_up="leave the trigger PreSignUp as it is")
    parser.add_argument("--close-flows", action="store_true", help="remove every other flow from the client")
    parser.add_argument("--rotate-refresh-tokens", action="store_true",
                        help="replace the refresh token at each refresh, which takes the client's refresh flow away")
    parser.add_argument("--replace", action="store_true", help="overwrite another function in one of the triggers")
    parser.add_argument("--print", action="store_true",
                        help="change nothing, and print what to write where the pool is defined")
    add_confirmation(parser)


class Pool:
    """A user pool and one of its app clients, with the calls that read and update them."""

    def __init__(self, pool: str, client: str, region_name: str) -> None:
        self.api = boto3.client("cognito-idp", region_name=region_name)
        self.functions_api = boto3.client("lambda", region_name=region_name)
        self.ids = {"UserPoolId": pool, "ClientId": client}
        self.unread = Unread(self.api)
        self.read()

    def read(self) -> None:
        model = self.api.meta.service_model
        self.pool = self.api.describe_user_pool(UserPoolId=self.ids["UserPoolId"])["UserPool"]
        self.client = self.api.describe_user_pool_client(**self.ids)["UserPoolClient"]
        self.pool_now = pool_settings(model.operation_model("UpdateUserPool").input_shape, self.pool)
        self.client_now = accepted(model.operation_model("UpdateUserPoolClient").input_shape, self.client)
        self.mfa = self.api.get_user_pool_mfa_config(UserPoolId=self.ids["UserPoolId"])
        self.mfa.pop("ResponseMetadata", None)

    def bypasses(self, client_later: Settings) -> list[str]:
        """The ways around the triggers that stay open in the whole pool after the change."""
        found = pool_bypasses(self.pool) + client_bypasses(client_later)
        pages = self.api.get_paginator("list_user_pool_clients").paginate(UserPoolId=self.ids["UserPoolId"])
        others = [entry["ClientId"] for page in pages for entry in page["UserPoolClients"]]
        for other in others:
            if other != self.ids["ClientId"]:
                found += client_bypasses(self.api.describe_user_pool_client(
                    UserPoolId=self.ids["UserPoolId"], ClientId=other)["UserPoolClient"])
        return [finding.problem for finding in found]

    def may_call(self, function: str) -> bool:
        """Whether the policy lets this pool, and only this pool, call the function. An alias has a policy of its own."""
        try:
            policy = json.loads(self.functions_api.get_policy(**FunctionARN.of(function).arguments)["Policy"])
        except self.functions_api.exceptions.ResourceNotFoundException:
            return False
        return any(self.names_pool(statement) and statement["Resource"] == function for statement in policy["Statement"])

    def names_pool(self, statement: dict[str, Any]) -> bool:
        conditions = {key.lower(): value for operator in statement.get("Condition", {}).values()
                      for key, value in operator.items()}
        principal = statement.get("Principal")
        return (statement["Effect"] == "Allow"
                and statement["Action"] in ("lambda:InvokeFunction", ["lambda:InvokeFunction"])
                and isinstance(principal, dict) and principal.get("Service") == PRINCIPAL
                and conditions.get("aws:sourcearn") == self.pool["Arn"])

    def allow(self, function: str) -> None:
        self.functions_api.add_permission(
            **FunctionARN.of(function).arguments, StatementId=f"attach-{self.ids['UserPoolId']}",
            Action="lambda:InvokeFunction", Principal=PRINCIPAL, SourceArn=self.pool["Arn"],
            SourceAccount=self.pool["Arn"].split(":")[4])

    def update(self, pool_later: Settings, client_later: Settings, done: list[str]) -> list[str]:
        """Updates what differs, and returns the settings that differ from the request afterwards.

        :param done: gets a line for each step that is done, also if a later one fails.
        """
        mfa_before = self.mfa
        if difference(self.pool_now, pool_later):
            self.api.update_user_pool(**pool_later)
            done.append(f"the user pool {self.ids['UserPoolId']}, with its triggers")
        if difference(self.client_now, client_later):
            self.api.update_user_pool_client(**client_later)
            done.append(f"the app client {self.ids['ClientId']}")
        self.read()
        if self.mfa != mfa_before:
            # UpdateUserPool takes only some of these settings. The others have an operation of their own.
            done.append(f"MFA, which was {json.dumps(mfa_before)} before (set-user-pool-mfa-config sets it)")
            self.api.set_user_pool_mfa_config(UserPoolId=self.ids["UserPoolId"], **mfa_before)
            self.read()
        return (difference(pool_later, self.pool_now) + difference(client_later, self.client_now)
                + difference(mfa_before, self.mfa))


def show(title: str, lines: list[str]) -> None:
    if lines:
        print(f"{title}:", *(f"  {line}" for line in lines), sep="\n")


def run(options: argparse.Namespace) -> int:
    expected = deployment(options)
    wanted = expected.functions
    missing = [trigger for trigger in CUSTOM_AUTH_TRIGGERS if trigger not in wanted]
    if missing:
        raise Misuse(f"No function for {', '.join(missing)}: give --stack or its ARN.")
    pool = Pool(options.pool, options.client, region(options))
    if pool.unread.members:
        print(f"Refused: the installed boto3 ({boto3.__version__}) does not know {', '.join(pool.unread.members)}. An "
              "update without them may reset them. Install a newer one: scripts/operator-tools.in.", file=sys.stderr)
        return UNKNOWN
    unproven, unread = unproven_aliases(pool.pool, pool.functions_api, expected)
    for problem, remedy in unproven:
        print(f"Refused: {problem}. Remedy: {remedy}, and run this again.", file=sys.stderr)
        return UNPROVEN
    for line in unread:
        print(f"Warning: not checked: {line}.")
    try:
        pool_later = attached_pool(pool.pool_now, wanted, options.replace)
    except TriggerInPlace as conflict:
        print(f"Refused: {conflict}. --replace overwrites it.", file=sys.stderr)
        return IN_PLACE
    client_later = attached_client(pool.client_now, options.close_flows, options.rotate_refresh_tokens)
    refused = [function for function in dict.fromkeys(wanted.values()) if not pool.may_call(function)]
    changes = (difference(pool.pool_now, pool_later), difference(pool.client_now, client_later), refused)

    print(issuer_line(pool.pool) or f"The type of the pool's issuer is unknown: {issuer_type(pool.pool)}.")
    show(f"User pool {options.pool}", changes[0])
    show(f"App client {options.client}", changes[1])
    show("Functions that the pool may call from now on", changes[2])
    show("Ways around the triggers that stay open", pool.bypasses(client_later))
    owned_by = owner(pool.pool, options.stack, boto3.client("cloudformation", region_name=region(options)))
    if owned_by:
        print(f"Warning: {owned_by} deploys this pool. Its next deployment may take the triggers off again, and then "
              "nobody signs in. Change the pool there; --print shows how.")
    if options.print:
        print("", code(Wanted(wanted, pool_later, client_later, refused), owned_by), "", sep="\n")
        print("Nothing was changed.")
        return DONE
    if not any(changes):
        print("Nothing to change.")
        return DONE
    if options.dry_run:
        print("Dry run: nothing was changed.")
        return DONE
    if not is_confirmed("Change this?", options):
        return DECLINED

    done: list[str] = []
    try:
        for function in refused:
            pool.allow(function)
            done.append(f"the policy of {function}")
        wrong = pool.update(pool_later, client_later, done)
    except (BotoCoreError, ClientError) as error:
        print(f"Not done: {error}", file=sys.stderr)
        show("Changed before that", done)
        print("Everything else is as it was. Remove the cause and run the same command again: it changes only what is "
              "missing." if done else "Nothing has been changed.")
        return FAILED
    show("Different from the request (requested -> found)", wrong)
    print("Attached." if not wrong else "Attached, with the differences above.")
    return FAILED if wrong else DONE
