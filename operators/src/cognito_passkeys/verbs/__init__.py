"""What operators do with a deployment: one module for each verb."""

# The exit codes of all verbs, as docs/deploying.md has them.
DONE, FAILED, MISUSED, REFUSED, DECLINED, INTERRUPTED = 0, 1, 2, 3, 4, 130


class Misuse(Exception):
    """The command line asks for something that cannot be meant. Its text says what."""
