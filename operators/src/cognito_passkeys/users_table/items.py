"""What a user's items look like in the table, as the functions write and read them."""

import base64
from collections.abc import Iterable
from typing import NamedTuple

from cognito_passkeys.users_table import cose_key
from cognito_passkeys.users_table.keys import (
    EMAIL, NUMBER, OWNER, PASSKEY, PROFILE, Item, ItemKey, base64url, is_value, key_of, number, size, value)

# DynamoDB's type of each attribute besides the key, by the kind of the item. Those of OPTIONAL may be missing.
AUTHENTICATOR = {"id": "S", "createdAt": "N", "lastVerifiedAt": "N", "addedInVersion": "N"}
REQUIRED = {
    PROFILE: {"tenantId": "S", "userId": "S", "handle": "B", "hasHadPasskey": "BOOL", "version": "N",
              "lastAttempt": "S"},
    EMAIL: AUTHENTICATOR | {"email": "S"},
    PASSKEY: AUTHENTICATOR | {
        "credentialId": "B", "userHandle": "B", "relyingPartyId": "S", "publicKey": "B", "aaguid": "B", "transports": "L",
        "isBackupEligible": "BOOL", "isBackedUp": "BOOL", "signCount": "N", "hasVerifiedUser": "BOOL"},
    OWNER: {"userId": "S", "authenticatorId": "S"},
}
OPTIONAL = {
    PROFILE: {"email": "S", "username": "S", "displayName": "S", "locale": "S"},
    EMAIL: {"label": "S", "enrolledBy": "S", "lastUsedBy": "S"},
    PASSKEY: {"label": "S", "enrolledBy": "S", "lastUsedBy": "S", "username": "S", "displayName": "S"},
    OWNER: {"enrolledBy": "S"},
}

# DynamoDB changes at most so many items together (TransactWriteItems).
LARGEST_TRANSACTION = 100


class User(NamedTuple):
    """Everything about one user."""

    id: str
    profile: Item | None
    authenticators: list[Item]
    """The oldest first."""
    pointers: list[Item]
    """The pointers from credential ids to the user."""

    @property
    def items(self) -> list[Item]:
        return [*([self.profile] if self.profile else []), *self.authenticators, *self.pointers]


def users(items: Iterable[Item]) -> dict[str, User]:
    """The users that items are about, by their ids.

    :raises ValueError: an item has no key of the table.
    """
    found: dict[str, User] = {}
    for item in items:
        key = key_of(item)
        owner = value(item, "userId", "S") or key.name if key.kind == OWNER else key.name
        user = found.setdefault(owner, User(owner, None, [], []))
        if key.kind == PROFILE:
            found[owner] = user._replace(profile=item)
        else:
            (user.pointers if key.kind == OWNER else user.authenticators).append(item)
    for user in found.values():
        user.authenticators.sort(key=lambda item: (number(item, "addedInVersion"), item["sk"]["S"]))
    return found


def pointer_key(passkey: Item) -> ItemKey | None:
    """The key of the pointer that leads to a passkey; None for another item and without a credential id."""
    key, credential = key_of(passkey), value(passkey, "credentialId", "B")
    return ItemKey(OWNER, key.tenant, base64url(base64.b64decode(credential))) if credential else None


def problems(user: User) -> list[str]:
    """What the functions could not read of a user's items, or never leave behind."""
    own = [f"{item['sk']['S']}: {text}" for item in user.items for text in item_problems(item)]
    return own or connection_problems(user)


def item_problems(item: Item) -> list[str]:
    """What is wrong with an item by itself, without its values."""
    key = key_of(item)
    types = {"pk": "S", "sk": "S"} | REQUIRED[key.kind] | OPTIONAL[key.kind]
    found = [f"{name} is missing" for name in REQUIRED[key.kind] if name not in item]
    found += [f"{name} is unknown" for name in sorted(item.keys() - types.keys())]
    found += [f"{name} has another type" for name, kind in types.items() if name in item and kind not in item[name]]
    if found:
        return found
    numbers = [name for name, kind in types.items() if kind == "N" and name in item]
    found += [f"{name} is no whole number" for name in numbers if not NUMBER.fullmatch(item[name]["N"])]
    return found or list(value_problems(key, item))


def value_problems(key: ItemKey, item: Item) -> Iterable[str]:
    """What is wrong with the values of an item whose attributes have the right types."""
    if key.kind == PROFILE:
        if (item["tenantId"]["S"], item["userId"]["S"]) != (key.tenant, key.name):
            yield "tenantId and userId are not those of the key"
        if not 1 <= size(item, "handle") <= 64:
            yield "handle is not 1 to 64 bytes"
        if number(item, "version") < 1:
            yield "version is not positive"
    if key.kind in (EMAIL, PASSKEY) and item["id"]["S"] != key.authenticator:
        yield "id is not that of the key"
    if key.kind == PASSKEY:
        if not 1 <= size(item, "credentialId") <= 1023:
            yield "credentialId is not 1 to 1023 bytes"
        if not 1 <= size(item, "userHandle") <= 64:
            yield "userHandle is not 1 to 64 bytes"
        if not cose_key.is_valid(base64.b64decode(item["publicKey"]["B"])):
            yield "publicKey is no key that the functions can read"
        if size(item, "aaguid") != 16:
            yield "aaguid is not 16 bytes"
        if not all(is_value(part) and "S" in part for part in item["transports"]["L"]):
            yield "transports are not texts"
        if item["isBackedUp"]["BOOL"] and not item["isBackupEligible"]["BOOL"]:
            yield "isBackedUp says that a passkey is backed up that cannot be"
        if number(item, "signCount") >= 2**32:
            yield "signCount is not below 2^32"


def connection_problems(user: User) -> list[str]:
    """What is wrong between the items of a user, each of which is right by itself."""
    if user.profile is None:
        return ["there is no profile"]
    passkeys = [item for item in user.authenticators if key_of(item).kind == PASSKEY]
    leading = {key_of(pointer): value(pointer, "authenticatorId", "S") for pointer in user.pointers}
    led = {pointer_key(passkey): passkey["id"]["S"] for passkey in passkeys}
    found = [f"passkey {id} has no pointer" for key, id in led.items() if leading.get(key) != id]
    found += [f"the pointer of {key.name} leads to no passkey" for key, id in leading.items() if led.get(key) != id]
    if len(led) != len(passkeys):
        found.append("two passkeys have one credential id")
    version = number(user.profile, "version")
    if any(not 1 <= number(item, "addedInVersion") <= version for item in user.authenticators):
        found.append("addedInVersion is not one of the profile's versions")
    if passkeys and not user.profile["hasHadPasskey"]["BOOL"]:
        found.append("there are passkeys, and hasHadPasskey is false")
    if len(user.items) > LARGEST_TRANSACTION:
        found.append(f"there are more than {LARGEST_TRANSACTION} items")
    return found
