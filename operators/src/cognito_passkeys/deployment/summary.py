"""What a stack is made of, and what it costs, before anything is made."""

from typing import Iterator

from cognito_passkeys.console import count
from cognito_passkeys.cost.figures import CODES, FIGURES, each_month, of_sign_ins, price
from cognito_passkeys.deployment import packages
from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from cognito_passkeys.files import MONITORING

# What a person asks about first. Everything else is counted together.
SHOWN = {
    "AWS::Cognito::UserPool": "user pool", "AWS::Cognito::UserPoolClient": "app client",
    "AWS::Lambda::Function": "function", "AWS::Lambda::Url": "URL of a function, open to the internet",
    "AWS::ApiGatewayV2::Api": "HTTP API, open to the internet", "AWS::DynamoDB::Table": "table",
    "AWS::SecretsManager::Secret": "secret", "AWS::Logs::LogGroup": "log group", "AWS::IAM::Role": "role",
}
SECRET = "AWS::SecretsManager::Secret"
# The measured journey that is nearest to each way to sign in.
FLOW = {"own-authenticator": "authenticator", "email-code": "email-otp"}


def resources(given: dict[str, str]) -> dict[str, int]:
    """How many resources of each type a stack with these parameters has."""
    template = packages.template()
    values = defaults(template) | given
    found: dict[str, int] = {}
    for resource in template["Resources"].values():
        condition = resource.get("Condition")
        if condition is None or evaluate({"Condition": condition}, values, template["Conditions"]):
            found[resource["Type"]] = found.get(resource["Type"], 0) + 1
    return found


def lines(given: dict[str, str]) -> Iterator[str]:
    """What is made, and what that costs."""
    made = resources(given)
    yield "What is made:"
    for kind, name in SHOWN.items():
        if kind in made:
            yield f"  {made[kind]:>3} {name if made[kind] == 1 else plural(name)}"
    yield f"  {sum(number for kind, number in made.items() if kind not in SHOWN):>3} more, such as permissions"
    yield from cost(given, made.get(SECRET, 0))


def plural(name: str) -> str:
    first, comma, rest = name.partition(",")
    word, space, of = first.partition(" of ")
    return f"{word}s{space}{of}{comma}{rest}"


def cost(given: dict[str, str], secrets: int) -> Iterator[str]:
    assumed, monthly = FIGURES["assumed"], FIGURES["monthly"]
    flow = FLOW.get(given.get("SignInWith", "authsignal"), "authsignal")
    kept = secrets + bool(given.get("AuthsignalSecretArn"))
    series = assumed["series of metrics, with `FunctionMetrics`"] if given.get("FunctionMetrics") == "true" else 0
    fixed = kept * monthly["secrets"][-1] + series * price("series of metrics")
    always = assumed["series of metrics"] * price("series of metrics")
    watched = each_month("series of alarms, with `UseAlarms`", flow) + always
    plan = given.get("UserPoolTier", "LITE").partition("-")[0]
    codes = f", {CODES:.0%} of them with a code" if flow == "authenticator" else ""
    yield f"What it costs in {FIGURES['region']}, with prices of {FIGURES['found']} and before free tiers:"
    metrics = f" and about {series} series of metrics (FunctionMetrics=false saves these)" if series else ""
    yield f"  ${fixed:,.2f} a month for {count(kept, 'secret')}{metrics}"
    yield f"  ${watched:,.2f} a month more for alarms, with {MONITORING}=1"
    yield f"  ${of_sign_ins(1_000, flow):,.2f} for 1,000 sign-ins{codes}"
    if not given.get("ExistingUserPoolId"):
        user = price(f"user a month, `{plan}`")
        yield f"  ${user:,.4f} for each person who signs in during a month, to Cognito ({plan})"
    yield "docs/cost.md has the rest, and the limits that a growing load meets."
