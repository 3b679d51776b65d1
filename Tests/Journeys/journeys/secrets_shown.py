"""Looks for secrets in texts that also hold times, ids and digests."""

from __future__ import annotations

import re

# A token in compact form, whole or cut short. `eyJ` alone also stands in random base64, once in 262,144 places; the
# beginnings of a header's first member do not, and neither does a dot or an ellipsis after base64.
TOKEN = re.compile(r"eyJ(?:0eXAi|hbGci|raWQi|lbmMi|jdHki)|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]*[.…]")


def shown(text: str, *secrets: str) -> list[str]:
    """The secrets that a text shows.

    A code of digits counts only where no hexadecimal digit stands beside it, and not as a fraction: in the digits of a
    time or an id every code stands now and then. Other letters may stand beside it, as the n of an escaped line break
    does in JSON.
    """
    return [secret for secret in secrets if stands_in(text, secret)]


def tokens_shown(text: str) -> list[str]:
    """The beginnings of the tokens that a text shows."""
    return TOKEN.findall(text)


def stands_in(text: str, secret: str) -> bool:
    if secret.isdecimal():
        return re.search(rf"(?<![0-9A-Fa-f])(?<![0-9]\.){secret}(?![0-9A-Fa-f])", text) is not None
    return secret in text
