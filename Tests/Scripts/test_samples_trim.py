"""The sample apps take the white space away that keyboards put around what people type. Cognito refuses a name with it."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

APPS = Path(__file__).resolve().parents[2] / "docs/apps"
# The variables that hold a text as typed; passwords stay as they are.
TYPED = {"email", "code"}


def given(path: str, call: str) -> set[str]:
    """What a screen gives to the steps of the sign-in, as it is written."""
    calls = re.findall(call, (APPS / path).read_text(), re.MULTILINE)
    return {argument.split(": ")[-1].strip() for arguments in calls for argument in arguments.split(",")}


class TrimTests(unittest.TestCase):
    def test_no_screen_gives_a_text_as_typed(self) -> None:
        for path, call, ways in (
                ("ios/SignInView.swift", r"try await signIn\.\w+\(([^()]*)\)", {"typedEmail", "typedCode"}),
                ("react-native/SignInScreen.tsx", r"=> steps\.\w+\((.*)\)\)\}", {"email.trim()", "code.trim()"})):
            with self.subTest(path):
                found = given(path, call)
                self.assertEqual(found & TYPED, set())
                self.assertLessEqual(ways, found)

    def test_a_browser_trims_an_input_for_addresses(self) -> None:
        """HTML, "Email state": white space at the ends is stripped from the value."""
        inputs = re.findall(r"<input [^>]*>", (APPS / "auth0/index.html").read_text())
        self.assertTrue(all('type="email"' in one for one in inputs if 'name="email"' in one))

    def test_the_ios_app_trims_everything_that_is_typed(self) -> None:
        text = (APPS / "ios/SignInView.swift").read_text()
        for name in TYPED:
            self.assertRegex(text, rf"var typed{name.capitalize()}: String {{ trimmed\({name}\) }}")
        self.assertIn("text.trimmingCharacters(in: .whitespacesAndNewlines)", text)
