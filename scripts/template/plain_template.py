"""Writes both templates into dist/ as CloudFormation takes them: without anchors of YAML, and with the SAM transform
already applied.

Each function's code is an object in a bucket, by two parameters that template.yaml does not have: CodeBucket and
CodePrefix. The object's name has the digest of the zip in dist/, so a new zip has a new name, which CloudFormation
sees, and the old one stays for a rollback. Without the zip there is no digest.

Usage: PYTHONPATH=scripts:operators/src python3 -m template.plain_template
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from cognito_passkeys.deployment import packages
from cognito_passkeys.files import ROOT
from template.sam_template import MONITORING, functions, load, translate

PREFIX = "cognito-passkeys/"
ROLLOUT, GRADUAL = "Rollout", "Gradual"
# How the transform names CodeDeploy's configurations.
CONFIGURATION = "CodeDeployDefault.Lambda"


def plain(template: dict[str, Any], digests: dict[str, str | None]) -> dict[str, Any]:
    """template.yaml after the transform.

    :param digests: the SHA-256 of each function's zip, or none, by the function's name.
    """
    source = deepcopy(template)
    source["Parameters"] |= {
        "CodeBucket": {
            "Description": "Bucket with the functions' zips, in the Region of the stack.", "Type": "String",
            "AllowedPattern": r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$"},
        "CodePrefix": {
            "Description": "What the names of the zips in the bucket begin with. Empty, or with a slash at the end.",
            "Type": "String", "AllowedPattern": "^([A-Za-z0-9_.-]+/)*$"}}
    for name in functions(template):
        source["Resources"][name]["Properties"]["CodeUri"] = {
            "Bucket": {"Ref": "CodeBucket"},
            "Key": {"Fn::Sub": f"${{CodePrefix}}{packages.object_name(name, digests[name])}"}}
    result = with_rollouts(translate(source), translate(source, {ROLLOUT: "Canary10Percent10Minutes"}))
    # The transform would put a default where the parameter is named.
    result["Parameters"]["CodePrefix"]["Default"] = PREFIX
    groups = result["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    groups.insert(0, {"Label": {"default": "Packages"}, "Parameters": ["CodeBucket", "CodePrefix"]})
    # Only the transform reads them.
    del result["Mappings"]
    return result


def with_rollouts(at_once: dict[str, Any], gradual: dict[str, Any]) -> dict[str, Any]:
    """The two forms that the transform makes of the template, by the parameter Rollout, in one with conditions."""
    result = deepcopy(at_once)
    for name, resource in deepcopy(gradual["Resources"]).items():
        if name not in result["Resources"]:
            configuration = resource["Properties"].get("DeploymentConfigName")
            if configuration is not None:
                resource["Properties"]["DeploymentConfigName"] = {"Fn::Sub": f"{CONFIGURATION}${{{ROLLOUT}}}"}
            resource["Condition"] = both(result["Conditions"], resource.get("Condition"))
            result["Resources"][name] = resource
        elif "UpdatePolicy" in resource:
            [(kind, policy)] = resource["UpdatePolicy"].items()
            result["Resources"][name]["UpdatePolicy"] = {
                kind: {"Fn::If": [GRADUAL, policy, {"Ref": "AWS::NoValue"}]}}
    return result


def both(conditions: dict[str, Any], condition: str | None) -> str:
    """The name of the condition that holds if this one does and the rollout is gradual."""
    if condition is None:
        return GRADUAL
    name = f"{GRADUAL}{condition}"
    conditions[name] = {"Fn::And": [{"Condition": GRADUAL}, {"Condition": condition}]}
    return name


def write(dist: Path = ROOT / "dist") -> None:
    dist.mkdir(exist_ok=True)
    digests = {name: packages.digest(dist / f"{name}.zip") for name in functions(load())}
    for name, template in ((packages.TEMPLATE, plain(load(), digests)), (packages.MONITORING, load(MONITORING))):
        (dist / name).write_text(json.dumps(template, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
