"""The user pool whose users the table is about, as an administrator reads it."""

from __future__ import annotations

import boto3

from authenticators.table import PATIENT


class AuthenticatorPool:
    """A user pool of Amazon Cognito. Users are named by their `sub`."""

    def __init__(self, id: str, region: str | None = None) -> None:
        self.id = id
        self.api = boto3.client("cognito-idp", region_name=region, config=PATIENT)

    def names(self) -> dict[str, str]:
        """The user name of every user, by `sub`."""
        pages = self.api.get_paginator("list_users").paginate(UserPoolId=self.id, AttributesToGet=["sub"])
        return {attribute["Value"]: user["Username"] for page in pages for user in page["Users"]
                for attribute in user.get("Attributes", []) if attribute["Name"] == "sub"}

    def has(self, sub: str) -> bool:
        return self.attributes(sub) is not None

    def verified_address(self, sub: str) -> str | None:
        """The email address of a user that Cognito has verified."""
        attributes = self.attributes(sub) or {}
        return attributes.get("email") if attributes.get("email_verified") == "true" else None

    def attributes(self, sub: str) -> dict[str, str] | None:
        """The attributes of a user; None if the pool does not have the user."""
        quoted = sub.replace("\\", "\\\\").replace('"', '\\"')
        found = self.api.list_users(UserPoolId=self.id, Filter=f'sub = "{quoted}"', Limit=1)["Users"]
        return {entry["Name"]: entry["Value"] for entry in found[0].get("Attributes", [])} if found else None
