"""What an administrator does about all users: export, import, and users that the pool no longer has."""

from pathlib import Path

import boto3

from cognito_passkeys.console import count, is_confirmed, shown
from cognito_passkeys.users_table import files, passwordless, passwordless_import
from cognito_passkeys.users_table.changes import additions
from cognito_passkeys.users_table.files import Export
from cognito_passkeys.users_table.items import User, problems as user_problems, users
from cognito_passkeys.users_table.keys import Item, key_of
from cognito_passkeys.users_table.session import DONE, NOT_DONE, Session
from cognito_passkeys.verbs import DECLINED

# How often an export reads users again who changed while it was reading.
READINGS = 3
# How many problems are printed at most.
SHOWN = 20


def export(session: Session) -> int:
    """Writes a new file with one user, or with all users of the pool."""
    relying_party, pool = session.relying_party(), session.pool.id
    if session.options.user is None:
        found = everybody(session)
    else:
        user = session.table.user(session.options.user, pool)
        if user is None:
            print(f"The table has no user {shown(session.options.user)}.")
            return NOT_DONE
        found = {user.id: user}
    items = [item for user in found.values() for item in user.items]
    problems = [f"{user.id}: {problem}" for user in found.values() for problem in user_problems(user)]
    session.log.identify()
    files.write(Path(session.options.subject), files.encoded(Export(relying_party, pool, items)))
    session.log.write("export", user=session.options.user, users=len(found), items=len(items), outcome="done")
    print(f"{session.options.subject}: {count(len(found), 'user')}, {count(len(items), 'item')}. "
          "Only you can read the file; it is about people.")
    if problems:
        print("These users cannot be imported as they are:")
        show(problems)
    return NOT_DONE if problems else DONE


def everybody(session: Session) -> dict[str, User]:
    """All users of the pool, each as they were at one moment."""
    found = users(own_items(session))
    for _ in range(READINGS):
        # A scan reads a user's items one after the other, and the user may change in between.
        torn = [user.id for user in found.values() if user_problems(user)]
        for id in torn:
            user = session.table.user(id, session.pool.id)
            found = {key: value for key, value in found.items() if key != id} | ({id: user} if user else {})
    return found


def own_items(session: Session) -> list[Item]:
    """All items of the pool. A table may serve several pools."""
    return [item for item in session.table.items() if key_of(item).tenant == session.pool.id]


def import_file(session: Session) -> int:
    return imported(session, files.decoded(Path(session.options.subject).read_bytes()))


def import_passwordless(session: Session) -> int:
    """Adds the passkeys of a table of aws-samples/amazon-cognito-passwordless-auth, which it only reads."""
    relying_party, pool = session.relying_party(), session.pool.id
    pages = boto3.client("dynamodb", region_name=session.options.region).get_paginator("scan").paginate(
        TableName=session.options.subject, ConsistentRead=True)
    passkeys, problems = passwordless.passkeys(
        (item for page in pages for item in page["Items"]), relying_party)
    if problems:
        return refused(problems)
    items, left_out = passwordless_import.converted(passkeys, session.pool.names(), pool)
    if left_out:
        print(f"Left out, because the pool does not have their users: {count(left_out, 'passkey')}.")
    if passkeys and not items:
        return refused([f"the pool {pool} has none of the users"])
    return imported(session, Export(relying_party, pool, items))


def imported(session: Session, export: Export) -> int:
    """Adds the users of an export, each in one transaction. Nothing is written before everything has been judged."""
    problems = files.import_problems(export, session.relying_party(), session.pool.id)
    if problems:
        return refused(problems)
    plan = files.import_plan(export, session.table.existing(export.by_key()), session.options.skip_existing)
    if plan.conflicts:
        print("The table has these users, or their credentials, with other contents. --skip-existing leaves users "
              "alone whom the table has.")
        return refused(plan.conflicts)
    print(f"To add: {count(len(plan.added), 'user')}. There already: {plan.present}. "
          f"There with other contents, left alone: {plan.kept}.")
    if session.options.dry_run:
        print("Nothing has been changed.")
        return DONE
    if not plan.added:
        return DONE
    if not is_confirmed("Add these users?", session.options):
        return DECLINED
    session.log.identify()
    return added(session, plan.added)


def added(session: Session, wanted: list[User]) -> int:
    made, passkeys, taken, outcome = 0, 0, [], "incomplete"
    try:
        for user in wanted:
            if session.table.change(additions(user, session.table.name)):
                made, passkeys = made + 1, passkeys + len(user.pointers)
            else:
                taken.append(user.id)
        if not taken:
            outcome = "done"
    finally:
        # Also if the table refuses to go on: what was added before stays.
        session.log.write(session.options.action, users=made, passkeys=passkeys, outcome=outcome)
        print(f"Added: {made} of {count(len(wanted), 'user')}.")
    if taken:
        print("Not added, because the table has got an item of theirs meanwhile, or was changing one:")
        show(taken)
    return NOT_DONE if taken else DONE


def orphans(session: Session) -> int:
    """Lists the users of the table that the pool no longer has."""
    # The table is read first: a user whom it gets later is in the pool by then.
    stored = {id for id, user in users(own_items(session)).items() if user.profile or user.authenticators}
    gone = sorted(id for id in stored - session.pool.names().keys() if not session.pool.has(id))
    for id in gone:
        print(shown(id))
    print(f"{count(len(gone), 'user')} of {len(stored)} no longer in {session.pool.id}."
          + (" --user SUB --erase removes one." if gone else ""))
    return DONE


def refused(problems: list[str]) -> int:
    show(problems)
    print("Nothing has been changed.")
    return NOT_DONE


def show(problems: list[str]) -> None:
    for problem in problems[:SHOWN]:
        print(f"  {shown(problem)}")
    if len(problems) > SHOWN:
        print(f"  and {len(problems) - SHOWN} more")
