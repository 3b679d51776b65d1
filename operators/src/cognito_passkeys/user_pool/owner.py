"""What deploys a user pool: a tool that puts back, with its next deployment, what others have changed in the pool."""

from typing import Any, NamedTuple

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.console import shown

AMPLIFY, AMPLIFY_1, CDK, CLOUDFORMATION, TERRAFORM = (
    "Amplify Gen 2", "Amplify Gen 1", "AWS CDK", "CloudFormation", "Terraform")
STACK = "aws:cloudformation:stack-name"
# Tags of AWS's own, which no request may set.
RESERVED = "aws:"


class Owner(NamedTuple):
    """The tool that deploys a pool, and where."""

    tool: str
    stack: str
    """The stack with the pool; empty if it is in none."""

    def __str__(self) -> str:
        return f"{self.tool} (stack {shown(self.stack)})" if self.stack else self.tool


def owner(pool: dict[str, Any], own_stack: str | None, cloudformation: Any) -> Owner | None:
    """The owner of a pool by its tags and its stack; None if neither names one.

    :param own_stack: the stack of the functions. A pool of this stack has no other owner.
    :param cloudformation: boto3's client of CloudFormation.
    """
    tags = pool.get("UserPoolTags", {})
    stack = tags.get(STACK, "")
    if any(name.startswith("amplify:") for name in tags):
        return Owner(AMPLIFY, stack)
    if stack == own_stack:
        return None
    # Gen 2 names its stacks so, too, but it tags the pool as well.
    if stack.startswith("amplify-"):
        return Owner(AMPLIFY_1, stack)
    if stack:
        return Owner(CDK if is_of_cdk(stack, cloudformation) else CLOUDFORMATION, stack)
    # Terraform sets no tags by itself, but many teams have it set such a tag.
    if any("terraform" in text.lower() for tag in tags.items() for text in tag):
        return Owner(TERRAFORM, "")
    return None


def is_of_cdk(stack: str, cloudformation: Any) -> bool:
    """Whether CDK has made a stack, which then names its bootstrap's version. False if it cannot be read."""
    try:
        [found] = cloudformation.describe_stacks(StackName=stack)["Stacks"]
    except (BotoCoreError, ClientError):
        return False
    return any(one["ParameterKey"] == "BootstrapVersion" for one in found.get("Parameters", []))
