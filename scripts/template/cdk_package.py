"""What the package of the CDK construct has of the template: dist/nested.json, the template of the nested stack, and
src/parameters.ts, a property for each parameter.

Usage: python3 -m template.cdk_package FOLDER
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from template.nested_template import ONE_WAY, nested
from template.sam_template import load

HEAD = """\
/** The parameters of the template. Those that are left out have the template's defaults. */
export interface Parameters {
"""


def property_name(parameter: str) -> str:
    return parameter[0].lower() + parameter[1:]


def type_of(parameter: dict[str, Any]) -> str:
    allowed = [str(value) for value in parameter.get("AllowedValues", [])]
    if allowed and {*allowed} == {"true", "false"}:
        return "boolean"
    if parameter["Type"] == "Number":
        return " | ".join(allowed) or "number"
    if allowed:
        return " | ".join(f"'{value}'" for value in allowed)
    return "string[]" if "separated by commas" in parameter["Description"] else "string"


def documented(parameter: dict[str, Any]) -> str:
    text = parameter["Description"].replace(", separated by commas", "").replace(" and separated by commas", "")
    if str(parameter.get("Default", "")):
        text += f" Default: {parameter['Default']}."
    lines = textwrap.wrap(text, 120 - len("     * "), break_on_hyphens=False)
    if len(lines) == 1 and len(lines[0]) <= 120 - len("    /**  */"):
        return f"    /** {lines[0]} */"
    return "\n".join(["    /**", *(f"     * {line}" for line in lines), "     */"])


def properties(template: dict[str, Any]) -> str:
    members = [f"{documented(parameter)}\n    readonly {property_name(name)}?: {type_of(parameter)};\n"
               for name, parameter in template["Parameters"].items()]
    one_way = " | ".join(f"'{property_name(name)}'" for name in ONE_WAY)
    return (f"{HEAD}{''.join(members)}}}\n\n/** Properties that a pool or its users keep for good. */\n"
            f"export type OneWay = {one_way};\n")


def main(words: list[str]) -> int:
    [folder], template = words, load()
    for name, text in (("src/parameters.ts", properties(template)),
                       ("dist/nested.json", json.dumps(nested(template), indent=1) + "\n")):
        (Path(folder) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
