"""Lists, removes, resets, erases, exports and imports the authenticators of users, with an administrator's
credentials.

Exit codes: 0 done; 1 not done, or not everything; 2 wrong usage. What was done stands on standard error, in one line of
JSON.
"""

from __future__ import annotations

import sys

from botocore.exceptions import BotoCoreError, ClientError

from authenticators import administration, transfer
from authenticators.options import Action, request
from authenticators.session import NOT_DONE, session
from authenticators.table import OutcomeUnknown

ACTIONS = {
    Action.EXPORT: transfer.export,
    Action.IMPORT: transfer.import_file,
    Action.IMPORT_PASSWORDLESS: transfer.import_passwordless,
    Action.ORPHANS: transfer.orphans,
}


def main(words: list[str] | None = None) -> int:
    asked = request(words)
    try:
        return ACTIONS.get(asked.action, administration.administer)(session(asked))
    except FileExistsError:
        print(f"{asked.file} exists already, and stays as it is.", file=sys.stderr)
    except OutcomeUnknown as error:
        print(f"There was no answer to the last change, which may have been made: {error}", file=sys.stderr)
    except (BotoCoreError, ClientError, OSError, ValueError) as error:
        print(f"Not done: {error}", file=sys.stderr)
    return NOT_DONE
