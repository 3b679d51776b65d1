"""The runbook has a place for each alarm and each secret of the template."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from template_case import TemplateCase

from cognito_passkeys.audit_log import lines
from sources import check_docs
from template import sam_template
from cognito_passkeys.verbs import deploy, logs

ROOT = Path(__file__).resolve().parents[2]
RUNBOOK = ROOT / "docs/runbook.md"
CODE = re.compile(r"^ *```\w*\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
# In place of the AWS CLI: one secret and two users of a pool.
AWS = """#!/bin/sh
case "$*" in
*get-secret-value*) echo "$KEY" ;;
*list-users*) printf '11111111-aaaa\n22222222-bbbb\n' ;;
esac
"""


def code(page: Path) -> str:
    """The commands of a page, each on one line."""
    return "\n".join(CODE.findall(page.read_text(encoding="utf-8"))).replace("\\\n", " ")


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
            self.assertTrue(links and links <= self.headings.keys(), name)

    def test_the_first_look_finds_whatever_stops_any_function(self) -> None:
        self.assertIn("\nscripts/passkeys logs\n", part(RUNBOOK, "Alarms"))
        parser = argparse.ArgumentParser()
        logs.add_options(parser)
        options = parser.parse_args(["--stack", "sign-in"])
        # All groups. A function that fails says ERROR, and one that does not start says FATAL
        # (Sources/Modules/Shared/LambdaRuntime/Log.swift).
        self.assertEqual((options.group, set(options.texts)), (None, {"ERROR", "FATAL"}))

    def test_throttling_of_a_table_is_told_from_an_outage_by_what_the_functions_log(self) -> None:
        client = (ROOT / "Sources/Modules/Shared/AWS/AWSClient.swift").read_text(encoding="utf-8")
        names, = re.findall(r"status == 429\s*\|\| \[(.*?)\]", client, re.DOTALL)
        transaction, = re.findall(r'type: "(TransactionCanceledException, conflict or overload)"', (
            ROOT / "Sources/Modules/Shared/AWS/DynamoDB/AWSClient+DynamoDB.swift").read_text(encoding="utf-8"))
        throttled, *others = rows(RUNBOOK, "A throttled table")
        for name in (*re.findall(r'"(\w+)"', names), transaction.split(", ")[1]):
            self.assertIn(f"`{name}`", throttled[0])
        self.assertGreaterEqual(len(others), 3)

    def test_each_secret_has_its_replacement(self) -> None:
        secrets = set(self.of_type("AWS::SecretsManager::Secret")) | {
            name for name in self.translated["Parameters"] if re.search(r"(Secret|Key)Arn$", name)}
        table = rows(RUNBOOK, "Replacing keys")
        self.assertEqual({name for cells in table for name in re.findall(r"`(\w+)`", cells[1])}, secrets)
        for cells in table:
            links = anchors(cells[3])
            self.assertTrue(len(links) == 1 and links <= self.headings.keys(), cells[0])


class CommandTests(unittest.TestCase):
    PAGES = sorted((ROOT / "docs").glob("*.md"))

    def test_the_pages_call_the_stack_as_make_deploy_does(self) -> None:
        for page in self.PAGES:
            for found in re.findall(r"(?:\bSTACK=|--stack |--stack-name )([a-z][\w-]*)", code(page)):
                self.assertEqual(found.split("-")[0], deploy.USUAL, page.name)

    def test_no_key_is_a_word_of_a_command_which_everybody_on_the_machine_can_read(self) -> None:
        for page in self.PAGES:
            for line in code(page).splitlines():
                self.assertNotRegex(
                    line, r"-hmac\b|\$\(aws secretsmanager get-secret-value|--secret-string [^f]", page.name)

    def test_the_digests_that_the_pages_compute_are_those_of_the_functions(self) -> None:
        key, subs = "k" * 64, ["11111111-aaaa", "22222222-bbbb"]
        of_all, = re.findall(r"^aws cognito-idp list-users.*?>subs$", part(RUNBOOK, "A leaked key"),
                             re.MULTILINE | re.DOTALL)
        of_one, = [block for block in CODE.findall((ROOT / "docs/audit.md").read_text()) if "get-secret-value" in block]
        digests = [lines.of_subject(key, sub) for sub in subs]
        for commands, expected in (
            (f"{of_all}\ncat subs", [f"{digest} {sub}" for digest, sub in zip(digests, subs)]),
            (of_one.replace("<AuditKeyArn>", "arn").replace("<sub>", subs[0]), digests[:1]),
        ):
            with tempfile.TemporaryDirectory() as folder:
                for name, text in (("aws", AWS), ("scripts/passkeys", "#!/bin/sh\necho id\n")):
                    program = Path(folder) / name
                    program.parent.mkdir(exist_ok=True)
                    program.write_text(text)
                    program.chmod(0o755)
                run = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=folder, capture_output=True,
                                     text=True, env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "KEY": key})
                self.assertEqual((run.stdout.splitlines(), run.stderr), (expected, ""))
