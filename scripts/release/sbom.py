#!/usr/bin/env python3
"""Writes what the zips of a directory and the sandbox contain, beside them: sbom.cdx.json (CycloneDX 1.6,
https://cyclonedx.org/docs/1.6/json/), THIRD-PARTY.md and SHA256SUMS. The same zips, packages and commit give the same
bytes. Of libraries inside that the distribution has in a newer version, it prints a note.

Usage: sbom.py DIRECTORY CURL, where CURL is the directory that scripts/zips/static-libcurl.sh prints
       sbom.py DIRECTORY     checks that they agree: the digests, which OpenSSL is inside, and each part's terms
"""

from __future__ import annotations

import json
import os
import platform
import sys
import uuid
import zlib
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Iterator

import changelog
import inventory
import third_party
from inventory import (PRODUCT, ROOT, SANDBOX, SBOM_FILE, SUMS_FILE, Inventory, Part, Program, digest, openssl_version,
                       upstream)

# The date of the files in the zips, for sources without a commit.
OLDEST = int(datetime(1980, 1, 1, tzinfo=timezone.utc).timestamp())


def created() -> str:
    """SOURCE_DATE_EPOCH, or the date of the commit. Never the clock."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds and (ROOT / ".git").exists():
        seconds = inventory.output("git", "-C", ROOT, "log", "-1", "--format=%ct")
    return datetime.fromtimestamp(int(seconds or OLDEST), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def commit() -> str:
    """SOURCE_COMMIT, or the commit of the sources, which may have been changed since."""
    found = os.environ.get("SOURCE_COMMIT")
    if not found and (ROOT / ".git").exists():
        found = inventory.output("git", "-C", ROOT, "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
    return (found or "unknown").strip()


def environment(system: dict[str, str]) -> dict[str, str]:
    """What else has to be equal for the same bytes: sources, distribution, compilers, and what compresses the zips."""
    return {"commit": commit(), "architecture": platform.machine(),
            "distribution": f"{system['ID']} {system['VERSION_ID']}",
            "swift": inventory.output("swift", "--version").splitlines()[0],
            "clang": inventory.output("clang", "--version").splitlines()[0], "zip-zlib": zlib.ZLIB_RUNTIME_VERSION}


def take(dist: Path, curl: Path) -> Inventory:
    """The inventory of a directory, with the versions that this machine has."""
    system = inventory.distribution()
    flags = inventory.output(ROOT / "scripts/zips/openssl-libraries.sh").split()
    executables = [executable for _, _, executable in inventory.files(dist)]
    if not executables:
        raise SystemExit(f"no zips in {dist}: make package first")
    parts = [*inventory.curl_parts(curl, system), *inventory.distribution_parts(flags, system),
             *inventory.swift_parts(executables)]
    return Inventory(changelog.current_version(ROOT / "CHANGELOG.md"), created(), environment(system), parts,
                     inventory.programs(dist, parts))


def properties(values: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": f"{PRODUCT}:{name}", "value": value} for name, value in values.items()]


def hashes(content: bytes) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": digest(content)}]


def license_choice(expression: str) -> list[dict[str, Any]]:
    """One identifier of SPDX has another form than an expression of several."""
    return [{"expression": expression}] if " " in expression else [{"license": {"id": expression}}]


def library(part: Part) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library", "bom-ref": part.key, "supplier": {"name": part.supplier}, "name": part.name,
        "version": part.version, "description": part.description, "licenses": license_choice(part.license),
        "purl": part.purl}
    if part.package and part.package_version:
        component["properties"] = properties({"package": part.package, "package-version": part.package_version})
    return component


def application(program: Program, version: str) -> dict[str, Any]:
    component = {"type": "application", "bom-ref": program.name, "name": program.name, "version": version,
                 "description": program.file_name, "hashes": hashes(program.file), "licenses": license_choice("MIT")}
    if program.archive is not None:
        component["components"] = [{"type": "file", "bom-ref": f"{program.name}/bootstrap", "name": "bootstrap",
                                    "hashes": hashes(program.executable)}]
    return component


def document(found: Inventory) -> dict[str, Any]:
    """The SBOM. Its serial number is derived from everything else, so the same content has the same number."""
    content: dict[str, Any] = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "timestamp": found.created,
            "component": {"type": "application", "bom-ref": PRODUCT, "name": PRODUCT, "version": found.version,
                          "licenses": license_choice("MIT")},
            "properties": properties(found.environment)},
        "components": [*(application(program, found.version) for program in found.programs),
                       *map(library, found.parts)],
        "dependencies": [{"ref": PRODUCT, "dependsOn": [program.name for program in found.programs]},
                         *({"ref": program.name, "dependsOn": list(program.parts)} for program in found.programs)]}
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {**content, "serialNumber": f"urn:uuid:{serial}"}


def files(dist: Path) -> list[Path]:
    """What SHA256SUMS lists."""
    sandbox = [dist / SANDBOX] if (dist / SANDBOX).is_file() else []
    packages = [path for ending in ("zip", "whl", "tgz", "tar.gz") for path in dist.glob(f"*.{ending}")]
    texts = [path for ending in ("json", "txt") for path in dist.glob(f"*.{ending}") if path.name != SBOM_FILE]
    return sorted([*packages, *texts, *sandbox, dist / SBOM_FILE, dist / third_party.PAGE])


def write(dist: Path, found: Inventory) -> None:
    (dist / SBOM_FILE).write_text(json.dumps(document(found), indent=2, sort_keys=True) + "\n")
    page = third_party.page(found.version, found.parts, found.environment)
    (dist / third_party.PAGE).write_text(page, encoding="utf-8")
    (dist / SUMS_FILE).write_text("".join(f"{digest(file.read_bytes())}  {file.name}\n" for file in files(dist)))


def programs(document: dict[str, Any]) -> dict[str, tuple[str, str | None, str | None]]:
    """The digests of each file and of the executable in it, and the upstream version of its OpenSSL, by an SBOM."""
    components = {component["bom-ref"]: component for component in document["components"]}
    parts = {entry["ref"]: entry["dependsOn"] for entry in document["dependencies"]}
    openssl = upstream(components["openssl"]["version"]) if "openssl" in components else None
    return {name: (component["hashes"][0]["content"],
                   component["components"][0]["hashes"][0]["content"] if "components" in component else None,
                   openssl if "openssl" in parts[name] else None)
            for name, component in components.items() if component["type"] == "application"}


def faults(dist: Path) -> Iterator[str]:
    """A line for each disagreement: a wrong digest, an unlisted file, another OpenSSL, a part without terms."""
    missing = [name for name in (SUMS_FILE, SBOM_FILE, third_party.PAGE) if not (dist / name).exists()]
    if missing:
        yield from (f"no {dist / name}: make package first" for name in missing)
        return
    listed = dict(reversed(line.split("  ", 1)) for line in (dist / SUMS_FILE).read_text().splitlines())
    there = {path.name: digest(path.read_bytes()) for path in files(dist)}
    yield from (f"{SUMS_FILE}: {name} is missing" for name in sorted(there.keys() - listed))
    yield from (f"{SUMS_FILE}: there is no {name}" for name in sorted(listed.keys() - there))
    yield from (f"{SUMS_FILE}: {name} has another digest" for name in sorted(there.keys() & listed)
                if there[name] != listed[name])
    actual = {name: (digest(archive or executable), digest(executable) if archive else None,
                     openssl_version(executable)) for name, archive, executable in inventory.files(dist)}
    document = json.loads((dist / SBOM_FILE).read_text())
    said = programs(document)
    yield from (f"{SBOM_FILE}: {name} is {said.get(name)}, but the file is {actual.get(name)}"
                for name in sorted(said.keys() | actual) if said.get(name) != actual.get(name))
    yield from third_party.faults((dist / third_party.PAGE).read_text(encoding="utf-8"), document)


def main(dist: Path, curl: Path | None = None) -> None:
    if curl:
        found = take(dist, curl)
        write(dist, found)
        packages = {part.package: part.package_version for part in found.parts if part.package and part.package_version}
        # A newer library is a reason to package again, not to fail. A release fails.
        print("".join(f"Note: {line}\n" for line in inventory.outdated(packages)), end="")
    elif wrong := list(faults(dist)):
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
