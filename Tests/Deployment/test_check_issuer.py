"""`check-issuer` says of each key what the functions would do with it."""

from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cognito_passkeys.openid import key_set
from verb_run import Run, run_verb

ROOT = Path(__file__).resolve().parents[2]
TABLE = json.loads((ROOT / "Tests/Modules/Shared/JOSETests/Fixtures/key-sets.json").read_text())
USABLE, UNUSABLE, USAGE = range(3)
KEY = next(case["keys"][0] for case in TABLE if case["name"] == "one key of each kind")


class KeySetTests(unittest.TestCase):
    def test_reads_each_set_of_the_table_as_the_functions_do(self) -> None:
        for case in TABLE:
            text = json.dumps({"keys": case["keys"]}).encode()
            with self.subTest(case["name"]):
                if "refused" in case:
                    with self.assertRaises(key_set.RefusedSet):
                        key_set.read(text)
                else:
                    found = [entry.left_out or entry.algorithm for entry in key_set.read(text)]
                    self.assertEqual(found, case["verdicts"])

    def test_refuses_what_is_not_strict_json(self) -> None:
        for text in ("", "[]", "{}", '{"keys":[],"keys":[]}', '{"keys":[{"kty":"oct","kty":"oct"}]}', '\ufeff{"keys":[]}',
                     '{"keys":[NaN]}', '{"keys":[' + "[" * 20 + "]" * 20 + "]}", '{"keys":[' + " " * 65_536 + "]}"):
            with self.subTest(text[:40]), self.assertRaises(key_set.RefusedSet):
                key_set.read(text.encode())
        with self.assertRaises(key_set.RefusedSet):
            key_set.read(b'{"keys":["\xff"]}')


class CheckIssuerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.answers: dict[str, tuple[int, str]] = {}
        answers = self.answers

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, text = answers.get(self.path, (404, ""))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", text)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.base = f"http://127.0.0.1:{server.server_port}"
        self.publish([KEY])

    def publish(self, keys: object, **metadata: object) -> None:
        self.answers["/.well-known/openid-configuration"] = (200, json.dumps(
            {"issuer": self.base + "/", "jwks_uri": self.base + "/keys", **metadata}))
        self.answers["/keys"] = (200, json.dumps({"keys": keys}))

    def run_check(self, *words: str) -> Run:
        return run_verb("check-issuer", *(words or (self.base + "/",)))

    def test_prints_each_key_as_used_or_left_out_and_why(self) -> None:
        self.publish([KEY, None, {**KEY, "kid": "enc\n", "use": "enc"}])
        found = self.run_check()
        self.assertEqual(found.code, USABLE)
        self.assertIn(f'{self.base}/keys\n  1  kid "r"', found.output)
        self.assertRegex(found.output, r"1  kid \"r\" +used for RS256\n")
        self.assertRegex(found.output, r"2  no kid +left out: not an object\n")
        self.assertRegex(found.output, r'3  kid "enc\\n" +left out: its use or key_ops is not for verifying signatures\n')
        self.assertTrue(found.output.endswith("1 of 3 keys verify ID tokens.\n"))

    def test_reads_the_keys_from_an_address_of_their_own(self) -> None:
        del self.answers["/.well-known/openid-configuration"]
        found = self.run_check(self.base, "--jwks-url", self.base + "/keys")
        self.assertEqual((found.code, found.lines[0]), (USABLE, self.base + "/keys"))

    def test_says_why_no_key_is_used(self) -> None:
        for keys, metadata, status, said in [
            ([], {}, 200, "0 of 0 keys verify ID tokens."),
            ([{**KEY, "d": "AA"}], {}, 200, "it publishes a private key: whoever reads it can sign"),
            ({}, {}, 200, "not a JSON object with a list keys"),
            ([KEY], {"issuer": self.base}, 200, "OIDC_ISSUER must be exactly that text"),
            ([KEY], {"issuer": None}, 200, "OIDC_ISSUER must be exactly that text"),
            ([KEY], {"jwks_uri": "http://keys.example.test/"}, 200, "jwks_uri is no https URL"),
            ([KEY], {"jwks_uri": 7}, 200, "jwks_uri is no https URL"),
            ([KEY], {}, 503, "answers with status 503"),
            ([KEY], {}, 302, "answers with status 302"),
        ]:
            with self.subTest(said, status=status):
                self.publish(keys, **metadata)
                if status != 200:
                    self.answers["/keys"] = (status, "/elsewhere")
                found = self.run_check()
                self.assertEqual(found.code, UNUSABLE)
                self.assertIn(said, found.output)

    def test_refuses_an_address_that_the_functions_refuse(self) -> None:
        for url in ("example.test", "http://example.test/", "ftp://example.test/", "https://", "http://[::1"):
            with self.subTest(url):
                self.assertEqual(self.run_check(url).code, USAGE)
