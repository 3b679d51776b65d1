"""The command line of the tool for users' authenticators, as one action with what it needs."""

from __future__ import annotations

import argparse
from enum import Enum
from pathlib import Path
from typing import NamedTuple


class Action(Enum):
    """What the tool does. Each action but LIST is an option."""

    LIST = "list"
    REMOVE = "remove"
    RESET = "reset"
    ERASE = "erase"
    EXPORT = "export"
    IMPORT = "import"
    IMPORT_PASSWORDLESS = "import-passwordless"
    ORPHANS = "orphans"


# The actions that are about one user, those about all users, and those that change the table. EXPORT is about either.
ONE_USER = {Action.LIST, Action.REMOVE, Action.RESET, Action.ERASE}
ALL_USERS = {Action.IMPORT, Action.IMPORT_PASSWORDLESS, Action.ORPHANS}
CHANGES = {Action.REMOVE, Action.RESET, Action.ERASE, Action.IMPORT, Action.IMPORT_PASSWORDLESS}


class Request(NamedTuple):
    """What the tool is asked to do."""

    stack: str
    """The deployment whose table and user pool are meant."""
    region: str | None
    action: Action
    user: str | None
    """The user's id, which is `sub` in the user pool; None for all users."""
    subject: str | None
    """What the action is about: an authenticator's id, a file or another table."""
    is_dry_run: bool
    asks: bool
    """Whether the tool asks before it changes something."""

    @property
    def file(self) -> Path:
        """The file to write or to read."""
        return Path(self.subject or "")


def request(words: list[str] | None) -> Request:
    """The request on a command line. Wrong usage ends the process with status 2, after a line that says why."""
    parser = argparse.ArgumentParser(description="Lists, removes, exports and imports users' authenticators.")
    parser.add_argument("--stack", required=True, metavar="NAME", help="deployed stack")
    parser.add_argument("--region", metavar="NAME", help="the stack's region")
    parser.add_argument("--user", metavar="SUB", help="the user's sub in the user pool")
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument("--remove", metavar="ID", help="remove one authenticator of the user")
    actions.add_argument("--reset", action="store_true", help="remove all authenticators of the user")
    actions.add_argument("--erase", action="store_true", help="remove the user and everything about the user")
    actions.add_argument("--export", metavar="FILE", help="write a new file with the user, or with all users")
    actions.add_argument("--import", metavar="FILE", help="add the users of a file")
    actions.add_argument("--import-passwordless", metavar="TABLE",
                         help="add the passkeys of a table of amazon-cognito-passwordless-auth")
    actions.add_argument("--orphans", action="store_true", help="list the users that the user pool no longer has")
    parser.add_argument("--dry-run", action="store_true", help="show the changes, make none")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    options = parser.parse_args(words)

    values = {action: getattr(options, action.value.replace("-", "_")) for action in Action if action != Action.LIST}
    # An option with an empty value is given, too.
    given = [action for action, value in values.items() if value is not None and value is not False]
    action = given[0] if given else Action.LIST
    subject = values[action] if given and isinstance(values[action], str) else None
    if subject == "":
        parser.error(f"--{action.value} needs a value")
    if action in ONE_USER and not options.user:
        parser.error(f"--{action.value} needs --user" if given else "give --user, or an action for all users")
    if action in ALL_USERS and options.user is not None:
        parser.error(f"--{action.value} is about all users, not about --user")
    if options.user == "":
        parser.error("--user needs a value")
    if action not in CHANGES and (options.dry_run or options.yes):
        parser.error("--dry-run and --yes are for actions that change something")
    return Request(options.stack, options.region, action, options.user, subject, options.dry_run, not options.yes)
