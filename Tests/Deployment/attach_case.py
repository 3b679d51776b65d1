"""What the tests of attaching share: a pool and a client with as many settings as possible, and the functions."""

from __future__ import annotations

import unittest
from typing import Any
from unittest import mock

import boto3

from function_names import TRIGGERS
from optional_moto import moto
from user_pool.functions import OPTIONS
from verb_run import run_verb

REGION = "eu-west-1"
ACCOUNT = "123456789012"
ARN = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{trigger}" for trigger in TRIGGERS}

# As many settings as one pool can have, each different from its default.
POOL: dict[str, Any] = {
    "PoolName": "customers",
    "Policies": {"PasswordPolicy": {
        "MinimumLength": 14, "RequireUppercase": True, "RequireLowercase": True, "RequireNumbers": True,
        "RequireSymbols": False, "PasswordHistorySize": 3, "TemporaryPasswordValidityDays": 2}},
    "DeletionProtection": "ACTIVE",
    "LambdaConfig": {"CustomMessage": f"{ARN}messages", "PostConfirmation": f"{ARN}welcome"},
    "AutoVerifiedAttributes": ["phone_number"],
    "SmsVerificationMessage": "Your number: {####}",
    "VerificationMessageTemplate": {
        "SmsMessage": "Your number: {####}", "EmailMessage": "Your code: {####}", "EmailSubject": "Code",
        "DefaultEmailOption": "CONFIRM_WITH_CODE"},
    "SmsAuthenticationMessage": "Code {####}",
    "UserAttributeUpdateSettings": {"AttributesRequireVerificationBeforeUpdate": ["phone_number"]},
    "MfaConfiguration": "OPTIONAL",
    "DeviceConfiguration": {"ChallengeRequiredOnNewDevice": True, "DeviceOnlyRememberedOnUserPrompt": True},
    "EmailConfiguration": {
        "SourceArn": f"arn:aws:ses:{REGION}:{ACCOUNT}:identity/example.com", "EmailSendingAccount": "DEVELOPER",
        "ReplyToEmailAddress": "help@example.com", "From": "Example <no-reply@example.com>"},
    "SmsConfiguration": {"SnsCallerArn": f"arn:aws:iam::{ACCOUNT}:role/sms", "ExternalId": "x", "SnsRegion": REGION},
    "UserPoolTags": {"team": "identity"},
    "AdminCreateUserConfig": {
        "AllowAdminCreateUserOnly": True, "UnusedAccountValidityDays": 2,
        "InviteMessageTemplate": {"EmailMessage": "{username} {####}", "EmailSubject": "Welcome"}},
    "UserPoolAddOns": {"AdvancedSecurityMode": "AUDIT"},
    "AccountRecoverySetting": {"RecoveryMechanisms": [{"Priority": 1, "Name": "verified_phone_number"}]},
    "UserPoolTier": "PLUS",
}
CLIENT: dict[str, Any] = {
    "ClientName": "app",
    "GenerateSecret": True,
    "RefreshTokenValidity": 12, "AccessTokenValidity": 20, "IdTokenValidity": 25,
    "TokenValidityUnits": {"AccessToken": "minutes", "IdToken": "minutes", "RefreshToken": "hours"},
    "ReadAttributes": ["email", "name"], "WriteAttributes": ["email", "name"],
    "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    "SupportedIdentityProviders": ["COGNITO"],
    "CallbackURLs": ["https://example.com/in"], "LogoutURLs": ["https://example.com/out"],
    "DefaultRedirectURI": "https://example.com/in",
    "AllowedOAuthFlows": ["code"], "AllowedOAuthScopes": ["openid", "email"], "AllowedOAuthFlowsUserPoolClient": True,
    "AnalyticsConfiguration": {"ApplicationArn": f"arn:aws:mobiletargeting:{REGION}:{ACCOUNT}:apps/a"},
    "PreventUserExistenceErrors": "LEGACY",
    "EnableTokenRevocation": False,
    "EnablePropagateAdditionalUserContextData": True,
    "AuthSessionValidity": 3,
}


@unittest.skipUnless(moto, "moto is not installed")
class AttachCase(unittest.TestCase):
    def setUp(self) -> None:
        aws = moto.mock_aws(config={"lambda": {"use_docker": False}})
        aws.start()
        self.addCleanup(aws.stop)
        self.api = boto3.client("cognito-idp", region_name=REGION)
        self.lambdas = boto3.client("lambda", region_name=REGION)
        self.pool = self.api.create_user_pool(**POOL)["UserPool"]["Id"]
        self.client = self.api.create_user_pool_client(UserPoolId=self.pool, **CLIENT)["UserPoolClient"]["ClientId"]
        self.role = boto3.client("iam").create_role(RoleName="role", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
        for function in FUNCTIONS.values():
            self.lambdas.create_function(FunctionName=function.split(":")[-1], Role=self.role, Handler="bootstrap",
                                         Runtime="provided.al2023", Code={"ZipFile": b"zip"})
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def run_attach(self, *words: str, answer: str | None = None,
                   functions: dict[str, str] = FUNCTIONS) -> tuple[int, str]:
        """The exit code and everything printed. The calls that change something are kept in `sent`."""
        given = [word for trigger, function in functions.items() for word in (OPTIONS[trigger], function)]
        make = boto3.client

        def watched(*names: Any, **options: Any) -> Any:
            made = make(*names, **options)
            made.meta.events.register("provide-client-params", self.keep)
            return made

        with mock.patch("boto3.client", watched):
            found = run_verb("attach", "--pool", self.pool, "--client", self.client, *given, *words,
                             typed="" if answer is None else answer + "\n")
        return found.code, found.said

    def keep(self, params: dict[str, Any], model: Any, **_: Any) -> None:
        if not model.name.startswith(("Describe", "Get", "List")):
            self.sent.append((model.name, params))

    def described(self) -> tuple[dict[str, Any], dict[str, Any]]:
        pool = self.api.describe_user_pool(UserPoolId=self.pool)["UserPool"]
        client = self.api.describe_user_pool_client(UserPoolId=self.pool, ClientId=self.client)["UserPoolClient"]
        return pool, client
