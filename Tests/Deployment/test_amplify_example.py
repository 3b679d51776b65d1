"""The example for Amplify names each trigger, and closes what leads around them."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from cognito_passkeys.function_names import PASSWORD_TRIGGER, TRIGGERS

ROOT = Path(__file__).resolve().parents[2]
AMPLIFY = ROOT / "docs/examples/amplify-gen2/amplify"


class AmplifyTests(unittest.TestCase):
    """`Tests/Samples/check.sh` checks the types."""

    def test_the_example_attaches_each_trigger_and_closes_what_leads_around_them(self) -> None:
        text = (AMPLIFY / "passkeys.ts").read_text(encoding="utf-8")
        interface = text.split("export interface PasskeyFunctions {")[1].split("}")[0]
        self.assertEqual(re.findall(r"^    (\w+)\??: string;$", interface, re.MULTILINE), [*TRIGGERS])
        for setting in ("['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']", "preventUserExistenceErrors = 'ENABLED'",
                        "name: 'admin_only'", "attributesRequireVerificationBeforeUpdate: ['email']"):
            self.assertIn(setting, text)
        used = (AMPLIFY / "backend.ts").read_text(encoding="utf-8")
        self.assertEqual(dict(re.findall(r"^    (\w+): `\$\{functionsOf\}-(\w+):live`,$", used, re.MULTILINE)),
                         {trigger: name for trigger, name in TRIGGERS.items() if trigger != PASSWORD_TRIGGER})
