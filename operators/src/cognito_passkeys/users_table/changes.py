"""What an administrator changes about a user, as the writes of one transaction.

Every change replaces the profile's version on condition that it is the one that was read, as the functions do. So a
change and what the user does at the same time never mix.
"""

from typing import Any

from cognito_passkeys.users_table.items import LARGEST_TRANSACTION, User, pointer_key
from cognito_passkeys.users_table.keys import PROFILE, Item, ItemKey, key_of, number, to_boto, value

# Who made a change, beside the functions' attempts. Their ids are digests in base64url, so this is none of them.
ADMINISTRATOR = "administrator#"

# A write as boto3's low-level client takes it.
Write = dict[str, Any]


def removal(user: User, authenticator: str, table: str, change: str) -> list[Write] | None:
    """The writes that remove one authenticator of a user; None if the user has none with that id.

    :param change: tells this change from all others.
    """
    removed = [item for item in user.authenticators if value(item, "id", "S") == authenticator]
    return [next_version(user, table, change), *deletions(removed, table)] if removed else None


def reset(user: User, table: str, change: str) -> list[Write]:
    """The writes that remove all authenticators of a user and forget that there were passkeys. Without that, an
    emailed code could not add a passkey where assurance `aal2` is demanded."""
    return within_limit([next_version(user, table, change, forgets_passkeys=True),
                         *deletions(user.authenticators, table)])


def erasure(user: User, table: str) -> list[Write]:
    """The writes that remove everything of a user."""
    key = profile_key(user)
    if user.profile is None:
        profile: Write = {"ConditionCheck": {"TableName": table, "Key": key.in_table,
                                             "ConditionExpression": "attribute_not_exists(pk)"}}
    else:
        condition, names, values = as_read(user.profile)
        profile = {"Delete": {"TableName": table, "Key": key.in_table, "ConditionExpression": condition,
                              "ExpressionAttributeNames": names, "ExpressionAttributeValues": values}}
    return within_limit([profile, *deletions(user.authenticators, table)])


def additions(user: User, table: str) -> list[Write]:
    """The writes that add a user of whom the table has no item."""
    return within_limit([{"Put": {"TableName": table, "Item": to_boto(item),
                                  "ConditionExpression": "attribute_not_exists(pk)"}} for item in user.items])


def next_version(user: User, table: str, change: str, forgets_passkeys: bool = False) -> Write:
    if user.profile is None:
        raise ValueError("the user has no profile, so only --erase can help")
    condition, names, values = as_read(user.profile)
    update = "SET #version = :next, lastAttempt = :change"
    values |= {":next": {"N": str(number(user.profile, "version") + 1)}, ":change": {"S": ADMINISTRATOR + change}}
    if forgets_passkeys:
        update += ", hasHadPasskey = :false"
        values[":false"] = {"BOOL": False}
    return {"Update": {"TableName": table, "Key": profile_key(user).in_table, "UpdateExpression": update,
                       "ConditionExpression": condition, "ExpressionAttributeNames": names,
                       "ExpressionAttributeValues": values}}


def as_read(profile: Item) -> tuple[str, dict[str, str], dict[str, Any]]:
    """The condition that a profile is still as it was read. A user who was removed and came again may have the same
    version, but not by the same change."""
    read = to_boto({name: profile[name] for name in ("pk", "version", "lastAttempt") if name in profile})
    condition = " AND ".join(f"#{name} = :{name}" for name in read)
    return condition, {f"#{name}": name for name in read}, {f":{name}": content for name, content in read.items()}


def deletions(authenticators: list[Item], table: str) -> list[Write]:
    """The writes that remove authenticators, each passkey together with its pointer."""
    keys = [key for item in authenticators for key in (key_of(item), pointer_key(item)) if key]
    return [{"Delete": {"TableName": table, "Key": key.in_table}} for key in keys]


def within_limit(writes: list[Write]) -> list[Write]:
    if len(writes) > LARGEST_TRANSACTION:
        raise ValueError(f"the user has more items than one transaction can change, which are {LARGEST_TRANSACTION}")
    return writes


def profile_key(user: User) -> ItemKey:
    tenants = {key_of(item).tenant for item in user.items}
    if len(tenants) != 1:
        raise ValueError("the user's items belong to no pool or to several")
    return ItemKey(PROFILE, tenants.pop(), user.id)
