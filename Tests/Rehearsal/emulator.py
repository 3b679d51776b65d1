"""Runs ministack, an emulator of AWS, on 127.0.0.1, with what it lacks or gets wrong put right from outside.

Usage: emulator.py PORT. `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` are the keys of the account's root. IAM judges
every call, also those of the functions, which run under their roles. SIGUSR1 ends all processes of functions, so that
the next calls find no cached secret.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from contextvars import ContextVar
from typing import Any, Callable, Iterator

ACCOUNT, REGION = "111122223333", "eu-west-1"
URL, COGNITO = f"http://127.0.0.1:{sys.argv[1]}", f"https://cognito-idp.{REGION}.amazonaws.com"
METADATA: ContextVar[dict[str, str]] = ContextVar("METADATA", default={})

os.environ |= {
    "GATEWAY_PORT": sys.argv[1], "BIND_HOST": "127.0.0.1", "MINISTACK_HOST": "127.0.0.1", "IOT_MTLS_ENABLED": "0",
    "SFTP_ENABLED": "0", "AUTH": "true", "MINISTACK_ACCOUNT_ID": ACCOUNT, "MINISTACK_REGION": REGION,
    "AWS_ENDPOINT_URL": URL, "LOG_LEVEL": "WARNING"}
sys.argv[1:] = []

from ministack import app  # noqa: E402
from ministack.core import iam_actions, iam_evaluator, lambda_runtime  # noqa: E402
from ministack.services import (  # noqa: E402
    cloudformation, cognito, dynamodb, iam, lambda_svc, secretsmanager, ses_v2, tagging)
from ministack.services.cloudformation import engine, helpers, provisioners  # noqa: E402

HANDLERS = provisioners._RESOURCE_HANDLERS


def patch(module: Any, name: str, make: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Replaces a function, in the modules that import it too. One that is not there any more ends the program."""
    old = getattr(module, name)
    new = make(old)
    for one in [one for key, one in sys.modules.items() if key.startswith("ministack")]:
        if getattr(one, name, None) is old:
            setattr(one, name, new)


def texts_in_conditions(call: Callable[..., Any]) -> Callable[..., Any]:
    """Conditions may compare texts that Fn::Sub, Fn::Join, Fn::Split and Fn::Select make."""
    def evaluate(template: dict[str, Any], parameters: dict[str, Any]) -> Any:
        def plain(value: Any) -> Any:
            if isinstance(value, list):
                return [plain(part) for part in value]
            if not isinstance(value, dict):
                return value
            [(name, given)] = value.items()
            match name:
                case "Fn::Sub":
                    return re.sub(r"\$\{(\w+)\}", lambda found: str(parameters[found[1]]["Value"]), given)
                case "Fn::Join" | "Fn::Split" | "Fn::Select":
                    first, second = (
                        parameters[part["Ref"]]["Value"] if isinstance(part, dict) and "Ref" in part else part
                        for part in map(plain, given))
                    return {"Fn::Join": lambda: first.join(second), "Fn::Split": lambda: second.split(first),
                            "Fn::Select": lambda: second[int(first)]}[name]()
            return {name: plain(given)}

        return call({**template, "Conditions": {
            name: plain(condition) for name, condition in template.get("Conditions", {}).items()}}, parameters)

    return evaluate


def role_policies() -> None:
    """AWS::IAM::RolePolicy, a type since 2023: a policy of one role."""
    policy = HANDLERS["AWS::IAM::Policy"]

    def roles(properties: dict[str, Any]) -> dict[str, Any]:
        return {**properties, "Roles": [properties["RoleName"]]} if "RoleName" in properties else properties

    HANDLERS["AWS::IAM::RolePolicy"] = policy | {
        "create": lambda name, new, stack: policy["create"](name, roles(new), stack),
        "update": lambda found, old, new, *rest: policy["update"](found, roles(old), roles(new), *rest),
        "delete": lambda found, old: policy["delete"](found, roles(old))}


def role_boundaries() -> None:
    """A role has the permissions boundary that its template names."""
    role = HANDLERS["AWS::IAM::Role"]

    def bound(made: tuple[str, dict[str, Any]], properties: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        iam._roles[made[0]]["PermissionsBoundary"] = properties.get("PermissionsBoundary")
        return made

    HANDLERS["AWS::IAM::Role"] = role | {
        "create": lambda name, new, stack: bound(role["create"](name, new, stack), new),
        "update": lambda found, old, new, *rest, **more: bound(role["update"](found, old, new, *rest, **more), new)}


def table_recovery() -> None:
    """A table has the point-in-time recovery that its template names."""
    table = HANDLERS["AWS::DynamoDB::Table"]

    def recovered(made: tuple[str, dict[str, Any]], properties: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        given = properties.get("PointInTimeRecoverySpecification", {})
        dynamodb._pitr_settings[made[0]] = given.get("PointInTimeRecoveryEnabled") in (True, "true")
        return made

    HANDLERS["AWS::DynamoDB::Table"] = table | {
        "create": lambda name, new, stack: recovered(table["create"](name, new, stack), new)}


def secret_references() -> None:
    """`Ref` of a secret is its ARN, not its name, and a secret without a given name has none of the stack's."""
    secret = HANDLERS["AWS::SecretsManager::Secret"]

    def name(arn: str) -> str:
        return next((name for name, one in secretsmanager._secrets.items() if one["ARN"] == arn), arn)

    def create(resource: str, new: dict[str, Any], stack: str) -> tuple[str, dict[str, Any]]:
        _, attributes = secret["create"](resource, {"Name": f"{resource}-{os.urandom(6).hex()}"} | new, stack)
        return attributes["Arn"], attributes

    def update(found: str, *settings: Any, **rest: Any) -> tuple[str, dict[str, Any]]:
        old, new, *more = settings
        named = {"Name": name(found)}
        _, attributes = secret["update"](name(found), named | old, named | new, *more, **rest)
        return attributes["Arn"], attributes

    HANDLERS["AWS::SecretsManager::Secret"] = secret | {
        "create": create, "update": update, "delete": lambda found, old: secret["delete"](name(found), old)}


def changed(answer: tuple[int, dict[str, str], bytes], change: Callable[[dict[str, Any]], Any]) -> Any:
    status, headers, body = answer
    content = json.loads(body)
    change(content)
    return status, headers, json.dumps(content).encode()


def names_in_challenges(call: Callable[..., Any]) -> Callable[..., Any]:
    """Each custom challenge has the user's name among its parameters."""
    def call_and_name(token: str, session: Any, user: dict[str, Any], *rest: Any) -> Any:
        def name(content: dict[str, Any]) -> None:
            if "ChallengeParameters" in content:
                content["ChallengeParameters"].setdefault("USERNAME", user["Username"])
        return changed(call(token, session, user, *rest), name)
    return call_and_name


def only_what_is_set(call: Callable[..., Any]) -> Callable[..., Any]:
    """Cognito leaves out of a description what is not set, where ministack says "" and []."""
    def set_members(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: set_members(part) for name, part in value.items() if part not in ("", [], {}, None)}

    def describe(data: Any) -> Any:
        return changed(call(data), lambda content: content.update(set_members(content)))
    return describe


def reading_actions(call: Callable[[str, str], str | None]) -> Callable[[str, str], str | None]:
    """Reading one alias is `lambda:GetAlias`, not `lambda:ListAliases`. Reading a concurrency does not set it."""
    reads = (("/aliases/[^/]+$", "GetAlias"), ("/concurrency$", "GetFunctionConcurrency"))
    return lambda method, path: next(
        (action for pattern, action in reads if method == "GET" and re.search(pattern, path)), call(method, path))


def senders(call: Callable[..., str]) -> Callable[..., str]:
    """IAM judges `ses:SendEmail` on the identity of the sender: its address, or else the domain."""
    def resource(method: str, path: str, body: bytes, region: str, account: str) -> str:
        if path.rstrip("/") != "/v2/email/outbound-emails":
            return call(method, path, body, region, account)
        address = json.loads(body)["FromEmailAddress"].rpartition("<")[2].rstrip(">")
        identity = address if address in ses_v2._identities else address.rpartition("@")[2]
        return f"arn:aws:ses:{region}:{account}:identity/{identity}"
    return resource


def sign_ups(call: Callable[..., Any]) -> Callable[..., Any]:
    """PreSignUp gets the metadata of SignUp."""
    def sign_up(data: dict[str, Any]) -> Any:
        token = METADATA.set(data.get("ClientMetadata") or {})
        try:
            return call(data)
        finally:
            METADATA.reset(token)
    return sign_up


def sign_up_events(call: Callable[..., dict[str, Any]]) -> Callable[..., Any]:
    def event(**given: Any) -> dict[str, Any]:
        made = call(**given)
        if METADATA.get():
            made["request"]["clientMetadata"] = METADATA.get()
        return made
    return event


def tags_in_boundaries(call: Callable[..., bool]) -> Callable[..., bool]:
    """A resource's tags count also where only a permissions boundary names them."""
    return lambda policies, prefix: prefix == "aws:resourcetag/" or call(policies, prefix)


def pool_tags() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """The tags of user pools, for conditions."""
    for pool in cognito._user_pools.values():
        yield pool["Arn"], [{"Key": key, "Value": value} for key, value in pool["UserPoolTags"].items()]


def issuers(call: Callable[..., str]) -> Callable[..., str]:
    """The pool's tokens name the emulator, at which a function can read the pool's keys."""
    return lambda claims, *rest: call({**claims, "iss": claims["iss"].replace(COGNITO, URL)}, *rest)


def functions_know_the_issuer(call: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
    def environment(*arguments: Any) -> dict[str, str]:
        return {name: value.replace(COGNITO, URL) for name, value in call(*arguments).items()}
    return environment


def function_urls(call: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
    """The address of a function URL leads to the function here, by its path instead of its host."""
    def attributes(config: dict[str, str]) -> dict[str, str]:
        found = call(config)
        path = rf"{URL}/_aws/lambda-url/\1"
        return found | {"FunctionUrl": re.sub(r"^https://([a-z0-9]+)\.lambda-url\.[^/]+", path, found["FunctionUrl"])}
    return attributes


def bucket_hosts(call: Callable[[str], Any]) -> Callable[[str], Any]:
    """A template's address may name the bucket in its host, as AWS's do now."""
    return lambda url: call(re.sub(r"^https://([^./]+)\.s3\.[a-z0-9-]+\.amazonaws\.com/", rf"{URL}/\1/", url))


def attributes_of_unchanged(call: Callable[..., Any]) -> Callable[..., Any]:
    """A resource of a nested stack keeps its attributes in an update that does not change it."""
    def update(kind: str, found: str, old: Any, new: Any, stack: str, name: str | None = None, known: Any = None) -> Any:
        resources = cloudformation._stacks[stack]["_resources"]
        return call(kind, found, old, new, stack, name, known or resources.get(name, {}).get("Attributes"))
    return update


# Cognito itself counts no answers of custom challenges.
assert cognito._MAX_CHALLENGE_ATTEMPTS
cognito._MAX_CHALLENGE_ATTEMPTS = 1_000
helpers.urlparse = bucket_hosts(helpers.urlparse)
patch(cognito, "_sign_up", sign_ups)
patch(cognito, "_build_presignup_event", sign_up_events)
patch(cognito, "_signed_jwt", issuers)
patch(lambda_svc, "_provided_worker_env", functions_know_the_issuer)
patch(provisioners, "_lambda_url_attributes", function_urls)
patch(engine, "_evaluate_conditions", texts_in_conditions)
patch(provisioners, "_update_resource", attributes_of_unchanged)
role_policies()
role_boundaries()
table_recovery()
secret_references()
patch(cognito, "_continue_custom_auth_after_define", names_in_challenges)
patch(cognito, "_describe_user_pool", only_what_is_set)
patch(cognito, "_describe_user_pool_client", only_what_is_set)
# Policies that demand TLS take loopback for it.
patch(iam_evaluator, "pin_request_origin", lambda call: lambda address, _: call(address, True))
patch(iam_actions, "_lambda_action", reading_actions)
patch(iam_actions, "_ses_v2_resource_arn", senders)
patch(iam_evaluator, "_names_condition_key", tags_in_boundaries)
tagging._RESOURCE_TAG_COLLECTORS["cognito-idp"] = pool_tags
signal.signal(signal.SIGUSR1, lambda *_: lambda_runtime.reset())
app.main()
