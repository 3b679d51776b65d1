"""The emulated account, and the deployments in it, each made once for all tests that use it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/EndToEnd"), str(ROOT / "Tests/Deployment"), str(ROOT / "scripts")]

# No account that this machine is signed in to may be called.
for name in [name for name in os.environ if name.startswith("AWS_")]:
    del os.environ[name]
os.environ |= {"AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
               "AWS_EC2_METADATA_DISABLED": "true", "AWS_DEFAULT_REGION": "eu-west-1"}

from cloud import MAIL_DOMAIN, Cloud  # noqa: E402
from deployed import Deployed  # noqa: E402
from journeys import Journey, mailed_code, openid, own_signer, passkeys, password_and_code  # noqa: E402
from openid_issuer import AUDIENCE, Issuer  # noqa: E402
from sandbox import AUTHSIGNAL_SECRET, Sandbox  # noqa: E402

OUTPUT = Path(os.environ["REHEARSAL_OUTPUT"])
MAILS = {"OtpSender": f"Example <no-reply@{MAIL_DOMAIN}>", "OtpIdentity": MAIL_DOMAIN}
OWN = {"SignInWith": "own-authenticator", "RelyingPartyId": f"login.{MAIL_DOMAIN}",
       "PasskeyOrigins": f"https://login.{MAIL_DOMAIN}", "UseAddAuthenticator": "true"} | MAILS
KINDS = ["authsignal", "own-authenticator", "signed", "oidc", "email-code", "password-first"]
NOT_REHEARSED = """Not rehearsed, because the emulator does not have it or does it otherwise:
  CodeDeploy (Rollout), alarms, metrics and monitoring.yaml, the delivery of the audit log, KMS keys, the HTTP API
  with its domain, CAPTCHAs, templates and configuration sets of SES, log groups as the functions' roles write to them,
  unknown users (the emulator asks no trigger for them), what Cognito makes of settings that an update leaves out,
  quotas, retries and times, the calls that CloudFormation makes in the deployer's name, and conditions about
  permissions boundaries and about who calls (iam:PermissionsBoundary, aws:CalledVia).
Put right in the emulator, and so not proven: what Tests/Rehearsal/emulator.py lists."""


@pytest.fixture(scope="session")
def cloud() -> Iterator[Cloud]:
    cloud = Cloud(OUTPUT)
    yield cloud
    cloud.stop()


@pytest.fixture(scope="session")
def authsignal() -> Iterator[Sandbox]:
    """What stands in for Authsignal's cloud."""
    sandbox = Sandbox(os.environ["SANDBOX"], OUTPUT / "authsignal.log", "--mode", "authsignal")
    yield sandbox
    assert sandbox.stop() == 0


@pytest.fixture(scope="session")
def issuer() -> Iterator[Issuer]:
    issuer = Issuer()
    yield issuer
    issuer.stop()


@pytest.fixture(scope="session")
def deployed(cloud, request) -> Callable[[str], tuple[Deployed, Journey]]:
    """Returns a deployment of a kind, and what its users and thieves do."""
    made: dict[str, tuple[Deployed, Journey]] = {}

    def make(kind: str) -> tuple[Deployed, Journey]:
        stand_in, parameters = None, {"SignInWith": kind}
        match kind:
            case "authsignal":
                stand_in, journey = request.getfixturevalue("authsignal"), passkeys
                parameters |= {"AuthsignalUrl": f"{stand_in.url}/v1",
                               "AuthsignalSecretArn": cloud.secret("authsignal", AUTHSIGNAL_SECRET, f"passkeys-{kind}"),
                               "UseAddAuthenticator": "true"}
            case "own-authenticator":
                parameters, journey = OWN, passkeys
            case "signed":
                journey = own_signer(documented(), cloud)
            case "oidc":
                issuer = request.getfixturevalue("issuer")
                parameters |= {"OidcIssuer": issuer.url, "OidcAudiences": AUDIENCE}
                journey = openid(issuer)
            case "email-code":
                parameters, journey = parameters | MAILS, mailed_code
            case "password-first":
                parameters = {"SignInWith": "email-code", "PasswordFirst": "true"} | MAILS
                journey = password_and_code
        return Deployed(cloud.deploy(f"passkeys-{kind}", **parameters), stand_in), journey

    def deployment(kind: str) -> tuple[Deployed, Journey]:
        if kind not in made:
            made[kind] = make(kind)
        return made[kind]

    return deployment


def documented() -> SimpleNamespace:
    """The functions that docs/tokens.md defines: somebody's own authenticator."""
    [code] = re.findall(r"```python\n(.*?)```", (ROOT / "docs/tokens.md").read_text(), re.DOTALL)
    defined: dict = {}
    exec(compile(code, "docs/tokens.md", "exec"), defined)
    return SimpleNamespace(**defined)


def pytest_terminal_summary(terminalreporter) -> None:
    terminalreporter.write_line(NOT_REHEARSED)
