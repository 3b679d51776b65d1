"""Says what keeps people from signing in to a deployed stack, or with --user why
one person cannot, each with its cause and its cure (docs/doctor.md).

It changes nothing, and names what these credentials may not look at.

Exit codes: 0 all is well; 1 something stops sign-ins; 2 the stack could not be
read, or wrong usage; 3 nothing stops sign-ins, but something needs attention
or could not be looked at.
"""

import argparse
import json
import os
from typing import Any

import boto3

from cognito_passkeys.audit_log import lines
from cognito_passkeys.console import count, shown
from cognito_passkeys.deployment import samconfig
from cognito_passkeys.doctor import deployment, services
from cognito_passkeys.doctor.examination import Case, examined
from cognito_passkeys.doctor.person import person
from cognito_passkeys.stacks import add_region
from cognito_passkeys.verbs import Misuse

WELL, STOPPED, UNREAD, DOUBTFUL = range(4)
# The exit code and the heading of each level, the worst first.
LEVELS = {"stops": (STOPPED, "Stops sign-ins"), "attention": (DOUBTFUL, "Needs attention"),
          "unseen": (DOUBTFUL, "Not looked at")}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("stack", nargs="?", metavar="STACK", default=argparse.SUPPRESS,
                        help="deployed stack (default: the variable STACK, or else that of samconfig.toml)")
    parser.add_argument("--stack", metavar="NAME", default=os.environ.get("STACK"), help="the same")
    add_region(parser)
    parser.add_argument("--config-env", metavar="NAME", default=samconfig.DEFAULT_ENVIRONMENT,
                        help="environment of samconfig.toml (default: %(default)s)")
    parser.add_argument("--user", metavar="NAME", help="a person's email address, user name or sub")
    parser.add_argument("--json", action="store_true", help="print one object, which does not name the user")


def run(options: argparse.Namespace) -> int:
    file = samconfig.CONFIGURATION
    written = samconfig.settings(file.read_text(encoding="utf-8"), options.config_env) if file.exists() else {}
    name = options.stack or written.get("stack_name")
    if not name:
        raise Misuse("which stack? Name it, or set the variable STACK")
    if written.get("stack_name") != name:
        written = {}
    case = Case.of(name, options.region or written.get("region"))
    facts: dict[str, Any] = {"stack": name, "region": case.region, "boto3": boto3.__version__}
    checks = [(person, "user", options.user, facts)] if options.user else [
        *deployment.checks(case, samconfig.parameters(written)), *services.checks(case)]
    found = [finding.members() for finding in examined(case, checks)]
    worst = next((level for level in LEVELS if any(one["level"] == level for one in found)), None)
    report = facts | {"verdict": worst or "well", "findings": found}
    print(json.dumps(report, indent=2) if options.json else text(report))
    return LEVELS[worst][0] if worst else WELL


def text(report: dict[str, Any]) -> str:
    """The report for a person, with what is worst at its top."""
    parts = [f"{report['stack']} in {report['region']}, asked with boto3 {report['boto3']}"]
    for level, (_, heading) in LEVELS.items():
        for one in report["findings"]:
            if one["level"] == level:
                detail = f" ({shown(one['detail'])})" if one["detail"] else ""
                parts.append(f"{heading}: {shown(one['of'])}{detail}\n  {one['cause']}\n  Cure: {one['cure']}")
    if "passkeys" in report:
        parts.append(count(report["passkeys"], "passkey"))
    if report.get("refusals"):
        parts.append(f"Refused since yesterday (docs/reasons.md):\n{lines.table(report['refusals'])}")
    return "\n".join([*parts, "All is well." if report["verdict"] == "well" else ""]).rstrip()
