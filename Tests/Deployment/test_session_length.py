"""How long a session becomes: the page has the functions' figures, and `make deploy` says what they would log."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path
from typing import Any

from cognito_passkeys.deployment import packages, plan, session_length
from distribution import X86_64, dist

ROOT = Path(__file__).resolve().parents[2]
# SessionLengthTests.swift reads it, too.
FIGURES = json.loads((ROOT / "Tests/Deployment/session_lengths.json").read_text())
CODES = {"SignInWith": "email-code", "CaptchaProvider": "turnstile"}
SAID = ("MAX_ATTEMPTS=7 may be too many for SIGN_IN_FLOW=CAPTCHA,EMAIL_OTP: after that many wrong answers, Cognito's "
        "session may be too long. MAX_ATTEMPTS=6 surely fits (docs/flows.md).")


class FigureTests(unittest.TestCase):
    def test_the_default_fits_in_every_flow(self) -> None:
        self.assertGreaterEqual(min(flow["fit"] for flow in FIGURES), session_length.DEFAULT)


class PageTests(unittest.TestCase):
    def test_the_table_of_the_page_has_the_figures(self) -> None:
        found = re.findall(r"^\| `([A-Z_,]+)` \| ([\d,]+) \| ([\d,]+) \| (\d+) \|$",
                           (ROOT / "docs/flows.md").read_text(), re.MULTILINE)
        figures = {flow["flow"]: (flow["characters"]["3"], flow["characters"]["10"], flow["fit"]) for flow in FIGURES}
        self.assertEqual(len(found), 8)
        self.assertEqual(session_length.ROW.findall(session_length.PAGE.read_text()), [(row[0], row[3]) for row in found])
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
