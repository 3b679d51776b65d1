"""Prints the settings of the sample apps (docs/apps) with the outputs of a
deployed stack in them.
"""

import argparse

from cognito_passkeys.deployment import app_settings
from cognito_passkeys.stacks import add_own_stack, stack


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--app", choices=sorted({path.parent.name for path in app_settings.files()}),
                        help="the settings of this sample app alone, to write into its file")
    add_own_stack(parser)


def run(options: argparse.Namespace) -> int:
    print(app_settings.shown(stack(options.stack, options.region), options.app), end="")
    return 0
