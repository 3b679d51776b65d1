"""An address that has moved: it answers each call with a redirect, and keeps the calls that follow it."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Redirects:
    def __init__(self, status: int) -> None:
        self.followed: list[tuple[str, dict[str, str], bytes]] = []
        """The method, headers and body of each call that has followed."""
        followed = self.followed

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path == "/elsewhere":
                    followed.append((self.command, dict(self.headers), body))
                    self.answer(200, b"{}")
                else:
                    self.answer(status, b"{}", Location="/elsewhere")

            do_POST = do_GET

            def do_OPTIONS(self) -> None:
                self.answer(204, b"")

            def answer(self, status: int, body: bytes, **headers: str) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Access-Control-Allow-Headers", "authorization, content-type")
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}"

    def __enter__(self) -> Redirects:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
