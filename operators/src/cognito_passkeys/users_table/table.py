"""The table that holds users and their authenticators, and their user pool, as an administrator reads and changes
them."""

from collections.abc import Iterable

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, HTTPClientError

from cognito_passkeys import stacks
from cognito_passkeys.users_table.changes import Write
from cognito_passkeys.users_table.items import User, pointer_key, users
from cognito_passkeys.users_table.keys import PROFILE, Item, ItemKey, from_boto, key_of

# A table without provisioned capacity may refuse calls for a while when it is suddenly used much more.
PATIENT = Config(retries={"mode": "standard", "max_attempts": 10})


class OutcomeUnknown(Exception):
    """DynamoDB gave no answer to a change, so it may have been made."""


class AuthenticatorTable:
    """A table in DynamoDB. Every read is consistent, and every change is one transaction."""

    def __init__(self, name: str, region: str | None = None) -> None:
        self.name = name
        self.api = boto3.client("dynamodb", region_name=region, config=PATIENT)

    def items(self) -> list[Item]:
        """Everything, by a scan. Only an administrator may scan; no function does."""
        pages = self.api.get_paginator("scan").paginate(TableName=self.name, ConsistentRead=True)
        return [from_boto(item) for page in pages for item in page["Items"]]

    def user(self, id: str, pool: str) -> User | None:
        """Everything about a user; None if there is nothing.

        Items and pointers are two reads. If a change comes in between, the profile's version shows it to the next one.
        """
        pages = self.api.get_paginator("query").paginate(
            TableName=self.name, ConsistentRead=True, KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": ItemKey(PROFILE, pool, id).partition}})
        items = [from_boto(item) for page in pages for item in page["Items"]]
        pointers = self.existing(key for item in items if (key := pointer_key(item)))
        own = [pointer for pointer in pointers.values() if pointer.get("userId") == {"S": id}]
        return users([*items, *own]).get(id)

    def existing(self, keys: Iterable[ItemKey]) -> dict[ItemKey, Item]:
        """The items that there are under some keys."""
        found = {}
        wanted = [key.in_table for key in keys]
        while wanted:
            # What DynamoDB has no time for comes back, and is asked for again.
            now, wanted = wanted[:100], wanted[100:]
            answer = self.api.batch_get_item(RequestItems={self.name: {"Keys": now, "ConsistentRead": True}})
            for item in map(from_boto, answer["Responses"].get(self.name, [])):
                found[key_of(item)] = item
            wanted += answer["UnprocessedKeys"].get(self.name, {}).get("Keys", [])
        return found

    def change(self, writes: list[Write]) -> bool:
        """Makes all writes together.

        The client adds a token, by which DynamoDB makes a transaction once that arrives twice.

        :returns: False if a condition did not hold, or another change was under way. Then nothing has changed.
        :raises OutcomeUnknown: there was no answer, also after several tries.
        """
        try:
            self.api.transact_write_items(TransactItems=writes)
            return True
        except self.api.exceptions.TransactionCanceledException as error:
            codes = {reason.get("Code", "None") for reason in error.response.get("CancellationReasons", [])}
            if codes <= {"None", "ConditionalCheckFailed", "TransactionConflict"}:
                return False
            raise
        except HTTPClientError as error:
            raise OutcomeUnknown(str(error)) from error
        except ClientError as error:
            if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0) >= 500:
                raise OutcomeUnknown(str(error)) from error
            raise


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
        return attributes.get("email") if attributes.get("email_verified", "").lower() == "true" else None

    def attributes(self, sub: str) -> dict[str, str] | None:
        """The attributes of a user; None if the pool does not have the user."""
        return next(iter(stacks.users(self.api, self.id, "sub", sub)), None)
