"""A pool that exists already gets the functions with `attach`, and `check-pool` says what is open in it."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable

import pytest

from cloud import ROOT, Run
from conftest import OWN
from deployed import Deployed
from journeys.result_token import passkeys
from test_sign_in import assert_callable

POLICY = json.loads((ROOT / "docs/examples/attach-policy.json").read_text())
# Everything but the last step of attaching.
HALF = POLICY | {"Statement": [
    *POLICY["Statement"], {"Effect": "Deny", "Action": "cognito-idp:UpdateUserPoolClient", "Resource": "*"}]}
STACK = "passkeys-beside"
# The last one lets the roles of the stack mark addresses as verified.
OF_AMPLIFY = {"amplify:deployment-type": "branch", "amplify:branch-name": "main", "cognito-passkeys": STACK}


@pytest.fixture(scope="module")
def existing(cloud) -> Deployed:
    """A pool with settings of its own that Amplify Gen 2 has made, and a stack beside it that is not attached yet."""
    api = cloud.client("cognito-idp")
    pool = api.create_user_pool(
        PoolName="customers", UserPoolTags=OF_AMPLIFY, UsernameAttributes=["email"], MfaConfiguration="OFF",
        Policies={"PasswordPolicy": {"MinimumLength": 14, "RequireNumbers": True}},
        AccountRecoverySetting={"RecoveryMechanisms": [{"Priority": 1, "Name": "verified_email"}]})["UserPool"]["Id"]
    client = api.create_user_pool_client(
        UserPoolId=pool, ClientName="web", ExplicitAuthFlows=["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
        WriteAttributes=["email"], RefreshTokenValidity=12)["UserPoolClient"]["ClientId"]
    stack = cloud.deploy(STACK, **OWN, ExistingUserPoolId=pool, AllowedClientIds=client)
    return Deployed(stack, pool=pool, client=client)


@pytest.fixture(scope="module")
def operator(cloud) -> Callable[..., Run]:
    """Runs a verb with the rights of the policy in docs/, and no others."""
    keys = cloud.user("operator", json.dumps(POLICY))
    return functools.partial(cloud.passkeys, keys=keys)


@pytest.fixture
def words(existing) -> list[str]:
    return ["--pool", existing.pool, "--client", existing.client, "--stack", existing.stack.name]


def test_the_pools_owner_is_named_and_gets_code_to_write(operator, existing, words):
    before = described(existing)
    printed = operator("attach", *words, "--print")
    assert printed.code == 0, printed.said
    assert "Warning: Amplify Gen 2 deploys this pool." in printed.said
    override = f'userPool.addPropertyOverride("LambdaConfig.PreSignUp", "{existing.stack.outputs["PreSignUpArn"]}");'
    assert override in printed.said.splitlines()
    assert described(existing) == before


def test_what_is_open_is_named_before_attaching(operator, words):
    found = operator("check-pool", *words)
    assert found.code == 1, found.said
    for problem in ("no function is attached to DefineAuthChallenge. Remedy: Amplify Gen 2 deploys this pool",
                    "allows ALLOW_USER_SRP_AUTH", "users can set a password with a recovery message"):
        assert problem in found.said, found.said


def test_an_attach_that_fails_half_way_says_how_to_go_on(cloud, operator, existing, words):
    before = described(existing)
    keys = cloud.user("half-an-operator", json.dumps(HALF))
    failed = cloud.passkeys("attach", *words, "--close-flows", "--yes", keys=keys)
    assert failed.code == 1, failed.said
    assert "Not done: An error occurred (AccessDenied" in failed.said
    assert f"Done before that: UpdateUserPool {existing.pool}. Remove the cause and run the same command again" in \
        failed.said
    assert described(existing)[1] == before[1]
    rest = operator("attach", *words, "--close-flows", typed="y\n")
    assert rest.code == 0, rest.said
    assert f"User pool {existing.pool}:" not in rest.said and f"App client {existing.client}:" in rest.said
    assert rest.said.endswith("Attached.\n")
    assert operator("attach", *words, "--close-flows").said.endswith("Nothing to change.\n")
    # Everything else is as it was.
    assert_kept(before, described(existing))
    assert_callable(existing)


def test_users_of_the_attached_pool_sign_in_and_thieves_do_not(existing):
    passkeys(existing)


def test_what_stays_open_is_named_after_attaching(cloud, operator, existing, words):
    found = operator("check-pool", *words)
    problems = [line for line in found.said.splitlines() if line.startswith("Problem: ")]
    assert [line.split(".")[0] for line in problems] == [
        "Problem: users can set a password with a recovery message (AccountRecoverySetting is not admin_only)"]
    assert found.code == 1
    api = cloud.client("cognito-idp")
    api.update_user_pool(UserPoolId=existing.pool, LambdaConfig=described(existing)[0]["LambdaConfig"],
                         UserPoolTags=OF_AMPLIFY, AutoVerifiedAttributes=["email"], AccountRecoverySetting={
                             "RecoveryMechanisms": [{"Priority": 1, "Name": "admin_only"}]},
                         UserAttributeUpdateSettings={"AttributesRequireVerificationBeforeUpdate": ["email"]})
    found = operator("check-pool", *words)
    assert found.code == 0, found.said


def test_triggers_that_the_owner_has_put_back_are_missed(cloud, operator, existing, words):
    cloud.client("cognito-idp").update_user_pool(
        UserPoolId=existing.pool, UserPoolTags=OF_AMPLIFY, LambdaConfig={})
    found = operator("check-pool", *words)
    assert found.code == 1
    remedy = "Amplify Gen 2 deploys this pool, so write the triggers there (scripts/passkeys attach --print)"
    line = f"Problem: no function is attached to VerifyAuthChallengeResponse. Remedy: {remedy}."
    assert line in found.said.splitlines()


def described(existing: Deployed) -> tuple[dict, dict]:
    api, ids = existing.cloud.client("cognito-idp"), {"UserPoolId": existing.pool, "ClientId": existing.client}
    found = (api.describe_user_pool(UserPoolId=existing.pool)["UserPool"],
             api.describe_user_pool_client(**ids)["UserPoolClient"])
    for one in found:
        one.pop("LastModifiedDate", None)
    return found


def assert_kept(before: tuple[dict, dict], after: tuple[dict, dict]) -> None:
    changed = ({"LambdaConfig", "AutoVerifiedAttributes", "UserAttributeUpdateSettings"},
               {"ExplicitAuthFlows", "PreventUserExistenceErrors", "AuthSessionValidity", "EnableTokenRevocation"})
    for old, new, names in zip(before, after, changed, strict=True):
        assert {name: value for name, value in new.items() if name not in names} == \
            {name: value for name, value in old.items() if name not in names}
