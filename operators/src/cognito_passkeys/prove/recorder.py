"""A trigger that logs each event, and answers as the first word of the user's name asks. Lambda runs the text of this
file."""

import json
import time

# Longer than Cognito waits.
PAUSE = 7


def handler(event, context):
    request, response = event["request"], event["response"]
    trigger = event["triggerSource"].split("_")[0]
    name = (request.get("userAttributes") or {}).get("email") or event["userName"]
    print(json.dumps({"recorded": event}), flush=True)
    mode, _, number = name.split("@")[0].split(".")[0].partition("-")
    rows = request.get("session") or []
    if trigger == "DefineAuthChallenge":
        is_right = bool(rows) and rows[-1]["challengeName"] == "CUSTOM_CHALLENGE" and rows[-1]["challengeResult"]
        response.update(issueTokens=is_right, failAuthentication=len(rows) > 2 and not is_right)
        if mode == "failing" and is_right:
            response["failAuthentication"] = True
        if not is_right or mode == "further":
            response["challengeName"] = "CUSTOM_CHALLENGE"
        if mode == "changed":
            event["version"] = "9"
    elif trigger == "CreateAuthChallenge":
        if mode == "slow":
            time.sleep(PAUSE)
        private = "x" * int(number) if mode == "long" else "right"
        response.update(publicChallengeParameters={"say": "right"}, privateChallengeParameters={"say": private},
                        challengeMetadata=str(len(rows) + 1))
    elif trigger == "VerifyAuthChallenge" or trigger == "VerifyAuthChallengeResponse":
        response["answerCorrect"] = request["challengeAnswer"] == "right"
    return event
