"""Swift source as tokens, without comments and without what string and regular expression literals say.

Code inside an interpolation stays. Every token keeps its line, so that a finding can name it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_CODE = re.compile(r'//[^\n]*|/\*|(#*)("""(?=[^\S\n]*\n)|")|(#+)/|/|[()]')
_TOKEN = re.compile(r"[A-Za-z_]\w*|`[^`\n]+`|[@$#]\w+|\d\w*(?:\.\d\w*)?|->|\.\.[.<]|[^\s\w]")
# A bare regular expression literal stands where a value is expected, and begins with no space.
_BARE_REGEX = re.compile(r"/(?![\s/*])(?:\\.|[^/\\\n])+/")
_BEFORE_VALUE = re.compile(r"(?:[=(,:\[{?]|\breturn|\bin)\s*$")


class Token(NamedTuple):
    """A word or sign of the source, and where it stands."""

    text: str
    line: int
    start: int
    end: int


def blank(text: str) -> str:
    """The source with spaces in place of comments and literals: same length, same lines."""
    out: list[str] = []
    position = _code(text, 0, out, is_interpolation=False)
    out.append(text[position:])
    return "".join(out)


def tokens(text: str) -> list[Token]:
    """The words and signs of a source file."""
    found: list[Token] = []
    line, last = 1, 0
    source = blank(text)
    for match in _TOKEN.finditer(source):
        line += source.count("\n", last, match.start())
        last = match.start()
        found.append(Token(match.group().strip("`"), line, match.start(), match.end()))
    return found


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _code(text: str, position: int, out: list[str], *, is_interpolation: bool) -> int:
    """Copies code up to its end, or up to the end of an interpolation. Gives where it stopped."""
    depth = 0
    while match := _CODE.search(text, position):
        out.append(text[position:match.start()])
        word, position = match.group(), match.end()
        if word == "(":
            depth += 1
            out.append(word)
        elif word == ")":
            out.append(word)
            if depth == 0 and is_interpolation:
                return position
            depth -= 1
        elif word.startswith("//"):
            out.append(_spaces(word))
        elif word == "/*":
            position = _block_comment(text, match.start())
            out.append(_spaces(text[match.start():position]))
        elif match.group(2):
            out.append(_spaces(match.group(1)) + '"' + _spaces(match.group(2)[1:]))
            position = _string(text, position, out, hashes=len(match.group(1)), quotes=match.group(2))
        elif match.group(3):
            closing = text.find("/" + match.group(3), position)
            position = len(text) if closing < 0 else closing + 1 + len(match.group(3))
            out.append(_spaces(text[match.start():position]))
        else:
            regex = _BARE_REGEX.match(text, match.start())
            if regex and _BEFORE_VALUE.search(text, max(0, match.start() - 40), match.start()):
                position = regex.end()
                out.append(_spaces(regex.group()))
            else:
                out.append(word)
    return position


def _block_comment(text: str, position: int) -> int:
    """The end of a comment, which may hold others."""
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, position):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def _string(text: str, position: int, out: list[str], *, hashes: int, quotes: str) -> int:
    """Blanks a string literal from behind its opening quotes, and copies the code of its interpolations."""
    escape = r"\\" + "#" * hashes
    end = quotes + "#" * hashes + ("" if len(quotes) == 3 else r"|\n")
    parts = re.compile(rf"{escape}(\()|{escape}.|{end}", re.DOTALL)
    while match := parts.search(text, position):
        out.append(_spaces(text[position:match.start()]))
        if match.group(1):
            out.append(_spaces(match.group()[:-1]) + "(")
            position = _code(text, match.end(), out, is_interpolation=True)
        elif match.group().startswith("\\"):
            out.append(_spaces(match.group()))
            position = match.end()
        elif match.group() == "\n":
            out.append("\n")
            return match.end()
        else:
            out.append('"' + _spaces(match.group()[1:]))
            return match.end()
    out.append(_spaces(text[position:]))
    return len(text)
