"""Finds the places of a Swift file where a condition decides, and breaks each in the ways that let more through.

A `guard` passes although a condition of it is false; an `if` that leaves does not leave. In a file that judges, any
other condition is forced both ways, a bound is moved by one, a clamp is left out, a check is not called, and an error
is not thrown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mutants import SWITCH_FUNCTION, Mutant, stable_number
from swift_tree import Group, Token, read

COMPARISONS = {"==", "!=", "<", "<=", ">", ">=", "~=", "===", "!==", "is"}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EXITS = {"return", "throw", "continue", "break"}
PREFIXES = {"try", "unsafe", "await"}
TYPES = {"struct", "class", "enum", "extension", "protocol", "actor"}
DECLARATIONS = TYPES | {"func", "var", "let", "init", "subscript", "case", "typealias"}
MODIFIERS = {
    "private", "fileprivate", "internal", "package", "public", "static", "final", "mutating", "nonmutating", "lazy",
    "indirect", "nonisolated", "consuming", "borrowing", "weak", "unowned", "override", "convenience", "required",
}
BLOCKS = {"get", "set", "willSet", "didSet", "do", "catch", "defer", "repeat", "_read", "_modify"}
ASSIGNMENTS = {"=", "+=", "-=", "&=", "|=", "^=", "*="}
LITERALS = (["true"], ["false"], ["nil"])
PREDICATES = {"allSatisfy", "contains", "count", "drop", "filter", "first", "firstIndex", "removeAll", "where"}
QUESTIONS = {"allSatisfy", "contains", "elementsEqual", "hasPrefix", "hasSameBytes", "hasSuffix", "isSubset", "starts"}
# What a function gives back that does not throw its error.
NOTHING = {"": "return", "Bool": "return true"}


@dataclass(frozen=True)
class Scope:
    """The function around a place, or the property, with what it gives back; None in a closure or outside of both."""
    name: str = ""
    returns: str | None = None
    throws: bool = False


class Generator:
    """The mutants of one file."""

    def __init__(self, source: str, file: str, module: str, judges: bool):
        self.source, self.file, self.module, self.judges = source, file, module, judges
        self.mutants: list[Mutant] = []
        self.names: dict[str, int] = {}
        # Names that get their first value after their declaration, which must not be left out.
        self.uninitialised: set[str] = set()

    def generate(self) -> list[Mutant]:
        self.block(read(self.source), Scope())
        return self.mutants

    # ---------- Blocks and statements ----------

    def block(self, items: list[Token], scope: Scope) -> None:
        """The body of a type, a function or a closure. One that is a single expression gives it back."""
        found = statements(items)
        for statement in found:
            self.statement(statement, scope, is_value=len(found) == 1)

    def body(self, group: Token, scope: Scope, is_value: bool = False, is_forgettable: bool = False) -> None:
        """The statements after a condition. An error is forgettable if no condition that can be broken leads to it."""
        for statement in statements(group.items):
            self.statement(without_label(statement), scope, is_value, is_forgettable)

    def statement(
            self, items: list[Token], scope: Scope, is_value: bool = False, is_forgettable: bool = True) -> None:
        if not items:
            return
        word, at = items[0].text, declaration(items)
        if at is not None:
            self.declaration(items, at, scope)
        elif word == "guard":
            middle = next(index for index, item in enumerate(items) if item.text == "else")
            binds = self.conditions(items[1:middle], scope, "guard")
            if self.judges and scope.throws and items[middle + 1].items[0].text == "return":
                # Among errors that are thrown, what returns may be what lets pass.
                self.add(scope, items[1].start, items[middle - 1].end, "", f", !{SWITCH_FUNCTION}(@)", "never")
            self.body(items[middle + 1], scope, is_forgettable=binds)
        elif word in ("if", "while", "switch", "for"):
            self.control(items, scope, is_value)
        elif word in BLOCKS:
            for item in filter(is_block, items):
                self.body(item, scope, is_forgettable=True)
        elif word in ("return", "throw"):
            is_bool = word == "return" and scope.returns == "Bool"
            self.expression(items[1:], scope, is_bool, is_flippable=is_forgettable)
            if word == "throw" and is_forgettable:
                self.forget(items, scope)
        elif items[0].text not in EXITS:
            self.effect(items, scope, is_value)

    def declaration(self, items: list[Token], at: int, scope: Scope) -> None:
        """A type, a function or a property: its body, or the value that a property begins with."""
        word, equals = items[at].text, index(items, "=")
        name = items[at + 1].text.strip("`") if word not in ("init", "subscript") else word
        if word in TYPES:
            self.block(items[-1].items if is_block(items[-1]) else [], Scope())
        elif word in ("let", "var", "case"):
            if equals is not None:
                self.expression(items[equals + 1:], scope if scope.name else Scope(name))
            elif is_block(items[-1]):
                self.block(items[-1].items, Scope(name, text(self.source, items[at + 3:-1])))
            else:
                self.uninitialised.add(name if scope.name else "")
        elif is_block(items[-1]):
            arrow = index(items, "->")
            returns = text(self.source, items[arrow + 1:-1]).split(" where ")[0] if arrow else ""
            if word == "init":
                returns = "Self?" if items[at + 1].text == "?" else None
            self.block(items[-1].items, Scope(name, returns, index(items, "throws") is not None))

    def control(self, items: list[Token], scope: Scope, is_value: bool = False) -> None:
        """An `if` with all of its branches, a loop or a `switch`."""
        at = next(index for index, item in enumerate(items) if is_block(item))
        word, header, body = items[0].text, items[1:at], items[at]
        if word == "if" and leaves(body):
            binds = self.conditions(header, scope, "exit")
        elif word == "if":
            binds = self.conditions(header, scope, "value") if self.judges else False
        else:
            where = index(header, "where") or len(header)
            if word != "while":
                self.expression(header[(index(header, "in") or -1) + 1:where], scope)
            self.condition(header[where + 1:], scope, {True, False} if self.judges else set())
        self.body(body, scope, is_value, is_forgettable=word == "switch")
        rest = items[at + 1:]
        if rest and rest[0].text == "else":
            if rest[1].text == "if":
                self.control(rest[1:], scope, is_value)
            else:
                self.body(rest[1], scope, is_value)

    def conditions(self, items: list[Token], scope: Scope, kind: str) -> bool:
        """The conditions between `guard` or `if` and what follows. Says whether one of them binds a name."""
        clauses = [clause for clause in split(items, {","}) if clause]
        binds = False
        for clause in clauses:
            if clause[0].text in ("let", "var", "case", "#available"):
                binds = True
                value = clause[(index(clause, "=") or len(clause)) + 1:]
                # What is bound may be optional, so `?? false` does not make it a condition.
                self.expression(value if index(value, "??") is None else [], scope)
            elif kind == "guard":
                self.condition(clause, scope, {True})
            elif kind == "exit" and len(clauses) > 1:
                # That one is false is the same as that the whole never holds, but not for a part of one.
                ways = {True, False} if index(clause, "||") is not None else {True}
                self.condition(clause, scope, ways if self.judges else set())
            else:
                self.condition(clause, scope, {True, False} if self.judges else {False})
        if kind == "exit" and (binds or len(clauses) > 1):
            self.add(scope, items[0].start, items[-1].end, "", f", !{SWITCH_FUNCTION}(@)", "never")
        return binds

    def effect(self, items: list[Token], scope: Scope, is_value: bool) -> None:
        """An assignment, a call, or the value of a body that is one expression."""
        at = next((at for at, item in enumerate(items) if item.text in ASSIGNMENTS), None)
        self.expression(items[at + 1:] if at is not None else items, scope,
                        is_bool=at is None and is_value and scope.returns == "Bool", is_flippable=True)
        is_call = items[0].text == "try" and isinstance(items[-1], Group) and at is None and not index(items, "init")
        changed = {item.text for item in [items[0], *getattr(items[0], "items", [])]}
        is_change = at is not None and not changed & (self.uninitialised | {"_"}) and scope.name != "init"
        if self.judges and (is_change or is_call and (not is_value or scope.returns == "")):
            self.add(scope, items[0].start, items[-1].end, f"if !{SWITCH_FUNCTION}(@) {{ ", " }", "not done")

    def forget(self, items: list[Token], scope: Scope) -> None:
        """Leaves an error out where the function can give back nothing instead."""
        nothing, returns = NOTHING.get(scope.returns), scope.returns or ""
        if returns.endswith("?"):
            nothing = "return nil"
        elif returns.startswith("["):
            nothing = "return [:]" if ":" in returns else "return []"
        if self.judges and scope.throws and nothing:
            self.add(scope, items[0].start, items[-1].end, f"if {SWITCH_FUNCTION}(@) {{ {nothing} }} else {{ ", " }",
                     "not thrown")

    # ---------- Expressions ----------

    def expression(
            self, items: list[Token], scope: Scope, is_bool: bool = False, is_flippable: bool = False) -> None:
        """A value, which may be or hold conditions."""
        items = without_prefixes(items)
        ways = {True, False} if self.judges else set()
        if not items:
            return
        if items[0].text in ("if", "switch") and any(is_block(item) for item in items):
            self.control(items, scope, is_value=True)
        elif len(parts := split(items, {"?"}, spaced=True)) > 1:
            self.condition(parts[0], scope, ways)
            colons = [at for at, item in enumerate(items) if item.text == ":" and item.is_spaced]
            for start, end in zip([len(parts[0]), *colons], [*colons, len(items)]):
                self.expression(items[start + 1:end], scope, is_bool)
        elif is_flippable and len(items) == 1 and items[0].text in ("true", "false"):
            if self.judges:
                self.force(items, scope, items[0].text == "false")
        else:
            self.condition(items, scope, ways, is_known=is_bool)

    def condition(self, items: list[Token], scope: Scope, ways: set[bool], is_known: bool = True) -> None:
        """A Boolean expression, or, unless that is known, one that may be."""
        items = without_prefixes(items)
        if not items:
            return None
        if len(items) == 1 and items[0].text == "(" and len(split(items[0].items, {","})) == 1:
            return self.condition(items[0].items, scope, ways, is_known)
        if len(items) == 2 and items[0].text == "!" and items[1].text == "(":
            return self.condition(items[1].items, scope, {not way for way in ways})
        if any(item.text == "?" and item.is_spaced for item in items):
            if is_known and True in ways:
                self.force(items, scope, True)
            return self.expression(items, scope, is_known)
        for operator, whole in (("||", True), ("&&", False)):
            operands = split(items, {operator})
            if len(operands) > 1:
                if whole in ways:
                    self.force(items, scope, whole)
                for operand in operands:
                    self.condition(operand, scope, ways - {whole})
                return None
        words = [item.text for item in items]
        compares = any(item.text in COMPARISONS and (item.is_spaced or item.text == "is") for item in items)
        has_default = words[-2:] in (["??", "true"], ["??", "false"])
        asks = len(words) > 1 and words[-2] in QUESTIONS and words[-1] == "(" and not any(map(is_binary, items))
        if (is_known or compares or has_default or asks or words[:1] == ["!"]) and words not in LITERALS:
            for way in sorted(ways):
                self.force(items, scope, way)
        if has_default and self.judges:
            self.force(items[-1:], scope, words[-1] == "false")
        if self.judges and compares and ways:
            self.bound(items, scope)
        for at, item in enumerate(items):
            if isinstance(item, Group):
                self.inside(item, items[at - 1].text if at else "", scope)
            if self.judges and item.text in ("min", "max") and at + 1 < len(items) and items[at + 1].text == "(":
                self.clamp(items[at], items[at + 1], scope)
        return None

    def inside(self, group: Group, before: str, scope: Scope) -> None:
        """What stands in brackets within an expression: values, or a closure."""
        if group.text == "{":
            inner = group.items
            first = statements(inner)[0] if inner else []
            signature = next((at for at, item in enumerate(first) if item.text == "in"), None)
            if signature is not None and first[0].text != "for":
                inner = inner[signature + 1:]
            self.block(inner, replace(scope, returns="Bool" if before in PREDICATES else None, throws=False))
            return
        for value in split(group.items, {","}):
            is_labelled = len(value) > 1 and value[1].text == ":"
            if is_labelled and len(value) == 3 and value[0].text in PREDICATES and is_block(value[2]):
                self.inside(value[2], value[0].text, scope)
            else:
                self.expression(value[2:] if is_labelled else value, scope, is_flippable=is_labelled)

    # ---------- Mutants ----------

    def force(self, items: list[Token], scope: Scope, way: bool) -> None:
        word = "true" if way else "false"
        self.add(scope, items[0].start, items[-1].end, f"{SWITCH_FUNCTION}(@, {word}, ", ")", word)

    def bound(self, items: list[Token], scope: Scope) -> None:
        """Moves a bound by one, but not in an order, where equal values may stand either way."""
        if {"$0", "$1"} <= {item.text for item in items}:
            return
        operator = next((item for item in items if item.text in BOUNDS and item.is_spaced), None)
        if operator is not None:
            start, end, other = items[0].start, items[-1].end, BOUNDS[operator.text]
            moved = self.source[start:operator.start] + other + self.source[operator.end:end]
            self.add(scope, start, end, f"({SWITCH_FUNCTION}(@) ? {moved} : ", ")", other)

    def clamp(self, name: Token, group: Group, scope: Scope) -> None:
        """Takes one value where the smaller or larger of two is taken."""
        values = split(group.items, {","})
        if len(values) == 2:
            for value in values:
                one = self.source[value[0].start:value[-1].end]
                self.add(scope, name.start, group.end, f"({SWITCH_FUNCTION}(@) ? ({one}) : ", ")", one)

    def add(self, scope: Scope, start: int, end: int, before: str, after: str, way: str) -> None:
        """A mutant, named after its file, function and text, so that its name stays when lines move."""
        name = f"{self.file.rsplit('/', 1)[-1].removesuffix('.swift')}.{scope.name or 'type'}: "
        name += " ".join(self.source[start:end].split()) + f" → {way}"
        self.names[name] = self.names.get(name, 0) + 1
        if self.names[name] > 1:
            name += f" #{self.names[name]}"
        number = stable_number(self.file + name)
        self.mutants.append(Mutant(
            name, number, self.module, self.file, start, end, before.replace("@", str(number), 1),
            after.replace("@", str(number), 1)))


# ---------- Reading items ----------

def is_block(item: Token) -> bool:
    return isinstance(item, Group) and item.text == "{"


def text(source: str, items: list[Token]) -> str:
    return source[items[0].start:items[-1].end] if items else ""


def index(items: list[Token], word: str) -> int | None:
    return next((at for at, item in enumerate(items) if item.text == word), None)


def split(items: list[Token], separators: set[str], spaced: bool = False) -> list[list[Token]]:
    """The items between separators."""
    parts: list[list[Token]] = [[]]
    for item in items:
        if item.text in separators and (item.is_spaced or not spaced):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def statements(items: list[Token]) -> list[list[Token]]:
    """The statements of a block. One ends with its line, unless this line or the next one says that it goes on."""
    found: list[list[Token]] = []
    for item in items:
        last = found[-1][-1] if found and found[-1] else None
        goes_on = last is not None and (
            not item.is_first or item.text in ("else", ".", "?", ":", "{", "->", "in", "where", "=", ",", "catch")
            or is_binary(item) or is_binary(last) or last.text in ("=", ",", "guard", "if", "->", "in", "->", "else"))
        # The signature of a closure is no part of its first statement.
        if item.text == ";":
            found.append([])
        elif goes_on and not (last.text == "in" and item.is_first and found[-1][0].text != "for"):
            found[-1].append(item)
        else:
            found.append([item])
    return [statement for statement in found if statement]


def is_binary(item: Token) -> bool:
    return item.is_spaced and not item.text[0].isalnum() and item.text[0] not in "\"([{_`$@#." or item.text == "~="


def without_label(items: list[Token]) -> list[Token]:
    """A statement without `case …:` or `default:` before it."""
    if items and items[0].text in ("case", "default", "@unknown"):
        colon = next((at for at, item in enumerate(items) if item.text == ":"), None)
        if colon is not None and "=" not in [item.text for item in items[:colon]]:
            return items[colon + 1:]
    return items


def without_prefixes(items: list[Token]) -> list[Token]:
    """An expression without `try` and the like, which must stay before what is put around it."""
    while items and items[0].text in PREFIXES:
        has_mark = items[0].text == "try" and len(items) > 1 and items[1].text in ("?", "!") and not items[1].is_spaced
        items = items[2:] if has_mark else items[1:]
    return items


def declaration(items: list[Token]) -> int | None:
    """Where a declaration's keyword stands, after attributes and modifiers."""
    for at, item in enumerate(items):
        if item.text in DECLARATIONS:
            return at
        if item.text not in MODIFIERS and item.text[0] != "@" and not (at and items[at - 1].text in MODIFIERS):
            return None
    return None


def leaves(body: Token) -> bool:
    """Whether a block ends by leaving."""
    found = statements(body.items)
    return bool(found) and found[-1][0].text in EXITS
