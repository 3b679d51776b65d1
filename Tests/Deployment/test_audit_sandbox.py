"""who-signed-in with a sandbox: what the tool asks it, and what it says if there is none."""

from __future__ import annotations

import json
import os
import socket
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

from audit_log import lines
from verb_run import run_verb

KEY, SUB = "the key of a sandbox's audit log", "8a1f4c52-0000-4000-8000-000000000001"


class Endpoint(BaseHTTPRequestHandler):
    """A sandbox's audit log, and its pool with one user."""

    log: Any = None

    def do_GET(self) -> None:
        digests = parse_qs(urlsplit(self.path).query).get("who", [])
        lines = [line for line in self.log.get("lines", []) if not digests or line["who"] in digests]
        self.answer({**self.log, "lines": lines} if "lines" in self.log else self.log)

    def do_POST(self) -> None:
        wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["Filter"]
        user = {"Username": "ana", "Attributes": [{"Name": "sub", "Value": SUB}]}
        self.answer({"Users": [user] if wanted in ('email = "ana@example.test"', f'sub = "{SUB}"') else []})

    def answer(self, body: Any) -> None:
        content = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


class SandboxTests(unittest.TestCase):
    def setUp(self) -> None:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://localhost:{server.server_port}"
        # A proxy must not be asked for what is on this machine.
        proxy = patch.dict(os.environ, {"http_proxy": "http://127.0.0.1:9"})
        proxy.start()
        self.addCleanup(proxy.stop)
        own, unknown = lines.of_subject(KEY, SUB), lines.of_unknown(KEY, "eve")
        Endpoint.log = {
            "audit": "digest", "key": KEY, "userPoolId": "eu-west-1_Sandbox01", "region": "eu-west-1",
            "lines": [{"audit": "answer_wrong", "time": "2026-11-21T23:00:00.000Z", "who": own},
                      {"audit": "tokens_issued", "time": "2026-11-22T01:00:00.000Z", "who": own},
                      {"audit": "challenge_issued", "time": "2026-11-22T01:00:00.000Z", "who": unknown}]}

    def run_tool(self, user: str, *words: str, url: str | None = None) -> tuple[int, list[str], str]:
        code, output, errors = run_verb(
            "who-signed-in", "--sandbox", url or self.url, "--user", user, "--since", "2026-11-21", *words)
        return code, output.splitlines(), errors

    def test_a_users_lines_are_found_and_no_others(self) -> None:
        for user in ("ana@example.test", SUB):
            code, output, errors = self.run_tool(user, "--json")
            self.assertEqual((code, errors), (0, ""))
            self.assertEqual([json.loads(line)["audit"] for line in output], ["answer_wrong", "tokens_issued"])
        code, output, _ = self.run_tool(SUB, "--until", "2026-11-22")
        self.assertEqual((code, output[-1]), (0, "Signed in: 0, sign-ins refused: 0, wrong answers: 1, "
                                              "authenticators added: 0, removed: 0."))
        code, output, _ = self.run_tool(SUB, "--until", "2026-11-21T12:00")
        self.assertEqual((code, output[-1]), (0, "No line. The sandbox keeps the last 10,000 lines, until it ends."))

    def test_a_name_that_no_user_has_is_looked_for_under_that_name(self) -> None:
        code, output, errors = self.run_tool("eve", "--json")
        self.assertEqual((code, len(output)), (0, 1))
        self.assertEqual(errors, "The pool has no user eve. These are the lines of sign-ins under that name.\n")

    def test_it_says_why_it_cannot(self) -> None:
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))
            nobody = f"http://localhost:{bound.getsockname()[1]}"
            for url, reason in (
                (nobody, f"there is no sandbox at {nobody} "),
                ("https://localhost:8377", "https://localhost:8377 is not the address of a sandbox on this machine"),
                ("http://example.org", "http://example.org is not the address of a sandbox on this machine"),
                ("http://localhost:1/x", "http://localhost:1/x is not the address of a sandbox on this machine"),
            ):
                code, output, errors = self.run_tool(SUB, url=url)
                self.assertEqual((code, output), (1, []), url)
                self.assertIn(reason, errors)
        code, output, errors = self.run_tool("nobody")
        self.assertEqual((code, output), (1, []))
        self.assertIn("the pool has no user nobody, and nobody had that sub or tried that name", errors)
        Endpoint.log["audit"] = "off"
        self.assertIn("write no audit log (AUDIT=off)", self.run_tool(SUB)[2])
        Endpoint.log = {"error": "There is no such path."}
        self.assertIn("is not a sandbox with an audit log", self.run_tool(SUB)[2])


if __name__ == "__main__":
    unittest.main()
