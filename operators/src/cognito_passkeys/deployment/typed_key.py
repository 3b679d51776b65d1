"""The secret that a deployment makes of a typed key: what it is called, and how it is known again.

Nothing is written to another secret of that name, and nothing removes it.
"""

from typing import Any

# A secret that the functions may read has this tag with the stack's name, whoever made it (docs/deploying.md).
STACK = "cognito-passkeys"
MADE_BY = {"cognito-passkeys:made-by": "make deploy"}


def name(stack: str) -> str:
    return f"{stack}-authsignal"


def tags(stack: str) -> list[dict[str, str]]:
    """The tags with which the secret is made."""
    return [{"Key": key, "Value": value} for key, value in ({STACK: stack} | MADE_BY).items()]


def is_own(described: dict[str, Any], stack: str) -> bool:
    """Whether a deployment has made a secret for this stack.

    :param described: the answer of DescribeSecret.
    """
    found = described.get("Tags", [])
    return described.get("Name") == name(stack) and all(tag in found for tag in tags(stack))
