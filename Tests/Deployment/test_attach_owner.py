"""Attaching to a pool that a tool deploys warns, and says what to write there."""

from __future__ import annotations

import re

from attach_case import FUNCTIONS, AttachCase
from cognito_passkeys.user_pool.owner import owner
from cognito_passkeys.verbs import attach

STACK = {"aws:cloudformation:stack-name": "their-stack", "aws:cloudformation:logical-id": "Pool"}
AMPLIFY = STACK | {"amplify:deployment-type": "branch", "created-by": "amplify"}


class OwnerTests(AttachCase):
    def test_the_owner_is_named_before_anything_is_asked(self) -> None:
        self.make_stack("of-cdk", BootstrapVersion="21")
        self.make_stack("of-others")
        for tags, wanted in (
                (AMPLIFY, "Amplify Gen 2 (stack their-stack)"),
                ({"aws:cloudformation:stack-name": "of-cdk"}, "AWS CDK (stack of-cdk)"),
                ({"aws:cloudformation:stack-name": "of-others"}, "CloudFormation (stack of-others)"),
                ({"aws:cloudformation:stack-name": "unreadable"}, "CloudFormation (stack unreadable)"),
                ({"ManagedBy": "Terraform"}, "Terraform"), ({"terraform": "true"}, "Terraform")):
            with self.subTest(wanted):
                self.given(UserPoolTags=tags)
                code, printed = self.run_attach(typed="n\n")
                self.assertEqual(code, attach.DECLINED)
                self.assertIn(f"Warning: {wanted} deploys this pool.", printed)
        self.given()
        self.assertNotIn("Warning", self.run_attach("--dry-run")[1])

    def test_the_stack_of_the_functions_is_no_other_owner(self) -> None:
        self.assertIsNone(owner({"UserPoolTags": STACK}, "their-stack", None))

    def test_no_request_names_a_tag_of_awss_own(self) -> None:
        self.given(UserPoolTags=STACK | {"team": "identity"})
        self.assertEqual(self.run_attach("--yes")[0], attach.DONE)
        self.assertEqual(dict(self.sent)["UpdateUserPool"]["UserPoolTags"], {"team": "identity"})


class PrintedTests(AttachCase):
    def printed(self, **tags: str) -> str:
        """What --print says for a pool with these tags, once it is known to change nothing."""
        self.given(UserPoolTags=tags)
        code, printed = self.run_attach("--print")
        self.assertEqual((code, self.sent), (attach.DONE, []))
        self.assertTrue(printed.endswith("Nothing was changed.\n"))
        return printed

    def test_each_tool_gets_every_trigger_setting_and_permission_in_its_own_names(self) -> None:
        for tags, wanted in (
                (AMPLIFY, ("backend.auth.resources.cfnResources;",
                           'Override("LambdaConfig.VerifyAuthChallengeResponse", "',
                           'client.addPropertyOverride("ExplicitAuthFlows", ["ALLOW_USER_SRP_AUTH", '
                           '"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_CUSTOM_AUTH"]);')),
                ({"tool": "terraform"}, ("  verify_auth_challenge_response = ", "auth_session_validity = 10",
                                         "enable_token_revocation = true", 'resource "aws_lambda_permission"')),
                (STACK, ('"VerifyAuthChallengeResponse": "', '"AuthSessionValidity": 10', "AWS::Lambda::Permission"))):
            said = self.printed(**tags)
            for text in wanted:
                self.assertIn(text, said)
            code = said.split("\nFor ")[1]
            # Once in the pool's triggers, and once in the permissions.
            self.assertEqual([len(re.findall(f'"{re.escape(function)}"', code)) for function in FUNCTIONS.values()],
                             [2] * len(FUNCTIONS))
            self.assertEqual(said.count("\nFor "), 1)

    def test_without_an_owner_each_tool_is_printed(self) -> None:
        self.assertEqual(re.findall("^For (.*):$", self.printed(), re.MULTILINE),
                         ["Amplify Gen 2", "AWS CDK", "CloudFormation", "Terraform"])

    def test_a_second_person_with_the_code_in_place_gets_no_permission_again(self) -> None:
        self.run_attach("--yes")
        self.assertNotIn("aws_lambda_permission", self.run_attach("--print")[1])
