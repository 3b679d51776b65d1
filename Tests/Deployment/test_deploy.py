"""`make deploy` refuses a samconfig.toml whose parameters SAM would silently ignore or that do not fit the packages."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

MAKEFILE = Path(__file__).resolve().parents[2] / "Makefile"


class DeployTests(unittest.TestCase):
    def deploy(self, overrides: str) -> tuple[int, str]:
        """Runs the last steps of `make deploy` with these parameters in samconfig.toml and a `sam` that prints a word."""
        with tempfile.TemporaryDirectory() as folder:
            sam = Path(folder) / "bin/sam"
            sam.parent.mkdir()
            sam.write_text("#!/bin/sh\necho deployed\n")
            sam.chmod(0o755)
            quoted = overrides.replace('"', '\\"')
            (Path(folder) / "samconfig.toml").write_text(
                f'version = 0.1\n[default.deploy.parameters]\nparameter_overrides = "{quoted}"\n')
            environment = {"PATH": f"{sam.parent}:{os.environ['PATH']}"}
            made = subprocess.run(
                ["make", "--silent", f"--file={MAKEFILE}", "--old-file=package", "deploy", "ARCHITECTURE=arm64"],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
            return made.returncode, made.stdout

    def test_parameters_of_this_template_are_deployed(self) -> None:
        self.assertEqual(self.deploy('Architecture="arm64" PasswordFirst="true"'), (0, "deployed\n"))

    def test_a_flow_under_its_old_name_is_refused(self) -> None:
        for overrides in ('Architecture="arm64" SignInFlow="PASSWORD,RESULT_TOKEN"', "SignInFlow=EMAIL_OTP",
                          "ParameterKey=SignInFlow,ParameterValue=RESULT_TOKEN"):
            with self.subTest(overrides):
                code, printed = self.deploy(overrides)
                self.assertNotEqual(code, 0)
                self.assertIn("samconfig.toml sets SignInFlow, which PasswordFirst, UseCaptcha and SignInWith have "
                              "replaced: see CHANGELOG.md.", printed)
                self.assertNotIn("deployed", printed)

    def test_packages_for_another_architecture_are_not_deployed(self) -> None:
        code, printed = self.deploy('Architecture="x86_64"')
        self.assertNotEqual(code, 0)
        self.assertEqual(printed, "dist/ holds arm64 packages, but samconfig.toml sets another Architecture.\n")


if __name__ == "__main__":
    unittest.main()
