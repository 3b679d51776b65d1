"""Run as `python -m authenticators`, with scripts/ among the paths of modules."""

import sys

from authenticators.command import main

sys.exit(main())
