"""Evaluates the intrinsic functions of a template for given parameters, as CloudFormation does."""

from __future__ import annotations

from typing import Any


def defaults(template: dict[str, Any]) -> dict[str, str]:
    """The value of each parameter that nobody has given."""
    return {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()}


def evaluate(node: Any, parameters: dict[str, str], conditions: dict[str, Any] | None = None) -> Any:
    """What a condition, an assertion or a value comes to.

    :param conditions: the template's conditions, which its rules may not refer to.
    """
    def part(inner: Any) -> Any:
        return evaluate(inner, parameters, conditions)

    if isinstance(node, list):
        return [part(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    [(name, value)] = node.items()
    if name == "Ref":
        return parameters[value]
    if name == "Condition":
        return part((conditions or {})[value])
    if name == "Fn::If":
        return part(value[1] if part({"Condition": value[0]}) else value[2])
    parts = part(value)
    return {"Fn::Equals": lambda: parts[0] == parts[1], "Fn::Not": lambda: not parts[0],
            "Fn::And": lambda: all(parts), "Fn::Or": lambda: any(parts),
            "Fn::Join": lambda: parts[0].join(parts[1])}[name]()
