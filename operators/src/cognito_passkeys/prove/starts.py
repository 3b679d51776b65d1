"""How long Lambda takes, by its own lines: cold starts of each function, the calls of this command's sign-ins, and
whole sign-ins, beside what docs/speed.md has of another machine."""

import base64
import json
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.cost.figures import price
from cognito_passkeys.prove import pool, speed
from cognito_passkeys.prove.passkeys import Passkeys

HEADS = ("cold starts", "init ms", "first call ms", "later calls", "later call ms", "memory MB",
         "$ for a million later calls", "start in speed.md", "call in speed.md")
SIGN_INS = 5
# A variable that no function reads: with another value, Lambda starts new processes of what has no alias.
VARIABLE = "PROVE"
REPORT = "platform.report"
Metrics = list[dict[str, float]]


def measured(probes: Passkeys, starts: int, others: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The figures by what they are of; none if AWS refuses a call. Sign-ins do not notice: an alias keeps its version.

    :param starts: how many cold starts of each function.
    :param others: the names of further functions, for comparison, by what they are.
    """
    functions, groups = probes.ground.functions, probes.ground.groups
    try:
        seconds = []
        for _ in range(SIGN_INS):
            begun = time.monotonic()
            probes.play()
            seconds.append(time.monotonic() - begun)
        pool.settle(probes.client("logs"))
        played = {name: metrics(probes.lines(groups[f"{name}Logs"], REPORT)) for name in functions}
        with ThreadPoolExecutor() as threads:
            started = dict(threads.map(lambda one: (one[0], reports(probes.client("lambda"), one[1], starts)),
                                       (functions | others).items()))
    except (BotoCoreError, ClientError, KeyError) as error:
        print(f"Not measured: {error}")
        return {}
    found = {name: figures(name, started[name], played.get(name, started[name])) for name in started}
    return found | {"a whole sign-in with a passkey, seen from here": dict.fromkeys(HEADS, "") | {
        "later calls": SIGN_INS, "later call ms": round(median(seconds) * 1_000)}}


def reports(api: Any, function: str, starts: int) -> Metrics:
    """Lambda's metrics of the first call and the second one of new processes."""
    variables = api.get_function_configuration(FunctionName=function).get("Environment", {}).get("Variables", {})
    found = []
    for number in range(starts):
        api.update_function_configuration(FunctionName=function,
                                          Environment={"Variables": variables | {VARIABLE: str(number)}})
        api.get_waiter("function_updated_v2").wait(FunctionName=function, WaiterConfig={"Delay": 1})
        for _ in range(2):
            tail = api.invoke(FunctionName=function, Payload=b"{}", LogType="Tail").get("LogResult", "")
            found += metrics(base64.b64decode(tail).decode(errors="replace").splitlines())
    return found


def metrics(lines: list[str]) -> Metrics:
    """What Lambda says of calls in its own lines."""
    return [json.loads(line)["record"]["metrics"] for line in lines if f'"{REPORT}"' in line]


def figures(name: str, started: Metrics, played: Metrics) -> dict[str, Any]:
    """The medians.

    :param started: of new processes.
    :param played: of sign-ins.
    """
    cold = [one for one in started if "initDurationMs" in one]
    later = [one for one in played if "initDurationMs" not in one]

    def middle(calls: Metrics, member: str) -> float:
        return round(median([one[member] for one in calls if member in one] or [0]), 2)

    billed = middle(later, "billedDurationMs") / 1_000 * middle(later, "memorySizeMB") / 1_024
    cost = billed * 1e6 * price("Lambda time, x86_64") + price("Lambda call")
    return dict(zip(HEADS, (
        len(cold), middle(cold, "initDurationMs"), middle(cold, "durationMs"), len(later),
        middle(later, "durationMs") if later else "", middle(cold, "maxMemoryUsedMB"),
        round(cost, 2) if later else "", *speed.here(name)), strict=True))
