"""Which folders of a module use each other.

The subfolders of a folder are its rooms. Each file that lies in the folder directly counts as a room of its own,
because the values that all rooms share lie there, and also the file that puts the rooms together: as one room, these
two kinds of files would always form a circle. Such files may use each other, but no folder may be part of a circle.

A room uses another room if one of its files uses a name that only the other room declares. The check finds the
declaration of

- a type by its name, because a module declares each name once;
- a member after `self.`, after the name of a type, or without a receiver in a type's body or extension, in that type;
  argument labels decide between overloads;
- a member of any other value by its name, if only one room of the module declares it, if no module below declares it,
  if no tuple has such a label, and if it is not a common name of the standard library (EVERYDAY).

All other names are ignored. So the check may miss an arrow, but each arrow that it prints is in the code.

One arrow does not count. A type that one of a folder's own files declares is the front door of the folder's rooms. An
extension of it in a room may use the type and the members that the type's own file declares. Other code in the room may
not. If extensions in two rooms use each other's members, the arrows between the rooms count.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Iterable

from sources.swift_names import Declaration, SwiftFile, Use

# Members that values of the standard library and of Foundation have.
EVERYDAY = frozenset("""
    abs absoluteString add advanced all allKeys allSatisfy append appending array asString async await base bytes
    cancel capacity capitalized cast ceil characters clear close code codingPath compactMap compare components
    contains containsKey copy count create data date day decode default deinitialize description detail dictionary
    distance dropFirst dropLast duration elapsed elements encode end endIndex entries enumerated environment error
    errors failure fields file filter find finish first firstIndex firstMatch flatMap floor forEach format formUnion
    get hash hashValue hasPrefix hasSuffix headers host hour id index indices info init initialize insert intersection
    isDisjoint isEmpty isFinite isLetter isMultiple isNumber isSubset isSuperset items joined key keys kind label last
    lastIndex lazy length level limit line lines list load localizedDescription lock lowercased makeIterator map
    mapValues match matches max maximum merge merging message method min minimum minute mode name next none now number
    object offset ok open output parse path pid pointee pop popFirst popLast port position prefix prefixMatch print
    process push query random randomElement range rawValue read reason receive reduce remove removeAll removeFirst
    removeLast removeValue replace replaceSubrange replacing request reserveCapacity reset response result resume
    reversed rounded run scheme second seconds self send set settings shuffled sleep some sort sorted source split
    standard start startIndex state status statusCode stdin stdout stop store string stringValue sub subject
    subtracting success suffix sum symmetricDifference text time timeout token trimmed trimming trimmingCharacters
    type unicodeScalars union update updateValue uppercased url user users utf16 utf8 utf8CString value values version
    wait wholeMatch withLock withUnsafeBufferPointer withUnsafeBytes withUnsafeMutableBytes withUnsafePointer write
    zip
    """.split())

@dataclass(frozen=True)
class Arrow:
    """A place where one file uses what another declares."""

    source: Path
    line: int
    name: str
    target: Path


@dataclass
class Circle:
    """Rooms of one folder that use each other, directly or through others."""

    folder: Path
    rooms: list[str]
    arrows: dict[tuple[str, str], list[Arrow]]


class Module:
    """The declarations of a module, and what its files use of them."""

    def __init__(self, files: Iterable[SwiftFile], names_below: frozenset[str] = frozenset()) -> None:
        self.files = list(files)
        self.names_below = names_below
        self.types: dict[str, list[Declaration]] = defaultdict(list)
        self.members: dict[str, dict[str, list[Declaration]]] = defaultdict(lambda: defaultdict(list))
        self.named: dict[str, list[Declaration]] = defaultdict(list)
        self.tuple_labels: set[str] = set()
        for file in self.files:
            self.tuple_labels |= file.tuple_labels
            for one in file.declarations:
                if one.is_type and not one.owner:
                    self.types[one.name].append(one)
                else:
                    self.members[one.owner][one.name].append(one)
                self.named[one.name].append(one)
        # The last name of a nested type finds it, if only one type has that name.
        self.paths: dict[str, set[str]] = defaultdict(set)
        for owner in list(self.members):
            self.paths[owner.rsplit(".", 1)[-1]].add(owner)

    @cached_property
    def arrows(self) -> list[tuple[Path, Use, frozenset[Path]]]:
        """Every use of another file's declaration: the file, the use, and the files that may declare the name."""
        found = []
        for file in self.files:
            for use in file.uses:
                for declarations in self.meanings(file, use):
                    targets = frozenset(one.path for one in declarations)
                    if targets and file.path not in targets:
                        found.append((file.path, use, targets))
        return found

    def meanings(self, file: SwiftFile, use: Use) -> Iterable[list[Declaration]]:
        """The declarations that the name may mean."""
        visible = [one for one in self.named.get(use.name, []) if not one.is_private or one.path == file.path]
        if use.receiver is None:
            yield self.bare(file, use)
            if use.labels is not None and use.name in self.types:
                yield self.matching(self.visible(self.members[use.name].get("init", []), file), use)
        elif use.receiver in ("self", "Self"):
            yield self.member(use.owner, file, use)
        elif use.receiver in self.types:
            yield self.member(use.receiver, file, use)
        elif use.receiver and use.receiver[0].isupper():
            paths = self.paths.get(use.receiver, set())
            if len(paths) == 1:
                yield self.member(next(iter(paths)), file, use)
        elif (use.name not in EVERYDAY and use.name not in self.names_below and use.name not in self.tuple_labels
              and use.name != "init" and not any(one.path == file.path for one in self.named.get(use.name, []))):
            yield visible if len(visible) == len(self.named.get(use.name, [])) else []

    def visible(self, declarations: list[Declaration], file: SwiftFile) -> list[Declaration]:
        return [one for one in declarations if not one.is_private or one.path == file.path]

    def bare(self, file: SwiftFile, use: Use) -> list[Declaration]:
        """What a name without a receiver means: a member of a surrounding type, a type, or a function of the module."""
        owner = use.owner
        while owner:
            if found := self.member(owner, file, use):
                return found
            owner = owner.rpartition(".")[0]
        if found := self.visible(self.types.get(use.name, []), file):
            return found
        return self.matching(self.visible(self.members[""].get(use.name, []), file), use)

    def member(self, owner: str, file: SwiftFile, use: Use) -> list[Declaration]:
        return self.matching(self.visible(self.members[owner].get(use.name, []) if owner in self.members else [],
                                          file), use)

    @staticmethod
    def matching(declarations: list[Declaration], use: Use) -> list[Declaration]:
        """The overloads that the labels of the call fit."""
        if use.labels is None:
            return declarations
        return [one for one in declarations if one.parameters is None or fits(one, use)]


def fits(declaration: Declaration, use: Use) -> bool:
    """Whether the call may mean that function."""
    given = list(use.labels or ())
    missing = 0
    for parameter in declaration.parameters or ():
        if given and given[0] == parameter.label:
            given.pop(0)
        elif not parameter.is_optional:
            missing += 1
    return not given and missing <= (1 if use.has_trailing_closure else 0)


def room(folder: Path, path: Path) -> str | None:
    """The room of a folder in which a file lies, or the file itself; None if it lies outside."""
    start = len(folder.parts)
    return path.parts[start] if path.parts[:start] == folder.parts else None


def circles(module: Module, folder: Path) -> list[Circle]:
    """The circles in a module's folder and in the folders within it."""
    folders = {folder} | {parent for file in module.files for parent in file.path.parents if folder in parent.parents}
    return [circle for one in sorted(folders) for circle in circles_in(module, one)]


def circles_in(module: Module, folder: Path) -> list[Circle]:
    """The circles among the rooms of one folder."""
    graph = arrows_between(module, folder)
    reach: dict[str, set[str]] = {}
    for room in {end for pair in graph for end in pair}:
        seen: set[str] = set()
        queue = [room]
        while queue:
            here = queue.pop()
            for source, target in graph:
                if source == here and target not in seen:
                    seen.add(target)
                    queue.append(target)
        reach[room] = seen
    found, done = [], set()
    for room in sorted(reach):
        if room in reach[room] and room not in done:
            together = sorted(other for other in reach[room] if room in reach[other])
            done.update(together)
            if all((folder / other).suffix == ".swift" for other in together):
                continue
            found.append(Circle(folder, together, {
                pair: arrows for pair, arrows in sorted(graph.items())
                if pair[0] in together and pair[1] in together}))
    return found


def arrows_between(module: Module, folder: Path) -> dict[tuple[str, str], list[Arrow]]:
    """The arrows between the rooms of one folder, with every place that makes them."""
    found: dict[tuple[str, str], list[Arrow]] = defaultdict(list)
    lies_in: dict[Path, str | None] = {file.path: room(folder, file.path) for file in module.files}
    for path, use, targets in module.arrows:
        source, ends = lies_in[path], {lies_in[target] for target in targets}
        if source is None or len(ends) != 1 or ends <= {source, None}:
            continue
        end, = ends
        if use.is_extension and any(is_front_door(module, folder, use, target) for target in targets):
            continue
        arrow = Arrow(path, use.line, use.name, min(targets))
        if arrow not in found[source, end]:
            found[source, end].append(arrow)
    return dict(found)


def is_front_door(module: Module, folder: Path, use: Use, target: Path) -> bool:
    """Whether an extension uses the type that it extends, in a file of the folder itself that declares the type."""
    own = target.parent == folder and any(one.path == target for one in module.types.get(use.owner, []))
    return own and (use.name == use.owner or use.name in module.members[use.owner])
