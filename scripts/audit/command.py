"""The command line: which user, of which stack or sandbox, from when until when."""

from __future__ import annotations

import argparse
import json
import sys

from botocore.exceptions import BotoCoreError, ClientError

from audit import digests, lines
from audit.deployment import deployment
from audit.period import Period, last_days, moment
from audit.sandbox import sandbox

FOUND, NOT_DONE = 0, 1
DAYS = 30


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make who-signed-in", description="Shows a user's lines in the audit log.")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--stack", metavar="NAME", help="deployed stack")
    where.add_argument("--sandbox", metavar="URL", help="sandbox on this machine, such as http://localhost:8377")
    parser.add_argument("--region", metavar="NAME", help="the stack's region")
    parser.add_argument("--user", required=True, metavar="SUB",
                        help="the user's sub, user name or email address; for a user who was deleted, the sub; for a "
                        "name that no user has, that name")
    parser.add_argument("--days", type=float, default=DAYS, metavar="N", help=f"how far back to look ({DAYS})")
    parser.add_argument("--since", metavar="TIME",
                        help="look from then on, for example 2026-11-21T18:00; in UTC unless it ends with an offset")
    parser.add_argument("--until", metavar="TIME", help="look at what was before then")
    parser.add_argument("--json", action="store_true", help="print the lines as they stand in the log")
    return parser


def main(words: list[str] | None = None) -> int:
    options = arguments().parse_args(words)
    try:
        show(options)
    except (BotoCoreError, ClientError, ValueError) as error:
        print(f"Not done: {error}", file=sys.stderr)
        return NOT_DONE
    return FOUND


def show(options: argparse.Namespace) -> None:
    """
    :raises ValueError: there is nobody to show lines of.
    """
    period = asked_period(options)
    source = sandbox(options.sandbox) if options.sandbox else deployment(options.stack, options.region)
    sub = source.subject(options.user)
    keys = source.keys()
    own = {digests.of_subject(key, sub or options.user) for key in keys}
    unknown = set() if sub else {digests.of_unknown(key, options.user) for key in keys}
    found = lines.parsed(source.messages(own | unknown, period), own | unknown)
    name = lines.shown(options.user)
    if sub is None:
        if not found:
            raise ValueError(f"the pool has no user {name}, and nobody had that sub or tried that name {period}. "
                             + source.notice)
        whose = [words for digest, words in ((own, "a user who had that sub"), (unknown, "sign-ins under that name"))
                 if any(line["who"] in digest for line in found)]
        print(f"The pool has no user {name}. These are the lines of {' and of '.join(whose)}.", file=sys.stderr)
    if options.json:
        for line in found:
            print(json.dumps(line))
        return
    print(f"{sub or name}, {period}; who = {' or '.join(sorted({line['who'] for line in found} or own))}")
    if found:
        print(f"\n{lines.table(found)}\n\n{lines.summary(found)}")
    else:
        print(f"\nNo line. {source.notice}")


def asked_period(options: argparse.Namespace) -> Period:
    """
    :raises ValueError: a time cannot be read, or nothing lies between the two.
    """
    since, until = ((text and moment(text)) for text in (options.since, options.until))
    period = Period(since or last_days(options.days).since, until or None)
    if period.until is not None and period.until <= period.since:
        raise ValueError(f"nothing lies {period}")
    return period
