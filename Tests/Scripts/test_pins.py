"""What is downloaded and run is pinned by digest: Python packages with all that they need, images of containers, and
actions of workflows."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTALLER = (ROOT / "scripts/install.sh").read_text(encoding="utf-8")
LISTS = sorted((ROOT / "scripts").glob("*.in"))
LINE = re.compile(r"[A-Za-z0-9._-]+(\[[a-z0-9,_-]+\])?==\S+( ; [^#]+?)?( --hash=sha256:[0-9a-f]{64})+")


def names(text: str) -> set[str]:
    """The packages with their versions, without extras."""
    return {re.sub(r"\[.*?\]", "", found[0]).lower() for found in re.finditer(r"^[\w.-]+(\[.*?\])?==[\w.]+", text, re.M)}


class PythonTests(unittest.TestCase):
    def test_each_package_has_its_digests(self) -> None:
        for wanted in LISTS:
            locked = wanted.with_suffix(".txt").read_text(encoding="utf-8")
            self.assertEqual([line[:60] for line in locked.splitlines() if not LINE.fullmatch(line)], [])
            self.assertLessEqual(names(wanted.read_text(encoding="utf-8")), names(locked), wanted.name)

    def test_each_list_is_installed_with_digests_only(self) -> None:
        used = set(re.findall(r'^ +python_environment "\$\w+" ".+" ([\w-]+)$', INSTALLER, re.MULTILINE))
        self.assertEqual(used | {"uv"}, {wanted.stem for wanted in LISTS})

    def test_nothing_is_installed_without_digests(self) -> None:
        installs = [line.strip() for line in INSTALLER.replace("\\\n", " ").splitlines()
                    if re.search(r"\bpip\b.* (install|download) ", line)]
        self.assertEqual(len(installs), 3)
        for line in installs:
            self.assertRegex(line, "--require-hashes +--only-binary :all:")
        pinned = [line for line in INSTALLER.splitlines() if re.search(r"\w==\d", line)]
        self.assertEqual([line for line in pinned if not re.search(r"--hash=sha256:[0-9a-f]{64}", line)], [])


class ImageTests(unittest.TestCase):
    def test_each_image_has_its_digest_beside_its_tag(self) -> None:
        files = [ROOT / "Dockerfile", *ROOT.glob("docs/**/Dockerfile*")]
        images = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()
                  if line.startswith("FROM ")]
        self.assertGreaterEqual(len(images), 2)
        for line in images:
            self.assertRegex(line, r"^FROM [\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}( AS \w+)?$")

    def test_the_container_for_development_is_the_image_that_builds_the_sandboxs(self) -> None:
        container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
        self.assertIn(f"\nFROM {container['image']} AS build\n", (ROOT / "Dockerfile").read_text(encoding="utf-8"))


class WorkflowTests(unittest.TestCase):
    TEXT = "".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / ".github/workflows").glob("*.yml")))

    def test_each_action_has_its_digest_and_one_version(self) -> None:
        used = [line for line in re.findall(r"uses: (.*)", self.TEXT) if not line.startswith("./")]
        self.assertGreaterEqual(len(used), 2)
        for line in used:
            self.assertRegex(line, r"^[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
        self.assertEqual(len(set(used)), len({line.partition("@")[0] for line in used}))

    def test_they_build_in_the_image_of_the_dockerfile(self) -> None:
        image = re.findall(r"^FROM (\S+) AS build$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual(set(re.findall(r"container: (\S+)", self.TEXT)), set(image))
