"""The template with zips in a bucket differs from template.yaml in that alone, and names what is uploaded."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from aws_case import REGION, AWSCase
from cognito_passkeys.template import package_template, sam_template
from template import check_template
from cognito_passkeys.function_names import FUNCTIONS
from cognito_passkeys.template.intrinsics import defaults, evaluate

ROOT = Path(__file__).resolve().parents[2]
BUCKET = "some-bucket"
# CloudFormation's quota for a template that is in a bucket.
LARGEST_TEMPLATE = 1024 * 1024


class PackageCase(unittest.TestCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dist = Path(folder.name)
        for function in FUNCTIONS:
            (self.dist / f"{function}.zip").write_bytes(function.encode())

    def run_script(self, *words: str) -> tuple[int, str, str]:
        """The exit code, what was printed, and what was complained of."""
        printed, complaints = io.StringIO(), io.StringIO()
        with redirect_stdout(printed), redirect_stderr(complaints):
            try:
                code = package_template.main(["--region", REGION, "--dist", str(self.dist), *words])
            except SystemExit as error:
                code = error.code
        return code, printed.getvalue(), complaints.getvalue()

    def package(self, *words: str) -> dict[str, Any]:
        code, _, complaints = self.run_script("--bucket", BUCKET, *words)
        self.assertEqual((code, complaints), (package_template.WRITTEN, ""))
        return json.loads(self.written.read_text())

    @property
    def written(self) -> Path:
        return self.dist / "template.packaged.json"

    @property
    def watching(self) -> Path:
        return self.dist / "monitoring.packaged.json"

    def addressed(self, prefix: str) -> dict[str, bytes]:
        """Both templates by their keys in the bucket."""
        return {f"{prefix}{name}-{hashlib.sha256(text).hexdigest()}.json": text for name, text in (
            ("template", self.written.read_bytes()), ("monitoring", self.watching.read_bytes()))}

    def places(self, template: dict[str, Any], **given: str) -> dict[str, tuple[str, str]]:
        """The bucket and the key of each function's code in what CloudFormation gets."""
        translated = sam_template.translate(template, given)
        values = defaults(template) | given
        code = {name: evaluate(resource["Properties"]["Code"], values)
                for name, resource in translated["Resources"].items() if resource["Type"] == "AWS::Lambda::Function"}
        return {name: (value["S3Bucket"], value["S3Key"]) for name, value in code.items()}


class PackagedTemplateTests(PackageCase):
    def test_only_the_places_of_the_zips_differ(self) -> None:
        template, original = self.package(), sam_template.load()
        for name, path in sam_template.functions(original).items():
            template["Resources"][name]["Properties"]["CodeUri"] = path
        for parameter in ("CodeBucket", "CodePrefix"):
            template["Parameters"].pop(parameter)
        group = template["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"].pop(0)
        self.assertEqual(group["Parameters"], ["CodeBucket", "CodePrefix"])
        # For operators who lint it; SAM does not read this.
        linter = [one["Metadata"].pop("cfn-lint")["config"]["ignore_checks"] for one in (template, original)]
        self.assertEqual(linter[0], linter[1] + package_template.NOT_KNOWN_TO_LINTER)
        # A pipeline that lints otherwise meets them. The last two are about anchors, which the packaged form has not.
        page = (ROOT / "docs/deploying.md").read_text(encoding="utf-8").split("### Linters")[-1].split("\n## ")[0]
        for code in (*linter[0], *check_template.ACCEPTED, "W1100", "W1101"):
            self.assertIn(f"`{code}`", page)
        self.assertEqual(template, original)
        self.assertEqual(list(template["Resources"]), list(original["Resources"]))

    def test_cloudformation_can_read_it(self) -> None:
        self.package()
        for file in (self.written, self.watching):
            text = file.read_text()
            self.assertNotIn('"<<"', text)
            self.assertLess(len(text.encode()), LARGEST_TEMPLATE)
        self.assertEqual(json.loads(text), sam_template.load(sam_template.MONITORING))

    def test_bucket_and_prefix_are_parameters(self) -> None:
        places = self.places(self.package(), CodeBucket="mirror", CodePrefix="copies/")
        self.assertEqual({bucket for bucket, _ in places.values()}, {"mirror"})
        self.assertTrue(all(key.startswith(f"copies/{name}-") for name, (_, key) in places.items()))

    def test_the_bucket_has_to_be_given_if_nobody_has_named_it(self) -> None:
        original = sam_template.load()
        digests = dict.fromkeys(sam_template.functions(original).values(), "0" * 64)
        self.assertNotIn("Default", package_template.packaged(original, digests)["Parameters"]["CodeBucket"])

    def test_a_new_zip_has_a_new_key_and_the_others_keep_theirs(self) -> None:
        before = self.places(self.package())
        (self.dist / "PreSignUp.zip").write_bytes(b"newer")
        after = self.places(self.package())
        self.assertEqual({name for name in FUNCTIONS if before[name] != after[name]}, {"PreSignUp"})


class CommandTests(PackageCase):
    def test_a_missing_zip_is_named_and_nothing_is_written(self) -> None:
        (self.dist / "PreSignUp.zip").unlink()
        code, _, complaints = self.run_script("--bucket", BUCKET)
        self.assertEqual((code, complaints), (
            package_template.FAILED,
            f"Missing: {self.dist / 'PreSignUp.zip'}. Copy them from a release, or run make package.\n"))
        self.assertFalse(self.written.exists())

    def test_names_that_cannot_be_are_refused(self) -> None:
        for words in (("--bucket", "Capital"), ("--bucket", "s3://bucket"),
                      ("--bucket", BUCKET, "--prefix", "no-slash"),
                      ("--bucket", BUCKET, "--prefix", "${AWS::Region}/"), ("--bucket", BUCKET, "--prefix", "/")):
            with self.subTest(words):
                self.assertEqual(self.run_script(*words)[0], package_template.USAGE)
                self.assertFalse(self.written.exists())

    def test_the_printed_commands_upload_what_the_template_names(self) -> None:
        code, printed, _ = self.run_script("--bucket", BUCKET)
        self.assertEqual(code, package_template.WRITTEN)
        copies = [line.split() for line in printed.splitlines() if line.startswith("aws s3 cp")]
        self.assertEqual({words[:5] == ["aws", "s3", "cp", "--region", REGION] for words in copies}, {True})
        targets = {words[6]: Path(words[5]).read_bytes() for words in copies}
        expected = {f"s3://{bucket}/{key}": name.encode()
                    for name, (bucket, key) in self.places(json.loads(self.written.read_bytes())).items()}
        templates = self.addressed("cognito-passkeys/")
        self.assertEqual(targets, expected | {f"s3://{BUCKET}/{key}": text for key, text in templates.items()})
        self.assertEqual(printed.splitlines()[-2:], [
            f"{name} URL: https://{BUCKET}.s3.{REGION}.amazonaws.com/{key}"
            for name, key in zip(("Template", "Monitoring"), templates)])


class UploadTests(PackageCase, AWSCase):
    """The rehearsal deploys what an upload puts into a bucket."""

    def test_an_upload_without_the_bucket_fails(self) -> None:
        code, printed, complaints = self.run_script("--bucket", BUCKET, "--upload")
        self.assertEqual(code, package_template.FAILED)
        self.assertNotIn("Uploaded", printed)
        self.assertIn("NoSuchBucket", complaints)


class WithoutSwiftTests(unittest.TestCase):
    def install(self, purpose: str) -> tuple[int, str]:
        """Runs scripts/install.sh on a machine without Swift, which has no apt-get either."""
        with tempfile.TemporaryDirectory() as folder:
            for program in ("bash", "dirname"):
                (Path(folder) / program).symlink_to(shutil.which(program))
            run = subprocess.run(["bash", str(ROOT / "scripts/install.sh"), purpose], env={"PATH": folder},
                                 capture_output=True, text=True, timeout=60)
            return run.returncode, run.stderr

    def test_the_tools_for_the_template_need_no_swift(self) -> None:
        code, complaints = self.install("template")
        self.assertEqual((code, "Swift" in complaints), (0, False))

    def test_building_needs_swift(self) -> None:
        code, complaints = self.install("build")
        self.assertEqual(code, 1)
        self.assertTrue(complaints.startswith("Swift 6.2 or newer is needed"))
