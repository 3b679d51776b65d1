"""Metric filters of CloudWatch Logs, as far as the template's patterns need them: conditions on members of a JSON line,
joined by && or ||, a quoted text, and alternatives of quoted texts."""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from typing import Any, Callable

Predicate = Callable[[str, Any], bool]

CONDITION = re.compile(r'\(?\s*\$\.(?P<path>[\w.]+)\s*(?P<sign>!=|=|>)\s*'
                       r'(?:"(?P<text>[^"]*)"|(?P<number>[\d.]+))\s*\)?')


def member(line: Any, path: str) -> Any:
    """What a selector such as `$.record.metrics` names; None if there is nothing."""
    for name in path.split("."):
        line = line.get(name) if isinstance(line, dict) else None
    return line


def condition(text: str) -> Predicate:
    match = CONDITION.fullmatch(text.strip())
    if not match:
        raise ValueError(f"not a condition: {text}")
    path, sign, wanted, number = match["path"], match["sign"], match["text"], match["number"]
    if sign == ">":
        return lambda _, line: isinstance(found := member(line, path), (int, float)) and found > float(number)
    # A comparison with a member that is not there is false, whatever the sign.
    return lambda _, line: (isinstance(found := member(line, path), str)
                            and fnmatchcase(found, wanted) == (sign == "="))


def pattern(text: str) -> Predicate:
    """What a filter pattern matches, as a function of a log line and its JSON.

    :raises ValueError: if the pattern has another form.
    """
    text = " ".join(text.split())
    if quoted := re.fullmatch(r'"([^"]+)"', text):
        return lambda line, _: quoted[1] in line
    if re.fullmatch(r'\?"[^"]+"( \?"[^"]+")+', text):
        alternatives = re.findall(r'"([^"]+)"', text)
        return lambda line, _: any(one in line for one in alternatives)
    inside = re.fullmatch(r"\{(.*)\}", text)
    if not inside or ("&&" in text and "||" in text):
        raise ValueError(f"not a pattern: {text}")
    parts = [condition(part) for part in re.split(r"&&|\|\|", inside[1])]
    join = any if "||" in text else all
    return lambda line, parsed: join(part(line, parsed) for part in parts)


class MetricFilter:
    """A metric filter with evaluated properties."""

    def __init__(self, properties: dict[str, Any]) -> None:
        self.group = properties["LogGroupName"]
        self.matches = pattern(properties["FilterPattern"])
        [transformation] = properties["MetricTransformations"]
        self.namespace, self.name = transformation["MetricNamespace"], transformation["MetricName"]
        self.value = transformation["MetricValue"]
        self.default = transformation.get("DefaultValue")
        self.dimensions = {entry["Key"]: entry["Value"].removeprefix("$.")
                           for entry in transformation.get("Dimensions", [])}

    def point(self, line: str) -> tuple[frozenset[tuple[str, str]], float] | None:
        """The dimensions and the value that a line adds; None if it adds none. CloudWatch adds the default value for a
        minute in which no line matches. In a sum, adding it for each line comes to the same, because it is 0."""
        try:
            parsed = json.loads(line)
        except ValueError:
            parsed = None
        if not self.matches(line, parsed):
            return None if self.default is None else (frozenset(), float(self.default))
        value = member(parsed, self.value[2:]) if self.value.startswith("$.") else self.value
        return frozenset((key, member(parsed, path)) for key, path in self.dimensions.items()), float(value)
