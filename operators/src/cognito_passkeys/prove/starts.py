"""How long Lambda takes, by its own lines: cold starts of each function, and the sign-ins of this command."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.cost.figures import price
from cognito_passkeys.prove.packaged import Packaged

SIGN_INS = 5
# A variable that no function reads: with another value, Lambda starts new processes of what has no alias.
VARIABLE = "PROVE"


def measured(packaged: Packaged, starts: int) -> dict[str, dict[str, Any]]:
    """The figures by what they are of; none if AWS refuses a call. Sign-ins do not notice: an alias keeps its version.

    :param starts: how many cold starts of each function.
    """
    try:
        for _ in range(SIGN_INS):
            packaged.play()
        with ThreadPoolExecutor() as pool:
            found = dict(pool.map(lambda one: (one[0], figures(reports(packaged.client("lambda"), one[1], starts))),
                                  packaged.ground.functions.items()))
    except (BotoCoreError, ClientError, KeyError) as error:
        print(f"Not measured: {error}")
        return {}
    sign_in = {"cold starts": "", "init ms": "", "first call ms": f"{median(packaged.seconds) * 1_000:.0f}"}
    return found | {"a whole sign-in, seen from here": sign_in | {"memory MB": "", "$ for a million such calls": ""}}


def reports(api: Any, function: str, starts: int) -> list[dict[str, float]]:
    """Lambda's metrics of calls that each begin with a new process."""
    variables = api.get_function_configuration(FunctionName=function).get("Environment", {}).get("Variables", {})
    found = []
    for number in range(starts):
        api.update_function_configuration(FunctionName=function,
                                          Environment={"Variables": variables | {VARIABLE: str(number)}})
        api.get_waiter("function_updated_v2").wait(FunctionName=function, WaiterConfig={"Delay": 1})
        tail = api.invoke(FunctionName=function, Payload=b"{}", LogType="Tail").get("LogResult", "")
        lines = base64.b64decode(tail).decode(errors="replace").splitlines()
        found += [json.loads(line)["record"]["metrics"] for line in lines if '"platform.report"' in line]
    return found


def figures(found: list[dict[str, float]]) -> dict[str, Any]:
    """The medians of them."""
    def middle(name: str) -> float:
        return median([one[name] for one in found if name in one] or [0])

    billed = middle("billedDurationMs") / 1_000 * middle("memorySizeMB") / 1_024
    return {"cold starts": sum("initDurationMs" in one for one in found), "init ms": round(middle("initDurationMs"), 2),
            "first call ms": round(middle("durationMs"), 2), "memory MB": middle("maxMemoryUsedMB"),
            "$ for a million such calls": round(billed * 1e6 * price("Lambda time, x86_64") + price("Lambda call"), 2)}
