"""Lints what CloudFormation gets: template.yaml and its form with zips in a bucket, both as the SAM transform translates
them, and the example beside the page on deploying."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from cfnlint.api import lint_file

from template import package_template, sam_template

EXAMPLE = sam_template.TEMPLATE.parent / "docs/cloudfront-waf.yaml"
GRADUAL = "Canary10Percent10Minutes"
# The first exception. provided.al2 stays the default until Lambda creates no new functions on it, after 31 January 2027.
# The parameter Runtime offers its successor.
RUNTIME_MESSAGE = re.compile(r"Runtime \{'Ref': 'Runtime'\} was deprecated on ")

# The second exception. The linter does not see everywhere that this condition holds where CodeDeploy is at work.
GRADUAL_MESSAGE = re.compile(r"GetAtt to resource 'TriggerRolloutRole' that may not be available when condition "
                             r"'Gradual' is False at Resources/\w+DeploymentGroup/Properties/ServiceRoleArn")


def accepted(rule: str, message: str) -> bool:
    """Whether a finding is one of the exceptions."""
    return ((rule == "W1030" and RUNTIME_MESSAGE.match(message) is not None)
            or (rule == "W1001" and GRADUAL_MESSAGE.fullmatch(message) is not None))


def gradual(template: dict[str, Any]) -> dict[str, Any]:
    """The template for a gradual rollout and no other, so that the linter knows that its conditions hold."""
    rollout = template["Parameters"]["Rollout"] | {"Default": GRADUAL, "AllowedValues": [GRADUAL]}
    return template | {"Parameters": template["Parameters"] | {"Rollout": rollout}}


def findings(template: dict[str, Any]) -> list[str]:
    """The linter's findings in a template after the SAM transform, without the accepted exceptions.

    The linter's own reading of SAM's resources does not know all that SAM does, such as the alias of a function.
    """
    # Only the transform reads the mappings. Where another transform is left, the linter leaves rules out.
    translated = {name: section for name, section in sam_template.translate(template).items()
                  if name not in ("Mappings", "Transform")}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "translated.json"
        file.write_text(json.dumps(translated, indent=1))
        return findings_in(file)


def findings_in(path: Path) -> list[str]:
    return [f"{'/'.join(map(str, match.path or [match.linenumber]))}: {match.rule.id} {match.message}"
            for match in lint_file(path) if not accepted(match.rule.id, match.message)]


def main() -> int:
    template = sam_template.load()
    packaged = package_template.packaged(
        template, dict.fromkeys(package_template.functions(template).values(), "0" * 64))
    # The transform would put it where the parameter is named.
    del packaged["Parameters"]["CodePrefix"]["Default"]
    remaining = {
        "template.yaml": findings(template), "template.yaml packaged": findings(packaged),
        "template.yaml with a gradual rollout": findings(gradual(template)), EXAMPLE.name: findings_in(EXAMPLE)}
    for name, found in remaining.items():
        print(f"{name}: {len(found)} findings" if found else f"{name}: clean")
        for line in found:
            print(f"  {line}", file=sys.stderr)
    return 1 if any(remaining.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
