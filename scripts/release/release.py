#!/usr/bin/env python3
"""Checks what a release needs, before the build and after it. Afterwards it writes dist/release-notes.md and prints the
commands that make the tag. It changes no branch, makes no tag and pushes nothing.

The workflow that publishes a tag calls it with `tagged`. The tag must then be there, for this commit. If it names the
files of this architecture, they must be these, so two machines have built the same bytes.

Usage: release.py before|after VERSION [tagged]
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Iterator

import changelog
import inventory
import sbom

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
NOTES = "release-notes.md"
# The part of a page that the notes repeat.
PAGE, PROVEN = "docs/is-this-for-you.md", "What is proven, and what is not"


def git(*arguments: str) -> str:
    return inventory.output("git", "-C", str(ROOT), *arguments).strip()


def proven() -> str:
    """What the page says is proven and what is not, with links from the root as in the changelog; empty if it does not
    say."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    part = page.partition(f"\n## {PROVEN}\n")[2].partition("\n## ")[0].strip()
    return re.sub(r"\]\((?=[\w-]+\.md)", "](docs/", part)


def tag_faults(version: str, tagged: bool) -> Iterator[str]:
    """What is wrong with the release's tag."""
    there = bool(git("tag", "--list", f"v{version}"))
    if there and not tagged:
        yield f"the tag v{version} exists"
    elif tagged and not there:
        yield f"there is no tag v{version}"
    elif tagged and git("rev-parse", f"v{version}^{{commit}}") != git("rev-parse", "HEAD"):
        yield f"the tag v{version} is of another commit"


def source_faults(version: str, tagged: bool) -> Iterator[str]:
    """What keeps the commit from being this release."""
    if not changelog.VERSION.fullmatch(version):
        yield f"{version} is not a version such as 1.2.3"
    if not proven():
        yield f"{PAGE} has no part \"{PROVEN}\""
    changed = git("status", "--porcelain")
    if changed:
        yield f"the work tree has changes that are not committed:\n{changed}"
    yield from tag_faults(version, tagged)
    entries = changelog.entries(ROOT / "CHANGELOG.md")
    if not entries.get(version):
        yield f"CHANGELOG.md has no entry \"## [{version}] - <date>\" with text"
    elif entries.get(changelog.UNRELEASED):
        yield "CHANGELOG.md has unreleased entries: move them into the version's"
    elif changelog.current_version(ROOT / "CHANGELOG.md") != version:
        yield f"{version} is not the newest version in CHANGELOG.md"
    for manifest in sorted(ROOT.glob("clients/*/package.json")):
        if (packed := json.loads(manifest.read_text())["version"]) != version:
            yield f"{manifest.relative_to(ROOT)} has the version {packed}"


def installed_packages() -> dict[str, str]:
    """The packages of this machine that a build would link. The build itself takes the newest curl that apt knows."""
    flags = inventory.output(ROOT / "scripts/zips/openssl-libraries.sh").split()
    parts = inventory.distribution_parts(flags, inventory.distribution())
    return {part.package: part.package_version for part in parts if part.package and part.package_version}


def packages(document: dict) -> dict[str, str]:
    """The packages that an SBOM names, with their versions."""
    properties = [{entry["name"]: entry["value"] for entry in component.get("properties", [])}
                  for component in document["components"]]
    return {entry[f"{inventory.PRODUCT}:package"]: entry[f"{inventory.PRODUCT}:package-version"] for entry in properties
            if f"{inventory.PRODUCT}:package" in entry}


def package_faults(version: str, document: dict) -> Iterator[str]:
    """What keeps the zips from being this release."""
    yield from sbom.faults(DIST)
    yield from inventory.outdated(packages(document))
    packaged = document["metadata"]["component"]["version"]
    if packaged != version:
        yield f"dist/ holds version {packaged}: make package again"


def built_on(document: dict) -> str:
    """The distribution and the architecture."""
    where = {entry["name"]: entry["value"] for entry in document["metadata"]["properties"]}
    return ", ".join(where[f"{inventory.PRODUCT}:{name}"] for name in ("distribution", "architecture"))


def digest_faults(version: str, document: dict) -> Iterator[str]:
    """What differs from the files that the tag names, which are those of one architecture."""
    told = git("tag", "--list", "--format=%(contents)", f"v{version}")
    of = re.search(r"^Built on .*, (\w+)\. ", told, re.MULTILINE)
    if not of:
        yield f"the tag v{version} names no files: make it with the notes of `make release`"
    elif of[1] == built_on(document).rpartition(" ")[2]:
        for line in (DIST / inventory.SUMS_FILE).read_text().splitlines():
            if line not in told.splitlines():
                yield f"{line.partition('  ')[2]} is not the file that the tag v{version} names"


def notes(version: str, document: dict) -> str:
    """The entry of the changelog, what is not proven, what is inside, and the digests."""
    names = {component["name"]: component["version"] for component in document["components"]
             if component["type"] == "library"}
    inside = ", ".join(f"{name} {number}" for name, number in sorted(names.items()))
    return (f"# {version}\n\nCommit {git('rev-parse', 'HEAD')}.\n\n"
            f"{changelog.entries(ROOT / 'CHANGELOG.md')[version]}\n\n## {PROVEN}\n\n{proven()}\n\n## Packages\n\n"
            f"Built on {built_on(document)}. Inside: {inside}.\n\n```\n{(DIST / inventory.SUMS_FILE).read_text()}```\n")


def main() -> None:
    moment, version, *rest = sys.argv[1:]
    tagged = rest == ["tagged"]
    found = list(source_faults(version, tagged))
    document = {}
    if moment == "before":
        found += inventory.outdated(installed_packages())
    else:
        document = json.loads((DIST / inventory.SBOM_FILE).read_text())
        found += package_faults(version, document)
        if tagged:
            found += digest_faults(version, document)
    if found:
        sys.exit("".join(f"No release: {fault}\n" for fault in found).rstrip())
    if moment == "after":
        (DIST / NOTES).write_text(notes(version, document), encoding="utf-8")
    if moment == "after" and not tagged:
        print(f"dist/{NOTES} is written. Look at it; then:\n"
              f"  git tag --annotate --cleanup=verbatim --file dist/{NOTES} v{version} {git('rev-parse', 'HEAD')}\n"
              f"  git push origin v{version}")


if __name__ == "__main__":
    main()
