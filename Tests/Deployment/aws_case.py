"""An AWS account of moto's for the tests of verbs, which skip where moto is not installed, except in CI."""

from __future__ import annotations

import json
import os
import unittest
from contextlib import contextmanager
from functools import cache
from typing import Any, Iterator
from unittest import mock

import boto3
from botocore import hooks
from botocore.client import BaseClient
from botocore.exceptions import ClientError
from botocore.hooks import EventAliaser
from botocore.loaders import JSONFileLoader, Loader

# A test has clients and pools of its own. Each would read boto3's descriptions of services and moto's key anew, and
# name and check the same handlers of events, which takes longer than the tests themselves.
read = JSONFileLoader.load_file
read_once = cache(lambda path: read(JSONFileLoader(), path))
JSONFileLoader.load_file = lambda self, path: read_once(path)
list_services = Loader.list_available_services
list_services_once = cache(lambda kind, *paths: list_services(
    Loader(extra_search_paths=[*paths], include_default_search_paths=False), kind))
Loader.list_available_services = lambda self, type_name: list_services_once(type_name, *self.search_paths)
name_event = EventAliaser._alias_event_name
name_event_once = cache(lambda name: name_event(EventAliaser(None), name))
EventAliaser._alias_event_name = lambda self, name: name_event_once(name)
hooks.accepts_kwargs = cache(hooks.accepts_kwargs)
# Moto would make an image of each kind of virtual machine for each test.
os.environ["MOTO_EC2_LOAD_DEFAULT_AMIS"] = "false"

try:
    import moto
    import moto.cognitoidp.models as pools
    import_key = pools.jwk.RSAKey.import_key
    import_once = cache(lambda text: import_key(json.loads(text)))
    pools.jwk.RSAKey.import_key = lambda key: import_once(json.dumps(key))
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise

REGION, ACCOUNT = "eu-west-1", "123456789012"
TOPIC = {"Topic": {"Type": "AWS::SNS::Topic"}}
DENIED = ClientError({"Error": {"Code": "AccessDeniedException", "Message": "no"}}, "operation")


def failing(operation: str, error: Exception = DENIED, is_done: bool = False, **given: str) -> Any:
    """A context in which the calls of an operation with these parameters fail.

    :param is_done: whether AWS has done what was asked for, and only its answer is lost.
    """
    call = BaseClient._make_api_call

    def fails(api: Any, name: str, parameters: dict[str, Any]) -> Any:
        is_meant = name == operation and given.items() <= parameters.items()
        answer = call(api, name, parameters) if is_done or not is_meant else None
        if is_meant:
            raise error
        return answer

    return mock.patch.object(BaseClient, "_make_api_call", fails)


@contextmanager
def calls() -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Notes each operation that AWS carries out meanwhile, with its parameters."""
    noted: list[tuple[str, dict[str, Any]]] = []
    call = BaseClient._make_api_call

    def noting(api: Any, name: str, parameters: dict[str, Any]) -> Any:
        answer = call(api, name, parameters)
        noted.append((name, parameters))
        return answer

    with mock.patch.object(BaseClient, "_make_api_call", noting):
        yield noted


@unittest.skipUnless(moto, "moto is not installed")
class AWSCase(unittest.TestCase):
    def setUp(self) -> None:
        self.enter(moto.mock_aws(config={"lambda": {"use_docker": False}}))

    def enter(self, context: Any) -> None:
        """Starts a mock until the test ends."""
        context.start()
        self.addCleanup(context.stop)

    def client(self, service: str, region: str = REGION) -> Any:
        return boto3.client(service, region_name=region)

    def make_stack(self, name: str, resources: dict[str, Any] = TOPIC, outputs: dict[str, str] = {},
                   region: str = REGION, **parameters: str) -> str:
        """Makes a stack; returns its id."""
        template = {"AWSTemplateFormatVersion": "2010-09-09",
                    "Parameters": {key: {"Type": "String"} for key in parameters}, "Resources": resources, "Outputs": {key: {"Value": value} for key, value in outputs.items()}}
        return self.client("cloudformation", region).create_stack(
            StackName=name, TemplateBody=json.dumps(template), Parameters=[
                {"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()])["StackId"]

    def make_pool(self, client: dict[str, Any] = {}, **settings: Any) -> tuple[str, str]:
        """Makes a user pool with an app client; returns their ids."""
        api = self.client("cognito-idp")
        pool = api.create_user_pool(**{"PoolName": "people"} | settings)["UserPool"]["Id"]
        return pool, self.make_client(pool, **client)

    def make_client(self, pool: str, **settings: Any) -> str:
        return self.client("cognito-idp").create_user_pool_client(
            UserPoolId=pool, **{"ClientName": "app"} | settings)["UserPoolClient"]["ClientId"]

    def person(self, name: str, *, is_verified: bool = True, email: str | None = None) -> str:
        """The `sub` of a new user of the test's pool."""
        user = self.client("cognito-idp").admin_create_user(UserPoolId=self.pool, Username=name, UserAttributes=[
            {"Name": "email", "Value": email or f"{name}@example.org"},
            {"Name": "email_verified", "Value": "true" if is_verified else "false"}])["User"]
        return next(entry["Value"] for entry in user["Attributes"] if entry["Name"] == "sub")

    def make_functions(self, *names: str) -> None:
        roles = self.client("iam")
        try:
            role = roles.create_role(RoleName="role", AssumeRolePolicyDocument="{}")["Role"]["Arn"]
        except roles.exceptions.EntityAlreadyExistsException:
            role = roles.get_role(RoleName="role")["Role"]["Arn"]
        for name in names:
            self.client("lambda").create_function(FunctionName=name, Role=role, Handler="bootstrap",
                                                  Runtime="provided.al2023", Code={"ZipFile": b"zip"})
