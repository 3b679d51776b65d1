"""moto, a stand-in for AWS; None where it is not installed, except in CI, which must not skip its tests."""

from __future__ import annotations

import os

try:
    import moto
except ModuleNotFoundError:
    moto = None
    if os.environ.get("CI"):
        raise
