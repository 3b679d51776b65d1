#!/usr/bin/env python3
"""Names every way around the trigger functions that a user pool's settings leave open, each with its remedy.

Changes nothing, and says what it could not check.

Exit codes: 0 no problems found; 1 problems found; 2 the pool or the client could not be read, or wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from function_names import PASSWORD_TRIGGER, TRIGGERS
from pool_bypasses import (Finding, account_disclosure, address_bypasses, client_bypasses, client_weaknesses,
                           pool_bypasses, subject_bypasses, trigger_bypasses)
from trigger_functions import add_options, functions

NO_PROBLEMS, PROBLEMS, UNREAD = range(3)
# Real credentials never go to these hosts.
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Names the ways around the triggers that a user pool leaves open.")
    add_options(parser, without_pre_sign_up="do not check the trigger PreSignUp")
    parser.add_argument("--region", metavar="NAME", help="the pool's region, if its id does not begin with it")
    parser.add_argument("--endpoint", metavar="URL", help="address to ask instead of AWS, such as a local pool")
    parser.add_argument("--subject-attribute", metavar="NAME", default="custom:oidc_subject",
                        help="value of OIDC_SUBJECT_ATTRIBUTE (default: %(default)s)")
    return parser.parse_args(words)


def user_pools(region: str, endpoint: str | None) -> Any:
    """A client of the service, or of its stand-in at that address."""
    if endpoint and urlsplit(endpoint).hostname in LOOPBACK:
        return boto3.client("cognito-idp", region_name=region, endpoint_url=endpoint,
                            aws_access_key_id="local", aws_secret_access_key="local")
    return boto3.client("cognito-idp", region_name=region, endpoint_url=endpoint)


def other_clients(api: Any, pool: str, client: str) -> list[dict[str, Any]]:
    """The descriptions of the pool's other app clients."""
    pages = api.get_paginator("list_user_pool_clients").paginate(UserPoolId=pool)
    names = [entry["ClientId"] for page in pages for entry in page["UserPoolClients"]]
    return [api.describe_user_pool_client(UserPoolId=pool, ClientId=name)["UserPoolClient"]
            for name in names if name != client]


def find(options: argparse.Namespace) -> tuple[list[Finding], list[str]]:
    """The problems found, and what could not be checked."""
    region = options.region or options.pool.split("_")[0]
    api = user_pools(region, options.endpoint)
    pool = api.describe_user_pool(UserPoolId=options.pool)["UserPool"]
    client = api.describe_user_pool_client(UserPoolId=options.pool, ClientId=options.client)["UserPoolClient"]
    expected = functions(options, region)
    found = [*trigger_bypasses(pool, expected), *client_bypasses(client), *account_disclosure(client),
             *client_weaknesses(client), *pool_bypasses(pool), *address_bypasses(pool),
             *subject_bypasses(pool, options.subject_attribute)]
    unchecked = [f"{trigger} is {pool['LambdaConfig'][trigger]}: name the expected function (STACK=name)"
                 for trigger in TRIGGERS if trigger in pool.get("LambdaConfig", {}) and trigger not in expected
                 and not (trigger == "PreSignUp" and options.without_pre_sign_up)
                 # A stack without this function needs none. A function of somebody else there is no way in.
                 and not (trigger == PASSWORD_TRIGGER and expected)]
    try:
        for other in other_clients(api, options.pool, options.client):
            found += client_bypasses(other) + account_disclosure(other)
    except ClientError as error:
        unchecked.append(f"the pool's other app clients, each of which may be a way in: {error}")
    return found, unchecked


def check(options: argparse.Namespace) -> int:
    found, unchecked = find(options)
    for finding in found:
        print(f"Problem: {finding.problem}. Remedy: {finding.remedy}.")
    for line in unchecked:
        print(f"Not checked: {line}")
    print(f"{len(found) or 'No'} problem{'' if len(found) == 1 else 's'} found in {options.pool}.")
    return PROBLEMS if found else NO_PROBLEMS


def main(words: list[str] | None = None) -> int:
    try:
        return check(arguments(words))
    except (BotoCoreError, ClientError, ValueError) as error:
        print(f"Could not read: {error}", file=sys.stderr)
        return UNREAD


if __name__ == "__main__":
    sys.exit(main())
