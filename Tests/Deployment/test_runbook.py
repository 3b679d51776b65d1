"""The runbook has a place for each alarm and each secret of the template."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from template_case import TemplateCase

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from sources import check_docs  # noqa: E402
from template import sam_template  # noqa: E402
from verbs import logs  # noqa: E402

RUNBOOK = ROOT / "docs/runbook.md"


def part(page: Path, heading: str) -> str:
    """The text below a heading of the second level."""
    return page.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(page: Path, heading: str) -> list[list[str]]:
    """The cells of the rows of the first table below a heading."""
    table = part(page, heading).split("\n|---")[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[1:]]


def anchors(text: str) -> set[str]:
    """The anchors of the runbook that a text links."""
    return set(re.findall(r"\]\((?:runbook\.md)?#([^)]+)\)", text))


class RunbookTests(TemplateCase):
    def setUp(self) -> None:
        self.headings = check_docs.anchors(RUNBOOK)

    def test_each_alarm_leads_to_the_section_for_it(self) -> None:
        alarms = {name for template in (self.resources, sam_template.load(sam_template.MONITORING)["Resources"])
                  for name, resource in template.items() if resource["Type"] == "AWS::CloudWatch::Alarm"}
        advice = dict(re.findall(r"^\*\*`(\w+)`\.\*\* (.*?)(?=\n\n|\Z)", part(RUNBOOK, "Alarms"),
                                 re.DOTALL | re.MULTILINE))
        self.assertEqual(set(advice), alarms)
        for name, text in advice.items():
            links = anchors(text)
            self.assertTrue(links and links <= self.headings, name)

    def test_the_first_look_finds_whatever_stops_any_function(self) -> None:
        self.assertIn("\nscripts/passkeys logs\n", part(RUNBOOK, "Alarms"))
        parser = argparse.ArgumentParser()
        logs.add_options(parser)
        options = parser.parse_args(["--stack", "sign-in"])
        # All groups. A function that fails says ERROR, and one that does not start says FATAL
        # (Sources/Modules/Shared/LambdaRuntime/Log.swift).
        self.assertEqual((options.group, set(options.texts)), (None, {"ERROR", "FATAL"}))

    def test_each_secret_has_its_replacement(self) -> None:
        secrets = set(self.of_type("AWS::SecretsManager::Secret")) | {
            name for name in self.translated["Parameters"] if re.search(r"(Secret|Key)Arn$", name)}
        table = rows(RUNBOOK, "Replacing keys")
        self.assertEqual({name for cells in table for name in re.findall(r"`(\w+)`", cells[1])}, secrets)
        for cells in table:
            links = anchors(cells[3])
            self.assertTrue(len(links) == 1 and links <= self.headings, cells[0])
