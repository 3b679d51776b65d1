"""What an import would do: everything is judged before anything is written, and nothing is ever overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from authenticator_export import Export, Item, key_of
from authenticator_keys import OWNER, PROFILE, ItemKey


class ImportPlan(NamedTuple):
    """What an import would do to a table."""

    added: list[Item]
    """Items that the table does not have."""
    present: int
    """How many items the table has already, exactly as they are."""
    conflicts: list[ItemKey]
    """Items that the table has with other contents. An import with conflicts writes nothing."""


def problems(export: Export, relying_party: str, pool: str) -> list[str]:
    """Why a file must not be imported into a deployment; none if it may be."""
    found = []
    if export.relying_party != relying_party:
        # Browsers would offer such passkeys for another domain only.
        found.append(f"the passkeys belong to {export.relying_party}, the deployment is {relying_party}")
    if export.pool != pool:
        # Users' ids are those of their pool.
        found.append(f"the users belong to {export.pool}, the deployment's pool is {pool}")
    keys = [key_of(item) for item in export.items]
    strangers = {key.tenant for key in keys} - {export.pool}
    if strangers:
        found.append(f"items of other user pools: {', '.join(sorted(strangers))}")
    profiles = {key.name for key in keys if key.kind == PROFILE}
    without = {key.name for key in keys if key.kind not in (PROFILE, OWNER)} - profiles
    if without:
        found.append(f"{len(without)} users have authenticators and no profile")
    return found


def plan(export: Export, existing: Mapping[ItemKey, Item]) -> ImportPlan:
    """What an import would do.

    :param existing: the items that the table has under the keys of the file.
    """
    added, conflicts, present = [], [], 0
    for key, item in export.by_key().items():
        if key not in existing:
            added.append(item)
        elif existing[key] == item:
            present += 1
        else:
            conflicts.append(key)
    return ImportPlan(added, present, conflicts)
