"""The files for `/.well-known/`: each list gives its file, and nothing that clients would not understand is written."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from aws_case import REGION, AWSCase
from template import sam_template
from verb_run import run_verb
from cognito_passkeys.verbs import well_known

FINGERPRINT = ":".join(f"{byte:02x}" for byte in range(32))
WRITTEN, UNREAD, USAGE = range(3)
APPLE, ANDROID, ORIGIN = "ABCDE12345.org.example.app", f"org.example.app={FINGERPRINT}", "https://example.net"


class WellKnownTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name) / "site/.well-known"

    def write(self, *words: str) -> tuple[int, str]:
        found = run_verb("well-known", *words, "--out", str(self.out))
        return found.code, found.said

    def written(self) -> dict[str, object]:
        return {file.name: json.loads(file.read_text()) for file in self.out.glob("*")}

    def test_each_list_gives_its_file(self) -> None:
        code, printed = self.write("--apple-app-ids", f"{APPLE},{APPLE}2", "--android-apps", ANDROID,
                                   "--related-origins", f"{ORIGIN},https://app.example.net:8443")
        self.assertEqual(code, WRITTEN)
        self.assertEqual(self.written(), {
            "apple-app-site-association": {"webcredentials": {"apps": [APPLE, f"{APPLE}2"]}},
            "assetlinks.json": [{
                "relation": ["delegate_permission/common.handle_all_urls",
                             "delegate_permission/common.get_login_creds"],
                "target": {"namespace": "android_app", "package_name": "org.example.app",
                           "sha256_cert_fingerprints": [FINGERPRINT.upper()]}}],
            "webauthn": {"origins": [ORIGIN, "https://app.example.net:8443"]},
        })
        self.assertEqual(printed.splitlines()[:3], [str(self.out / name) for name in (
            "apple-app-site-association", "assetlinks.json", "webauthn")])

    def test_an_app_with_several_certificates_is_one_statement(self) -> None:
        other = FINGERPRINT.replace("00", "ff")
        self.write("--android-apps", f"{ANDROID},org.example.app={other},org.example.two={other}")
        statements = self.written()["assetlinks.json"]
        self.assertEqual([statement["target"]["sha256_cert_fingerprints"] for statement in statements],
                         [[FINGERPRINT.upper(), other.upper()], [other.upper()]])

    def test_an_empty_list_gives_no_file_and_no_list_at_all_is_refused(self) -> None:
        self.assertEqual(self.write("--apple-app-ids", APPLE, "--android-apps", "")[0], WRITTEN)
        self.assertEqual(list(self.written()), ["apple-app-site-association"])
        code, printed = self.write()
        self.assertEqual(code, USAGE)
        self.assertIn("nothing to write", printed)

    def test_pages_give_a_file_for_password_managers(self) -> None:
        self.write("--manage-url", "https://app.example.org/account?passkeys#list")
        self.assertEqual(self.written(),
                         {"passkey-endpoints": {"manage": "https://app.example.org/account?passkeys#list"}})
        self.write("--enroll-url", "https://app.example.org", "--manage-url", "https://app.example.org:8443/")
        self.assertEqual(self.written()["passkey-endpoints"], {
            "enroll": "https://app.example.org", "manage": "https://app.example.org:8443/"})

    def test_what_no_client_would_understand_is_refused_before_anything_is_written(self) -> None:
        for option, item in (
            ("--apple-app-ids", "org.example.app"), ("--apple-app-ids", "abcde12345.org.example.app"),
            ("--android-apps", "org.example.app"), ("--android-apps", f"org.example.app={FINGERPRINT[:-3]}"),
            ("--android-apps", f"app={FINGERPRINT}"), ("--android-apps", f"org.example.app={FINGERPRINT}:00"),
            ("--related-origins", "example.net"), ("--related-origins", "http://example.net"),
            ("--related-origins", "https://example.net/"), ("--related-origins", "https://Example.net"),
            ("--related-origins", "https://*.example.net"), ("--related-origins", "https://localhost"),
            ("--enroll-url", "http://app.example.org/passkeys"), ("--manage-url", "https:///account"),
            ("--manage-url", "https://app.example.org/a b"),
        ):
            with self.subTest(f"{option} {item}"):
                good = [word for name, value in (("--apple-app-ids", APPLE), ("--android-apps", ANDROID))
                        if name != option for word in (name, value)]
                code, printed = self.write(*good, option, item)
                self.assertEqual(code, USAGE)
                self.assertIn(f"error: {item} is no ", printed)
                self.assertFalse(self.out.exists())

    def test_the_template_has_every_parameter_that_is_read(self) -> None:
        self.assertEqual(set(well_known.PARAMETERS.values()) - set(sam_template.load()["Parameters"]), set())

    def test_a_stack_names_the_lists_and_an_option_overrides_it(self) -> None:
        self.make_stack("passkeys", AppleAppIds=APPLE, AndroidApps="", RelatedOrigins="https://other.example")
        code, _ = self.write("--stack", "passkeys", "--region", REGION, "--related-origins", ORIGIN)
        self.assertEqual((code, set(self.written())), (WRITTEN, {"apple-app-site-association", "webauthn"}))
        self.assertEqual(self.written()["webauthn"], {"origins": [ORIGIN]})
        code, printed = self.write("--stack", "another", "--region", REGION)
        self.assertEqual(code, UNREAD)
        self.assertTrue(printed.startswith("Not done: "), printed)
