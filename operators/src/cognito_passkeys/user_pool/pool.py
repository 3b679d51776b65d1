"""A user pool and some of its app clients, with the calls that read and update them."""

import json
from typing import Any, Callable, Iterable

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.steps import so_far, step
from cognito_passkeys.user_pool.bypasses import Settings
from cognito_passkeys.user_pool.functions import COGNITO, INVOKE, FunctionARN, allows
from cognito_passkeys.user_pool.members import Unread
from cognito_passkeys.user_pool.plan import accepted, difference, pool_settings


def client_ids(api: Any, pool: str) -> list[str]:
    pages = api.get_paginator("list_user_pool_clients").paginate(UserPoolId=pool)
    return [entry["ClientId"] for page in pages for entry in page["UserPoolClients"]]


def other_clients(api: Any, pool: str, client: str) -> tuple[list[Settings], list[str]]:
    """The pool's other clients, and what could not be listed or described."""
    try:
        names = client_ids(api, pool)
    except (BotoCoreError, ClientError) as error:
        return [], [f"the pool's other app clients, each of which may be a way in: {error}"]
    found, failures = [], []
    for name in names:
        if name == client:
            continue
        try:
            found.append(api.describe_user_pool_client(UserPoolId=pool, ClientId=name)["UserPoolClient"])
        except (BotoCoreError, ClientError) as error:
            failures.append(f"the app client {name}, which may be a way in: {error}")
    return found, failures


class Pool:
    def __init__(self, pool: str, clients: Iterable[str], region_name: str | None) -> None:
        self.api = boto3.client("cognito-idp", region_name=region_name)
        self.functions_api = boto3.client("lambda", region_name=region_name)
        self.id, self.clients, self.statement = pool, [*clients], f"attach-{pool}"
        self.unread = Unread(self.api)
        self.read()

    def read(self) -> None:
        model = self.api.meta.service_model
        shape = model.operation_model("UpdateUserPoolClient").input_shape
        self.pool = self.api.describe_user_pool(UserPoolId=self.id)["UserPool"]
        self.pool_now = pool_settings(model.operation_model("UpdateUserPool").input_shape, self.pool)
        self.clients_now = {client: accepted(shape, self.api.describe_user_pool_client(
            UserPoolId=self.id, ClientId=client)["UserPoolClient"]) for client in self.clients}
        self.mfa = self.api.get_user_pool_mfa_config(UserPoolId=self.id)
        self.mfa.pop("ResponseMetadata", None)

    @property
    def unknown(self) -> str:
        """Why no update may be made; empty if it may."""
        if not self.unread.members:
            return ""
        return (f"the installed boto3 ({boto3.__version__}) does not know {', '.join(self.unread.members)}. An update "
                "without them may reset them. Install a newer one: scripts/operator-tools.in.")

    def policy(self, function: str) -> list[dict[str, Any]]:
        """The statements of a function's policy; none if the function does not exist. An alias has a policy of its
        own."""
        try:
            found = self.functions_api.get_policy(**FunctionARN.of(function).arguments)
        except self.functions_api.exceptions.ResourceNotFoundException:
            return []
        return json.loads(found["Policy"])["Statement"]

    def may_call(self, function: str) -> bool:
        """Whether the policy lets this pool, and only this pool, call the function."""
        caller = (COGNITO, INVOKE, json.dumps(self.pool["Arn"]))
        return any(allows(statement, caller) and statement["Resource"] == function for statement in self.policy(function))

    def allow(self, function: str) -> None:
        self.functions_api.add_permission(
            **FunctionARN.of(function).arguments, StatementId=self.statement, Action=INVOKE, Principal=COGNITO,
            SourceArn=self.pool["Arn"], SourceAccount=self.pool["Arn"].split(":")[4])

    def disallow(self, function: str) -> None:
        """Takes back what `allow` has given."""
        self.functions_api.remove_permission(**FunctionARN.of(function).arguments, StatementId=self.statement)

    def update(self, pool_later: Settings, clients_later: dict[str, Settings]) -> list[str]:
        """Updates what differs, and returns the settings that differ from the request afterwards."""
        mfa_before = self.mfa
        if difference(self.pool_now, pool_later):
            self.api.update_user_pool(**pool_later)
        for client, later in clients_later.items():
            if difference(self.clients_now[client], later):
                self.api.update_user_pool_client(**later)
        self.read()
        if self.mfa != mfa_before:
            # UpdateUserPool takes only some of these settings. The others have an operation of their own.
            with step(f"MFA, which was {json.dumps(mfa_before)} before (set-user-pool-mfa-config sets it)"):
                self.api.set_user_pool_mfa_config(UserPoolId=self.id, **mfa_before)
            self.read()
        return (difference(pool_later, self.pool_now) + difference(clients_later, self.clients_now)
                + difference(mfa_before, self.mfa))


def made(change: Callable[[], list[str]], word: str) -> bool:
    """Makes a change, and says what of it is done.

    :param change: returns the settings that differ from the request afterwards.
    """
    try:
        wrong = change()
    except (BotoCoreError, ClientError):
        print(f"{so_far()} Remove the cause and run the same command again: it changes only what is missing.")
        raise
    if wrong:
        print("Different from the request (requested -> found):", *(f"  {line}" for line in wrong), sep="\n")
    print(f"{word}, with the differences above." if wrong else f"{word}.")
    return not wrong
