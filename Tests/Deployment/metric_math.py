"""CloudWatch's metric math and alarms, as far as the template's expressions need them.

Where the documentation is silent about missing values, the reading here is the one that fires less: an operator has no
value where one of its sides has none. SUM and MAX of a list leave missing values out.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from typing import Any, Callable, Union

# A value for each period; None where there is none. A number stands for itself in every period.
Series = dict[int, float]
Value = Union[float, Series]
OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b,
    ast.Gt: lambda a, b: float(a > b), ast.GtE: lambda a, b: float(a >= b), ast.Lt: lambda a, b: float(a < b),
    ast.LtE: lambda a, b: float(a <= b),
}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "GreaterThanOrEqualToThreshold": operator.ge, "LessThanThreshold": operator.lt,
    "LessThanOrEqualToThreshold": operator.le,
}


def combined(function: Callable[..., float], *sides: Value) -> Value:
    """A function of the sides, period by period."""
    series = [side for side in sides if isinstance(side, dict)]
    if not series:
        return function(*sides)
    common = set(series[0]).intersection(*series[1:])
    return {period: function(*(side[period] if isinstance(side, dict) else side for side in sides))
            for period in common}


def over_list(function: Callable[[list[float]], float], series: list[Series]) -> Series:
    """A function of the values that there are in a period."""
    periods = sorted(set().union(*series))
    return {period: function([one[period] for one in series if period in one]) for period in periods}


def evaluate(expression: str, names: dict[str, Series]) -> Value:
    """What an expression comes to.

    :raises ValueError: if the expression has another form, or a name that is unknown.
    """
    text = re.sub(r"\bAND\b", "and", re.sub(r"\bOR\b", "or", expression)).replace("IF(", "WHEN(")

    def value(node: ast.AST) -> Any:
        if isinstance(node, ast.Constant):
            return float(node.value)
        if isinstance(node, ast.Name) and node.id in names:
            return names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return combined(lambda a: -a, value(node.operand))
        if isinstance(node, ast.List):
            return [value(part) for part in node.elts]
        if isinstance(node, ast.BinOp):
            return combined(OPERATORS[type(node.op)], value(node.left), value(node.right))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return combined(OPERATORS[type(node.ops[0])], value(node.left), value(node.comparators[0]))
        if isinstance(node, ast.BoolOp):
            join = all if isinstance(node.op, ast.And) else any
            return combined(lambda *sides: float(join(sides)), *map(value, node.values))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            parts = [value(part) for part in node.args]
            if node.func.id == "WHEN":
                return combined(lambda condition, yes, no: yes if condition else no, *parts)
            if node.func.id in ("SUM", "MAX"):
                return over_list({"SUM": sum, "MAX": max}[node.func.id], *parts)
        raise ValueError(f"not understood: {ast.unparse(node)} in {expression}")

    return value(ast.parse(text, mode="eval").body)


def statistic(name: str, values: list[float]) -> float:
    """A statistic of the values of a period; percentiles by the nearest rank."""
    if name.startswith("p"):
        return sorted(values)[math.ceil(len(values) * float(name[1:]) / 100) - 1]
    return {"Sum": sum(values), "SampleCount": len(values), "Average": sum(values) / len(values),
            "Minimum": min(values), "Maximum": max(values)}[name]


class Metrics:
    """Values by namespace, name and dimensions, each with its second."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str, frozenset[tuple[str, str]]], list[tuple[float, float]]] = {}

    def put(self, namespace: str, name: str, dimensions: frozenset[tuple[str, str]], second: float,
            value: float) -> None:
        self.values.setdefault((namespace, name, dimensions), []).append((second, value))

    def series(self, metric: dict[str, Any], stat: str, period: int) -> Series:
        """A statistic of a metric in each period that has values."""
        dimensions = frozenset((entry["Name"], entry["Value"]) for entry in metric.get("Dimensions", []))
        found: dict[int, list[float]] = {}
        for second, value in self.values.get((metric["Namespace"], metric["MetricName"], dimensions), []):
            found.setdefault(int(second // period), []).append(value)
        return {index: statistic(stat, values) for index, values in found.items()}


def watched(alarm: dict[str, Any], metrics: Metrics) -> tuple[Series, int]:
    """What an alarm with evaluated properties compares with its threshold, and its period."""
    if "Metrics" not in alarm:
        return metrics.series(alarm, alarm["Statistic"], alarm["Period"]), alarm["Period"]
    queries = [entry["MetricStat"] for entry in alarm["Metrics"] if "MetricStat" in entry]
    [period] = {query["Period"] for query in queries}
    names: dict[str, Any] = {entry["Id"]: metrics.series(query["Metric"], query["Stat"], period)
                             for entry in alarm["Metrics"] if (query := entry.get("MetricStat"))}
    expressions = [entry for entry in alarm["Metrics"] if "Expression" in entry]
    for entry in sorted(expressions, key=lambda entry: entry.get("ReturnData", True)):
        names[entry["Id"]] = evaluate(entry["Expression"], names)
    [result] = [entry["Id"] for entry in alarm["Metrics"] if entry.get("ReturnData", True)]
    return names[result], period


def alarming(alarm: dict[str, Any], metrics: Metrics, seconds: int) -> list[int]:
    """The periods at whose end the alarm is in the state ALARM, of those in so many seconds."""
    series, period = watched(alarm, metrics)
    is_breaching = COMPARISONS[alarm["ComparisonOperator"]]
    missing = {"notBreaching": False, "breaching": True, "ignore": None}[alarm["TreatMissingData"]]
    found, was = [], False
    # A parameter is a text.
    periods = int(alarm["EvaluationPeriods"])
    for last in range(seconds // period):
        window = range(last - periods + 1, last + 1)
        breaching = [is_breaching(series[index], alarm["Threshold"]) if index in series else missing
                     for index in window]
        if breaching != [None] * len(breaching):
            was = sum(map(bool, breaching)) >= alarm.get("DatapointsToAlarm", periods)
        found += [last] if was else []
    return found
