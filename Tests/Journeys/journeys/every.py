"""Every journey of this folder's files."""

import importlib
import pkgutil

import journeys
from journeys.target import JOURNEYS

for file in pkgutil.iter_modules(journeys.__path__):
    importlib.import_module(f"journeys.{file.name}")

__all__ = ["JOURNEYS"]
