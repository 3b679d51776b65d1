"""What IAM makes of a policy and a request, for the part of its language that the policies in docs/ use.

Whatever it does not know fails the test that asks: a new operator or a policy variable needs a line here first.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Iterable, NamedTuple

MEMBERS = {"Sid", "Effect", "Action", "Resource", "Condition"}


class Unknown(Exception):
    """A part of the language that is not read here."""


class Request(NamedTuple):
    """One call: an action on one resource, with what AWS knows about it."""

    action: str
    resource: str = "*"
    keys: dict[str, Any] = {}
    """The values of condition keys. A key that is not there is absent in AWS, too."""


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def matches(text: str, pattern: str) -> bool:
    """Whether a pattern with `*` and `?` fits the whole text."""
    if "${" in pattern:
        raise Unknown(pattern)
    parts = re.split(r"([*?])", pattern)
    return re.fullmatch("".join({"*": ".*", "?": "."}.get(part, re.escape(part)) for part in parts), text) is not None


OPERATORS: dict[str, Callable[[str, str], bool]] = {
    "StringEquals": lambda text, value: text == value, "StringLike": matches}


def holds(operator: str, found: Any, wanted: Iterable[str]) -> bool:
    """Whether an operator of a condition is true.

    :param found: the key's value in the request; None if the key is absent.
    """
    if operator == "Null":
        [value] = wanted
        return (found is None) == {"true": True, "false": False}[value]
    quantity, _, plain = operator.rpartition(":")
    if_exists = plain.endswith("IfExists")
    compare = OPERATORS.get(plain.removesuffix("IfExists"))
    if compare is None or quantity not in ("", "ForAnyValue"):
        raise Unknown(operator)
    if found is None:
        return if_exists
    if not quantity and isinstance(found, list):
        raise Unknown(f"{operator} with several values")
    return any(compare(text, value) for text in listed(found) for value in wanted)


def applies(statement: dict[str, Any], request: Request) -> bool:
    if not statement.keys() <= MEMBERS:
        raise Unknown(", ".join(statement.keys() - MEMBERS))
    if not any(matches(request.action.lower(), one.lower()) for one in listed(statement["Action"])):
        return False
    if not any(matches(request.resource, one) for one in listed(statement["Resource"])):
        return False
    # Keys of conditions have no upper and lower case.
    keys = {name.lower(): value for name, value in request.keys.items()}
    return all([holds(operator, keys.get(name.lower()), listed(wanted))
                for operator, tests in statement.get("Condition", {}).items() for name, wanted in tests.items()])


def is_allowed(statements: list[dict[str, Any]], request: Request) -> bool:
    """Whether a statement allows the request."""
    effects = {statement["Effect"] for statement in statements if applies(statement, request)}
    if not effects <= {"Allow"}:
        raise Unknown(", ".join(effects))
    return bool(effects)
