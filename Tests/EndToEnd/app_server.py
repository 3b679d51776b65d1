"""Serves an app of real clients from an origin of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from journeys.loopback import Answer, LoopbackServer

CLIENTS = Path(os.environ.get("SHARED_CLIENTS") or Path(__file__).parents[2] / "../shared/clients").resolve()
BUNDLES = ["amplify-browser.mjs", "authsignal-browser.mjs"]
MISSING = [name for name in BUNDLES if not (CLIENTS / name).is_file()]
needs_clients = pytest.mark.skipif(bool(MISSING), reason=f"{CLIENTS} lacks {', '.join(MISSING)}")


class AppServer(LoopbackServer):
    """The app's origin."""

    def __init__(self) -> None:
        super().__init__("localhost")
        self.origin = self.url

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        kind, content = self.content(path)
        return 200, {"Content-Type": f"{kind}; charset=utf-8"}, content

    def content(self, path: str) -> tuple[str, bytes]:
        """The type and the bytes of a file of the app. Every other path has an empty page."""
        name = path.removeprefix("/")
        if name in BUNDLES:
            return "text/javascript", (CLIENTS / name).read_bytes()
        return "text/html", b'<!DOCTYPE html><link rel="icon" href="data:,"><title>App</title>'
