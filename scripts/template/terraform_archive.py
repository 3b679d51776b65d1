"""Writes dist/cognito-passkeys-terraform.tar.gz: the module of clients/terraform, with the zips and the template of dist/ in
a folder dist of its own. Its bytes depend only on theirs."""

from __future__ import annotations

import io
import sys
import tarfile
from gzip import GzipFile
from pathlib import Path

from cognito_passkeys.deployment import packages
from cognito_passkeys.function_names import FUNCTIONS
from template.sam_template import ROOT

NAME = "cognito-passkeys-terraform.tar.gz"
MODULE = ROOT / "clients/terraform"


def contents(dist: Path) -> dict[str, bytes]:
    """The bytes of each file, by its path in the archive."""
    module = (file for file in MODULE.iterdir() if file.suffix in (".md", ".tf"))
    return ({file.name: file.read_bytes() for file in (ROOT / "LICENSE", *module)}
            | {f"dist/{name}": (dist / name).read_bytes()
               for name in (packages.TEMPLATE, *(f"{function}.zip" for function in FUNCTIONS))})


def write(dist: Path) -> Path:
    # Without dates and owners: tarfile leaves them out unless it reads a file itself.
    with GzipFile(dist / NAME, "wb", mtime=0) as compressed, tarfile.open(fileobj=compressed, mode="w") as archive:
        for path, data in sorted(contents(dist).items()):
            entry = tarfile.TarInfo(path)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return dist / NAME


if __name__ == "__main__":
    try:
        print(f"Written: {write(ROOT / 'dist')}")
    except FileNotFoundError as error:
        sys.exit(f"Missing: {error.filename}. Run make package, or copy the files from a release.")
