"""Shows what the functions of a deployed stack have logged: the lines of the
last hour that contain one of the texts. Without a text, it looks for FATAL (why
a function does not start or has ended) and ERROR (why something failed).
"""

import argparse
import time

import boto3

from cognito_passkeys.console import shown
from cognito_passkeys.stacks import LOG_GROUP, add_own_stack, resources


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("texts", nargs="*", metavar="TEXT", default=["FATAL", "ERROR"], help="what a line contains")
    parser.add_argument("--group", action="append", metavar="NAME",
                        help="log group by its name in the template, such as VerifyAuthChallengeLogs (default: all)")
    parser.add_argument("--minutes", type=float, default=60, metavar="N", help="how far back to look (60)")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    api = boto3.client("logs", region_name=options.region)
    groups = resources(options.stack, options.region, LOG_GROUP)
    if missing := set(options.group or []) - groups.keys():
        raise ValueError(f"the stack {options.stack} has no log group {', '.join(sorted(missing))}")
    pattern = " ".join(f'?"{text}"' for text in options.texts)
    for name, group in sorted(groups.items()):
        if options.group and name not in options.group:
            continue
        print(name)
        for page in api.get_paginator("filter_log_events").paginate(
                logGroupName=group, filterPattern=pattern, startTime=int((time.time() - options.minutes * 60) * 1_000)):
            for event in page["events"]:
                print(f"  {shown(event['message'].rstrip())}")
    return 0
