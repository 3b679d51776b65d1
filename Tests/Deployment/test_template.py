"""What template.yaml promises, asserted on the form that CloudFormation gets."""

from __future__ import annotations

import itertools
import json
import re
import sys
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from template import check_template, sam_template  # noqa: E402
from function_names import CUSTOM_AUTH_TRIGGERS, FUNCTIONS, PASSWORD_TRIGGER, TRIGGERS  # noqa: E402
from intrinsics import defaults, evaluate  # noqa: E402
from template_case import TemplateCase, cycle, resources_named  # noqa: E402

# The parameters that choose the steps of a sign-in, and the steps in their order.
FLOWS = {
    ("false", "false", "result-token"): "RESULT_TOKEN",
    ("false", "false", "email-code"): "EMAIL_OTP",
    ("false", "true", "result-token"): "CAPTCHA,RESULT_TOKEN",
    ("false", "true", "email-code"): "CAPTCHA,EMAIL_OTP",
    ("true", "false", "result-token"): "PASSWORD,RESULT_TOKEN",
    ("true", "false", "email-code"): "PASSWORD,EMAIL_OTP",
    ("true", "true", "result-token"): "PASSWORD,CAPTCHA,RESULT_TOKEN",
    ("true", "true", "email-code"): "PASSWORD,CAPTCHA,EMAIL_OTP",
}
OTP_VARIABLES = {
    "STATE_TABLE", "OTP_KEY_ARN", "OTP_COUNTING_KEY_ARN", "OTP_LIFETIME", "OTP_GUESSES_PER_CODE",
    "OTP_MAILS_PER_HOUR",
}
MAIL_VARIABLES = {
    "OTP_SENDER", "OTP_TEMPLATE", "SERVICE_NAME", "MAIL_LANGUAGE", "SES_CONFIGURATION_SET",
}
CAPTCHA_VARIABLES = {
    "CAPTCHA_PROVIDER", "CAPTCHA_SITE_KEY", "CAPTCHA_SECRET_ARN", "CAPTCHA_HOSTNAMES", "CAPTCHA_ACTION",
    "CAPTCHA_MINIMUM_SCORE", "CAPTCHA_MAX_AGE",
}
OIDC_VARIABLES = {"OIDC_ISSUER", "OIDC_AUDIENCES", "OIDC_JWKS_URL", "OIDC_SUBJECT_ATTRIBUTE"}
AUDIT_VARIABLES = {"AUDIT", "AUDIT_KEY_ARN"}
VARIABLES = {
    "DefineAuthChallenge": {"SIGN_IN_FLOW", "MAX_ATTEMPTS", "SRP_START", "ALLOWED_CLIENT_IDS", "AUDIT"},
    "CreateAuthChallenge": {
        *AUDIT_VARIABLES,
        "SIGN_IN_FLOW", "TOKEN_MODE", "AUTHSIGNAL_SECRET_ARN", "AUTHSIGNAL_URL", "AUTHSIGNAL_ACTION",
        "TOKEN_SIGNING_KEY_ARN", "TOKEN_LIFETIME", "MINIMUM_RESPONSE_TIME", "SEVERAL_REGIONS", "FIRST_ENROLMENT", "ID_TOKEN_NONCE", *OIDC_VARIABLES,
        *OTP_VARIABLES, *MAIL_VARIABLES, *CAPTCHA_VARIABLES - {"CAPTCHA_SECRET_ARN"}, "MASKED_ADDRESS",
    },
    "VerifyAuthChallenge": {
        "AUDIT", "SIGN_IN_FLOW", "TOKEN_MODE", "AUTHSIGNAL_SECRET_ARN", "AUTHSIGNAL_URL", "AUTHSIGNAL_ACTION",
        "AUTHSIGNAL_PASSKEY_ACTION",
        "TOKEN_SIGNING_KEY_ARN", "TOKEN_SIGNING_KEY_PREVIOUS_ARN", "MAX_PROOF_AGE", "ROUND_BINDING", "ALLOWED_METHODS",
        "MARK_EMAIL_VERIFIED", "ASSURANCE", "MINIMUM_RESPONSE_TIME", "SEVERAL_REGIONS", "ID_TOKEN_NONCE", *OIDC_VARIABLES, *CAPTCHA_VARIABLES,
        *OTP_VARIABLES,
    },
    "PreSignUp": {"ALLOWED_CLIENT_IDS", "CONFIRM_SIGN_UP", "TOKEN_MODE", *OIDC_VARIABLES},
    "PreTokenGeneration": {"ALLOWED_CLIENT_IDS"},
    "AddAuthenticator": {
        *AUDIT_VARIABLES,
        "USER_POOL_ISSUER", "ALLOWED_CLIENT_IDS", "MAX_SIGN_IN_AGE", "TOKEN_MODE", "AUTHSIGNAL_SECRET_ARN",
        "AUTHSIGNAL_URL", "AUTHSIGNAL_ACTION", "AUTHSIGNAL_PASSKEY_ACTION", "TOKEN_SIGNING_KEY_ARN", "TOKEN_LIFETIME",
    },
    "Authenticator": {
        *AUDIT_VARIABLES,
        "USER_POOL_ID", "TOKEN_SIGNING_KEY_ARN", "TOKEN_SIGNING_KEY_PREVIOUS_ARN", "TOKEN_LIFETIME",
        "AUTHENTICATOR_SECRET_ARN", "AUTHENTICATOR_TENANT_ID", "AUTHENTICATOR_URL", "USERS_TABLE", "RELYING_PARTY_ID",
        "RELYING_PARTY_NAME", "PASSKEY_ORIGINS", "RELATED_ORIGINS", "TOP_ORIGINS", "PASSKEY_HINTS", "APPLE_APP_IDS", "ANDROID_APPS",
        "SIGN_COUNT", "ASSURANCE", "MINIMUM_RESPONSE_TIME", "SEVERAL_REGIONS", "ALLOWED_AAGUIDS", "ATTESTATION_ROOTS",
        *OTP_VARIABLES - {"OTP_GUESSES_PER_CODE"}, *MAIL_VARIABLES, "OTP_MAILS_PER_NETWORK", "CLOUDFRONT_SECRET_ARN",
    },
}
POOL_ARN = {"Fn::If": [
    "NewPool",
    {"Fn::GetAtt": ["UserPool", "Arn"]},
    {"Fn::Sub": "arn:${AWS::Partition}:cognito-idp:${AWS::Region}:${AWS::AccountId}:userpool/${ExistingUserPoolId}"},
]}
NO_VALUE = {"Ref": "AWS::NoValue"}
TRACES = {"xray:PutTraceSegments", "xray:PutTelemetryRecords"}
# With these parameters, the stack has every function.
EVERY_FUNCTION = {
    "PasswordFirst": "true", "TokenMode": "signed", "UseAuthenticator": "true", "UseAddAuthenticator": "true",
}


def alias_of(function: str) -> dict[str, str]:
    """The ARN of a function's alias, as SAM writes it."""
    return {"Fn::Sub": f"${{{function}Aliaslive}}"}


def is_met(condition: dict[str, dict[str, str]], request: dict[str, str]) -> bool:
    """Whether a policy's condition holds for a request of Secrets Manager."""
    found = {f"secretsmanager:{name}": value for name, value in request.items()}
    operators = {"StringEqualsIfExists": lambda key, value: found.get(key, value) == value,
                 "Null": lambda key, value: (key not in found) == (value == "true")}
    return all(operators[name](key, value) for name, pairs in condition.items() for key, value in pairs.items())


class TemplateTests(TemplateCase):
    def test_each_function_has_its_package(self) -> None:
        packages = {name: resource["Properties"]["CodeUri"] for name, resource in self.written["Resources"].items()
                    if resource["Type"] == "AWS::Serverless::Function"}
        self.assertEqual(packages, {name: f"dist/{name}.zip" for name in FUNCTIONS})
        self.assertEqual(set(FUNCTIONS), set(VARIABLES))
        manifest = (ROOT / "Package.swift").read_text()
        self.assertEqual([name for name in FUNCTIONS if f'"{name}"' not in manifest], [])

    def test_functions_run_one_executable_within_the_time_that_cognito_waits(self) -> None:
        self.assertEqual(set(self.of_type("AWS::Lambda::Function")), set(FUNCTIONS))
        for name in FUNCTIONS:
            with self.subTest(name):
                function = self.properties(name)
                self.assertEqual(function["Handler"], "bootstrap")
                self.assertEqual(function["Runtime"], {"Ref": "Runtime"})
                self.assertEqual(function["Architectures"], [{"Ref": "Architecture"}])
                self.assertLessEqual(function["Timeout"], 5)
                self.assertEqual(function["LoggingConfig"]["LogFormat"], "JSON")
                self.assertEqual(function["LoggingConfig"]["ApplicationLogLevel"], {"Ref": "LogLevel"})
        runtime = self.translated["Parameters"]["Runtime"]
        self.assertEqual((runtime["Default"], runtime["AllowedValues"]),
                         ("provided.al2", ["provided.al2", "provided.al2023"]))

    def test_each_function_gets_the_variables_that_it_reads(self) -> None:
        for name in FUNCTIONS:
            self.assertEqual(set(self.properties(name)["Environment"]["Variables"]), VARIABLES[name], name)

    def test_every_parameter_is_described_and_reaches_something(self) -> None:
        used = {name for section in ("Conditions", "Resources", "Outputs", "Rules")
                for name in resources_named(self.translated[section])}
        for name, parameter in self.translated["Parameters"].items():
            with self.subTest(name):
                self.assertTrue(parameter["Description"].endswith("."))
                self.assertLessEqual(len(parameter["Description"]), 4000)
                self.assertIn("Default", parameter)
                self.assertIn(name, used)

    def test_log_groups_exist_before_the_functions_and_expire(self) -> None:
        for name in FUNCTIONS:
            with self.subTest(name):
                self.assertEqual(self.properties(name)["LoggingConfig"]["LogGroup"], {"Ref": f"{name}Logs"})
                self.assertEqual(self.properties(f"{name}Logs")["RetentionInDays"], {"Ref": "LogRetentionDays"})

    def test_log_groups_outlive_the_stack_only_if_asked_and_never_stand_in_the_way_of_the_next(self) -> None:
        identifier = "arn:aws:cloudformation:eu-west-1:1:stack/passkeys/5b1d3f70-c7a5-11f0-8de9-0242ac120002"
        stack = {"AWS::StackName": "passkeys", "AWS::StackId": identifier}
        for name in FUNCTIONS:
            with self.subTest(name):
                group = self.resources[f"{name}Logs"]
                for asked, policy in (("false", "Delete"), ("true", "Retain")):
                    self.assertEqual(self.evaluated(group["DeletionPolicy"], KeepLogs=asked), policy)
                self.assertEqual(group["UpdateReplacePolicy"], "Retain")
                # The transform has refused a function as the DeletionPolicy of a resource with a condition.
                self.assertNotIn("Condition", group)
                self.assertEqual(evaluate(group["Properties"]["LogGroupName"], stack),
                                 f"/aws/lambda/passkeys/5b1d3f70/{name}")
        # Without this transform, CloudFormation takes no function as a DeletionPolicy.
        self.assertEqual(self.written["Transform"], ["AWS::LanguageExtensions", sam_template.SERVERLESS])

    def test_each_function_has_a_role_of_its_own_without_managed_policies(self) -> None:
        # The others are those of services that keep the audit log and roll versions out.
        services = {"AuditDeliveryRole", "AuditForwardingRole", "TriggerRolloutRole", "RolloutRole"}
        self.assertEqual(set(self.of_type("AWS::IAM::Role")) - services,
                         {f"{name}Role" for name in FUNCTIONS})
        for name in FUNCTIONS:
            with self.subTest(name):
                self.assertEqual(self.properties(name)["Role"], {"Fn::GetAtt": [f"{name}Role", "Arn"]})
                self.assertNotIn("ManagedPolicyArns", self.properties(f"{name}Role"))
        self.assertNotIn("AWSLambdaBasicExecutionRole", json.dumps(self.translated))

    def test_a_function_is_made_after_everything_that_its_role_allows(self) -> None:
        # Nothing waits for a policy beside the role, so the first calls of a new version might be refused by services.
        beside = {name for kind in ("AWS::IAM::Policy", "AWS::IAM::RolePolicy") for name in self.of_type(kind)}
        # This one names the pool, which needs the function. Nobody signs in before there is a pool.
        self.assertEqual(beside, {"VerifyAuthChallengeMarksEmail"})

    def test_each_role_allows_only_what_its_function_needs(self) -> None:
        logs = {"logs:CreateLogStream", "logs:PutLogEvents", *TRACES}
        secrets = {"secretsmanager:GetSecretValue", "kms:Decrypt"}
        expected = {
            "DefineAuthChallenge": logs,
            "CreateAuthChallenge": logs | secrets | {
                "dynamodb:GetItem", "dynamodb:UpdateItem", "ses:SendEmail", "ses:SendTemplatedEmail"},
            "VerifyAuthChallenge": logs | secrets | {
                "dynamodb:GetItem", "dynamodb:UpdateItem", "cognito-idp:AdminUpdateUserAttributes"},
            "PreSignUp": logs,
            "PreTokenGeneration": logs,
            "AddAuthenticator": logs | secrets,
            "Authenticator": logs | secrets | {"ses:SendEmail", "ses:SendTemplatedEmail"} | {
                f"dynamodb:{operation}" for operation in ("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem")},
        }
        for name in FUNCTIONS:
            with self.subTest(name):
                found: set[str] = set()
                for statement in self.statements(f"{name}Role"):
                    self.assertEqual(statement["Effect"], "Allow")
                    actions = statement["Action"]
                    if isinstance(actions, dict):
                        actions = actions["Fn::If"][1]
                    found |= {actions} if isinstance(actions, str) else set(actions)
                    if set(actions) == TRACES:
                        continue
                    self.assertNotIn('"*"', json.dumps(statement))
                    if "ses:SendEmail" not in actions:
                        self.assertNotIn("*", json.dumps(statement["Resource"]))
                    if "logs:PutLogEvents" in actions:
                        self.assertEqual(statement["Resource"], {"Fn::GetAtt": [f"{name}Logs", "Arn"]})
                self.assertEqual(found, expected[name])

    def test_functions_are_traced_and_may_send_traces_only_if_asked(self) -> None:
        for name in FUNCTIONS:
            for mode, allowed in (("PassThrough", set()), ("Active", {"*"})):
                with self.subTest(name, mode=mode):
                    tracing = self.evaluated(self.properties(name)["TracingConfig"], Tracing=mode)
                    self.assertEqual(tracing, {"Mode": mode})
                    everything = EVERY_FUNCTION | {"Tracing": mode}
                    for action in TRACES:
                        self.assertEqual(self.allowed(name, action, **everything), allowed)
        self.assertEqual(self.translated["Parameters"]["Tracing"]["Default"], "PassThrough")

    def test_only_the_secrets_of_the_mode_can_be_read(self) -> None:
        signed = {"TokenMode": "signed"}
        given = signed | {"SigningKeyArn": "current", "PreviousSigningKeyArn": "previous"}
        codes = {"SignInWith": "email-code"}
        captcha = {"UseCaptcha": "true", "CaptchaSecretArn": "captcha"}
        for parameters, create, verify in (
            ({"AuthsignalSecretArn": "authsignal"}, {"authsignal"}, {"authsignal"}),
            (signed, {"<SigningKey>"}, {"<SigningKey>"}),
            # Create signs with the current key alone.
            (given, {"current"}, {"current", "previous"}),
            (given | codes, {"<OtpKey>", "<OtpCountingKey>"}, {"<OtpKey>", "<OtpCountingKey>"}),
            ({"TokenMode": "oidc"}, set(), set()),
            (signed | captcha, {"<SigningKey>"}, {"<SigningKey>", "captcha"}),
        ):
            with self.subTest(parameters):
                readers = {"CreateAuthChallenge": create, "VerifyAuthChallenge": verify}
                for name in TRIGGERS.values():
                    self.assertEqual(self.allowed(name, "secretsmanager:GetSecretValue", Audit="off", **parameters),
                                     readers.get(name, set()))

    def test_only_who_names_users_in_the_audit_log_reads_its_key(self) -> None:
        parameters = {"TokenMode": "signed", "UseAddAuthenticator": "true", "UseAuthenticator": "true"}
        for audit, readers in (
            ("off", set()), ("digest", {"CreateAuthChallenge", "AddAuthenticator", "Authenticator"}),
            ("subject", {"CreateAuthChallenge", "AddAuthenticator", "Authenticator"}),
        ):
            with self.subTest(audit):
                self.assertEqual(self.exists(self.resources["AuditKey"], Audit=audit), audit != "off")
                for name in FUNCTIONS:
                    allowed = self.allowed(name, "secretsmanager:GetSecretValue", Audit=audit, **parameters)
                    self.assertEqual("<AuditKey>" in allowed, name in readers, name)
                    variables = self.evaluated(
                        self.properties(name)["Environment"]["Variables"], Audit=audit, **parameters)
                    self.assertEqual(variables.get("AUDIT_KEY_ARN") == "<AuditKey>", name in readers, name)
                    self.assertEqual(variables.get("AUDIT"), audit if "AUDIT" in VARIABLES[name] else None, name)

    def test_former_versions_can_be_read_only_by_who_takes_what_was_made_with_them(self) -> None:
        signed, codes = {"TokenMode": "signed"}, {"SignInWith": "email-code"}
        given = signed | {"SigningKeyArn": "given", "UseAddAuthenticator": "true"}
        for parameters, former in (
            (given, {"VerifyAuthChallenge": {"given"}}),
            (signed, {"VerifyAuthChallenge": {"<SigningKey>"}}),
            (codes, {"CreateAuthChallenge": {"<OtpKey>"}, "VerifyAuthChallenge": {"<OtpKey>"}}),
            ({"AuthsignalSecretArn": "authsignal", "UseAddAuthenticator": "true"}, {}),
        ):
            with self.subTest(parameters):
                for name in (*TRIGGERS.values(), "AddAuthenticator"):
                    found: set[str] = set()
                    for statement in self.permissions(name, **parameters):
                        if statement["Action"] != "secretsmanager:GetSecretValue":
                            continue
                        resource = statement["Resource"]
                        if "Condition" not in statement:
                            found |= {resource} if isinstance(resource, str) else set(resource)
                            continue
                        for request, is_allowed in (
                            ({}, True), ({"VersionStage": "AWSCURRENT"}, True), ({"VersionStage": "AWSPREVIOUS"}, False),
                            ({"VersionId": "1"}, False), ({"VersionId": "1", "VersionStage": "AWSCURRENT"}, False),
                        ):
                            self.assertEqual(is_met(statement["Condition"], request), is_allowed, request)
                    self.assertEqual(found, former.get(name, set()), name)

    def test_only_verify_can_read_the_captcha_secret(self) -> None:
        readers = {name for name in FUNCTIONS for statement in self.statements(f"{name}Role")
                   if "CaptchaSecretArn" in json.dumps(statement)}
        self.assertEqual(readers, {"VerifyAuthChallenge"})

    def test_the_table_exists_if_something_is_remembered_and_allows_only_updates(self) -> None:
        conditions = self.translated["Conditions"]
        self.assertEqual(conditions["CodeFlow"], {"Fn::Equals": [{"Ref": "SignInWith"}, "email-code"]})
        self.assertEqual(conditions["HasStateTable"], {"Fn::Or": [
            {"Condition": "CodeFlow"}, {"Condition": "HasAuthenticator"},
            {"Fn::Equals": [{"Ref": "UseStateTable"}, "true"]}]})
        table = self.resources["StateTable"]
        self.assertEqual(table["Condition"], "HasStateTable")
        self.assertEqual(table["Properties"], {
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "TimeToLiveSpecification": {"AttributeName": "expiresAt", "Enabled": True}})
        codes, tokens = {"SignInWith": "email-code"}, {"TokenMode": "signed"}
        for name, given, actions in (
            # Only the limits of codes read the table.
            ("CreateAuthChallenge", codes, {"GetItem", "UpdateItem"}), ("CreateAuthChallenge", tokens, set()),
            ("VerifyAuthChallenge", codes, {"GetItem", "UpdateItem"}), ("VerifyAuthChallenge", tokens, {"UpdateItem"}),
            ("VerifyAuthChallenge", tokens | {"UseStateTable": "false"}, set()),
        ):
            with self.subTest(name, **given):
                found = {action for statement in self.permissions(name, **given)
                         for action in ([statement["Action"]] if isinstance(statement["Action"], str)
                                        else statement["Action"]) if action.startswith("dynamodb:")}
                self.assertEqual(found, {f"dynamodb:{action}" for action in actions})
                for action in found:
                    self.assertEqual(self.allowed(name, action, **given), {"<StateTable.Arn>"})
        for name, condition in (("CreateAuthChallenge", "CodeFlow"), ("VerifyAuthChallenge", "HasStateTable")):
            self.assertEqual(self.properties(name)["Environment"]["Variables"]["STATE_TABLE"],
                             {"Fn::If": [condition, {"Ref": "StateTable"}, NO_VALUE]})

    def test_emails_can_be_sent_only_from_one_identity_and_only_if_codes_are_a_step(self) -> None:
        own = "arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:"
        identity = {"OtpIdentity": "example.org"}
        senders = {"CreateAuthChallenge": {"SignInWith": "email-code", **identity},
                   "Authenticator": {"TokenMode": "signed", "UseAuthenticator": "true", **identity}}
        for sender, flow in senders.items():
            for given, resources in (
                ({}, {"identity/example.org"}),
                ({"SesConfigurationSet": "sign-in"}, {"identity/example.org", "configuration-set/sign-in"}),
                ({"OtpTemplate": "code"}, {"identity/example.org", "template/code-*"}),
            ):
                for name in FUNCTIONS:
                    with self.subTest(f"{name} {flow} {given}"):
                        expected = {own + resource for resource in resources} if name == sender else set()
                        parameters = flow | given
                        self.assertEqual(self.allowed(name, "ses:SendEmail", **parameters), expected)
                        templates = expected if "OtpTemplate" in given else set()
                        self.assertEqual(self.allowed(name, "ses:SendTemplatedEmail", **parameters), templates)
        for name, value, accepted in (
            ("OtpIdentity", "example.org", True), ("OtpIdentity", "no-reply@example.org", True),
            ("OtpIdentity", "*", False), ("OtpIdentity", "example.org/*", False), ("OtpTemplate", "a*", False),
            ("SesConfigurationSet", "sign-in", True), ("SesConfigurationSet", "*", False),
            ("ServiceName", "Käse & Co", True), ("ServiceName", "a\nb", False), ("ServiceName", "<b>", False),
            ("OtpSender", "Example <no-reply@example.org>", True), ("OtpSender", "Café <a@example.org>", False),
        ):
            pattern = self.translated["Parameters"][name]["AllowedPattern"]
            self.assertEqual(re.match(pattern, value) is not None, accepted, value)

    def test_what_codes_need_exists_only_if_they_are_a_step(self) -> None:
        with_codes = {name for name, resource in self.resources.items() if resource.get("Condition") == "CodeFlow"}
        self.assertEqual(with_codes, {"CreateAuthChallengeMailBudget"})
        # The authenticator sends codes too.
        self.assertEqual(self.translated["Conditions"]["SendsEmails"], {"Fn::Or": [
            {"Condition": "CodeFlow"}, {"Condition": "HasAuthenticator"}]})
        for key in ("OtpKey", "OtpCountingKey"):
            self.assertEqual(self.resources[key]["Condition"], "SendsEmails")
        for name in ("CreateAuthChallenge", "VerifyAuthChallenge"):
            variables = self.properties(name)["Environment"]["Variables"]
            for variable in ((OTP_VARIABLES | MAIL_VARIABLES) & VARIABLES[name]) - {"STATE_TABLE"}:
                condition = {
                    "OTP_TEMPLATE": "CodeTemplate", "SERVICE_NAME": "CodeServiceName",
                    "SES_CONFIGURATION_SET": "CodeConfigurationSet"}.get(variable, "CodeFlow")
                self.assertEqual(variables[variable]["Fn::If"][0::2], [condition, NO_VALUE], variable)
        for condition in ("GeneratedKey", "GivenKey", "AuthsignalSecret", "PreviousKey"):
            self.assertIn({"Condition": "TokenFlow"}, self.translated["Conditions"][condition]["Fn::And"])

    def test_the_attribute_that_links_a_user_to_an_issuer_is_immutable_and_guarded_in_every_mode(self) -> None:
        attribute = self.properties("UserPool")["Schema"][1]
        self.assertEqual(attribute["Name"], {"Ref": "OidcSubjectAttribute"})
        self.assertIs(attribute["Mutable"], False)
        # The longest issuer, a vertical bar and the longest subject.
        self.assertGreaterEqual(int(attribute["StringAttributeConstraints"]["MaxLength"]), 512 + 1 + 255)
        self.assertEqual(self.translated["Parameters"]["OidcIssuer"]["MaxLength"], 512)
        name = {"Fn::Sub": "custom:${OidcSubjectAttribute}"}
        guard = self.properties("PreSignUp")["Environment"]["Variables"]
        self.assertEqual((guard["OIDC_SUBJECT_ATTRIBUTE"], guard["TOKEN_MODE"]), (name, {"Ref": "TokenMode"}))
        for function in ("CreateAuthChallenge", "VerifyAuthChallenge"):
            variables = self.properties(function)["Environment"]["Variables"]
            self.assertEqual(variables["OIDC_SUBJECT_ATTRIBUTE"], {"Fn::If": ["Oidc", name, NO_VALUE]})
            self.assertEqual(variables["ID_TOKEN_NONCE"], {"Fn::If": ["Oidc", {"Ref": "IdTokenNonce"}, NO_VALUE]})
            for variable in ("OIDC_ISSUER", "OIDC_AUDIENCES", "OIDC_JWKS_URL"):
                self.assertEqual(variables[variable], guard[variable])
        self.assertEqual(self.properties("PreSignUp")["MemorySize"], {"Fn::If": ["Oidc", 512, 128]})
        self.assertEqual(self.translated["Parameters"]["IdTokenNonce"]["Default"], "required")

    def test_id_tokens_need_no_secret(self) -> None:
        conditions = self.translated["Conditions"]
        self.assertEqual(conditions["IdTokenFlow"], {"Fn::And": [{"Condition": "TokenFlow"}, {"Condition": "Oidc"}]})
        self.assertEqual(conditions["ReadsSecrets"], {"Fn::Not": [{"Condition": "IdTokenFlow"}]})
        # A statement that names no resource would be refused.
        for name in ("CreateAuthChallenge", "VerifyAuthChallenge"):
            for statement in self.permissions(name, TokenMode="oidc", Audit="off"):
                self.assertTrue(statement["Resource"], statement)
        self.assertEqual(self.translated["Outputs"]["SecretArn"]["Condition"], "ReadsTokenSecret")

    def test_issuers_and_their_keys_are_fetched_over_https(self) -> None:
        for name, value, accepted in (
            ("OidcIssuer", "https://example.eu.auth0.com/", True), ("OidcIssuer", "http://example.org", False),
            ("OidcIssuer", "https://example.org/a|b", False), ("OidcIssuer", "https://example.org/?a", False),
            ("OidcJwksUrl", "https://example.org/keys?p=a", True), ("OidcJwksUrl", "http://example.org/keys", False),
            ("OidcAudiences", "app,web", True), ("OidcAudiences", "app,,web", False),
            ("OidcSubjectAttribute", "oidc_subject", True), ("OidcSubjectAttribute", "custom:oidc_subject", False),
            ("OidcSubjectAttribute", "a" * 21, False),
        ):
            with self.subTest(f"{name} {value}"):
                pattern = self.translated["Parameters"][name]["AllowedPattern"]
                self.assertEqual(re.match(pattern, value) is not None, accepted)

    def test_verify_may_mark_an_address_only_in_this_pool_and_only_if_wanted(self) -> None:
        policy = self.resources["VerifyAuthChallengeMarksEmail"]
        self.assertEqual(policy["Condition"], "MarksEmail")
        self.assertEqual(self.translated["Conditions"]["MarksEmail"], {"Fn::And": [
            {"Fn::Not": [{"Condition": "IdTokenFlow"}]}, {"Fn::Equals": [{"Ref": "MarkEmailVerified"}, "true"]}]})
        self.assertEqual(self.properties("VerifyAuthChallenge")["Environment"]["Variables"]["MARK_EMAIL_VERIFIED"],
                         {"Fn::If": ["MarksEmail", "true", "false"]})
        self.assertEqual(policy["Properties"]["PolicyDocument"]["Statement"], [
            {"Effect": "Allow", "Action": "cognito-idp:AdminUpdateUserAttributes", "Resource": POOL_ARN}])

    def test_only_the_pool_may_call_the_triggers(self) -> None:
        permissions = [permission["Properties"] for permission in self.of_type("AWS::Lambda::Permission").values()
                       if permission["Properties"]["Principal"] == "cognito-idp.amazonaws.com"
                       and permission.get("Condition") not in ("MovesNewPool", "MovesPasswordTrigger")]
        self.assertEqual(permissions, [
            {"FunctionName": name, "Action": "lambda:InvokeFunction", "Principal": "cognito-idp.amazonaws.com",
             "SourceAccount": {"Ref": "AWS::AccountId"}, "SourceArn": POOL_ARN}
            for name in [alias_of(function) for function in TRIGGERS.values()]
            + [{"Ref": function} for function in TRIGGERS.values()]])

    def test_anybody_may_call_add_authenticator_but_only_through_its_url_and_only_if_wanted(self) -> None:
        self.assertEqual(self.translated["Parameters"]["UseAddAuthenticator"]["Default"], "false")
        self.assertEqual(self.translated["Conditions"]["AddsAuthenticators"], {"Fn::And": [
            {"Fn::Equals": [{"Ref": "UseAddAuthenticator"}, "true"]}, {"Condition": "ReadsTokenSecret"}]})
        wanted = {name for name, resource in self.resources.items()
                  if resource.get("Condition") == "AddsAuthenticators"}
        [version] = [name for name in wanted if name.startswith("AddAuthenticatorVersion")]
        self.assertEqual(wanted, {version} | {
            f"AddAuthenticator{part}" for part in ("", "Aliaslive", "Role", "AliasUrl", "AliasUrlPermission",
                                                   "AliasPermission")})
        self.assertEqual(self.translated["Outputs"]["AddAuthenticatorUrl"]["Condition"], "AddsAuthenticators")
        function = {"FunctionName": alias_of("AddAuthenticator"), "Principal": "*"}
        self.assertEqual(self.properties("AddAuthenticatorAliasUrlPermission"),
                         function | {"Action": "lambda:InvokeFunctionUrl", "FunctionUrlAuthType": "NONE"})
        self.assertEqual(self.properties("AddAuthenticatorAliasPermission"),
                         function | {"Action": "lambda:InvokeFunction", "InvokedViaFunctionUrl": True})
        self.assertEqual([name for name, resource in self.of_type("AWS::Lambda::Url").items()
                          if "Former" not in resource["Condition"]], ["AddAuthenticatorAliasUrl", "AuthenticatorAliasUrl"])

    def test_only_pages_of_named_origins_can_read_answers_of_add_authenticator(self) -> None:
        url = self.properties("AddAuthenticatorAliasUrl")
        self.assertEqual(url["AuthType"], "NONE")
        self.assertEqual(url["Cors"], {"Fn::If": ["HasOrigins", {
            "AllowOrigins": {"Fn::Split": [",", {"Ref": "AddAuthenticatorOrigins"}]}, "AllowMethods": ["POST"],
            "AllowHeaders": ["authorization", "content-type"], "MaxAge": 600}, NO_VALUE]})
        pattern = self.translated["Parameters"]["AddAuthenticatorOrigins"]["AllowedPattern"]
        for value, accepted in (
            ("", True), ("https://app.example.org", True), ("https://a.example.org,https://b.example.org:8443", True),
            ("*", False), ("https://*", False), ("https://*.example.org", False), ("http://app.example.org", False),
            ("https://app.example.org/", False), ("https://a.example.org,*", False), ("null", False),
        ):
            with self.subTest(value):
                self.assertEqual(re.match(pattern, value) is not None, accepted)

    def test_a_public_url_has_a_concurrency_of_its_own_only_if_asked(self) -> None:
        function = {"AddAuthenticator": self.properties("AddAuthenticator")["ReservedConcurrentExecutions"]}
        self.assertEqual(self.evaluated(function), {})
        self.assertEqual(self.evaluated(function, AddAuthenticatorConcurrency="20"), {"AddAuthenticator": "20"})
        pattern = self.translated["Parameters"]["AddAuthenticatorConcurrency"]["AllowedPattern"]
        for value, accepted in (("", True), ("1", True), ("9999", True), ("0", False), ("-1", False), ("1.5", False)):
            self.assertEqual(re.match(pattern, value) is not None, accepted, value)

    def test_authenticators_are_added_for_named_clients_of_this_pool(self) -> None:
        variables = self.properties("AddAuthenticator")["Environment"]["Variables"]
        self.assertEqual(variables["ALLOWED_CLIENT_IDS"],
                         {"Fn::If": ["NewPool", {"Ref": "UserPoolClient"}, {"Ref": "AllowedClientIds"}]})
        self.assertEqual(variables["USER_POOL_ISSUER"], self.translated["Outputs"]["Issuer"]["Value"])
        self.assertEqual(variables["MAX_SIGN_IN_AGE"], {"Ref": "MaxSignInAge"})
        age = self.translated["Parameters"]["MaxSignInAge"]
        self.assertEqual((age["Default"], age["MinValue"], age["MaxValue"]), (600, 60, 600))
        [read] = [statement for statement in self.statements("AddAuthenticatorRole")
                  if statement["Action"] == "secretsmanager:GetSecretValue"]
        self.assertEqual(read["Resource"], [
            {"Fn::If": ["AuthsignalSecret", {"Ref": "AuthsignalSecretArn"}, NO_VALUE]},
            {"Fn::If": ["GeneratedKey", {"Ref": "SigningKey"}, NO_VALUE]},
            {"Fn::If": ["GivenKey", {"Ref": "SigningKeyArn"}, NO_VALUE]},
            {"Fn::If": ["Audits", {"Ref": "AuditKey"}, NO_VALUE]},
        ])

    def test_the_pool_has_the_key_that_replicas_need_if_it_is_given(self) -> None:
        key = "arn:aws:kms:eu-west-1:123456789012:key/mrk-11111111222243338444555555555555"
        self.assertRegex(key, self.translated["Parameters"]["UserPoolKmsKeyArn"]["AllowedPattern"])
        part = {"KeyConfiguration": self.properties("UserPool")["KeyConfiguration"]}
        self.assertEqual(self.evaluated(part), {})
        self.assertEqual(self.evaluated(part, UserPoolKmsKeyArn=key),
                         {"KeyConfiguration": {"KeyType": "CUSTOMER_MANAGED_KEY", "KmsKeyArn": key}})

    def test_the_pool_has_the_issuer_that_is_asked_for_and_the_stack_names_it(self) -> None:
        parameter = self.translated["Parameters"]["UserPoolIssuer"]
        self.assertEqual((parameter["Default"], parameter["AllowedValues"]), ("ORIGINAL", ["ORIGINAL", "UPDATED"]))
        for kind, host in (("ORIGINAL", "cognito-idp"), ("UPDATED", "issuer-cognito-idp")):
            issuer = {"IssuerConfiguration": self.properties("UserPool")["IssuerConfiguration"]}
            # Without the property, a Region that does not know it yet can still have the pool.
            self.assertEqual(self.evaluated(issuer, UserPoolIssuer=kind),
                             {"IssuerConfiguration": {"Type": kind}} if kind == "UPDATED" else {})
            [text, names] = self.translated["Outputs"]["Issuer"]["Value"]["Fn::Sub"]
            self.assertEqual(text, "https://${Host}.${Region}.${AWS::URLSuffix}/${Pool}")
            self.assertEqual(self.evaluated(names["Host"], UserPoolIssuer=kind), host)
            # The tokens of a replica name the Region of the first pool.
            replica = {"ExistingUserPoolId": "eu-west-1_Example", "AllowedClientIds": "client"}
            self.assertEqual(self.evaluated(names["Region"], UserPoolIssuer=kind, **replica), "eu-west-1")
            self.assertEqual(self.evaluated(names["Region"], UserPoolIssuer=kind), "<AWS::Region>")

    def test_the_pool_calls_the_functions_and_opens_no_other_way_in(self) -> None:
        pool = self.properties("UserPool")
        for given, triggers in (({}, {*TRIGGERS} - {PASSWORD_TRIGGER}), ({"PasswordFirst": "true"}, {*TRIGGERS})):
            self.assertEqual(self.evaluated(pool["LambdaConfig"], **given),
                             {trigger: f"<{TRIGGERS[trigger]}Aliaslive>" for trigger in triggers})
        self.assertEqual(pool["AccountRecoverySetting"]["RecoveryMechanisms"], [{"Name": "admin_only", "Priority": 1}])
        required = pool["UserAttributeUpdateSettings"]["AttributesRequireVerificationBeforeUpdate"]
        self.assertEqual(required, ["email"])
        self.assertLessEqual(set(required), set(pool["AutoVerifiedAttributes"]))
        self.assertEqual(pool["UsernameAttributes"], ["email"])
        self.assertIs(pool["UsernameConfiguration"]["CaseSensitive"], False)
        self.assertEqual(pool["MfaConfiguration"], "OFF")
        self.assertEqual(self.translated["Parameters"]["UserPoolTier"]["Default"], "ESSENTIALS")

    def test_letters_of_addresses_are_shown_only_where_people_sign_in_by_address(self) -> None:
        self.assertEqual(self.properties("UserPool")["UsernameAttributes"], ["email"])
        mask = self.properties("CreateAuthChallenge")["Environment"]["Variables"]["MASKED_ADDRESS"]
        existing = {"ExistingUserPoolId": "eu-west-1_Example", "AllowedClientIds": "client"}
        for given, shown in (({}, "letters"), ({"MaskedAddress": "constant"}, None), (existing, None),
                             ({**existing, "MaskedAddress": "letters"}, "letters")):
            with self.subTest(given):
                self.assertEqual(self.evaluated({"mask": mask}, SignInWith="email-code", **given),
                                 {"mask": shown} if shown else {})
                self.assertEqual(self.evaluated({"mask": mask}, **given), {})

    def test_threat_protection_judges_custom_authentication_in_the_plan_that_has_it(self) -> None:
        add_ons = {"UserPoolAddOns": self.properties("UserPool")["UserPoolAddOns"]}
        for tier in ("LITE", "ESSENTIALS"):
            self.assertEqual(self.evaluated(add_ons, UserPoolTier=tier, ThreatProtection="ENFORCED"), {})
        for given, mode in (({}, "AUDIT"), ({"ThreatProtection": "ENFORCED"}, "ENFORCED")):
            self.assertEqual(self.evaluated(add_ons, UserPoolTier="PLUS", **given), {"UserPoolAddOns": {
                "AdvancedSecurityMode": mode, "AdvancedSecurityAdditionalFlows": {"CustomAuthMode": mode}}})

    def test_cognito_s_own_emails_come_from_the_identity_if_there_is_one(self) -> None:
        email = {"EmailConfiguration": self.properties("UserPool")["EmailConfiguration"]}
        sender = {"OtpSender": "Example <no-reply@example.org>", "OtpIdentity": "example.org"}
        configuration = {
            "EmailSendingAccount": "DEVELOPER", "From": "Example <no-reply@example.org>",
            "SourceArn": "arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/example.org"}
        for given, expected in (
            ({}, {}), ({"OtpSender": sender["OtpSender"]}, {}), ({"OtpIdentity": sender["OtpIdentity"]}, {}),
            (sender, {"EmailConfiguration": configuration}),
            (sender | {"SesConfigurationSet": "sign-in"},
             {"EmailConfiguration": configuration | {"ConfigurationSet": "sign-in"}}),
        ):
            with self.subTest(given):
                self.assertEqual(self.evaluated(email, **given), expected)

    def test_with_the_password_first_there_is_a_guard_and_passwords_are_strict(self) -> None:
        self.assertEqual(self.translated["Conditions"]["PasswordFlow"], {"Fn::Equals": [
            {"Ref": "PasswordFirst"}, "true"]})
        with_password = {name for name, resource in self.resources.items()
                         if resource.get("Condition") == "PasswordFlow"}
        guard = TRIGGERS[PASSWORD_TRIGGER]
        [version] = [name for name in with_password if name.startswith(f"{guard}Version")]
        self.assertEqual(with_password, {version} | {
            f"{guard}{part}" for part in ("", "Aliaslive", "Role", "AliasPermission")})
        self.assertEqual(self.translated["Outputs"][f"{guard}Arn"]["Condition"], "PasswordFlow")
        policy = self.properties("UserPool")["Policies"]["PasswordPolicy"]
        self.assertEqual(policy.pop("MinimumLength"), {"Fn::If": ["PasswordFlow", 12, 8]})
        self.assertEqual(policy, dict.fromkeys(
            ("RequireLowercase", "RequireUppercase", "RequireNumbers", "RequireSymbols"), True))

    def test_what_a_captcha_needs_exists_only_if_it_is_a_step(self) -> None:
        conditions = self.translated["Conditions"]
        self.assertEqual(conditions["CaptchaFlow"], {"Fn::Equals": [{"Ref": "UseCaptcha"}, "true"]})
        own = {"CAPTCHA_ACTION": "HasCaptchaAction", "CAPTCHA_MINIMUM_SCORE": "HasCaptchaScore",
               "CAPTCHA_SECRET_ARN": "CaptchaSecret"}
        for condition in own.values():
            self.assertIn({"Condition": "CaptchaFlow"}, conditions[condition]["Fn::And"])
        for name in ("CreateAuthChallenge", "VerifyAuthChallenge"):
            variables = self.properties(name)["Environment"]["Variables"]
            for variable in CAPTCHA_VARIABLES & VARIABLES[name]:
                self.assertEqual(variables[variable]["Fn::If"][0::2], [own.get(variable, "CaptchaFlow"), NO_VALUE])

    def test_settings_of_a_captcha_have_the_form_that_the_functions_accept(self) -> None:
        for name, value, accepted in (
            ("CaptchaHostnames", "app.example.org,localhost", True), ("CaptchaHostnames", "App.example.org", False),
            ("CaptchaHostnames", "https://example.org", False), ("CaptchaHostnames", "example.org:8443", False),
            ("CaptchaHostnames", "*", False), ("CaptchaHostnames", "a,,b", False),
            ("CaptchaMinimumScore", "0.5", True), ("CaptchaMinimumScore", "0.05", True),
            ("CaptchaMinimumScore", "1", True), ("CaptchaMinimumScore", "0", False),
            ("CaptchaMinimumScore", "0.0", False), ("CaptchaMinimumScore", "1.1", False),
            ("CaptchaMinimumScore", "-0.5", False), ("CaptchaAction", "sign-in", True), ("CaptchaAction", "a b", False),
        ):
            with self.subTest(f"{name} {value}"):
                pattern = self.translated["Parameters"][name]["AllowedPattern"]
                self.assertEqual(re.match(pattern, value) is not None, accepted)

    def test_the_flow_of_every_function_of_the_sign_in_follows_from_the_three_choices(self) -> None:
        choices = ("PasswordFirst", "UseCaptcha", "SignInWith")
        taken = [self.translated["Parameters"][name]["AllowedValues"] for name in choices]
        self.assertEqual(set(itertools.product(*taken)), set(FLOWS))
        self.assertEqual(FLOWS[tuple(defaults(self.translated)[name] for name in choices)], "RESULT_TOKEN")
        for values, flow in FLOWS.items():
            parameters = defaults(self.translated) | dict(zip(choices, values))
            for name in CUSTOM_AUTH_TRIGGERS.values():
                with self.subTest(f"{flow} {name}"):
                    variable = self.properties(name)["Environment"]["Variables"]["SIGN_IN_FLOW"]
                    self.assertEqual(evaluate(variable, parameters, self.translated["Conditions"]), flow)

    def test_the_client_allows_only_custom_authentication_and_refresh(self) -> None:
        client = self.properties("UserPoolClient")
        self.assertEqual(set(self.evaluated(client["ExplicitAuthFlows"])),
                         {"ALLOW_CUSTOM_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"})
        self.assertNotIn("RefreshTokenRotation", self.evaluated(client))
        self.assertEqual(client["PreventUserExistenceErrors"], "ENABLED")
        self.assertEqual(client["AuthSessionValidity"], 10)
        self.assertIs(client["EnableTokenRevocation"], True)
        self.assertIs(client["GenerateSecret"], False)
        self.assertIs(client["AllowedOAuthFlowsUserPoolClient"], False)
        self.assertNotIn("AllowedOAuthFlows", client)
        self.assertEqual(client["SupportedIdentityProviders"], ["COGNITO"])

    def test_refresh_tokens_rotate_if_asked_and_then_without_the_flow_that_cognito_refuses_beside_it(self) -> None:
        client = self.evaluated(self.properties("UserPoolClient"), RotateRefreshTokens="true")
        self.assertEqual(client["ExplicitAuthFlows"], ["ALLOW_CUSTOM_AUTH"])
        self.assertEqual(client["RefreshTokenRotation"], {"Feature": "ENABLED", "RetryGracePeriodSeconds": 30})

    def test_apps_read_and_write_the_attributes_of_the_flow_and_those_that_are_named(self) -> None:
        codes, subject = {"SignInWith": "email-code"}, "custom:oidc_subject"
        for given, further, only_written in (
            ({}, [], []), (codes, ["locale"], []), ({"TokenMode": "oidc"}, [], [subject]),
            ({"FurtherAttributes": "name"}, ["name"], []),
            ({"FurtherAttributes": "locale,name"} | codes, ["locale", "name"], []),
            ({"CustomAttributes": "plan"}, ["custom:plan"], []),
            ({"FurtherAttributes": "name", "CustomAttributes": "a,b,c,d,e", "TokenMode": "oidc"} | codes,
             ["locale", "name", "custom:a", "custom:b", "custom:c", "custom:d", "custom:e"], [subject]),
        ):
            with self.subTest(given):
                client = self.evaluated(self.properties("UserPoolClient"), **given)
                self.assertEqual(client["ReadAttributes"], ["email", "email_verified", *further])
                self.assertEqual(client["WriteAttributes"], ["email", *only_written, *further])
                self.assertEqual(self.evaluated(self.translated["Outputs"]["WritableAttributes"]["Value"], **given),
                                 ",".join(client["WriteAttributes"]))

    def test_a_new_pool_has_the_custom_attributes_that_are_named(self) -> None:
        for given in ("", "plan", "a,b", "a,b,c,d,e"):
            schema = self.evaluated(self.properties("UserPool")["Schema"], CustomAttributes=given)
            self.assertEqual(schema[2:], [
                {"Name": name, "AttributeDataType": "String", "Mutable": True,
                 "StringAttributeConstraints": {"MinLength": "0", "MaxLength": "2048"}}
                for name in given.split(",") if name])

    def test_attributes_are_named_as_cognito_names_them_and_once(self) -> None:
        for name, value, accepted in (
            ("FurtherAttributes", "", True), ("FurtherAttributes", "name,given_name,phone_number", True),
            ("FurtherAttributes", "name,name", False), ("FurtherAttributes", "given_name,name,given_name", False),
            ("FurtherAttributes", "email", False), ("FurtherAttributes", "email_verified", False),
            ("FurtherAttributes", "custom:plan", False), ("FurtherAttributes", "name, gender", False),
            ("CustomAttributes", "", True), ("CustomAttributes", "a,b,c,d,e", True),
            ("CustomAttributes", "a,ab,b", True), ("CustomAttributes", "a,b,c,d,e,f", False),
            ("CustomAttributes", "a,b,a", False), ("CustomAttributes", "custom:plan", False),
            ("CustomAttributes", "a,,b", False), ("CustomAttributes", "a,oidc_subject", False),
            ("CustomAttributes", "a" * 21, False),
        ):
            with self.subTest(f"{name} {value}"):
                pattern = self.translated["Parameters"][name]["AllowedPattern"]
                self.assertEqual(re.match(pattern, value) is not None, accepted)

    def test_the_outputs_say_which_attribute_links_users_to_an_issuer(self) -> None:
        outputs = self.translated["Outputs"]
        guard = self.properties("PreSignUp")["Environment"]["Variables"]
        self.assertEqual(outputs["SubjectAttribute"]["Value"], guard["OIDC_SUBJECT_ATTRIBUTE"])

    def test_what_users_depend_on_outlives_the_stack(self) -> None:
        self.assertEqual(self.properties("UserPool")["DeletionProtection"], "ACTIVE")
        for name in ("UserPool", "UserPoolClient", "SigningKey", "AuditKey"):
            with self.subTest(name):
                self.assertEqual(self.resources[name]["DeletionPolicy"], "Retain")
                self.assertEqual(self.resources[name]["UpdateReplacePolicy"], "Retain")

    def test_an_existing_pool_is_served_without_a_new_one(self) -> None:
        self.assertEqual(self.translated["Conditions"]["NewPool"], {"Fn::Equals": [{"Ref": "ExistingUserPoolId"}, ""]})
        only_new = {name for name, resource in self.resources.items() if resource.get("Condition") == "NewPool"}
        self.assertEqual(only_new, {"UserPool", "UserPoolClient"})

    def test_the_generated_key_is_long_enough(self) -> None:
        for name in ("SigningKey", "OtpKey", "OtpCountingKey", "AuditKey"):
            generated = self.properties(name)["GenerateSecretString"]
            self.assertGreaterEqual(generated["PasswordLength"], 32)
            self.assertNotIn("SecretStringTemplate", generated)

    def test_nothing_needs_itself(self) -> None:
        self.assertEqual(cycle(self.resources), [])

    def test_a_role_that_names_the_pool_would_be_found_as_a_cycle(self) -> None:
        role = json.loads(json.dumps(self.resources["VerifyAuthChallengeRole"]))
        role["Properties"]["Description"] = {"Ref": "UserPool"}
        changed = self.resources | {"VerifyAuthChallengeRole": role}
        self.assertIn("UserPool", cycle(changed))

    def test_the_linter_may_complain_only_of_the_age_of_the_default_runtime(self) -> None:
        age = "Runtime {'Ref': 'Runtime'} was deprecated on '2026-07-31'. Creation was disabled"
        self.assertTrue(check_template.accepted("W1030", age))
        self.assertFalse(check_template.accepted("W1030", "{'Ref': 'Runtime'} is not one of ['a', 'b']"))
        self.assertFalse(check_template.accepted("E3004", age))
        # An UpdateReplacePolicy without a DeletionPolicy, which the template explains.
        self.assertEqual(self.written["Metadata"]["cfn-lint"], {"config": {"ignore_checks": ["W3011"]}})

    def test_the_linter_reads_what_cloudformation_gets(self) -> None:
        logs = {"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": 2}}
        # YAML takes { default: Alarms, dashboard } apart.
        groups = [{"Label": {"default": "Alarms", "dashboard": None}, "Parameters": []}]
        found = check_template.findings({
            "Transform": self.written["Transform"], "Resources": {"Logs": logs},
            "Metadata": {"AWS::CloudFormation::Interface": {"ParameterGroups": groups}}})
        self.assertEqual([line.split()[:2] for line in found], [
            ["Metadata/AWS::CloudFormation::Interface/ParameterGroups/0/Label/dashboard:", "E4001"],
            ["Resources/Logs/Properties/RetentionInDays:", "E3030"]])

    def test_each_parameter_stands_in_one_group_with_a_label(self) -> None:
        groups = self.written["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
        self.assertEqual([list(group["Label"]) for group in groups], [["default"]] * len(groups))
        self.assertEqual(sorted(name for group in groups for name in group["Parameters"]),
                         sorted(self.written["Parameters"]))

    def test_only_functions_and_what_sam_makes_of_them_are_deleted_with_the_stack_but_kept_when_replaced(self) -> None:
        single = {name for name, resource in self.resources.items()
                  if ("DeletionPolicy" in resource) != ("UpdateReplacePolicy" in resource)}
        self.assertEqual(single, set(FUNCTIONS) | {f"{name}Aliaslive" for name in FUNCTIONS})


if __name__ == "__main__":
    unittest.main()
