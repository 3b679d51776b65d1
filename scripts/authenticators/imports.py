"""What an import would do: everything is judged before anything is written, and nothing is ever overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from authenticators import user_items
from authenticators.exports import Export, Item, key_of
from authenticators.user_items import User, users
from authenticators.keys import PROFILE, ItemKey


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


def problems(export: Export, relying_party: str, pool: str) -> list[str]:
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
    return found + [str(problem) for user in users(export.items).values()
                    for problem in user_items.problems(user)]


def plan(export: Export, existing: Mapping[ItemKey, Item], keeps_existing: bool) -> ImportPlan:
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
