"""The forms for issues ask for what a diagnosis needs, and for nothing that must not be public."""

from __future__ import annotations

import unittest
from pathlib import Path

import yaml

from cognito_passkeys.deployment import questions

FOLDER = Path(__file__).resolve().parents[2] / ".github/ISSUE_TEMPLATE"


class IssueFormTests(unittest.TestCase):
    def test_each_is_a_form_whose_fields_have_labels_of_their_own(self) -> None:
        names = {file.name for file in FOLDER.iterdir()}
        self.assertEqual(names, {"problem.yml", "wish.yml", "config.yml"})
        for name in names - {"config.yml"}:
            form = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
            self.assertTrue(form["name"] and form["description"], name)
            fields = [field for field in form["body"] if field["type"] != "markdown"]
            for unique in ([field["id"] for field in fields], [field["attributes"]["label"] for field in fields]):
                self.assertEqual(len(set(unique)), len(fields), name)

    def test_a_problem_names_the_version_the_kind_of_sign_in_and_the_findings(self) -> None:
        form = yaml.safe_load((FOLDER / "problem.yml").read_text(encoding="utf-8"))
        fields = {field.get("id"): field for field in form["body"]}
        self.assertLessEqual({"version", "kind", "reasons", "doctor"}, fields.keys())
        self.assertEqual(set(fields["kind"]["attributes"]["options"]), {*questions.KINDS, "sandbox", "none of these"})
        self.assertIn("doctor --json", fields["doctor"]["attributes"]["description"])
        [warning] = [field["attributes"]["value"] for field in form["body"] if field["type"] == "markdown"]
        for secret in ("tokens", "codes", "passwords", "names and addresses", "SECURITY.md"):
            self.assertIn(secret, warning)
