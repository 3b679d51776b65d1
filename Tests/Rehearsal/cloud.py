"""Emulated AWS: the emulator in a process of its own, the account's deployer, and the commands of this repository."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import boto3
from botocore.config import Config

from journeys.app import CODE
from journeys.calls import PATIENCE, request

ROOT = Path(__file__).resolve().parents[2]
REGION, ACCOUNT = "eu-west-1", "111122223333"
ROOT_KEYS = {"AWS_ACCESS_KEY_ID": "AKIAROOTOFTHEACCOUNT", "AWS_SECRET_ACCESS_KEY": "protects-nothing"}
EXAMPLES = ROOT / "docs/examples"
POLICY, BOUNDARY = EXAMPLES / "deployer-policy.json", EXAMPLES / "permissions-boundary.yaml"
# A bucket with a name for which the deployer's policy allows uploads.
MAIL_DOMAIN = "example.test"
# The addresses of stand-ins are on this machine, which the template's patterns rightly refuse.
LOOPBACK = {name: r"^(https?://[^\s]+)?$" for name in ("AuthsignalUrl", "OidcIssuer")}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Run(NamedTuple):
    """What a command did."""

    code: int
    said: str


class Stack:
    """A deployed stack."""

    def __init__(self, cloud: Cloud, name: str) -> None:
        self.cloud, self.name = cloud, name
        self.outputs: dict[str, str] = {}
        self.resources: dict[str, tuple[str, str]] = {}
        """The type and the physical id of each resource, by its logical id."""

    def read(self) -> None:
        api = self.cloud.client("cloudformation")
        [found] = api.describe_stacks(StackName=self.name)["Stacks"]
        self.outputs = {one["OutputKey"]: one["OutputValue"] for one in found.get("Outputs", [])}
        pages = api.get_paginator("list_stack_resources").paginate(StackName=self.name)
        self.resources = {one["LogicalResourceId"]: (one["ResourceType"], one["PhysicalResourceId"]) for page in pages
                          for one in page["StackResourceSummaries"]}

    @property
    def pool(self) -> str:
        return self.outputs["UserPoolId"]

    @property
    def client_id(self) -> str:
        return self.outputs["UserPoolClientId"]

    def url(self, output: str) -> str:
        """An output with a function URL."""
        return self.outputs[output].rstrip("/")


class Cloud:
    def __init__(self, output: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log, self.state = output / "emulator.log", output / "state"
        self.state.mkdir(exist_ok=True)
        folders = dict.fromkeys(("STATE_DIR", "TMPDIR"), str(self.state))
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, Path(__file__).with_name("emulator.py"), str(port)], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=os.environ | ROOT_KEYS | folders)
        self._wait()
        self.root = self.session(ROOT_KEYS["AWS_ACCESS_KEY_ID"], ROOT_KEYS["AWS_SECRET_ACCESS_KEY"])
        self._prepare()

    def _wait(self) -> None:
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit and self.process.poll() is None:
            try:
                if request(f"{self.url}/_ministack/health")[0] == 200:
                    return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise AssertionError(f"the emulator did not start: {self.log.read_text()}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.state, ignore_errors=True)

    def restart_functions(self) -> None:
        """Ends all processes of functions. The next calls start new ones, which have read no secret yet."""
        self.process.send_signal(signal.SIGUSR1)
        # The signal is handled between two requests.
        request(f"{self.url}/_ministack/health")

    def session(self, key: str, secret: str) -> boto3.Session:
        return boto3.Session(aws_access_key_id=key, aws_secret_access_key=secret, region_name=REGION)

    def client(self, service: str) -> Any:
        """boto3's client of the account's root."""
        return self._client(self.root, service)

    def deployer_client(self, service: str) -> Any:
        """boto3's client of the deployer, who has the policy of docs/ and no other right."""
        return self._client(self.deployer, service)

    def _client(self, session: boto3.Session, service: str) -> Any:
        return session.client(service, endpoint_url=self.url, config=Config(
            retries={"total_max_attempts": 1}, read_timeout=PATIENCE, s3={"addressing_style": "path"}))

    def _prepare(self) -> None:
        """The account before the first deployment: a deployer, a bucket with the zips, and a verified sender."""
        # One deployer deploys all stacks of the rehearsal, whose names begin with that of the examples.
        policy = POLICY.read_text().replace(":stack/passkeys/*", ":stack/passkeys*/*")
        self.deployer_keys = keys = self.user("deployer", policy)
        self.deployer = self.session(keys["AccessKeyId"], keys["SecretAccessKey"])
        self.client("sesv2").create_email_identity(EmailIdentity=MAIL_DOMAIN)
        run = self.passkeys("upload", "--region", REGION, keys=keys)
        assert run.code == 0, run.said
        self.bucket = run.said.split("CodeBucket=")[1].split()[0]
        self.template = self._readdress(run.said.split("Template URL: ")[1].split()[0])

    def user(self, name: str, policy: str) -> dict[str, str]:
        """Makes a user of IAM with this policy; returns the user's keys."""
        users = self.client("iam")
        users.create_user(UserName=name)
        users.put_user_policy(UserName=name, PolicyName=name, PolicyDocument=policy)
        return users.create_access_key(UserName=name)["AccessKey"]

    def secret(self, name: str, value: str, stack: str) -> str:
        """Makes a secret that the roles of a stack may read; returns its ARN."""
        return self.client("secretsmanager").create_secret(
            Name=name, SecretString=value, Tags=[{"Key": "cognito-passkeys", "Value": stack}])["ARN"]

    def boundary(self, stack: str) -> str:
        """The permissions boundary of docs/ for a stack, which the root makes; returns its ARN."""
        api, name = self.client("cloudformation"), f"{stack}-boundary"
        try:
            api.describe_stacks(StackName=name)
        except api.exceptions.ClientError:
            api.create_stack(StackName=name, TemplateBody=BOUNDARY.read_text(), Capabilities=["CAPABILITY_NAMED_IAM"],
                             Parameters=[{"ParameterKey": "StackName", "ParameterValue": stack}])
            self.wait_for(name, "CREATE_COMPLETE")
        made = Stack(self, name)
        made.read()
        return made.outputs["PermissionsBoundaryArn"]

    def _readdress(self, address: str) -> str:
        """Uploads the template with patterns that take addresses on this machine; returns its URL."""
        key = address.split(".amazonaws.com/")[1]
        store = self.deployer_client("s3")
        template = json.loads(store.get_object(Bucket=self.bucket, Key=key)["Body"].read())
        for name, pattern in LOOPBACK.items():
            template["Parameters"][name]["AllowedPattern"] = pattern
        store.put_object(Bucket=self.bucket, Key="rehearsal.json", Body=json.dumps(template).encode())
        return f"https://{self.bucket}.s3.{REGION}.amazonaws.com/rehearsal.json"

    def environment(self, keys: dict[str, str] | None = None) -> dict[str, str]:
        """The environment of a command that calls AWS, as the root unless other keys are given."""
        given = {"AWS_ACCESS_KEY_ID": keys["AccessKeyId"],
                 "AWS_SECRET_ACCESS_KEY": keys["SecretAccessKey"]} if keys else ROOT_KEYS
        return os.environ | given | {"AWS_ENDPOINT_URL": self.url, "AWS_DEFAULT_REGION": REGION}

    def script(self, *words: str, keys: dict[str, str] | None = None, typed: str = "") -> Run:
        """Runs a Python program of scripts/ with the operators' tools."""
        run = subprocess.run(
            [ROOT / ".build/tools/bin/python", *words], cwd=ROOT, input=typed, text=True, timeout=5 * PATIENCE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=self.environment(keys) | {"PYTHONPATH": "operators/src"})
        return Run(run.returncode, run.stdout)

    def passkeys(self, *words: str, keys: dict[str, str] | None = None, typed: str = "") -> Run:
        """Runs a verb."""
        return self.script("scripts/passkeys", *words, keys=keys, typed=typed)

    def deploy(self, name: str, **parameters: str) -> Stack:
        """Creates or updates a stack as the deployer, who gets only the parameters that differ from the defaults."""
        return self.give(name, self.template, {"PermissionsBoundaryArn": self.boundary(name), **parameters})

    def give(self, name: str, template: str, parameters: dict[str, str]) -> Stack:
        """Gives a stack a template, by its URL."""
        api, stack = self.deployer_client("cloudformation"), Stack(self, name)
        parameters = parameters | {"CodeBucket": self.bucket}
        given = [{"ParameterKey": key, "ParameterValue": value} for key, value in parameters.items()]
        arguments = {"StackName": name, "TemplateURL": template, "Parameters": given,
                     "Capabilities": ["CAPABILITY_IAM"]}
        try:
            api.describe_stacks(StackName=name)
        except api.exceptions.ClientError:
            api.create_stack(**arguments)
            self.wait_for(name, "CREATE_COMPLETE")
        else:
            api.update_stack(**arguments)
            self.wait_for(name, "UPDATE_COMPLETE")
        stack.read()
        return stack

    def delete(self, stack: Stack) -> None:
        self.deployer_client("cloudformation").delete_stack(StackName=stack.name)
        self.wait_for(stack.name, "DELETE_COMPLETE")

    def wait_for(self, name: str, wanted: str) -> None:
        """Waits until a stack's operation ends, and fails unless it ends like this."""
        api, limit = self.deployer_client("cloudformation"), time.monotonic() + 2 * PATIENCE
        while True:
            try:
                [found] = api.describe_stacks(StackName=name)["Stacks"]
            except api.exceptions.ClientError:
                assert wanted == "DELETE_COMPLETE", f"there is no stack {name}"
                return
            status = found["StackStatus"]
            if not status.endswith("_IN_PROGRESS"):
                break
            assert time.monotonic() < limit, f"{name} stays {status}"
            time.sleep(0.1)
        reasons = [(event["LogicalResourceId"], event["ResourceStatusReason"]) for event in
                   api.describe_stack_events(StackName=name)["StackEvents"] if "FAILED" in event["ResourceStatus"]]
        assert status == wanted, (status, found.get("StackStatusReason"), reasons)

    def codes(self, address: str) -> list[str]:
        """The codes mailed to an address, the newest last."""
        mails = request(f"{self.url}/_ministack/ses/messages")[1]["messages"].get(ACCOUNT, [])
        found = [CODE.search(mail["BodyText"]) for mail in mails if address in mail["To"]]
        return [match.group() for match in found if match]
