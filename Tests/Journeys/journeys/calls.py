"""Calls over HTTP."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

PATIENCE = 60  # seconds to wait for anything, because the machine may be busy


def request(
        url: str, body: Any = None, *, method: str | None = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Sends JSON; returns the answer's status and JSON."""
    content = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(url, content, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(call, timeout=PATIENCE + 10) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")
