"""Python packages that run with an operator's rights are installed by their digests, with all that they need."""

from __future__ import annotations

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


class OperatorToolsTests(unittest.TestCase):
    def test_each_package_has_its_digests(self) -> None:
        for wanted in LISTS:
            locked = wanted.with_suffix(".txt").read_text(encoding="utf-8")
            self.assertEqual([line[:60] for line in locked.splitlines() if not LINE.fullmatch(line)], [])
            self.assertLessEqual(names(wanted.read_text(encoding="utf-8")), names(locked), wanted.name)

    def test_each_list_is_installed_with_digests_only(self) -> None:
        body = re.search(r"^operator_environment\(\) \{\n(.*?)^\}", INSTALLER, re.MULTILINE | re.DOTALL)
        self.assertIn("--require-hashes --only-binary :all:", body[1] if body else "")
        used = set(re.findall(r'^ +operator_environment "\$\w+" ".+" ([\w-]+)$', INSTALLER, re.MULTILINE))
        self.assertEqual(used, {wanted.stem for wanted in LISTS})


if __name__ == "__main__":
    unittest.main()
