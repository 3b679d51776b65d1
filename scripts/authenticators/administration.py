"""The actions of the tool that are about one user."""

from __future__ import annotations

import uuid

from botocore.exceptions import BotoCoreError, ClientError

from authenticators import changes, user_items, reset_notice
from authenticators.changes import Write
from authenticators.user_items import User, value
from authenticators.options import Action
from authenticators.session import DONE, NOT_DONE, Session, now
from authenticators.table import OutcomeUnknown
from authenticators.text import count, shown, user_lines

# What Cognito has issued is out of the table's reach.
TOKENS = ("Tokens that Cognito has issued stay valid; to revoke them: "
          "aws cognito-idp admin-user-global-sign-out --user-pool-id {pool} --username {user}")


def administer(session: Session) -> int:
    """Lists a user's authenticators, and changes them if that is asked for."""
    request, table = session.request, session.deployment.table
    user = session.table.user(request.one, session.deployment.pool)
    if user is None:
        print(f"The table has no user {shown(request.one)}.")
        return NOT_DONE
    print("\n".join(user_lines(user)))
    for problem in user_items.problems(user):
        print(f"  The functions cannot read this user: {shown(problem.text)}")
    if request.action == Action.LIST:
        return DONE
    change = str(uuid.uuid4())
    if request.action == Action.REMOVE:
        writes = changes.removal(user, request.subject or "", table, change)
        if writes is None:
            print("The user has no authenticator with that id.")
            return NOT_DONE
        outcome = changed(session, user, writes, "Remove this authenticator?", [request.subject or ""])
        if outcome == DONE and not request.is_dry_run:
            print("Tell the person about it: nobody has yet.")
        return outcome
    if request.action == Action.RESET:
        return reset(session, user, change)
    return changed(session, user, changes.erasure(user, table), "Erase everything about this user?",
                   ids(user))


def reset(session: Session, user: User, change: str) -> int:
    request, address = session.request, None
    if request.notifies:
        address = session.pool.verified_address(user.id)
        if session.deployment.mail is None or address is None:
            # Better now than after a reset of which the person never learns.
            reason = "the stack names no sender" if address else "Cognito has no verified address of this user"
            print(f"The notice could not be sent: {reason}. Nothing has been changed.")
            return NOT_DONE
    writes = changes.reset(user, session.deployment.table, change)
    outcome = changed(session, user, writes, "Remove all these authenticators?", ids(user))
    if outcome != DONE or request.is_dry_run:
        return outcome
    print("At the next sign-in the person gets a code by email, and can add a passkey after that.")
    if address is None or session.deployment.mail is None:
        print("Tell the person about the reset: nobody has yet. --notify sends a mail.")
        return DONE
    try:
        reset_notice.send(session.deployment.mail, address, now(), request.region)
    except (BotoCoreError, ClientError) as error:
        print(f"The reset is done, but the mail could not be sent. Tell the person. {error}")
        return NOT_DONE
    print("The person has been told by email.")
    return DONE


def changed(session: Session, user: User, writes: list[Write], question: str, authenticators: list[str]) -> int:
    """Makes a change, if it is wanted, and leaves a line in the log."""
    if session.request.is_dry_run:
        print(f"This would remove {count(len(authenticators), 'authenticator')}. Nothing has been changed.")
        return DONE
    if not session.is_confirmed(question):
        return NOT_DONE
    session.log.identify()
    facts = {"user": user.id, "authenticators": authenticators}
    try:
        if not session.table.change(writes):
            print("The user has changed meanwhile. Nothing has been changed; try again.")
            return NOT_DONE
    except OutcomeUnknown as error:
        session.log.write(session.request.action.value, now(), **facts, outcome="unknown")
        print(f"There was no answer. List the user to see whether it has been done. {error}")
        return NOT_DONE
    session.log.write(session.request.action.value, now(), **facts, outcome="done")
    print(f"Done: {count(len(authenticators), 'authenticator')} removed.")
    print(TOKENS.format(pool=session.deployment.pool, user=shown(user.id)))
    return DONE


def ids(user: User) -> list[str]:
    return [value(item, "id", "S") or item["sk"]["S"] for item in user.authenticators]
