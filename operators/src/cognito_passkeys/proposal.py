"""What a command is about to change, in one form for all verbs, and the one question whether it may.

    proposal = Proposal("passkeys")
    proposal.add("Stack passkeys", [change("OtpMailsPerHour", "3600", "7200")])
    proposal.follows.append("All processes start anew.")
    proposal.one_way.append("RelyingPartyId: 41 people's passkeys no longer work.")
    if (code := proposal.stops(options)) is not None:
        return code
"""

import argparse
import sys
from typing import Iterable, Iterator

from cognito_passkeys.console import add_confirmation, answer, is_confirmed, shown
from cognito_passkeys.steps import so_far
from cognito_passkeys.verbs import DECLINED, DONE


def add_agreement(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `stops`."""
    add_confirmation(parser)
    parser.add_argument("--confirm", metavar="STACK", help="agree to what has no way back, by the stack's name")


def change(name: str, before: str | None, after: str | None) -> str:
    """A line for a setting that changes."""
    return f"{name}: {value(before)} -> {value(after)}"


def value(text: str | None) -> str:
    return "not set" if text is None else shown(text) or '""'


class Proposal:
    """What a command is about to change."""

    def __init__(self, name: str) -> None:
        """
        :param name: the stack's, which a person types to agree to what has no way back.
        """
        self.name = name
        self.parts: dict[str, list[str]] = {}
        """The lines of what changes, by a title for each thing that changes."""
        self.follows: list[str] = []
        """What else a person has to know."""
        self.one_way: list[str] = []
        """Each step without a way back, and what it costs."""

    def add(self, title: str, lines: Iterable[str]) -> None:
        if found := [*lines]:
            self.parts.setdefault(title, []).extend(found)

    def lines(self) -> Iterator[str]:
        parts = self.parts | {"What follows": self.follows, "There is no way back from this": self.one_way}
        for title, lines in parts.items():
            if lines:
                yield f"{title}:"
                yield from (f"  {line}" for line in lines)

    def show(self) -> None:
        print(*self.lines(), sep="\n", end="\n" if any(self.lines()) else "", flush=True)

    def stops(self, options: argparse.Namespace, question: str = "Do this?") -> int | None:
        """Shows it and asks once. Returns the exit code if the command ends here, and None if it goes on."""
        self.show()
        if not self.parts:
            print("Nothing to change.")
            return DONE
        if options.dry_run:
            print("Dry run: nothing was changed.")
            return DONE
        is_agreed = self._is_agreed(options) if self.one_way else is_confirmed(question, options)
        return None if is_agreed else DECLINED

    def _is_agreed(self, options: argparse.Namespace) -> bool:
        typed = options.confirm
        if typed is None and sys.stdin.isatty():
            typed = answer(f"Type the stack's name, {self.name}, to do this: ")
        if typed == self.name:
            return True
        needed = f"It needs the stack's name, {self.name}, typed or as --confirm {self.name}; --yes is not enough."
        print(f"{so_far()} {needed}", file=sys.stderr)
        return False
