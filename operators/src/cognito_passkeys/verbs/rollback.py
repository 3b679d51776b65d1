"""Shows to which version the alias of each function of a deployed stack leads,
with the newest versions, and leads all aliases back to those of one Revision,
because the functions of a sign-in belong together. The line of a version ends
with its Revision.
"""

import argparse
from typing import Any

import boto3

from cognito_passkeys.function_names import ALIAS
from cognito_passkeys.stacks import FUNCTION, add_own_stack, resources

# How many versions are shown.
SHOWN = 3


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", metavar="REVISION", help="the Revision of the deployment to go back to")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    api, roles = (boto3.client(service, region_name=options.region) for service in ("lambda", "iam"))
    functions = resources(options.stack, options.region, FUNCTION)
    code = 0
    for name, function in sorted(functions.items()):
        newest, own = versions(api, function)
        chosen = [version for version in own if options.to and version["Description"] == options.to]
        if chosen and not has_role(roles, chosen[-1], newest):
            print(f"{name} stays as it is: an update has replaced the role of its version of {options.to}. Deploy that "
                  "release again.")
            code = 1
        elif chosen:
            api.update_alias(FunctionName=function, Name=ALIAS, FunctionVersion=chosen[-1]["Version"], RoutingConfig={})
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


def has_role(roles: Any, version: dict[str, Any], newest: dict[str, Any]) -> bool:
    """Whether the role with which a version runs is still there.

    :param roles: a client of IAM, which is asked only about another role than that of the newest code.
    """
    if version["Role"] == newest["Role"]:
        return True
    try:
        roles.get_role(RoleName=version["Role"].rpartition("/")[2])
    except roles.exceptions.NoSuchEntityException:
        return False
    return True


def versions(api: Any, function: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The newest code of a function, and its published versions, the oldest first."""
    pages = api.get_paginator("list_versions_by_function").paginate(FunctionName=function)
    found = {version["Version"]: version for page in pages for version in page["Versions"]}
    newest = found.pop("$LATEST")
    return newest, sorted(found.values(), key=lambda version: int(version["Version"]))
