"""template.yaml as CloudFormation takes it: without anchors of YAML, and with the SAM transform already applied.

Each function's code is an object in a bucket, by two parameters that template.yaml does not have: CodeBucket and
CodePrefix. The object's name has the digest of the zip in dist/, so a new zip has a new name, which CloudFormation
sees, and the old one stays for a rollback. Without the zip there is no digest.
"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.bucket import FOLDERS, NAME, PREFIX
from template.sam_template import functions, translate

# Any gradual rollout: the transform makes the same of each, but for its name.
GRADUAL = "Canary10Percent10Minutes"


def plain(template: dict[str, Any], digests: dict[str, str | None]) -> dict[str, Any]:
    """template.yaml after the transform, with zips in a bucket.

    :param digests: the SHA-256 of each function's zip, or none, by the function's name.
    """
    source = deepcopy(template)
    source["Parameters"] |= {
        "CodeBucket": {
            "Description": "Bucket with the functions' zips, in the Region of the stack.", "Type": "String",
            "AllowedPattern": f"^{NAME}$"},
        "CodePrefix": {
            "Description": "What the names of the zips in the bucket begin with. Empty, or with a slash at the end.",
            "Type": "String", "Default": PREFIX, "AllowedPattern": f"^{FOLDERS}$"}}
    for name in functions(template):
        source["Resources"][name]["Properties"]["CodeUri"] = {
            "Bucket": {"Ref": "CodeBucket"},
            "Key": {"Fn::Sub": f"${{CodePrefix}}{packages.object_name(name, digests[name])}"}}
    groups = source["Metadata"]["AWS::CloudFormation::Interface"]["ParameterGroups"]
    groups.insert(0, {"Label": {"default": "Packages"}, "Parameters": ["CodeBucket", "CodePrefix"]})
    return applied(source)


def applied(template: dict[str, Any]) -> dict[str, Any]:
    """What the transform makes of a template whatever Rollout says. The transform itself knows only one Rollout at a
    time; here a condition decides whether CodeDeploy is at work."""
    source = deepcopy(template)
    # The transform would put a default where its parameter is named.
    for parameter in source["Parameters"].values():
        parameter.pop("Default", None)
    text = json.dumps(translate(source, {"Rollout": GRADUAL}))
    made = json.loads(text.replace(f'"ConfigName": "{GRADUAL}"', '"ConfigName": {"Ref": "Rollout"}'))
    made["Parameters"] = deepcopy(template["Parameters"])
    # Only the transform reads them.
    del made["Mappings"]
    for resource in made["Resources"].values():
        if resource["Type"].startswith("AWS::CodeDeploy::"):
            resource["Condition"] = gradual(made["Conditions"], resource.get("Condition"))
        for kind, policy in resource.get("UpdatePolicy", {}).items():
            resource["UpdatePolicy"] = {kind: {"Fn::If": ["Gradual", policy, {"Ref": "AWS::NoValue"}]}}
    return made


def gradual(conditions: dict[str, Any], condition: str | None) -> str:
    """The name of the condition that another one holds and the rollout is gradual."""
    if condition is None:
        return "Gradual"
    conditions[f"Gradual{condition}"] = {"Fn::And": [{"Condition": "Gradual"}, {"Condition": condition}]}
    return f"Gradual{condition}"
