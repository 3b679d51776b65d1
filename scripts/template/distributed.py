"""Writes the templates into dist/: those that CloudFormation takes, and that of the CDK construct.

Usage: PYTHONPATH=scripts:operators/src python3 -m template.distributed [CHECKOUT]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cognito_passkeys.deployment import packages
from cognito_passkeys.files import ROOT
from template.nested_template import nested
from template.plain_template import plain
from template.sam_template import MONITORING, TEMPLATE, functions, load


def write(dist: Path, sources: Path = ROOT) -> None:
    """:param sources: the folder with the templates as they are written."""
    dist.mkdir(exist_ok=True)
    written, monitoring = (load(sources / path.name) for path in (TEMPLATE, MONITORING))
    digests = {name: packages.digest(dist / f"{name}.zip") for name in functions(written)}
    for name, template in ((packages.TEMPLATE, plain(written, digests)), (packages.MONITORING, monitoring),
                           (packages.NESTED, nested(written))):
        (dist / name).write_text(json.dumps(template, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    checkout = Path(sys.argv[1]) if sys.argv[1:] else ROOT
    write(checkout / "dist", checkout)
