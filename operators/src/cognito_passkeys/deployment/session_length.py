"""Whether Cognito's session fits so many answers to each step: docs/flows.md says how many surely do in each flow.

The functions say so at each start. A deployment says it before.
"""

import re
from typing import Any

from cognito_passkeys.deployment.intrinsics import evaluate
from cognito_passkeys.files import ROOT

PAGE = ROOT / "docs/flows.md"
# A row of the page's table: the flow, and the most answers that surely fit.
ROW = re.compile(r"^\| `([A-Z_,]+)` \| [\d,]+ \| [\d,]+ \| (\d+) \|$", re.MULTILINE)
VARIABLE, DEFAULT, MOST = "MAX_ATTEMPTS", 3, 10


def notes(template: dict[str, Any], parameters: dict[str, str]) -> list[str]:
    """What a deployment says of a template with those parameters."""
    variables = template["Resources"]["DefineAuthChallenge"]["Properties"]["Environment"]["Variables"]
    flow, attempts = (evaluate(variables.get(name, default), parameters, template["Conditions"])
                      for name, default in (("SIGN_IN_FLOW", "RESULT_TOKEN"), (VARIABLE, DEFAULT)))
    fitting = int(dict(ROW.findall(PAGE.read_text(encoding="utf-8")))[flow])
    # The function itself refuses what is no such number.
    if not str(attempts).isdecimal() or not fitting < int(attempts) <= MOST:
        return []
    return [f"{VARIABLE}={attempts} may be too many for SIGN_IN_FLOW={flow}: after that many wrong answers, Cognito's "
            f"session may be too long. {VARIABLE}={fitting} surely fits (docs/flows.md)."]
