"""The files of docs/examples/samconfig: what `make deploy` writes for these answers.

Run as `PYTHONPATH=scripts:operators/src python3 Tests/Deployment/samconfig_examples.py` to write them anew.
"""

from __future__ import annotations

from pathlib import Path

from cognito_passkeys.deployment import questions, samconfig

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/examples/samconfig"
SECRET = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:passkeys-authsignal-AbCdEf"
MAILS = {"sender": "Example <no-reply@example.org>", "identity": "example.org"}
ANSWERS: dict[str, dict[str, str]] = {
    "own-authenticator": {"domain": "login.example.org", **MAILS},
    "authsignal": {"domain": "login.example.org", "authsignal": "eu", "secret": SECRET},
    "email-code": MAILS,
    "signed": {},
    "oidc": {"issuer": "https://example.eu.auth0.com/", "audiences": "AbCdEf123456"},
}


def text(kind: str) -> str:
    return samconfig.text("passkeys", "eu-west-1", questions.parameters({"kind": kind, "pool": "new", **ANSWERS[kind]}))


if __name__ == "__main__":
    for name in ANSWERS:
        (FOLDER / f"{name}.toml").write_text(text(name), encoding="utf-8")
