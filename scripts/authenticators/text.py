"""What an administrator reads about a user's authenticators."""

from __future__ import annotations

import base64
import uuid
from datetime import datetime, timezone

from authenticators.exports import Item, key_of
from authenticators.user_items import User, number, value
from authenticators.keys import PASSKEY


def user_lines(user: User) -> list[str]:
    """The user and each authenticator, a line each."""
    had = value(user.profile, "hasHadPasskey", "BOOL") if user.profile else None
    facts = [count(len(user.authenticators), "authenticator"),
             "no profile" if user.profile is None else f"version {number(user.profile, 'version')}",
             "has had a passkey" if had else "never had a passkey"]
    return [f"{shown(user.id)}: {', '.join(facts)}", *map(authenticator_line, user.authenticators)]


def authenticator_line(item: Item) -> str:
    key = key_of(item)
    facts = [f"added {moment(item, 'createdAt')}", f"last used {moment(item, 'lastVerifiedAt')}"]
    if key.kind == PASSKEY:
        name = value(item, "label", "S")
        facts = [f'"{shown(name)}"' if name else "without a name", *facts,
                 "synced" if value(item, "isBackedUp", "BOOL") else
                 "can be synced" if value(item, "isBackupEligible", "BOOL") else "on one device",
                 f"model {aaguid(item)}"]
    else:
        facts = [shown(value(item, "email", "S") or "no address"), *facts]
    return f"  {key.kind:8}{shown(key.authenticator or '')}  {', '.join(facts)}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(text: str) -> str:
    """A text by a stranger, without what could change the terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


def moment(item: Item, name: str) -> str:
    seconds = number(item, name)
    try:
        return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return "at an unknown time"


def aaguid(item: Item) -> str:
    data = base64.b64decode(value(item, "aaguid", "B") or "")
    return str(uuid.UUID(bytes=data)) if len(data) == 16 else "unknown"
