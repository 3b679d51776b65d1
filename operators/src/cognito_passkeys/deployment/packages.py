"""What a deployment consists of, in dist/: both templates, as CloudFormation takes them, and the functions' zips."""

import hashlib
import json
import zipfile
from pathlib import Path
from typing import Any

from cognito_passkeys.files import IS_INSTALLED, ROOT

DIST = ROOT / "dist"
TEMPLATE, MONITORING = "template.json", "monitoring.json"
# That of the CDK construct.
NESTED = "nested.json"
FUNCTION = "AWS::Lambda::Function"
# The number of a processor in the header of an executable (ELF), after what marks one.
MACHINES = {62: "x86_64", 183: "arm64"}
MARK, MACHINE = b"\x7fELF", slice(18, 20)
CURE = "Install the package anew" if IS_INSTALLED else "Put the files of a release there, or run make package"


def template(name: str = TEMPLATE) -> dict[str, Any]:
    """A template.

    :raises ValueError: it is missing.
    """
    try:
        return json.loads((DIST / name).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"dist/{name} is missing. {CURE}") from None


def functions() -> dict[str, dict[str, Any]]:
    """The properties of each function, by its logical name."""
    return {name: resource["Properties"] for name, resource in template()["Resources"].items()
            if resource["Type"] == FUNCTION}


def zips() -> list[Path]:
    """The zip of each function."""
    return [DIST / f"{name}.zip" for name in functions()]


def digest(path: Path) -> str | None:
    """The SHA-256 of a file; none if there is no such file."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def object_name(function: str, digest: str | None) -> str:
    """What a function's zip is called in a bucket, behind the prefix."""
    return f"{function}-{digest}.zip" if digest else f"{function}.zip"


def objects() -> dict[str, Path]:
    """Each zip by its name in a bucket, behind the prefix.

    :raises ValueError: a zip is missing, or another one than the template names.
    """
    found = {}
    for path, (function, properties) in zip(zips(), functions().items()):
        if not path.is_file():
            raise ValueError(f"dist/{path.name} is missing. {CURE}")
        name = object_name(function, digest(path))
        if properties["Code"]["S3Key"] != {"Fn::Sub": f"${{CodePrefix}}{name}"}:
            raise ValueError(f"dist/{path.name} is another zip than dist/{TEMPLATE} names. {CURE}")
        found[name] = path
    return found


def architecture() -> str:
    """The processor that the zips are for.

    :raises ValueError: one is missing, or they are no functions for one of Lambda's processors.
    """
    found = {of_zip(path) for path in zips()}
    if len(found) > 1 or None in found:
        raise ValueError("the zips in dist/ are not the functions for one processor")
    return str(found.pop())


def of_zip(path: Path) -> str | None:
    """The processor of a zip's executable; none if it has none that Lambda runs.

    :raises ValueError: there is no such file.
    """
    if not path.is_file():
        raise ValueError(f"dist/{path.name} is missing. {CURE}")
    try:
        with zipfile.ZipFile(path) as file, file.open("bootstrap") as executable:
            header = executable.read(MACHINE.stop)
    except (zipfile.BadZipFile, KeyError):
        return None
    return MACHINES.get(int.from_bytes(header[MACHINE], "little")) if header.startswith(MARK) else None
