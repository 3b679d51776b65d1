"""The functions run within the permissions boundary: what it does not allow, no policy of a role allows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from deployed import Deployed

NEEDED = {"signed": ["Tables", "SecretsAndPoolByTag"], "email-code": ["Mails"]}


@contextmanager
def without(deployed: Deployed, statement: str) -> Iterator[None]:
    """Takes a statement out of the boundary of a stack for a while."""
    api, policy = deployed.cloud.client("iam"), deployed.cloud.boundary(deployed.stack.name)

    def current() -> str:
        return api.get_policy(PolicyArn=policy)["Policy"]["DefaultVersionId"]

    def change(document: dict[str, Any]) -> None:
        former = current()
        api.create_policy_version(PolicyArn=policy, PolicyDocument=json.dumps(document), SetAsDefault=True)
        api.delete_policy_version(PolicyArn=policy, VersionId=former)
        # A process may have read a secret already.
        deployed.cloud.restart_functions()

    whole = api.get_policy_version(PolicyArn=policy, VersionId=current())["PolicyVersion"]["Document"]
    rest = [one for one in whole["Statement"] if one["Sid"] != statement]
    assert len(rest) == len(whole["Statement"]) - 1, statement
    change(whole | {"Statement": rest})
    try:
        yield
    finally:
        change(whole)


@pytest.mark.parametrize("kind,statement", [(kind, one) for kind, statements in NEEDED.items() for one in statements])
def test_nobody_signs_in_where_the_boundary_lacks_a_right(deployed, kind, statement):
    deployment, journey = deployed(kind)
    with without(deployment, statement), pytest.raises(Exception):
        journey(deployment)
    journey(deployment)


def test_the_deployer_may_not_change_it(deployed):
    deployment = deployed("signed")[0]
    api, policy = deployment.cloud.deployer_client("iam"), deployment.cloud.boundary(deployment.stack.name)
    for call, arguments in ((api.create_policy_version, {"PolicyDocument": "{}", "SetAsDefault": True}),
                            (api.delete_policy_version, {"VersionId": "v1"}), (api.delete_policy, {})):
        with pytest.raises(api.exceptions.ClientError) as refused:
            call(PolicyArn=policy, **arguments)
        assert refused.value.response["Error"]["Code"] == "AccessDenied"
