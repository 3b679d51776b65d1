"""Attaches the trigger functions to a user pool and an app client that already exist.

Reads both, shows what would change and which ways around the triggers stay
open, asks, lets the pool call the functions, then updates. All other settings
of the pool and the client stay. If Amplify, CDK, CloudFormation or Terraform
deploys the pool, its next deployment takes the triggers off again: --print
shows what to write there instead.
"""

import argparse
import sys

import boto3

from cognito_passkeys.console import add_confirmation
from cognito_passkeys.files import PROGRAM
from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS
from cognito_passkeys.proposal import Proposal
from cognito_passkeys.user_pool.aliases import unproven_aliases
from cognito_passkeys.user_pool.as_code import Wanted, code
from cognito_passkeys.user_pool.bypasses import Settings, client_bypasses, pool_bypasses
from cognito_passkeys.user_pool.detachment import Former
from cognito_passkeys.user_pool.functions import Deployment, add_pool_options, deployment, region
from cognito_passkeys.user_pool.issuer import issuer_line, issuer_type
from cognito_passkeys.user_pool.owner import owner
from cognito_passkeys.user_pool.plan import attached_client, attached_pool, difference, triggers_in_place
from cognito_passkeys.user_pool.pool import Pool, made, other_clients
from cognito_passkeys.user_pool.serving import gone_functions, mismatches, passkeys
from cognito_passkeys.verbs import DONE, FAILED, REFUSED, Misuse


def add_options(parser: argparse.ArgumentParser) -> None:
    add_pool_options(parser, without_pre_sign_up="leave the trigger PreSignUp as it is")
    parser.add_argument("--close-flows", action="store_true", help="remove every other flow from the client")
    parser.add_argument("--rotate-refresh-tokens", action="store_true",
                        help="replace the refresh token at each refresh, which takes the client's refresh flow away")
    parser.add_argument("--replace", action="store_true", help="overwrite another function in one of the triggers")
    parser.add_argument("--print", action="store_true",
                        help="change nothing, and print what to write where the pool is defined")
    add_confirmation(parser)


def bypasses(pool: Pool, client: str, client_later: Settings) -> list[str]:
    """The ways around the triggers that stay open in the whole pool after the change."""
    others, failures = other_clients(pool.api, pool.id, client)
    found = [*pool_bypasses(pool.pool)]
    for one in (client_later, *others):
        found += client_bypasses(one)
    return [*(finding.problem for finding in found), *(f"not checked: {line}" for line in failures)]


def refusals(pool: Pool, expected: Deployment, options: argparse.Namespace) -> list[str]:
    """Everything that speaks against attaching, each with its remedy."""
    found = [pool.unknown] if pool.unknown else []
    if expected.changing:
        found.append(f"the stack is {expected.changing}. Wait until that is done, and run this again.")
    unproven, unread = unproven_aliases(pool.pool, pool.functions_api, expected)
    for problem, remedy in (*mismatches(expected, options.pool, options.client), *unproven):
        found.append(f"{problem}. Remedy: {remedy}, and run this again.")
    for line in unread:
        print(f"Warning: not checked: {line}.")
    in_place = {} if options.replace else triggers_in_place(pool.pool_now, expected.functions)
    for trigger, function in in_place.items():
        leave = ", and --without-pre-sign-up leaves it" if trigger == "PreSignUp" else ""
        found.append(f"{trigger} is {function}, not {expected.functions[trigger]}. --replace overwrites it{leave}.")
    return found


def run(options: argparse.Namespace) -> int:
    expected = deployment(options)
    wanted = expected.functions
    missing = [trigger for trigger in CUSTOM_AUTH_TRIGGERS if trigger not in wanted]
    if missing:
        raise Misuse(f"No function for {', '.join(missing)}: give --stack or its ARN.")
    pool = Pool(options.pool, [options.client], region(options))
    tables, stacks = (boto3.client(name, region_name=region(options)) for name in ("dynamodb", "cloudformation"))
    gone, unread = gone_functions(pool.functions_api, pool.pool)
    foreign, unseen = passkeys(tables, expected, pool.pool)
    for line in (*(f"{problem}. Remedy: {remedy}" for problem, remedy in (*gone.values(), *foreign)),
                 *(f"not checked: {line}" for line in (*unread, *unseen))):
        print(f"Warning: {line}.")
    if refused := refusals(pool, expected, options):
        print(*(f"Refused: {line}" for line in refused), sep="\n", file=sys.stderr)
        return REFUSED
    pool_later = attached_pool(pool.pool_now, wanted)
    client_now = pool.clients_now[options.client]
    client_later = attached_client(client_now, options.close_flows, options.rotate_refresh_tokens)
    uncallable = [function for function in dict.fromkeys(wanted.values()) if not pool.may_call(function)]
    print(issuer_line(pool.pool) or f"The type of the pool's issuer is unknown: {issuer_type(pool.pool)}.")
    owned_by = owner(pool.pool, options.stack, stacks)
    if owned_by:
        print(f"Warning: {owned_by} deploys this pool. Its next deployment may take the triggers off again, and then "
              "nobody signs in. Change the pool there; --print shows how.")
    proposal = Proposal(options.stack or "")
    proposal.add(f"User pool {options.pool}", difference(pool.pool_now, pool_later))
    proposal.add(f"App client {options.client}", difference(client_now, client_later))
    proposal.add("Functions that the pool may call from now on", uncallable)
    if proposal.parts:
        proposal.follows.append(
            f"{PROGRAM} detach --pool {options.pool} --stack {options.stack} puts the former settings back."
            if options.stack else "The former settings are kept nowhere: only --stack names a place for them.")
    proposal.follows += [f"A way around the triggers stays open: {line}."
                         for line in bypasses(pool, options.client, client_later)]
    if options.print:
        proposal.show()
        print("", code(Wanted(wanted, pool_later, client_later, uncallable), owned_by), "", sep="\n")
        print("Nothing was changed.")
        return DONE
    if (end := proposal.stops(options, "Change this?")) is not None:
        return end

    def change() -> list[str]:
        if options.stack:
            former = Former(options.stack, options.pool, region(options))
            former.keep(options.pool, pool.pool_now, pool_later)
            former.keep(options.client, client_now, client_later)
            former.write()
        for function in uncallable:
            pool.allow(function)
        return pool.update(pool_later, {options.client: client_later})

    return DONE if made(change, "Attached") else FAILED
