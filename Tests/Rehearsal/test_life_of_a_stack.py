"""A stack is changed, its keys are replaced, it is deleted, and nothing that it leaves blocks the next one."""

from __future__ import annotations

import pytest

from conftest import OWN
from deployed import Deployed
from journeys.app import (
    add_passkey, begin, is_verified, new_user, prove_passkey, refuses, sign_in, signs_in, token_to_add)
from journeys.result_token import passkeys

NAME = "passkeys-life"
# What stays when a stack is deleted: docs/security.md says so, and why.
KEPT = {"AWS::Cognito::UserPool", "AWS::Cognito::UserPoolClient", "AWS::Logs::LogGroup"}


@pytest.fixture(scope="module")
def life(cloud) -> Deployed:
    return Deployed(cloud.deploy(NAME, **OWN))


def change(deployed: Deployed, *changes: str) -> None:
    run = deployed.cloud.passkeys("change", *changes, "--yes", "--stack", deployed.stack.name)
    assert run.code == 0, run.said
    deployed.cloud.wait_for(deployed.stack.name, "UPDATE_COMPLETE")
    deployed.stack.read()


def test_a_changed_parameter_reaches_the_alias(life):
    assert (verified_by_code(life), marks(life)) == (True, "true")
    change(life, "MarkEmailVerified=false")
    assert (verified_by_code(life), marks(life)) == (False, "false")
    change(life, "MarkEmailVerified=true")
    assert (verified_by_code(life), marks(life)) == (True, "true")
    assert life.cloud.passkeys("check-pool", "--pool", life.pool, "--client", life.client, "--stack", NAME).code == 0


def verified_by_code(deployed: Deployed) -> bool:
    """Whether a code marks the address of a new user as verified."""
    sign_in(deployed, address := new_user(deployed))
    return is_verified(deployed, address)


def marks(deployed: Deployed) -> str:
    """A variable of the version that the alias leads to. The role changes with it, whatever the alias does."""
    name, _, alias = deployed.stack.outputs["VerifyAuthChallengeArn"].rpartition(":")
    found = deployed.cloud.client("lambda").get_function_configuration(FunctionName=name, Qualifier=alias)
    return found["Environment"]["Variables"]["MARK_EMAIL_VERIFIED"]


def test_tokens_of_the_previous_signing_key_are_good_until_it_is_forgotten(life):
    secrets = life.cloud.client("secretsmanager")
    old = secrets.get_secret_value(SecretId=life.stack.outputs["SecretArn"])["SecretString"]
    tokens, _ = sign_in(life, address := new_user(life))
    passkey = add_passkey(life, token_to_add(life, tokens["AccessToken"]), address)
    # They are answered after the key is another one.
    proofs = [prove_passkey(life, passkey)["accessToken"] for _ in range(2)]
    change(life, f"SigningKeyArn={life.cloud.secret('new-key', 'n' * 64, NAME)}",
           f"PreviousSigningKeyArn={life.cloud.secret('old-key', old, NAME)}")
    assert signs_in(life, begin(life, address), proofs[0])
    change(life, "PreviousSigningKeyArn=")
    assert refuses(life, address, proofs[1])
    passkeys(life)


def test_a_deleted_stack_leaves_nothing_that_blocks_the_next_and_its_users_keep_their_passkeys(life):
    tokens, _ = sign_in(life, address := new_user(life))
    passkey = add_passkey(life, token_to_add(life, tokens["AccessToken"]), address)
    before = dict(life.stack.resources)
    users, pool, client = life.stack.outputs["UsersTableName"], life.pool, life.client
    life.cloud.delete(life.stack)
    tables = life.cloud.client("dynamodb").list_tables()["TableNames"]
    assert users in tables
    assert before["StateTable"][1] not in tables
    names = {one["FunctionName"] for one in life.cloud.client("lambda").list_functions()["Functions"]}
    assert not {name for name in names if name.startswith(f"{NAME}-")}
    assert KEPT <= {kind for kind, _ in before.values()}
    # The same name, with the pool and the table that the former stack has left.
    stack = life.cloud.deploy(NAME, **OWN, ExistingUsersTable=users, ExistingUserPoolId=pool, AllowedClientIds=client,
                              SigningKeyArn=life.cloud.secret("kept-key", "k" * 64, NAME))
    attached = life.cloud.passkeys("attach", "--pool", pool, "--client", client, "--stack", NAME, "--yes")
    assert attached.code == 0, attached.said
    next_one = Deployed(stack, pool=pool, client=client)
    proven = prove_passkey(next_one, passkey)
    assert signs_in(next_one, begin(next_one, proven["username"]), proven["accessToken"])
    passkeys(next_one)
