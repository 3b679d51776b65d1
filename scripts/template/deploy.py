"""Updates the stack of samconfig.toml with `sam deploy`. Compares the parameters with those of the stack first.

Gives Revision, so that changed parameters reach the functions' aliases; Rollout=AllAtOnce, if a change must not be
gradual; MoveToAlias, if the stack has no aliases yet. It says why.

Exit codes: those of `sam deploy`; 1 if samconfig.toml or the stack cannot be read.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from template import sam_template
from template.rollout import Deployed, plan

try:
    import tomllib
except ModuleNotFoundError:  # Before Python 3.11.
    from pip._vendor import tomli as tomllib

CONFIGURATION = Path("samconfig.toml")
# As SAM reads them: Name=value or ParameterKey=Name,ParameterValue=value, with quotes around a value with spaces.
VALUE = r'("(?:\\.|[^"\\]+)*"|\'(?:\\.|[^\'\\]+)*\'|(?:\\.|[^ "\\]+)+)'
OVERRIDE = re.compile(rf"(?<!\S)(?:ParameterKey=(\w+),ParameterValue=|(\w+)=){VALUE}")


def settings(text: str) -> dict[str, Any]:
    """What the file says about `sam deploy`."""
    default = tomllib.loads(text).get("default", {})
    return {name: value for command in ("global", "deploy")
            for name, value in default.get(command, {}).get("parameters", {}).items()}


def overrides(configuration: dict[str, Any]) -> dict[str, str]:
    """The parameters that the file gives, each as it is written there."""
    lines = configuration.get("parameter_overrides", [])
    return {match[1] or match[2]: match[3] for line in ([lines] if isinstance(lines, str) else lines)
            for match in OVERRIDE.finditer(line)}


def unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return re.sub(r"\\([ \"'])", r"\1", value)


def stack(configuration: dict[str, Any]) -> Deployed | None:
    """The stack that the file names; none if it does not exist."""
    session = boto3.Session(profile_name=configuration.get("profile"), region_name=configuration.get("region"))
    try:
        [found] = session.client("cloudformation").describe_stacks(StackName=configuration["stack_name"])["Stacks"]
    except ClientError as error:
        if "does not exist" in str(error):
            return None
        raise
    return Deployed({entry["ParameterKey"]: entry["ParameterValue"] for entry in found.get("Parameters", [])},
                    {entry["OutputKey"]: entry["OutputValue"] for entry in found.get("Outputs", [])},
                    found["StackStatus"])


def main(words: list[str] | None = None) -> int:
    command = sys.argv[1:] if words is None else words
    try:
        configuration = settings(CONFIGURATION.read_text(encoding="utf-8"))
        if "stack_name" not in configuration:
            print(f"{CONFIGURATION.name} names no stack (stack_name).", file=sys.stderr)
            return 1
        deployed = stack(configuration)
    except (OSError, tomllib.TOMLDecodeError, BotoCoreError, ClientError) as error:
        print(f"Nothing was deployed, because the stack cannot be compared: {error}", file=sys.stderr)
        return 1
    given = overrides(configuration)
    found = plan(sam_template.load(), {name: unquoted(value) for name, value in given.items()}, deployed,
                 str(int(time.time())))
    print(*found.notes, sep="\n", end="\n" if found.notes else "", flush=True)
    # On the command line they take the place of all those in the file.
    return subprocess.call([*command, "--parameter-overrides",
                            *(f"{name}={value}" for name, value in (given | found.parameters).items())])


if __name__ == "__main__":
    sys.exit(main())
