"""The table that holds users and their authenticators, as an administrator reads and fills it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import boto3

from authenticator_export import Item, from_boto, key_of, to_boto
from authenticator_keys import ItemKey


class AuthenticatorTable:
    """A table in DynamoDB. Every read is consistent, and no write replaces an item."""

    def __init__(self, name: str, region: str | None = None) -> None:
        self.name = name
        self.api = boto3.client("dynamodb", region_name=region)

    def items(self) -> list[Item]:
        """Everything, by a scan. Only an administrator may scan; no function does."""
        pages = self.api.get_paginator("scan").paginate(TableName=self.name, ConsistentRead=True)
        return [from_boto(item) for page in pages for item in page["Items"]]

    def existing(self, keys: Iterable[ItemKey]) -> dict[ItemKey, Item]:
        """The items that there are under some keys."""
        found = {}
        wanted = [key_in_table(key) for key in keys]
        while wanted:
            # What DynamoDB has no time for comes back, and is asked for again.
            now, wanted = wanted[:100], wanted[100:]
            answer = self.api.batch_get_item(RequestItems={self.name: {"Keys": now, "ConsistentRead": True}})
            for item in map(from_boto, answer["Responses"].get(self.name, [])):
                found[key_of(item)] = item
            wanted += answer["UnprocessedKeys"].get(self.name, {}).get("Keys", [])
        return found

    def add(self, item: Item) -> bool:
        """Adds an item unless there is another one with its key, which then stays.

        :returns: whether the table has exactly this item now. Adding it again changes nothing.
        """
        try:
            self.api.put_item(TableName=self.name, Item=to_boto(item),
                              ConditionExpression="attribute_not_exists(pk)")
            return True
        except self.api.exceptions.ConditionalCheckFailedException:
            key = key_of(item)
            return self.existing([key]).get(key) == item


def key_in_table(key: ItemKey) -> dict[str, Any]:
    return {"pk": {"S": key.partition}, "sk": {"S": key.sort}}
