"""Which combinations of template.yaml's parameters are refused before anything is created."""

from __future__ import annotations

import re
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from template import sam_template  # noqa: E402
from intrinsics import defaults, evaluate  # noqa: E402


class RuleTests(unittest.TestCase):
    """The template's rules, evaluated as CloudFormation does before it creates anything."""

    GIVEN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:given-AbCdEf"

    CODES = {"OtpSender": "Example <no-reply@example.org>",
             "OtpIdentity": "example.org"}

    CAPTCHA = {"CaptchaSiteKey": "0x4AAA", "CaptchaSecretArn": GIVEN, "CaptchaHostnames": "app.example.org"}

    ISSUER = {"TokenMode": "oidc", "OidcIssuer": "https://example.eu.auth0.com/", "OidcAudiences": "app"}

    AUTHENTICATOR = {"TokenMode": "signed", "UseAuthenticator": "true", "RelyingPartyId": "login.example.org",
                     "PasskeyOrigins": "https://login.example.org", **CODES}

    CERTIFICATE = "arn:aws:acm:eu-west-1:123456789012:certificate/a"

    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load()

    def refusals(self, **given: str) -> list[str]:
        self.assertLessEqual(set(given), set(self.template["Parameters"]))
        values = defaults(self.template) | given
        return [assertion["AssertDescription"] for rule in self.template["Rules"].values()
                if evaluate(rule["RuleCondition"], values)
                for assertion in rule["Assertions"] if not evaluate(assertion["Assert"], values)]

    def test_complete_combinations_are_accepted(self) -> None:
        for given in (
            {"AuthsignalSecretArn": self.GIVEN},
            {"TokenMode": "signed"},
            {"TokenMode": "signed", "SigningKeyArn": self.GIVEN, "PreviousSigningKeyArn": self.GIVEN},
            {"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a", "ConfirmSignUp": "code"},
            {"TokenMode": "signed", "ExistingUserPoolId": "eu-west-1_a", "AllowedClientIds": "abc"},
            {"TokenMode": "signed", "PasswordFirst": "true"},
            {"TokenMode": "signed", "PasswordFirst": "true", "ExistingUserPoolId": "eu-west-1_a",
             "AllowedClientIds": "abc"},
            {"SignInWith": "email-code", **self.CODES},
            {"PasswordFirst": "true", "SignInWith": "email-code", **self.CODES},
            {"UseCaptcha": "true", "SignInWith": "email-code", **self.CODES, **self.CAPTCHA},
            {"UseCaptcha": "true", "TokenMode": "signed", **self.CAPTCHA, "CaptchaAction": "sign-in"},
            {"UseCaptcha": "true", "AuthsignalSecretArn": self.GIVEN, **self.CAPTCHA,
             "CaptchaProvider": "recaptcha", "CaptchaMinimumScore": "0.5", "CaptchaAction": "login"},
            {"UseCaptcha": "true", **self.ISSUER, **self.CAPTCHA, "CaptchaProvider": "hcaptcha"},
            {"PasswordFirst": "true", "UseCaptcha": "true", "SignInWith": "email-code", **self.CODES, **self.CAPTCHA},
            {"PasswordFirst": "true", "UseCaptcha": "true", "TokenMode": "signed", **self.CAPTCHA},
            self.ISSUER,
            {**self.ISSUER, "PasswordFirst": "true"},
            {**self.ISSUER, "SignInWith": "email-code", **self.CODES},
            self.AUTHENTICATOR,
            {**self.AUTHENTICATOR, "AuthenticatorDomain": "passkeys.example.org",
             "AuthenticatorCertificateArn": self.CERTIFICATE},
            {**self.AUTHENTICATOR, "AllowedAaguids": "a", "AttestationRoots": "MII", "Assurance": "aal2"},
            {**self.AUTHENTICATOR, "AuthenticatorSecretArn": self.GIVEN, "AuthenticatorTenantId": "tenant"},
            {**self.AUTHENTICATOR, "UseStateTable": "false", "UseAddAuthenticator": "true"},
            {"TokenMode": "signed", "Assurance": "aal2"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "PasswordFirst": "true"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "UseCaptcha": "true",
             **self.CAPTCHA},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "PasswordFirst": "true", "UseCaptcha": "true",
             **self.CAPTCHA},
            {"AuthsignalSecretArn": self.GIVEN, "UseAddAuthenticator": "true"},
            {"TokenMode": "signed", "UseAddAuthenticator": "true", "ExistingUserPoolId": "eu-west-1_a",
             "AllowedClientIds": "abc"},
        ):
            with self.subTest(given):
                self.assertEqual(self.refusals(**given), [])

    def test_wrong_combinations_are_refused(self) -> None:
        added_with_tokens = "UseAddAuthenticator needs SignInWith result-token, and TokenMode authsignal or signed."
        keys_elsewhere = "SigningKeyArn and PreviousSigningKeyArn belong to TokenMode signed."
        for given, refusal in (
            ({}, "TokenMode authsignal needs AuthsignalSecretArn."),
            ({"TokenMode": "signed", "LogLevel": "WARN"},
             "Audit needs a LogLevel of INFO or below, or Lambda may drop its lines."),
            ({"TokenMode": "signed", "Audit": "off", "AuditDays": "30"},
             "AuditDays needs Audit, which writes the lines that are kept."),
            ({**self.ISSUER, "UseAddAuthenticator": "true"}, added_with_tokens),
            ({"SignInWith": "email-code", "UseAddAuthenticator": "true", **self.CODES}, added_with_tokens),
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
              "PasswordFirst": "true"},
             "PasswordFirst in an existing user pool needs AllowedClientIds to name the app clients."),
            ({"PasswordFirst": "true", "SignInWith": "email-code", "ExistingUserPoolId": "eu-west-1_a",
              "ConfirmSignUp": "code", **self.CODES},
             "PasswordFirst in an existing user pool needs AllowedClientIds to name the app clients."),
            ({"TokenMode": "oidc"}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "OidcAudiences": ""}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "OidcIssuer": ""}, "TokenMode oidc needs OidcIssuer and OidcAudiences."),
            ({**self.ISSUER, "AuthsignalSecretArn": self.GIVEN}, "TokenMode oidc uses none of the secrets."),
            ({**self.ISSUER, "SigningKeyArn": self.GIVEN}, "TokenMode oidc uses none of the secrets."),
            ({**self.AUTHENTICATOR, **self.ISSUER},
             "UseAuthenticator needs TokenMode signed and SignInWith result-token."),
            ({**self.AUTHENTICATOR, "TokenMode": "authsignal", "AuthsignalSecretArn": self.GIVEN},
             "UseAuthenticator needs TokenMode signed and SignInWith result-token."),
            ({**self.AUTHENTICATOR, "SignInWith": "email-code"},
             "UseAuthenticator needs TokenMode signed and SignInWith result-token."),
            *(({**self.AUTHENTICATOR, missing: ""}, "UseAuthenticator needs RelyingPartyId and PasskeyOrigins.")
              for missing in ("RelyingPartyId", "PasskeyOrigins")),
            *(({**self.AUTHENTICATOR, missing: ""}, "UseAuthenticator needs OtpSender and OtpIdentity.")
              for missing in self.CODES),
            *(({**self.AUTHENTICATOR, given: value},
               "AuthenticatorDomain and AuthenticatorCertificateArn need each other.")
              for given, value in (("AuthenticatorDomain", "passkeys.example.org"),
                                   ("AuthenticatorCertificateArn", self.CERTIFICATE))),
            *(({**self.AUTHENTICATOR, given: value},
               "AuthenticatorSecretArn and AuthenticatorTenantId need each other.")
              for given, value in (("AuthenticatorSecretArn", self.GIVEN), ("AuthenticatorTenantId", "tenant"))),
            ({**self.AUTHENTICATOR, "AllowedAaguids": "a"},
             "AllowedAaguids needs AttestationRoots, because an AAGUID alone is the device's own word."),
            *(({**given, "Assurance": "aal2"}, "Assurance aal2 needs TokenMode signed and SignInWith result-token.")
              for given in (self.ISSUER, {"AuthsignalSecretArn": self.GIVEN},
                            {"SignInWith": "email-code", **self.CODES})),
            ({"SignInWith": "email-code"}, "SignInWith email-code needs OtpSender and OtpIdentity."),
            ({"SignInWith": "email-code", **self.CODES, "OtpSender": ""},
             "SignInWith email-code needs OtpSender and OtpIdentity."),
            ({"PasswordFirst": "true", "SignInWith": "email-code", **self.CODES, "OtpIdentity": ""},
             "SignInWith email-code needs OtpSender and OtpIdentity."),
            ({"UseCaptcha": "true", "SignInWith": "email-code", **self.CAPTCHA},
             "SignInWith email-code needs OtpSender and OtpIdentity."),
            ({"UseCaptcha": "true", **self.CAPTCHA},
             "TokenMode authsignal needs AuthsignalSecretArn."),
            *(({"UseCaptcha": "true", "TokenMode": "signed", **self.CAPTCHA, missing: ""},
               "UseCaptcha needs CaptchaSiteKey, CaptchaSecretArn and CaptchaHostnames.")
              for missing in self.CAPTCHA),
            ({"UseCaptcha": "true", "TokenMode": "signed", **self.CAPTCHA, "CaptchaMinimumScore": "1"},
             "CaptchaMinimumScore belongs to CaptchaProvider recaptcha."),
            ({"UseCaptcha": "true", "TokenMode": "signed", **self.CAPTCHA, "CaptchaAction": "login",
              "CaptchaProvider": "hcaptcha"}, "CaptchaAction does not exist for CaptchaProvider hcaptcha."),
        ):
            with self.subTest(given):
                self.assertEqual(self.refusals(**given), [refusal])

    def test_only_complete_arns_of_secrets_are_accepted(self) -> None:
        # Only an ARN with the suffix of Secrets Manager gives a role access to exactly one secret.
        for name in ("AuthsignalSecretArn", "SigningKeyArn", "PreviousSigningKeyArn", "CaptchaSecretArn",
                     "AuthenticatorSecretArn"):
            pattern = self.template["Parameters"][name]["AllowedPattern"]
            for value, accepted in (("", True), (self.GIVEN, True), (self.GIVEN[:-7], False), ("given", False)):
                with self.subTest(f"{name} {value}"):
                    self.assertEqual(re.match(pattern, value) is not None, accepted)

    def test_alarms_need_the_lines_that_they_count(self) -> None:
        refused = ["UseAlarms, UseDashboard and a gradual Rollout need LogLevel INFO or below."]
        for given in ({"UseAlarms": "true"}, {"UseDashboard": "true"}, {"Rollout": "Canary10Percent5Minutes"}):
            for level in ("TRACE", "DEBUG", "INFO"):
                self.assertNotIn(refused[0], self.refusals(LogLevel=level, **given))
            for level in ("WARN", "ERROR", "FATAL"):
                self.assertIn(refused[0], self.refusals(LogLevel=level, **given))
        self.assertNotIn(refused[0], self.refusals(LogLevel="WARN"))


if __name__ == "__main__":
    unittest.main()
