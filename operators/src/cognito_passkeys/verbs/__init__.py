"""What operators do with a deployment: one module for each verb."""


class Misuse(Exception):
    """The command line asks for something that cannot be meant. Its text says what."""
