"""The ways around the triggers that a user pool, its app clients and its triggers leave open.

These are pure functions over descriptions. Each finding comes with its remedy.
"""

from typing import Any, Iterator, NamedTuple

from cognito_passkeys.files import PROGRAM
from cognito_passkeys.function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER, TRIGGERS
from cognito_passkeys.user_pool.functions import Deployment, FunctionARN
from cognito_passkeys.user_pool.owner import Owner

Settings = dict[str, Any]

REFRESH = "ALLOW_REFRESH_TOKEN_AUTH"
CUSTOM = "ALLOW_CUSTOM_AUTH"
SESSION_MINUTES = 10
# Characters of a password that has letters of both cases, digits and symbols, and of one that may consist of anything.
SHORT_PASSWORD, LONG_PASSWORD = 12, 15
# The names before the prefix ALLOW_. Cognito refuses a list that mixes both.
LEGACY_FLOWS = {
    "ADMIN_NO_SRP_AUTH": "ALLOW_ADMIN_USER_PASSWORD_AUTH",
    "USER_PASSWORD_AUTH": "ALLOW_USER_PASSWORD_AUTH",
    "CUSTOM_AUTH_FLOW_ONLY": CUSTOM,
}
ATTACH = f"{PROGRAM} attach"
# A member of a pool's LambdaConfig that names no function.
KEY = "KMSKeyID"
POWERS = {
    "CustomEmailSender": "gets every code that Cognito emails",
    "CustomSMSSender": "gets every code that Cognito sends by SMS",
    "CustomMessage": "writes the messages that carry Cognito's codes",
    "UserMigration": "can make accounts, whose addresses count as proven if it says so",
    PASSWORD_TRIGGER: "can change what tokens say",
}
OTHER_POWER = "gets data of the users"


class Finding(NamedTuple):
    """A setting that leads around the triggers or keeps them from working well, and what to do about it."""

    problem: str
    remedy: str


def modern_flows(flows: list[str]) -> list[str]:
    """The flows that a client allows, by today's names, with those that Cognito allows without naming them."""
    if any(flow.startswith("ALLOW_") for flow in flows):
        return list(flows)
    implied = [REFRESH] if "CUSTOM_AUTH_FLOW_ONLY" in flows else [REFRESH, "ALLOW_USER_SRP_AUTH"]
    return implied + ([LEGACY_FLOWS[flow] for flow in flows] or [CUSTOM])


def client_bypasses(client: Settings) -> Iterator[Finding]:
    """Ways to sign in through an app client without the triggers, and attributes that its users can write freely."""
    name = client_name(client)
    for flow in modern_flows(client.get("ExplicitAuthFlows", [])):
        if flow not in (CUSTOM, REFRESH):
            yield Finding(f"{name} allows {flow}", f"{ATTACH} --close-flows, or remove it from ExplicitAuthFlows")
    if client.get("AllowedOAuthFlowsUserPoolClient") and client.get("AllowedOAuthFlows"):
        yield Finding(f"{name} signs in through the hosted pages: {', '.join(client['AllowedOAuthFlows'])}",
                      "set AllowedOAuthFlowsUserPoolClient to false")
    if not client.get("WriteAttributes"):
        yield Finding(f"{name} names no WriteAttributes: its users can write every attribute",
                      "name the attributes that users may write, such as email")


def needless_attributes(client: Settings, needed: set[str]) -> Iterator[Finding]:
    """Attributes that a client lets its users write although the flow does not need that."""
    if needless := sorted(set(client.get("WriteAttributes", [])) - needed):
        yield Finding(f"{client_name(client)} lets users write {', '.join(needless)}, which the flow does not need",
                      "remove what your app does not write from WriteAttributes, and say what it does write "
                      "(--writable NAME)")


def account_disclosure(client: Settings) -> Iterator[Finding]:
    """Whether a client tells strangers which accounts exist. One such client discloses all accounts of the pool."""
    if client.get("PreventUserExistenceErrors") != "ENABLED":
        yield Finding(f"{client_name(client)} tells strangers which accounts exist (PreventUserExistenceErrors is not "
                      "ENABLED)", f"{ATTACH}, or set it to ENABLED")


def client_weaknesses(client: Settings) -> Iterator[Finding]:
    """Settings that keep one client from signing in well with the triggers. They do not concern other clients."""
    name, minutes = client_name(client), client.get("AuthSessionValidity", 3)
    if CUSTOM not in modern_flows(client.get("ExplicitAuthFlows", [])):
        yield Finding(f"{name} does not allow {CUSTOM}: the triggers never run for it", ATTACH)
    if minutes < SESSION_MINUTES:
        yield Finding(f"{name} ends a sign-in after {minutes} minutes, before some emails arrive",
                      f"{ATTACH}, or set AuthSessionValidity to {SESSION_MINUTES}")
    if not client.get("EnableTokenRevocation"):
        yield Finding(f"{name} cannot revoke tokens: a stolen token works until it expires",
                      f"{ATTACH}, or set EnableTokenRevocation")


def pool_bypasses(pool: Settings) -> Iterator[Finding]:
    """Ways into the accounts of the whole pool, whatever the client."""
    ways = [way["Name"] for way in pool.get("AccountRecoverySetting", {}).get("RecoveryMechanisms", [])]
    if ways != ["admin_only"]:
        yield Finding("users can set a password with a recovery message (AccountRecoverySetting is not admin_only)",
                      "set admin_only as its only mechanism")
    if pool.get("MfaConfiguration", "OFF") != "OFF":
        yield Finding(
            "MFA is on: Cognito asks for no second factor after a custom authentication without a password, and after "
            "a password it may end the sign-in with its own, before the flow's other steps",
            "set MfaConfiguration to OFF, and ask for a second factor in the flow")
    # A client that registers itself signs in through the hosted pages. Without EnableStatus, that is on.
    registration = pool.get("DcrConfiguration")
    if registration is not None and registration.get("EnableStatus", "Enabled") != "Disabled":
        who = "anyone" if registration.get("OpenDcrEnabled") else "whoever has an initial access token"
        yield Finding(f"{who} can register an app client that signs in through the hosted pages, where a password alone "
                      "is enough (DcrConfiguration)", "set its EnableStatus to Disabled")


def device_notes(pool: Settings) -> list[str]:
    """What clients have to know of a pool that remembers devices. No device replaces a step of the flow."""
    if not pool.get("DeviceConfiguration"):
        return []
    return ["The pool remembers devices: Cognito gives one only to a sign-in that began with SRP. From a device that it "
            "knows, a client must also answer DEVICE_SRP_AUTH."]


def address_bypasses(pool: Settings) -> Iterator[Finding]:
    """Ways to an account through an address that nobody has proven."""
    names = {"email"} | {"phone_number"} & {*pool.get("UsernameAttributes", []), *pool.get("AliasAttributes", [])}
    proven = pool.get("UserAttributeUpdateSettings", {}).get("AttributesRequireVerificationBeforeUpdate", [])
    for name in sorted(names - {*proven}):
        yield Finding(f"a changed {name} takes effect before it is proven (it is missing from "
                      "AttributesRequireVerificationBeforeUpdate)",
                      ATTACH if name == "email" else "add it there and to AutoVerifiedAttributes")
    if "email" not in pool.get("AutoVerifiedAttributes", []):
        yield Finding("no code proves the email of a new account (it is missing from AutoVerifiedAttributes)", ATTACH)


def subject_bypasses(pool: Settings, attribute: str) -> Iterator[Finding]:
    """Ways to an account through the attribute that links it to a user at an OpenID issuer, if the pool has one."""
    schema = [entry for entry in pool.get("SchemaAttributes", []) if entry["Name"] == attribute]
    if any(entry.get("Mutable", True) for entry in schema):
        yield Finding(f"users can change {attribute}, which says who they are at the OpenID issuer",
                      "Cognito cannot make it immutable later, so add another attribute with Mutable false and name it "
                      "in OIDC_SUBJECT_ATTRIBUTE")
    if schema and "PreSignUp" not in pool.get("LambdaConfig", {}):
        yield Finding(f"anyone who signs up can set {attribute} freely: no function is attached to PreSignUp", ATTACH)


def password_weaknesses(pool: Settings) -> Iterator[Finding]:
    """Whether a password that begins the sign-in may be weak."""
    policy = pool.get("Policies", {}).get("PasswordPolicy", {})
    length = policy.get("MinimumLength", 0)
    has_all_kinds = all(policy.get(f"Require{kind}") for kind in ("Lowercase", "Uppercase", "Numbers", "Symbols"))
    if length < (SHORT_PASSWORD if has_all_kinds else LONG_PASSWORD):
        yield Finding("the password is a step of the sign-in, and the password policy is weak",
                      f"ask for {SHORT_PASSWORD} characters with all four kinds, or for {LONG_PASSWORD} characters")


def client_name(client: Settings) -> str:
    return f"{client.get('ClientName')} ({client.get('ClientId')})"


def attached_functions(pool: Settings) -> list[tuple[str, str]]:
    """Each trigger with its function. `PreTokenGenerationConfig` is the same trigger as `PreTokenGeneration`."""
    configuration = pool.get("LambdaConfig", {})
    found = [(name.removesuffix("Config"), value if isinstance(value, str) else value.get("LambdaArn", ""))
             for name, value in sorted(configuration.items()) if name != KEY and value]
    return list(dict.fromkeys(found))


def trigger_bypasses(pool: Settings, deployment: Deployment, trusted: list[str],
                     owned_by: Owner | None = None) -> Iterator[Finding]:
    """Triggers that are missing or hold another function than the expected one, and functions of somebody else.

    :param trusted: functions outside the stack that may be in a trigger for which the stack has no function.
    :param owned_by: what deploys the pool, and so may have put back what the triggers were.
    """
    attach = f"{owned_by} deploys this pool, so write the triggers there ({ATTACH} --print)" if owned_by else ATTACH
    attached = attached_functions(pool)
    for trigger in dict.fromkeys((*CUSTOM_AUTH_TRIGGERS, *deployment.functions)):
        if trigger not in dict(attached):
            yield Finding(f"no function is attached to {trigger}", attach)
    for trigger, function in attached:
        if trigger in deployment.functions:
            if not deployment.has(trigger, function):
                yield other_function(trigger, function, deployment.functions[trigger])
        elif is_outside(trigger, deployment) and function not in trusted:
            yield Finding(
                f"{trigger} is {function}, a function outside the stack, which {POWERS.get(trigger, OTHER_POWER)}",
                f"remove it from the trigger, or say that it is yours (--trust {function})")


def other_function(trigger: str, function: str, expected: str) -> Finding:
    remedy = f"{ATTACH} --replace"
    if FunctionARN.of(function).function == FunctionARN.of(expected).function:
        remedy += ", or name this alias in an output of the stack"
    return Finding(f"{trigger} is {function}, not {expected}", remedy)


def is_outside(trigger: str, deployment: Deployment) -> bool:
    """Whether the stack has no function for the trigger, and that is known."""
    if trigger == PASSWORD_TRIGGER:
        return bool(deployment.functions)
    return trigger not in TRIGGERS


def unknown_triggers(pool: Settings, deployment: Deployment, without_pre_sign_up: bool) -> list[str]:
    """Triggers whose function cannot be judged, because nothing names the expected one."""
    return [f"{trigger} is {function}: name the expected function (--stack NAME)"
            for trigger, function in attached_functions(pool)
            if trigger not in deployment.functions and not is_outside(trigger, deployment)
            and not (trigger == "PreSignUp" and without_pre_sign_up)]
