"""The journeys on each kind of deployment; and Cognito and apps may call what they have to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cloud import ACCOUNT, REGION, Cloud, Stack
from conftest import KINDS
from deployed import Deployed
from journeys.every import JOURNEYS

KIND_OF = {deployment: kind for kind, (deployment, _) in KINDS.items()}


@pytest.mark.parametrize("journey", JOURNEYS, ids=str)
def test_journey(deployed, journey):
    if journey.needs:
        pytest.skip(f"the emulator lacks {', '.join(sorted(journey.needs))}")
    if journey.deployment not in KIND_OF:
        pytest.skip(f"not deployed: {journey.deployment}")
    journey.play(deployed(KIND_OF[journey.deployment])[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_pool_calls_aliases_that_let_it(deployed, kind):
    assert_callable(deployed(kind)[0])


def assert_callable(deployed: Deployed) -> None:
    """Fails unless each function in a trigger of the pool lets this pool call the alias that the trigger names."""
    cloud = deployed.cloud
    pool = cloud.client("cognito-idp").describe_user_pool(UserPoolId=deployed.pool)["UserPool"]
    triggers = {name: value for name, value in pool["LambdaConfig"].items() if isinstance(value, str)}
    assert len(triggers) >= 4
    for name, function in triggers.items():
        assert function.endswith(":live"), name
        assert any(allows_pool(one, function, pool["Arn"]) for one in policy(cloud, function)), name


@pytest.mark.parametrize("kind", ["authsignal", "own-authenticator"])
def test_anybody_may_call_the_urls_and_only_the_urls(deployed, kind):
    stack = deployed(kind)[0].stack
    urls = [physical.rpartition(":")[0] for type_, physical in stack.resources.values() if type_ == "AWS::Lambda::Url"]
    assert len(urls) == (2 if kind == "own-authenticator" else 1)
    for name in urls:
        found = {one["Action"]: one for one in policy(stack.cloud, arn(stack, name)) if one["Principal"] == "*"}
        assert set(found) == {"lambda:InvokeFunctionUrl", "lambda:InvokeFunction"}, name
        conditions = {key: value for one in found.values() for part in one["Condition"].values()
                      for key, value in part.items()}
        assert conditions["lambda:FunctionUrlAuthType"] == "NONE"
        assert str(conditions["lambda:InvokedViaFunctionUrl"]).lower() == "true"


def arn(stack: Stack, function: str) -> str:
    return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}:live"


def policy(cloud: Cloud, function: str) -> list[dict[str, Any]]:
    name, _, alias = function.rpartition(":")
    return json.loads(cloud.client("lambda").get_policy(FunctionName=name, Qualifier=alias)["Policy"])["Statement"]


def allows_pool(statement: dict[str, Any], function: str, pool: str) -> bool:
    conditions = {key.lower(): value for part in statement["Condition"].values() for key, value in part.items()}
    return (statement["Effect"], statement["Action"], statement["Resource"], statement["Principal"],
            conditions.get("aws:sourcearn"), conditions.get("aws:sourceaccount")) == (
        "Allow", "lambda:InvokeFunction", function, {"Service": "cognito-idp.amazonaws.com"}, pool, ACCOUNT)
