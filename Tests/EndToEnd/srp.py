"""Starts a sign-in with SRP, using pycognito."""

from __future__ import annotations

from pycognito.aws_srp import AWSSRP

from app import cognito


def begin(sandbox, name: str, password: str) -> tuple[AWSSRP, dict]:
    settings = sandbox.settings
    srp = AWSSRP(name, password, settings["userPoolId"], settings["clientId"], client=cognito(sandbox))
    return srp, srp.client.initiate_auth(
        ClientId=settings["clientId"], AuthFlow="CUSTOM_AUTH",
        AuthParameters={**srp.get_auth_params(), "CHALLENGE_NAME": "SRP_A"})


def answer(srp: AWSSRP, started: dict) -> dict:
    return srp.client.respond_to_auth_challenge(
        ClientId=srp.client_id, ChallengeName="PASSWORD_VERIFIER", Session=started.get("Session"),
        ChallengeResponses=srp.process_challenge(started["ChallengeParameters"], srp.get_auth_params()))
