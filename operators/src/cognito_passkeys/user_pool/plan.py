"""What attaching the triggers changes in a user pool and an app client: pure functions over their descriptions.

UpdateUserPool and UpdateUserPoolClient reset every setting that a request leaves out. So each request starts as a copy
of all described settings that the update accepts, according to the service model of the installed SDK. Then it gains
what is missing.
"""

from copy import deepcopy
from typing import Any

from cognito_passkeys.user_pool.bypasses import CUSTOM, REFRESH, SESSION_MINUTES, Settings, modern_flows
from cognito_passkeys.user_pool.owner import RESERVED

# Seconds for which a rotated refresh token still works, for an app that did not get the answer.
GRACE_SECONDS = 30


def accepted(shape: Any, value: Any) -> Any:
    """The part of a described value that an input shape of the service model accepts."""
    if shape.type_name == "structure":
        return {name: accepted(shape.members[name], part) for name, part in value.items()
                if name in shape.members and part is not None}
    if shape.type_name == "list":
        return [accepted(shape.member, part) for part in value]
    return deepcopy(value)


def pool_settings(shape: Any, pool: Settings) -> Settings:
    """The UpdateUserPool request that changes nothing."""
    request = accepted(shape, {**pool, "UserPoolId": pool["Id"], "PoolName": pool.get("Name")})
    # AWS itself sets and keeps these tags, and no request may name them.
    for name in [name for name in request.get("UserPoolTags", {}) if name.startswith(RESERVED)]:
        del request["UserPoolTags"][name]
    # Cognito describes this setting together with its successor, but refuses both together.
    if "TemporaryPasswordValidityDays" in request.get("Policies", {}).get("PasswordPolicy", {}):
        request.get("AdminCreateUserConfig", {}).pop("UnusedAccountValidityDays", None)
    return request


def triggers_in_place(current: Settings, functions: dict[str, str]) -> dict[str, str]:
    """The other functions that the pool already has in the triggers that are to be attached."""
    found = {name: function_in(current.get("LambdaConfig", {}), name) for name in functions}
    return {name: function for name, function in found.items() if function not in (None, functions[name])}


def function_in(triggers: Settings, name: str) -> str | None:
    """This trigger may have two members. Cognito wants the same function in both, or only one of them."""
    return triggers.get(f"{name}Config", {}).get("LambdaArn") or triggers.get(name)


def attached_pool(current: Settings, functions: dict[str, str]) -> Settings:
    """The UpdateUserPool request with the triggers, and with the rule that a new address must be proven first."""
    request = deepcopy(current)
    triggers = request.setdefault("LambdaConfig", {})
    for trigger, function in functions.items():
        if function_in(triggers, trigger) != function:
            triggers.pop(f"{trigger}Config", None)
        triggers[trigger] = function
    # Cognito accepts an attribute in the second list only if it is in the first.
    add(request.setdefault("AutoVerifiedAttributes", []), "email")
    updates = request.setdefault("UserAttributeUpdateSettings", {})
    add(updates.setdefault("AttributesRequireVerificationBeforeUpdate", []), "email")
    return request


def attached_client(current: Settings, close_flows: bool, rotate: bool = False) -> Settings:
    """The UpdateUserPoolClient request that allows custom authentication, and with `close_flows` nothing else.

    :param rotate: whether each refresh gives a new refresh token in place of the old one.
    """
    request = deepcopy(current)
    flows = [] if close_flows else modern_flows(current.get("ExplicitAuthFlows", []))
    add(flows, CUSTOM)
    rotates = current.get("RefreshTokenRotation", {}).get("Feature") == "ENABLED"
    if rotate and not rotates:
        request["RefreshTokenRotation"] = {"Feature": "ENABLED", "RetryGracePeriodSeconds": GRACE_SECONDS}
    # Clients with rotation refresh through another operation, and Cognito refuses the flow together with rotation.
    if not (rotate or rotates):
        add(flows, REFRESH)
    elif REFRESH in flows:
        flows.remove(REFRESH)
    if set(flows) != set(current.get("ExplicitAuthFlows", [])):
        request["ExplicitAuthFlows"] = flows
    request["PreventUserExistenceErrors"] = "ENABLED"
    request["AuthSessionValidity"] = max(SESSION_MINUTES, current.get("AuthSessionValidity", 0))
    request["EnableTokenRevocation"] = True
    return request


def add(values: list[str], value: str) -> None:
    if value not in values:
        values.append(value)


def changes(before: Any, after: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Both values of each setting that differs, by its path. The order of a list of names does not matter, and a setting
    without content is like none: AWS describes the same pool with and without such members."""
    if is_empty(before) and is_empty(after):
        return {}
    if isinstance(after, dict) and (before is None or isinstance(before, dict)):
        before = before or {}
        found: dict[str, tuple[Any, Any]] = {}
        for name in sorted(before.keys() | after.keys()):
            found |= changes(before.get(name), after.get(name), f"{path}.{name}" if path else name)
        return found
    if before == after or (names_only(before) and names_only(after) and set(before) == set(after)):
        return {}
    return {path: (before, after)}


def difference(before: Any, after: Any) -> list[str]:
    """A line for each setting that differs."""
    return [f"{path}: {shown(old)} -> {shown(new)}" for path, (old, new) in changes(before, after).items()]


def is_empty(value: Any) -> bool:
    """Whether a setting is absent, or has no content: not even in what it holds."""
    if isinstance(value, dict):
        return all(is_empty(part) for part in value.values())
    return value is None or value == [] or value == ""


def names_only(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def shown(value: Any) -> str:
    if value is None:
        return "not set"
    return f"[{', '.join(value)}]" if names_only(value) else str(value)
