"""Takes the functions of a stack out of the triggers of a pool, and puts back
what `attach` has changed in the pool and its app clients. What somebody has
changed since then stays, and so does everything else. It shows each change and
asks first. It works after the stack is deleted, too.
"""

import argparse

from cognito_passkeys.console import add_confirmation
from cognito_passkeys.proposal import Proposal
from cognito_passkeys.stacks import add_own_stack
from cognito_passkeys.user_pool.detachment import Detachment
from cognito_passkeys.user_pool.functions import region
from cognito_passkeys.user_pool.owner import STACK
from cognito_passkeys.user_pool.pool import made
from cognito_passkeys.verbs import DONE, FAILED, Misuse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pool", required=True, metavar="ID", help="user pool, for example eu-west-1_AbCdEf123")
    add_own_stack(parser)
    add_confirmation(parser)


def run(options: argparse.Namespace) -> int:
    found = Detachment(options.stack, options.pool, region(options))
    if found.pool.pool.get("UserPoolTags", {}).get(STACK) == options.stack:
        raise Misuse(f"{options.pool} is the stack's own pool, whose users sign in with these functions alone")
    proposal = Proposal(options.stack)
    for title, lines in found.parts().items():
        proposal.add(title, lines)
    proposal.follows += [f"Stays as it is now, because it has changed since: {line}." for line in found.stays]
    if found.is_replaced:
        proposal.follows.append("Nothing is put back, because the triggers name functions of others now.")
    if found.own and not found.former.kept:
        proposal.follows.append("No former settings are kept, so these triggers become empty, and app clients stay.")
    if (end := proposal.stops(options, "Change this?")) is not None:
        return end
    return DONE if made(found.apply, "Detached") else FAILED
