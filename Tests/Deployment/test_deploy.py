"""`make deploy` refuses a samconfig.toml whose parameters SAM would silently ignore or that do not fit the packages, and
one that names no stack to compare with."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = ROOT / "Makefile"


class DeployTests(unittest.TestCase):
    def deploy(self, overrides: str | None) -> tuple[int, str]:
        """Runs the last steps of `make deploy` with these parameters in samconfig.toml, on a machine for arm64 and with a `sam` that prints
        a word."""
        with tempfile.TemporaryDirectory() as folder:
            for program, command in (("bin/sam", "echo deployed"), ("bin/uname", "echo aarch64"),
                                     (".build/tools/bin/python", f'exec {shlex.quote(sys.executable)} "$@"')):
                file = Path(folder) / program
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(f"#!/bin/sh\n{command}\n")
                file.chmod(0o755)
            (Path(folder) / "template.yaml").symlink_to(ROOT / "template.yaml")
            scripts = Path(folder) / "scripts"
            scripts.mkdir()
            (scripts / "template").symlink_to(ROOT / "scripts/template")
            # Everything is installed.
            (scripts / "install.sh").symlink_to("/bin/true")
            if overrides is not None:
                quoted = overrides.replace('"', '\\"')
                (Path(folder) / "samconfig.toml").write_text(
                    f'version = 0.1\n[default.deploy.parameters]\nparameter_overrides = "{quoted}"\n')
            environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}"}
            made = subprocess.run(
                ["make", "--silent", f"--file={MAKEFILE}", "--old-file=package", "deploy"],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
            return made.returncode, made.stdout + made.stderr

    def test_parameters_of_this_template_are_deployed(self) -> None:
        # They are compared with those of the stack first; test_rollout.py has the rest.
        code, printed = self.deploy('Architecture="arm64" PasswordFirst="true"')
        self.assertNotEqual(code, 0)
        self.assertTrue(printed.startswith("samconfig.toml names no stack (stack_name) for the environment default."), printed)
        self.assertNotIn("deployed", printed)

    def test_without_a_file_sam_asks(self) -> None:
        self.assertEqual(self.deploy(None), (0, "deployed\n"))

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
        self.assertTrue(printed.startswith("dist/ holds arm64 packages, but samconfig.toml sets another Architecture.\n"))


if __name__ == "__main__":
    unittest.main()
