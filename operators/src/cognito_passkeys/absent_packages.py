"""Stand-ins for Python packages that are not installed, so that a verb can say what it does and what it takes.

Whatever a module imports from them is an exception that takes anything, does nothing, and that nobody raises.
"""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# Those of scripts/operator-tools.in that the verbs import.
PACKAGES = ("boto3", "botocore", "cfnlint", "idna", "jmespath", "samtranslator")


class Absent(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Exception,), {"__init__": lambda self, *_, **__: None})


class Finder(MetaPathFinder, Loader):
    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in PACKAGES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return Absent(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


def stand_in() -> None:
    """Lets imports of the packages succeed. What is installed is found before."""
    sys.meta_path.append(Finder())
