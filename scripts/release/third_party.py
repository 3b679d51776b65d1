#!/usr/bin/env python3
"""THIRD-PARTY.md: whose code the executables contain, under which license, with its text, and how to link them with
another C library. It is written from the inventory, so each part of the SBOM has its entry and no other part has one.

Usage: third_party.py FOLDER COMMIT     for the sandbox's image, whose C libraries are those of the distribution
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Iterator

import inventory
from inventory import PRODUCT, Part

PAGE = "THIRD-PARTY.md"
FENCE = "`" * 4
# The texts that Debian's copyright files refer to.
SHARED_TEXTS = {"LGPL-2.1-or-later": "LGPL-2.1", "GPL-3.0-or-later WITH GCC-exception-3.1": "GPL-3",
                "Apache-2.0": "Apache-2.0"}

RELINKING = """## Linking with another C library

glibc is under the LGPL 2.1, which lets you link these executables with a changed one, and take them apart to find
faults of that. Nothing but the public sources is needed, and no signature binds an executable:

1. Check out the commit {commit} of {product}, under the MIT License.
2. Take {distribution} on {architecture} with {swift}, and the packages of the versions above. Their
   sources are behind the links. Put your glibc in place of the package `{package}`.
3. Run `make package`. With the same packages it gives the same bytes, so every difference is yours.

"""

SHARED_LIBRARIES = """OpenSSL, libcurl, glibc and the other C libraries in this image are packages of its distribution.
They are linked when a program starts, so anybody may replace them. Their terms are in `/usr/share/doc/*/copyright`.

"""


def title(part: Part) -> str:
    return f"{part.name} {part.version}"


def table(parts: list[Part]) -> str:
    rows = (f"| {part.name} | [{part.version}]({part.source}) | {part.license} | {part.description} |\n"
            for part in parts)
    return "| Part | Version | License | What it is |\n|---|---|---|---|\n" + "".join(rows) + "\n"


def texts(parts: list[Part]) -> str:
    """The text of each part, once where several have the same."""
    owners: dict[str, list[str]] = {}
    for part in parts:
        names = owners.setdefault(part.terms, [])
        if title(part) not in names:
            names.append(title(part))
    shared = sorted({SHARED_TEXTS[part.license] for part in parts if part.license in SHARED_TEXTS})
    sections = [*((", ".join(names), text) for text, names in owners.items()),
                *((name, inventory.shared_license(name)) for name in shared)]
    return "## Texts\n" + "".join(f"\n### {heading}\n\n{FENCE}text\n{text.strip(chr(10))}\n{FENCE}\n"
                                  for heading, text in sections)


def page(version: str, parts: list[Part], environment: dict[str, str]) -> str:
    """The page for executables that contain everything."""
    glibc = next(part for part in parts if part.key == "glibc")
    return (f"# Third-party code in {PRODUCT} {version}\n\nThe executables contain these parts. "
            f"`{inventory.SBOM_FILE}` says which contains what.\n\n{table(parts)}"
            + RELINKING.format(product=PRODUCT, package=glibc.package, **environment) + texts(parts))


def license_of(component: dict[str, Any]) -> str:
    """The identifier or expression that an SBOM has."""
    [choice] = component["licenses"]
    return choice.get("expression") or choice["license"]["id"]


def faults(content: str, document: dict[str, Any]) -> Iterator[str]:
    """A line for each part of an SBOM without its entry or its text, and for each that the SBOM does not name."""
    libraries = [component for component in document["components"] if component["type"] == "library"]
    parts = {f"{component['name']} {component['version']}" for component in libraries}
    licenses = {SHARED_TEXTS[name] for name in map(license_of, libraries) if name in SHARED_TEXTS}
    rows = {f"{name} {version}" for name, version in re.findall(r"^\| (\S+) \| \[(\S+)\]", content, re.MULTILINE)}
    sections = re.findall(rf"^### ([^\n]+)\n\n{FENCE}text\n(.*?)\n{FENCE}$", content, re.MULTILINE | re.DOTALL)
    told = {name for heading, text in sections if text.strip() for name in heading.split(", ")}
    yield from (f"{PAGE}: {name} has no entry" for name in sorted(parts - rows))
    yield from (f"{PAGE}: {name} has no text" for name in sorted((parts | licenses) - told))
    yield from (f"{PAGE}: {name} is in no executable" for name in sorted((rows - parts) | (told - parts - licenses)))


def main(folder: Path, commit: str) -> None:
    content = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    parts = inventory.swift_parts([content])
    (folder / PAGE).write_text(
        f"# Third-party code in the image of {PRODUCT}\n\nThe executables are built from the commit {commit}, and "
        f"contain these parts.\n\n{table(parts)}{SHARED_LIBRARIES}{texts(parts)}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
