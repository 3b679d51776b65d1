"""Which combinations of template.yaml's parameters are refused before anything is made."""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import sam_template  # noqa: E402


class RuleTests(unittest.TestCase):
    """The template's rules, evaluated as CloudFormation does before it makes anything."""

    GIVEN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:given-AbCdEf"

    CODES = {"OtpSender": "Example <no-reply@example.org>",
             "OtpIdentity": "example.org"}

    CAPTCHA = {"CaptchaSiteKey": "0x4AAA", "CaptchaSecretArn": GIVEN, "CaptchaHostnames": "app.example.org"}

    ISSUER = {"TokenMode": "oidc", "OidcIssuer": "https://example.eu.auth0.com/", "OidcAudiences": "app"}

    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load()

    def evaluate(self, node: Any, values: dict[str, str]) -> Any:
        if not isinstance(node, dict):
            return node
        [(name, value)] = node.items()
        if name == "Ref":
            return values[value]
        parts = [self.evaluate(part, values) for part in value]
        return {"Fn::Equals": lambda: parts[0] == parts[1], "Fn::Not": lambda: not parts[0],
                "Fn::And": lambda: all(parts), "Fn::Or": lambda: any(parts)}[name]()

    def refusals(self, **given: str) -> list[str]:
        values = {name: str(parameter["Default"]) for name, parameter in self.template["Parameters"].items()} | given
        return [assertion["AssertDescription"] for rule in self.template["Rules"].values()
                if self.evaluate(rule["RuleCondition"], values)
                for assertion in rule["Assertions"] if not self.evaluate(assertion["Assert"], values)]

    def test_complete_combinations_are_taken(self) -> None:
        for given in (
            {"AuthsignalSecretArn": self.GIVEN},
            {"TokenMode": "signed"},
            {"TokenMode": "signed", "SigningKeyArn": self.GIVEN, "PreviousSigningKeyArn": self.GIVEN},
            {"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a", "ConfirmSignUp": "code"},
            {"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a", "AllowedClientIds": "abc"},
            {"TokenMode": "signed", "SignInFlow": "PASSWORD,RESULT_TOKEN"},
            {"TokenMode": "signed", "SignInFlow": "PASSWORD,RESULT_TOKEN", "ExistingUserPoolId": "eu-west-1_a",
             "AllowedClientIds": "abc"},
            {"SignInFlow": "EMAIL_OTP", **self.CODES},
            {"SignInFlow": "PASSWORD,EMAIL_OTP", **self.CODES},
            {"SignInFlow": "CAPTCHA,EMAIL_OTP", **self.CODES, **self.CAPTCHA},
            {"SignInFlow": "CAPTCHA,RESULT_TOKEN", "TokenMode": "signed", **self.CAPTCHA, "CaptchaAction": "sign-in"},
            {"SignInFlow": "CAPTCHA,RESULT_TOKEN", "AuthsignalSecretArn": self.GIVEN, **self.CAPTCHA,
             "CaptchaProvider": "recaptcha", "CaptchaMinimumScore": "0.5", "CaptchaAction": "login"},
            {"SignInFlow": "CAPTCHA,RESULT_TOKEN", **self.ISSUER, **self.CAPTCHA, "CaptchaProvider": "hcaptcha"},
            {"SignInFlow": "PASSWORD,CAPTCHA,EMAIL_OTP", **self.CODES, **self.CAPTCHA},
            {"SignInFlow": "PASSWORD,CAPTCHA,RESULT_TOKEN", "TokenMode": "signed", **self.CAPTCHA},
            self.ISSUER,
            {**self.ISSUER, "SignInFlow": "PASSWORD,RESULT_TOKEN"},
            {**self.ISSUER, "SignInFlow": "EMAIL_OTP", **self.CODES},
            {"TokenMode": "signed", "UseAddAuthenticator": "true"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "SignInFlow": "PASSWORD,RESULT_TOKEN"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "SignInFlow": "CAPTCHA,RESULT_TOKEN",
             **self.CAPTCHA},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "SignInFlow": "PASSWORD,CAPTCHA,RESULT_TOKEN",
             **self.CAPTCHA},
            {"AuthsignalSecretArn": self.GIVEN, "UseAddAuthenticator": "true"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "ExistingUserPoolId": "eu-west-1_a",
             "AllowedClientIds": "abc"},
        ):
            with self.subTest(given):
                self.assertEqual(self.refusals(**given), [])

    def test_wrong_combinations_are_refused(self) -> None:
        added_with_tokens = "UseAddAuthenticator needs a flow with RESULT_TOKEN, and TokenMode authsignal or signed."
        keys_elsewhere = "SigningKeyArn and PreviousSigningKeyArn belong to TokenMode signed."
        for given, refusal in (
            ({}, "TokenMode authsignal needs AuthsignalSecretArn."),
            ({**self.ISSUER, "UseAddAuthenticator": "true"}, added_with_tokens),
            ({"SignInFlow": "EMAIL_OTP", "UseAddAuthenticator": "true", **self.CODES}, added_with_tokens),
            ({"TokenMode": "signed", "UseAddAuthenticator": "true", "ExistingUserPoolId": "eu-west-1_a",
              "ConfirmSignUp": "code"},
             "UseAddAuthenticator in an existing user pool needs AllowedClientIds to name app clients."),
            ({"AuthsignalSecretArn": self.GIVEN, "SigningKeyArn": self.GIVEN}, keys_elsewhere),
            ({"AuthsignalSecretArn": self.GIVEN, "PreviousSigningKeyArn": self.GIVEN}, keys_elsewhere),
            ({"TokenMode": "signed", "AuthsignalSecretArn": self.GIVEN},
             "AuthsignalSecretArn belongs to TokenMode authsignal."),
            ({"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a"},
             "ConfirmSignUp auto in an existing user pool needs AllowedClientIds to name the app clients."),
            ({"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a", "ConfirmSignUp": "code",
              "SignInFlow": "PASSWORD,RESULT_TOKEN"},
             "A flow with PASSWORD in an existing user pool needs AllowedClientIds to name the app clients."),
            ({"SignInFlow": "PASSWORD,EMAIL_OTP", "ExistingUserPoolId": "eu-west-1_a", "ConfirmSignUp": "code",
              **self.CODES},
             "A flow with PASSWORD in an existing user pool needs AllowedClientIds to name the app clients."),
            ({"TokenMode": "oidc"}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "OidcAudiences": ""}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "OidcIssuer": ""}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "AuthsignalSecretArn": self.GIVEN}, "TokenMode oidc uses none of the secrets."),
            ({**self.ISSUER, "SigningKeyArn": self.GIVEN}, "TokenMode oidc uses none of the secrets."),
            ({"SignInFlow": "EMAIL_OTP"}, "A flow with EMAIL_OTP needs OtpSender and OtpIdentity."),
            ({"SignInFlow": "EMAIL_OTP", **self.CODES, "OtpSender": ""},
             "A flow with EMAIL_OTP needs OtpSender and OtpIdentity."),
            ({"SignInFlow": "PASSWORD,EMAIL_OTP", **self.CODES, "OtpIdentity": ""},
             "A flow with EMAIL_OTP needs OtpSender and OtpIdentity."),
            ({"SignInFlow": "CAPTCHA,EMAIL_OTP", **self.CAPTCHA},
             "A flow with EMAIL_OTP needs OtpSender and OtpIdentity."),
            ({"SignInFlow": "CAPTCHA,RESULT_TOKEN", **self.CAPTCHA},
             "TokenMode authsignal needs AuthsignalSecretArn."),
            *(({"SignInFlow": "CAPTCHA,RESULT_TOKEN", "TokenMode": "signed", **self.CAPTCHA, missing: ""},
               "A flow with CAPTCHA needs CaptchaSiteKey, CaptchaSecretArn and CaptchaHostnames.")
              for missing in self.CAPTCHA),
            ({"SignInFlow": "CAPTCHA,RESULT_TOKEN", "TokenMode": "signed", **self.CAPTCHA, "CaptchaMinimumScore": "1"},
             "CaptchaMinimumScore belongs to CaptchaProvider recaptcha."),
            ({"SignInFlow": "CAPTCHA,RESULT_TOKEN", "TokenMode": "signed", **self.CAPTCHA, "CaptchaAction": "login",
              "CaptchaProvider": "hcaptcha"}, "CaptchaProvider hcaptcha knows no CaptchaAction."),
        ):
            with self.subTest(given):
                self.assertEqual(self.refusals(**given), [refusal])

    def test_secrets_are_named_completely(self) -> None:
        # A role can be given exactly one secret only by an ARN that carries Secrets Manager's suffix.
        for name in ("AuthsignalSecretArn", "SigningKeyArn", "PreviousSigningKeyArn", "CaptchaSecretArn"):
            pattern = self.template["Parameters"][name]["AllowedPattern"]
            for value, taken in (("", True), (self.GIVEN, True), (self.GIVEN[:-7], False), ("given", False)):
                with self.subTest(f"{name} {value}"):
                    self.assertEqual(re.match(pattern, value) is not None, taken)


if __name__ == "__main__":
    unittest.main()
