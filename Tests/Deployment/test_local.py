"""The verbs of this machine alone say what there is where the sandbox is missing."""

from __future__ import annotations

import unittest
from pathlib import Path
from unittest import mock

from cognito_passkeys.verbs import local
from verb_run import run_verb


class AbsentSandboxTests(unittest.TestCase):
    def errors(self, verb: str, is_installed: bool) -> str:
        with mock.patch.object(local, "EXECUTABLE", Path("/absent")), \
                mock.patch.object(local, "IS_INSTALLED", is_installed), \
                mock.patch("platform.system", lambda: "Darwin"), mock.patch("platform.machine", lambda: "arm64"):
            found = run_verb(verb)
        self.assertEqual((found.code, found.output), (1, ""))
        return found.errors

    def test_the_wheel_for_every_system_says_what_works_there_and_where_the_sandbox_is(self) -> None:
        for verb in local.COMMANDS:
            self.assertEqual(self.errors(verb, True), (
                "There is no sandbox for Darwin arm64 in here. The verbs that operate a deployment work. For the "
                "sandbox, take Linux on x86_64, or the container of docs/sandbox.md.\n"))

    def test_a_checkout_names_the_target_that_builds_it(self) -> None:
        for verb in local.COMMANDS:
            self.assertEqual(self.errors(verb, False), f"In a checkout, that is make {verb}.\n")
