"""The table that holds users and their authenticators, as an administrator reads and changes it."""

from __future__ import annotations

from collections.abc import Iterable

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, HTTPClientError

from authenticators.changes import Write
from authenticators.exports import Item, from_boto, key_of
from authenticators.user_items import User, pointer_key, users
from authenticators.keys import PROFILE, ItemKey

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
