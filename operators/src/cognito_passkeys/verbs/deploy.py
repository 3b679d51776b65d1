"""Deploys the stack of samconfig.toml. Without that file, it asks how the stack
is to be, and writes the file. In a checkout, `make deploy` calls it twice:
before packaging (--prepare) and after.

Exit codes: 0 the stack is as the file says; 1 it is not, or something is missing
or cannot be read; 4 the answer was no; 130 interrupted.
"""

from __future__ import annotations

import argparse
import re
import sys

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import is_confirmed
from cognito_passkeys.deployment import app_settings, deploy, leftovers, next_steps, packages, samconfig, summary
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.deployment.ask import ask
from cognito_passkeys.files import DEPLOY, IS_INSTALLED, PROGRAM
from cognito_passkeys.verbs import Misuse

OK, FAILED, DECLINED, INTERRUPTED = 0, 1, 4, 130
USUAL = "passkeys"
ENVIRONMENT = re.compile(r"[A-Za-z0-9_-]+")
STACK = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,100}")
WITHOUT_TERMINAL = (
    "There is no terminal to ask at. Write {file} first: docs/examples/samconfig has one for each way to sign in.")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prepare", action="store_true", help="ask, or show what the file says, and deploy nothing")
    parser.add_argument("--stack", metavar="NAME", help=f"name of a new stack, for the first time (default: {USUAL})")
    parser.add_argument("--config-env", metavar="NAME", default=samconfig.DEFAULT_ENVIRONMENT,
                        help="environment of the file (default: %(default)s)")
    parser.add_argument("--dist", action="store_true",
                        help="deploy the zips that are in dist/, which must be there before")
    parser.add_argument("--monitoring", metavar="PARAMETERS",
                        help="deploy monitoring.yaml beside the stack, with these parameters of its own, or 1 for none")
    parser.add_argument("--yes", action="store_true", help="deploy for the first time, and remove what a failed first "
                                                           "deployment left, without asking")


def run(options: argparse.Namespace) -> int:
    if not ENVIRONMENT.fullmatch(options.config_env):
        raise Misuse(f"{options.config_env} is no name of an environment: letters, digits, hyphens and underscores")
    if options.stack is not None and not STACK.fullmatch(options.stack):
        raise Misuse(f"{options.stack} is no name of a stack: letters, digits and hyphens, and a letter first")
    try:
        is_packaged = options.dist or IS_INSTALLED
        architecture = packages.architecture() if is_packaged else samconfig.architecture()
        is_first = not samconfig.CONFIGURATION.exists()
        if is_first:
            if not sys.stdin.isatty():
                print(WITHOUT_TERMINAL.format(file=samconfig.CONFIGURATION), file=sys.stderr)
                return FAILED
            configure(options.stack or USUAL, options.config_env, architecture)
        found = deploy.target(options.config_env, architecture)
        if options.stack not in (None, found.name):
            raise Misuse(f"{samconfig.CONFIGURATION} is about the stack {found.name}, not about {options.stack}")
        if options.monitoring is not None:
            return OK if options.prepare or deploy.monitor(found, options.monitoring) else FAILED
        if options.prepare:
            show(found)
            return OK
        if is_first and is_packaged:
            show(found)
            if not is_confirmed("Make it?", options):
                return DECLINED
        return update(found, options)
    except KeyboardInterrupt:
        kept = f"is kept, and the next {DEPLOY} uses it" if samconfig.CONFIGURATION.exists() else "was not written"
        print(f"\nInterrupted. {samconfig.CONFIGURATION} {kept}.", file=sys.stderr)
        return INTERRUPTED


def configure(name: str, part: str, architecture: str) -> None:
    """Asks, and writes the file.

    :param architecture: the processor that the packages are for.
    :raises ValueError: AWS does not answer, or there is a stack of this name already.
    """
    account = Account(name)
    try:
        caller = account.session.client("sts", region_name=account.usual_region()).get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        raise ValueError(f"AWS does not answer: {error} Sign in first, for example with aws configure sso and "
                         "AWS_PROFILE") from None
    print(f"A few questions about the stack {name} in the account {caller['Account']}. "
          "Enter takes what stands in brackets.")
    parameters = ask(account)
    if boundary := account.boundary(caller["Arn"]):
        parameters["PermissionsBoundaryArn"] = boundary
        print(f"\nEvery role gets the permissions boundary {boundary}, which this account has for the stack.")
    samconfig.CONFIGURATION.write_text(
        samconfig.text(name, account.region, parameters | samconfig.of_packages(architecture), part), encoding="utf-8")
    print(f"\nWritten: {samconfig.CONFIGURATION}. Keep it. The next {DEPLOY} uses it and asks nothing.")


def show(found: deploy.Target) -> None:
    """Shows what the file says, and what a new stack is made of.

    :raises ValueError: the packages would be for another processor.
    """
    deploy.must_fit(found)
    region = found.configuration.get("region")
    print(f"\n{samconfig.CONFIGURATION}: the stack {found.name}{f' in {region}' if region else ''}")
    print(*(f"  {name}={value}" for name, value in found.given.items()), sep="\n")
    if found.deployed is None:
        print("", *summary.lines(found.given), "", sep="\n")
        print(f"Nothing of this is made yet. Ctrl-C stops here, and the next {DEPLOY} goes on.\n", flush=True)


def update(found: deploy.Target, options: argparse.Namespace) -> int:
    if found.deployed and found.deployed.status in leftovers.NEVER_MADE:
        if not cleaned(found, options):
            return DECLINED
        found = deploy.target(options.config_env, found.architecture)
    is_done = deploy.update(found)
    now = deploy.stack(found.configuration)
    if not is_done:
        if now and now.status in leftovers.NEVER_MADE:
            cleaned(found, options)
        return FAILED
    if found.deployed is None and now is not None:
        made = deploy.described(found.configuration)
        print(f"\nThe settings of the sample apps ({PROGRAM} app-settings --stack {found.name} prints them again):\n")
        print(app_settings.shown(made))
        print(*next_steps.lines(found.name, made), sep="\n")
    return OK


def cleaned(found: deploy.Target, options: argparse.Namespace) -> bool:
    """Names what a failed first deployment left, and removes it after asking."""
    identifier = leftovers.stack_id(found.client, found.name)
    left = leftovers.of_stack(found.client, identifier, is_complete=False)
    print(f"The first deployment of {found.name} failed. It left the stack itself"
          + (", and what deleting the stack does not remove:" if left else "."),
          *(f"  {one}" for one in left), sep="\n")
    print("Nobody has used any of it. Without removing it, this name cannot be deployed.")
    if not is_confirmed("Remove it?", options):
        return False
    leftovers.delete_stack(found.client, identifier)
    leftovers.remove(found.client, left)
    return True
