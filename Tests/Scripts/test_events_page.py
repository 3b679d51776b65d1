"""The events that events/README.md gives to other tools are whole: no placeholder is left in them."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "events/README.md").read_text(encoding="utf-8")
TEMPLATE = (ROOT / "template.yaml").read_text(encoding="utf-8")


def is_whole(event: Path) -> bool:
    return "${" not in event.read_text(encoding="utf-8")


class EventsPageTests(unittest.TestCase):
    def test_what_the_sam_cli_gets_is_whole_and_for_a_function_of_the_template(self) -> None:
        calls = re.findall(r"sam local invoke (\w+) --event events/(\S+)", PAGE)
        self.assertGreaterEqual(len(calls), 3)
        for function, event in calls:
            self.assertEqual(event.partition("/")[0], function)
            self.assertRegex(TEMPLATE, rf"(?m)^  {function}:$")
            self.assertTrue(is_whole(ROOT / "events" / event), event)
        for name in re.findall(r"--parameter-overrides (\w+)=", PAGE):
            self.assertRegex(TEMPLATE, rf"(?m)^  {name}:$")

    def test_the_page_counts_the_whole_events_and_those_without_placeholders(self) -> None:
        named = (file.with_name(file.name.replace(".expected", "")) for file in ROOT.glob("events/*/*/*.expected.json"))
        events = [event for event in named if event.is_file()]
        counted = f"Of the {len(events)} whole events, {sum(map(is_whole, events))} have no placeholders"
        self.assertIn(counted, PAGE)
