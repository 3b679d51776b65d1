"""Deploys the stack of samconfig.toml. Without that file, it asks how the stack
is to be, and writes the file. In a checkout, `make deploy` calls it twice:
before packaging (--prepare) and after.
"""

import argparse
import re
import sys

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import is_confirmed
from cognito_passkeys.deployment import app_settings, deploy, leftovers, next_steps, packages, samconfig, summary
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.deployment.ask import ask
from cognito_passkeys.deployment.plan import PLACES, REVISION
from cognito_passkeys.deployment.update import planned
from cognito_passkeys.files import DEPLOY, IS_INSTALLED, PROGRAM
from cognito_passkeys.proposal import add_agreement
from cognito_passkeys.stacks import KIND, Stack
from cognito_passkeys.verbs import DECLINED, DONE, FAILED, Misuse

GO_ON = f"The next {DEPLOY} goes on from there."
# The status of a stack that nothing has changed since it was made.
FIRST = "CREATE_COMPLETE"
USUAL = "passkeys"
ENVIRONMENT = re.compile(r"[A-Za-z0-9_-]+")
STACK = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,100}")
WITHOUT_TERMINAL = (
    "There is no terminal to ask at. Write {file} first: docs/examples/samconfig has one for each way to sign in.")


def add_options(parser: argparse.ArgumentParser) -> None:
    calls = parser.add_mutually_exclusive_group()
    calls.add_argument("--prepare", action="store_true", help="ask everything, and deploy nothing")
    calls.add_argument("--prepared", action="store_true", help="ask nothing again, after --prepare")
    parser.add_argument("--stack", metavar="NAME", help=f"name of a new stack, for the first time (default: {USUAL})")
    parser.add_argument("--adopt", metavar="STACK", help="write the file for a stack that is there, and end")
    parser.add_argument("--config-env", metavar="NAME", default=samconfig.DEFAULT_ENVIRONMENT,
                        help="environment of the file (default: %(default)s)")
    parser.add_argument("--dist", action="store_true",
                        help="deploy the zips that are in dist/, which must be there before")
    parser.add_argument("--monitoring", metavar="PARAMETERS",
                        help="deploy monitoring.yaml beside the stack, with these parameters of its own, or 1 for none")
    add_agreement(parser)


def run(options: argparse.Namespace) -> int:
    if not ENVIRONMENT.fullmatch(options.config_env):
        raise Misuse(f"{options.config_env} is no name of an environment: letters, digits, hyphens and underscores")
    if options.stack is not None and not STACK.fullmatch(options.stack):
        raise Misuse(f"{options.stack} is no name of a stack: letters, digits and hyphens, and a letter first")
    if options.adopt:
        adopt(options.adopt, options.config_env)
        return DONE
    is_packaged = options.dist or IS_INSTALLED
    architecture = packages.architecture() if is_packaged else samconfig.architecture()
    if not sys.stdin.isatty() and not samconfig.CONFIGURATION.exists():
        print(WITHOUT_TERMINAL.format(file=samconfig.CONFIGURATION), file=sys.stderr)
        return FAILED
    if sys.stdin.isatty() and not samconfig.has(options.config_env):
        is_usual = options.config_env == samconfig.DEFAULT_ENVIRONMENT
        usual = USUAL if is_usual else f"{USUAL}-{options.config_env}"
        configure(options.stack or usual, options.config_env, architecture)
    found = deploy.target(options.config_env, architecture)
    if options.stack not in (None, found.name):
        raise Misuse(f"{samconfig.CONFIGURATION} is about the stack {found.name}, not about {options.stack}")
    if options.monitoring is not None:
        if options.prepare:
            return DONE
        found = deploy.watching(found, options.monitoring)
    if found.deployed and found.deployed.status in leftovers.NEVER_MADE:
        if not cleaned(found, options):
            return DONE if options.dry_run else DECLINED
        # A new stack also gets what fits the packages.
        made = {} if options.monitoring is not None else samconfig.of_packages(architecture)
        found = found._replace(given=made | found.given, deployed=None)
    parameters, proposal = planned(found, is_packaged or not options.prepare)
    if options.prepared and options.monitoring is None:
        # The first call has asked.
        options.yes, options.confirm = True, found.name
    elif found.deployed is None and options.monitoring is None:
        print(*summary.lines(found.given), sep="\n")
    if (code := proposal.stops(options)) is None and not options.prepare:
        code = DONE if deploy.update(found, parameters) else FAILED
    now = deploy.stack(found.configuration)
    if code == FAILED and now and now.status in leftovers.NEVER_MADE:
        cleaned(found, options)
    # Also after a first deployment whose end was not waited for.
    is_first = options.monitoring is None and (found.deployed is None or found.deployed.status == FIRST)
    if code == DONE and is_first and now and not options.dry_run:
        welcome(found.name, now)
    return code or DONE


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
    samconfig.write(name, account.region, parameters | samconfig.of_packages(architecture), part)


def adopt(name: str, part: str) -> None:
    """Writes the file for a stack that is there, with each parameter that is not its template's default.

    :raises ValueError: there is no such stack of the template, or the file has the environment already.
    """
    configuration = {"stack_name": name}
    api = deploy.client(configuration, "cloudformation")
    found = deploy.stack(configuration)
    if found is None or KIND not in found.parameters:
        raise ValueError(f"there is no stack {name} of this template in {api.meta.region_name}")
    if samconfig.has(part):
        raise ValueError(f"{samconfig.CONFIGURATION} has the environment {part} already. CONFIG_ENV=name takes another")
    described = api.get_template_summary(StackName=name)["Parameters"]
    usual = {entry["ParameterKey"]: entry.get("DefaultValue") for entry in described}
    samconfig.write(name, api.meta.region_name, {key: value for key, value in found.parameters.items()
                                                 if key not in (REVISION, *PLACES) and value != usual.get(key)}, part)


def welcome(name: str, stack: Stack) -> None:
    """Prints what a person does with a stack that is there for the first time."""
    print(f"\nThe settings of the sample apps ({PROGRAM} app-settings --stack {name} prints them again):\n")
    print(app_settings.shown(stack))
    print(*next_steps.lines(name, stack), sep="\n")


def cleaned(found: deploy.Target, options: argparse.Namespace) -> bool:
    """Names what a failed first deployment left, and removes it after asking."""
    identifier = leftovers.stack_id(found.client, found.name)
    left = leftovers.of_stack(found.client, identifier, is_complete=False)
    print(f"The first deployment of {found.name} failed. It left the stack itself"
          + (", and what deleting the stack does not remove:" if left else "."),
          *(f"  {one}" for one in left), sep="\n")
    print("Nobody has used any of it. Without removing it, this name cannot be deployed.")
    if options.dry_run or not is_confirmed("Remove it?", options):
        return False
    leftovers.delete_stack(found.client, identifier)
    leftovers.remove(found.client, left)
    return True
