"""Writes dist/cognito-passkeys-terraform.zip: the module of clients/terraform, with the zips and the template of dist/ in
a folder dist of its own. Its bytes depend only on theirs."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from cognito_passkeys.deployment import packages
from cognito_passkeys.function_names import FUNCTIONS
from template.sam_template import ROOT

NAME = "cognito-passkeys-terraform.zip"
MODULE = ROOT / "clients/terraform"


def contents(dist: Path) -> dict[str, bytes]:
    """The bytes of each file, by its path in the archive."""
    module = (file for file in MODULE.iterdir() if file.suffix in (".md", ".tf"))
    return ({file.name: file.read_bytes() for file in (ROOT / "LICENSE", *module)}
            | {f"dist/{name}": (dist / name).read_bytes()
               for name in (packages.TEMPLATE, *(f"{function}.zip" for function in FUNCTIONS))})


def write(dist: Path) -> Path:
    with zipfile.ZipFile(dist / NAME, "w") as archive:
        for path, data in sorted(contents(dist).items()):
            entry = zipfile.ZipInfo(path, date_time=(1980, 1, 1, 0, 0, 0))
            entry.create_system = 3  # Unix: otherwise the mode below is ignored.
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, compress_type=zipfile.ZIP_DEFLATED, compresslevel=9)
    return dist / NAME


if __name__ == "__main__":
    try:
        print(f"Written: {write(ROOT / 'dist')}")
    except FileNotFoundError as error:
        sys.exit(f"Missing: {error.filename}. Run make package, or copy the files from a release.")
