"""The examples for Terraform and AWS CDK fit the template: what they name exists, and what they set is allowed."""

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
from typing import Any, Iterator

from cognito_passkeys.template import package_template, sam_template
from cognito_passkeys.function_names import FUNCTIONS, PASSWORD_TRIGGER, TRIGGERS
from cognito_passkeys.template.intrinsics import defaults, evaluate
from template_case import refusals

ROOT = Path(__file__).resolve().parents[2]

try:
    import hcl2
except ModuleNotFoundError:
    hcl2 = None
    if os.environ.get("CI"):
        raise

TERRAFORM, CDK = ROOT / "docs/examples/terraform", ROOT / "docs/examples/cdk"
AMPLIFY = ROOT / "docs/examples/amplify-gen2/amplify"
DIGEST = "0" * 64


def packaged() -> dict[str, Any]:
    template = sam_template.load()
    return package_template.packaged(template, dict.fromkeys(sam_template.functions(template).values(), DIGEST))


def plain(node: Any) -> Any:
    """What the parser read, without quotes around texts and without its own members."""
    if isinstance(node, dict):
        return {name.strip('"'): plain(value) for name, value in node.items() if not re.fullmatch("__.*__", name)}
    if isinstance(node, list):
        return [plain(value) for value in node]
    return node.strip('"') if isinstance(node, str) else node


def texts(node: Any) -> Iterator[str]:
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else [node]:
        if isinstance(value, (dict, list)):
            yield from texts(value)
        else:
            yield str(value)


@unittest.skipUnless(hcl2, "python-hcl2 is not installed")
class TerraformTests(unittest.TestCase):
    def setUp(self) -> None:
        self.files = {}
        for path in TERRAFORM.glob("*.tf"):
            with path.open(encoding="utf-8") as file:
                self.files[path.name] = plain(hcl2.load(file))
        self.variables = {name: value for one in self.files["variables.tf"]["variable"] for name, value in one.items()}
        self.resources = {(kind, name): value for one in self.files["main.tf"]["resource"]
                          for kind, named in one.items() for name, value in named.items()}
        self.stack = self.resources["aws_cloudformation_stack", "passkeys"]

    def test_the_stack_may_make_roles_and_run_transforms(self) -> None:
        self.assertEqual(sorted(self.stack["capabilities"]), ["CAPABILITY_AUTO_EXPAND", "CAPABILITY_IAM"])

    def test_the_parameters_fit_the_template(self) -> None:
        self.assertEqual(refusals(packaged(), self.variables["parameters"]["default"]), [])
        own = re.findall(r"(\w+) = var\.", self.stack["parameters"])
        self.assertEqual(own, ["CodeBucket", "CodePrefix"])
        self.assertLessEqual(set(own), set(packaged()["Parameters"]))
        self.assertEqual(self.variables["code_prefix"]["default"], package_template.DEFAULT_PREFIX)

    def test_other_parameters_make_another_revision_unless_one_is_given(self) -> None:
        # The first of the merged maps yields to the others.
        self.assertRegex(self.stack["parameters"], r"merge\(\{\s*Revision = substr\(sha256\(jsonencode\(\["
                                                   r"var\.parameters, aws_s3_object\.template\.key\]\)\), 0, 12\)"
                                                   r"\s*\}, var\.parameters, ")
        self.assertRegex("0123456789ab", packaged()["Parameters"]["Revision"]["AllowedPattern"])

    def test_the_zips_have_the_keys_that_the_template_names(self) -> None:
        key = self.resources["aws_s3_object", "zip"]["key"].replace("\\", "")
        key = key.replace('${filesha256("${var.dist}/${each.key}.zip")}', DIGEST)
        template = packaged()
        values = {"CodeBucket": "bucket", "CodePrefix": package_template.DEFAULT_PREFIX}
        for name in FUNCTIONS:
            code = evaluate(template["Resources"][name]["Properties"]["CodeUri"], values)
            self.assertEqual(key.replace("${var.code_prefix}", values["CodePrefix"]).replace("${each.key}", name),
                             code["Key"])

    def test_an_update_can_roll_back_to_the_zips_before_it(self) -> None:
        for name in ("zip", "template"):
            self.assertEqual(self.resources["aws_s3_object", name]["lifecycle"], [{"create_before_destroy": True}])
        self.assertEqual(self.stack["depends_on"], ["${aws_s3_object.zip}"])

    def test_the_variables_are_those_that_are_used(self) -> None:
        used = {name for text in texts(self.files) for name in re.findall(r"\bvar\.(\w+)", text)}
        self.assertEqual(used, set(self.variables))

    def test_the_outputs_are_those_of_the_template(self) -> None:
        named = {name for text in texts(self.files["outputs.tf"]["output"])
                 for name in re.findall(r'outputs(?:\[|, )\\?"(\w+)', text)}
        outputs = packaged()["Outputs"]
        self.assertEqual(named, {"UserPoolId", "UserPoolClientId", "AuthenticatorBaseUrl"})
        self.assertLessEqual(named, set(outputs))
        for text in texts(self.files["outputs.tf"]["output"]):
            for name in re.findall(r'outputs\[\\?"(\w+)', text):
                self.assertNotIn("Condition", outputs[name], "an output that may be absent needs lookup()")


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
