"""What a stack of a former template relies on, and what the present template has of it.

former_template.json is that of the newest release. To write it anew, run this with the template of a commit (`git show
COMMIT:template.yaml`) as standard input, and with scripts/ and operators/src/ among the paths of modules.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from cfnlint.schema import PROVIDER_SCHEMA_MANAGER

from template import sam_template
from template.plain_template import applied

FILE = Path(__file__).with_suffix(".json")
# Each deployment has new ones, and the old ones stay.
NEW_EACH_TIME = "AWS::Lambda::Version"
# What Cognito makes a new pool for, or refuses to change. AWS's schema of the pool does not say so.
OF_POOLS = ["AliasAttributes", "Schema", "UsernameAttributes", "UsernameConfiguration"]
POLICIES = ("Type", "Condition", "DeletionPolicy", "UpdateReplacePolicy")


def contract(template: dict[str, Any]) -> dict[str, Any]:
    """The parameters with what they take, the outputs, and of each resource what decides whether an update keeps it."""
    made = applied(template)
    return {
        "Parameters": {name: {key: value for key, value in parameter.items() if key != "Description"}
                       for name, parameter in made["Parameters"].items()},
        "Outputs": {name: output.get("Condition", "") for name, output in made["Outputs"].items()},
        "Resources": {name: {key: resource[key] for key in POLICIES if key in resource} | {"Fixed": fixed(resource)}
                      for name, resource in made["Resources"].items() if resource["Type"] != NEW_EACH_TIME}}


def fixed(resource: dict[str, Any]) -> dict[str, Any]:
    """The properties for which CloudFormation replaces a resource if they change."""
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", resource["Type"]).schema
    kinds = ("createOnlyProperties", "conditionalCreateOnlyProperties")
    names = [pointer.removeprefix("/properties/") for kind in kinds for pointer in schema.get(kind, [])]
    if resource["Type"] == "AWS::Cognito::UserPool":
        names += OF_POOLS
    # A property of a property counts as a whole.
    properties = resource.get("Properties", {})
    return {name: properties[name] for name in sorted({name.split("/")[0] for name in names}) if name in properties}


def text(found: dict[str, Any]) -> str:
    """A line for each entry."""
    groups = [f' "{group}": {{\n' + ",\n".join(f'  "{name}": {json.dumps(entry)}' for name, entry in entries.items())
              + "\n }" for group, entries in found.items()]
    return "{\n" + ",\n".join(groups) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(contract(sam_template.decoded(sys.stdin.read()))), encoding="utf-8")
