"""What an update of the stack of samconfig.toml changes, and what it adds to the parameters there and why.

A parameter that the file does not name has the template's default. The update gives Revision, so that what has changed
reaches the aliases of all functions, and Rollout=AllAtOnce if a setting changes.
"""

import time

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.deployment import one_way, packages
from cognito_passkeys.deployment.deploy import Target, calls, must_fit
from cognito_passkeys.deployment.intrinsics import defaults
from cognito_passkeys.deployment.plan import REVISION, changes, plan
from cognito_passkeys.deployment.refusals import must_take
from cognito_passkeys.function_names import ALIAS
from cognito_passkeys.proposal import Proposal
from cognito_passkeys.stacks import FUNCTION, Stack, resources


def planned(found: Target, is_packaged: bool) -> tuple[dict[str, str], Proposal]:
    """The parameters of an update of the stack of the file, and what it would change.

    :param is_packaged: whether dist/ has the zips. Otherwise they are still to be made.
    :raises ValueError: as `must_fit`, or the template does not take the parameters.
    """
    template = packages.template(found.template)
    must_take(template, found.given)
    proposal = Proposal(found.name)
    title = f"Stack {found.name} in {found.client('cloudformation').meta.region_name}"
    if found.deployed is None:
        proposal.add(f"{title}, which is new", (f"{name}={value}" for name, value in found.given.items()))
    if found.template == packages.MONITORING:
        if found.deployed:
            proposal.add(title, [*changes(found.deployed.parameters, found.given, found.given), "alarms and dashboard"])
        return found.given, proposal
    must_fit(found)
    after = defaults(template) | of_packages(found.deployed) | found.given
    made = plan(template, after, found.deployed, str(int(time.time())), lambda: calls(found.configuration))
    if found.deployed:
        before = defaults(template) | found.deployed.parameters
        proposal.add(title, changes(before, after, found.given))
        if back := rolled_back(found):
            made.parameters[REVISION] += f"-{int(time.time())}"
            made.notes.append(back)
        if not is_packaged or before[REVISION] != made.parameters[REVISION]:
            proposal.add(title, ["functions: a new version of each"])
        proposal.one_way.extend(one_way.steps(before, after, found.deployed.outputs, found.client))
    proposal.follows.extend(made.notes)
    return after | made.parameters, proposal


def of_packages(deployed: Stack | None) -> dict[str, str]:
    """What a stack keeps although the file does not say it, because the packages or the day have decided it."""
    return {name: value for name, value in (deployed.parameters if deployed else {}).items()
            if name in ("Architecture", "Runtime")}


def rolled_back(found: Target) -> str | None:
    """What `rollback` has done since the last deployment; none if it has done nothing, or if that cannot be read."""
    api, expected = found.client("lambda"), (found.deployed.parameters if found.deployed else {}).get(REVISION)
    led: dict[str, str] = {}
    try:
        for name, function in resources(found.name, found.configuration.get("region"), FUNCTION).items():
            led[name] = api.get_function_configuration(FunctionName=function, Qualifier=ALIAS)["Description"]
    except (BotoCoreError, ClientError):
        return None
    others = {name: revision for name, revision in led.items() if revision != expected}
    if not others:
        return None
    return (f"{', '.join(sorted(others))}: led back to {', '.join(sorted({*others.values()}))} since the last "
            f"deployment, which was {expected}. This deployment leads all functions to its own versions.")
