"""Writes the templates into dist/: those that CloudFormation takes, and that of the CDK construct.

Usage: PYTHONPATH=scripts:operators/src python3 -m template.distributed
"""

from __future__ import annotations

import json
from pathlib import Path

from cognito_passkeys.deployment import packages
from cognito_passkeys.files import ROOT
from template.nested_template import nested
from template.plain_template import plain
from template.sam_template import MONITORING, functions, load


def write(dist: Path = ROOT / "dist") -> None:
    dist.mkdir(exist_ok=True)
    digests = {name: packages.digest(dist / f"{name}.zip") for name in functions(load())}
    for name, template in ((packages.TEMPLATE, plain(load(), digests)), (packages.MONITORING, load(MONITORING)),
                           (packages.NESTED, nested(load()))):
        (dist / name).write_text(json.dumps(template, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
