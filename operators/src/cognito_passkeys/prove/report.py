"""What came of each guess, as a person and a machine read it, without names, numbers or secrets of the account."""

import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

from cognito_passkeys.prove import markdown
from cognito_passkeys.prove.guesses import GUESSES, Guess
from cognito_passkeys.prove.markdown import AS_SAID, OTHERWISE, UNSEEN
from cognito_passkeys.prove.pool import Otherwise, Unseen

SENDER = "It needs --sender, an address that Amazon SES has verified."
# What may name an account, a person or a secret, and what stands for it; the longest forms first.
HIDDEN = (
    (r"arn:[a-z-]+:[^\s\"',]+", "<arn>"), (r"[\w.+-]+@[\w.-]+", "<address>"),
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "<uuid>"), (r"[a-z]{2}(-[a-z]+)+-\d_\w+", "<pool>"),
    (r"https?://[^\s\"',]+", "<url>"), (r"(?<!\d)\d{12}(?!\d)", "<account>"), (r"[\w.+/=-]{40,}", "<text>"))


def hidden(text: str) -> str:
    for form, word in HIDDEN:
        text = re.sub(form, word, text)
    return text


def row(guess: Guess, probe: Callable[[], str], is_emulated: bool, has_sender: bool) -> dict[str, str]:
    """What a probe shows of a guess."""
    reason = (guess.unseen or is_emulated and guess.emulated or not has_sender and guess.needs == "sender" and SENDER)
    verdict, seen = UNSEEN, str(reason or "")
    if not reason:
        try:
            found = probe()
            verdict, seen = (AS_SAID if found == guess.seen else OTHERWISE), found
        except Unseen as gap:
            seen = str(gap)
        except Otherwise as other:
            verdict, seen = OTHERWISE, str(other)
        except ClientError as error:
            code = error.response["Error"]["Code"]
            is_refused = code.startswith(("AccessDenied", "UnknownOperation"))
            verdict, seen = (UNSEEN if is_refused else OTHERWISE), f"{error.operation_name}: {code}"
        except Exception as error:
            # A probe that fails must not cost the other rows.
            verdict, seen = UNSEEN, f"{type(error).__name__}: {error}"
    return {"name": guess.name, "about": guess.about, "said": guess.said, "verdict": verdict, "seen": hidden(seen)}


def without_followers(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows, where one that follows from another one that is otherwise shows nothing of its own."""
    failed = {one["name"] for one in rows if one["verdict"] == OTHERWISE}
    for one in rows:
        first, cause = "", GUESSES[one["name"]].after
        while cause:
            first, cause = (cause if cause in failed else first), GUESSES[cause].after
        if first and one["verdict"] != AS_SAID:
            one |= {"verdict": UNSEEN, "seen": f"See {first}."}
    return rows


def written(report: dict[str, Any], folder: Path) -> list[Path]:
    """Writes both files, and returns their paths."""
    name = f"prove-{report['region']}-{report['made']}"
    texts = {".md": "\n".join(markdown.lines(report)), ".json": json.dumps(report, indent=2, ensure_ascii=False) + "\n"}
    for ending, text in texts.items():
        (folder / f"{name}{ending}").write_text(text, encoding="utf-8")
    return [folder / f"{name}{ending}" for ending in texts]


def new(region: str, version: str, is_emulated: bool, note: str) -> dict[str, Any]:
    return {"made": date.today().isoformat(), "region": region, "version": version, "note": note, "rows": [],
            "where": "an emulator of AWS, which proves nothing of AWS" if is_emulated else "AWS", "figures": {}}
