"""The settings of the sample apps for a stack: they name what it has, and nothing of the sandbox."""

from __future__ import annotations

import json
import re
import unittest
from pathlib import Path
from unittest import mock

from cognito_passkeys.deployment import app_settings, next_steps
from cognito_passkeys.stacks import Stack
from template import sam_template
from verb_run import run_verb

ROOT = Path(__file__).resolve().parents[2]
OUTPUTS = {"Region": "eu-central-1", "UserPoolId": "eu-central-1_AbCdEf123", "UserPoolClientId": "client1"}
DOORS = {"AuthenticatorBaseUrl": "https://auth.lambda-url.example/v1", "AddAuthenticatorUrl": "https://add.example/"}
OWN = Stack({"SignInWith": "own-authenticator", "PasswordFirst": "false", "AllowedClientIds": "*",
             "RelyingPartyId": "login.example.org"}, OUTPUTS | DOORS)
CLOUD = Stack({"SignInWith": "authsignal", "PasswordFirst": "true", "AllowedClientIds": "app",
               "AuthsignalUrl": "https://eu.api.authsignal.com/v1", "ExistingUserPoolId": "eu-central-1_Old"},
              {"Region": "eu-central-1", "UserPoolId": "eu-central-1_Old"})
CODES = Stack({"SignInWith": "email-code", "AllowedClientIds": "*"}, OUTPUTS)
ISSUER = Stack({"SignInWith": "oidc", "OidcIssuer": "https://login.example.org/", "OidcAudiences": "AbCdEf123456",
                "AllowedClientIds": "*"}, OUTPUTS)


# A text in JavaScript, TypeScript, Swift or JSON. Inside, a backslash makes the next character a plain one.
LITERAL = re.compile(r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*\"""")


def unescaped(literal: str) -> str:
    return re.sub(r"\\(.)", r"\1", literal[1:-1])


class AppSettingsTests(unittest.TestCase):
    def test_every_sample_app_has_settings(self) -> None:
        self.assertEqual({path.parent.name for path in app_settings.files()},
                         {path.name for path in app_settings.APPS.iterdir() if path.is_dir()})

    def test_nothing_of_the_sandbox_stays_in_any_of_them(self) -> None:
        for stack in (OWN, CLOUD, CODES, ISSUER):
            for path in app_settings.files():
                text = app_settings.filled(path, app_settings.values(stack)).text
                self.assertNotRegex(text, r"(?i)sandbox|localhost|dev\.example\.com", path)

    def test_each_file_names_what_the_stack_has(self) -> None:
        web = app_settings.filled(ROOT / "docs/apps/web/settings.js", app_settings.values(OWN)).text
        for line in ("userPoolId: 'eu-central-1_AbCdEf123',", "userPoolClientId: 'client1',",
                     "tenantId: 'eu-central-1_AbCdEf123',", "baseUrl: 'https://auth.lambda-url.example/v1',",
                     "addAuthenticatorUrl: 'https://add.example/',", "passwordFirst: false,", "hasPasskeys: true,",
                     "action: 'cognitoAuth',"):
            self.assertIn(f" {line}\n", web)
        native = app_settings.filled(ROOT / "docs/apps/react-native/settings.ts", app_settings.values(CLOUD))
        for line in ("userPoolId: 'eu-central-1_Old',", "userPoolClientId: 'app',", "tenantID: '',",
                     "baseURL: 'https://eu.api.authsignal.com/v1',", "passwordFirst: true,"):
            self.assertIn(f" {line}\n", native.text)
        self.assertLessEqual({"tenantID", "addAuthenticatorUrl"}, set(native.missing))
        swift = app_settings.filled(ROOT / "docs/apps/ios/Settings.swift", app_settings.values(CODES)).text
        self.assertIn(" static let hasPasskeys = false\n", swift)
        amplify = app_settings.filled(ROOT / "docs/apps/ios/amplifyconfiguration.json", app_settings.values(OWN)).text
        self.assertEqual(re.findall(r'"(\w+)": "(.*)"', amplify), [
            ("PoolId", "eu-central-1_AbCdEf123"), ("AppClientId", "client1"), ("Region", "eu-central-1")])
        json.loads(amplify)
        auth0 = app_settings.filled(ROOT / "docs/apps/auth0/settings.js", app_settings.values(ISSUER))
        self.assertIn(" issuer: 'https://login.example.org/',\n", auth0.text)
        self.assertIn(" issuerClientId: 'AbCdEf123456',\n", auth0.text)
        self.assertEqual(auth0.missing, [])

    def test_one_of_several_clients_at_the_issuer_is_for_the_person_to_name(self) -> None:
        several = ISSUER._replace(parameters=ISSUER.parameters | {"OidcAudiences": "AbCdEf123456,GhIjKl123456"})
        found = app_settings.filled(ROOT / "docs/apps/auth0/settings.js", app_settings.values(several))
        self.assertEqual(found.missing, ["issuerClientId"])

    def test_a_member_is_known_by_its_name_in_whatever_file_it_is(self) -> None:
        found = app_settings.filled_text("  userPoolId: 'old', // a comment\n  tokenMode: \"x\"\n  mine: 'stays'\n",
                                         app_settings.values(OWN))
        self.assertEqual(found.text.splitlines(), [
            "  userPoolId: 'eu-central-1_AbCdEf123',", '  tokenMode: "signed"', "  mine: 'stays'"])
        self.assertEqual(found.missing, [])

    def test_a_value_stays_a_value_whatever_it_has_inside(self) -> None:
        for hostile in ("https://a.example/v1'+alert(1)+'", 'https://a.example/v1"+alert(1)+"', "https://a.example/\\",
                        "https://a.example/\\(name)", "https://a.example/</script>", "https://a.example/${x}`"):
            stack = CLOUD._replace(parameters=CLOUD.parameters | {"AuthsignalUrl": hostile})
            for path in app_settings.files():
                text = app_settings.filled(path, app_settings.values(stack)).text
                found = [literal for literal in LITERAL.findall(text) if "a.example" in literal]
                names_it = "baseurl" in path.read_text(encoding="utf-8").lower()
                self.assertEqual([unescaped(literal) for literal in found], [hostile] * names_it, path)

    def test_a_value_with_a_control_character_is_refused(self) -> None:
        for hostile in ("https://a.example/\n", "https://a.example/\x1b[2J", "https://a.example/\u2028"):
            stack = CLOUD._replace(parameters=CLOUD.parameters | {"AuthsignalUrl": hostile})
            with mock.patch("cognito_passkeys.verbs.app_settings.stack", return_value=stack):
                found = run_verb("app-settings", "--stack", "passkeys")
            self.assertEqual(found.code, 1, found.output)
            self.assertIn("Not done: the stack's baseurl has a character that no setting may have", found.errors)

    def test_the_members_and_modes_are_those_of_the_template(self) -> None:
        template = sam_template.load()
        self.assertLessEqual(OUTPUTS.keys() | DOORS.keys(), template["Outputs"].keys())
        self.assertLessEqual(OWN.parameters.keys() | CLOUD.parameters.keys() | ISSUER.parameters.keys(), template["Parameters"].keys())

    def test_the_verb_prints_all_of_them_and_names_what_is_still_to_be_filled_in(self) -> None:
        captcha = OWN._replace(parameters=OWN.parameters | {"CaptchaProvider": "turnstile"})
        with mock.patch("cognito_passkeys.verbs.app_settings.stack", return_value=captcha):
            found = run_verb("app-settings", "--stack", "passkeys")
        self.assertEqual(found.code, 0)
        self.assertEqual(re.findall(r"(?m)^--- (.+)$", found.output),
                         [str(path.relative_to(ROOT)) for path in app_settings.files()])
        self.assertIn("Fill in yourself, if the app needs it: captchaPage.", found.output)

    def test_a_server_that_verifies_tokens_gets_the_issuer_its_keys_and_the_client(self) -> None:
        issuer = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbCdEf123"
        for stack, client in ((OWN, "client1"), (CLOUD, "app"),
                              (CLOUD._replace(parameters=CLOUD.parameters | {"AllowedClientIds": "one,two"}), "")):
            stack = stack._replace(outputs=stack.outputs | {"Issuer": issuer})
            self.assertTrue(app_settings.shown(stack).endswith(
                f"\nISSUER={issuer}\nJWKS_URL={issuer}/.well-known/jwks.json\nCLIENT_ID={client}\n"))
            self.assertNotIn("JWKS_URL", app_settings.shown(stack, "web"))

    def test_what_the_stack_does_not_have_is_not_to_be_filled_in(self) -> None:
        for stack in (CODES, ISSUER, OWN):
            for path in app_settings.files():
                self.assertEqual(app_settings.filled(path, app_settings.values(stack)).missing, [], path)

    def test_those_of_one_app_are_the_text_of_its_file(self) -> None:
        with mock.patch("cognito_passkeys.verbs.app_settings.stack", return_value=OWN):
            found = run_verb("app-settings", "--stack", "passkeys", "--app", "web")
        path = ROOT / "docs/apps/web/settings.js"
        self.assertEqual(found.output, app_settings.filled(path, app_settings.values(OWN)).text)


class NextStepTests(unittest.TestCase):
    def test_they_are_those_of_the_stack(self) -> None:
        own, cloud, codes, issuer = (
            "\n".join(next_steps.lines("passkeys", stack)) for stack in (OWN, CLOUD, CODES, ISSUER))
        self.assertIn("or into docs/apps/web for a first passkey", own)
        self.assertIn("or into docs/apps/auth0 for a first passkey", issuer)
        self.assertIn("scripts/passkeys check-pool --pool eu-central-1_AbCdEf123 --client client1 --stack passkeys", own)
        self.assertIn("scripts/passkeys well-known --stack passkeys", own)
        self.assertIn("scripts/passkeys attach --pool eu-central-1_Old --client app --stack passkeys", cloud)
        self.assertIn("In Authsignal's portal", cloud)
        for text in (own, codes):
            self.assertNotIn("passkeys attach", text)
        self.assertNotIn("well-known", codes)
