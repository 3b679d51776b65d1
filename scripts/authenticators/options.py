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
IMPORTS = {Action.IMPORT, Action.IMPORT_PASSWORDLESS}
ALL_USERS = IMPORTS | {Action.ORPHANS}
CHANGES = IMPORTS | {Action.REMOVE, Action.RESET, Action.ERASE}


class Request(NamedTuple):
    """What the tool is asked to do."""

    action: Action
    stack: str | None = None
    """The deployment whose table and user pool are meant; None if the command line names both."""
    region: str | None = None
    table: str | None = None
    """The table, if it is not the stack's."""
    pool: str | None = None
    """The user pool's id, if it is not the stack's."""
    relying_party: str | None = None
    """The relying party id, if it is not the stack's."""
    user: str | None = None
    """The user's id, which is `sub` in the user pool; None for all users."""
    subject: str | None = None
    """What the action is about: an authenticator's id, a file or another table."""
    notifies: bool = False
    """Whether the user gets a mail about it."""
    keeps_existing: bool = False
    """Whether an import leaves users alone whom the table has already."""
    is_dry_run: bool = False
    asks: bool = True
    """Whether the tool asks before it changes something."""

    @property
    def file(self) -> Path:
        """The file to write or to read."""
        return Path(self.subject or "")

    @property
    def one(self) -> str:
        """The user that an action of ONE_USER is about."""
        return self.user or ""


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="authenticators", description="Lists, removes, exports and imports users' authenticators.")
    parser.add_argument("--stack", metavar="NAME", help="deployed stack")
    parser.add_argument("--region", metavar="NAME", help="the stack's region")
    parser.add_argument("--table", metavar="NAME", help="table of users and passkeys, instead of the stack's")
    parser.add_argument("--pool", metavar="ID", help="user pool, instead of the stack's")
    parser.add_argument("--relying-party", metavar="DOMAIN", help="relying party id, instead of the stack's")
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
    parser.add_argument("--notify", action="store_true", help="with --reset, tell the user by email")
    parser.add_argument("--skip-existing", action="store_true",
                        help="with an import, leave users alone whom the table has with other contents")
    parser.add_argument("--dry-run", action="store_true", help="show the changes, make none")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def request(words: list[str] | None) -> Request:
    """The request on a command line. Wrong usage ends the process with status 2, after a line that says why."""
    parser = arguments()
    options = parser.parse_args(words)

    values = {action: getattr(options, action.value.replace("-", "_")) for action in Action if action != Action.LIST}
    # An option with an empty value is given, too.
    given = [action for action, value in values.items() if value is not None and value is not False]
    action = given[0] if given else Action.LIST
    subject = values[action] if given and isinstance(values[action], str) else None
    if not options.stack and not (options.table and options.pool):
        parser.error("give --stack, or --table and --pool")
    if subject == "":
        parser.error(f"--{action.value} needs a value")
    if action in ONE_USER and not options.user:
        parser.error(f"--{action.value} needs --user" if given else "give --user, or an action for all users")
    if action in ALL_USERS and options.user is not None:
        parser.error(f"--{action.value} is about all users, not about --user")
    if options.user == "":
        parser.error("--user needs a value")
    if options.notify and (action != Action.RESET or not options.stack):
        parser.error("--notify is for --reset, and needs --stack")
    if options.skip_existing and action not in IMPORTS:
        parser.error("--skip-existing is for imports")
    if action not in CHANGES and (options.dry_run or options.yes):
        parser.error("--dry-run and --yes are for actions that change something")
    return Request(action, options.stack, options.region, options.table, options.pool, options.relying_party,
                   options.user, subject, options.notify, options.skip_existing, options.dry_run, not options.yes)
