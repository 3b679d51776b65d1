"""A value on make's command line reaches the programs as it is. Neither make nor the shell expands it, in any target.

The recipes of the real Makefile run in a folder in which every program is a stub that records its words and variables.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

MAKEFILE = Path(__file__).resolve().parents[2] / "Makefile"
TEXT = MAKEFILE.read_text(encoding="utf-8")

# Last the one that removes the stubs.
TARGETS = sorted(re.findall(r"^([a-z0-9-]+):", TEXT, re.MULTILINE), key=lambda name: (name == "clean", name))
# Every word in capitals is taken for a variable, so that none is forgotten. ARGS is text for the shell by intention;
# the others name the programs that run everything.
VARIABLES = sorted(set(re.findall(r"\b[A-Z][A-Z_]+\b", TEXT)) - {"ARGS", "MAKE", "PATH", "SHELL"})
# What recipes hand to programs. The shell reads these from its environment, by "$NAME" or "${NAME:-default}".
HANDED_OVER = {*re.findall(r"\$\$\{?([A-Z_]+)", TEXT), *re.findall(r"\$\(call (?:option|given),[^,]*,(\w+)\)", TEXT)}

# Each creates a file with the name of the variable as soon as anybody expands it.
PAYLOADS = {
    "a command in backquotes": "`>expanded-NAME`@example.test",
    "a command in parentheses": "$(>expanded-NAME)@example.test",
    "a function of make": "$(shell >expanded-NAME)@example.test",
    "a function of make behind two dollars": "$$(shell >expanded-NAME)$$(>expanded-NAME)@example.test",
    "double quotes": 'a" ; >expanded-NAME; "@example.test',
    "single quotes": "a' ; >expanded-NAME; '@example.test",
    "no quotes": r"a \ ; >expanded-NAME & >expanded-NAME | # *@example.test",
    "a hyphen and a newline": "-a\n>expanded-NAME\n",
}

# Two may run at a time.
STUB = """#!/bin/sh
exec 3>>"$RECORD"
flock 3
printf '%s\\0' "$@" >&3
env --null >&3
"""


class MakefileTests(unittest.TestCase):
    def run_all(self, payload: str, with_configuration: bool) -> tuple[set[str], list[str], str]:
        """Runs all targets with this value for every variable. Returns the files that it created, what the stubs got
        and what make printed."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            programs = ["bin/awk", "bin/swift", "bin/python3", ".build/debug/sandbox",
                        ".build/debug/differential-oracle", "scripts/passkeys",
                        *re.findall(r"(?:scripts|Tests|clients|\.build)/[\w/.-]+(?:\.sh|\.py|/python)\b", TEXT)]
            (folder / "Makefile").symlink_to(MAKEFILE)
            for program in programs:
                file = folder / program
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(STUB)
                file.chmod(0o755)
            if with_configuration:
                (folder / "samconfig.toml").touch()
            record = folder / "record"
            made = subprocess.run(
                ["make", "--keep-going", *TARGETS, "ARGS=--as 'it is'",
                 *(f"{variable}={payload.replace('NAME', variable)}" for variable in VARIABLES)],
                cwd=folder, env={"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "RECORD": str(record)},
                capture_output=True, text=True, timeout=300)
            return ({file.name for file in folder.rglob("expanded-*")}, record.read_text().split("\0"),
                    f"{made.stdout}{made.stderr}status {made.returncode}")

    def test_no_value_is_expanded_and_each_arrives_whole(self) -> None:
        for payload_name, payload in PAYLOADS.items():
            for with_configuration in (False, True):
                with self.subTest(payload_name, with_configuration=with_configuration):
                    created, recorded, printed = self.run_all(payload, with_configuration)
                    self.assertEqual(created, set())
                    self.assertTrue(printed.endswith("status 0"), printed)
                    words = [word for word in recorded if "expanded-" in word and not word.startswith("MAKE")]
                    values = {payload.replace("NAME", variable): variable for variable in VARIABLES}
                    arrived = set()
                    for word in words:
                        # A word, --option=word, or a variable of the environment; make exports each by its own name.
                        _, name, value = re.fullmatch(r"(?s)(--)?(?:(\w+)=)?(.*)", word).groups()
                        self.assertTrue(value in values, value)
                        if name != values[value]:
                            arrived.add(values[value])
                    self.assertEqual(HANDED_OVER - arrived, set())
                    self.assertIn("it is", recorded)
