"""The lines that say what an administrator did."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from typing import Any

import boto3


class AdministratorLog:
    """Writes one line of JSON to standard error for each thing done."""

    def __init__(self, table: str, region: str | None) -> None:
        self.table = table
        self.region = region
        self.actor: str | None = None

    def identify(self) -> None:
        """Asks AWS who the administrator is. Nothing is done by somebody who cannot be named."""
        self.actor = boto3.client("sts", region_name=self.region).get_caller_identity()["Arn"]

    def write(self, action: str, time: datetime, **facts: Any) -> None:
        """
        :param time: when it was done, in UTC.
        :param facts: what was done. Only ids and numbers: a log holds no addresses.
        """
        line = {"action": action, "actor": self.actor, "table": self.table,
                "time": f"{time:%Y-%m-%dT%H:%M:%SZ}", **facts}
        print(json.dumps(line, sort_keys=True), file=sys.stderr)
