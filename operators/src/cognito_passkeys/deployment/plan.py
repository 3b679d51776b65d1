"""How an update of a stack reaches the callers, and what has to be said about it: pure functions."""

import hashlib
import json
from collections.abc import Callable, Container, Iterator
from typing import Any, NamedTuple

from cognito_passkeys.deployment import packages, session_length
from cognito_passkeys.deployment.account import FIRST_CONCURRENCY
from cognito_passkeys.proposal import change
from cognito_passkeys.stacks import Stack

# Parameters of the deployment itself, which are no settings.
ROLLOUT, REVISION = "Rollout", "Revision"
# They say where the packages are.
PLACES = ("CodeBucket", "CodePrefix")
OF_DEPLOYMENT = (ROLLOUT, REVISION, *PLACES)
AT_ONCE = "AllAtOnce"
TAKEN_BACK = "UPDATE_ROLLBACK_COMPLETE"
# What Lambda leaves to the functions that have reserved nothing.
UNRESERVED = 100


class Plan(NamedTuple):
    """The parameters that an update gives, besides those that the operator gives, and what it says about them."""

    parameters: dict[str, str]
    notes: list[str]


def changes(before: dict[str, str], after: dict[str, str], given: Container[str]) -> Iterator[str]:
    """A line for each setting that changes.

    :param given: the names that the operator gives.
    """
    for name, value in after.items():
        if name not in OF_DEPLOYMENT and before.get(name) != value:
            yield change(name, before.get(name), value) + ("" if name in given else ", the default")


def digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def flood(calls: int | None, has_open_door: bool) -> list[str]:
    """What a flood does.

    :param calls: how many calls Lambda answers at the same time in the account and Region; none if that is not known.
    :param has_open_door: whether there is an authenticator without a share of its own.
    """
    notes = []
    if has_open_door:
        notes.append("AuthenticatorConcurrency is empty: a flood at the authenticator takes all "
                     f"{f'{calls} ' if calls else ''}calls that Lambda answers at the same time in this account and "
                     "Region, those of the triggers too, and then nobody signs in.")
    if calls and calls <= FIRST_CONCURRENCY:
        notes.append(f"Lambda answers only {calls} calls at the same time in this account and Region: a few people who "
                     "ask for codes at once, or anybody's flood of sign-ins, make the sign-ins of others fail. "
                     "Ask for more, which costs nothing:\n"
                     "  aws service-quotas request-service-quota-increase --service-code lambda "
                     "--quota-code L-B99A9384 --desired-value 1000")
    elif has_open_door and calls and calls <= UNRESERVED:
        notes.append("Lambda lets no function reserve a share of so few. Have the quota of concurrent executions "
                     "raised.")
    return notes


def plan(template: dict[str, Any], given: dict[str, str], deployed: Stack | None, now: str,
         calls: Callable[[], int | None] = lambda: None) -> Plan:
    """How to update a stack. While an alias leads to two versions, one sign-in meets both, and they have to agree on
    it. So a change of a setting reaches all calls at once.

    :param template: as CloudFormation takes it. It names the digest of each zip.
    :param given: the parameters that the operator gives. The others keep their values.
    :param deployed: the stack; none if it does not exist yet.
    :param now: a text that no earlier update had.
    :param calls: says how many calls Lambda answers at the same time.
    """
    before = {name: str(parameter.get("Default", "")) for name, parameter in template["Parameters"].items()}
    before |= {name: value for name, value in deployed.parameters.items() if name in before} if deployed else {}
    after = before | given
    settings = {name: value for name, value in after.items() if name not in OF_DEPLOYMENT}
    # The next update knows by the first part whether the variables in the template have changed.
    variables = digest([resource["Properties"]["Environment"] for resource in template["Resources"].values()
                        if resource["Type"] == packages.FUNCTION])[:6]
    revision = f"{variables}-{digest(template, settings)[:12]}"
    found = Plan({REVISION: revision}, [])
    has_open_door = after["SignInWith"] == "own-authenticator" and not after["AuthenticatorConcurrency"]
    found.notes.extend(flood(calls(), has_open_door))
    found.notes.extend(session_length.notes(template, after))
    if deployed is None:
        return found
    if deployed.status == TAKEN_BACK:
        found.parameters[REVISION] += f"-{now}"
        found.notes.append("The last update was taken back, so all functions are published anew.")
    if after[ROLLOUT] != AT_ONCE:
        changed = [name for name in settings if before[name] != after[name]]
        if not before[REVISION].startswith(f"{variables}-"):
            changed.append("a variable in template.yaml")
        if changed:
            found.parameters[ROLLOUT] = AT_ONCE
            found.notes.append(f"{ROLLOUT}={AT_ONCE} instead of {after[ROLLOUT]}, for this deployment, because a sign-in "
                               f"must not meet two settings. What changes: {', '.join(changed)}.")
    return found
