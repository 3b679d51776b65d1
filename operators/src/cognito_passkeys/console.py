"""The person at the keyboard: how a change is confirmed, and how text is printed."""

import argparse
import sys
from typing import Any

from cognito_passkeys.steps import so_far


def add_confirmation(parser: argparse.ArgumentParser) -> None:
    """Adds the options that show a change without making it, and that make it without asking."""
    parser.add_argument("--dry-run", action="store_true", help="show the changes, make none")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def is_confirmed(question: str, options: argparse.Namespace) -> bool:
    """Whether the person at the keyboard wants a change. Nobody is asked with `--yes`."""
    if options.yes or answer(f"{question} [y/N] ").lower() in ("y", "yes"):
        return True
    print(so_far())
    return False


def answer(question: str) -> str:
    """What the person types; empty without a terminal."""
    # Not by `input`, which may write to standard error, where logs go.
    print(question, end="", flush=True)
    try:
        return input().strip()
    except EOFError:
        if sys.stdin.isatty():
            raise
        return ""


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shown(value: Any) -> str:
    """A value as text that cannot change the terminal, since strangers choose names."""
    return "".join(character if character.isprintable() else "?" for character in str(value))
