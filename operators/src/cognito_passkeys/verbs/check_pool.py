"""Names every way around the trigger functions that a user pool's settings leave
open, each with its remedy.

Changes nothing, and says what it could not check.

Exit codes: 0 everything was checked and no problems were found; 1 problems
found; 2 the pool, the client or the stack could not be read, or wrong usage;
3 no problems found, but not everything could be checked.
"""

import argparse
from typing import Any
from urllib.parse import urlsplit

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import count
from cognito_passkeys.function_names import PASSWORD_TRIGGER
from cognito_passkeys.user_pool.aliases import aliases_without_code, unproven_aliases
from cognito_passkeys.user_pool.bypasses import (
    Finding, account_disclosure, address_bypasses, client_bypasses, client_weaknesses, device_notes, needless_attributes,
    password_weaknesses, pool_bypasses, subject_bypasses, trigger_bypasses, unknown_triggers)
from cognito_passkeys.user_pool.functions import FunctionARN, add_pool_options, deployment, region
from cognito_passkeys.user_pool.issuer import issuer_line, issuer_type
from cognito_passkeys.user_pool.members import Unread
from cognito_passkeys.user_pool.owner import owner
from cognito_passkeys.user_pool.pool import other_clients
from cognito_passkeys.user_pool.serving import gone_functions, mismatches, passkeys

NO_PROBLEMS, PROBLEMS, UNREAD, UNCHECKED = range(4)
# The stack's outputs that name the attribute for subjects of an OpenID issuer, and what apps have to write.
SUBJECT_OUTPUT, WRITABLE_OUTPUT = "SubjectAttribute", "WritableAttributes"
DEFAULT_SUBJECT = "custom:oidc_subject"
# What decides how a function behaves.
SETTINGS = {"CodeSha256": "code", "Environment": "settings", "Role": "role"}
KNOWN = ("Ways around the triggers that this command knows: other flows, hosted pages and registration of clients, "
         "recovery messages, second factors, unproven addresses, attributes that users write, other functions.")
# Real credentials never go to these hosts.
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def add_options(parser: argparse.ArgumentParser) -> None:
    add_pool_options(parser, without_pre_sign_up="do not check the trigger PreSignUp")
    parser.add_argument("--endpoint", metavar="URL", help="address to ask instead of AWS, such as a local pool")
    parser.add_argument("--subject-attribute", metavar="NAME",
                        help="value of OIDC_SUBJECT_ATTRIBUTE, if the stack does not name it")
    parser.add_argument("--writable", metavar="NAME", action="append", default=[],
                        help="attribute that your apps let users write, besides those of the flow")
    parser.add_argument("--trust", metavar="ARN", action="append", default=[],
                        help="function of yours outside the stack that may be in one of the other triggers")


def user_pools(name: str, endpoint: str | None) -> Any:
    """A client of the service in a region, or of its stand-in at that address."""
    if endpoint and urlsplit(endpoint).hostname in LOOPBACK:
        return boto3.client("cognito-idp", region_name=name, endpoint_url=endpoint,
                            aws_access_key_id="local", aws_secret_access_key="local")
    return boto3.client("cognito-idp", region_name=name, endpoint_url=endpoint)


def find(options: argparse.Namespace) -> tuple[list[Finding], list[str], list[str]]:
    """What a check has found, what it could not check, and notes."""
    api = user_pools(region(options), options.endpoint)
    dropped = Unread(api)
    pool = api.describe_user_pool(UserPoolId=options.pool)["UserPool"]
    client = api.describe_user_pool_client(UserPoolId=options.pool, ClientId=options.client)["UserPoolClient"]
    expected = deployment(options)
    subject = options.subject_attribute or expected.outputs.get(SUBJECT_OUTPUT)
    needed = {*expected.outputs.get(WRITABLE_OUTPUT, "email").split(","), *options.writable}
    stacks = boto3.client("cloudformation", region_name=region(options))
    # A local pool has no owner.
    owned_by = None if options.endpoint else owner(pool, options.stack, stacks)
    found = [*trigger_bypasses(pool, expected, options.trust, owned_by), *client_bypasses(client),
             *account_disclosure(client), *client_weaknesses(client), *needless_attributes(client, needed),
             *pool_bypasses(pool), *address_bypasses(pool), *aliases_without_code(pool),
             *subject_bypasses(pool, subject or DEFAULT_SUBJECT)]
    # A local pool has functions of its own.
    functions_api = None if options.endpoint else boto3.client("lambda", region_name=region(options))
    unproven, unchecked = unproven_aliases(pool, functions_api, expected)
    found += unproven
    if PASSWORD_TRIGGER in expected.functions:
        found += password_weaknesses(pool)
    unchecked += unknown_triggers(pool, expected, options.without_pre_sign_up)
    if not expected.functions:
        unchecked.append("whether the password policy is strong enough, which matters if the sign-in begins with the "
                         "password: name the functions (--stack NAME)")
    if not subject:
        unchecked.append(f"the attribute that links users to an OpenID issuer, unless it is {DEFAULT_SUBJECT}: name it "
                         "(--stack NAME or --subject-attribute NAME)")
    found += mismatches(expected, options.pool, options.client)
    if expected.changing:
        unchecked.append(f"the stack as it will be: it is {expected.changing}")
    if functions_api:
        tables = boto3.client("dynamodb", region_name=region(options))
        gone, unread = gone_functions(functions_api, pool)
        found += gone.values()
        unchecked += unread
        for problems, unread in (behind(functions_api, expected.functions), passkeys(tables, expected, pool)):
            found += problems
            unchecked += unread
    others, failures = other_clients(api, options.pool, options.client)
    for other in others:
        found += [*client_bypasses(other), *account_disclosure(other), *needless_attributes(other, needed)]
    unchecked += failures
    unchecked += [f"{member}, which the installed boto3 does not know: a newer one may" for member in dropped.members]
    line = issuer_line(pool)
    if not line:
        unchecked.append(f"the issuer of the pool's tokens: its type is {issuer_type(pool)}")
    return found, unchecked, [*device_notes(pool), *([line] if line else []), KNOWN]


def behind(api: Any, functions: dict[str, str]) -> tuple[list[Finding], list[str]]:
    """The functions whose aliases do not lead to what was deployed last, and what could not be checked.

    :param api: a client of Lambda.
    :param functions: the ARN of the alias for each trigger. Functions without an alias are not looked at.
    """
    found, unchecked = [], []
    for trigger, function in functions.items():
        alias = FunctionARN.of(function)
        if not alias.qualifier:
            continue
        try:
            newest = api.get_function_configuration(FunctionName=alias.function)
            version = api.get_function_configuration(**alias.arguments)
            routing = api.get_alias(FunctionName=alias.function, Name=alias.qualifier).get("RoutingConfig") or {}
        except (BotoCoreError, ClientError) as error:
            unchecked.append(f"whether the alias of {trigger} leads to what was deployed last: {error}")
            continue
        differs = [word for name, word in SETTINGS.items() if newest.get(name) != version.get(name)]
        if routing.get("AdditionalVersionWeights"):
            unchecked.append(f"{trigger}, whose alias is moving to another version at the moment")
        elif differs:
            found.append(Finding(
                f"{trigger} goes on with former {' and '.join(differs)}: its alias {alias.qualifier} leads to version "
                f"{version['Version']}, and the function has changed since", "deploy with another Revision"))
    return found, unchecked


def run(options: argparse.Namespace) -> int:
    found, unchecked, notes = find(options)
    for finding in found:
        print(f"Problem: {finding.problem}. Remedy: {finding.remedy}.")
    for line in unchecked:
        print(f"Not checked: {line}")
    for line in notes:
        print(line)
    joint = f", {'and' if found else 'but'} not everything could be checked" if unchecked else ""
    problems = count(len(found), "problem") if found else "No problems"
    print(f"{problems} found in {options.pool}{joint}.")
    if found:
        return PROBLEMS
    return UNCHECKED if unchecked else NO_PROBLEMS
