"""What an update of a stack has to do at once, and with which parameters it is deployed: pure functions."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

# Parameters of the deployment itself. No setting of a function depends on them.
ROLLOUT, REVISION, MOVE = "Rollout", "Revision", "MoveToAlias"
AT_ONCE = "AllAtOnce"
FUNCTION, POLICIES = "AWS::Serverless::Function", ("AWS::IAM::Role", "AWS::IAM::RolePolicy")
# CodeDeploy's roles, which are no function's.
ROLLOUT_ROLE = "RolloutRole"
TAKEN_BACK = "UPDATE_ROLLBACK_COMPLETE"
# What Lambda leaves to the functions that have reserved nothing.
UNRESERVED = 100


class Deployed(NamedTuple):
    """A stack before an update."""

    parameters: dict[str, str]
    outputs: dict[str, str]
    status: str

    @property
    def has_aliases(self) -> bool:
        """Whether its outputs name aliases: arn:aws:lambda:REGION:ACCOUNT:function:NAME:live."""
        return self.outputs.get("DefineAuthChallengeArn", "").count(":") == 7


class Plan(NamedTuple):
    """The parameters that an update gives, besides those that the operator gives, and what it says about them."""

    parameters: dict[str, str]
    notes: list[str]


def names(node: Any, conditions: dict[str, Any]) -> Iterator[str]:
    """What a part of a template refers to, also through its conditions."""
    if isinstance(node, list):
        for part in node:
            yield from names(part, conditions)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "Ref":
                yield value
            elif key in ("Fn::If", "Condition") and isinstance(condition := value[0] if key == "Fn::If" else value, str):
                yield from names(conditions.get(condition), conditions)
            elif key == "Fn::Sub":
                yield from re.findall(r"\$\{([^}.]+)\}", value[0] if isinstance(value, list) else value)
            yield from names(value, conditions)


def reasons(template: dict[str, Any]) -> dict[str, str]:
    """Why a change of a parameter has to be there at once, for each one that has to.

    While an alias leads to two versions, one sign-in meets both. Its functions then have to agree, and a policy has no
    versions.
    """
    readers: dict[str, list[str]] = {}
    policies: set[str] = set()
    for name, resource in template["Resources"].items():
        if resource["Type"] == FUNCTION:
            for parameter in set(names(resource["Properties"]["Environment"], template["Conditions"])):
                readers.setdefault(parameter, []).append(name)
        elif resource["Type"] in POLICIES and not name.endswith(ROLLOUT_ROLE):
            policies |= set(names(resource["Properties"], template["Conditions"]))
    found = {}
    for parameter in template["Parameters"]:
        if len(functions := readers.get(parameter, [])) > 1:
            found[parameter] = f"{', '.join(functions[:-1])} and {functions[-1]} have to agree on it"
        elif parameter in policies:
            found[parameter] = "it changes what a role may do, which has no versions"
    return found


def revision(template: dict[str, Any], parameters: dict[str, str], zips: dict[str, str], again: str = "") -> str:
    """The revision of this template with these parameters and zips: who leads the aliases back finds by it which versions
    belong together.

    :param zips: the digest of each zip.
    :param again: makes it another one, for an update that has been taken back and comes again.
    """
    settings = {name: value for name, value in parameters.items() if name not in (ROLLOUT, REVISION, MOVE)}
    text = hashlib.sha256(json.dumps([template, settings, zips], sort_keys=True).encode()).hexdigest()[:12]
    return f"{text}-{again}" if again else text


def flood(calls: int | None) -> list[str]:
    """What a flood does at an authenticator without a share of its own.

    :param calls: how many calls Lambda answers at the same time in the account and Region; none if that is not known.
    """
    notes = [f"AuthenticatorConcurrency is empty: a flood at the authenticator takes all {f'{calls} ' if calls else ''}calls "
             "that Lambda answers at the same time in this account and Region, those of the triggers too, and then nobody "
             "signs in."]
    if calls and calls <= UNRESERVED:
        notes.append("Lambda lets no function reserve a share of so few. Have the quota of concurrent executions raised.")
    return notes


def plan(template: dict[str, Any], given: dict[str, str], deployed: Deployed | None, now: str,
         zips: dict[str, str], calls: Callable[[], int | None] = lambda: None) -> Plan:
    """How to update a stack.

    :param given: the parameters that the operator gives. The others keep their values.
    :param deployed: the stack; none if it does not exist yet.
    :param now: a text that no earlier update had.
    :param zips: the digest of each zip with a function.
    :param calls: says how many calls Lambda answers at the same time.
    """
    before = {name: str(parameter.get("Default", "")) for name, parameter in template["Parameters"].items()}
    before |= {name: value for name, value in deployed.parameters.items() if name in before} if deployed else {}
    after = before | given
    is_again = deployed is not None and deployed.status == TAKEN_BACK
    found = Plan({REVISION: revision(template, after, zips, now if is_again else "")}, [])
    if after["UseAuthenticator"] == "true" and not after["AuthenticatorConcurrency"]:
        found.notes.extend(flood(calls()))
    if deployed is None:
        return found
    if is_again:
        found.notes.append("The last update was taken back, so all functions are published anew.")
    if not deployed.has_aliases and MOVE not in given:
        found.parameters[MOVE] = "true"
        found.notes.append(f"The stack has no aliases yet, so {MOVE}=true serves its callers on the way: see "
                           "docs/changing-a-stack.md.")
    elif after[MOVE] == "true":
        found.notes.append(f"{MOVE} is true. Set it to false when nothing calls a function without its alias any more.")
    if after[ROLLOUT] != AT_ONCE:
        why = [f"{name} changes, and {reason}." for name, reason in reasons(template).items()
               if before[name] != after[name]]
        if why:
            found.parameters[ROLLOUT] = AT_ONCE
            found.notes.extend([f"{ROLLOUT}={AT_ONCE} instead of {after[ROLLOUT]}, for this deployment:", *why])
            if ROLLOUT not in given:
                found.notes.append(f"Write {ROLLOUT} into samconfig.toml, or later deployments are {AT_ONCE} too.")
    return found
