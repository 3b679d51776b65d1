"""`make capacity`. Exit codes: 0 printed; 1 a page lacks a figure; 2 wrong usage."""

from __future__ import annotations

import sys

from .command import answer

if __name__ == "__main__":
    try:
        print(answer(sys.argv[1:]), end="")
    except ValueError as error:
        sys.exit(str(error))
