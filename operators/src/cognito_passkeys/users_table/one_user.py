"""What an administrator reads and does about one user."""

import base64
import uuid
from datetime import datetime, timezone

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys import email_address
from cognito_passkeys.console import count, is_confirmed, shown
from cognito_passkeys.users_table import changes, items, reset_notice
from cognito_passkeys.users_table.changes import Write
from cognito_passkeys.users_table.items import User
from cognito_passkeys.users_table.keys import PASSKEY, Item, key_of, number, value
from cognito_passkeys.users_table.session import DONE, NOT_DONE, Session, now
from cognito_passkeys.users_table.table import OutcomeUnknown
from cognito_passkeys.verbs import DECLINED

# What Cognito has issued is out of the table's reach.
TOKENS = ("Tokens that Cognito has issued stay valid; to revoke them: "
          "aws cognito-idp admin-user-global-sign-out --user-pool-id {pool} --username {user}")


def administer(session: Session) -> int:
    """Lists a user's authenticators, and changes them if that is asked for."""
    options, table = session.options, session.table.name
    user = session.table.user(options.user, session.pool.id)
    if user is None:
        print(f"The table has no user {shown(options.user)}.")
        return NOT_DONE
    print("\n".join(user_lines(user)))
    for problem in items.problems(user):
        print(f"  The functions cannot read this user: {shown(problem)}")
    if options.action == "list":
        return DONE
    change = str(uuid.uuid4())
    if options.action == "remove":
        writes = changes.removal(user, options.subject, table, change)
        if writes is None:
            print("The user has no authenticator with that id.")
            return NOT_DONE
        outcome = changed(session, user, writes, "Remove this authenticator?", [options.subject])
        if outcome == DONE and not options.dry_run:
            print("Tell the person about it: nobody has yet.")
        return outcome
    if options.action == "reset":
        return reset(session, user, change)
    return changed(session, user, changes.erasure(user, table), "Erase everything about this user?",
                   ids(user))


def reset(session: Session, user: User, change: str) -> int:
    options, address = session.options, None
    if options.notify:
        verified = session.pool.verified_address(user.id)
        address = verified and email_address.mailed(verified)
        if session.mail is None or address is None:
            # Better now than after a reset of which the person never learns.
            reason = ("Cognito has no verified address of this user" if not verified else
                      "the stack names no sender" if address else "Amazon SES cannot send to this user's address")
            print(f"The notice could not be sent: {reason}. Nothing has been changed.")
            return NOT_DONE
    writes = changes.reset(user, session.table.name, change)
    outcome = changed(session, user, writes, "Remove all these authenticators?", ids(user))
    if outcome != DONE or options.dry_run:
        return outcome
    print("At the next sign-in the person gets a code by email, and can add a passkey after that.")
    if address is None or session.mail is None:
        print("Tell the person about the reset: nobody has yet. --notify sends a mail.")
        return DONE
    try:
        reset_notice.send(session.mail, address, now(), options.region)
    except (BotoCoreError, ClientError) as error:
        print(f"The reset is done, but the mail could not be sent. Tell the person. {error}")
        return NOT_DONE
    print("The person has been told by email.")
    return DONE


def changed(session: Session, user: User, writes: list[Write], question: str, authenticators: list[str]) -> int:
    """Makes a change, if it is wanted, and leaves a line in the log."""
    if session.options.dry_run:
        print(f"This would remove {count(len(authenticators), 'authenticator')}. Nothing has been changed.")
        return DONE
    if not is_confirmed(question, session.options):
        return DECLINED
    session.log.identify()
    facts = {"user": user.id, "authenticators": authenticators}
    try:
        if not session.table.change(writes):
            print("The user has changed meanwhile. Nothing has been changed; try again.")
            return NOT_DONE
    except OutcomeUnknown as error:
        session.log.write(session.options.action, **facts, outcome="unknown")
        print(f"There was no answer. List the user to see whether it has been done. {error}")
        return NOT_DONE
    session.log.write(session.options.action, **facts, outcome="done")
    print(f"Done: {count(len(authenticators), 'authenticator')} removed.")
    print(TOKENS.format(pool=session.pool.id, user=shown(user.id)))
    return DONE


def ids(user: User) -> list[str]:
    return [value(item, "id", "S") or item["sk"]["S"] for item in user.authenticators]


def user_lines(user: User) -> list[str]:
    """The user and each authenticator, a line each."""
    had = value(user.profile, "hasHadPasskey", "BOOL") if user.profile else None
    facts = [count(len(user.authenticators), "authenticator"),
             "no profile" if user.profile is None else f"version {number(user.profile, 'version')}",
             "has had a passkey" if had else "never had a passkey"]
    return [f"{shown(user.id)}: {', '.join(facts)}", *map(authenticator_line, user.authenticators)]


def authenticator_line(item: Item) -> str:
    key = key_of(item)
    facts = [f"added {moment(item, 'createdAt')}", f"last used {moment(item, 'lastVerifiedAt')}"]
    if key.kind == PASSKEY:
        name = value(item, "label", "S")
        facts = [f'"{shown(name)}"' if name else "without a name", *facts,
                 "synced" if value(item, "isBackedUp", "BOOL") else
                 "can be synced" if value(item, "isBackupEligible", "BOOL") else "on one device",
                 f"model {aaguid(item)}"]
    else:
        facts = [shown(value(item, "email", "S") or "no address"), *facts]
    return f"  {key.kind:8}{shown(key.authenticator or '')}  {', '.join(facts)}"


def moment(item: Item, name: str) -> str:
    seconds = number(item, name)
    try:
        return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return "at an unknown time"


def aaguid(item: Item) -> str:
    data = base64.b64decode(value(item, "aaguid", "B") or "")
    return str(uuid.UUID(bytes=data)) if len(data) == 16 else "unknown"
