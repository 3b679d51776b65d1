"""An update of a stack of the former template replaces nothing that keeps data or that others know by its name, and
takes the parameters that the stack has."""

from __future__ import annotations

import json
import unittest
from typing import Any

from cognito_passkeys.files import ROOT
from former_template import FILE, contract
from template import sam_template

# What the page on upgrades says about this update.
PAGE = ROOT / "docs/deploying.md"
WITHOUT = {"SeveralRegions", "Tracing"}
OTHER_DEFAULT = {"FunctionMetrics"}
REPLACED = {"AWS::IAM::Role": {"Path"}}


class UpgradeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.former = json.loads(FILE.read_text(encoding="utf-8"))
        cls.present = contract(sam_template.load())

    def both(self, group: str) -> list[tuple[str, Any, Any]]:
        """The entries that both templates have."""
        now = self.present[group]
        return [(name, entry, now[name]) for name, entry in self.former[group].items() if name in now]

    def test_a_parameter_takes_what_it_took_and_means_the_same_unset(self) -> None:
        gone = self.former["Parameters"].keys() - self.present["Parameters"].keys()
        self.assertEqual(gone, WITHOUT)
        for name in WITHOUT | OTHER_DEFAULT:
            self.assertIn(f"`{name}`", PAGE.read_text(encoding="utf-8").partition("## Upgrades")[2])
        for name, former, present in self.both("Parameters"):
            with self.subTest(name):
                self.assertLessEqual({*former.pop("AllowedValues", [])}, {*present.pop("AllowedValues", [])})
                if name in OTHER_DEFAULT:
                    self.assertNotEqual(former.pop("Default"), present.pop("Default"))
                self.assertEqual(former, present)

    def test_a_new_parameter_may_be_left_out(self) -> None:
        new = self.present["Parameters"].keys() - self.former["Parameters"].keys()
        self.assertEqual([name for name in new if "Default" not in self.present["Parameters"][name]], [])

    def test_every_output_is_still_there(self) -> None:
        self.assertLessEqual(self.former["Outputs"].items(), self.present["Outputs"].items())

    def test_resources_are_kept_but_for_roles(self) -> None:
        self.assertEqual(self.former["Resources"].keys() - self.present["Resources"].keys(), set())
        for name, former, present in self.both("Resources"):
            with self.subTest(name):
                may_change = REPLACED.get(former["Type"], set())
                for one in (former["Fixed"], present["Fixed"]):
                    for key in may_change:
                        one.pop(key, None)
                self.assertEqual(former, present)
