#!/usr/bin/env python3
"""Names every way around the trigger functions that a user pool's settings leave open, each with what closes it.

Changes nothing. What it could not check it says.

Exit codes: 0 nothing is open; 1 something is; 2 the pool or the client could not be read, or wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from pool_doors import (Door, address_doors, client_doors, existence_doors, pool_doors, subject_doors, trigger_doors,
                        weak_points)
from trigger_functions import TRIGGERS, add_options, functions

CLOSED, OPEN, UNREAD = range(3)
# Where real credentials have no business.
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Names the ways around the triggers that a user pool leaves open.")
    add_options(parser, without_pre_sign_up="do not ask what is in the trigger PreSignUp")
    parser.add_argument("--region", metavar="NAME", help="the pool's region, if its id does not begin with it")
    parser.add_argument("--endpoint", metavar="URL", help="where to ask instead of AWS, such as a local pool")
    parser.add_argument("--subject-attribute", metavar="NAME", default="custom:oidc_subject",
                        help="what OIDC_SUBJECT_ATTRIBUTE is (default: %(default)s)")
    return parser.parse_args(words)


def user_pools(region: str, endpoint: str | None) -> Any:
    """The client of the service, or of whatever plays it at that address."""
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


def find_doors(options: argparse.Namespace) -> tuple[list[Door], list[str]]:
    """What is open, and what could not be checked."""
    region = options.region or options.pool.split("_")[0]
    api = user_pools(region, options.endpoint)
    pool = api.describe_user_pool(UserPoolId=options.pool)["UserPool"]
    client = api.describe_user_pool_client(UserPoolId=options.pool, ClientId=options.client)["UserPoolClient"]
    expected = functions(options, region)
    doors = [*trigger_doors(pool, expected), *client_doors(client), *existence_doors(client), *weak_points(client),
             *pool_doors(pool), *address_doors(pool), *subject_doors(pool, options.subject_attribute)]
    unchecked = [f"{trigger} is {pool['LambdaConfig'][trigger]}: name the function that should be there (STACK=name)"
                 for trigger in TRIGGERS if trigger in pool.get("LambdaConfig", {}) and trigger not in expected
                 and not (trigger == "PreSignUp" and options.without_pre_sign_up)
                 # A stack without it needs none: whatever is there is another's, and opens nothing.
                 and not (trigger == "PreTokenGeneration" and expected)]
    try:
        for other in other_clients(api, options.pool, options.client):
            doors += client_doors(other) + existence_doors(other)
    except ClientError as error:
        unchecked.append(f"the pool's other app clients, each of which may be a way in: {error}")
    return doors, unchecked


def check(options: argparse.Namespace) -> int:
    doors, unchecked = find_doors(options)
    for door in doors:
        print(f"Open: {door.what}. To close it: {door.remedy}.")
    for line in unchecked:
        print(f"Not checked: {line}")
    print(f"{len(doors)} open in {options.pool}." if doors else f"Nothing found open in {options.pool}.")
    return OPEN if doors else CLOSED


def main(words: list[str] | None = None) -> int:
    try:
        return check(arguments(words))
    except (BotoCoreError, ClientError, ValueError) as error:
        print(f"Could not read: {error}", file=sys.stderr)
        return UNREAD


if __name__ == "__main__":
    sys.exit(main())
