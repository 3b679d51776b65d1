"""Attaching to a pool that a tool deploys warns, and says what to write there."""

from __future__ import annotations

import json
import re
from typing import Any

from attach_case import ARN, FUNCTIONS, POOL, AttachCase
from cognito_passkeys.user_pool.owner import owner
from cognito_passkeys.verbs import DECLINED, attach
from test_template_terraform import hcl2, plain

STACK = {"aws:cloudformation:stack-name": "their-stack", "aws:cloudformation:logical-id": "Pool"}
AMPLIFY = {"amplify:deployment-type": "branch", "created-by": "amplify",
           "aws:cloudformation:stack-name": "amplify-d1a2b3-main-branch-0a1b2c-auth179371D7-1ABC"}
# What amplify push sets: the stack's name and the tags of its tags.json.
AMPLIFY_1 = {"aws:cloudformation:stack-name": "amplify-shop-dev-143025-authshop5a6b7c8d-1XYZ", "user:Stack": "dev",
             "user:Application": "shop"}


class OwnerTests(AttachCase):
    def test_the_owner_is_named_before_anything_is_asked(self) -> None:
        self.make_stack("of-cdk", BootstrapVersion="21")
        self.make_stack("of-others")
        for tags, wanted in (
                (AMPLIFY, f"Amplify Gen 2 (stack {AMPLIFY['aws:cloudformation:stack-name']})"),
                (AMPLIFY_1, f"Amplify Gen 1 (stack {AMPLIFY_1['aws:cloudformation:stack-name']})"),
                ({"aws:cloudformation:stack-name": "of-cdk"}, "AWS CDK (stack of-cdk)"),
                ({"aws:cloudformation:stack-name": "of-others"}, "CloudFormation (stack of-others)"),
                ({"aws:cloudformation:stack-name": "unreadable"}, "CloudFormation (stack unreadable)"),
                ({"ManagedBy": "Terraform"}, "Terraform"), ({"terraform": "true"}, "Terraform")):
            with self.subTest(wanted):
                self.given(UserPoolTags=tags)
                code, printed = self.run_attach(typed="n\n")
                self.assertEqual(code, DECLINED)
                self.assertIn(f"Warning: {wanted} deploys this pool.", printed)
        self.given()
        self.assertNotIn("Warning", self.run_attach("--dry-run")[1])

    def test_the_stack_of_the_functions_is_no_other_owner(self) -> None:
        for tags in (STACK, AMPLIFY_1):
            self.assertIsNone(owner({"UserPoolTags": tags}, tags["aws:cloudformation:stack-name"], None))

    def test_no_request_names_a_tag_of_awss_own(self) -> None:
        self.given(UserPoolTags=STACK | {"team": "identity"})
        self.assertEqual(self.run_attach("--yes")[0], attach.DONE)
        self.assertEqual(dict(self.sent)["UpdateUserPool"]["UserPoolTags"], {"team": "identity"})


class PrintedTests(AttachCase):
    def printed(self, functions: dict[str, str] = FUNCTIONS, settings: dict[str, Any] = {}, **tags: str) -> str:
        """What --print says for a pool with these settings and tags, once it is known to change nothing."""
        self.given(**settings, UserPoolTags=tags)
        code, printed = self.run_attach("--print", functions=functions)
        self.assertEqual((code, self.sent), (attach.DONE, []))
        self.assertTrue(printed.endswith("Nothing was changed.\n"))
        return printed

    def test_each_tool_gets_every_trigger_setting_and_permission_in_its_own_names(self) -> None:
        for tags, wanted in (
                (AMPLIFY, ("backend.auth.resources.cfnResources;",
                           'Override("LambdaConfig.VerifyAuthChallengeResponse", "',
                           'client.addPropertyOverride("ExplicitAuthFlows", ["ALLOW_USER_SRP_AUTH", '
                           '"ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_CUSTOM_AUTH"]);')),
                (AMPLIFY_1, ("export function override({ userPool, userPoolClientWeb: client }: ",
                             '  userPool.addPropertyOverride("LambdaConfig.VerifyAuthChallengeResponse", "')),
                ({"tool": "terraform"}, ("  verify_auth_challenge_response = ", "auth_session_validity = 10",
                                         "enable_token_revocation = true", 'resource "aws_lambda_permission"')),
                (STACK, ('"VerifyAuthChallengeResponse": "', '"AuthSessionValidity": 10', "AWS::Lambda::Permission"))):
            said = self.printed(**tags)
            for text in wanted:
                self.assertIn(text, said)
            code = said.split("\nFor ")[1]
            # Once in the pool's triggers, and once in the permissions, which an override of Gen 1 cannot make.
            self.assertEqual([len(re.findall(f'"{re.escape(function)}"', code)) for function in FUNCTIONS.values()],
                             [1 if tags == AMPLIFY_1 else 2] * len(FUNCTIONS))
            self.assertEqual(said.count("\nFor "), 1)

    def test_without_an_owner_each_tool_is_printed(self) -> None:
        self.assertEqual(re.findall("^For (.*):$", self.printed(), re.MULTILINE),
                         ["Amplify Gen 2", "Amplify Gen 1", "AWS CDK", "CloudFormation", "Terraform"])

    def test_a_second_person_with_the_code_in_place_gets_no_permission_again(self) -> None:
        self.run_attach("--yes")
        self.assertNotIn("aws_lambda_permission", self.run_attach("--print")[1])

    def test_triggers_that_the_pool_has_are_printed_too_where_a_block_replaces_all_of_them(self) -> None:
        sender = {"LambdaVersion": "V1_0", "LambdaArn": f"{ARN}sender"}
        own = POOL["LambdaConfig"] | {"CustomSMSSender": sender, "KMSKeyID": f"{ARN}key"}
        said = self.printed(settings={"LambdaConfig": own}, **STACK)
        [block] = re.findall(r"UserPool\n(\{.*?^\})", said, re.MULTILINE | re.DOTALL)
        self.assertEqual(json.loads(block)["LambdaConfig"], own | FUNCTIONS)
        found = self.terraform(self.printed(settings={"LambdaConfig": own}, tool="terraform"))
        [triggers] = found["lambda_config"]
        [block] = triggers.pop("custom_sms_sender")
        self.assertEqual(block, {"lambda_version": "V1_0", "lambda_arn": f"{ARN}sender"})
        self.assertEqual(triggers, {
            "custom_message": own["CustomMessage"], "post_confirmation": own["PostConfirmation"],
            "kms_key_id": own["KMSKeyID"],
            **{re.sub("(?<!^)(?=[A-Z])", "_", name).lower(): function for name, function in FUNCTIONS.items()}})

    def test_terraform_gets_the_bare_function_and_its_alias_apart(self) -> None:
        # Terraform reads them apart, and would replace a permission that names both together in each plan.
        found = self.terraform(self.printed({name: f"{function}:live" for name, function in FUNCTIONS.items()},
                                            tool="terraform"))
        [triggers] = found["lambda_config"]
        self.assertEqual(triggers["define_auth_challenge"], f"{FUNCTIONS['DefineAuthChallenge']}:live")
        self.assertEqual(found["auto_verified_attributes"], ["phone_number", "email"])
        permissions = [one for block in found["resource"] for one in block["aws_lambda_permission"].values()]
        self.assertEqual([(one["function_name"], one["qualifier"], one["principal"]) for one in permissions],
                         [(function, "live", "cognito-idp.amazonaws.com") for function in FUNCTIONS.values()])
        for one in self.terraform(self.printed(tool="terraform"))["resource"]:
            [permission] = one["aws_lambda_permission"].values()
            self.assertNotIn("qualifier", permission)

    def terraform(self, said: str) -> dict[str, Any]:
        """What Terraform reads in the code that is printed for it."""
        if not hcl2:
            self.skipTest("python-hcl2 is not installed")
        return plain(hcl2.loads(said.split("For Terraform:\n")[1].removesuffix("Nothing was changed.\n")))
