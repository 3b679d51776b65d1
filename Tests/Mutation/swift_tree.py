"""Reads a Swift file as a tree of tokens and bracketed groups. It knows as much of Swift as the generator needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

CLOSING = {"(": ")", "[": "]", "{": "}"}
SPACE = re.compile(r"(?:\s+|//[^\n]*|^[ \t]*#(?:if|elseif|else|endif|sourceLocation)\b[^\n]*)+", re.MULTILINE)
WORD = re.compile(r"[@#]?[A-Za-z_]\w*|\$\d+|`\w+`|\d[\w.]*(?<!\.)")
OPERATOR = re.compile(r"\.\.\.|\.\.<|[-+*/%<>=!&|^~?]+|[.:;,\\]")


class Unreadable(Exception):
    """The text is not Swift, or a part of Swift that this reader does not know."""


@dataclass
class Token:
    """A word, a number, an operator or a whole string literal."""
    text: str
    start: int
    end: int
    # Whether a line break comes before it, and whether space does on both sides, as at a binary operator.
    is_first: bool = False
    is_spaced: bool = False


@dataclass
class Group(Token):
    """Everything between a pair of brackets; `text` is the opening one."""
    items: list[Token] = field(default_factory=list)


def read(source: str) -> list[Token]:
    """The tree of a whole file."""
    items, position = _read_items(source, 0, None)
    if position != len(source):
        raise Unreadable(f"a bracket too many at {position}")
    return items


def _read_items(source: str, position: int, closing: str | None) -> tuple[list[Token], int]:
    """The items up to a closing bracket, and where that one is."""
    items: list[Token] = []
    while True:
        space = SPACE.match(source, position)
        begins_line = not items or space is not None and "\n" in space[0]
        position = space.end() if space else position
        if position == len(source) or source[position] in ")]}":
            if position == len(source) and closing or position < len(source) and source[position] != closing:
                raise Unreadable(f"a bracket is missing at {position}")
            return items, position
        token = _read_token(source, position)
        token.is_first = begins_line
        token.is_spaced = space is not None and source[token.end:token.end + 1].isspace()
        items.append(token)
        position = token.end


def _read_token(source: str, position: int) -> Token:
    character = source[position]
    if character in CLOSING:
        items, end = _read_items(source, position + 1, CLOSING[character])
        return Group(character, position, end + 1, items=items)
    if re.match(r'#*"', source[position:position + 8]):
        end = _end_of_string(source, position)
        return Token(source[position:end], position, end)
    match = WORD.match(source, position) or OPERATOR.match(source, position)
    if match is None:
        raise Unreadable(f"an unknown character at {position}: {source[position:position + 20]!r}")
    return Token(match[0], position, match.end())


def _end_of_string(source: str, position: int) -> int:
    """Where a string literal ends. Its interpolations may hold strings themselves."""
    hashes = re.match("#*", source[position:])[0]
    position += len(hashes)
    quote = '"""' if source.startswith('"""', position) else '"'
    position += len(quote)
    while not source.startswith(quote + hashes, position):
        if source.startswith("\\" + hashes + "(", position):
            _, end = _read_items(source, position + len(hashes) + 2, ")")
            position = end + 1
        elif source.startswith("\\" + hashes, position):
            position += len(hashes) + 2
        else:
            position += 1
        if position >= len(source):
            raise Unreadable("a string does not end")
    return position + len(quote + hashes)
