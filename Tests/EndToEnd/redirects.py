"""An address that has moved: it answers each call with a redirect, and keeps the calls that follow it."""

from __future__ import annotations

from collections.abc import Mapping

from journeys.loopback import Answer, LoopbackServer


class Redirects(LoopbackServer):
    def __init__(self, status: int) -> None:
        self.status = status
        self.followed: list[tuple[str, dict[str, str], bytes]] = []
        """The method, headers and body of each call that has followed."""
        super().__init__("localhost")

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "authorization, content-type",
                   "Content-Type": "application/json"}
        if method == "OPTIONS":
            return 204, allowed, b""
        if path == "/elsewhere":
            self.followed.append((method, dict(headers), body))
            return 200, allowed, b"{}"
        return self.status, {"Location": "/elsewhere", **allowed}, b"{}"

    def __enter__(self) -> Redirects:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
