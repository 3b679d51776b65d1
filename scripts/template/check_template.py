"""Lints what CloudFormation gets: both templates as dist/ has them, that of a nested stack, and the examples. With
SHORT=1 in the environment, the template is linted once instead of in three forms."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from cfnlint.api import lint_file

from template import nested_template, plain_template, sam_template

EXAMPLES = tuple(sam_template.ROOT / "docs" / name for name in (
    "cloudfront-waf.yaml", "examples/permissions-boundary.yaml"))
GRADUAL = "Canary10Percent10Minutes"
# What the linter may complain of, by its rules. provided.al2 stays the default until Lambda creates no new functions on
# it, after 31 January 2027; the parameter Runtime offers its successor.
ACCEPTED = {"W1030": re.compile(r"Runtime \{'Ref': 'Runtime'\} was deprecated on .*")}


def accepted(rule: str, message: str) -> bool:
    """Whether a finding is one of the exceptions."""
    return rule in ACCEPTED and ACCEPTED[rule].fullmatch(message) is not None


def gradual(template: dict[str, Any]) -> dict[str, Any]:
    """The template for a gradual rollout and no other, so that the linter knows that its conditions hold."""
    rollout = template["Parameters"]["Rollout"] | {"Default": GRADUAL, "AllowedValues": [GRADUAL]}
    return template | {"Parameters": template["Parameters"] | {"Rollout": rollout}}


def findings(template: dict[str, Any]) -> list[str]:
    """The linter's findings in a template without anchors, but for the accepted exceptions."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "template.json"
        file.write_text(json.dumps(template, indent=1))
        return [f"{'/'.join(map(str, match.path or [match.linenumber]))}: {match.rule.id} {match.message}"
                for match in lint_file(file) if not accepted(match.rule.id, match.message)]


def main() -> int:
    template = sam_template.load()
    plain = plain_template.plain(template, dict.fromkeys(sam_template.functions(template), "0" * 64))
    for_cdk = nested_template.nested(template)
    for_cdk["Metadata"] |= {"cfn-lint": template["Metadata"]["cfn-lint"]}
    others = {"template.json with a gradual rollout": gradual(plain), "the nested stack of AWS CDK": for_cdk}
    checked = {
        "template.json": plain, **({} if os.environ.get("SHORT") else others),
        **{path.name: sam_template.load(path) for path in (sam_template.MONITORING, *EXAMPLES)}}
    remaining = {name: findings(one) for name, one in checked.items()}
    for name, found in remaining.items():
        print(f"{name}: {len(found)} findings" if found else f"{name}: clean")
        for line in found:
            print(f"  {line}", file=sys.stderr)
    return 1 if any(remaining.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
