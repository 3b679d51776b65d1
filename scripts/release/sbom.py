#!/usr/bin/env python3
"""Writes what the zips of a directory contain, beside them: sbom.cdx.json, sbom.spdx.json and SHA256SUMS. The same
zips, packages and commit give the same bytes.

Usage: sbom.py DIRECTORY CURL, where CURL is the directory that scripts/zips/static-libcurl.sh prints
"""

from __future__ import annotations

import json
import os
import platform
import sys
import zlib
from datetime import datetime, timezone
from pathlib import Path

import changelog
import cyclonedx
import inventory
import spdx

ROOT = Path(__file__).resolve().parents[2]
# The date of the files in the zips, for sources without a commit.
OLDEST = int(datetime(1980, 1, 1, tzinfo=timezone.utc).timestamp())
DOCUMENTS = {inventory.CYCLONEDX_FILE: cyclonedx.document, inventory.SPDX_FILE: spdx.document}


def created() -> str:
    """SOURCE_DATE_EPOCH, or the date of the commit. Never the clock."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds and (ROOT / ".git").exists():
        seconds = inventory.output("git", "-C", ROOT, "log", "-1", "--format=%ct")
    return datetime.fromtimestamp(int(seconds or OLDEST), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def environment(system: dict[str, str]) -> dict[str, str]:
    """What else has to be equal for the same bytes: the distribution, the compilers, and what compresses the zips."""
    return {"architecture": platform.machine(), "distribution": f"{system['ID']} {system['VERSION_ID']}",
            "swift": inventory.output("swift", "--version").splitlines()[0],
            "clang": inventory.output("clang", "--version").splitlines()[0], "zip-zlib": zlib.ZLIB_RUNTIME_VERSION}


def take(dist: Path, curl: Path) -> inventory.Inventory:
    """The inventory of a directory, with the versions that this machine has."""
    system = inventory.distribution()
    flags = inventory.output(ROOT / "scripts/zips/openssl-libraries.sh").split()
    parts = [*inventory.curl_parts(curl, system), *inventory.distribution_parts(flags, system), inventory.swift_part()]
    return inventory.Inventory(changelog.current_version(ROOT / "CHANGELOG.md"), created(), environment(system), parts,
                               inventory.functions(dist, parts))


def write(dist: Path, found: inventory.Inventory) -> None:
    """Writes both formats, and then the digests of the zips and of both."""
    for name, document in DOCUMENTS.items():
        (dist / name).write_text(json.dumps(document(found), indent=2, sort_keys=True) + "\n")
    files = sorted([*dist.glob("*.zip"), *(dist / name for name in DOCUMENTS)])
    lines = [f"{inventory.digest(file.read_bytes())}  {file.name}\n" for file in files]
    (dist / inventory.SUMS_FILE).write_text("".join(lines))


if __name__ == "__main__":
    write(Path(sys.argv[1]), take(Path(sys.argv[1]), Path(sys.argv[2])))
