"""A running sandbox: `sandbox serve` on a port of its own, and its control API."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
from botocore.config import Config

from journeys.calls import PATIENCE, request
from journeys.openid_issuer import Issuer
from moto_process import Moto

# The sandbox's keys. It prints them when it starts, because they protect nothing.
AUTHSIGNAL_SECRET = "sandbox-authsignal-secret-protects-nothing"
SIGNING_KEY = "sandbox-token-signing-key-protects-nothing"


class Sandbox:
    """It is a journeys.target.Target, too."""

    signing_key = SIGNING_KEY

    def __init__(self, program: str, log: Path, *options: str) -> None:
        self.log = log
        self.moto: Moto | None = None
        """What the functions call in place of AWS, if they do not call the sandbox."""
        self.openid: Issuer | None = None
        # Nothing of a test stays in the home folder.
        usual = ("--port", "0", "--folder", str(log.with_suffix(".folder")))
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [program, "serve", *usual, *options], stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        self.url = self._wait_for_url()

    def _wait_for_url(self) -> str:
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit and self.process.poll() is None:
            for line in self.log.read_text().splitlines():
                if line.startswith("Sandbox at http"):
                    return line.removeprefix("Sandbox at ")
            time.sleep(0.05)
        self.stop()
        raise AssertionError(f"the sandbox did not start: {self.log.read_text()}")

    def wait_for_log(self, text: str) -> None:
        """Waits until the log holds a text."""
        limit = time.monotonic() + PATIENCE
        while text not in (log := self.log.read_text()):
            assert time.monotonic() < limit, log
            time.sleep(0.02)

    def stop(self) -> int:
        """Ends the sandbox as Ctrl-C does; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                os.kill(self.process.pid, signal.SIGKILL)
                self.process.wait()
                raise AssertionError(f"the sandbox did not end: {self.log.read_text()}") from None
        return self.process.returncode

    def get(self, path: str) -> Any:
        return request(self.url + path)[1]

    @property
    def settings(self) -> dict[str, Any]:
        return self.get("/sandbox/settings")

    def change(self, **settings: Any) -> None:
        status, answer = request(f"{self.url}/sandbox/settings", settings, method="PUT")
        assert status == 200, answer

    def fail(self, function: str, fault: str = "crash", **more: int) -> None:
        """Makes the next call of a function fail."""
        status, answer = request(f"{self.url}/sandbox/faults", {"function": function, "fault": fault, **more})
        assert status == 200, answer

    @contextmanager
    def clock(self, ahead: int) -> Iterator[None]:
        """Moves the pool's clock so many seconds, for the calls within."""
        self._move_clock(ahead)
        try:
            yield
        finally:
            self._move_clock(0)

    def _move_clock(self, ahead: int) -> None:
        status, answer = request(f"{self.url}/sandbox/clock", {"ahead": ahead}, method="PUT")
        assert status == 200, answer

    @cached_property
    def cognito(self) -> Any:
        """boto3's client of the user pool. The sandbox checks no keys, but administrators' calls must be signed."""
        return boto3.client(
            "cognito-idp", endpoint_url=self.url, region_name="eu-west-1", aws_access_key_id="sandbox",
            aws_secret_access_key="sandbox", config=Config(retries={"total_max_attempts": 1}, max_pool_connections=50))

    @cached_property
    def pool(self) -> str:
        return self.settings["userPoolId"]

    @cached_property
    def client(self) -> str:
        return self.settings["clientId"]

    @property
    def origin(self) -> str:
        return self.url

    @property
    def add_authenticator_url(self) -> str:
        return f"{self.url}/add-authenticator"

    @property
    def issuer(self) -> str:
        return f"{self.url}/{self.pool}"

    def clear(self) -> None:
        """Empties the timeline. Does nothing once the sandbox has ended."""
        if self.process.poll() is None:
            request(f"{self.url}/sandbox/events", method="DELETE")

    def events(self) -> list[dict[str, Any]]:
        return self.get("/sandbox/events?after=0")["events"]

    def mails(self, address: str) -> list[dict[str, Any]]:
        """The mails sent to an address, the newest last."""
        return self.get(f"/sandbox/mails?to={quote(address)}")["mails"]

    def codes(self, address: str) -> list[str]:
        """The codes sent to an address, the newest last."""
        own = [mail["code"] for mail in self.mails(address) if "code" in mail]
        return own + (self.moto.codes(address) if self.moto else [])

    def notices(self, address: str) -> list[str]:
        """The subjects of the notices sent to an address, the newest last."""
        return [mail["subject"] for mail in self.mails(address) if mail["purpose"] == "notice"]

    def code(self, address: str, *, besides: int = 0) -> str:
        """Waits until the address has more codes than `besides`; returns the newest."""
        limit = time.monotonic() + PATIENCE
        while len(codes := self.codes(address)) <= besides:
            assert time.monotonic() < limit, f"no code was sent to {address}"
            time.sleep(0.02)
        return codes[-1]
