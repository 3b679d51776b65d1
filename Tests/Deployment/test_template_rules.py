"""Which combinations of parameters are refused before anything is created."""

from __future__ import annotations

from template import sam_template
from template_case import MonitoringCase, TemplateCase, refusals

GIVEN = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:given-AbCdEf"
AUTHSIGNAL = {"SignInWith": "authsignal", "AuthsignalSecretArn": GIVEN}
SIGNED = {"SignInWith": "signed"}
ISSUER = {"SignInWith": "oidc", "OidcIssuer": "https://example.eu.auth0.com/", "OidcAudiences": "app"}
SENDER = {"OtpSender": "Example <no-reply@example.org>", "OtpIdentity": "example.org"}
CODES = {"SignInWith": "email-code", **SENDER}
OWN = {"SignInWith": "own-authenticator", "RelyingPartyId": "login.example.org",
       "PasskeyOrigins": "https://login.example.org", **SENDER}
WAYS = (AUTHSIGNAL, SIGNED, ISSUER, CODES, OWN)
KEYS = {"SigningKeyArn": GIVEN, "PreviousSigningKeyArn": GIVEN}
CAPTCHA = {"CaptchaProvider": "turnstile", "CaptchaSiteKey": "0x4AAA", "CaptchaSecretArn": GIVEN,
           "CaptchaHostnames": "app.example.org"}
DOMAIN = {"AuthenticatorDomain": "passkeys.example.org",
          "AuthenticatorCertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/a"}
ADDS = {"UseAddAuthenticator": "true"}
EXISTING = {"ExistingUserPoolId": "eu-west-1_a"}
NAMED = {**EXISTING, "AllowedClientIds": "abc"}
FIRST = {"PasswordFirst": "true"}

ACCEPTED = (
    *WAYS, *(way | FIRST for way in WAYS), *(way | CAPTCHA | FIRST for way in WAYS), *(way | NAMED for way in WAYS),
    *(way | EXISTING | {"ConfirmSignUp": "code"} for way in WAYS),
    *(way | ADDS | NAMED for way in (AUTHSIGNAL, SIGNED, OWN)),
    *(way | KEYS | {"Assurance": "aal2"} for way in (SIGNED, OWN)), OWN | DOMAIN, OWN | {"UseStateTable": "false"},
    NAMED | FIRST | SIGNED, SIGNED | {"UserPoolTier": "ESSENTIALS"},
)
SENDERS = "SignInWith own-authenticator and email-code need OtpSender and OtpIdentity."
PARTY = "SignInWith own-authenticator needs RelyingPartyId and PasskeyOrigins."
ISSUERS = "SignInWith oidc needs OidcIssuer and OidcAudiences."
PAIR = "AuthenticatorDomain and AuthenticatorCertificateArn need each other."
SIGNING = "SigningKeyArn and PreviousSigningKeyArn belong to SignInWith own-authenticator and signed."
REFUSED = (
    ({}, "SignInWith authsignal needs AuthsignalSecretArn."),
    *((way | {"AuthsignalSecretArn": GIVEN}, "AuthsignalSecretArn belongs to SignInWith authsignal.")
      for way in WAYS if way != AUTHSIGNAL),
    *((way | {key: GIVEN}, SIGNING) for way in (AUTHSIGNAL, ISSUER, CODES) for key in KEYS),
    *((way | {"Assurance": "aal2"}, "Assurance aal2 needs SignInWith own-authenticator or signed.")
      for way in (AUTHSIGNAL, ISSUER, CODES)),
    *((way | ADDS, "UseAddAuthenticator needs SignInWith authsignal, own-authenticator or signed.")
      for way in (ISSUER, CODES)),
    *((ISSUER | {missing: ""}, ISSUERS) for missing in ("OidcIssuer", "OidcAudiences")),
    *((way | {missing: ""}, SENDERS) for way in (CODES, OWN) for missing in SENDER),
    *((OWN | {missing: ""}, PARTY) for missing in ("RelyingPartyId", "PasskeyOrigins")),
    *((OWN | {name: value}, PAIR) for name, value in DOMAIN.items()),
    *((SIGNED | CAPTCHA | {missing: ""}, "CaptchaProvider needs CaptchaSiteKey, CaptchaSecretArn and CaptchaHostnames.")
      for missing in CAPTCHA if missing != "CaptchaProvider"),
    (SIGNED | EXISTING, "ConfirmSignUp auto in an existing user pool needs AllowedClientIds to name the app clients."),
    (SIGNED | EXISTING | {"ConfirmSignUp": "code"} | FIRST,
     "PasswordFirst in an existing user pool needs AllowedClientIds to name the app clients."),
    (SIGNED | EXISTING | {"ConfirmSignUp": "code"} | ADDS,
     "UseAddAuthenticator in an existing user pool needs AllowedClientIds to name app clients."),
)


class RuleTests(TemplateCase):
    def test_complete_combinations_are_accepted(self) -> None:
        for given in ACCEPTED:
            with self.subTest(given):
                self.assertEqual(refusals(self.written, given), [])

    def test_wrong_combinations_are_refused(self) -> None:
        for given, refusal in REFUSED:
            with self.subTest(given):
                self.assertEqual(refusals(self.written, given), [refusal])

    def test_every_assertion_is_tested(self) -> None:
        self.assertEqual({refusal for _, refusal in REFUSED}, {
            assertion["AssertDescription"] for rule in self.written["Rules"].values()
            for assertion in rule["Assertions"]})

    def test_only_complete_arns_of_secrets_are_accepted(self) -> None:
        # Only an ARN with the suffix of Secrets Manager gives a role access to exactly one secret.
        self.assert_patterns(*(
            (name, value, accepted)
            for name in ("AuthsignalSecretArn", "SigningKeyArn", "PreviousSigningKeyArn", "CaptchaSecretArn",
                         "CloudFrontSecretArn")
            for value, accepted in (("", True), (GIVEN, True), (GIVEN[:-7], False), ("given", False))))


class MonitoringTests(MonitoringCase):
    def test_a_bucket_for_the_audit_log_needs_the_log(self) -> None:
        refusal = "AuditDays needs Audit, which writes the lines that are kept."
        for given, expected in (({}, []), ({"AuditDays": "30"}, []), ({"Audit": "off"}, []),
                                ({"AuditDays": "30", "Audit": "off"}, [refusal])):
            self.assertEqual(refusals(self.written, self.STACK | given), expected)

    def test_what_is_as_in_the_stack_has_its_values(self) -> None:
        watched, own = sam_template.load()["Parameters"], self.written["Parameters"]
        shared = {name for name, parameter in own.items() if parameter["Description"] == "As in that stack."}
        self.assertEqual(shared, set(watched) & set(own))
        for name in shared:
            for form in ("AllowedValues", "AllowedPattern"):
                self.assertEqual(own[name].get(form), watched[name].get(form))
