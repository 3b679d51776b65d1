"""Whatever a policy allows is used: without any one of a function's rights, a rehearsed sign-in does not go as it must.

Runs with ACTIONS=1 only, because it repeats the sign-ins once for each right.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from conftest import KINDS
from deployed import Deployed

pytestmark = pytest.mark.skipif(not os.environ.get("ACTIONS"), reason="takes a minute: ACTIONS=1")
# The emulator itself writes the lines of functions.
NOT_JUDGED = ("logs:",)
# A policy may not be empty, and this is allowed anyway.
HARMLESS = {"Effect": "Allow", "Action": "sts:GetCallerIdentity", "Resource": "*"}


class Right(NamedTuple):
    """One action on one resource, and the policies of a role with and without it."""

    role: str
    action: str
    resource: str
    documents: dict[str, dict[str, Any]]
    without: dict[str, dict[str, Any]]

    def __str__(self) -> str:
        return f"{self.role}: {self.action} on {self.resource}"


def listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else value


def rights(deployed: Deployed) -> Iterator[Right]:
    for role in sorted(physical for kind, physical in deployed.stack.resources.values() if kind == "AWS::IAM::Role"):
        documents = policies(deployed, role)
        given = {(action, resource) for document in documents.values() for statement in document["Statement"]
                 for action in listed(statement["Action"]) for resource in listed(statement["Resource"])}
        for action, resource in sorted(given):
            if not action.startswith(NOT_JUDGED):
                without = {name: changed for name, document in documents.items()
                           if (changed := without_right(document, action, resource)) != document}
                yield Right(role, action, resource, {name: documents[name] for name in without}, without)


def policies(deployed: Deployed, role: str) -> dict[str, dict[str, Any]]:
    """The policies of a role, each with a statement for each action on each resource."""
    api = deployed.cloud.client("iam")
    documents = {name: api.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
                 for name in api.list_role_policies(RoleName=role)["PolicyNames"]}
    return {name: {**document, "Statement": [
        {**statement, "Action": action, "Resource": resource} for statement in document["Statement"]
        for action in listed(statement["Action"]) for resource in listed(statement["Resource"])]}
        for name, document in documents.items()}


def without_right(document: dict[str, Any], action: str, resource: str) -> dict[str, Any]:
    return {**document, "Statement": [HARMLESS if (one["Action"], one["Resource"]) == (action, resource) else one
                                      for one in document["Statement"]]}


def put(deployed: Deployed, role: str, documents: dict[str, dict[str, Any]]) -> None:
    for name, document in documents.items():
        deployed.cloud.client("iam").put_role_policy(
            RoleName=role, PolicyName=name, PolicyDocument=json.dumps(document))
    # A process may have read a secret already.
    deployed.cloud.restart_functions()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "password-first"])
def test_each_right_of_a_function_is_needed(deployed, kind):
    deployment, journey = deployed(kind)
    found = list(rights(deployment))
    assert found
    assert [str(right) for right in found if "*" in right.resource] == [], "a right on one thing of the stack"
    unused = []
    for right in found:
        put(deployment, right.role, right.without)
        try:
            journey(deployment)
            unused.append(str(right))
        except Exception:
            pass
        finally:
            put(deployment, right.role, right.documents)
    journey(deployment)
    assert unused == [], "no rehearsed sign-in fails without these rights"
