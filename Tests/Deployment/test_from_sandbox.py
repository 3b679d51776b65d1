"""The page from the sandbox to AWS lists the outputs of the stack and the settings of the apps, and `app-settings` fills
each setting from the output that the page names."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from cognito_passkeys.deployment import app_settings
from cognito_passkeys.stacks import Stack
from template import sam_template

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/from-sandbox-to-aws.md"
SETTING = re.compile(r'^\s*(?:static let )?"?(\w+)"?(?:: | = )(?:["\'\d]|true|false)', re.MULTILINE)


def rows(heading: str) -> list[tuple[list[str], str]]:
    """The rows of a section's table: the names in the first cell, and the last cell."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return [(re.findall(r"`(\w+)`", row[0]), row[-1]) for row in cells]


def settings() -> dict[str, str]:
    """How each sample app spells a setting, by its name in lower case."""
    return {name.lower(): name for path in app_settings.files()
            for name in SETTING.findall(path.read_text(encoding="utf-8"))}


class FromSandboxTests(unittest.TestCase):
    def test_the_page_lists_the_outputs_of_the_stack(self) -> None:
        listed = [name for names, _ in rows("The outputs of a stack") for name in names]
        self.assertEqual(sorted(listed), sorted(sam_template.load()["Outputs"]))

    def test_the_page_lists_the_settings_of_the_apps(self) -> None:
        listed = {name.lower() for names, _ in rows("The settings of an app") for name in names}
        known = app_settings.values(Stack({}, {})).keys() | app_settings.ONLY_SANDBOX
        self.assertEqual(settings().keys() - listed, set(), "not on the page")
        self.assertEqual(listed - settings().keys() - known, set(), "in no app")

    def test_a_setting_is_filled_from_the_output_that_the_page_names(self) -> None:
        outputs = sam_template.load()["Outputs"]
        filled = []
        for names, source in rows("The settings of an app"):
            for output in re.findall(r"the output `(\w+)`", source):
                self.assertIn(output, outputs)
                found = app_settings.values(Stack({"SignInWith": "own-authenticator"}, {output: "this one"}))
                for name in names:
                    with self.subTest(name):
                        self.assertEqual(found[name.lower()], "this one")
                        filled.append(name.lower())
        self.assertGreaterEqual(len(set(filled)), 7)

    def test_what_is_for_the_sandbox_only_is_deleted(self) -> None:
        deleted = {name.lower() for names, what in rows("The settings of an app") for name in names
                   if what == "delete them"}
        self.assertEqual(deleted, app_settings.ONLY_SANDBOX)
