"""Stops all sign-ins of a deployed stack, lets people sign in again, or shows
whether they can.

Stopped, no sign-in ends with tokens, and nobody adds a passkey. People who are
signed in notice nothing.
"""

import argparse

import boto3

from cognito_passkeys.stacks import FUNCTION, add_own_stack, resources, stack

ACTIONS = ("stop", "resume", "show")
# The first ends each sign-in; with the others people add passkeys. A parameter may limit those.
FUNCTIONS = {"VerifyAuthChallenge": None, "Authenticator": "AuthenticatorConcurrency",
             "AddAuthenticator": "AuthenticatorConcurrency"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=ACTIONS, metavar="ACTION", help=", ".join(ACTIONS))
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    api = boto3.client("lambda", region_name=options.region)
    found, parameters = resources(options.stack, options.region, FUNCTION), stack(options.stack, options.region).parameters
    for name, parameter in FUNCTIONS.items():
        if name not in found:
            continue
        limit = 0 if options.action == "stop" else int(parameters.get(parameter or "") or -1)
        if options.action != "show" and limit >= 0:
            api.put_function_concurrency(FunctionName=found[name], ReservedConcurrentExecutions=limit)
        elif options.action == "resume":
            api.delete_function_concurrency(FunctionName=found[name])
        now = api.get_function_concurrency(FunctionName=found[name]).get("ReservedConcurrentExecutions")
        print(f"{name}: {'stopped' if now == 0 else 'runs' if now is None else f'at most {now} calls at once'}")
    return 0
