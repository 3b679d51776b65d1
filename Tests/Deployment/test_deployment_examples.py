"""The examples for AWS CDK and Amplify fit the template: what they name exists, and what they set is allowed."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from template import plain_template, sam_template
from cognito_passkeys.function_names import FUNCTIONS, PASSWORD_TRIGGER, TRIGGERS
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from template_case import refusals

ROOT = Path(__file__).resolve().parents[2]

CDK = ROOT / "docs/examples/cdk"
AMPLIFY = ROOT / "docs/examples/amplify-gen2/amplify"
DIGEST = "0" * 64


def packaged() -> dict[str, Any]:
    template = sam_template.load()
    return plain_template.plain(template, dict.fromkeys(sam_template.functions(template), DIGEST))


class CDKTests(unittest.TestCase):
    def parameters(self) -> dict[str, str]:
        tree = ast.parse((CDK / "app.py").read_text(encoding="utf-8"))
        [value] = [node.value for node in tree.body
                   if isinstance(node, ast.Assign) and node.targets[0].id == "PARAMETERS"]
        return ast.literal_eval(value)

    def test_the_files_compile(self) -> None:
        for path in CDK.glob("*.py"):
            compile(path.read_text(encoding="utf-8"), str(path), "exec")

    def test_the_parameters_fit_the_template(self) -> None:
        self.assertEqual(refusals(packaged(), self.parameters()), [])

    @unittest.skipUnless(find_spec("aws_cdk") and shutil.which("node"), "aws-cdk-lib or Node is not installed")
    def test_the_synthesized_stack_is_the_template_with_zips_of_its_own(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            dist, out = Path(folder) / "dist", Path(folder) / "out"
            dist.mkdir()
            for name in FUNCTIONS:
                (dist / f"{name}.zip").write_bytes(name.encode())
            template = packaged()
            (dist / "template.packaged.json").write_text(json.dumps(template))
            subprocess.run([sys.executable, CDK / "app.py"], check=True, timeout=240, capture_output=True,
                           env=os.environ | {"DIST": str(dist), "CDK_OUTDIR": str(out)})
            made = json.loads((out / "Passkeys.template.json").read_text())
            self.assertEqual(made["Transform"], template["Transform"])
            for name in FUNCTIONS:
                code = made["Resources"][name]["Properties"]["CodeUri"]
                [asset] = [path for path in out.glob("asset.*.zip") if path.read_bytes() == name.encode()]
                self.assertEqual(f"asset.{code['Key']}", asset.name)
                self.assertIn("-assets-", code["Bucket"]["Fn::Sub"])
            # With the given parameters, everything else comes to the same.
            pseudo = {"AWS::StackId": "arn:aws:cloudformation:eu-west-1:1:stack/passkeys/1-2"}
            values = defaults(sam_template.load()) | self.parameters() | pseudo | {"CodeBucket": "", "CodePrefix": ""}
            values["Revision"] = made["Resources"]["DefineAuthChallenge"]["Properties"]["VersionDescription"]
            self.assertRegex(values["Revision"], r"\A[0-9a-f]{12}\Z")
            self.assertEqual(evaluate(made["Globals"], values, made["Conditions"]),
                             evaluate(template["Globals"], values, template["Conditions"]))
            for name, resource in template["Resources"].items():
                synthesized = made["Resources"][name]
                for one in (resource, synthesized):
                    one["Properties"].pop("CodeUri", None)
                self.assertEqual(evaluate(synthesized, values, made["Conditions"]),
                                 evaluate(resource, values, template["Conditions"]), name)


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
