"""The command line: which user, which stack, how far back."""

from __future__ import annotations

import argparse
import json
import sys
import time

from botocore.exceptions import BotoCoreError, ClientError

from audit import digests, lines
from audit.deployment import deployment

FOUND, NOT_DONE = 0, 1
DAY = 86_400_000  # milliseconds


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make who-signed-in", description="Shows a user's lines in the audit log.")
    parser.add_argument("--stack", required=True, metavar="NAME", help="deployed stack")
    parser.add_argument("--region", metavar="NAME", help="the stack's region")
    parser.add_argument("--user", required=True, metavar="SUB",
                        help="the user's sub, user name or email address; for a name that no user has, that name")
    parser.add_argument("--days", type=float, default=30, metavar="N", help="how far back to look (30)")
    parser.add_argument("--deleted", action="store_true",
                        help="--user is the sub of a user whom the pool no longer has")
    parser.add_argument("--json", action="store_true", help="print the lines as they stand in the log")
    return parser


def main(words: list[str] | None = None) -> int:
    options = arguments().parse_args(words)
    try:
        found = deployment(options.stack, options.region)
        sub = options.user if options.deleted else found.subject(options.user)
        wanted = {digests.of_unknown(key, options.user) if sub is None else digests.of_subject(key, sub)
                  for key in found.keys()}
        since = max(0, int(time.time() * 1_000 - options.days * DAY))
        shown = lines.parsed(found.messages(lines.pattern(wanted), since), wanted)
    except (BotoCoreError, ClientError, ValueError) as error:
        print(f"Not done: {error}", file=sys.stderr)
        return NOT_DONE
    if sub is None:
        print(f"The pool has no user {lines.shown(options.user)}. These are sign-ins under that name.",
              file=sys.stderr)
    if options.json:
        for line in shown:
            print(json.dumps(line))
    elif shown:
        print(lines.table(shown))
    else:
        print(f"No line in the last {options.days:g} days.")
    return FOUND
