"""Whether a stack and its functions fit a pool and a client of it."""

from __future__ import annotations

from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.files import PROGRAM
from cognito_passkeys.user_pool.bypasses import ATTACH, Finding, Settings, attached_functions
from cognito_passkeys.user_pool.functions import Deployment, FunctionARN

POOL_PARAMETER, POOL_OUTPUT, CLIENTS_PARAMETER = "ExistingUserPoolId", "UserPoolId", "AllowedClientIds"
EVERY_CLIENT = "*"


def mismatches(expected: Deployment, pool: str, client: str) -> list[Finding]:
    """What the stack's settings say against this pool and this client. Without a stack, nothing is known of that."""
    found = []
    served = expected.outputs.get(POOL_OUTPUT, pool)
    if served != pool:
        found.append(Finding(f"the stack serves the pool {served}, so its functions cannot sign in users of {pool}",
                             f"deploy with {POOL_PARAMETER}={pool}"))
    allowed = expected.parameters.get(CLIENTS_PARAMETER, EVERY_CLIENT)
    if allowed != EVERY_CLIENT and client not in allowed.split(","):
        found.append(Finding(f"the stack allows only the app clients {allowed}, so its functions refuse every sign-in "
                             f"of {client}", f"{PROGRAM} change {CLIENTS_PARAMETER}={allowed},{client} --stack NAME"))
    return found


def gone_functions(api: Any, pool: Settings) -> tuple[dict[str, Finding], list[str]]:
    """The triggers of the pool whose functions do not exist, and what could not be checked of that.

    :param api: a client of Lambda.
    """
    found, unchecked = {}, []
    for trigger, function in attached_functions(pool):
        try:
            # Of all calls that would tell, this one tells least about functions of others.
            api.get_function_concurrency(FunctionName=FunctionARN.of(function).function)
        except api.exceptions.ResourceNotFoundException:
            found[trigger] = Finding(
                f"{trigger} is {function}, which does not exist: what Cognito calls it for fails",
                f"take it out of the trigger, or {ATTACH} --replace if the stack has another one")
        except (BotoCoreError, ClientError) as error:
            unchecked.append(f"whether the function of {trigger} exists: {error}")
    return found, unchecked
