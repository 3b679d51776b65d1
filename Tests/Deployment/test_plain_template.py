"""dist/ has the template as CloudFormation takes it, with zips in a bucket, and `upload` puts there what it names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from aws_case import REGION, AWSCase
from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from cognito_passkeys.deployment.bucket import PREFIX
from cognito_passkeys.function_names import FUNCTIONS
from distribution import ARM64, X86_64, dist
from template import check_template, sam_template
from verb_run import Run, run_verb

ROOT = Path(__file__).resolve().parents[2]
BUCKET, STACK_ID = "some-bucket", "arn:aws:cloudformation:eu-west-1:111122223333:stack/passkeys/1-2"
# CloudFormation's quota for a template that is in a bucket.
LARGEST_TEMPLATE = 1024 * 1024


def template(folder: Path) -> dict[str, Any]:
    return json.loads((folder / packages.TEMPLATE).read_text())


def places(template: dict[str, Any], **given: str) -> dict[str, tuple[str, str]]:
    """The bucket and the key of each function's code."""
    values = defaults(template) | {"CodeBucket": BUCKET} | given
    code = {name: evaluate(resource["Properties"]["Code"], values)
            for name, resource in template["Resources"].items() if resource["Type"] == packages.FUNCTION}
    return {name: (value["S3Bucket"], value["S3Key"]) for name, value in code.items()}


def named(resources: dict[str, Any]) -> dict[str, Any]:
    """Resources by their names, without the digest in a version's, which follows from where the code is."""
    return {re.sub(r"Version[0-9a-f]{10}$", "Version", name): resource for name, resource in resources.items()}


class PlainTemplateTests(unittest.TestCase):
    def test_cloudformation_needs_no_transform_and_can_read_it(self) -> None:
        for name in (packages.TEMPLATE, packages.MONITORING):
            text = (dist(X86_64) / name).read_text()
            self.assertNotIn('"<<"', text)
            self.assertNotIn("AWS::Serverless", text)
            self.assertNotIn("Transform", json.loads(text))
            self.assertLess(len(text.encode()), LARGEST_TEMPLATE)
        self.assertEqual(json.loads(text), sam_template.load(sam_template.MONITORING))

    def test_it_is_what_the_transform_makes_of_the_template_for_each_rollout(self) -> None:
        made = template(dist(X86_64))
        for rollout in sam_template.load()["Parameters"]["Rollout"]["AllowedValues"]:
            values = defaults(made) | {"Rollout": rollout, "CodeBucket": BUCKET, "AWS::StackId": STACK_ID}
            wanted = named(sam_template.translate(sam_template.load(), {"Rollout": rollout})["Resources"])
            found = {name: resource for name, resource in named(made["Resources"]).items() if name in wanted
                     or evaluate({"Condition": resource.get("Condition", "NewPool")}, values, made["Conditions"])}
            self.assertEqual("ServerlessDeploymentApplication" in found, rollout != "AllAtOnce")
            self.assertEqual(found.keys(), wanted.keys(), rollout)
            for name in wanted:
                one, other = ({part: evaluate(value, values, made["Conditions"]) for part, value in resource.items()
                               if part not in ("Condition", "Metadata")} for resource in (found[name], wanted[name]))
                for resource in (one, other):
                    resource["Properties"] = {part: value for part, value in resource["Properties"].items()
                                              if part not in ("Code", "FunctionVersion")}
                    if resource.get("UpdatePolicy") == {}:
                        del resource["UpdatePolicy"]
                self.assertEqual(one, other, f"{rollout} {name}")

    def test_bucket_and_prefix_are_parameters(self) -> None:
        made = template(dist(X86_64))
        self.assertNotIn("Default", made["Parameters"]["CodeBucket"])
        group = made["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"][0]
        self.assertEqual(group["Parameters"], ["CodeBucket", "CodePrefix"])
        found = places(made, CodeBucket="mirror", CodePrefix="copies/")
        self.assertEqual({bucket for bucket, _ in found.values()}, {"mirror"})
        self.assertTrue(all(key.startswith(f"copies/{name}-") for name, (_, key) in found.items()))

    def test_a_new_zip_has_a_new_key_and_a_new_version_and_the_others_keep_theirs(self) -> None:
        before, after = (template(dist(*machines)) for machines in ((X86_64,), (ARM64, X86_64)))
        changed = {FUNCTIONS[0]}
        self.assertEqual({name for name in FUNCTIONS if places(before)[name] != places(after)[name]}, changed)
        versions = {name for name in before["Resources"].keys() - after["Resources"].keys()}
        self.assertEqual({name.partition("Version")[0] for name in versions}, changed)

    def test_the_page_names_what_linters_find(self) -> None:
        page = (ROOT / "docs/deploying.md").read_text(encoding="utf-8").split("### Linters")[-1].split("\n## ")[0]
        ignored = template(dist(X86_64))["Metadata"]["cfn-lint"]["config"]["ignore_checks"]
        # The last two are about anchors.
        for code in (*ignored, *check_template.ACCEPTED, "W1100", "W1101"):
            self.assertIn(f"`{code}`", page)


class UploadTests(AWSCase):
    def upload(self, *words: str) -> Run:
        with mock.patch.object(packages, "DIST", dist(X86_64)):
            return run_verb("upload", "--region", REGION, *words)

    def test_it_uploads_what_the_template_names_and_prints_what_another_tool_needs(self) -> None:
        api = self.client("s3")
        api.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        found = self.upload("--bucket", BUCKET)
        self.assertEqual((found.code, found.errors), (0, ""))
        said = dict(line.split("=", 1) if "=" in line else line.split(": ", 1) for line in found.output.splitlines())
        self.assertEqual((said["CodeBucket"], said["CodePrefix"]), (BUCKET, PREFIX))
        kept = {one["Key"]: api.get_object(Bucket=BUCKET, Key=one["Key"])["Body"].read()
                for one in api.list_objects_v2(Bucket=BUCKET)["Contents"]}
        start = f"https://{BUCKET}.s3.{REGION}.amazonaws.com/"
        made, watching = (json.loads(kept.pop(said[f"{name} URL"].removeprefix(start)))
                          for name in ("Template", "Monitoring"))
        self.assertEqual((made, watching), (
            template(dist(X86_64)), json.loads((dist(X86_64) / packages.MONITORING).read_text())))
        self.assertEqual(kept, {key: (dist(X86_64) / f"{name}.zip").read_bytes()
                                for name, (_, key) in places(made).items()})

    def test_names_that_cannot_be_are_refused(self) -> None:
        for words in (("--bucket", "Capital"), ("--bucket", "s3://bucket"),
                      ("--bucket", BUCKET, "--prefix", "no-slash"),
                      ("--bucket", BUCKET, "--prefix", "${AWS::Region}/"), ("--bucket", BUCKET, "--prefix", "/")):
            with self.subTest(words):
                self.assertEqual(self.upload(*words).code, 2)

    def test_a_bucket_that_does_not_exist_is_named(self) -> None:
        found = self.upload("--bucket", BUCKET)
        self.assertEqual(found.code, 1)
        self.assertIn("NoSuchBucket", found.errors)


class WithoutSwiftTests(unittest.TestCase):
    def test_the_tools_for_the_template_need_no_swift(self) -> None:
        """On a machine that has no apt-get either."""
        with tempfile.TemporaryDirectory() as folder:
            for program in ("bash", "dirname"):
                (Path(folder) / program).symlink_to(shutil.which(program))
            run = subprocess.run(["bash", str(ROOT / "scripts/install.sh"), "template"], env={"PATH": folder},
                                 capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, "Swift" in run.stderr), (0, False))
