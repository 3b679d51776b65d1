#!/usr/bin/python3
"""A Define function that asks only for a password, proven by SRP, so that an SRP client can be tested against it.

It replaces DefineAuthChallenge and speaks the Lambda Runtime API as a bootstrap does.
"""

import json
import os
import urllib.request

API = f"http://{os.environ['AWS_LAMBDA_RUNTIME_API']}/2018-06-01/runtime/invocation"
DECISIONS = {
    (("SRP_A", True),): {"challengeName": "PASSWORD_VERIFIER", "issueTokens": False, "failAuthentication": False},
    (("SRP_A", True), ("PASSWORD_VERIFIER", True)): {
        "challengeName": None, "issueTokens": True, "failAuthentication": False},
}
REFUSAL = {"challengeName": None, "issueTokens": False, "failAuthentication": True}


def main() -> None:
    while True:
        with urllib.request.urlopen(f"{API}/next") as invocation:
            identifier = invocation.headers["Lambda-Runtime-Aws-Request-Id"]
            event = json.load(invocation)
        rows = tuple((row["challengeName"], row["challengeResult"]) for row in event["request"]["session"])
        event["response"] = DECISIONS.get(rows, REFUSAL)
        answer = urllib.request.Request(f"{API}/{identifier}/response", json.dumps(event).encode(), method="POST")
        urllib.request.urlopen(answer).close()


main()
