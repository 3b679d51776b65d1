"""Which function belongs in which trigger, as the command line and a deployed stack say."""

from __future__ import annotations

import argparse
import json
from typing import Any, NamedTuple

from cognito_passkeys.function_names import TRIGGERS
from cognito_passkeys.stacks import Stack, add_stack, stack

# The command line's option and the stack's output that name the function for a trigger.
OPTIONS = dict(zip(TRIGGERS, ("--define", "--create", "--verify", "--pre-sign-up", "--pre-token-generation"),
                   strict=True))
OUTPUTS = {trigger: f"{function}Arn" for trigger, function in TRIGGERS.items()}


COGNITO, INVOKE = "cognito-idp.amazonaws.com", "lambda:InvokeFunction"
# A principal, what it has to be allowed, and a part of the ARN of what calls in its name, as JSON has it.
Caller = tuple[str, str, str]


def allows(statement: dict[str, Any], caller: Caller) -> bool:
    """Whether a statement of an alias's policy lets a caller in."""
    principal, action, source = caller
    return (statement["Effect"] == "Allow" and statement["Action"] in (action, [action])
            and principal in json.dumps(statement.get("Principal"))
            and source in json.dumps(statement.get("Condition", {})))


class FunctionARN(NamedTuple):
    """The ARN with which a trigger or a stack names a function."""

    function: str
    """The ARN of the function itself."""
    qualifier: str
    """The alias or the version that follows it; empty without one."""

    @classmethod
    def of(cls, arn: str) -> FunctionARN:
        parts = arn.split(":")
        return cls(":".join(parts[:7]), ":".join(parts[7:]))

    @property
    def arguments(self) -> dict[str, str]:
        """What Lambda's API takes for it."""
        return {"FunctionName": self.function} | ({"Qualifier": self.qualifier} if self.qualifier else {})


class Deployment(NamedTuple):
    """The functions of a deployment, and what else its stack says."""

    functions: dict[str, str]
    """The ARN for each trigger: in the outputs of a stack, that of the function's alias."""
    outputs: dict[str, str]
    """The outputs of the stack; none without a stack."""
    parameters: dict[str, str]
    """The parameters of the stack; none without a stack."""
    changing: str = ""
    """The state of the stack while it is being changed; empty otherwise."""

    def has(self, trigger: str, function: str) -> bool:
        """Whether this is the function for the trigger, or an alias of it that an output names."""
        expected, found = FunctionARN.of(self.functions[trigger]), FunctionARN.of(function)
        return found == expected or (
            found.function == expected.function and bool(found.qualifier) and function in self.outputs.values())


def add_pool_options(parser: argparse.ArgumentParser, without_pre_sign_up: str) -> None:
    """Adds the options that name pool, client and functions.

    :param without_pre_sign_up: what the option of that name does.
    """
    parser.add_argument("--pool", required=True, metavar="ID", help="user pool, for example eu-west-1_AbCdEf123")
    parser.add_argument("--client", required=True, metavar="ID", help="app client of the pool")
    add_stack(parser, "deployed stack whose outputs name the functions")
    parser.add_argument("--region", metavar="NAME", help="Region of the pool and the stack, if the pool's id does not "
                        "begin with it: that of a replica, or of a local pool")
    for trigger, option in OPTIONS.items():
        parser.add_argument(option, dest=trigger, metavar="ARN", help=f"function for {trigger}")
    parser.add_argument("--without-pre-sign-up", action="store_true", help=without_pre_sign_up)


def region(options: argparse.Namespace) -> str:
    """Where pool and stack are. A replica has the id of the first pool, so only the command line can say its region."""
    return options.region or options.pool.split("_")[0]


def deployment(options: argparse.Namespace) -> Deployment:
    """The function's ARN for each trigger, from the command line or else from the stack's outputs.

    :raises ValueError: the stack is one of something else.
    """
    parameters, outputs, status = Stack({}, {})
    if options.stack:
        parameters, outputs, status = stack(options.stack, region(options))
        if (output := OUTPUTS["DefineAuthChallenge"]) not in outputs:
            raise ValueError(f"the stack {options.stack} has no output {output}. It is no stack of these functions, or it "
                             f"is not complete: its state is {status}")
    found = {trigger: outputs[key] for trigger, key in OUTPUTS.items() if key in outputs}
    found |= {trigger: getattr(options, trigger) for trigger in TRIGGERS if getattr(options, trigger)}
    if options.without_pre_sign_up:
        found.pop("PreSignUp", None)
    return Deployment(found, outputs, parameters, status if status.endswith("_IN_PROGRESS") else "")
