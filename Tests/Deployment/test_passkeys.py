"""The operators' command line: its verbs, their help, and wrong usage."""

from __future__ import annotations

import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

from cognito_passkeys.verbs import local
from verb_run import command_line, run_verb

ROOT = Path(__file__).resolve().parents[2]


class CommandLineTests(unittest.TestCase):
    def test_each_module_is_a_verb_and_each_verb_says_what_it_does(self) -> None:
        modules = {file.stem for file in Path(command_line.__file__).parent.glob("*.py")} - {"__init__", "__main__", "command_line"}
        own = {verb.module for verb in command_line.ALL.values() if "." not in verb.module}
        self.assertEqual(own, modules)
        for name in command_line.ALL:
            # The sandbox, where it has been built, has words of its own.
            with mock.patch.object(local, "EXECUTABLE", Path("/absent")):
                code, text, _ = run_verb(name, "--help")
            self.assertEqual(code, 0, name)
            self.assertTrue(text.startswith(f"usage: scripts/passkeys {name} "), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 90, name)

    def test_without_a_verb_it_lists_all_of_them(self) -> None:
        for words in ((), ("--help",), ("-h",), ("help",)):
            code, text, _ = run_verb(*words)
            self.assertEqual(code, 0)
            for name, verb in command_line.ALL.items():
                self.assertRegex(text, rf"(?m)^  {name} +{verb.summary}$")

    def test_an_unknown_verb_is_wrong_usage(self) -> None:
        found = run_verb("atach", "--pool", "p")
        self.assertEqual(found.code, 2)
        self.assertIn("invalid choice: 'atach'", found.errors)

    def test_help_needs_no_aws_sdk_and_installs_nothing(self) -> None:
        verbs = [[name, option] for name in command_line.ALL for option in ("--help", "-h")]
        for words in ([], ["--help"], *verbs, ["change", "A=b", "--help"]):
            # Without -S, Python would find what is installed beside it.
            done = subprocess.run([sys.executable, "-I", "-S", ROOT / "scripts/passkeys", *words], capture_output=True,
                                  text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
            usage = f"usage: scripts/passkeys {words[0] if words[:1] != ['--help'] and words else 'VERB'}"
            if words[:1] and words[0] in local.COMMANDS and local.EXECUTABLE.is_file():
                usage = f"USAGE: sandbox {local.COMMANDS[words[0]]}"
            self.assertIn(usage, done.stdout)
            self.assertFalse(command_line.calls_aws(words), words)
        self.assertTrue(command_line.calls_aws(["attach"]))
