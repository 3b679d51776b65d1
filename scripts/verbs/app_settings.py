"""Prints the settings of the sample apps (docs/apps) with the outputs of a
deployed stack in them.
"""

from __future__ import annotations

import argparse

from deployment import app_settings
from stacks import add_own_stack, stack


def add_options(parser: argparse.ArgumentParser) -> None:
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    print(app_settings.shown(stack(options.stack, options.region)), end="")
    return 0
