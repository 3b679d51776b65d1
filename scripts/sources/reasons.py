"""Compares the tables of docs/reasons.md with the words that the code writes into log, metrics and audit log: a row for
every word, and no row for a word that the code does not have. A word begins a row:

    | `unlisted_origin` | cause | cure |

A section belongs to enumerations of the code, and has their words. The other words are literals: of the lines that
name an outcome or a reason, and of the properties that hold one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterator

PAGE = "docs/reasons.md"
# The enumerations whose words a section of the page has, by file and name.
ENUMERATIONS = {
    "Define ends a sign-in": [("SessionRules.swift", "Failure")],
    "Verify refuses an answer": [("Refusal.swift", "Refusal")],
    "No code is mailed": [("IssuedCode.swift", "Reason"), ("CodeDestination.swift", "Reason")],
    "A passkey is refused": [("PasskeyRefusal.swift", "PasskeyRefusal")],
    "Decisions of the audit log": [("AuditLine.swift", "Kind")],
}
WORD = r"[a-z]+(?:_[a-z]+)*"
ROW = re.compile(rf"\| (`{WORD}`(?:, `{WORD}`)*) \|")
CASES = re.compile(r"^\s*case (.+)", re.MULTILINE)
LITERAL = re.compile(rf'"({WORD})"')
PROPERTY = re.compile(
    r"(?:var|func) (?:outcome|code)(?:\([^)]*\) ->|:) String\?? \{(.*?)^    \}", re.DOTALL | re.MULTILINE)
OUTCOME = re.compile(r"outcome\b|\breason\b", re.IGNORECASE)


def sections(page: Path) -> dict[str, list[str]]:
    """The words of each section of the page, by its heading."""
    found: dict[str, list[str]] = {}
    heading = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif row := ROW.match(line):
            found.setdefault(heading, []).extend(re.findall(r"`(\w+)`", row[1]))
    return found


def enumeration(text: str, name: str) -> set[str]:
    """The raw values of an enumeration of texts in a Swift file; empty if it is not there."""
    start = re.search(rf"^( *).*\benum {name}: String\b.*\{{$", text, re.MULTILINE)
    if not start:
        return set()
    body = text[start.end():].partition(f"\n{start[1]}}}")[0]
    words = set()
    for case in CASES.findall(body):
        for part in case.split(","):
            one = re.fullmatch(rf'(\w+)(?: = "({WORD})")?', part.strip())
            words |= {one[2] or one[1]} if one else set()
    return words


def literals(text: str) -> set[str]:
    """The words of a Swift file that are outcomes or reasons and belong to no enumeration."""
    lines = [line for line in text.splitlines() if OUTCOME.search(line) and not line.lstrip().startswith("//")]
    # Neither the name of a member is a word, nor what is in JSON.
    lines = [re.sub(r'member\("\w+"|#".*?"#', "", line) for line in lines]
    return {word for line in [*lines, *PROPERTY.findall(text)] for word in LITERAL.findall(line)}


def faults(root: Path) -> Iterator[str]:
    """A line for each word that only one of the two has: the page, or the code."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in (root / "Sources/Modules").rglob("*.swift")}
    found = {heading: {place: enumeration(texts.get(place[0], ""), place[1]) for place in places}
             for heading, places in ENUMERATIONS.items()}
    enums = {heading: set().union(*words.values()) for heading, words in found.items()}
    # `none` is the method of a line of metrics without one.
    loose = {word for text in texts.values() for word in literals(text)} - {"none"}
    if not (root / PAGE).exists():
        if any(enums.values()):
            yield f"{PAGE} does not exist"
        return
    listed = sections(root / PAGE)
    for heading, words in enums.items():
        rows = listed.get(heading, [])
        yield from (f"{PAGE}: the code has no enumeration {' in '.join(reversed(place))}"
                    for place, own in found[heading].items() if not own)
        yield from (f"{PAGE}: {heading}: {word} is missing" for word in sorted(words - set(rows)))
        yield from (f"{PAGE}: {heading}: the code has no {word}" for word in sorted(set(rows) - words - loose))
        yield from (f"{PAGE}: {heading}: {word} has several rows" for word in sorted(set(rows)) if rows.count(word) > 1)
    everywhere = {word for rows in listed.values() for word in rows}
    yield from (f"{PAGE}: {word} is missing, an outcome or a reason" for word in sorted(loose - everywhere))
    known = loose.union(*enums.values())
    yield from (f"{PAGE}: {heading}: the code has no {word}" for heading, rows in listed.items()
                if heading not in enums for word in rows if word not in known)
