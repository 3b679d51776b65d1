#!/usr/bin/env python3
"""Checks that zips, SHA256SUMS and both SBOMs of a directory agree: the digests, and whether and which OpenSSL is
inside.

Usage: agreement.py DIRECTORY
"""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path
from typing import Iterator

from inventory import CYCLONEDX_FILE, SPDX_FILE, SUMS_FILE, digest, openssl_version, upstream

DOCUMENTS = (CYCLONEDX_FILE, SPDX_FILE)


def sums_faults(dist: Path, zips: list[Path]) -> Iterator[str]:
    """What is wrong with the list of digests: a wrong one, or a file that is not listed."""
    listed = dict(reversed(line.split("  ", 1)) for line in (dist / SUMS_FILE).read_text().splitlines())
    files = {path.name: digest(path.read_bytes()) for path in [*zips, *(dist / name for name in DOCUMENTS)]}
    yield from (f"{SUMS_FILE}: {name} is missing" for name in sorted(files.keys() - listed))
    yield from (f"{SUMS_FILE}: there is no {name}" for name in sorted(listed.keys() - files))
    yield from (f"{SUMS_FILE}: {name} has another digest" for name in sorted(files.keys() & listed)
                if files[name] != listed[name])


def cyclonedx_functions(document: dict) -> dict[str, tuple[str, str, str | None]]:
    """The digests of each zip and its executable, and the upstream version of its OpenSSL."""
    components = {component["bom-ref"]: component for component in document["components"]}
    parts = {entry["ref"]: entry["dependsOn"] for entry in document["dependencies"]}
    openssl = upstream(components["openssl"]["version"]) if "openssl" in components else None
    return {name: (component["hashes"][0]["content"], component["components"][0]["hashes"][0]["content"],
                   openssl if "openssl" in parts[name] else None)
            for name, component in components.items() if component["type"] == "application"}


def spdx_functions(document: dict) -> dict[str, tuple[str, str, str | None]]:
    """The same from the other format."""
    by_identifier = {entry["SPDXID"]: entry for entry in [*document["packages"], *document["files"]]}
    found = {}
    for identifier, entry in by_identifier.items():
        if "packageFileName" not in entry:
            continue
        related = [by_identifier[link["relatedSpdxElement"]] for link in document["relationships"]
                   if link["spdxElementId"] == identifier]
        executable = next(each for each in related if "fileName" in each)
        openssl = next((upstream(each["versionInfo"]) for each in related if each.get("name") == "openssl"), None)
        found[entry["name"]] = (entry["checksums"][0]["checksumValue"],
                                next(each["checksumValue"] for each in executable["checksums"]
                                     if each["algorithm"] == "SHA256"), openssl)
    return found


def faults(dist: Path) -> Iterator[str]:
    """A line for each disagreement."""
    missing = [name for name in (SUMS_FILE, *DOCUMENTS) if not (dist / name).exists()]
    if missing:
        yield from (f"no {dist / name}: make package first" for name in missing)
        return
    zips = sorted(dist.glob("*.zip"))
    yield from sums_faults(dist, zips)
    actual = {}
    for path in zips:
        bootstrap = zipfile.ZipFile(path).read("bootstrap")
        actual[path.stem] = (digest(path.read_bytes()), digest(bootstrap), openssl_version(bootstrap))
    for name, functions in zip(DOCUMENTS, (cyclonedx_functions, spdx_functions)):
        said = functions(json.loads((dist / name).read_text()))
        yield from (f"{name}: {function} is {said.get(function)}, but the zip is {actual.get(function)}"
                    for function in sorted(said.keys() | actual) if said.get(function) != actual.get(function))


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1])))
    if found:
        sys.exit("\n".join(found))
