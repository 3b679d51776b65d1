"""The CDK construct synthesizes each kind of sign-in, in TypeScript and in Python, and refuses what cannot work."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path
from typing import Any

from cdk_kinds import ATTACHED, KINDS, MODULES, OWN, PROGRAMS, ROOT, TOOLS, construct, install_construct, synthesize
from cognito_passkeys.function_names import FUNCTIONS
from template_case import refusals

TRIGGERS = ("DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse", "PreSignUp")
SECONDS = 15

if os.environ.get("CI") and not TOOLS.exists():
    raise FileNotFoundError(f"{TOOLS}: scripts/install.sh cdk")

# A parameter of each type.
WRONG_TYPES = """\
import { CognitoPasskeysProps } from 'cognito-passkeys-cdk';

// @ts-expect-error
export const choice: CognitoPasskeysProps = { signInWith: 'password' };
// @ts-expect-error
export const flag: CognitoPasskeysProps = { passwordFirst: 'true' };
// @ts-expect-error
export const days: CognitoPasskeysProps = { logRetentionDays: 2 };
// @ts-expect-error
export const list: CognitoPasskeysProps = { passkeyOrigins: 'https://login.example.org' };
// @ts-expect-error
export const forGood: CognitoPasskeysProps = { forGood: ['serviceName'] };
// @ts-expect-error
export const unknown: CognitoPasskeysProps = { signinWith: 'oidc' };
"""
# What cannot work, and what is said of it.
REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "unknown property": ({"properties": {"signinWith": "oidc"}}, "There is no property"),
    "value": ({"properties": KINDS["oidc"] | {"oidcIssuer": "http://issuer.example"}}, "cannot be"),
    "number": ({"properties": KINDS["email-code"] | {"otpMailsPerHour": 0}}, "cannot be"),
    "name": ({"properties": KINDS["email-code"] | {"name": "x" * 44}}, "name cannot be"),
    "one-way": ({"properties": OWN | {"forGood": []}}, "is for good"),
    "rule": ({"properties": {"signInWith": "email-code"}}, "need OtpSender and OtpIdentity."),
    "architecture": ({"properties": KINDS["email-code"] | {"architecture": "arm64", "dist": None}}, "x86_64"),
    "no such output": (
        {"properties": KINDS["email-code"], "outputs": ["AuthenticatorBaseUrl"]}, "has no output AuthenticatorBaseUrl"),
    "other trigger": (ATTACHED | {"trigger": "preSignUp"}, "has another function in its trigger preSignUp"),
    "later trigger": (
        ATTACHED | {"triggerLater": "defineAuthChallenge"}, "has another function in its trigger defineAuthChallenge"),
    "versioned trigger": (
        {**ATTACHED, "properties": KINDS["password-first"], "trigger": "preTokenGenerationConfig"},
        "has another function in its trigger preTokenGeneration"),
    "alias": (ATTACHED | {"signInAliases": {"email": True, "username": True}}, "is an alias in this pool"),
}


@unittest.skipUnless(TOOLS.exists(), "AWS CDK is not installed: scripts/install.sh cdk")
class CDKTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.enterClassContext(construct())
        for name in FUNCTIONS:
            (cls.folder / f"{name}.zip").write_bytes(name.encode())
        cls.packed = install_construct(cls.folder)
        cls.template = json.loads((MODULES / "cognito-passkeys-cdk/dist/nested.json").read_text())
        apps = {f"kind {name}": {"properties": given} for name, given in KINDS.items()} | {
            "attached": ATTACHED, "beside": {**ATTACHED, "attach": None},
            "kept": ATTACHED | {"trigger": "preSignUp", "attach": {"closeFlows": False, "preSignUp": "keep"}},
            "replaced": ATTACHED | {"trigger": "preSignUp", "attach": {"closeFlows": True, "preSignUp": "replace"}},
            "other value": {**ATTACHED, "properties": OWN | {"serviceName": "Example"}},
        } | {f"refused {name}": given for name, (given, _) in REFUSED.items()}
        cls.made = {language: cls.synthesized(apps, language) for language in PROGRAMS}

    @classmethod
    def synthesized(cls, apps: dict[str, dict[str, Any]], language: str) -> dict[str, Any]:
        """Each app's answer, with its template if there was no error."""
        given = {}
        for name, app in apps.items():
            properties = {"dist": str(MODULES / "cognito-passkeys-cdk/dist")} | app["properties"]
            given[cls.folder / language / name] = app | {
                "properties": {key: value for key, value in properties.items() if value is not None}}
        answers = dict(zip(apps, synthesize(given, language), strict=True))
        for name, answer in answers.items():
            template = cls.folder / language / name / "App.template.json"
            answer["template"] = json.loads(template.read_text()) if template.exists() else None
        return answers

    def resource(self, app: str, kind: str, language: str = "TypeScript") -> dict[str, Any]:
        answer = self.made[language][app]
        self.assertEqual(answer["error"], "", app)
        [found] = [one for one in answer["template"]["Resources"].values() if one["Type"] == kind]
        return found["Properties"]

    def test_each_kind_of_sign_in_takes_seconds_and_fits_the_template(self) -> None:
        for name in KINDS:
            with self.subTest(name):
                given = self.resource(f"kind {name}", "AWS::CloudFormation::Stack")["Parameters"]
                texts = {key: value for key, value in given.items() if key != "CodeBucket"}
                self.assertEqual(refusals(self.template, texts), [])
                self.assertLess(self.made["TypeScript"][f"kind {name}"]["seconds"], SECONDS)

    def test_the_nested_stack_gets_the_template_and_the_zips_as_assets(self) -> None:
        properties = self.resource("attached", "AWS::CloudFormation::Stack")
        folder = self.folder / "TypeScript/attached"
        key = properties["TemplateURL"]["Fn::Sub"].rpartition("/")[2]
        self.assertEqual(json.loads((folder / f"asset.{key}").read_text()), self.template)
        for name in FUNCTIONS:
            self.assertEqual((folder / f"asset.{properties['Parameters'][f'{name}Key']}").read_text(), name)

    def test_python_makes_the_same(self) -> None:
        for name, answer in self.made["TypeScript"].items():
            with self.subTest(name):
                other = self.made["Python"][name]
                self.assertEqual(bool(answer["error"]), bool(other["error"]), other["error"])
                self.assertEqual(*(re.sub(r'"Revision": "\w{12}"', "", json.dumps(one["template"], sort_keys=True))
                                   for one in (answer, other)))

    def test_what_cannot_work_is_refused(self) -> None:
        for name, (_, words) in REFUSED.items():
            for language, made in self.made.items():
                with self.subTest(f"{name} in {language}"):
                    self.assertIn(words, made[f"refused {name}"]["error"])

    def test_a_new_value_makes_a_new_revision_and_nothing_else_does(self) -> None:
        first, same, other = (self.resource(name, "AWS::CloudFormation::Stack")["Parameters"]["Revision"]
                              for name in ("attached", "replaced", "other value"))
        self.assertRegex(first, "^[0-9a-f]{12}$")
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)

    def test_the_pool_names_aliases_without_waiting_for_them(self) -> None:
        pool = self.resource("attached", "AWS::Cognito::UserPool")
        self.assertEqual(pool["LambdaConfig"].keys(), {*TRIGGERS})
        text = json.dumps(pool)
        self.assertIn("-DefineAuthChallenge:live", text)
        self.assertNotIn("Outputs.", text)
        self.assertEqual(pool["UserAttributeUpdateSettings"], {"AttributesRequireVerificationBeforeUpdate": ["email"]})
        given = self.resource("attached", "AWS::CloudFormation::Stack")["Parameters"]
        self.assertRegex(given["ExistingUserPoolId"]["Ref"], "^Pool")
        self.assertRegex(given["AllowedClientIds"]["Ref"], "^Client")
        self.assertNotIn("LambdaConfig", self.resource("beside", "AWS::Cognito::UserPool"))

    def test_the_pools_own_trigger_is_kept_or_replaced(self) -> None:
        own = "arn:aws:lambda:eu-west-1:1:function:own"
        kept, replaced = (self.resource(name, "AWS::Cognito::UserPool")["LambdaConfig"] for name in ("kept", "replaced"))
        self.assertEqual((kept["PreSignUp"], {*kept}), (own, {*TRIGGERS}))
        self.assertIn("-PreSignUp:live", json.dumps(replaced["PreSignUp"]))

    def test_other_flows_stay_or_go(self) -> None:
        closed, kept = (self.resource(name, "AWS::Cognito::UserPoolClient") for name in ("attached", "kept"))
        both = ["ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
        self.assertEqual((closed["ExplicitAuthFlows"], closed["AllowedOAuthFlowsUserPoolClient"]), (both, False))
        self.assertEqual(sorted(kept["ExplicitAuthFlows"]), [*both, "ALLOW_USER_SRP_AUTH"])
        for client in (closed, kept):
            self.assertEqual((client["PreventUserExistenceErrors"], client["AuthSessionValidity"]), ("ENABLED", 10))

    def test_the_package_has_what_it_needs_and_nothing_else(self) -> None:
        with tarfile.open(self.packed) as archive:
            names = {name.removeprefix("package/") for name in archive.getnames()}
        code = {f"lib/{name}{end}" for name in ("index", "parameters", "template") for end in (".js", ".d.ts")}
        zips = {f"dist/{name}.zip" for name in FUNCTIONS}
        self.assertEqual(names, {"package.json", "README.md", "LICENSE", "dist/nested.json"} | code | zips)

    def test_the_pages_examples_have_the_right_types_and_others_have_not(self) -> None:
        page = (ROOT / "clients/cdk/README.md").read_text()
        for number, block in enumerate(re.findall(r"```ts\n(.*?)```", page, re.DOTALL)):
            # To read the types of all of AWS takes long.
            (self.folder / f"example{number}.ts").write_text(block.replace("'aws-cdk-lib'", "'aws-cdk-lib/core'"))
        (self.folder / "node_modules").symlink_to(MODULES)
        (self.folder / "wrong.ts").write_text(WRONG_TYPES)
        settings = json.loads((ROOT / "clients/cdk/tsconfig.json").read_text())["compilerOptions"]
        (self.folder / "tsconfig.json").write_text(json.dumps({
            "compilerOptions": settings | {"rootDir": ".", "noEmit": True}, "include": ["*.ts"]}))
        run = subprocess.run(["tsc", "--project", self.folder], text=True, stdout=subprocess.PIPE)
        self.assertEqual((run.returncode, run.stdout), (0, ""))
