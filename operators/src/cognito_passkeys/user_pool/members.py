"""Members of Cognito's answers that the installed SDK does not know, and therefore drops without a word."""

import json
from typing import Any

# Operations whose answers are compared with the SDK's model.
DESCRIBING = ("DescribeUserPool", "DescribeUserPoolClient")


def unknown(shape: Any, value: Any, path: str = "") -> list[str]:
    """The paths of the members of a value that its shape does not have."""
    if value is None:
        return []
    if shape.type_name == "list":
        return [found for part in value for found in unknown(shape.member, part, path)]
    if shape.type_name == "map":
        return [found for part in value.values() for found in unknown(shape.value, part, path)]
    if shape.type_name != "structure":
        return []
    found = []
    for name, part in value.items():
        inner = f"{path}.{name}" if path else name
        found += unknown(shape.members[name], part, inner) if name in shape.members else [inner]
    return found


class Unread:
    """Notes the members that a client of Cognito drops from now on."""

    def __init__(self, api: Any) -> None:
        self.members: list[str] = []
        for operation in DESCRIBING:
            api.meta.events.register(f"before-parse.cognito-identity-provider.{operation}", self.note)

    def note(self, operation_model: Any, response_dict: dict[str, Any], **_: Any) -> None:
        if response_dict["status_code"] == 200:
            answer = json.loads(response_dict["body"])
            self.members += [member for member in unknown(operation_model.output_shape, answer)
                             if member not in self.members]
