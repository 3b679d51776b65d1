"""Changes parameters of a deployed stack, and waits until that is done.

All other parameters keep their values. Besides, it changes Revision, without
which the alias may keep leading to the former values, and lets all functions
change at once (Rollout). Without NAME=VALUE, all processes start anew. It shows
that and asks first. A samconfig.toml in this folder that names the stack gets
the same values.
"""

import argparse
from datetime import datetime, timezone

from cognito_passkeys import email_address
from cognito_passkeys.deployment import change_set, deploy, one_way, samconfig
from cognito_passkeys.deployment.change_set import Update
from cognito_passkeys.deployment.plan import AT_ONCE, REVISION, ROLLOUT, changes
from cognito_passkeys.deployment.refusals import must_take
from cognito_passkeys.proposal import Proposal, add_agreement
from cognito_passkeys.stacks import Stack, add_own_stack
from cognito_passkeys.users_table.reset_notice import SENDER_PARAMETER
from cognito_passkeys.verbs import Misuse


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE", help="a parameter's new value")
    add_own_stack(parser)
    add_agreement(parser)


def run(options: argparse.Namespace) -> int:
    if wrong := [change for change in options.changes if "=" not in change]:
        raise Misuse(f"{wrong[0]} is not NAME=VALUE")
    asked = dict(change.split("=", 1) for change in options.changes)
    configuration = {"stack_name": options.stack, "region": options.region}
    api = deploy.client(configuration, "cloudformation")
    region = api.meta.region_name
    found = deploy.stack(configuration)
    if found is None:
        raise ValueError(f"there is no stack {options.stack} in {region}")
    deploy.must_rest(configuration, found)
    if not asked.get(SENDER_PARAMETER, "").isascii():
        # CloudFormation and Cognito take ASCII alone.
        asked[SENDER_PARAMETER] = email_address.sender(asked[SENDER_PARAMETER]).header
    template = api.get_template(StackName=options.stack)["TemplateBody"]
    if isinstance(template, dict):
        must_take(template, asked, found.parameters)
    elif unknown := asked.keys() - found.parameters.keys():
        raise ValueError(f"the stack {options.stack} has no parameter {', '.join(sorted(unknown))}")
    proposal = proposed(options.stack, region, found, asked, configuration)
    if (code := proposal.stops(options)) is not None:
        return code
    # To the microsecond: a second change within the same second needs another one, too.
    revision = f"{datetime.now(timezone.utc):%Y%m%dT%H%M%S.%fZ}"
    given = {REVISION: revision, ROLLOUT: AT_ONCE} | asked
    kept = [name for name in found.parameters if name not in given]
    if not change_set.apply(api, Update(options.stack, None, given, kept), is_new=False):
        return 1
    written = samconfig.keep(options.stack, region, asked)
    print("Done." if written or not asked else "Done. Write the same values where your deployments keep theirs.")
    return 0


def proposed(name: str, region: str, found: Stack, asked: dict[str, str],
             configuration: dict[str, str]) -> Proposal:
    proposal = Proposal(name)
    title = f"Stack {name} in {region}"
    proposal.add(title, changes(found.parameters, asked, asked))
    proposal.add(title, ["functions: a new version of each, to all callers at once"])
    proposal.one_way.extend(one_way.steps(found.parameters, found.parameters | asked, found.outputs,
                                          lambda service: deploy.client(configuration, service)))
    return proposal
