"""The functions that a user pool calls, beside those that it should call.

These are pure functions over descriptions.
"""

from __future__ import annotations

from function_names import CUSTOM_AUTH_TRIGGERS, PASSWORD_TRIGGER, TRIGGERS
from pool.bypasses import ATTACH, Finding, Settings
from pool.trigger_functions import Deployment, FunctionARN, lacks_alias

# A member of the configuration that names no function.
KEY = "KMSKeyID"
POWERS = {
    "CustomEmailSender": "gets every code that Cognito emails",
    "CustomSMSSender": "gets every code that Cognito sends by SMS",
    "CustomMessage": "writes the messages that carry Cognito's codes",
    "UserMigration": "can make accounts, whose addresses count as proven if it says so",
    PASSWORD_TRIGGER: "can change what tokens say",
}
OTHER_POWER = "gets data of the users"


def attached_functions(pool: Settings) -> list[tuple[str, str]]:
    """Each trigger with its function. `PreTokenGenerationConfig` is the same trigger as `PreTokenGeneration`."""
    configuration = pool.get("LambdaConfig", {})
    found = [(name.removesuffix("Config"), value if isinstance(value, str) else value.get("LambdaArn", ""))
             for name, value in sorted(configuration.items()) if name != KEY and value]
    return list(dict.fromkeys(found))


def trigger_bypasses(pool: Settings, deployment: Deployment, trusted: list[str]) -> list[Finding]:
    """Triggers that are missing or hold another function than the expected one, and functions of somebody else.

    :param trusted: functions outside the stack that may be in a trigger for which the stack has no function.
    """
    attached = attached_functions(pool)
    missing = [trigger for trigger in dict.fromkeys((*CUSTOM_AUTH_TRIGGERS, *deployment.functions))
               if trigger not in dict(attached)]
    found = [Finding(f"no function is attached to {trigger}", ATTACH) for trigger in missing]
    for trigger, function in attached:
        if trigger in deployment.functions:
            if not deployment.has(trigger, function):
                found.append(other_function(trigger, function, deployment.functions[trigger]))
        elif is_outside(trigger, deployment) and function not in trusted:
            found.append(Finding(
                f"{trigger} is {function}, a function outside the stack, which {POWERS.get(trigger, OTHER_POWER)}",
                f"remove it from the trigger, or say that it is yours (ARGS=\"--trust {function}\")"))
    return found


def other_function(trigger: str, function: str, expected: str) -> Finding:
    if lacks_alias(function, expected):
        return Finding(f"{trigger} is {function}, not its alias {expected}: each deployment is there at once, and none "
                       "rolls back", ATTACH)
    remedy = f"{ATTACH} with ARGS=--replace"
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
    return [f"{trigger} is {function}: name the expected function (STACK=name)"
            for trigger, function in attached_functions(pool)
            if trigger not in deployment.functions and not is_outside(trigger, deployment)
            and not (trigger == "PreSignUp" and without_pre_sign_up)]
