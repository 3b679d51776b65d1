"""samconfig.toml: what is written is what is read, and nothing that somebody has written is lost."""

from __future__ import annotations

import unittest
from datetime import date
from typing import Any
from unittest import mock

from cognito_passkeys.deployment import samconfig


class FileTests(unittest.TestCase):
    def read(self, written: Any) -> dict[str, str]:
        return samconfig.parameters({"parameter_overrides": written})

    def test_parameters_are_read_from_texts_and_tables(self) -> None:
        for written, expected in (
            ('A="1" B=2', {"A": "1", "B": "2"}), ("A='2 3'", {"A": "2 3"}),
            (["A=1", 'OtpSender="Example <a@example.org>"'], {"A": "1", "OtpSender": "Example <a@example.org>"}),
            (r'A="say \"x=y\"" B=""', {"A": 'say "x=y"', "B": ""}), ([], {}), ("", {}),
            ({"A": 1, "B": ["x", "y"], "C": 'say "x" \'y\''}, {"A": "1", "B": "x,y", "C": """say "x" 'y'"""}),
        ):
            with self.subTest(written):
                self.assertEqual(self.read(written), expected)

    def test_parameters_in_a_form_that_is_not_read_are_refused_and_not_lost(self) -> None:
        for written in ("file://parameters.yaml", "A=1 file://parameters.yaml", {"$include": "parameters.yaml"},
                        [{"A": "1"}], "A=two words", [["A=1"]], 'A="open'):
            with self.subTest(written), self.assertRaisesRegex(ValueError, "has a form that is not read here"):
                self.read(written)

    def test_settings_for_all_commands_count_unless_the_command_has_its_own(self) -> None:
        text = '[default.global.parameters]\nstack_name = "a"\nregion = "b"\n[default.deploy.parameters]\nregion = "c"\n'
        self.assertEqual(samconfig.settings(text), {"stack_name": "a", "region": "c"})
        text += '[prod.deploy.parameters]\nstack_name = "p"\n'
        self.assertEqual(samconfig.settings(text, "prod"), {"stack_name": "p"})

    def test_what_is_written_is_read_again(self) -> None:
        given = {"OtpSender": "Ana's \"shop\" <no-reply@example.org>", "SignInWith": "email-code", "Empty": ""}
        found = samconfig.settings(samconfig.text("passkeys", "eu-west-1", given))
        self.assertEqual((found["stack_name"], found["region"]), ("passkeys", "eu-west-1"))
        self.assertEqual(samconfig.parameters(found), given)
        for value in ("back\\slash", "tab\t", "\x01\x7f", "a\nb", "'\"\t", "\\u0041", "\u00fc",
                      "ends with \\", '\\"', "a\\ b", "\\'", '\\" Other="x'):
            text = samconfig.text("passkeys", "eu-west-1", {"A": value})
            self.assertEqual(samconfig.parameters(samconfig.settings(text)), {"A": value})
        named = samconfig.text("passkeys", "eu-west-1", given, "prod")
        self.assertEqual((samconfig.settings(named), samconfig.settings(named, "prod")), ({}, found))

    def test_new_functions_get_the_runtime_on_which_lambda_still_creates_them(self) -> None:
        self.assertEqual(samconfig.of_packages("x86_64", date(2027, 1, 31)), {})
        self.assertEqual(samconfig.of_packages("x86_64", date(2027, 2, 1)), {"Runtime": "provided.al2023"})
        with mock.patch("platform.machine", lambda: "aarch64"):
            self.assertEqual(samconfig.of_packages(samconfig.architecture(), date(2027, 1, 31)), {"Architecture": "arm64"})
