"""A pool that exists already gets the functions with `attach`, `check-pool` says what is open in it, and `detach` puts
back what was there."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable

import pytest
from botocore.exceptions import ClientError

from cloud import POLICY as DEPLOYER
from cloud import ROOT, Run
from conftest import OWN
from deployed import Deployed
from journeys.result_token import passkeys
from test_sign_in import assert_callable

STACK = "passkeys-beside"
# The stack's name is longer than the policy's, which names functions and tables by what theirs begin with.
POLICY = json.loads((ROOT / "docs/examples/attach-policy.json").read_text().replace("/passkeys/*", f"/{STACK}/*"))
# Everything but the last step of attaching.
HALF = POLICY | {"Statement": [
    *POLICY["Statement"], {"Effect": "Deny", "Action": "cognito-idp:UpdateUserPoolClient", "Resource": "*"}]}
# The last one lets the roles of the stack mark addresses as verified.
OF_AMPLIFY = {"amplify:deployment-type": "branch", "amplify:branch-name": "main", "cognito-passkeys": STACK}
# What attaching changes in a pool and a client.
CHANGED = ({"LambdaConfig", "AutoVerifiedAttributes", "UserAttributeUpdateSettings"},
           {"ExplicitAuthFlows", "PreventUserExistenceErrors", "AuthSessionValidity", "EnableTokenRevocation"})


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
    made = Deployed(stack, pool=pool, client=client)
    made.before = described(made)
    return made


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


def test_a_pool_or_a_client_that_the_stack_does_not_serve_is_refused(cloud, operator, existing):
    api = cloud.client("cognito-idp")
    pool = api.create_user_pool(PoolName="others")["UserPool"]["Id"]
    client = api.create_user_pool_client(UserPoolId=pool, ClientName="tv")["UserPoolClient"]["ClientId"]
    words = ["--pool", pool, "--client", client, "--stack", STACK]
    for verb, code, prefix in (("attach", 3, "Refused"), ("check-pool", 1, "Problem")):
        found = operator(verb, *words)
        assert found.code == code, found.said
        assert f"{prefix}: the stack serves the pool {existing.pool}, so its functions cannot sign in users of {pool}. " \
            in found.said
        assert f"{prefix}: the stack allows only the app clients {existing.client}, so its functions refuse every " \
            f"sign-in of {client}. Remedy: " in found.said
    api.delete_user_pool(UserPoolId=pool)


def test_of_the_users_the_operator_sees_only_keys(cloud, existing):
    keys = cloud.user("curious-operator", json.dumps(POLICY))
    tables = cloud._client(cloud.session(keys["AccessKeyId"], keys["SecretAccessKey"]), "dynamodb")
    name = {"TableName": existing.stack.outputs["UsersTableName"]}
    tables.scan(**name, ProjectionExpression="pk")
    for more in ({}, {"ProjectionExpression": "pk, email"}):
        with pytest.raises(ClientError, match="AccessDenied"):
            tables.scan(**name, **more)


def test_an_attach_that_fails_half_way_says_how_to_go_on(cloud, operator, existing, words):
    before = described(existing)
    keys = cloud.user("half-an-operator", json.dumps(HALF))
    failed = cloud.passkeys("attach", *words, "--close-flows", "--yes", keys=keys)
    assert failed.code == 1, failed.said
    assert "Not done: An error occurred (AccessDenied" in failed.said
    assert f"Done before that: PutParameter /cognito-passkeys/{STACK}/{existing.pool}; UpdateUserPool {existing.pool}. " \
        "Remove the cause and run the same command again" in failed.said
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


def test_detaching_puts_back_what_was_there(operator, existing, words):
    assert operator("attach", *words, "--close-flows", "--yes").code == 0
    found = operator("detach", "--pool", existing.pool, "--stack", STACK, typed="y\n")
    assert found.code == 0, found.said
    assert "  ExplicitAuthFlows: [ALLOW_CUSTOM_AUTH, ALLOW_REFRESH_TOKEN_AUTH] -> [ALLOW_USER_SRP_AUTH, " \
        "ALLOW_REFRESH_TOKEN_AUTH]\n" in found.said
    assert found.said.endswith("Detached.\n")
    for before, after, names in zip(existing.before, described(existing), CHANGED, strict=True):
        assert {name: after.get(name) or None for name in names} == {name: before.get(name) for name in names}
    assert operator("detach", "--pool", existing.pool, "--stack", STACK).said.endswith("Nothing to change.\n")


def test_removing_the_stack_detaches_the_pool_first(cloud, operator, existing, words):
    assert operator("attach", *words, "--yes").code == 0
    keys = cloud.user("remover", re.sub("([^-])passkeys", rf"\1{STACK}", DEPLOYER.read_text()).replace(
        f"cognito-{STACK}", "cognito-passkeys"))
    removed = cloud.passkeys("remove", "--stack", STACK, "--yes", "--confirm", STACK, keys=keys)
    assert removed.code == 0, removed.said
    assert "Detached.\n" in removed.said
    assert not described(existing)[0].get("LambdaConfig")
    kept = cloud.client("ssm").describe_parameters()["Parameters"]
    assert not [one["Name"] for one in kept if one["Name"].startswith("/cognito-passkeys/")]


def described(existing: Deployed) -> tuple[dict, dict]:
    api, ids = existing.cloud.client("cognito-idp"), {"UserPoolId": existing.pool, "ClientId": existing.client}
    found = (api.describe_user_pool(UserPoolId=existing.pool)["UserPool"],
             api.describe_user_pool_client(**ids)["UserPoolClient"])
    for one in found:
        one.pop("LastModifiedDate", None)
    return found


def assert_kept(before: tuple[dict, dict], after: tuple[dict, dict]) -> None:
    for old, new, names in zip(before, after, CHANGED, strict=True):
        assert {name: value for name, value in new.items() if name not in names} == \
            {name: value for name, value in old.items() if name not in names}
