"""What the tests of attaching share: a pool and a client with as many settings as possible, and the functions."""

from __future__ import annotations

from typing import Any

from aws_case import ACCOUNT, REGION, AWSCase, calls
from cognito_passkeys.function_names import TRIGGERS
from cognito_passkeys.user_pool.functions import OPTIONS, OUTPUTS
from verb_run import run_verb

ARN = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:"
FUNCTIONS = {trigger: f"{ARN}passkeys-{function}" for trigger, function in TRIGGERS.items()}

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


class AttachCase(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.api, self.lambdas = self.client("cognito-idp"), self.client("lambda")
        self.make_functions(*(function.split(":")[-1] for function in FUNCTIONS.values()), "messages", "welcome", "old")
        self.given()
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def given(self, **settings: Any) -> None:
        """Makes the pool anew, with other settings."""
        self.pool, self.app = self.make_pool(CLIENT, **POOL | settings)

    def run_attach(self, *words: str, typed: str = "",
                   functions: dict[str, str] = FUNCTIONS) -> tuple[int, str]:
        """The exit code and everything printed. The calls that change something are kept in `sent`."""
        given = [word for trigger, function in functions.items() for word in (OPTIONS[trigger], function)]
        return self.run_noted("attach", "--pool", self.pool, "--client", self.app, *given, *words, typed=typed)

    def run_noted(self, *words: str, typed: str = "") -> tuple[int, str]:
        with calls() as made:
            found = run_verb(*words, typed=typed)
        self.sent = [one for one in made if not one[0].startswith(("Describe", "Get", "List"))]
        return found.code, found.said

    def make_stack_for(self, pool: str, name: str = "passkeys", clients: str = "*", outputs: dict[str, str] = {},
                       **parameters: str) -> None:
        """A stack with the functions that serves a pool."""
        own = {"UserPoolId": pool, "SubjectAttribute": "custom:oidc_subject"}
        own |= {OUTPUTS[trigger]: function for trigger, function in FUNCTIONS.items()}
        self.make_stack(name, outputs=own | outputs, AllowedClientIds=clients, ConfirmSignUp="code",
                        SignInWith="own-authenticator", **parameters)

    def check(self, *words: str) -> list[str]:
        """The lines of check-pool."""
        given = [word for trigger, function in FUNCTIONS.items() for word in (OPTIONS[trigger], function)]
        return run_verb("check-pool", "--pool", self.pool, "--client", self.app, *(words or given)).lines

    def described(self) -> tuple[dict[str, Any], dict[str, Any]]:
        pool = self.api.describe_user_pool(UserPoolId=self.pool)["UserPool"]
        client = self.api.describe_user_pool_client(UserPoolId=self.pool, ClientId=self.app)["UserPoolClient"]
        return pool, client
