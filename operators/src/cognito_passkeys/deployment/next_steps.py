"""What a person does once a stack is there."""

from typing import Iterator

from cognito_passkeys.deployment.questions import TRIAL
from cognito_passkeys.files import MONITORING, PROGRAM
from cognito_passkeys.stacks import Stack


def lines(name: str, stack: Stack) -> Iterator[str]:
    given, outputs = stack.parameters, stack.outputs
    kind = given.get("SignInWith", "authsignal")
    pool = outputs.get("UserPoolId", "POOL")
    client = outputs.get("UserPoolClientId") or given.get("AllowedClientIds", "CLIENT")
    named = f"--pool {pool} --client {client} --stack {name}"
    steps = []
    if given.get("ExistingUserPoolId"):
        steps.append(f"{PROGRAM} attach {named} shows what it changes in your pool, asks, and attaches the functions. If "
                     "Amplify, CDK or Terraform owns the pool, write it there instead, or the next change of the pool "
                     "takes it back.")
    if kind == "authsignal":
        steps.append("In Authsignal's portal: turn on passkeys and email codes, set the relying party ID and the "
                     "origins, and give the action cognitoAuth the outcome CHALLENGE (docs/quickstart-authsignal.md).")
    sample = "auth0" if kind == "oidc" else "web"
    steps.append(f"Put the settings above into your app, or into docs/apps/{sample} for a first passkey.")
    if kind == "own-authenticator" and given.get("RelyingPartyId") != TRIAL:
        steps.append(f"If iOS or Android apps use the passkeys: {PROGRAM} well-known --stack {name} writes the "
                     "files that your domain has to serve.")
    steps.append(f"{PROGRAM} check-pool {named} names the ways around the functions that are open.")
    steps.append(f'{MONITORING}="AlarmTopicArn=…" adds alarms. {PROGRAM} remove --stack {name} removes everything '
                 "again.")
    yield "What comes next:"
    yield from (f"  {number}. {step}" for number, step in enumerate(steps, 1))
