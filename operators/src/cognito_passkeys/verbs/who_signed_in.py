"""Shows a user's lines in the audit log (docs/audit.md) of a stack or of a sandbox."""

import argparse
import json
import sys
from typing import Any

from cognito_passkeys import email_address
from cognito_passkeys.audit_log import lines
from cognito_passkeys.audit_log.deployment import deployment
from cognito_passkeys.audit_log.lines import Period, last_days, moment
from cognito_passkeys.audit_log.sandbox import sandbox
from cognito_passkeys.console import shown
from cognito_passkeys.stacks import add_region, add_stack, users

FOUND, DAYS = 0, 30


def add_options(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    add_stack(where)
    where.add_argument("--sandbox", metavar="URL", help="sandbox on this machine, such as http://localhost:8377")
    add_region(parser)
    parser.add_argument("--user", required=True, metavar="SUB",
                        help="the user's sub, user name or email address; for a user who was deleted, the sub; for a "
                        "name that no user has, that name")
    parser.add_argument("--days", type=float, default=DAYS, metavar="N", help=f"how far back to look ({DAYS})")
    parser.add_argument("--since", metavar="TIME",
                        help="look from then on, for example 2026-11-21T18:00; in UTC unless it ends with an offset")
    parser.add_argument("--until", metavar="TIME", help="look at what was before then")
    parser.add_argument("--json", action="store_true", help="print the lines as they stand in the log")


def run(options: argparse.Namespace) -> int:
    period = asked_period(options)
    source = sandbox(options.sandbox) if options.sandbox else deployment(options.stack, options.region)
    sub = subject(source.users(), source.pool, options.user)
    keys = source.keys()
    own = {lines.of_subject(key, sub or options.user) for key in keys}
    unknown = set() if sub else {lines.of_unknown(key, options.user) for key in keys}
    found = lines.parsed(source.messages(own | unknown, period), own | unknown)
    name = shown(options.user)
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
        return FOUND
    print(f"{sub or name}, {period}; who = {' or '.join(sorted({line['who'] for line in found} or own))}")
    if found:
        print(f"\n{lines.table(found)}\n\n{lines.summary(found)}")
    else:
        print(f"\nNo line. {source.notice}")
    return FOUND


def asked_period(options: argparse.Namespace) -> Period:
    """
    :raises ValueError: a time cannot be read, or nothing lies between the two.
    """
    since, until = ((text and moment(text)) for text in (options.since, options.until))
    period = Period(since or last_days(options.days).since, until or None)
    if period.until is not None and period.until <= period.since:
        raise ValueError(f"nothing lies {period}")
    return period


def subject(api: Any, pool: str, user: str) -> str | None:
    """The `sub` of a user who is named by it, by the user name or by the email address; None if there is none.

    :param api: boto3's client of Cognito.
    :raises ValueError: several users have that address.
    """
    names = [("sub", user), ("username", user), ("email", user)]
    # The pool may have the encoded form of the domain.
    if (encoded := email_address.mailed(user)) and encoded != user:
        names.append(("email", encoded))
    for attribute, name in names:
        found = users(api, pool, attribute, name)
        if len(found) > 1:
            raise ValueError(f"several users have the {attribute} {user}: name one by the sub")
        if found:
            return found[0]["sub"]
    return None
