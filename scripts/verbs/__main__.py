"""Run as `python -m verbs`, with scripts/ among the paths of modules."""

import sys

from verbs.command_line import main

sys.exit(main(sys.argv[1:]))
