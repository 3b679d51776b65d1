#!/usr/bin/env python3
"""Lists, removes, resets, erases, exports and imports the authenticators of users, with an administrator's
credentials.

Exit codes: 0 done; 1 not done, or not everything; 2 wrong usage. What was done stands on standard error, in one line of
JSON.
"""

from __future__ import annotations

import sys

from botocore.exceptions import BotoCoreError, ClientError

import authenticator_administration
import authenticator_transfer
from authenticator_options import Action, request
from authenticator_session import NOT_DONE, session
from authenticator_table import OutcomeUnknown

ACTIONS = {
    Action.EXPORT: authenticator_transfer.export,
    Action.IMPORT: authenticator_transfer.import_file,
    Action.IMPORT_PASSWORDLESS: authenticator_transfer.import_passwordless,
    Action.ORPHANS: authenticator_transfer.orphans,
}


def main(words: list[str] | None = None) -> int:
    asked = request(words)
    try:
        return ACTIONS.get(asked.action, authenticator_administration.administer)(session(asked))
    except FileExistsError:
        print(f"{asked.file} exists already, and stays as it is.", file=sys.stderr)
    except OutcomeUnknown as error:
        print(f"There was no answer to the last change, which may have been made: {error}", file=sys.stderr)
    except (BotoCoreError, ClientError, OSError, ValueError) as error:
        print(f"Not done: {error}", file=sys.stderr)
    return NOT_DONE


if __name__ == "__main__":
    sys.exit(main())
