"""Lints what CloudFormation gets: template.yaml and its form with zips in a bucket, both as the SAM transform
translates them, monitoring.yaml, and the templates that are examples."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

from cfnlint.api import lint_file

from cognito_passkeys.template import package_template, sam_template

EXAMPLES = tuple(sam_template.ROOT / "docs" / name for name in (
    "cloudfront-waf.yaml", "examples/permissions-boundary.yaml"))
GRADUAL = "Canary10Percent10Minutes"
# What the linter may complain of, by its rules. provided.al2 stays the default until Lambda creates no new functions on
# it, after 31 January 2027; the parameter Runtime offers its successor. And the linter does not see everywhere that a
# condition holds where CodeDeploy is at work.
ACCEPTED = {
    "W1030": re.compile(r"Runtime \{'Ref': 'Runtime'\} was deprecated on .*"),
    "W1001": re.compile(r"(Ref|GetAtt) to resource 'Rollout(Role|Alarm)' that may not be available when condition "
                        r"'Gradual' is False at Resources/\w+DeploymentGroup/Properties/.+"),
}


def accepted(rule: str, message: str) -> bool:
    """Whether a finding is one of the exceptions."""
    return rule in ACCEPTED and ACCEPTED[rule].fullmatch(message) is not None


def gradual(template: dict[str, Any]) -> dict[str, Any]:
    """The template for a gradual rollout and no other, so that the linter knows that its conditions hold."""
    rollout = template["Parameters"]["Rollout"] | {"Default": GRADUAL, "AllowedValues": [GRADUAL]}
    return template | {"Parameters": template["Parameters"] | {"Rollout": rollout}}


def findings(template: dict[str, Any]) -> list[str]:
    """The linter's findings in a template without anchors, but for the accepted exceptions. It reads what the SAM
    transform makes of a template that names it, because it does not know all that SAM does, such as aliases."""
    if "Transform" in template:
        # Only the transform reads the mappings.
        template = {name: section for name, section in sam_template.translate(template).items() if name != "Mappings"}
    return linted(template)


def linted(template: dict[str, Any]) -> list[str]:
    """The same of a template as it is."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.json"
        file.write_text(json.dumps(template, indent=1))
        return [f"{'/'.join(map(str, match.path or [match.linenumber]))}: {match.rule.id} {match.message}"
                for match in lint_file(file) if not accepted(match.rule.id, match.message)]


def main() -> int:
    template = sam_template.load()
    packaged = package_template.packaged(template, dict.fromkeys(sam_template.functions(template).values(), "0" * 64))
    as_written = deepcopy(packaged)
    packaged["Metadata"] |= {"cfn-lint": template["Metadata"]["cfn-lint"]}
    # The transform would put it where the parameter is named.
    del packaged["Parameters"]["CodePrefix"]["Default"]
    checked = {
        "template.yaml": template, "template.yaml packaged": packaged,
        "template.yaml with a gradual rollout": gradual(template),
        **{path.name: sam_template.load(path) for path in (sam_template.MONITORING, *EXAMPLES)}}
    remaining = {name: findings(one) for name, one in checked.items()}
    # As operators lint it.
    remaining["template.packaged.json"] = linted(as_written)
    for name, found in remaining.items():
        print(f"{name}: {len(found)} findings" if found else f"{name}: clean")
        for line in found:
            print(f"  {line}", file=sys.stderr)
    return 1 if any(remaining.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
