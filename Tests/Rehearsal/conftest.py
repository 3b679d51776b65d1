"""The emulated account, and the deployments in it, each made once for all tests that use it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cloud import MAIL_DOMAIN, Cloud
from deployed import Deployed
from journeys.documents import own_signer
from journeys.email_code import mailed_code
from journeys.openid import id_tokens
from journeys.openid_issuer import AUDIENCE
from journeys.password import a_password_and_a_second_step_sign_in_and_neither_alone_does
from journeys.result_token import a_passkey_is_the_answer_itself, passkeys
from journeys.target import Deployment, Target
from sandbox import AUTHSIGNAL_SECRET, Sandbox

pytest_plugins = ["journeys.stage"]
# Tests that run at the same time have an account each.
OUTPUT = Path(os.environ["REHEARSAL_OUTPUT"], os.environ.get("PYTEST_XDIST_WORKER", ""))
OUTPUT.mkdir(exist_ok=True)
MAILS = {"OtpSender": f"Example <no-reply@{MAIL_DOMAIN}>", "OtpIdentity": MAIL_DOMAIN}
OWN = {"SignInWith": "own-authenticator", "RelyingPartyId": f"login.{MAIL_DOMAIN}",
       "PasskeyOrigins": f"https://login.{MAIL_DOMAIN}", "UseAddAuthenticator": "true"} | MAILS


def both_doors(target: Target) -> None:
    """A passkey is proven to the authenticator first, and is itself the answer to Cognito."""
    passkeys(target)
    a_passkey_is_the_answer_itself(target)


# Each kind of deployment, and the journey that needs all rights of its functions.
KINDS = {
    "authsignal": (Deployment(mode="authsignal"), passkeys),
    "own-authenticator": (Deployment(), both_doors),
    "signed": (Deployment(authenticator=False), own_signer),
    "oidc": (Deployment(mode="oidc"), id_tokens),
    "email-code": (Deployment("EMAIL_OTP"), mailed_code),
    "password-first": (
        Deployment("PASSWORD,EMAIL_OTP"), a_password_and_a_second_step_sign_in_and_neither_alone_does),
}
NOT_REHEARSED = """Not rehearsed, because the emulator does not have it or does it otherwise:
  CodeDeploy (Rollout), alarms, metrics and monitoring.yaml (test_incidents.py computes what they come to), the delivery
  of the audit log, KMS keys, the HTTP API with its domain, CAPTCHAs, templates and configuration sets of SES, log
  groups as the functions' roles write to them, unknown users (the emulator asks no trigger for them), what Cognito
  makes of settings that an update leaves out, quotas, retries and times, the calls that CloudFormation makes in the
  deployer's name, and conditions about permissions boundaries and about who calls (iam:PermissionsBoundary,
  aws:CalledVia).
Put right in the emulator, and so not proven: what Tests/Rehearsal/emulator.py lists."""


def pytest_addoption(parser):
    parser.addoption("--short", action="store_true",
                     help="leave out prove, and take every third of the values that a test runs with")


def pytest_collection_modifyitems(config, items):
    """In a short run, a test with values runs with every third of them. The sandbox plays each journey, too. The tests
    of `prove` are left out: they take a third of the time, and no sign-in needs that verb."""
    if not config.getoption("short"):
        return
    of_one_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.path.name != "test_prove.py":
            of_one_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    chosen = {item for same in of_one_test.values() for item in same[::3]}
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


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
def deployed(cloud, request) -> Callable[[str], tuple[Deployed, Callable[[Target], None]]]:
    """Returns a deployment of a kind, and its main journey."""
    made: dict[str, Deployed] = {}

    def make(kind: str, flow: str) -> Deployed:
        more, parameters = {}, {"SignInWith": kind}
        match kind:
            case "authsignal":
                more["authsignal"] = request.getfixturevalue("authsignal")
                parameters |= {"AuthsignalUrl": f"{more['authsignal'].url}/v1",
                               "AuthsignalSecretArn": cloud.secret("authsignal", AUTHSIGNAL_SECRET, f"passkeys-{kind}"),
                               "UseAddAuthenticator": "true"}
            case "own-authenticator":
                parameters = OWN
            case "oidc":
                more["openid"] = issuer = request.getfixturevalue("issuer")
                parameters |= {"OidcIssuer": issuer.url, "OidcAudiences": AUDIENCE}
            case "email-code":
                parameters |= MAILS
            case "password-first":
                parameters = {"SignInWith": "email-code", "PasswordFirst": "true"} | MAILS
        return Deployed(cloud.deploy(f"passkeys-{kind}", **parameters), flow=flow, **more)

    def deployment(kind: str) -> tuple[Deployed, Callable[[Target], None]]:
        (needed, journey) = KINDS[kind]
        if kind not in made:
            made[kind] = make(kind, needed.flow)
        return made[kind], journey

    return deployment


def pytest_terminal_summary(terminalreporter) -> None:
    terminalreporter.write_line(NOT_REHEARSED)
