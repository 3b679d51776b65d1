"""The conversation of the first deployment, which asks again, with the reason, until an answer can be right."""

from getpass import getpass
from typing import Callable

from botocore.exceptions import BotoCoreError, ClientError

from cognito_passkeys.deployment import typed_key
from cognito_passkeys.deployment.account import Account, Wrong
from cognito_passkeys.deployment.questions import KINDS, NEW, QUESTIONS, TRIAL, Answers, Question, parameters


def ask(account: Account, read: Callable[[str], str] = input,
        read_unseen: Callable[[str], str] = getpass) -> dict[str, str]:
    """Asks everything that the way to sign in needs, and returns the parameters of the template.

    A key that is typed becomes a secret in the account, after the last answer.
    """
    answers = Answers(account, {})
    typed = ""
    for question in QUESTIONS:
        if question.name != "kind" and answers.kind not in question.kinds:
            continue
        answers.given[question.name] = answered(question, answers, read)
        if question.name == "secret" and answers.given["secret"] == NEW:
            typed = key(read_unseen)
        for note in notes(question, answers):
            print(f"  {note}")
    if typed:
        answers.given["secret"] = kept(account, typed)
    return parameters(answers.given)


def answered(question: Question, answers: Answers, read: Callable[[str], str]) -> str:
    default = question.default(answers)
    print(f"\n{question.text}")
    if question.name == "kind":
        print(*(f"  {number} {name:18} {text}" for number, (name, text) in enumerate(KINDS.items(), 1)), sep="\n")
    while True:
        answer = read(f"  [{default}] " if default else "  > ").strip() or default
        try:
            # No answer has a backslash, or the characters that a terminal adds to a paste.
            if not answer.isprintable() or "\\" in answer:
                raise Wrong("A backslash or a control character is in it, which no answer has.")
            return question.check(answer, answers)
        except Wrong as wrong:
            print(f"  {wrong}")


def key(read_unseen: Callable[[str], str]) -> str:
    while True:
        typed = read_unseen("  Authsignal's API secret key, which is not shown: ").strip()
        if typed and typed.isprintable() and " " not in typed:
            return typed
        print("  A key has at least one character, no spaces and no control characters.")


def kept(account: Account, typed: str) -> str:
    """The ARN of the secret that now has the key.

    :raises ValueError: these credentials may not make it, or its name is taken. The text says what to do.
    """
    name = typed_key.name(account.stack)
    try:
        arn = account.keep_secret(typed)
    except Wrong as wrong:
        raise ValueError(str(wrong)) from None
    except (BotoCoreError, ClientError) as error:
        raise ValueError(f"the secret {name} could not be made: {error} Let somebody make it who may, and answer with "
                         "its ARN.") from None
    print(f"\nThe key is in the secret {name} now.")
    return arn


def notes(question: Question, answers: Answers) -> list[str]:
    """What an accepted answer means, if that is not what one expects."""
    found = answers.account.notes[:]
    answers.account.notes.clear()
    if answers.given[question.name] == TRIAL:
        found.append("localhost is for a trial: its passkeys work on no other host, and only for pages of your own "
                     "machine. Make a stack with your domain before real users come.")
    if question.name == "sender" and answers.account.is_in_sandbox():
        found.append("Amazon SES is in its sandbox here: mails reach only addresses that SES has verified. Ask for "
                     "production access; it takes about a day.")
    return found + answers.account.notes
