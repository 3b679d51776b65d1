"""A stack of a former commit is upgraded to the present one and rolled back, and its users sign in all the time."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cloud import REGION, ROOT, Cloud, Stack
from cognito_passkeys.deployment.bucket import PREFIX
from conftest import OWN
from deployed import Deployed
from journeys.app import (
    add_passkey, answer, begin, new_user, prove_email, prove_passkey, refuses, sign_in, signs_in, token_to_add)
from journeys.calls import PATIENCE
from journeys.result_token import passkeys
from journeys.software_passkey import SoftwarePasskey
from test_sign_in import assert_callable

NAME = "passkeys-upgrade"
# What keeps its physical name, so that users, keys and clients stay.
KEPT = {"AWS::Cognito::UserPool", "AWS::Cognito::UserPoolClient", "AWS::DynamoDB::Table", "AWS::SecretsManager::Secret",
        "AWS::Lambda::Function", "AWS::Lambda::Url", "AWS::Logs::LogGroup"}
REPLACED = {"(AWS::IAM::Role),"}
# Before the first release. The names in their rounds' private parameters are others, so an answer to a round of before
# is wrong, and the next one is right.
OTHER_ROUNDS = {"73f998a79f67f36fc062435e73fea4fda3fa7cb0"}


@pytest.fixture(scope="module")
def former(cloud) -> str:
    """The URL of the former template, whose zips are in the bucket beside the present ones."""
    if "FORMER" not in os.environ:
        pytest.skip("FROM=commit upgrades a stack of that commit")
    dist, store = Path(os.environ["FORMER"]) / "dist", cloud.deployer_client("s3")
    template = (dist / "template.json").read_text()
    for resource in json.loads(template)["Resources"].values():
        if resource["Type"] == "AWS::Lambda::Function":
            key = resource["Properties"]["Code"]["S3Key"]["Fn::Sub"].replace("${CodePrefix}", PREFIX)
            name = key.removeprefix(PREFIX).split("-")[0]
            store.put_object(Bucket=cloud.bucket, Key=key, Body=(dist / f"{name}.zip").read_bytes())
    store.put_object(Bucket=cloud.bucket, Key="former.json", Body=template.encode())
    return f"https://{cloud.bucket}.s3.{REGION}.amazonaws.com/former.json"


class Before(NamedTuple):
    """What a user has when the stack changes."""

    address: str
    passkey: SoftwarePasskey
    tokens: dict[str, Any]
    proof: str
    """Of the passkey, not used yet."""
    started: dict[str, Any]
    """A sign-in under way."""

    @classmethod
    def at(cls, deployed: Deployed) -> Before:
        tokens, _ = sign_in(deployed, address := new_user(deployed))
        passkey = add_passkey(deployed, token_to_add(deployed, tokens["AccessToken"]), address)
        proof = prove_passkey(deployed, passkey)["accessToken"]
        return cls(address, passkey, tokens, proof, begin(deployed, address))

    def goes_on(self, deployed: Deployed) -> None:
        """Everything of before is worth what it was."""
        started = self.started
        for _ in range(1 + (Path(os.environ["FORMER"]).name in OTHER_ROUNDS)):
            started = answer(deployed, started, prove_email(deployed, started, self.address))
        assert "AuthenticationResult" in started
        assert signs_in(deployed, begin(deployed, self.address), self.proof)
        assert refuses(deployed, self.address, self.proof), "a proof counts once"
        renewed = deployed.cognito.initiate_auth(
            ClientId=deployed.client, AuthFlow="REFRESH_TOKEN_AUTH",
            AuthParameters={"REFRESH_TOKEN": self.tokens["RefreshToken"]})["AuthenticationResult"]
        assert token_to_add(deployed, renewed["AccessToken"])
        again = prove_passkey(deployed, self.passkey)
        assert signs_in(deployed, begin(deployed, again["username"]), again["accessToken"])


def names(stack: Stack) -> dict[str, str]:
    return {logical: physical for logical, (kind, physical) in stack.resources.items() if kind in KEPT}


def upgrade(cloud: Cloud, folder: Path, parameters: dict[str, str]) -> str:
    """What `deploy` says when it gives the stack what is in dist/."""
    given = "".join(f"{name} = '{value}'\n" for name, value in parameters.items())
    (folder / "samconfig.toml").write_text(
        f'[default.deploy.parameters]\nstack_name = "{NAME}"\nregion = "{REGION}"\ns3_bucket = "{cloud.bucket}"\n'
        f"[default.deploy.parameters.parameter_overrides]\n{given}")
    run = subprocess.run(
        [ROOT / ".build/tools/bin/python", ROOT / "scripts/passkeys", "deploy", "--dist", "--yes"], cwd=folder, text=True,
        timeout=10 * PATIENCE, env=cloud.environment(cloud.deployer_keys), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT)
    assert run.returncode == 0, run.stdout
    return run.stdout


def test_users_of_a_former_stack_sign_in_after_the_upgrade_and_after_the_way_back(cloud, former, tmp_path):
    deployed = Deployed(cloud.give(NAME, former, OWN))
    passkeys(deployed)
    before, first = Before.at(deployed), names(deployed.stack)
    # With the boundary that the deployer's policy has come to demand.
    said = upgrade(cloud, tmp_path, OWN | {"PermissionsBoundaryArn": cloud.boundary(NAME)})
    assert {line.split()[-4] for line in said.splitlines() if line.endswith(", which is replaced")} == REPLACED, said
    deployed.stack.read()
    assert names(deployed.stack) == first
    assert_callable(deployed)
    before.goes_on(deployed)
    passkeys(deployed)
    after = Before.at(deployed)
    cloud.give(NAME, former, OWN | {"Revision": "back"})
    deployed.stack.read()
    assert names(deployed.stack) == first
    assert_callable(deployed)
    after.goes_on(deployed)
    passkeys(deployed)
