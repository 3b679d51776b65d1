"""Updates the stack of samconfig.toml with `sam deploy`. Compares the parameters with those of the stack first. With
`--config-env`, those of that environment.

Gives Revision, so that what has changed reaches the aliases of all functions; Rollout=AllAtOnce, if a change must not be
gradual; MoveToAlias, if the stack has no aliases yet. It says why.

Exit codes: those of `sam deploy`; 1 if samconfig.toml or the stack cannot be read.
"""

from __future__ import annotations

import platform
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from template import package_template, sam_template
from template.rollout import Deployed, plan

try:
    import tomllib
except ModuleNotFoundError:  # Before Python 3.11.
    from pip._vendor import tomli as tomllib

CONFIGURATION = Path("samconfig.toml")
# What makes a part of the file.
GUIDED = ("--guided", "--capabilities", "CAPABILITY_IAM", "--parameter-overrides",
          f"Architecture={'arm64' if platform.machine() in ('aarch64', 'arm64') else 'x86_64'}")
# As SAM reads them: Name=value or ParameterKey=Name,ParameterValue=value, with quotes around a value with spaces.
VALUE = r'("(?:\\.|[^"\\]+)*"|\'(?:\\.|[^\'\\]+)*\'|(?:\\.|[^ "\\]+)+)'
OVERRIDE = re.compile(rf"(?<!\S)(?:ParameterKey=(\w+),ParameterValue=|(\w+)=){VALUE}")


def environment(command: list[str]) -> str:
    """The part of the file that `sam` reads."""
    return command[command.index("--config-env") + 1] if "--config-env" in command else "default"


def settings(text: str, part: str = "default") -> dict[str, Any]:
    """What a part of the file says about `sam deploy`."""
    default = tomllib.loads(text).get(part, {})
    return {name: value for command in ("global", "deploy")
            for name, value in default.get(command, {}).get("parameters", {}).items()}


def overrides(configuration: dict[str, Any]) -> dict[str, str]:
    """The parameters that the file gives, as on the command line: from one text, from a list of texts or from a table.

    :raises ValueError: they have another of the forms that SAM takes. None may be lost, because those of the command
        line take the place of all of them.
    """
    written = configuration.get("parameter_overrides", [])
    if isinstance(written, dict):
        written = [f"{name}={quoted(value)}" for name, value in written.items()]
    found = {}
    for line in [written] if isinstance(written, str) else written:
        if not isinstance(line, str) or OVERRIDE.sub("", line).strip():
            raise ValueError(f"parameter_overrides in {CONFIGURATION.name} has a form that is not read here. Write "
                             'Name="value" for each parameter, with spaces between them.')
        found |= {match[1] or match[2]: match[3] for match in OVERRIDE.finditer(line)}
    return found


def quoted(value: Any) -> str:
    """A value of a table as on the command line. SAM joins lists by commas."""
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return '"' + text.replace('"', '\\"') + '"'


def unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return re.sub(r"\\([ \"'])", r"\1", value)


def client(configuration: dict[str, Any], service: str) -> Any:
    session = boto3.Session(profile_name=configuration.get("profile"), region_name=configuration.get("region"))
    return session.client(service)


def calls(configuration: dict[str, Any]) -> int | None:
    """How many calls Lambda answers at the same time in the account and Region; none if nobody says it."""
    try:
        return client(configuration, "lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    except (BotoCoreError, ClientError):
        return None


def stack(configuration: dict[str, Any]) -> Deployed | None:
    """The stack that the file names; none if it does not exist, or if only its first change set does."""
    try:
        [found] = client(configuration, "cloudformation").describe_stacks(StackName=configuration["stack_name"])["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    if found["StackStatus"] == "REVIEW_IN_PROGRESS":
        return None
    return Deployed({entry["ParameterKey"]: entry["ParameterValue"] for entry in found.get("Parameters", [])},
                    {entry["OutputKey"]: entry["OutputValue"] for entry in found.get("Outputs", [])},
                    found["StackStatus"])


def main(words: list[str] | None = None) -> int:
    command = sys.argv[1:] if words is None else words
    try:
        part = environment(command)
        configuration = settings(CONFIGURATION.read_text(encoding="utf-8"), part)
        if "stack_name" not in configuration:
            print(f"{CONFIGURATION.name} names no stack (stack_name) for the environment {part}. Say CONFIG_ENV=name for "
                  f"another one, or make it: {shlex.join([*command, *GUIDED])}", file=sys.stderr)
            return 1
        given = overrides(configuration)
        deployed = stack(configuration)
    except (OSError, ValueError, BotoCoreError, ClientError) as error:
        print(f"Nothing was deployed, because the stack cannot be compared: {error}", file=sys.stderr)
        return 1
    template = sam_template.load()
    zips = {path: package_template.digest(Path(path).read_bytes())
            for path in package_template.functions(template).values() if Path(path).is_file()}
    found = plan(template, {name: unquoted(value) for name, value in given.items()}, deployed, str(int(time.time())), zips,
                 lambda: calls(configuration))
    print(*found.notes, sep="\n", end="\n" if found.notes else "", flush=True)
    # On the command line they take the place of all those in the file.
    return subprocess.call([*command, "--parameter-overrides",
                            *(f"{name}={value}" for name, value in (given | found.parameters).items())])


if __name__ == "__main__":
    sys.exit(main())
