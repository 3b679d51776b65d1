"""What a command has changed so far, for the sentence with which it ends early."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator

_done: dict[str, None] = {}
_unknown: dict[str, None] = {}


def forget() -> None:
    """Begins a command."""
    _done.clear()
    _unknown.clear()


@contextmanager
def step(what: str) -> Iterator[None]:
    """A change in AWS, or of a file. If it does not end, it may have been made, unless AWS has refused it."""
    _unknown[what] = None
    try:
        yield
    except Exception as error:
        # Only an error that AWS has answered with has this.
        if hasattr(error, "response"):
            del _unknown[what]
        raise
    del _unknown[what]
    _done[what] = None


def so_far() -> str:
    """What has been changed."""
    if not _done and not _unknown:
        return "Nothing has been changed."
    parts = (("Done before that", _done), ("May have been done", _unknown))
    return " ".join(f"{title}: {'; '.join(steps)}." for title, steps in parts if steps)
