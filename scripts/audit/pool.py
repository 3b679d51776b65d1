"""The user pool, as an administrator reads it."""

from __future__ import annotations

from typing import Any


def subject(api: Any, pool: str, user: str) -> str | None:
    """The `sub` of a user who is named by it, by the user name or by the email address; None if there is none.

    :param api: boto3's client of Cognito.
    :raises ValueError: several users have that address.
    """
    quoted = user.replace("\\", "\\\\").replace('"', '\\"')
    for attribute in ("sub", "username", "email"):
        found = api.list_users(UserPoolId=pool, Filter=f'{attribute} = "{quoted}"', Limit=2)["Users"]
        if len(found) > 1:
            raise ValueError(f"several users have the {attribute} {user}: name one by the sub")
        if found:
            return next(entry["Value"] for entry in found[0]["Attributes"] if entry["Name"] == "sub")
    return None
