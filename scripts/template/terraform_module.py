"""Writes clients/terraform/parameters.tf: a variable for each parameter of template.yaml, with its type, its default
and its checks, and the map in which the module hands them to the stack. Run it after a change of the parameters."""

from __future__ import annotations

import json
import re
from typing import Any, Iterator

from cognito_passkeys.user_pool.as_code import snake
from template import sam_template

FILE = sam_template.ROOT / "clients/terraform/parameters.tf"
HEAD = """\
# Written by `PYTHONPATH=scripts:operators/src .build/tools/bin/python -m template.terraform_module` from the parameters of
# template.yaml.
"""
# A new one publishes new versions. The module makes one of all other parameters and the template unless it is given.
REVISION = "Revision"
BOOLEAN = ["true", "false"]
# Refuses a list in which an item stands twice.
TWICE = re.compile(r"\^\(\.\*,\)\?\([^()]+\),\(\.\*,\)\?\\\d+\(,\|\$\)")
# It only says once more what follows an item anyway: a comma or the end.
FOLLOWED = "(?=,|$)"


def text(value: str) -> str:
    """A string of HCL, in which `${` and `%{` are templates."""
    return re.sub(r"([$%])\{", r"\1\1{", json.dumps(value, ensure_ascii=False))


def block(name: str, arguments: dict[str, str], *inner: str) -> str:
    """A block with aligned arguments, as `terraform fmt` writes it."""
    width = max(map(len, arguments))
    lines = [f"{argument:{width}} = {value}" for argument, value in arguments.items()]
    body = "\n".join(lines) + "".join(f"\n\n{one}" for one in inner)
    return f"{name} {{\n{re.sub('^(?=.)', '  ', body, flags=re.MULTILINE)}\n}}"


def is_flag(parameter: dict[str, Any]) -> bool:
    return parameter.get("AllowedValues") == BOOLEAN


def value_type(parameter: dict[str, Any]) -> str:
    return "bool" if is_flag(parameter) else "number" if parameter["Type"] == "Number" else "string"


def literal(parameter: dict[str, Any], value: Any) -> str:
    """A value of the parameter's type."""
    return text(str(value)) if value_type(parameter) == "string" else str(value)


def group_end(pattern: str) -> int:
    """Where the group ends that the pattern begins with."""
    depth = 0
    for token in re.finditer(r"\\.|\[(?:\\.|[^\]])*\]|[()]", pattern):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise ValueError(f"{pattern} has a group without an end")


def pattern_checks(pattern: str, value: str) -> Iterator[tuple[str, str]]:
    """What an AllowedPattern demands, for Terraform's regular expressions, which cannot look ahead or back.

    :raises ValueError: the pattern looks in another way than those of the template.
    """
    rest = pattern.removeprefix("^")
    while rest.startswith("(?!"):
        end = group_end(rest)
        refused, rest = f"^{rest[3:end - 1]}", rest[end:]
        if TWICE.fullmatch(refused):
            yield f'length(split(",", {value})) == length(distinct(split(",", {value})))', "Names something twice."
        else:
            yield f"!can(regex({regular(refused)}, {value}))", f"Must not match {refused}."
    rest = f"^{rest.replace(FOLLOWED, '')}"
    yield f"can(regex({regular(rest)}, {value}))", f"Must match {rest}."


def regular(pattern: str) -> str:
    if re.search(r"\(\?|\\[1-9]", pattern):
        raise ValueError(f"{pattern} needs another form for Terraform")
    return text(pattern)


def checks(parameter: dict[str, Any], value: str) -> Iterator[tuple[str, str]]:
    """The conditions that CloudFormation checks, each with what Terraform says if it does not hold."""
    allowed = parameter.get("AllowedValues")
    if allowed and not is_flag(parameter):
        values = ", ".join(literal(parameter, one) for one in allowed)
        yield f"contains([{values}], {value})", f"Must be one of {', '.join(map(str, allowed))}."
    if pattern := parameter.get("AllowedPattern"):
        yield from pattern_checks(pattern, value)
    if most := parameter.get("MaxLength"):
        yield f"length({value}) <= {most}", f"Must have at most {most} characters."
    for limit, sign, word in (("MinValue", ">=", "least"), ("MaxValue", "<=", "most")):
        if limit in parameter:
            yield f"{value} {sign} {parameter[limit]}", f"Must be at {word} {parameter[limit]}."


def variable(name: str, parameter: dict[str, Any], names: dict[str, str]) -> str:
    """The block of one variable."""
    value = f"var.{names[name]}"
    description = re.sub(r"\w+", lambda word: names.get(word[0], word[0]), parameter["Description"])
    arguments = {"description": text(description), "type": value_type(parameter)}
    optional = ""
    if name == REVISION:
        arguments["default"], optional = "null", f"{value} == null || "
    else:
        arguments |= {"default": literal(parameter, parameter["Default"]), "nullable": "false"}
    return block(f'variable "{names[name]}"', arguments, *(
        block("validation", {"condition": optional + condition, "error_message": text(message)})
        for condition, message in checks(parameter, value)))


def variables(template: dict[str, Any]) -> dict[str, str]:
    """The variable of each parameter."""
    return {name: snake(name) for name in template["Parameters"]}


def parameters_file(template: dict[str, Any]) -> str:
    names = variables(template)
    given = block("parameters =", {name: f"var.{one}" for name, one in names.items() if name != REVISION})
    blocks = [variable(name, parameter, names) for name, parameter in template["Parameters"].items()]
    blocks.append(f"locals {{\n{re.sub('^', '  ', given, flags=re.MULTILINE)}\n}}")
    return HEAD + "".join(f"\n{one}\n" for one in blocks)


if __name__ == "__main__":
    FILE.write_text(parameters_file(sam_template.load()), encoding="utf-8")
    print(f"Written: {FILE}")
