"""The quick start about the authenticator, with the emulator in place of AWS and the real SAM command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import quickstart
from cloud import ROOT, Cloud, Stack
from deployed import Deployed
from journeys import passkeys

STUB = "#!/bin/sh\n"


@pytest.fixture
def tree(tmp_path) -> Path:
    """A checkout in which everything is installed and packaged."""
    tree = tmp_path / "tree"
    for part in ("scripts", "docs/apps", "docs/examples"):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    for part in ("Makefile", "template.yaml", "monitoring.yaml"):
        shutil.copy(ROOT / part, tree / part)
    (tree / ".build").mkdir()
    for part in ("Sources", "dist", ".build/tools", ".build/sam"):
        (tree / part).symlink_to((ROOT / part).resolve())
    for part in ("scripts/install.sh", "scripts/zips/package.sh"):
        (tree / part).write_text(STUB)
    return tree


def test_the_pages_stack_signs_users_in_and_nothing_of_it_stays(cloud, tree):
    environment = cloud.environment(cloud.deployer_keys) | {
        "HOME": str(tree.parent), "TERM": "dumb"}
    typed = {"make deploy": quickstart.answers("authenticator"), "make remove STACK=passkeys": ["y"]}
    [sender] = [answer for answer in typed["make deploy"] if "@" in answer]
    cloud.client("sesv2").create_email_identity(EmailIdentity=sender)
    commands = [command for command in quickstart.commands("authenticator") if command.startswith("make ")]
    assert (len(commands), commands[-1]) == (3, "make remove STACK=passkeys")

    def run(command: str) -> str:
        code, said = quickstart.converse(["bash", "-c", command], typed.get(command, []), tree, environment, 300)
        assert code == 0, said
        return said

    for command in commands[:-1]:
        run(command)
    stack = Stack(cloud, "passkeys")
    stack.read()
    passkeys(Deployed(stack, origin="http://localhost:5173"))
    settings = (tree / "docs/apps/web/settings.js").read_text()
    assert stack.pool in settings and stack.client_id in settings
    run(commands[-1])
    for kind, name in stack.resources.values():
        assert not is_there(cloud, kind, name), (kind, name)


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
