"""Run as `python -m audit`, with scripts/ among the paths of modules."""

import sys

from audit.command import main

sys.exit(main())
