"""Reads from the functions' sources which values a variable may have and which it has by default.

Only the calls of `Settings` say so: `integer(NAME, in: A...B, default: C)`, `choice(NAME, default: .case)` and
`flag(NAME)`. A call that cannot be read is an error, so that none is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

CALL = re.compile(r"(?:(?P<target>\w+)(?: =|:) [^=\n]{0,60}?)?\b(?P<kind>integer|choice|flag)\(\s*"
                  r"(?P<name>\"[A-Z_]+\"|[\w.]*[vV]ariable)(?=(?P<rest>,[^\n]*(?:\n[^\n]*)?)?)")
# The functions tell an unset one from each of its values.
UNSET = frozenset({"ASSURANCE"})
ENUM = re.compile(r"\benum (\w+): String\b.*?\n(?=[ ]{0,4}\}\n)", re.DOTALL)
CASES = re.compile(r"^\s*case (.+)$", re.MULTILINE)


class Setting(NamedTuple):
    """What a variable may be."""

    name: str
    default: str
    values: tuple[str, ...]
    """Every value of a choice; nothing for the others."""
    bounds: tuple[int, int] | None = None


class Unreadable(ValueError):
    """A call of `Settings` whose values cannot be told."""


class Code:
    """The sources of the functions."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files
        self.enums = {match[1]: cases(match[0]) for text in files.values() for match in ENUM.finditer(text)}

    def settings(self) -> Iterator[Setting]:
        for file, text in self.files.items():
            for call in CALL.finditer(text):
                if call["rest"] and not call["rest"].startswith((", in: ", ", default:")):
                    continue  # Another function of that name.
                try:
                    yield self.setting(call, text)
                except (LookupError, ValueError) as error:
                    raise Unreadable(f"{file}: {call[0].splitlines()[0].strip()}: {error}") from None

    def setting(self, call: re.Match[str], text: str) -> Setting:
        name, rest = self.variable(call["name"], text, call.start()), call["rest"] or ""
        match call["kind"]:
            case "flag":
                return Setting(name, "false", ())
            case "integer":
                low, high, default = re.search(r"in: (\S+?)\.\.\.(\S+), default: ([\w.]+)", rest).groups()
                return Setting(name, str(self.number(default, text)), (),
                               (self.number(low, text), self.number(high, text)))
            case _:
                values = self.enums[self.type_of(call, text)]
                return Setting(name, values[re.search(r"default: \.(\w+)", rest)[1]], tuple(values.values()))

    def variable(self, word: str, text: str, end: int) -> str:
        """The name that a call gives: itself, a constant of a type, or a local one above it."""
        if word.startswith('"'):
            return word.strip('"')
        owner, _, constant = word.rpartition(".")
        if owner in ("", "Self"):
            return re.findall(rf'let {constant} = "([A-Z_]+)"', text[:end])[-1]
        return first(match[1] for other in self.files.values()
                    if (match := re.search(rf'\b(?:enum|struct|extension) {owner}\b.*?let {constant} = "([A-Z_]+)"',
                                           other, re.DOTALL)))

    def number(self, word: str, text: str) -> int:
        if re.fullmatch(r"[\d_]+", word):
            return int(word)
        name = word.rpartition(".")[2]
        for source in (text, *self.files.values()):
            if match := re.search(rf"\blet {name}(?:: \w+)? = (?:Int64\()?([\w.]+)", source):
                return self.number(match[1], text)
        raise LookupError(f"{word} is not a number")

    def type_of(self, call: re.Match[str], text: str) -> str:
        """The enumeration that a choice makes."""
        owner = call["name"].rpartition(".")[0]
        if owner == "Self" or call["target"] == "self":
            return re.findall(r"\b(?:enum|extension) (\w+)", text[:call.start()])[-1]
        if owner in self.enums:
            return owner
        return first(kind for source in (text, *self.files.values()) for match in re.finditer(
            rf"\b(?:let|var) {call['target']}(?:: (?:\w+\.)*(\w+)| = (\w+)\.)", source)
            if (kind := match[1] or match[2]) in self.enums)


def first(found: Iterator[str]) -> str:
    for one in found:
        return one
    raise LookupError("its type or name is not found")


def cases(enum: str) -> dict[str, str]:
    """The raw values of an enumeration by its cases."""
    return {name: value or name for line in CASES.findall(enum)
            for name, value in re.findall(r'(\w+)(?: = "([^"]*)")?(?:, |$)', line)}


def read(root: Path) -> list[Setting]:
    """The settings of all functions.

    :raises Unreadable: names the call.
    """
    files = [file for part in ("Functions", "Modules") for file in sorted((root / "Sources" / part).rglob("*.swift"))]
    return list(Code({file.name: file.read_text(encoding="utf-8") for file in files}).settings())


def faults(setting: Setting, default: str, meaning: str) -> Iterator[str]:
    """In what the cells of a variable's row differ from the code."""
    if f"`{setting.default}`" not in default and setting.name not in UNSET:
        yield f"the code's default is {setting.default}, which the table does not name"
    for value in setting.values:
        if f"`{value}`" not in meaning + default:
            yield f"the code takes {value}, which the table does not name"
    if setting.bounds:
        low, high = setting.bounds
        if not re.search(rf"\b{low} to {high}\b", meaning):
            yield f"the code takes {low} to {high}, which the table does not say"
