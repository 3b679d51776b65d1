"""What to write where a user pool is defined, so that its owner's next deployment keeps the triggers."""

from __future__ import annotations

import json
from typing import Callable, NamedTuple

from cognito_passkeys.user_pool.bypasses import Settings
from cognito_passkeys.user_pool.owner import AMPLIFY, CDK, CLOUDFORMATION, TERRAFORM, Owner

CLIENT_SETTINGS = ("ExplicitAuthFlows", "PreventUserExistenceErrors", "AuthSessionValidity", "EnableTokenRevocation",
                   "RefreshTokenRotation")


class Wanted(NamedTuple):
    """What has to be deployed. Everything else in the pool and the client stays as its owner has it."""

    functions: dict[str, str]
    """The ARN for each trigger."""
    pool: Settings
    """The UpdateUserPool request."""
    client: Settings
    """The UpdateUserPoolClient request."""
    permissions: list[str]
    """The ARNs of the functions that the pool may not call yet."""

    @property
    def pool_lists(self) -> tuple[list[str], list[str]]:
        """The attributes that Cognito verifies, and those that it verifies before a change takes effect."""
        return (self.pool["AutoVerifiedAttributes"],
                self.pool["UserAttributeUpdateSettings"]["AttributesRequireVerificationBeforeUpdate"])

    @property
    def client_settings(self) -> Settings:
        return {name: self.client[name] for name in CLIENT_SETTINGS if name in self.client}


def snake(name: str) -> str:
    """Terraform's name for an argument."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def overrides(wanted: Wanted) -> list[str]:
    """Statements of CDK. An override keeps what else the constructs make, such as other triggers."""
    verified, before = wanted.pool_lists
    pool = {**{f"LambdaConfig.{name}": function for name, function in wanted.functions.items()},
            "AutoVerifiedAttributes": verified,
            "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": before}}
    lines = [f"{construct}.addPropertyOverride({json.dumps(name)}, {json.dumps(value)});"
             for construct, settings in (("userPool", pool), ("client", wanted.client_settings))
             for name, value in settings.items()]
    return lines + [
        f'new CfnPermission(userPool, "Passkeys{index}", {{\n  functionName: {json.dumps(function)},\n'
        '  action: "lambda:InvokeFunction",\n  principal: "cognito-idp.amazonaws.com",\n'
        "  sourceArn: userPool.attrArn,\n});" for index, function in enumerate(wanted.permissions)]


def permission_import(wanted: Wanted) -> list[str]:
    return ['import { CfnPermission } from "aws-cdk-lib/aws-lambda";'] if wanted.permissions else []


def amplify(wanted: Wanted) -> list[str]:
    return ["// amplify/backend.ts; docs/examples/amplify-gen2 is an example.", *permission_import(wanted),
            "const { cfnUserPool: userPool, cfnUserPoolClient: client } = backend.auth.resources.cfnResources;",
            *overrides(wanted)]


def cdk(wanted: Wanted) -> list[str]:
    return ["// In TypeScript, where the constructs of the pool and the client are made.",
            'import { CfnUserPool, CfnUserPoolClient } from "aws-cdk-lib/aws-cognito";', *permission_import(wanted),
            "const userPool = YOUR_POOL.node.defaultChild as CfnUserPool;",
            "const client = YOUR_CLIENT.node.defaultChild as CfnUserPoolClient;", *overrides(wanted)]


def terraform(wanted: Wanted) -> list[str]:
    verified, before = wanted.pool_lists
    lines = ["# In the resource aws_cognito_user_pool", "lambda_config {",
             *(f"  {line}" for line in arguments(wanted.functions)), "}",
             f"auto_verified_attributes = {json.dumps(verified)}", "user_attribute_update_settings {",
             f"  attributes_require_verification_before_update = {json.dumps(before)}", "}",
             "# In the resource aws_cognito_user_pool_client", *arguments(wanted.client_settings)]
    for index, function in enumerate(wanted.permissions):
        lines += [f'resource "aws_lambda_permission" "passkeys_{index}" {{',
                  f"  function_name = {json.dumps(function)}", '  action        = "lambda:InvokeFunction"',
                  '  principal     = "cognito-idp.amazonaws.com"',
                  "  source_arn    = aws_cognito_user_pool.YOUR_POOL.arn", "}"]
    return lines


def arguments(values: Settings) -> list[str]:
    """Terraform's arguments, and a block for a value that has members."""
    lines = []
    for name, value in values.items():
        if isinstance(value, dict):
            lines += [f"{snake(name)} {{", *(f"  {line}" for line in arguments(value)), "}"]
        else:
            lines.append(f"{snake(name)} = {json.dumps(value)}")
    return lines


def cloudformation(wanted: Wanted) -> list[str]:
    verified, before = wanted.pool_lists
    pool = {"LambdaConfig": wanted.functions, "AutoVerifiedAttributes": verified,
            "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": before}}
    lines = ["# Properties of the AWS::Cognito::UserPool", json.dumps(pool, indent=2),
             "# Properties of the AWS::Cognito::UserPoolClient", json.dumps(wanted.client_settings, indent=2)]
    for function in wanted.permissions:
        lines += ["# An AWS::Lambda::Permission", json.dumps({
            "FunctionName": function, "Action": "lambda:InvokeFunction", "Principal": "cognito-idp.amazonaws.com",
            "SourceArn": {"Fn::GetAtt": ["YOUR_POOL", "Arn"]}}, indent=2)]
    return lines


WRITERS: dict[str, Callable[[Wanted], list[str]]] = {
    AMPLIFY: amplify, CDK: cdk, CLOUDFORMATION: cloudformation, TERRAFORM: terraform}


def code(wanted: Wanted, owned_by: Owner | None) -> str:
    """What to write for the owner, or for each tool if the owner is unknown."""
    tools = [owned_by.tool] if owned_by else [*WRITERS]
    return "\n\n".join("\n".join([f"For {tool}:", "", *WRITERS[tool](wanted)]) for tool in tools)
