"""What Cognito's service model asks of the calls that the sandbox's user pool plays: which members a call must have,
their lengths, patterns, ranges and values.

botocore carries the model. The sandbox reads what this module writes, with the botocore of operator-tools.txt:
    PYTHONPATH=scripts .build/tools/bin/python -m sources.service_model
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

SERVICE = Path(__file__).resolve().parents[2] / "Sources/Development/LocalCognito/Service"
PLAYED, WRITTEN = SERVICE / "PoolOperation.swift", SERVICE / "service-model.json"
LIMITS = ("min", "max", "pattern", "enum")
# Where the model and the Developer Guide differ, the guide is right: a password may have spaces inside. The pattern is
# that of Cognito's error messages.
OTHERWISE = {"PasswordType": {"pattern": r"^[\S]+.*[\S]+$"}}

Shape = dict[str, Any]


def played() -> list[str]:
    """The names of the calls that the pool plays."""
    return re.findall(r'^ *case \w+ = "(\w+)"$', PLAYED.read_text(), re.MULTILINE)


def read() -> Shape:
    """The shapes of what the calls may say, by their names. Shapes without a limit are left out."""
    from botocore.loaders import Loader
    model = Loader().load_service_model("cognito-idp", "service-2")
    shapes: dict[str, Shape] = {}

    def limited(name: str) -> bool:
        """Whether a shape has a limit, or a part of it. Such a shape is added."""
        if name not in shapes:
            shapes[name] = {}  # A shape may contain itself.
            shapes[name] = limits(model["shapes"][name] | OTHERWISE.get(name, {}))
        return bool(shapes[name])

    def limits(shape: Shape) -> Shape:
        found = {key: shape[key] for key in LIMITS if key in shape}
        if required := shape.get("required"):
            found["required"] = sorted(required)
        members = {name: of["shape"] for name, of in shape.get("members", {}).items() if limited(of["shape"])}
        if members:
            found["members"] = members
        found |= {key: shape[key]["shape"] for key in ("member", "key", "value")
                  if key in shape and limited(shape[key]["shape"])}
        return {"type": shape["type"]} | found if found else {}

    for call in played():
        limited(f"{call}Request")
    return {name: shape for name, shape in sorted(shapes.items()) if shape}


def text(model: Shape) -> str:
    """The model as the file has it: a line for each shape."""
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in model.items()) + "\n}\n"


if __name__ == "__main__":
    WRITTEN.write_text(text(read()))
