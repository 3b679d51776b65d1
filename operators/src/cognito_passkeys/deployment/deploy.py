"""Deploys the stack of samconfig.toml with `sam deploy`, and says what it adds to the parameters there and why.

It gives Revision, so that what has changed reaches the aliases of all functions, and Rollout=AllAtOnce if a setting
changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, NamedTuple

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.deployment import samconfig
from cognito_passkeys.deployment.plan import Deployed, plan
from cognito_passkeys.stacks import Stack
from cognito_passkeys.template import sam_template

# Where scripts/install.sh puts the SAM command line.
SAM = Path(".build/sam/bin/sam")


class Target(NamedTuple):
    """A stack as the file names it, and as it is."""

    configuration: dict[str, Any]
    given: dict[str, str]
    """The parameters, as on the command line."""
    deployed: Deployed | None
    architecture: str
    """The processor that the packages are for."""

    @property
    def plain(self) -> dict[str, str]:
        """The values of the parameters."""
        return {name: samconfig.unquoted(value) for name, value in self.given.items()}

    @property
    def name(self) -> str:
        return self.configuration["stack_name"]

    def client(self, service: str) -> Any:
        return client(self.configuration, service)


def client(configuration: dict[str, Any], service: str) -> Any:
    session = boto3.Session(profile_name=configuration.get("profile"), region_name=configuration.get("region"))
    return session.client(service)


def target(part: str, architecture: str) -> Target:
    """The stack of an environment of the file.

    :param architecture: the processor that the packages are for.
    :raises ValueError: the file names no stack, or parameters in a form that is not read here.
    """
    configuration = samconfig.settings(samconfig.CONFIGURATION.read_text(encoding="utf-8"), part)
    if "stack_name" not in configuration:
        raise ValueError(f"{samconfig.CONFIGURATION.name} names no stack (stack_name) for the environment {part}. Say "
                         f"CONFIG_ENV=name for another one, or add [{part}.deploy.parameters], as in "
                         "docs/examples/samconfig")
    given = samconfig.overrides(configuration.get("parameter_overrides", []))
    deployed = stack(configuration)
    if deployed is None:
        given = samconfig.of_packages(architecture) | given
    return Target(configuration, given, deployed, architecture)


def stack(configuration: dict[str, Any]) -> Deployed | None:
    """The stack that the file names; none if it does not exist, or if only its first change set does."""
    name = configuration["stack_name"]
    try:
        [found] = client(configuration, "cloudformation").describe_stacks(StackName=name)["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    if found["StackStatus"] == "REVIEW_IN_PROGRESS":
        return None
    return Deployed({entry["ParameterKey"]: entry["ParameterValue"] for entry in found.get("Parameters", [])},
                    found["StackStatus"])


def calls(configuration: dict[str, Any]) -> int | None:
    """How many calls Lambda answers at the same time in the account and Region; none if nobody says it."""
    try:
        return client(configuration, "lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    except (BotoCoreError, ClientError):
        return None


def described(configuration: dict[str, Any]) -> Stack:
    """The stack that the file names, after a deployment."""
    api = client(configuration, "cloudformation")
    return Stack.of(api.describe_stacks(StackName=configuration["stack_name"])["Stacks"][0])


def must_fit(found: Target) -> None:
    """:raises ValueError: the packages are for another processor than the stack."""
    parameters = (found.deployed.parameters if found.deployed else {}) | found.plain
    if parameters.get("Architecture", "x86_64") != found.architecture:
        raise ValueError(f"dist/ holds {found.architecture} packages, and the stack has another Architecture. "
                         f"Set it in {samconfig.CONFIGURATION.name}")


def update(found: Target, part: str) -> int:
    """Creates or updates the stack, and returns the exit code of `sam deploy`.

    :raises ValueError: as `must_fit`.
    """
    must_fit(found)
    plain = found.plain
    template = sam_template.load()
    zips = {path: hashlib.sha256(Path(path).read_bytes()).hexdigest()
            for path in sam_template.functions(template).values() if Path(path).is_file()}
    planned = plan(template, plain, found.deployed, str(int(time.time())), zips, lambda: calls(found.configuration))
    print(*planned.notes, sep="\n", end="\n" if planned.notes else "", flush=True)
    return sam("template.yaml", part, [], found.given | planned.parameters)


def monitor(found: Target, part: str, wanted: str) -> int:
    """Deploys monitoring.yaml beside the stack, with what the two share.

    :param wanted: further parameters; 1 stands for none.
    :raises ValueError: there is no stack to watch, or somebody else's stack has the name of the one that watches.
    """
    if found.deployed is None:
        raise ValueError(f"there is no stack {found.name} that could be watched")
    name = f"{found.name}-monitoring"
    watching = stack(found.configuration | {"stack_name": name})
    if watching and watching.parameters.get("StackName") != found.name:
        raise ValueError(f"there is a stack {name} already, which does not watch {found.name}")
    shared = sam_template.load(sam_template.MONITORING)["Parameters"].keys() & found.deployed.parameters.keys()
    copied = {name: samconfig.quoted(found.deployed.parameters[name]) for name in sorted(shared)}
    own = {} if wanted == "1" else samconfig.overrides(wanted)
    return sam("monitoring.yaml", part, ["--stack-name", name],
               {"StackName": found.name, **copied, **own})


def sam(template: str, part: str, options: list[str], parameters: dict[str, str]) -> int:
    """Runs `sam deploy`. Parameters on the command line take the place of all those in the file.

    :raises ValueError: there is no `sam`.
    """
    program = str(SAM) if SAM.exists() else shutil.which("sam")
    if program is None:
        raise ValueError("this needs the AWS SAM command line, in the version that scripts/sam-cli.in names")
    environment = [] if part == samconfig.DEFAULT_ENVIRONMENT else ["--config-env", part]
    # A deployment that changes nothing is done, too. SAM reports to AWS how it is used, unless it is told not to.
    return subprocess.call([
        program, "deploy", "--template-file", template, "--no-fail-on-empty-changeset", *environment, *options,
        "--parameter-overrides", *(f"{name}={value}" for name, value in parameters.items())],
        env={"SAM_CLI_TELEMETRY": "0", **os.environ})
