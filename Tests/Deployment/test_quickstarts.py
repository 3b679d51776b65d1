"""Each command of the quick starts runs, in order, in one shell at a terminal. What needs a network or AWS is a stub:
`aws`, `sam` and the scripts meet moto in place of AWS."""

from __future__ import annotations

import logging
import shlex
import shutil
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.request import Request, urlopen

import boto3

import quickstart  # noqa: E402
from deployment import questions, samconfig  # noqa: E402
from function_names import FUNCTIONS  # noqa: E402
from optional_moto import moto  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
REGION = "eu-west-1"
# A stub appends its name and words to a file.
RECORD = '#!/bin/sh\necho "$(basename "$0") $*" >>"$RECORD"\n'
# Makes what the real one makes, for the commands after it.
STUBS = {
    "sudo": "", "npm": "",
    # The folder of a clone is the one in which everything is.
    "git": '[ "$1" != clone ] || ln -s . cognito-passkeys\n',
    "curl": """for last; do :; done
printf '#!/bin/sh\\nmkdir -p ~/.local/share/swiftly\\n: >~/.local/share/swiftly/env.sh\\n' >swiftly
chmod +x swiftly && tar -czf "$(basename "$last")" swiftly && rm swiftly
""",
    "python3": """[ "$1 $2" = "-m venv" ] || exec {python} "$@"
mkdir -p "$3/bin" && cp "{folder}/bin/aws" "{folder}/bin/npm" "$3/bin/" && mv "$3/bin/npm" "$3/bin/pip"
""",
    "aws": 'exec {python} "{folder}/aws.py" "$@"\n',
}
# `aws SERVICE OPERATION --option value` by way of botocore, which refuses operations and options that it does not know.
AWS = """
import sys, boto3
from botocore import xform_name
words = sys.argv[1:]
if words != ["configure"]:
    given = dict(zip(words[2::2], words[3::2], strict=True))
    api = boto3.client(words[0], region_name=given.pop("--region", None))
    [operation] = [name for name in api.meta.service_model.operation_names if xform_name(name, "-") == words[1]]
    members = {xform_name(name, "-"): name
               for name in api.meta.service_model.operation_model(operation).input_shape.members}
    getattr(api, xform_name(operation))(**{members[name.removeprefix("--")]: value for name, value in given.items()})
"""
# `sam deploy` with the words of make deploy: a stack with the same name, parameters and outputs.
SAM = """
import json, sys, boto3
sys.path.insert(0, "scripts")
from deployment import samconfig
words = sys.argv[1:]
assert words[:5] == ["deploy", "--template-file", "template.yaml", "--no-fail-on-empty-changeset",
                     "--parameter-overrides"], words
given = {name: samconfig.unquoted(value) for name, value in (word.split("=", 1) for word in words[5:])}
found = samconfig.settings(open("samconfig.toml").read())
pools = boto3.client("cognito-idp", region_name=found["region"])
pool = pools.create_user_pool(PoolName=found["stack_name"])["UserPool"]["Id"]
client = pools.create_user_pool_client(UserPoolId=pool, ClientName="app")["UserPoolClient"]["ClientId"]
outputs = {"Region": found["region"], "UserPoolId": pool, "UserPoolClientId": client,
           "AddAuthenticatorUrl": "https://add.example/"}
if given["SignInWith"] == "own-authenticator":
    outputs["AuthenticatorBaseUrl"] = "https://auth.example/v1"
boto3.client("cloudformation", region_name=found["region"]).create_stack(
    StackName=found["stack_name"], TemplateBody=json.dumps({
        "Parameters": {name: {"Type": "String"} for name in given}, "Resources": {"T": {"Type": "AWS::SNS::Topic"}},
        "Outputs": {name: {"Value": value} for name, value in outputs.items()}}),
    Parameters=[{"ParameterKey": name, "ParameterValue": value} for name, value in given.items()])
"""


class PageTests(unittest.TestCase):
    def test_each_fits_a_screen_and_names_what_make_deploy_asks(self) -> None:
        for name in quickstart.NAMES:
            self.assertLessEqual(len(quickstart.page(name).splitlines()), 80, name)
            kind = quickstart.answers(name)[0]
            expected = [question.text for question in questions.QUESTIONS if kind in question.kinds]
            expected += ["Authsignal's API secret key, which is not shown:"] if kind == "authsignal" else []
            self.assertEqual(sorted(quickstart.asked(name)), sorted(expected))


@unittest.skipUnless(moto, "moto is not installed")
class CommandTests(unittest.TestCase):
    def setUp(self) -> None:
        from moto.server import ThreadedMotoServer
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        self.endpoint = f"http://{host}:{port}"
        # All servers of a process share what they have.
        urlopen(Request(f"{self.endpoint}/moto-api/reset", method="POST")).close()
        # Somebody opens the link in SES's mail.
        verified = mock.patch("moto.ses.models.EmailIdentity.verified_for_sending_status",
                              property(lambda one: True, lambda one, value: None), create=True)
        verified.start()
        self.addCleanup(verified.stop)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.tree = self.folder / "tree"
        self.fill()

    def fill(self) -> None:
        """A checkout in which everything is installed, and a machine in which nothing is."""
        for part in ("scripts", "docs/apps", "docs/examples"):
            shutil.copytree(ROOT / part, self.tree / part, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        for part in ("Makefile", "template.yaml", "monitoring.yaml"):
            shutil.copy(ROOT / part, self.tree / part)
        (self.tree / "Sources").symlink_to(ROOT / "Sources")
        (self.tree / ".build").mkdir()
        (self.tree / ".build/tools").symlink_to(sys.prefix)
        for stub in ("install.sh", "zips/package.sh"):
            self.write(self.tree / "scripts" / stub, RECORD)
        self.write(self.tree / ".build/sam/bin/sam", f"#!{sys.executable}\n{SAM}")
        (self.folder / "aws.py").write_text(AWS)
        for name, text in STUBS.items():
            text = text.replace("{python}", shlex.quote(sys.executable)).replace("{folder}", str(self.folder))
            self.write(self.folder / "bin" / name, RECORD + text)

    @staticmethod
    def write(file: Path, text: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def run_page(self, name: str) -> tuple[str, list[str]]:
        """What stands on the terminal after all commands, and what the stubs were called with."""
        script = self.folder / "page.sh"
        script.write_text("set -e\n" + "\n".join(quickstart.commands(name)) + "\n")
        (self.folder / "home").mkdir()
        code, said = quickstart.converse(
            ["bash", str(script)], [*quickstart.answers(name), "y"], self.tree, {
                "PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder / "home"), "TERM": "dumb",
                "RECORD": str(self.folder / "record"), "AWS_ENDPOINT_URL": self.endpoint,
                "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_DEFAULT_REGION": REGION,
                "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(code, 0, said)
        return said, (self.folder / "record").read_text().splitlines()

    def client(self, service: str) -> Any:
        return boto3.client(service, region_name=REGION, endpoint_url=self.endpoint, aws_access_key_id="testing",
                            aws_secret_access_key="testing")

    def test_the_commands_of_the_page_about_the_authenticator_run(self) -> None:
        said, called = self.run_page("authenticator")
        for text in ("localhost is for a trial", "\n  SignInWith=own-authenticator\n", "a month for 4 secrets",
                     "baseUrl: 'https://auth.example/v1',", "What comes next:", "Removed: stack passkeys"):
            self.assertIn(text, said)
        self.assert_order(called, "sudo apt-get install", "git clone", "curl -O", "pip install awscli", "aws configure",
                          "aws sesv2 create-email-identity", "install.sh sam", "package.sh", "npm install", "npm start",
                          "git checkout docs/apps/web/settings.js", "aws sesv2 delete-email-identity")
        settings = (self.tree / "docs/apps/web/settings.js").read_text()
        self.assertRegex(settings, r"userPoolId: 'eu-west-1_\w+',\n")
        self.assertNotIn("localhost", settings)
        self.assert_gone()

    def test_the_commands_of_the_page_about_authsignal_run(self) -> None:
        said, called = self.run_page("authsignal")
        self.assertNotIn("the-api-secret-key", said)
        for text in ("The key is in the secret passkeys-authsignal now.",
                     "baseUrl: 'https://eu.api.authsignal.com/v1',",
                     "Removed: secret arn:aws:secretsmanager:eu-west-1:123456789012:secret:passkeys-authsignal-"):
            self.assertIn(text, said)
        self.assertIn("tenantId: 'your-tenant-id',", (self.tree / "docs/apps/web/settings.js").read_text())
        self.assert_order(called, "package.sh", "npm install", "npm start", "git checkout docs/apps/web/settings.js")
        self.assert_gone()

    def test_make_deploy_goes_on_where_it_was_interrupted(self) -> None:
        file = self.tree / samconfig.CONFIGURATION
        package = self.tree / "scripts/zips/package.sh"
        environment = {
            "PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), "RECORD": str(self.folder / "record"),
            "AWS_ENDPOINT_URL": self.endpoint, "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_DEFAULT_REGION": REGION, "TERM": "dumb", "PYTHONDONTWRITEBYTECODE": "1"}
        self.write(package, "#!/bin/sh\nkill -INT $PPID\nsleep 1\nexit 1\n")
        code, said = quickstart.converse(["make", "deploy"], ["signed", REGION, "new"], self.tree, environment)
        self.assertNotEqual(code, 0)
        self.assertEqual(samconfig.parameters(samconfig.settings(file.read_text()))["SignInWith"], "signed")
        self.write(package, RECORD)
        code, said = quickstart.converse(["make", "deploy"], [], self.tree, environment)
        self.assertEqual(code, 0, said)
        self.assertIn("samconfig.toml: the stack passkeys in eu-west-1\n  SignInWith=signed\n", said)
        self.assertIn("What comes next:", said)

    def test_make_deploy_with_zips_that_are_there_builds_nothing(self) -> None:
        self.write(self.tree / "scripts/zips/package.sh", "#!/bin/sh\necho package.sh >>\"$RECORD\"\nrm -rf dist\n")
        environment = {
            "PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), "RECORD": str(self.folder / "record"),
            "AWS_ENDPOINT_URL": self.endpoint, "AWS_ACCESS_KEY_ID": "testing", "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_DEFAULT_REGION": REGION, "TERM": "dumb", "PYTHONDONTWRITEBYTECODE": "1"}
        code, said = quickstart.converse(["make", "deploy", "DIST=1"], [], self.tree, environment)
        self.assertNotEqual(code, 0)
        self.assertIn("Not done: dist/DefineAuthChallenge.zip is missing", said)
        (self.tree / "dist").mkdir()
        for name in FUNCTIONS:
            with zipfile.ZipFile(self.tree / f"dist/{name}.zip", "w") as file:
                # The head of an executable for x86_64.
                file.writestr("bootstrap", b"\x7fELF" + bytes(14) + (62).to_bytes(2, "little"))
        answers = ["signed", REGION, "new"]
        code, said = quickstart.converse(["make", "deploy", "DIST=1"], answers, self.tree, environment)
        self.assertEqual(code, 0, said)
        self.assertIn("What comes next:", said)
        called = (self.folder / "record").read_text()
        self.assertNotIn("package.sh", called)
        # The purposes for which install.sh asks for no Swift.
        self.assertEqual({line for line in called.splitlines() if "install.sh" in line},
                         {"install.sh sam", "install.sh template"})

    def assert_order(self, called: list[str], *expected: str) -> None:
        lines = iter(called)
        for start in expected:
            self.assertTrue(any(line.startswith(start) for line in lines), f"{start} is not, or not later, in {called}")

    def assert_gone(self) -> None:
        self.assertFalse((self.tree / samconfig.CONFIGURATION).exists())
        self.assertEqual(self.client("cloudformation").describe_stacks()["Stacks"], [])
        self.assertEqual(self.client("secretsmanager").list_secrets()["SecretList"], [])
        api = self.client("sesv2")
        with self.assertRaises(api.exceptions.NotFoundException):
            api.get_email_identity(EmailIdentity="you@example.org")


if __name__ == "__main__":
    unittest.main()
