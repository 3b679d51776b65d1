"""The names that a Swift file declares and uses, as `swift_reader` finds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Parameter:
    """One parameter of a function: its label, and whether a call may leave it out."""

    label: str
    is_optional: bool


@dataclass(frozen=True)
class Declaration:
    """A name that a file declares outside of any body."""

    name: str
    owner: str  # the type that it belongs to, as a dotted path; empty if there is none
    path: Path
    line: int
    is_type: bool
    is_private: bool
    parameters: tuple[Parameter, ...] | None  # None if it is not a function


@dataclass(frozen=True)
class Use:
    """A name in the code of a file that may be declared elsewhere."""

    name: str
    owner: str  # the type whose body or extension it stands in; empty if there is none
    is_extension: bool  # whether that is an extension
    line: int
    receiver: str | None  # the name before the dot; None without a dot, empty for anything else before it
    labels: tuple[str, ...] | None  # of the call's arguments; None if it is not a call
    has_trailing_closure: bool


@dataclass
class SwiftFile:
    """The names of one file."""

    path: Path
    declarations: list[Declaration] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    tuple_labels: set[str] = field(default_factory=set)
