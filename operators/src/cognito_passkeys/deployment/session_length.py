"""How long Cognito's session becomes with so many answers to each step, as SessionLength.swift estimates it.

The functions say so at each start. A deployment says it before.
"""

from __future__ import annotations

from typing import Any

from cognito_passkeys.deployment.intrinsics import evaluate

VARIABLE = "MAX_ATTEMPTS"
DEFAULT = 3
# The names and figures are those of Sources/Modules/Triggers/SignInRules/SessionLength.swift; a test compares.
LIMIT, ATTEMPTS = 4_096, range(1, 11)
OWN, PARAMETERS, ROW, PASSWORD_ROWS, MARKS, DIGEST = 1_600, 270, 84, 424, 11, 22
NOTE_LENGTHS = {"RESULT_TOKEN": 0, "CAPTCHA": 0, "EMAIL_OTP": 74}
PASSWORD = "PASSWORD"


def characters(flow: list[str], attempts: int) -> int:
    """The longest session, in characters."""
    code = len("-".join("".join(word[0] for word in name.split("_")) for name in flow))
    rows = [ROW + len(name) + NOTE_LENGTHS[name] + MARKS + code for name in flow if name != PASSWORD]
    custom = sum(rows) * attempts - rows[-1]
    return OWN + ((PARAMETERS + DIGEST + custom + (PASSWORD_ROWS if PASSWORD in flow else 0)) * 4 + 2) // 3


def attempts_that_fit(flow: list[str]) -> int:
    """The most answers to each step with which every session surely fits."""
    return max((attempts for attempts in ATTEMPTS if characters(flow, attempts) <= LIMIT), default=ATTEMPTS[0])


def warning(flow: list[str], attempts: int) -> str | None:
    """What an operator has to know of a setting; None if every session fits."""
    if characters(flow, attempts) <= LIMIT:
        return None
    return (f"{VARIABLE}={attempts} may be too many for SIGN_IN_FLOW={','.join(flow)}: after that many wrong answers, "
            f"Cognito's session has about {characters(flow, attempts)} characters, and {LIMIT} are sure to fit. "
            f"{VARIABLE}={attempts_that_fit(flow)} surely fits.")


def notes(template: dict[str, Any], parameters: dict[str, str]) -> list[str]:
    """What a deployment says of a template with those parameters."""
    variables = template["Resources"]["DefineAuthChallenge"]["Properties"]["Environment"]["Variables"]
    flow, attempts = (evaluate(variables.get(name, default), parameters, template["Conditions"])
                      for name, default in (("SIGN_IN_FLOW", "RESULT_TOKEN"), (VARIABLE, DEFAULT)))
    # The function itself refuses what is no such number.
    if not str(attempts).isdecimal() or int(attempts) not in ATTEMPTS:
        return []
    said = warning(flow.split(","), int(attempts))
    return [said] if said else []
