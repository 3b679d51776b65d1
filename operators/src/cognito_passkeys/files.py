"""Where the files are that the verbs read, and what a person types to run a verb. The files have the same paths in the
repository and, within the wheel, in the folder files/."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_WHEEL = _HERE / "files"
IS_INSTALLED = _WHEEL.is_dir()
ROOT = _WHEEL if IS_INSTALLED else _HERE.parents[2]
PROGRAM = "cognito-passkeys" if IS_INSTALLED else "scripts/passkeys"
# In the repository, make builds what these need first.
DEPLOY, OTHER, MONITORING, SANDBOX = (
    f"{PROGRAM} {words[0]}" if IS_INSTALLED else f"make {words[1]}" for words in (
        ("deploy", "deploy"), ("deploy --stack name", "deploy STACK=name"),
        ("deploy --monitoring", "deploy MONITORING"), ("sandbox", "sandbox")))
