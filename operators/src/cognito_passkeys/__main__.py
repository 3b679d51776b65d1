"""The command cognito-passkeys."""

import sys

from cognito_passkeys.verbs import command_line


def main() -> int:
    return command_line.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
