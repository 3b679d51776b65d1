"""The quick starts, with the emulator in place of AWS."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import quickstart
from cloud import ROOT, Cloud, Stack
from deployed import Deployed
from journeys.result_token import passkeys
from sandbox import AUTHSIGNAL_SECRET, Sandbox

# What the quick start about Authsignal says in place of the tenant's key, and where its tenant is.
KEY, AUTHSIGNAL = "the-api-secret-key", "https://eu.api.authsignal.com/v1"
STUB = "#!/bin/sh\n"


@pytest.fixture
def tree(tmp_path) -> Path:
    """A checkout in which everything is installed and packaged."""
    tree = tmp_path / "tree"
    for part in ("scripts", "operators", "docs"):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    for part in ("Makefile", "template.yaml", "monitoring.yaml"):
        shutil.copy(ROOT / part, tree / part)
    (tree / ".build").mkdir()
    for part in ("Sources", ".build/tools"):
        (tree / part).symlink_to((ROOT / part).resolve())
    # The templates are written anew.
    (tree / "dist").mkdir()
    for file in (ROOT / "dist").glob("*.zip"):
        (tree / "dist" / file.name).symlink_to(file.resolve())
    for part in ("scripts/install.sh", "scripts/zips/package.sh"):
        (tree / part).write_text(STUB)
    return tree


def use_stand_in(tree: Path, stand_in: Sandbox) -> None:
    """Puts the stand-in's address, which is on this machine, in place of Authsignal's."""
    for path, was, now in (
            ("operators/src/cognito_passkeys/deployment/questions.py", AUTHSIGNAL, f"{stand_in.url}/v1"),
            ("template.yaml", r"AllowedPattern: ^https://[^\s]+$", r"AllowedPattern: ^https?://[^\s]+$")):
        text = (tree / path).read_text()
        assert was in text, path
        (tree / path).write_text(text.replace(was, now))


@pytest.mark.parametrize("name", quickstart.NAMES)
def test_the_pages_stack_signs_users_in_and_nothing_of_it_stays(cloud, request, tree, name):
    # As an administrator makes it, before the page's commands.
    boundary = cloud.boundary("passkeys")
    environment = cloud.environment(cloud.deployer_keys) | {"HOME": str(tree.parent), "TERM": "dumb"}
    answers = [AUTHSIGNAL_SECRET if answer == KEY else answer for answer in quickstart.answers(name)]
    stand_in = None
    if name == "authsignal":
        stand_in = request.getfixturevalue("authsignal")
        use_stand_in(tree, stand_in)
    else:
        [sender] = [answer for answer in answers if "@" in answer]
        cloud.client("sesv2").create_email_identity(EmailIdentity=sender)
    typed = {"make deploy": [*answers, "y"], "make remove STACK=passkeys": ["passkeys"]}
    commands = [command for command in quickstart.commands(name) if command.startswith("make ")]
    assert (len(commands), commands[-1]) == (3, "make remove STACK=passkeys")

    def run(command: str) -> str:
        code, said = quickstart.converse(["bash", "-c", command], typed.get(command, []), tree, environment, 300)
        assert code == 0, said
        return said

    for command in commands[:-1]:
        run(command)
    stack = Stack(cloud, "passkeys")
    stack.read()
    for kind, role in stack.resources.values():
        if kind == "AWS::IAM::Role":
            found = cloud.client("iam").get_role(RoleName=role)["Role"]
            assert found["PermissionsBoundary"]["PermissionsBoundaryArn"] == boundary, role
    passkeys(Deployed(stack, stand_in, origin="http://localhost:5173"))
    settings = (tree / "docs/apps/web/settings.js").read_text()
    assert stack.pool in settings and stack.client_id in settings
    run(commands[-1])
    for kind, physical in stack.resources.values():
        assert not is_there(cloud, kind, physical), (kind, physical)


def is_there(cloud: Cloud, kind: str, name: str) -> bool:
    """Whether something that a deleted stack may leave exists."""
    match kind:
        case "AWS::Cognito::UserPool":
            pools = cloud.client("cognito-idp").list_user_pools(MaxResults=60)["UserPools"]
            return name in {one["Id"] for one in pools}
        case "AWS::DynamoDB::Table":
            return name in cloud.client("dynamodb").list_tables()["TableNames"]
        case "AWS::SecretsManager::Secret":
            return name in {one["ARN"] for one in cloud.client("secretsmanager").list_secrets()["SecretList"]}
        case "AWS::Logs::LogGroup":
            return bool(cloud.client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"])
    return False
