"""The digests that stand for users in the audit log."""

from __future__ import annotations

import base64
import hashlib
import hmac

# In bytes, as in Sources/Modules/FunctionServices/SubjectDigests.swift.
LENGTH = 16


def digest(key: str, kind: str, text: str) -> str:
    code = hmac.new(key.encode(), f"{kind}:{text}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(code[:LENGTH]).decode().rstrip("=")


def of_subject(key: str, sub: str) -> str:
    """The digest of a user, by the `sub`."""
    return digest(key, "sub", sub)


def of_unknown(key: str, name: str) -> str:
    """The digest of a name that no user has."""
    return digest(key, "unknown", name)
