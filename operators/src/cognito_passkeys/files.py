"""Where the files are that the verbs read. They have the same paths in the repository and, within the wheel, in the
folder files/."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_INSTALLED = _HERE / "files"
ROOT = _INSTALLED if _INSTALLED.is_dir() else _HERE.parents[2]
