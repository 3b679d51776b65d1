"""Reads from the text of a Swift file which names it declares, uses and imports.

It asks no compiler, so that the check is fast and needs no build. `layout_rooms` decides what a used name means.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from sources.swift_names import Declaration, Parameter, SwiftFile, Use
from sources.swift_text import tokens

_TYPES = {"struct", "class", "enum", "actor", "protocol"}
_MODIFIERS = {
    "package", "internal", "public", "open", "private", "fileprivate", "static", "final", "mutating", "nonmutating",
    "nonisolated", "override", "indirect", "lazy", "weak", "unowned", "required", "convenience", "dynamic", "optional",
    "isolated", "distributed", "consuming", "borrowing", "set", "unsafe", "(", ")",
}
_CLOSING = {"(": ")", "[": "]", "{": "}"}
# Words of the language, and names that exist in every body without a declaration.
_WORDS = frozenset("""
    as associatedtype await break case catch continue default defer do else fallthrough false for func guard if import
    in init inout is let nil operator repeat rethrows return self Self some any subscript super switch throw throws
    true try typealias var where while async each error newValue oldValue _ get set willSet didSet
    """.split()) | _TYPES | _MODIFIERS


@dataclass
class _Scope:
    kind: str  # file, type or body
    owner: str
    is_extension: bool
    locals: set[str]


class _Reader:
    """Goes through the tokens of a file once."""

    def __init__(self, path: Path, text: str) -> None:
        self.file = SwiftFile(path)
        self.tokens = tokens(text)
        self.scopes = [_Scope("file", "", False, set())]
        self.pending: tuple[str, bool] | None = None
        self.pending_locals: set[str] = set()
        self.handled: set[int] = set()
        # Uses wait for the end of the outermost body, which may still bind their names.
        self.waiting: list[tuple[Use, set[str]]] = []

    # Reading tokens

    def text(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def adjacent(self, index: int) -> bool:
        """Whether the next token follows without a space."""
        return index + 1 < len(self.tokens) and self.tokens[index].end == self.tokens[index + 1].start

    def is_name(self, index: int) -> bool:
        text = self.text(index)
        return bool(text) and (text[0].isalpha() or text[0] == "_") and text not in _WORDS

    def closing(self, index: int) -> int:
        """The index of the token that closes the bracket at this index."""
        depth = 0
        for i in range(index, len(self.tokens)):
            if self.text(i) in "([{":
                depth += 1
            elif self.text(i) in ")]}":
                depth -= 1
                if depth == 0:
                    return i
        return len(self.tokens)

    def arguments(self, index: int) -> Iterator[tuple[int, int]]:
        """The ranges of tokens between the commas of the bracket at this index."""
        end, start, i = self.closing(index), index + 1, index + 1
        while i < end:
            if self.text(i) in _CLOSING:
                i = self.closing(i)
            elif self.text(i) == ",":
                yield start, i
                start = i + 1
            i += 1
        if start < end:
            yield start, end

    def skip_generics(self, index: int) -> int:
        """The index after the angle brackets at this index, if there are any."""
        if self.text(index) != "<":
            return index
        depth = 0
        for i in range(index, len(self.tokens)):
            depth += {"<": 1, ">": -1}.get(self.text(i), 0)
            if depth == 0:
                return i + 1
        return index

    # Declarations

    def read(self) -> SwiftFile:
        index = 0
        while index < len(self.tokens):
            text = self.text(index)
            if text == "{":
                self.open(index)
            elif text == "}":
                self.close()
            elif text == "(":
                self.tuple_labels(index)
            elif self.text(index - 1) != ".":
                if self.scopes[-1].kind == "body":
                    self.bind(index)
                else:
                    self.declare(index)
            if index not in self.handled:
                self.use(index)
            index += 1
        self.flush()
        return self.file

    def open(self, index: int) -> None:
        top = self.scopes[-1]
        if self.pending and top.kind != "body":
            owner, is_extension = self.pending
            self.scopes.append(_Scope("type", owner, is_extension, set()))
        elif self.pending:  # other files cannot use a type inside a body
            self.scopes.append(_Scope("body", top.owner, top.is_extension, top.locals))
        else:
            names = top.locals if top.kind == "body" else set(self.pending_locals)
            names |= self.closure_parameters(index)
            self.scopes.append(_Scope("body", top.owner, top.is_extension, names))
            self.pending_locals = set()
        self.pending = None

    def close(self) -> None:
        if len(self.scopes) > 1:
            self.scopes.pop()
        if self.scopes[-1].kind != "body":
            self.flush()

    def flush(self) -> None:
        self.file.uses += [use for use, names in self.waiting if use.receiver is not None or use.name not in names]
        self.waiting = []

    def add(self, index: int, *, is_type: bool = False, parameters: tuple[Parameter, ...] | None = None,
            name: str | None = None) -> None:
        self.handled.add(index)
        self.file.declarations.append(Declaration(
            name or self.text(index), self.scopes[-1].owner, self.file.path, self.tokens[index].line, is_type,
            self.is_private(index), parameters))

    def is_private(self, index: int) -> bool:
        """Whether a modifier makes the declaration private to its file."""
        i = index - 2 if self.text(index) not in ("init", "subscript") else index - 1
        while i >= 0 and (self.text(i) in _MODIFIERS or self.text(i)[0] == "@"):
            if self.text(i) in ("private", "fileprivate") and self.text(i + 1) != "(":
                return True
            i -= 1
        return False

    def declare(self, index: int) -> None:
        """Records a declaration at file or type level."""
        text, owner = self.text(index), self.scopes[-1].owner
        if text in _TYPES and self.is_name(index + 1):
            self.add(index + 1, is_type=True)
            self.pending = (f"{owner}.{self.text(index + 1)}".lstrip("."), False)
        elif text == "extension":
            path, i = [self.text(index + 1)], index + 2
            while self.text(i) == ".":
                path.append(self.text(i + 1))
                i += 2
            self.pending = (".".join(path), True)
        elif text == "typealias" and self.is_name(index + 1):
            self.add(index + 1, is_type=True)
        elif text == "func":
            opening = self.skip_generics(index + 2)
            self.add(index + 1, parameters=self.parameters(opening))
        elif text in ("init", "subscript"):
            opening = index + 1 + (self.text(index + 1) in "?!")
            self.add(index, parameters=self.parameters(self.skip_generics(opening)))
        elif text in ("var", "let"):
            self.variables(index)
        elif text == "case":
            self.cases(index)

    def variables(self, index: int) -> None:
        """Records `let a`, `let a, b: Int` and `let (a, b)`."""
        if self.text(index + 1) == "(":
            for start, _ in self.arguments(index + 1):
                self.add(start)
            return
        i = index + 1
        while self.is_name(i):
            self.add(i)
            if self.text(i + 1) != ",":
                break
            i += 2

    def cases(self, index: int) -> None:
        """Records the cases of an enum."""
        i = index + 1
        while self.is_name(i):
            self.add(i)
            i += 1
            if self.text(i) == "(":
                for start, _ in self.arguments(i):
                    if self.text(start + 1) == ":":
                        self.handled.add(start)
                i = self.closing(i) + 1
            if self.text(i) == "=":
                i += 2
            if self.text(i) != ",":
                break
            i += 1

    def parameters(self, opening: int) -> tuple[Parameter, ...]:
        """The parameters of a function. Their names are bound in its body."""
        found = []
        for start, end in self.arguments(opening):
            colon = next((i for i in range(start, end) if self.text(i) == ":"), end)
            names = [i for i in range(start, colon) if self.text(i)[0] not in "@"]
            if not names:
                continue
            self.handled.update(names)
            self.pending_locals.add(self.text(names[-1]))
            default = any(self.text(i) == "=" and self.text(i + 1) != "=" for i in range(colon, end))
            found.append(Parameter(self.text(names[0]), default))
        return tuple(found)

    def tuple_labels(self, index: int) -> None:
        """Records the labels of a tuple: `x.label` may mean one of them."""
        before = self.text(index - 1)
        if self.is_name(index - 1) or before in ("init", "subscript") or before[:1] in tuple("@#)]}>?!"):
            return  # the parameters or arguments of a function
        for start, _ in self.arguments(index):
            if self.is_name(start) and self.text(start + 1) == ":" and self.adjacent(start):
                self.file.tuple_labels.add(self.text(start))

    # Bodies

    def bind(self, index: int) -> None:
        """Records what a body binds: variables, patterns, local functions."""
        text, names = self.text(index), self.scopes[-1].locals
        if text in ("let", "var", "for"):
            i = index + 1
            if self.text(i) == "(":
                self.bind_all(i)
            elif self.text(i) == "." or self.is_name(i) and self.text(i + 1) in ".(":  # case let .some(a, b)
                while self.text(i) == "." or self.text(i).isidentifier():
                    i += 1
                if self.text(i) == "(":
                    self.bind_all(i)
            else:
                while self.is_name(i):
                    self.handled.add(i)
                    names.add(self.text(i))
                    if self.text(i + 1) != "," or text == "for":
                        break
                    i += 2
        elif text == "func":
            names.add(self.text(index + 1))
            self.handled.add(index + 1)
            self.parameters(self.skip_generics(index + 2))
            names |= self.pending_locals
            self.pending_locals = set()
        elif text in _TYPES and self.is_name(index + 1):
            names.add(self.text(index + 1))
            self.pending = ("", False)

    def bind_all(self, opening: int) -> None:
        """Binds each name of a pattern in parentheses."""
        for i in range(opening + 1, self.closing(opening)):
            if self.is_name(i) and self.text(i - 1) != "." and self.text(i + 1) != ":":
                self.scopes[-1].locals.add(self.text(i))
                self.handled.add(i)

    def closure_parameters(self, opening: int) -> set[str]:
        """The parameters of a closure: the names before its `in`."""
        i = opening + 1
        found: set[str] = set()
        if self.text(i) == "[":
            i = self.closing(i) + 1
        for j in range(i, min(i + 40, len(self.tokens))):
            if self.text(j) == "in":
                self.handled.update(k for k in range(i, j) if self.text(k) in found)
                return found
            if self.text(j) in "{}" or self.text(j) in ("for", "let", "var", "if", "return", "="):
                return set()
            if self.is_name(j) and self.text(j - 1) in ("(", ",", "{", "]", "_"):
                found.add(self.text(j))
        return set()

    # Uses

    def use(self, index: int) -> None:
        """Records a name that another file may declare."""
        before = self.text(index - 1)
        is_call = self.text(index + 1) == "(" and self.adjacent(index)
        if not self.is_name(index) and not (self.text(index) == "init" and before == "."):
            return
        if before in ("(", ",") and self.text(index + 1) == ":" and self.adjacent(index):
            return  # a label
        if before == "import" or self.text(index - 2) == "import":
            return
        receiver = None
        if before == ".":
            # `a.b` and `a?.b` have a receiver; `.b` in place of a value has a type that the text does not name.
            i = index - 2 if self.text(index - 2) not in ("?", "!") else index - 3
            single = (self.is_name(i) or self.text(i) in ("self", "Self")) and self.text(i - 1) != "."
            receiver = self.text(i) if single and self.tokens[index - 1].start == self.tokens[index - 2].end else ""
        labels, has_closure = None, False
        if is_call:
            labels = tuple(
                self.text(start) if self.text(start + 1) == ":" and self.adjacent(start) else "_"
                for start, _ in self.arguments(index + 1))
            has_closure = self.text(self.closing(index + 1) + 1) == "{"
        elif self.text(index + 1) == "{":
            has_closure = True
        scope = self.scopes[-1]
        owner, is_extension = self.pending if self.pending and scope.kind == "file" else (
            scope.owner, scope.is_extension)
        names = scope.locals if scope.kind == "body" else self.pending_locals
        self.waiting.append((Use(self.text(index), owner, is_extension, self.tokens[index].line, receiver, labels,
                                 has_closure), names))


def read_file(path: Path, text: str) -> SwiftFile:
    """What a source file declares and uses."""
    return _Reader(path, text).read()


def imports(text: str) -> list[tuple[str, int]]:
    """The modules that a file imports, with their lines."""
    found = []
    words = tokens(text)
    for i, word in enumerate(words):
        if word.text != "import" or i + 1 == len(words) or (i and words[i - 1].text == "."):
            continue
        name = i + 1
        if words[name].text in _TYPES | {"func", "var", "let", "typealias"}:  # import struct A.B
            name += 1
        found.append((words[name].text, word.line))
    return found
