"""How long a session becomes: `make deploy` computes what the functions do, and says what they would log."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path
from typing import Any

from cognito_passkeys.deployment import packages, plan, session_length
from distribution import X86_64, dist

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "Sources/Modules/Triggers/SignInRules"
# SessionLengthTests.swift reads it, too.
FIGURES = json.loads((ROOT / "Tests/Deployment/session_lengths.json").read_text())
CODES = {"SignInWith": "email-code", "CaptchaProvider": "turnstile"}
SAID = ("MAX_ATTEMPTS=7 may be too many for SIGN_IN_FLOW=CAPTCHA,EMAIL_OTP: after that many wrong answers, Cognito's "
        "session has about 4435 characters, and 4096 are sure to fit. MAX_ATTEMPTS=6 surely fits.")


class FormulaTests(unittest.TestCase):
    def test_the_figures_are_those_of_the_functions(self) -> None:
        text = (RULES / "SessionLength.swift").read_text()
        figures = {re.sub("[A-Z]", lambda letter: f"_{letter[0]}", name).upper(): int(number.replace("_", ""))
                   for name, number in re.findall(r"static let (\w+) = ([\d_]+)\n", text)}
        self.assertEqual(len(figures), 7)
        self.assertEqual({name: getattr(session_length, name) for name in figures}, figures)
        [(first, last)] = re.findall(r"static let attempts = (\d+)\.\.\.(\d+)", text)
        self.assertEqual((session_length.ATTEMPTS[0], session_length.ATTEMPTS[-1]), (int(first), int(last)))

    def test_the_notes_of_the_methods_are_those_of_the_functions(self) -> None:
        text = (RULES / "SignInFlow.swift").read_text()
        steps = dict(re.findall(r'case (\w+) = "([A-Z_]+)"', text))
        body = text[text.index("var noteLength"):].partition("\n    }")[0]
        lengths = {steps[name.strip(" .")]: int(number) for names, number in re.findall(r"case (.*): (\d+)", body)
                   for name in names.split(",")}
        self.assertEqual(session_length.NOTE_LENGTHS, lengths)
        self.assertEqual(lengths.keys(), set(steps.values()))

    def test_flows_come_to_the_figures_that_the_functions_have(self) -> None:
        for flow in FIGURES:
            names = flow["flow"].split(",")
            for attempts, characters in flow["characters"].items():
                self.assertEqual(session_length.characters(names, int(attempts)), characters, flow)
            self.assertEqual(session_length.attempts_that_fit(names), flow["fit"], flow)
            self.assertIsNone(session_length.warning(names, flow["fit"]))

    def test_the_default_fits_in_every_flow(self) -> None:
        self.assertGreaterEqual(min(flow["fit"] for flow in FIGURES), session_length.DEFAULT)


class PageTests(unittest.TestCase):
    def test_the_table_of_the_page_has_the_figures(self) -> None:
        found = re.findall(r"^\| `([A-Z_,]+)` \| ([\d,]+) \| ([\d,]+) \| (\d+) \|$",
                           (ROOT / "docs/flows.md").read_text(), re.MULTILINE)
        figures = {flow["flow"]: (flow["characters"]["3"], flow["characters"]["10"], flow["fit"]) for flow in FIGURES}
        self.assertEqual(len(found), 8)
        for flow, *numbers in found:
            self.assertEqual(figures[flow], tuple(int(number.replace(",", "")) for number in numbers), flow)


class DeployTests(unittest.TestCase):
    def notes(self, parameters: dict[str, str], attempts: Any = None) -> list[str]:
        template = json.loads((dist(X86_64) / packages.TEMPLATE).read_text())
        if attempts is not None:
            variables = template["Resources"]["DefineAuthChallenge"]["Properties"]["Environment"]["Variables"]
            variables["MAX_ATTEMPTS"] = attempts
        return plan.plan(template, parameters, None, "now").notes

    def test_deploying_says_what_the_function_would_log(self) -> None:
        for attempts in ("7", 7):
            self.assertEqual(self.notes(CODES, attempts), [SAID])
        self.assertEqual(self.notes(CODES, "6"), [])
        self.assertEqual(len(self.notes({**CODES, "PasswordFirst": "true"}, "5")), 1)

    def test_nothing_is_said_of_what_fits_or_is_refused(self) -> None:
        for attempts in (None, "3", "6", "0", "11", "many", ""):
            self.assertEqual(self.notes(CODES, attempts), [], attempts)
