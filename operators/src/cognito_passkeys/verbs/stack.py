"""Prints a resource, a parameter or an output of a deployed stack, or all
parameters and outputs.
"""

import argparse

import boto3

from cognito_passkeys.stacks import add_own_stack, stack
from cognito_passkeys.verbs import Misuse

KINDS = ("resource", "parameter", "output")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND", help=f"{', '.join(KINDS)}, of which NAME is one")
    parser.add_argument("name", nargs="?", metavar="NAME", help="its name in the template")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    found = stack(options.stack, options.region)
    if options.kind and not options.name:
        raise Misuse(f"which {options.kind}?")
    if options.kind == "resource":
        print(physical_id(options.stack, options.region, options.name))
    elif options.kind:
        values = found.parameters if options.kind == "parameter" else found.outputs
        if options.name not in values:
            raise ValueError(f"the stack {options.stack} has no {options.kind} {options.name}")
        print(values[options.name])
    else:
        for title, values in (("Parameters", found.parameters), ("Outputs", found.outputs)):
            print(title, *(f"  {name}={value}" for name, value in sorted(values.items())), sep="\n")
    return 0


def physical_id(name: str, region: str | None, resource: str) -> str:
    """The name or the ARN of a resource."""
    found = boto3.client("cloudformation", region_name=region).describe_stack_resource(
        StackName=name, LogicalResourceId=resource)
    return found["StackResourceDetail"]["PhysicalResourceId"]
