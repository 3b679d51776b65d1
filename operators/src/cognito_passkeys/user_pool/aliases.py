"""Pools whose users sign in by an alias (`AliasAttributes`), which is an address of theirs besides a name.

Cognito takes an address as an alias only once it is proven. Where PreSignUp confirms accounts (`ConfirmSignUp=auto`),
the first sign-in is to prove it; but by an address that is no alias yet, that sign-in finds no user.
"""

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.user_pool.bypasses import Finding, Settings
from cognito_passkeys.user_pool.functions import Deployment, FunctionARN

TRIGGER, VARIABLE, PARAMETER = "PreSignUp", "CONFIRM_SIGN_UP", "ConfirmSignUp"
AUTO, CODE = "auto", "code"
# The preferred name needs no proof.
ADDRESSES = ("email", "phone_number")


def address_aliases(pool: Settings) -> list[str]:
    """The aliases that users who sign up have to prove; none where only administrators make accounts."""
    if pool.get("AdminCreateUserConfig", {}).get("AllowAdminCreateUserOnly"):
        return []
    return [name for name in ADDRESSES if name in pool.get("AliasAttributes", [])]


def confirmation(api: Any, pool: Settings, expected: Deployment) -> str | None:
    """How new accounts are confirmed: as the variable of the function that is or will be attached says, or else the
    stack's parameter.

    :param api: a client of Lambda; None if the functions are not there.
    :return: AUTO or CODE; None if that is not known.
    """
    function = expected.functions.get(TRIGGER) or pool.get("LambdaConfig", {}).get(TRIGGER)
    if not function:
        return CODE
    try:
        found = api and api.get_function_configuration(**FunctionARN.of(function).arguments)
    except (BotoCoreError, ClientError):
        found = None
    if not found or "Error" in found.get("Environment", {}):
        return expected.parameters.get(PARAMETER)
    return found.get("Environment", {}).get("Variables", {}).get(VARIABLE, CODE)


def never_begun(names: list[str], why: str) -> str:
    return f"nobody who signs up can sign in by {' or '.join(names)}: an alias counts only once it is proven, and {why}"


def unproven_aliases(pool: Settings, api: Any, expected: Deployment) -> tuple[list[Finding], list[str]]:
    """The aliases that PreSignUp leaves unproven, and what could not be checked of that.

    :param api: a client of Lambda; None if the functions are not there.
    """
    names = address_aliases(pool)
    confirmed = confirmation(api, pool, expected) if names else CODE
    if confirmed == AUTO:
        return [Finding(never_begun(names, f"{TRIGGER} confirms accounts before that ({PARAMETER} is {AUTO})"),
                        f"deploy with {PARAMETER}={CODE}")], []
    return [], [] if confirmed else [
        f"whether {TRIGGER} confirms accounts before a code has proven the alias {' or '.join(names)}: its settings cannot "
        f"be read ({PARAMETER} must be {CODE})"]


def aliases_without_code(pool: Settings) -> list[Finding]:
    """The aliases that no code of Cognito's proves. For email, that is a problem of every pool."""
    return [Finding(never_begun([name], "no code proves this one (it is missing from AutoVerifiedAttributes)"),
                    "add it there, or take no sign-ins by it")
            for name in address_aliases(pool) if name != "email" and name not in pool.get("AutoVerifiedAttributes", [])]
