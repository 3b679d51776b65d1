"""Whether the aliases of a stack's functions lead to what has been deployed last."""

from __future__ import annotations

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from pool.bypasses import Finding
from pool.trigger_functions import FunctionARN

# What decides how a function behaves.
SETTINGS = {"CodeSha256": "code", "Environment": "settings", "Role": "role"}


def behind(api: Any, functions: dict[str, str]) -> tuple[list[Finding], list[str]]:
    """Problems of the aliases, and what could not be checked.

    :param api: a client of Lambda.
    :param functions: the ARN of the alias for each trigger. Functions without an alias are not looked at.
    """
    found, unchecked = [], []
    for trigger, function in functions.items():
        alias = FunctionARN.of(function)
        if not alias.qualifier:
            continue
        try:
            newest = api.get_function_configuration(FunctionName=alias.function)
            version = api.get_function_configuration(**alias.arguments)
            routing = api.get_alias(FunctionName=alias.function, Name=alias.qualifier).get("RoutingConfig") or {}
        except (BotoCoreError, ClientError) as error:
            unchecked.append(f"whether the alias of {trigger} leads to what was deployed last: {error}")
            continue
        differs = [word for name, word in SETTINGS.items() if newest.get(name) != version.get(name)]
        if routing.get("AdditionalVersionWeights"):
            unchecked.append(f"{trigger}, whose alias is moving to another version at the moment")
        elif differs:
            found.append(Finding(
                f"{trigger} goes on with former {' and '.join(differs)}: its alias {alias.qualifier} leads to version "
                f"{version['Version']}, and the function has changed since", "deploy with another Revision"))
    return found, unchecked
