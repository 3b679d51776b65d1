"""The file that holds users and their authenticators outside the table, and what an import of it would do.

The first line is a header, every other line an item as DynamoDB's JSON has it. Items are sorted by key, members by
name, and there is no time in the file, so that the same users always give the same bytes. Only what lasts is in it:
used challenges, codes and counters live in another table.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from cognito_passkeys.users_table import items as user_items
from cognito_passkeys.users_table.items import User, users
from cognito_passkeys.users_table.keys import PROFILE, Item, ItemKey, is_value, key_of

FORMAT, VERSION = "cognito-passkeys authenticators", 1


class Export(NamedTuple):
    """The contents of a file."""

    relying_party: str
    """The relying party id that the passkeys belong to."""
    pool: str
    """The id of the user pool that the users belong to."""
    items: list[Item]

    def by_key(self) -> dict[ItemKey, Item]:
        return {key_of(item): item for item in self.items}


def encoded(export: Export) -> bytes:
    """The bytes of a file.

    :raises ValueError: two items have the same key, or one has no key of the table.
    """
    header = {"format": FORMAT, "version": VERSION, "relyingPartyId": export.relying_party, "userPool": export.pool}
    if len(export.by_key()) != len(export.items):
        raise ValueError("two items have the same key")
    items = sorted(export.items, key=lambda item: (item["pk"]["S"].encode(), item["sk"]["S"].encode()))
    lines = [json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for line in [header, *items]]
    return "".join(f"{line}\n" for line in lines).encode()


def decoded(data: bytes) -> Export:
    """The contents of a file, which must be exactly as `encoded` writes it.

    :raises ValueError: names what is wrong, without the values, which are about users.
    """
    try:
        lines = [json.loads(line) for line in data.decode().split("\n")[:-1]]
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError("the file is not UTF-8 with JSON in each line") from None
    header = lines[0] if lines and isinstance(lines[0], dict) else {}
    if header.get("format") != FORMAT:
        raise ValueError("the file is no export of authenticators")
    if header.get("version") != VERSION or isinstance(header["version"], bool):
        raise ValueError(f"the file has a format version other than {VERSION}")
    relying_party, pool = header.get("relyingPartyId"), header.get("userPool")
    if not isinstance(relying_party, str) or not isinstance(pool, str) or not relying_party or not pool:
        raise ValueError("the header names no relying party or no user pool")
    for number, item in enumerate(lines[1:], 2):
        if not isinstance(item, dict) or not all(is_value(value) for value in item.values()):
            raise ValueError(f"line {number} is no item")
        try:
            key_of(item)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    export = Export(relying_party, pool, lines[1:])
    if encoded(export) != data:
        raise ValueError("the file is not in the form that an export has: it was changed or is not complete")
    return export


def write(path: Path, data: bytes) -> None:
    """Writes a new file that only its owner can read.

    :raises FileExistsError: there is a file already, which stays as it is.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


class ImportPlan(NamedTuple):
    """What an import would do to a table."""

    added: list[User]
    """Users of whom the table has no item."""
    present: int
    """How many users the table has already, exactly as they are in the file."""
    kept: int
    """How many users the table has otherwise, and keeps as it has them."""
    conflicts: list[str]
    """The other users' ids. An import with conflicts writes nothing."""


def import_problems(export: Export, relying_party: str, pool: str) -> list[str]:
    """Why a file must not be imported into a deployment; none if it may be."""
    found = []
    if export.relying_party != relying_party:
        # Browsers would offer such passkeys for another domain only.
        found.append(f"the passkeys belong to {export.relying_party}, the deployment is {relying_party}")
    if export.pool != pool:
        # Users' ids are those of their pool.
        found.append(f"the users belong to {export.pool}, the deployment's pool is {pool}")
    strangers = {key_of(item).tenant for item in export.items} - {export.pool}
    if strangers:
        found.append(f"items of other user pools: {', '.join(sorted(strangers))}")
    return found + [f"{user.id}: {problem}" for user in users(export.items).values()
                    for problem in user_items.problems(user)]


def import_plan(export: Export, existing: Mapping[ItemKey, Item], keeps_existing: bool) -> ImportPlan:
    """What an import would do.

    :param existing: the items that the table has under the keys of the file.
    :param keeps_existing: whether users that the table has with other contents stay as they are, and are no conflict.
    """
    added, present, kept, conflicts = [], 0, 0, []
    for user in users(export.items).values():
        found = {key_of(item): existing[key_of(item)] for item in user.items if key_of(item) in existing}
        if not found:
            added.append(user)
        elif found == {key_of(item): item for item in user.items}:
            present += 1
        elif keeps_existing and any(key.kind == PROFILE for key in found):
            kept += 1
        else:
            # Without a profile it is somebody else who has one of the credentials.
            conflicts.append(user.id)
    return ImportPlan(added, present, kept, conflicts)
