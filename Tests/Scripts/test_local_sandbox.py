"""The command that runs the static sandbox with the functions out of their zips."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from cognito_passkeys.verbs import local
from tree_case import TreeCase

SOURCES = Path(local.__file__).parents[2]


class LocalSandboxTests(TreeCase):
    # It runs each function, and prints what it was given.
    FILES = {"sandbox": '#!/bin/sh\n[ "$2" != --bootstraps ] || for f in "$3"/*/bootstrap; do "$f"; done\n'
                        'printf "%s\\n" "$@"\n'}

    def setUp(self) -> None:
        super().setUp()
        (self.root / "sandbox").chmod(0o755)
        for name in ("Define", "Verify"):
            self.package(name, name)

    def package(self, name: str, text: str) -> None:
        with zipfile.ZipFile(self.root / f"{name}.zip", "w") as archive:
            archive.writestr("bootstrap", f"#!/bin/sh\necho {text}\n")

    def run_verb(self, verb: str, *words: str) -> list[str]:
        call = (f"from cognito_passkeys.verbs import local; from pathlib import Path; r = Path({str(self.root)!r}); "
                "local.EXECUTABLE, local.packages.DIST, local.ROOT, local.PROGRAM = r / 'sandbox', r, r, 'tool'; "
                f"local.start({verb!r}, {list(words)!r})")
        done = subprocess.run([sys.executable, "-c", call], check=True, capture_output=True, text=True,
                              env=os.environ | {"PYTHONPATH": str(SOURCES), "XDG_CACHE_HOME": str(self.root / "cache")})
        return done.stdout.splitlines()

    def folders(self) -> list[Path]:
        return sorted((self.root / "cache/cognito-passkeys").iterdir())

    def test_the_sandbox_runs_the_functions_of_the_zips(self) -> None:
        lines = self.run_verb("sandbox", "--port", "0")
        [folder] = self.folders()
        self.assertEqual(lines, ["Define", "Verify", "serve", "--bootstraps", str(folder), "--port", "0"])

    def test_zips_are_unpacked_again_only_when_they_change(self) -> None:
        self.run_verb("sandbox")
        [folder] = self.folders()
        (folder / "Define/bootstrap").write_text("#!/bin/sh\necho kept\n", encoding="utf-8")
        self.assertEqual(self.run_verb("sandbox")[:2], ["kept", "Verify"])
        self.package("Verify", "newer")
        self.assertEqual(self.run_verb("sandbox")[:2], ["Define", "newer"])
        self.assertEqual(len(self.folders()), 2)

    def test_a_broken_zip_leaves_nothing_behind(self) -> None:
        self.write("Verify.zip", "cut off")
        with self.assertRaises(zipfile.BadZipFile):
            local.unpacked(self.root, self.root / "cache/cognito-passkeys")
        self.assertEqual(self.folders(), [])

    def test_a_replay_gets_the_events_and_a_demo_the_next_commands(self) -> None:
        self.assertIn(str(self.root / "events"), self.run_verb("replay"))
        self.assertTrue(any(line.startswith("tool sandbox ") for line in self.run_verb("demo")))
