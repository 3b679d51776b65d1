"""Turns passkeys of aws-samples/amazon-cognito-passwordless-auth into items of the table."""

import base64
import uuid
from collections.abc import Mapping

from cognito_passkeys.users_table.keys import OWNER, PASSKEY, PROFILE, Item, ItemKey, base64url
from cognito_passkeys.users_table.passwordless import ForeignPasskey

# The attempt that the functions read in a profile that no request of theirs has made.
IMPORTED = "import"


def converted(passkeys: list[ForeignPasskey], names: Mapping[str, str], pool: str) -> tuple[list[Item], int]:
    """The items of the passkeys whose owners are in the user pool, and how many other passkeys there are. The same
    passkeys always give the same items.

    :param names: the user name of every user of the pool, by `sub`.
    :raises ValueError: two users may be meant by one handle.
    """
    subs = {name: sub for sub, name in names.items()}
    owned: dict[str, list[ForeignPasskey]] = {}
    for passkey in passkeys:
        found = {sub for sub in candidates(passkey, subs) if sub in names}
        if len(found) > 1:
            raise ValueError("a user name in the pool is the sub of another user, so it is unknown whose a passkey is")
        for sub in found:
            owned.setdefault(sub, []).append(passkey)
    items = [item for sub, own in sorted(owned.items()) for item in user_items(sub, own, pool)]
    return items, len(passkeys) - sum(map(len, owned.values()))


def candidates(passkey: ForeignPasskey, subs: Mapping[str, str]) -> set[str | None]:
    """Whose passkey it may be.

    :param subs: the `sub` of every user of the pool, by user name.
    """
    sub, username = passkey.owner
    if username is not None:
        return {subs.get(username)}
    # Early versions put user names in the form of a UUID into handles as they are, so one may look like a `sub`.
    return {sub} if passkey.handle.startswith(b"s|") else {sub, subs.get(sub or "")}


def user_items(sub: str, passkeys: list[ForeignPasskey], pool: str) -> list[Item]:
    """The profile, the passkeys and their pointers, as if the passkeys had been added one after the other."""
    passkeys = sorted(passkeys, key=lambda passkey: (passkey.created_at, passkey.id))
    profile = ItemKey(PROFILE, pool, sub).in_table | {
        "tenantId": {"S": pool}, "userId": {"S": sub}, "hasHadPasskey": {"BOOL": True},
        # Devices keep one passkey for each handle, and signal lists of passkeys name it. So later ones get the same.
        "handle": binary(passkeys[0].handle),
        "version": {"N": str(len(passkeys))}, "lastAttempt": {"S": IMPORTED}}
    items = [profile]
    for position, passkey in enumerate(passkeys, 1):
        id = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{pool}#{base64url(passkey.id)}"))
        items += [passkey_item(passkey, position, ItemKey(PASSKEY, pool, sub, id)),
                  ItemKey(OWNER, pool, base64url(passkey.id)).in_table | {
                      "userId": {"S": sub}, "authenticatorId": {"S": id}}]
    return items


def passkey_item(passkey: ForeignPasskey, position: int, key: ItemKey) -> Item:
    item = key.in_table | {
        "id": {"S": key.authenticator}, "createdAt": {"N": str(passkey.created_at)},
        "lastVerifiedAt": {"N": str(passkey.last_used_at or passkey.created_at)},
        "addedInVersion": {"N": str(position)},
        "credentialId": binary(passkey.id), "userHandle": binary(passkey.handle),
        "relyingPartyId": {"S": passkey.relying_party}, "publicKey": binary(passkey.public_key),
        "aaguid": binary(passkey.aaguid),
        "transports": {"L": [{"S": transport} for transport in passkey.transports]},
        "isBackupEligible": {"BOOL": passkey.is_backup_eligible}, "isBackedUp": {"BOOL": passkey.is_backed_up},
        "signCount": {"N": str(passkey.sign_count)}, "hasVerifiedUser": {"BOOL": passkey.has_verified_user}}
    return item | ({"label": {"S": passkey.name}} if passkey.name else {})


def binary(data: bytes) -> dict[str, str]:
    return {"B": base64.b64encode(data).decode()}
