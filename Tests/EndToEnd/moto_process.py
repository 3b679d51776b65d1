"""moto in place of DynamoDB and Amazon SES."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from journeys.app import CODE
from journeys.calls import PATIENCE, request

# The names of the tables and the sender in the sandbox's settings.
TABLE, USERS, SENDER = "sandbox-state", "sandbox-users", "no-reply@sandbox.test"
KEYS = {"region_name": "eu-west-1", "aws_access_key_id": "testing", "aws_secret_access_key": "testing"}


class Moto:
    """moto in a process of its own, with the tables of template.yaml and a verified sender."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("moto_server.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), TABLE, SENDER, USERS], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    @property
    def variables(self) -> dict[str, str]:
        """Variables of functions that call moto."""
        return {f"AWS_ENDPOINT_URL_{service}": self.url for service in ("DYNAMODB", "SESV2")}

    def codes(self, address: str) -> list[str]:
        """The codes mailed to an address, the newest last."""
        mails = request(f"{self.url}/mails?to={quote(address)}")[1]
        return [CODE.search(mail["body"]).group() for mail in mails]
