"""Lints template.yaml, its form with zips in a bucket, its translated form, and the example beside the page on
deploying. Only the translated form shows a cycle between resources."""

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
# The first exception. provided.al2 stays the default until Lambda stops creating functions on it, which AWS announces
# for 1 February 2027 (the linter's table is older). The parameter Runtime offers its successor. The linter reports this
# as W2531, E2531 or E2533, depending on the date, and as W1030 if the runtime comes from a parameter.
RUNTIME_RULES = {"W2531", "E2531", "E2533", "W1030"}
RUNTIME_MESSAGE = re.compile(r"Runtime (\{'Ref': 'Runtime'\}|'provided\.al2') was deprecated on ")

# The second exception. The linter's schema of user pools is older than these properties.
NEW_PROPERTIES = re.compile(r"Additional properties are not allowed \('(Issuer|Key)Configuration' was unexpected"
                            r"(\. Did you mean '\w+'\?)?\)")

# The third exception. The linter does not see everywhere that this condition holds where CodeDeploy is at work.
GRADUAL_MESSAGE = re.compile(r"GetAtt to resource 'TriggerRolloutRole' that may not be available when condition "
                             r"'Gradual' is False at Resources/\w+DeploymentGroup/Properties/ServiceRoleArn")


def accepted(rule: str, message: str) -> bool:
    """Whether a finding is one of the exceptions."""
    return ((rule in RUNTIME_RULES and RUNTIME_MESSAGE.match(message) is not None) or (rule == "E3002" and NEW_PROPERTIES.fullmatch(message) is not None)
            or (rule == "W1001" and GRADUAL_MESSAGE.fullmatch(message) is not None))


def gradual(template: dict[str, Any]) -> dict[str, Any]:
    """The translated template for a gradual rollout and no other, so that the linter knows that its conditions hold."""
    rollout = template["Parameters"]["Rollout"] | {"Default": GRADUAL, "AllowedValues": [GRADUAL]}
    translated = sam_template.translate(template | {"Parameters": template["Parameters"] | {"Rollout": rollout}})
    # Only the transform reads them.
    return {name: section for name, section in translated.items() if name != "Mappings"}


def findings(path: Path) -> list[str]:
    """The linter's findings in a file, without the accepted exceptions."""
    return [
        f"{path.name}:{match.linenumber}: {match.rule.id} {match.message}"
        for match in lint_file(path)
        if not accepted(match.rule.id, match.message)
    ]


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        template = sam_template.load()
        packaged, translated = Path(folder) / "packaged.json", Path(folder) / "translated.json"
        packaged.write_text(json.dumps(package_template.packaged(
            template, dict.fromkeys(package_template.functions(template).values(), "0" * 64)), indent=1))
        # The linter translates the others itself, with the defaults. This has what a gradual rollout needs besides.
        translated.write_text(json.dumps(gradual(template), indent=2))
        remaining = [(name, findings(path)) for name, path in (
            ("template.yaml as written", sam_template.TEMPLATE), ("template.yaml packaged", packaged),
            ("template.yaml translated", translated), (EXAMPLE.name, EXAMPLE))]
    for name, found in remaining:
        print(f"{name}: {len(found)} findings" if found else f"{name}: clean")
        for line in found:
            print(f"  {line}", file=sys.stderr)
    return 1 if any(found for _, found in remaining) else 0


if __name__ == "__main__":
    sys.exit(main())
