"""The runbook has a place for each alarm and each secret of the template."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from template_case import TemplateCase

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from sources import check_docs  # noqa: E402

RUNBOOK, MONITORING = ROOT / "docs/runbook.md", ROOT / "docs/monitoring.md"


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
        # The alarms of a rollout all make CodeDeploy go back.
        rollout = "…RolloutAlarm"
        alarms = {rollout if name.endswith("RolloutAlarm") else name for name in self.of_type("AWS::CloudWatch::Alarm")}
        table = {cells[0].strip("`"): anchors(cells[2]) for cells in rows(RUNBOOK, "Which alarm leads where")}
        self.assertEqual(set(table), alarms)
        advice = dict(re.findall(r"^\*\*`(\w+)`\.\*\* (.*?)(?=\n\n|\Z)", part(MONITORING, "When an alarm fires"),
                                 re.DOTALL | re.MULTILINE))
        self.assertEqual({name: anchors(text) for name, text in advice.items()} | {rollout: table[rollout]}, table)
        for name, links in table.items():
            self.assertTrue(links and links <= self.headings, name)

    def test_the_first_look_finds_whatever_stops_any_function(self) -> None:
        # One that fails says ERROR, and one that does not start says FATAL (Sources/Modules/LambdaRuntime/Log.swift).
        [look] = re.findall(r"```sh\n(for group in .*?)```", part(RUNBOOK, "Which alarm leads where"), re.DOTALL)
        self.assertEqual(set(re.findall(r"\w+Logs\b", look)), set(self.of_type("AWS::Logs::LogGroup")))
        self.assertEqual(set(re.findall(r"\b[A-Z]{5}\b", look)), {"ERROR", "FATAL"})

    def test_each_secret_has_its_replacement(self) -> None:
        secrets = set(self.of_type("AWS::SecretsManager::Secret")) | {
            name for name in self.translated["Parameters"] if re.search(r"(Secret|Key)Arn$", name)}
        table = rows(RUNBOOK, "Replacing keys")
        self.assertEqual({name for cells in table for name in re.findall(r"`(\w+)`", cells[1])}, secrets)
        for cells in table:
            links = anchors(cells[0])
            self.assertTrue(len(links) == 1 and links <= self.headings, cells[0])
