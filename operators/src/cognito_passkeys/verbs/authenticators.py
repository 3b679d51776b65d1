"""Lists, removes, resets, erases, exports and imports the authenticators of
users, with an administrator's credentials.

Without an action it lists those of --user. What was done stands on standard
error, in one line of JSON.
"""

import argparse
import sys

from cognito_passkeys.console import add_confirmation
from cognito_passkeys.stacks import add_region, add_stack
from cognito_passkeys.users_table import all_users, one_user
from cognito_passkeys.users_table.session import NOT_DONE, session
from cognito_passkeys.users_table.table import OutcomeUnknown
from cognito_passkeys.verbs import Misuse

ACTIONS = ("remove", "reset", "erase", "export", "import", "import-passwordless", "orphans")
# The actions that are about one user, those about all users, and those that change the table. An export is about either.
ONE_USER = {"list", "remove", "reset", "erase"}
IMPORTS = {"import", "import-passwordless"}
ALL_USERS = IMPORTS | {"orphans"}
CHANGES = IMPORTS | {"remove", "reset", "erase"}


def add_options(parser: argparse.ArgumentParser) -> None:
    add_stack(parser)
    add_region(parser)
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
    add_confirmation(parser)


def judge(options: argparse.Namespace) -> None:
    """Adds the action, and its `subject`: an authenticator's id, a file or another table.

    :raises Misuse: the options do not belong together.
    """
    values = {action: getattr(options, action.replace("-", "_")) for action in ACTIONS}
    # An option with an empty value is given, too.
    given = [action for action, value in values.items() if value is not None and value is not False]
    action = options.action = given[0] if given else "list"
    options.subject = values.get(action)
    for is_wrong, text in (
        (not options.stack and not (options.table and options.pool), "give --stack, or --table and --pool"),
        (values.get(action) == "", f"--{action} needs a value"),
        (action in ONE_USER and not options.user,
         f"--{action} needs --user" if given else "give --user, or an action for all users"),
        (action in ALL_USERS and options.user is not None, f"--{action} is about all users, not about --user"),
        (options.user == "", "--user needs a value"),
        (options.notify and (action != "reset" or not options.stack), "--notify is for --reset, and needs --stack"),
        (options.skip_existing and action not in IMPORTS, "--skip-existing is for imports"),
        (action not in CHANGES and (options.dry_run or options.yes),
         "--dry-run and --yes are for actions that change something"),
    ):
        if is_wrong:
            raise Misuse(text)


def run(options: argparse.Namespace) -> int:
    judge(options)
    action = {"export": all_users.export, "import": all_users.import_file, "orphans": all_users.orphans,
              "import-passwordless": all_users.import_passwordless}.get(options.action, one_user.administer)
    try:
        return action(session(options))
    except FileExistsError:
        print(f"{options.subject} exists already, and stays as it is.", file=sys.stderr)
    except OutcomeUnknown as error:
        print(f"There was no answer to the last change, which may have been made: {error}", file=sys.stderr)
    return NOT_DONE
