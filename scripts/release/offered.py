#!/usr/bin/env python3
"""Names the libraries inside the zips of which the distribution offers a newer version, and fails if there are any. It
knows what apt knows; `apt-get update` brings that up to date.

Usage: offered.py SBOM, the SBOM in the format CycloneDX
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Iterator

from inventory import PRODUCT


def packages(document: dict) -> dict[str, str]:
    """The packages that an SBOM names, with their versions."""
    properties = [{entry["name"]: entry["value"] for entry in component.get("properties", [])}
                  for component in document["components"]]
    return {entry[f"{PRODUCT}:package"]: entry[f"{PRODUCT}:package-version"] for entry in properties
            if f"{PRODUCT}:package" in entry}


def without_rebuild(version: str) -> str:
    """A version without the mark of a package that was built again from the same source, as in 7.88.1-10+b1."""
    return re.sub(r"\+b\d+$", "", version)


def is_newer(one: str, other: str) -> bool:
    command = ["dpkg", "--compare-versions", without_rebuild(one), "gt", without_rebuild(other)]
    return subprocess.run(command, check=False).returncode == 0


def complaints(inside: dict[str, str]) -> Iterator[str]:
    """A line for each package that is outdated, or about which apt cannot tell."""
    for package, version in inside.items():
        policy = subprocess.run(["apt-cache", "policy", package], check=True, capture_output=True, text=True).stdout
        candidate = re.search(r"^ *Candidate: *(\d\S*)", policy, re.MULTILINE)
        # What is installed is always listed, with dpkg's own file as its source.
        if not candidate or not re.search(r"^ +-?\d+ [a-z+]+:", policy, re.MULTILINE):
            yield f"apt has no list that names {package}: apt-get update"
        elif is_newer(candidate[1], version):
            yield f"{package} {candidate[1]} is available, but {version} is inside"


if __name__ == "__main__":
    found = list(complaints(packages(json.loads(Path(sys.argv[1]).read_text()))))
    print("".join(f"Note: {line}\n" for line in found), end="")
    sys.exit(1 if found else 0)
