"""Shows to which version the alias of each function of a deployed stack leads,
with the newest versions, and leads all aliases back to those of one Revision,
because the functions of a sign-in belong together. The line of a version ends
with its Revision.

Exit codes: 0 done; 1 not done, or a function has no version of that Revision;
2 wrong usage.
"""

from __future__ import annotations

import argparse
from typing import Any

import boto3

from cognito_passkeys.stacks import FUNCTION, add_own_stack, resources

ALIAS = "live"
# How many versions are shown.
SHOWN = 3


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", metavar="REVISION", help="the Revision of the deployment to go back to")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    api = boto3.client("lambda", region_name=options.region)
    functions = resources(options.stack, options.region, FUNCTION)
    code = 0
    for name, function in sorted(functions.items()):
        own = versions(api, function)
        chosen = [version["Version"] for version in own if options.to and version["Description"] == options.to]
        if chosen:
            api.update_alias(FunctionName=function, Name=ALIAS, FunctionVersion=chosen[-1], RoutingConfig={})
        elif options.to:
            # A function that came later, for example. The others go back all the same.
            print(f"{name} has no version of {options.to}, and stays as it is.")
            code = 1
        alias = api.get_alias(FunctionName=function, Name=ALIAS)
        moving = alias.get("RoutingConfig", {}).get("AdditionalVersionWeights")
        print(f"{name} leads to {alias['FunctionVersion']}" + (f", and in part to {', '.join(moving)}" if moving else ""))
        for version in own[-SHOWN:]:
            print(f"  {version['Version']:>5}  {version['LastModified'][:16]}  {version['Description']}")
    return code


def versions(api: Any, function: str) -> list[dict[str, Any]]:
    """The published versions of a function, the oldest first."""
    pages = api.get_paginator("list_versions_by_function").paginate(FunctionName=function)
    found = [version for page in pages for version in page["Versions"] if version["Version"] != "$LATEST"]
    return sorted(found, key=lambda version: int(version["Version"]))
