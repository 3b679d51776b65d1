"""Everything that calls a function of the template calls its alias."""

from __future__ import annotations

import re

from cognito_passkeys.function_names import FUNCTIONS
from template_case import TemplateCase, resources_named

# Every function.
ALL = {"SignInWith": "own-authenticator", "UseAddAuthenticator": "true", "PasswordFirst": "true"}
DOMAIN = {"AuthenticatorDomain": "passkeys.example.org",
          "AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/a"}
# What names a function in order to call it, or to let somebody call it.
CALLERS = {"AWS::Lambda::Permission": "FunctionName", "AWS::Lambda::Url": "TargetFunctionArn",
           "AWS::ApiGatewayV2::Integration": "IntegrationUri"}


class AliasTests(TemplateCase):
    def called(self, **given: str) -> dict[str, str]:
        """What each resource that calls a function names, by the resource's name."""
        values = ALL | given
        return {name: self.evaluated(resource["Properties"][CALLERS[resource["Type"]]], **values)
                for name, resource in self.resources.items()
                if resource["Type"] in CALLERS and self.exists(resource, **values)}

    def test_each_function_has_an_alias_that_leads_to_a_version_which_stays(self) -> None:
        for name in FUNCTIONS:
            with self.subTest(name):
                alias = self.properties(f"{name}Aliaslive")
                self.assertEqual((alias["Name"], alias["FunctionName"]), ("live", {"Ref": name}))
                version = self.resources[alias["FunctionVersion"]["Fn::GetAtt"][0]]
                self.assertEqual(version["Type"], "AWS::Lambda::Version")
                self.assertEqual((version["DeletionPolicy"], version["UpdateReplacePolicy"]), ("Retain", "Retain"))

    def test_a_new_revision_makes_new_versions_and_changes_each_function_so_that_lambda_publishes_them(self) -> None:
        for name in FUNCTIONS:
            with self.subTest(name):
                version = self.properties(self.properties(f"{name}Aliaslive")["FunctionVersion"]["Fn::GetAtt"][0])
                described = self.properties(name)["Description"]
                texts = [(self.evaluated(version["Description"], Revision=revision),
                          self.evaluated(described, Revision=revision)) for revision in ("1", "2")]
                for revision, (of_version, of_function) in zip("12", texts):
                    self.assertEqual(of_version, revision)
                    self.assertTrue(of_function.endswith(f" [{revision}]"), of_function)
        longest = max(len(self.evaluated(self.properties(name)["Description"], Revision="")) for name in FUNCTIONS)
        revision = self.translated["Parameters"]["Revision"]["AllowedPattern"]
        self.assertIsNotNone(re.match(revision, "a" * 64))
        self.assertIsNone(re.match(revision, "a" * 65))
        # Lambda's limit of a description.
        self.assertLessEqual(longest + 64, 256)

    def test_everything_calls_the_alias(self) -> None:
        for given in ({}, DOMAIN):
            called = self.called(**given)
            self.assertEqual(set(called.values()), {f"<{name}Aliaslive>" for name in FUNCTIONS})
            self.assertEqual([name for name, what in called.items() if "Aliaslive" not in what], [])

    def test_the_http_api_may_call_the_alias_before_it_does(self) -> None:
        self.assertIn("AuthenticatorApiPermission", set(resources_named(self.resources["AuthenticatorApiIntegration"])))
