"""Run as `python -m cognito_passkeys.verbs`."""

import sys

from cognito_passkeys.verbs.command_line import main

sys.exit(main(sys.argv[1:]))
