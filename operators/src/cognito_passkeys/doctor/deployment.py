"""What a deployment has made: the stack, its functions with their aliases, and the pool that calls them."""

import json
from collections.abc import Iterator
from typing import Any

from cognito_passkeys.deployment.plan import PLACES, REVISION, ROLLOUT
from cognito_passkeys.doctor.examination import Case, Finding, Look
from cognito_passkeys.function_names import TRIGGERS
from cognito_passkeys.stacks import FUNCTION
from cognito_passkeys.user_pool.bypasses import CUSTOM, attached_functions, client_weaknesses
from cognito_passkeys.user_pool.functions import COGNITO, INVOKE, OUTPUTS, Caller, Deployment, allows
from cognito_passkeys.users_table.session import POOL_OUTPUT
from cognito_passkeys.verbs.check_pool import behind
from cognito_passkeys.verbs.rollback import ALIAS
from cognito_passkeys.verbs.sign_ins import FUNCTIONS as STOPPABLE

INVOKE_URL = "lambda:InvokeFunctionUrl"
CLIENT_OUTPUT, ALLOWED, EVERY = "UserPoolClientId", "AllowedClientIds", "*"
CONCURRENCY = Look("lambda", "get_function_concurrency", "FunctionName", {
    "function_stopped": "ReservedConcurrentExecutions == `0`"})


def checks(case: Case, given: dict[str, str]) -> Iterator[Any]:
    """:param given: the parameters that samconfig.toml gives."""
    yield state, case.name
    yield drift, "samconfig.toml", given
    for name, function in case.resources(FUNCTION).items():
        yield alias, name, function
        if name in STOPPABLE:
            yield CONCURRENCY, name, function
    yield triggers, "UserPool"
    allowed = case.parameters.get(ALLOWED, EVERY).split(",")
    own = case.outputs.get(CLIENT_OUTPUT)
    yield from ((client, one, allowed) for one in ([own] if own else allowed) if one != EVERY)


def state(case: Case, name: str) -> Iterator[Finding]:
    if case.status not in ("CREATE_COMPLETE", "UPDATE_COMPLETE", "IMPORT_COMPLETE"):
        yield Finding("stack_not_at_rest", name, case.status)


def drift(case: Case, _: str, given: dict[str, str]) -> Iterator[Finding]:
    for name in sorted(given.keys() - {ROLLOUT, REVISION, *PLACES}):
        if (own := case.parameters.get(name)) != given[name]:
            yield Finding("parameter_differs", name, f"{given[name]!r} in samconfig.toml, {own!r} in the stack")


def alias(case: Case, name: str, function: str) -> Iterator[Finding]:
    """Without the alias, there is nothing else to look at."""
    found = case.ask("lambda", "get_alias", FunctionName=function, Name=ALIAS)
    version = found and case.ask("lambda", "get_function_configuration", FunctionName=function, Qualifier=ALIAS)
    if not found:
        yield Finding("alias_missing", name, function)
    elif not version or version.get("State") == "Failed":
        yield Finding("alias_without_code", name, f"version {found['FunctionVersion']}")
    else:
        # Where this right is missing, the next call would only say so in a text.
        case.ask("lambda", "get_function_configuration", FunctionName=function)
        former, _ = behind(case.client("lambda"), {name: found["AliasArn"]})
        yield from (Finding("alias_behind", name, problem.problem) for problem in former)
        policy = case.ask("lambda", "get_policy", FunctionName=function, Qualifier=ALIAS)
        statements = json.loads(policy["Policy"])["Statement"] if policy else []
        for caller in callers(case, name):
            if not any(allows(statement, caller) for statement in statements):
                yield Finding("call_not_allowed", name, " ".join(caller[:2]))


def callers(case: Case, name: str) -> Iterator[Caller]:
    """Who has to be allowed to call a function's alias."""
    if name in TRIGGERS.values():
        yield COGNITO, INVOKE, f':userpool/{case.outputs[POOL_OUTPUT]}"'
    elif f"{name}AliasUrl" in case.resources("AWS::Lambda::Url"):
        # Lambda asks for both.
        yield from (("*", action, "") for action in (INVOKE_URL, INVOKE))
    elif api := case.resources("AWS::ApiGatewayV2::Api").get(f"{name}Api"):
        yield "apigateway.amazonaws.com", INVOKE, f":{api}/"


def triggers(case: Case, name: str) -> Iterator[Finding]:
    found = case.ask("cognito-idp", "describe_user_pool", UserPoolId=case.outputs[POOL_OUTPUT])
    if not found:
        yield Finding("pool_missing", name, case.outputs[POOL_OUTPUT])
        return
    attached = dict(attached_functions(found["UserPool"]))
    functions = {trigger: case.outputs[output] for trigger, output in OUTPUTS.items() if output in case.outputs}
    for trigger, function in functions.items():
        if trigger not in attached:
            yield Finding("trigger_missing", trigger, function)
        elif not Deployment(functions, case.outputs, {}).has(trigger, attached[trigger]):
            yield Finding("trigger_other", trigger, attached[trigger])


def client(case: Case, id: str, allowed: list[str]) -> Iterator[Finding]:
    """What keeps people from signing in through an app client. Its other settings are the business of check-pool."""
    if not {EVERY, id} & {*allowed}:
        yield Finding("client_not_allowed", ALLOWED, id)
    found = case.ask("cognito-idp", "describe_user_pool_client", UserPoolId=case.outputs[POOL_OUTPUT], ClientId=id)
    if not found:
        yield Finding("client_missing", id)
    else:
        for weakness in client_weaknesses(found["UserPoolClient"]):
            yield Finding("client_without_flow" if CUSTOM in weakness.problem else "client_weak", id, weakness.problem)
