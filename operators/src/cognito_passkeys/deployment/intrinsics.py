"""Evaluates the intrinsic functions of a template for given parameters, as CloudFormation does."""

import re
from typing import Any

# What `AWS::NoValue` comes to. The list or the object around it leaves it out.
NOTHING = object()


def defaults(template: dict[str, Any]) -> dict[str, str]:
    """The value of each parameter that nobody has given."""
    return {name: str(parameter["Default"]) for name, parameter in template["Parameters"].items()
            if "Default" in parameter}


def evaluate(node: Any, parameters: dict[str, str], conditions: dict[str, Any] | None = None) -> Any:
    """What a condition, an assertion or a value comes to. A resource comes to its name in angle brackets.

    :param conditions: the template's conditions, which its rules may not refer to.
    """
    def part(inner: Any) -> Any:
        return evaluate(inner, parameters, conditions)

    if isinstance(node, list):
        return [value for value in map(part, node) if value is not NOTHING]
    if not isinstance(node, dict):
        return node
    if not is_function(node):
        return {name: value for name, inner in node.items() if (value := part(inner)) is not NOTHING}
    [(name, value)] = node.items()
    if name == "Ref":
        return reference(value, parameters)
    if name == "Condition":
        return part((conditions or {})[value])
    if name == "Fn::If":
        return part(value[1] if part({"Condition": value[0]}) else value[2])
    if name == "Fn::GetAtt":
        return f"<{'.'.join([value] if isinstance(value, str) else value)}>"
    if name == "Fn::Sub":
        text, own = value if isinstance(value, list) else (value, {})
        names = parameters | part(own)
        return re.sub(r"\$\{([^}]+)\}", lambda match: str(reference(match[1], names)), text)
    parts = part(value)
    return {"Fn::Equals": lambda: parts[0] == parts[1], "Fn::Not": lambda: not parts[0],
            "Fn::And": lambda: all(parts), "Fn::Or": lambda: any(parts),
            "Fn::Join": lambda: parts[0].join(parts[1]), "Fn::Split": lambda: parts[1].split(parts[0]),
            # A value of a mapping comes to its place there.
            "Fn::FindInMap": lambda: "/".join(parts), "Fn::ImportValue": lambda: f"<{parts}>",
            "Fn::Select": lambda: parts[1][int(parts[0])]}[name]()


def is_function(node: dict[str, Any]) -> bool:
    """Whether this is a call of an intrinsic function. A statement of a policy has a member `Condition` too."""
    [name, value] = next(iter(node.items())) if len(node) == 1 else ("", None)
    return name == "Ref" or name.startswith("Fn::") or (name == "Condition" and isinstance(value, str))


def reference(name: str, parameters: dict[str, str]) -> Any:
    if name == "AWS::NoValue":
        return NOTHING
    return parameters[name] if name in parameters else f"<{name}>"
