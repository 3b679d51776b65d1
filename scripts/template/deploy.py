"""Updates the stack of samconfig.toml with `sam deploy`, and says what it adds to the parameters there and why.

It gives Revision, so that what has changed reaches the aliases of all functions, and Rollout=AllAtOnce if a setting
changes. With `--monitoring`, it deploys monitoring.yaml beside that stack, with the settings that the two share and the
parameters that follow the option; 1 stands for none. With `--config-env`, it reads that environment.

Exit codes: those of `sam deploy`; 1 if samconfig.toml or the stack cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from template import sam_template

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
# Parameters of the deployment itself, which are no settings.
ROLLOUT, REVISION = "Rollout", "Revision"
AT_ONCE = "AllAtOnce"
TAKEN_BACK = "UPDATE_ROLLBACK_COMPLETE"
# What Lambda leaves to the functions that have reserved nothing.
UNRESERVED = 100


class Deployed(NamedTuple):
    """A stack before an update."""

    parameters: dict[str, str]
    status: str


class Plan(NamedTuple):
    """The parameters that an update gives, besides those that the operator gives, and what it says about them."""

    parameters: dict[str, str]
    notes: list[str]


def digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def flood(calls: int | None) -> list[str]:
    """What a flood does at an authenticator without a share of its own.

    :param calls: how many calls Lambda answers at the same time in the account and Region; none if that is not known.
    """
    notes = ["AuthenticatorConcurrency is empty: a flood at the authenticator takes all "
             f"{f'{calls} ' if calls else ''}calls that Lambda answers at the same time in this account and Region, those "
             "of the triggers too, and then nobody signs in."]
    if calls and calls <= UNRESERVED:
        notes.append("Lambda lets no function reserve a share of so few. Have the quota of concurrent executions "
                     "raised.")
    return notes


def plan(template: dict[str, Any], given: dict[str, str], deployed: Deployed | None, now: str, zips: dict[str, str],
         calls: Callable[[], int | None] = lambda: None) -> Plan:
    """How to update a stack. While an alias leads to two versions, one sign-in meets both, and they have to agree on
    it. So a change of a setting reaches all calls at once.

    :param given: the parameters that the operator gives. The others keep their values.
    :param deployed: the stack; none if it does not exist yet.
    :param now: a text that no earlier update had.
    :param zips: the digest of each zip with a function.
    :param calls: says how many calls Lambda answers at the same time.
    """
    before = {name: str(parameter.get("Default", "")) for name, parameter in template["Parameters"].items()}
    before |= {name: value for name, value in deployed.parameters.items() if name in before} if deployed else {}
    after = before | given
    settings = {name: value for name, value in after.items() if name not in (ROLLOUT, REVISION)}
    # The next update knows by the first part whether the variables in the template have changed.
    variables = digest(template["Globals"]["Function"]["Environment"])[:6]
    revision = f"{variables}-{digest(template, settings, zips)[:12]}"
    found = Plan({REVISION: revision}, [])
    if after["SignInWith"] == "own-authenticator" and not after["AuthenticatorConcurrency"]:
        found.notes.extend(flood(calls()))
    if deployed is None:
        return found
    if deployed.status == TAKEN_BACK:
        found.parameters[REVISION] += f"-{now}"
        found.notes.append("The last update was taken back, so all functions are published anew.")
    if after[ROLLOUT] != AT_ONCE:
        changed = [name for name in settings if before[name] != after[name]]
        if not before[REVISION].startswith(f"{variables}-"):
            changed.append("a variable in template.yaml")
        if changed:
            found.parameters[ROLLOUT] = AT_ONCE
            found.notes.append(f"{ROLLOUT}={AT_ONCE} instead of {after[ROLLOUT]}, for this deployment, because a sign-in "
                               f"must not meet two settings. What changes: {', '.join(changed)}.")
            if ROLLOUT not in given:
                found.notes.append(f"Write {ROLLOUT} into samconfig.toml, or later deployments are {AT_ONCE} too.")
    return found


def environment(command: list[str]) -> str:
    """The part of the file that `sam` reads."""
    return command[command.index("--config-env") + 1] if "--config-env" in command else "default"


def settings(text: str, part: str = "default") -> dict[str, Any]:
    """What a part of the file says about `sam deploy`."""
    default = tomllib.loads(text).get(part, {})
    return {name: value for command in ("global", "deploy")
            for name, value in default.get(command, {}).get("parameters", {}).items()}


def overrides(written: Any) -> dict[str, str]:
    """The parameters that the file gives, as on the command line: from one text, from a list of texts or from a table.

    :raises ValueError: they have another of the forms that SAM takes. None may be lost, because those of the command
        line take the place of all of them.
    """
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


def monitoring(name: str, deployed: Deployed | None, wanted: str) -> tuple[list[str], dict[str, str]]:
    """The options and the parameters with which monitoring.yaml watches a stack. It copies what the two stacks share.

    :raises ValueError: there is no stack to watch.
    """
    if deployed is None:
        raise ValueError(f"there is no stack {name} that could be watched")
    shared = sam_template.load(sam_template.MONITORING)["Parameters"].keys() & deployed.parameters.keys()
    copied = {parameter: quoted(deployed.parameters[parameter]) for parameter in sorted(shared)}
    return ["--stack-name", f"{name}-monitoring"], {
        "StackName": name, **copied, **({} if wanted == "1" else overrides(wanted))}


def main(words: list[str] | None = None) -> int:
    command = sys.argv[1:] if words is None else words
    wanted = None
    if command[0] == "--monitoring":
        _, wanted, *command = command
    try:
        part = environment(command)
        configuration = settings(CONFIGURATION.read_text(encoding="utf-8"), part)
        if "stack_name" not in configuration:
            print(f"{CONFIGURATION.name} names no stack (stack_name) for the environment {part}. Say CONFIG_ENV=name "
                  f"for another one, or make it: {shlex.join([*command, *GUIDED])}", file=sys.stderr)
            return 1
        given = overrides(configuration.get("parameter_overrides", []))
        deployed = stack(configuration)
        if wanted is not None:
            options, parameters = monitoring(configuration["stack_name"], deployed, wanted)
    except (OSError, ValueError, BotoCoreError, ClientError) as error:
        print(f"Nothing was deployed, because the stack cannot be compared: {error}", file=sys.stderr)
        return 1
    if wanted is None:
        template = sam_template.load()
        zips = {path: hashlib.sha256(Path(path).read_bytes()).hexdigest()
                for path in sam_template.functions(template).values() if Path(path).is_file()}
        plain = {name: unquoted(value) for name, value in given.items()}
        found = plan(template, plain, deployed, str(int(time.time())), zips, lambda: calls(configuration))
        print(*found.notes, sep="\n", end="\n" if found.notes else "", flush=True)
        options, parameters = [], given | found.parameters
    # On the command line they take the place of all those in the file.
    return subprocess.call([*command, *options, "--parameter-overrides",
                            *(f"{name}={value}" for name, value in parameters.items())])


if __name__ == "__main__":
    sys.exit(main())
