"""The template of the nested stack of the CDK construct."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from cognito_passkeys.deployment import bucket
from cognito_passkeys.function_names import TRIGGERS
from template.plain_template import applied
from template.sam_template import functions

NAME = r"[A-Za-z0-9-]{1,43}"
# What a pool or its users keep, whatever a later deployment says.
ONE_WAY = ["OidcSubjectAttribute", "RelyingPartyId", "CustomAttributes"]


def nested(template: dict[str, Any]) -> dict[str, Any]:
    """The template of a nested stack. CloudFormation makes up the name of such a stack, so a parameter has the name
    with which those of the functions begin. The keys of the zips are parameters, as CDK chooses them."""
    result, text = deepcopy(template), {"Type": "String"}
    for name in functions(template):
        result["Resources"][name]["Properties"]["CodeUri"] = {
            "Bucket": {"Ref": "CodeBucket"}, "Key": {"Ref": f"{name}Key"}}
        result["Parameters"][f"{name}Key"] = text
    result["Parameters"] |= {
        "CodeBucket": text | {"AllowedPattern": f"^{bucket.NAME}$"}, "Name": text | {"AllowedPattern": f"^{NAME}$"}}
    made = applied(result)
    # For the construct. What template.yaml has there is for linters and the console.
    made["Metadata"] = {"OneWay": ONE_WAY, "Triggers": TRIGGERS}
    return json.loads(json.dumps(made).replace("AWS::StackName", "Name"))
