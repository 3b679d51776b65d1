"""What to write where a user pool is defined, so that its owner's next deployment keeps the triggers."""

import json
import re
from typing import Callable, NamedTuple

from cognito_passkeys.user_pool.bypasses import Settings
from cognito_passkeys.user_pool.functions import FunctionARN
from cognito_passkeys.user_pool.owner import AMPLIFY, AMPLIFY_1, CDK, CLOUDFORMATION, TERRAFORM, Owner

POOL_SETTINGS = ("LambdaConfig", "AutoVerifiedAttributes", "UserAttributeUpdateSettings")
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
    def pool_settings(self) -> Settings:
        return {name: self.pool[name] for name in POOL_SETTINGS}

    @property
    def client_settings(self) -> Settings:
        return {name: self.client[name] for name in CLIENT_SETTINGS if name in self.client}


def snake(name: str) -> str:
    """Terraform's name for an argument."""
    return re.sub("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def overrides(wanted: Wanted) -> list[str]:
    """Statements of CDK. An override keeps what else the constructs make, such as other triggers."""
    pool = {f"LambdaConfig.{name}": function for name, function in wanted.functions.items()} | wanted.pool_settings
    del pool["LambdaConfig"]
    return [f"{construct}.addPropertyOverride({json.dumps(name)}, {json.dumps(value)});"
            for construct, settings in (("userPool", pool), ("client", wanted.client_settings))
            for name, value in settings.items()]


def permissions(wanted: Wanted) -> list[str]:
    return [
        f'new CfnPermission(userPool, "Passkeys{index}", {{\n  functionName: {json.dumps(function)},\n'
        '  action: "lambda:InvokeFunction",\n  principal: "cognito-idp.amazonaws.com",\n'
        "  sourceArn: userPool.attrArn,\n});" for index, function in enumerate(wanted.permissions)]


def permission_import(wanted: Wanted) -> list[str]:
    return ['import { CfnPermission } from "aws-cdk-lib/aws-lambda";'] if wanted.permissions else []


def amplify(wanted: Wanted) -> list[str]:
    return ["// amplify/backend.ts; docs/examples/amplify-gen2 is an example.", *permission_import(wanted),
            "const { cfnUserPool: userPool, cfnUserPoolClient: client } = backend.auth.resources.cfnResources;",
            *overrides(wanted), *permissions(wanted)]


def amplify_1(wanted: Wanted) -> list[str]:
    """An override makes no resources, so the permissions stay with the stack of the functions."""
    return ["// amplify/backend/auth/NAME/override.ts, which amplify override auth makes. It has no effect once the",
            "// project has had triggers of its own (amplify update auth).",
            'import { AmplifyAuthCognitoStackTemplate } from "@aws-amplify/cli-extensibility-helper";',
            "export function override({ userPool, userPoolClientWeb: client }: AmplifyAuthCognitoStackTemplate) {",
            *(f"  {line}" for line in overrides(wanted)), "}"]


def cdk(wanted: Wanted) -> list[str]:
    return ["// In TypeScript, where the constructs of the pool and the client are made.",
            'import { CfnUserPool, CfnUserPoolClient } from "aws-cdk-lib/aws-cognito";', *permission_import(wanted),
            "const userPool = YOUR_POOL.node.defaultChild as CfnUserPool;",
            "const client = YOUR_CLIENT.node.defaultChild as CfnUserPoolClient;", *overrides(wanted), *permissions(wanted)]


def terraform(wanted: Wanted) -> list[str]:
    lines = ["# In the resource aws_cognito_user_pool", *arguments(wanted.pool_settings),
             "# In the resource aws_cognito_user_pool_client", *arguments(wanted.client_settings)]
    for index, function in enumerate(wanted.permissions):
        # With the alias in the name, Terraform would replace the permission in each plan.
        arn = FunctionARN.of(function)
        lines += [f'resource "aws_lambda_permission" "passkeys_{index}" {{',
                  f"  function_name = {json.dumps(arn.function)}",
                  *([f"  qualifier     = {json.dumps(arn.qualifier)}"] if arn.qualifier else []), '  action        = "lambda:InvokeFunction"',
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
    lines = ["# Properties of the AWS::Cognito::UserPool", json.dumps(wanted.pool_settings, indent=2),
             "# Properties of the AWS::Cognito::UserPoolClient", json.dumps(wanted.client_settings, indent=2)]
    for function in wanted.permissions:
        lines += ["# An AWS::Lambda::Permission", json.dumps({
            "FunctionName": function, "Action": "lambda:InvokeFunction", "Principal": "cognito-idp.amazonaws.com",
            "SourceArn": {"Fn::GetAtt": ["YOUR_POOL", "Arn"]}}, indent=2)]
    return lines


WRITERS: dict[str, Callable[[Wanted], list[str]]] = {
    AMPLIFY: amplify, AMPLIFY_1: amplify_1, CDK: cdk, CLOUDFORMATION: cloudformation, TERRAFORM: terraform}


def code(wanted: Wanted, owned_by: Owner | None) -> str:
    """What to write for the owner, or for each tool if the owner is unknown."""
    tools = [owned_by.tool] if owned_by else [*WRITERS]
    return "\n\n".join("\n".join([f"For {tool}:", "", *WRITERS[tool](wanted)]) for tool in tools)
