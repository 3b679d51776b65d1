"""The quick starts name what `make deploy` asks, and commands that exist. The rehearsal runs those with make,
without those for Auth0."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import boto3
from botocore import xform_name

import quickstart
from cognito_passkeys.deployment import app_settings, questions
from template import sam_template
from test_app_settings import CLOUD


class PageTests(unittest.TestCase):
    def test_each_fits_a_screen_and_names_what_make_deploy_asks(self) -> None:
        for name in quickstart.PAGES:
            self.assertLessEqual(len(quickstart.page(name).splitlines()), 80, name)
            kind = quickstart.answers(name)[0]
            expected = [question.text for question in questions.QUESTIONS if kind in question.kinds]
            expected += ["Authsignal's API secret key, which is not shown:"] if kind == "authsignal" else []
            self.assertEqual(sorted(quickstart.asked(name)), sorted(expected))

    def test_their_calls_of_aws_are_ones_that_it_knows(self) -> None:
        called = []
        for command in (command for name in quickstart.PAGES for command in quickstart.commands(name)):
            if command.startswith("aws ") and command != "aws configure":
                _, service, operation, *options = shlex.split(command)
                model = boto3.client(service, region_name="eu-west-1").meta.service_model
                [known] = [one for one in model.operation_names if xform_name(one, "-") == operation]
                members = {f"--{xform_name(one, '-')}" for one in model.operation_model(known).input_shape.members}
                self.assertLessEqual({*options[::2]}, members | {"--region"}, command)
                called.append(operation)
        self.assertEqual(called, ["create-email-identity", "delete-email-identity"])

    def test_the_tenant_is_filled_in_where_the_settings_leave_it_out(self) -> None:
        [change] = [command for command in quickstart.commands("authsignal") if command.startswith("sed ")]
        [before] = re.fullmatch(r'sed -i "s/(.+)/.+/" docs/apps/web/settings.js', change).groups()
        filled = app_settings.filled(app_settings.APPS / "web/settings.js", app_settings.values(CLOUD))
        self.assertEqual(filled.text.count(before), 1)

    def test_the_tokens_of_auth0_count_by_their_age(self) -> None:
        [change] = [command for command in quickstart.commands("auth0") if command.startswith("sed ")]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(sam_template.TEMPLATE, folder)
            subprocess.run(change, shell=True, cwd=folder, check=True)
            changed = sam_template.load(Path(folder, "template.yaml"))
        expected = sam_template.load()
        expected["Globals"]["Function"]["Environment"]["Variables"]["ID_TOKEN_NONCE"] = "age"
        self.assertEqual(changed, expected)

    def test_the_settings_of_the_page_for_auth0_lack_nothing(self) -> None:
        _, _, issuer, audiences, _ = quickstart.answers("auth0")
        stack = CLOUD._replace(parameters={"SignInWith": "oidc", "OidcIssuer": issuer, "OidcAudiences": audiences,
                                           "AllowedClientIds": "app"})
        known = app_settings.values(stack)
        self.assertEqual(app_settings.filled(app_settings.APPS / "auth0/settings.js", known).missing, [])
