"""The ways around the triggers that a user pool's and its app clients' settings leave open: pure functions over their
descriptions, each way with what closes it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Settings = dict[str, Any]

CUSTOM_AUTH_TRIGGERS = ("DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallengeResponse")
REFRESH = "ALLOW_REFRESH_TOKEN_AUTH"
CUSTOM = "ALLOW_CUSTOM_AUTH"
SESSION_MINUTES = 10
# The names before the prefix ALLOW_; Cognito refuses a list that mixes both.
LEGACY_FLOWS = {
    "ADMIN_NO_SRP_AUTH": "ALLOW_ADMIN_USER_PASSWORD_AUTH",
    "USER_PASSWORD_AUTH": "ALLOW_USER_PASSWORD_AUTH",
    "CUSTOM_AUTH_FLOW_ONLY": CUSTOM,
}
ATTACH = "make attach"


class Door(NamedTuple):
    """A way that is open, and what closes it."""

    what: str
    remedy: str


def modern_flows(flows: list[str]) -> list[str]:
    """The flows a client allows, in today's names, with those that Cognito allows without naming them."""
    if any(flow.startswith("ALLOW_") for flow in flows):
        return list(flows)
    implied = [REFRESH] if "CUSTOM_AUTH_FLOW_ONLY" in flows else [REFRESH, "ALLOW_USER_SRP_AUTH"]
    return implied + ([LEGACY_FLOWS[flow] for flow in flows] or [CUSTOM])


def client_doors(client: Settings) -> list[Door]:
    """Ways to sign in through an app client that never reach the triggers, and what its users can change unasked."""
    name = client_name(client)
    doors = [Door(f"{name} allows {flow}", f"{ATTACH} with ARGS=--close-flows, or take it from ExplicitAuthFlows")
             for flow in modern_flows(client.get("ExplicitAuthFlows", [])) if flow not in (CUSTOM, REFRESH)]
    if client.get("AllowedOAuthFlowsUserPoolClient") and client.get("AllowedOAuthFlows"):
        doors.append(Door(f"{name} signs in through the hosted pages: {', '.join(client['AllowedOAuthFlows'])}",
                          "set AllowedOAuthFlowsUserPoolClient to false"))
    if not client.get("WriteAttributes"):
        doors.append(Door(f"{name} names no WriteAttributes: its users can write every attribute",
                          "name those that they may, such as email"))
    return doors


def existence_doors(client: Settings) -> list[Door]:
    """Whether a client tells strangers which accounts there are. Any client of the pool does for all its accounts."""
    if client.get("PreventUserExistenceErrors") == "ENABLED":
        return []
    return [Door(f"{client_name(client)} tells strangers which accounts exist (PreventUserExistenceErrors is not "
                 "ENABLED)", f"{ATTACH}, or set it to ENABLED")]


def weak_points(client: Settings) -> list[Door]:
    """What else keeps a client from signing in well by the triggers; a matter of that client alone."""
    name, doors = client_name(client), []
    if CUSTOM not in modern_flows(client.get("ExplicitAuthFlows", [])):
        doors.append(Door(f"{name} does not allow {CUSTOM}: the triggers never run for it", ATTACH))
    minutes = client.get("AuthSessionValidity", 3)
    if minutes < SESSION_MINUTES:
        doors.append(Door(f"{name} ends a sign-in after {minutes} minutes, before some mails arrive",
                          f"{ATTACH}, or set AuthSessionValidity to {SESSION_MINUTES}"))
    if not client.get("EnableTokenRevocation"):
        doors.append(Door(f"{name} cannot revoke tokens: a stolen one lasts until it expires",
                          f"{ATTACH}, or set EnableTokenRevocation"))
    return doors


def pool_doors(pool: Settings) -> list[Door]:
    """Ways into the accounts of the whole pool, beside its clients."""
    doors = []
    ways = [way["Name"] for way in pool.get("AccountRecoverySetting", {}).get("RecoveryMechanisms", [])]
    if ways != ["admin_only"]:
        doors.append(Door("users can set a password by a recovery message (AccountRecoverySetting is not admin_only)",
                          "set its one mechanism to admin_only"))
    if pool.get("MfaConfiguration", "OFF") != "OFF":
        doors.append(Door("MFA is on, and Cognito asks for none after a custom authentication without a password",
                          "set MfaConfiguration to OFF, and ask for a second factor in the flow"))
    return doors


def address_doors(pool: Settings) -> list[Door]:
    """Ways to an account through an address that nobody has proven."""
    names = {"email"} | {"phone_number"} & {*pool.get("UsernameAttributes", []), *pool.get("AliasAttributes", [])}
    proven = pool.get("UserAttributeUpdateSettings", {}).get("AttributesRequireVerificationBeforeUpdate", [])
    doors = [Door(f"a changed {name} counts before it is proven (AttributesRequireVerificationBeforeUpdate lacks it)",
                  ATTACH if name == "email" else "add it there and to AutoVerifiedAttributes")
             for name in sorted(names) if name not in proven]
    if "email" not in pool.get("AutoVerifiedAttributes", []):
        doors.append(Door("no code proves the email of a new account (AutoVerifiedAttributes lacks it)", ATTACH))
    return doors


def subject_doors(pool: Settings, attribute: str) -> list[Door]:
    """Ways to an account through the attribute that ties it to a user of an OpenID issuer, where the pool has one."""
    schema = [entry for entry in pool.get("SchemaAttributes", []) if entry["Name"] == attribute]
    doors = [Door(f"users can change {attribute}, which says whom they are at the OpenID issuer",
                  "Cognito cannot make it immutable later: add another attribute with Mutable false, and name that in "
                  "OIDC_SUBJECT_ATTRIBUTE") for entry in schema if entry.get("Mutable", True)]
    if schema and "PreSignUp" not in pool.get("LambdaConfig", {}):
        doors.append(Door(f"whoever signs up can set {attribute} at will: no function is attached to PreSignUp",
                          ATTACH))
    return doors


def trigger_doors(pool: Settings, functions: dict[str, str]) -> list[Door]:
    """Triggers that are not there, or not the functions that are expected in them."""
    doors, triggers = [], pool.get("LambdaConfig", {})
    for trigger in dict.fromkeys((*CUSTOM_AUTH_TRIGGERS, *functions)):
        found, expected = triggers.get(trigger), functions.get(trigger)
        if not found:
            doors.append(Door(f"no function is attached to {trigger}", ATTACH))
        elif expected and found != expected and not found.startswith(f"{expected}:"):
            doors.append(Door(f"{trigger} is {found}, not {expected}", f"{ATTACH} with ARGS=--replace"))
    return doors


def client_name(client: Settings) -> str:
    return f"{client.get('ClientName')} ({client.get('ClientId')})"
