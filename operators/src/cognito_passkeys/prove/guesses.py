"""The guesses of guesses.toml."""

from pathlib import Path
from typing import NamedTuple

try:
    import tomllib
except ModuleNotFoundError:  # Before Python 3.11.
    import tomli as tomllib

FILE = Path(__file__).with_name("guesses.toml")


class Guess(NamedTuple):
    """Something that the pages say of AWS. guesses.toml explains the members."""

    name: str
    about: str
    said: str
    probe: str = ""
    seen: str = ""
    unseen: str = ""
    emulated: str = ""
    needs: str = ""
    after: str = ""
    test: str = ""
    file: str = ""


GUESSES = {one["name"]: Guess(**one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["guess"]}
