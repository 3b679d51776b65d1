"""samconfig.toml: what a person keeps about a stack, in the form of the AWS SAM command line."""

import platform
import re
import shlex
from datetime import date
from pathlib import Path
from typing import Any

try:
    import tomllib
except ModuleNotFoundError:  # Before Python 3.11.
    import tomli as tomllib

from cognito_passkeys.files import DEPLOY
from cognito_passkeys.steps import step

CONFIGURATION = Path("samconfig.toml")
DEFAULT_ENVIRONMENT = "default"
# The settings that are read, and those of SAM that a deployment does not need.
READ = {"stack_name", "region", "profile", "role_arn", "s3_bucket", "s3_prefix", "parameter_overrides"}
NEEDLESS = {"capabilities", "resolve_s3", "confirm_changeset", "fail_on_empty_changeset"}
# Lambda creates no new functions on the template's default runtime from this day on.
NEW_RUNTIME_FROM = date(2027, 2, 1)

TEXT = """\
# How the stack is deployed. Keep this file: `{deploy}` makes the stack what it says, and a parameter without a
# line gets its default. template.yaml describes each parameter.
version = 0.1

[{part}.deploy.parameters]
stack_name = {stack}
region = {region}
parameter_overrides = [
{parameters}]
"""


def text(stack: str, region: str, parameters: dict[str, str], part: str = DEFAULT_ENVIRONMENT) -> str:
    """The file of a stack, as an environment of that name."""
    lines = [f"    {literal(f'{name}={quoted(value)}')},\n" for name, value in parameters.items()]
    return TEXT.format(
        deploy=DEPLOY, part=part, stack=literal(stack), region=literal(region), parameters="".join(lines))


def write(stack: str, region: str, given: dict[str, str], part: str) -> None:
    """Writes the stack into the file, or its environment into the one that is there."""
    new = text(stack, region, given, part)
    if CONFIGURATION.exists():
        new = f"{CONFIGURATION.read_text(encoding='utf-8').rstrip()}\n\n{new[new.index('['):]}"
    with step(f"{CONFIGURATION} is written"):
        CONFIGURATION.write_text(new, encoding="utf-8")
    print(f"\nWritten: {CONFIGURATION}. Keep it: the next {DEPLOY} reads it.\n")


def has(part: str) -> bool:
    """Whether there is a file with this environment."""
    return CONFIGURATION.exists() and part in parts(CONFIGURATION.read_text(encoding="utf-8"))


def literal(value: str) -> str:
    """A text in TOML."""
    if "'" not in value and '"' in value and value.isprintable():
        return f"'{value}'"
    escaped = re.sub(r'["\\]', r"\\\g<0>", value)
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'


def of_packages(architecture: str, today: date | None = None) -> dict[str, str]:
    """The parameters of a new stack that differ from the template's defaults because of the packages, or of the day.

    :param architecture: the processor that the packages are for.
    """
    found = {"Architecture": "arm64"} if architecture == "arm64" else {}
    is_late = (today or date.today()) >= NEW_RUNTIME_FROM
    return found | ({"Runtime": "provided.al2023"} if is_late else {})


def architecture() -> str:
    """The processor that `make package` builds for here."""
    return "arm64" if platform.machine() in ("aarch64", "arm64") else "x86_64"


def parts(text: str) -> list[str]:
    """The environments of the file."""
    return [name for name, part in tomllib.loads(text).items() if isinstance(part, dict)]


def settings(text: str, part: str = DEFAULT_ENVIRONMENT) -> dict[str, Any]:
    """What a part of the file says about `sam deploy`."""
    default = tomllib.loads(text).get(part, {})
    return {name: value for command in ("global", "deploy")
            for name, value in default.get(command, {}).get("parameters", {}).items()}


def keep(stack: str, region: str, changed: dict[str, str]) -> bool:
    """Writes parameters into the file, if there is one, wherever it names the stack, and says so.

    :return: whether it says the same as the stack now.
    """
    if not CONFIGURATION.is_file():
        return False
    text = CONFIGURATION.read_text(encoding="utf-8")
    found = [part for part in parts(text) if (named := settings(text, part)).get("stack_name") == stack
             and named.get("region", region) == region]
    for part in found:
        edited = with_parameters(text, part, changed)
        if parameters(settings(edited, part)) != parameters(settings(text, part)) | changed:
            print(f"{CONFIGURATION} has parameter_overrides in a form that is not written here. Without the same values "
                  f"there, the next {DEPLOY} takes this back.")
            return True
        text = edited
    if found and changed:
        with step(f"{CONFIGURATION} is written"):
            CONFIGURATION.write_text(text, encoding="utf-8")
        print(f"{CONFIGURATION} says the same now: {', '.join(changed)}.")
    return bool(found)


def with_parameters(text: str, part: str, changed: dict[str, str]) -> str:
    """The file with these parameters, if they are in a list with a line for each; everything else stays as it is."""
    lines, left, is_within = [], dict(changed), False
    for line in text.splitlines():
        if line.startswith("["):
            is_within = line.strip() == f"[{part}.deploy.parameters]"
        if is_within and line.strip() == "]":
            lines += [f"    {literal(f'{name}={quoted(value)}')}," for name, value in left.items()]
            left.clear()
        name = re.match(r"""\s*["'](\w+)=""", line)
        if is_within and name and name[1] in left:
            line = f"    {literal(f'{name[1]}={quoted(left.pop(name[1]))}')},"
        lines.append(line)
    return "\n".join(lines) + "\n"


def parameters(configuration: dict[str, Any]) -> dict[str, str]:
    """The values of the parameters that a part of the file gives: in a list of texts, in one text or in a table.

    :raises ValueError: they have another form. None may be lost, because a parameter without a line gets its default.
    """
    written = configuration.get("parameter_overrides", [])
    if isinstance(written, dict):
        written = [f"{name}={quoted(value)}" for name, value in written.items()]
    found = {}
    for word in words([written] if isinstance(written, str) else written):
        name, is_given, found[name] = word.partition("=")
        if not is_given or not name.isidentifier():
            raise ValueError(f"parameter_overrides in {CONFIGURATION.name} has a form that is not read here. Write "
                             'Name="value" for each parameter, with spaces between them.')
    return found


def words(lines: list[Any]) -> list[str]:
    """The words of texts, as a shell splits them; one word without a name if something else is among them."""
    try:
        return [word for line in lines for word in shlex.split(line)]
    except (AttributeError, ValueError):
        return [""]


def quoted(value: Any) -> str:
    """A value as on a command line. Lists are joined by commas."""
    text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return '"' + re.sub(r'["\\]', r"\\\g<0>", text) + '"'
