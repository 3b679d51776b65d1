"""Signs in with two calls of Cognito's API, from two processes: `plain_calls.py begin EMAIL`, and later `plain_calls.py
answer TOKEN` with the result token. The file holds all of the sign-in, which lives as long as Cognito's session.

For an app client without a secret. Keep the file where only the app can read it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import boto3
from botocore import UNSIGNED
from botocore.config import Config

CLIENT = os.environ["CLIENT_ID"]
cognito = boto3.client(
    "cognito-idp", config=Config(signature_version=UNSIGNED), endpoint_url=os.environ.get("COGNITO_ENDPOINT"))
file = Path(os.environ.get("SIGN_IN_FILE", "sign-in.json"))


def begin(email: str) -> None:
    round_ = cognito.initiate_auth(ClientId=CLIENT, AuthFlow="CUSTOM_AUTH", AuthParameters={"USERNAME": email})
    keep(round_)
    print(json.dumps(round_["ChallengeParameters"]))  # with the token for the authenticator


def answer(proof: str) -> None:
    round_ = json.loads(file.read_text())
    answered = cognito.respond_to_auth_challenge(
        ClientId=CLIENT, ChallengeName=round_["ChallengeName"], Session=round_["Session"],
        ChallengeResponses={"USERNAME": round_["ChallengeParameters"]["USERNAME"], "ANSWER": proof})
    if "AuthenticationResult" in answered:
        file.unlink()
        print(json.dumps(answered["AuthenticationResult"]))
    else:
        keep(answered)  # a wrong answer: the next round has a session of its own
        sys.exit("The answer was wrong")


def keep(round_: dict) -> None:
    file.touch(mode=0o600)
    file.write_text(json.dumps({key: round_[key] for key in ("ChallengeName", "Session", "ChallengeParameters")}))


if __name__ == "__main__":
    {"begin": begin, "answer": answer}[sys.argv[1]](sys.argv[2])
