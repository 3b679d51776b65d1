"""The CDK construct as the tests install it, and its properties for each kind of sign-in."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build/cdk"
# What `scripts/install.sh cdk` makes.
TOOLS, MODULES = BUILD / "tools", BUILD / "node_modules"
SECRET = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:authsignal-AbCdEf"
MAILS = {"otpSender": "Example <no-reply@example.test>", "otpIdentity": "example.test"}
OWN = {"signInWith": "own-authenticator", "relyingPartyId": "login.example.test", "forGood": ["relyingPartyId"],
       "passkeyOrigins": ["https://login.example.test"], "useAddAuthenticator": True} | MAILS
KINDS: dict[str, dict[str, Any]] = {
    "authsignal": {"authsignalSecretArn": SECRET},
    "own-authenticator": OWN,
    "signed": {"signInWith": "signed"},
    "oidc": {"signInWith": "oidc", "oidcIssuer": "https://issuer.example.test/", "oidcAudiences": ["one", "two"]},
    "email-code": {"signInWith": "email-code"} | MAILS,
    "password-first": {"signInWith": "email-code", "passwordFirst": True} | MAILS,
}
# An app with a pool of its own.
ATTACHED: dict[str, Any] = {"properties": OWN, "signInAliases": {"email": True}, "attach": {"closeFlows": True}}


@contextmanager
def construct() -> Iterator[None]:
    """Keeps the installed construct from other tests that run at the same time, and install it with other zips."""
    with (BUILD / "construct.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def install_construct(dist: Path) -> Path:
    """Packs the construct with the zips of a folder, and installs the package beside AWS CDK, without a network."""
    made = subprocess.run([ROOT / "clients/cdk/pack.sh", dist], check=True, stdout=subprocess.PIPE, text=True)
    packed = dist / made.stdout.strip()
    subprocess.run(["npm", "install", "--prefix", BUILD, "--offline", "--ignore-scripts", "--no-audit", "--no-fund",
                    "--silent", packed], check=True, stdout=subprocess.DEVNULL)
    return packed


def use_construct(dist: Path) -> None:
    """Installs the construct unless that has been done since its sources changed."""
    sources = [ROOT / "template.yaml", *(ROOT / "clients/cdk").rglob("*"), *(ROOT / "scripts/template").glob("*.py")]
    changed = max(path.stat().st_mtime for path in sources)
    installed = MODULES / ".package-lock.json"
    if not (MODULES / "cognito-passkeys-cdk").exists() or installed.stat().st_mtime < changed:
        install_construct(dist)


PROGRAMS = {"TypeScript": ("node", ROOT / "Tests/Deployment/cdk_app.js"),
            "Python": (TOOLS / "bin/python", ROOT / "Tests/Deployment/cdk_app.py")}


def synthesize(apps: dict[Path, dict[str, Any]], language: str = "TypeScript") -> list[dict[str, Any]]:
    """Synthesizes apps, each into its folder. Returns what was wrong with each, and how long a processor took."""
    lines = [json.dumps(app | {"folder": str(folder)}) + "\n" for folder, app in apps.items()]
    run = subprocess.run(PROGRAMS[language], input="".join(lines), text=True, check=True, capture_output=True,
                         env=os.environ | {"NODE_PATH": str(MODULES), "PYTHONPATH": str(ROOT / "operators/src")})
    return [json.loads(line) for line in run.stdout.splitlines()]
