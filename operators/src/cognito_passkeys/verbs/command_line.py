"""The verbs, and what they have in common: help, wrong usage, and errors of AWS."""

import argparse
import sys
from importlib import import_module
from typing import Any, NamedTuple

from cognito_passkeys import steps
from cognito_passkeys.files import PROGRAM
from cognito_passkeys.verbs import FAILED, INTERRUPTED, Misuse, local

GO_ON = "Run the same command again to go on."


class Verb(NamedTuple):
    """A verb: a module with `add_options(parser)` and `run(options)`, which returns the exit code."""

    module: str
    summary: str
    usage: str = "[OPTION...]"
    """The words after the verb: what must be given."""
    calls_aws: bool = True


POOL = "--pool ID --client ID [--stack NAME] [OPTION...]"
VERBS = {
    "On this machine": {
        "demo": Verb("local", "tell the story of one sign-in", calls_aws=False),
        "sandbox": Verb("local", "serve user pool, authenticator and a web page to sign in on", calls_aws=False),
        "replay": Verb("local", "replay the sample events", calls_aws=False),
    },
    "A deployed stack": {
        "deploy": Verb("deploy", "ask, write samconfig.toml and deploy; later deploy what the file says"),
        "app-settings": Verb("app_settings", "print the settings of the sample apps for a stack"),
        "remove": Verb("remove", "remove a stack with its pool, tables, secrets and logs"),
        "stack": Verb("stack", "print a resource, a parameter or an output", "[KIND NAME] [OPTION...]"),
        "change": Verb("change", "change parameters, and wait until that is done",
                       "[NAME=VALUE...] [OPTION...]"),
        "secret": Verb("secret", "replace a secret, list its versions, forget the former one, go back",
                       "ACTION SECRET [OPTION...]"),
        "sign-ins": Verb("sign_ins", "stop all sign-ins, and let people sign in again", "ACTION [OPTION...]"),
        "rollback": Verb("rollback", "lead all functions back to an earlier deployment"),
        "doctor": Verb("doctor", "say what keeps people, or one person, from signing in", "[STACK] [OPTION...]"),
        "logs": Verb("logs", "show what the functions have logged", "[TEXT...] [OPTION...]"),
    },
    "A user pool": {
        "attach": Verb("attach", "attach the deployed functions to a pool that exists already", POOL),
        "detach": Verb("detach", "take the functions out of such a pool, and put back what was there",
                       "--pool ID --stack NAME [OPTION...]"),
        "check-pool": Verb("check_pool", "name the ways around the functions that a pool leaves open", POOL),
    },
    "Users": {
        "authenticators": Verb("authenticators", "list, remove, reset, export or import users' authenticators",
                               "--stack NAME [--user SUB] [ACTION] [OPTION...]"),
        "who-signed-in": Verb("who_signed_in", "show a user's lines in the audit log",
                              "--stack NAME --user SUB [OPTION...]"),
    },
    "Before deploying": {
        "prove": Verb("prove", "show in your own account whether AWS does what the pages say"),
        "upload": Verb("upload", "upload the zips and templates, for a deployment with another tool"),
        "well-known": Verb("well_known", "write the files for /.well-known/ of the relying party"),
        "check-issuer": Verb("check_issuer", "print each key of an OpenID issuer: used, or left out and why",
                             "URL [--jwks-url URL]", calls_aws=False),
    },
}
ALL = {name: verb for group in VERBS.values() for name, verb in group.items()}


def top_level() -> argparse.ArgumentParser:
    lines = [line for heading, group in VERBS.items()
             for line in ("", heading, *(f"  {name:<16} {verb.summary}" for name, verb in group.items()))]
    parser = argparse.ArgumentParser(
        prog=PROGRAM, usage=f"{PROGRAM} VERB [OPTION...]", add_help=False,
        description="What operators do with a deployment. VERB --help says more about each.\n" + "\n".join(lines),
        epilog="Exit codes: 0 done; 1 not done, or problems found; 2 wrong usage, or a check could not\nread what it is "
               "about; 3 refused, or not everything was checked; 4 the answer was\nno; 130 interrupted.",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", metavar="VERB", choices=ALL, help=argparse.SUPPRESS)
    return parser


def is_help(words: list[str]) -> bool:
    return not words or words[0] in ("-h", "--help", "help")


def asks_for_help(words: list[str]) -> bool:
    """Whether a command line only asks what there is, or what a verb does."""
    return is_help(words) or not {"-h", "--help"}.isdisjoint(words)


def calls_aws(words: list[str]) -> bool:
    """Whether a command line needs the AWS SDK."""
    return not asks_for_help(words) and words[0] in ALL and ALL[words[0]].calls_aws


def parser_of(name: str) -> tuple[Any, argparse.ArgumentParser]:
    """The module of a verb, and what reads its options."""
    module = import_module(f"cognito_passkeys.verbs.{ALL[name].module}")
    parser = argparse.ArgumentParser(prog=f"{PROGRAM} {name}", description=module.__doc__,
                                     usage=f"%(prog)s {ALL[name].usage}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    module.add_options(parser)
    return module, parser


def main(words: list[str]) -> int:
    if is_help(words):
        print(top_level().format_help(), end="")
        return 0
    name = top_level().parse_args(words[:1]).verb
    # The sandbox has words of its own about its options.
    if name in local.COMMANDS and (local.EXECUTABLE.is_file() or not asks_for_help(words)):
        return local.start(name, words[1:])
    failures: tuple[type[Exception], ...] = (OSError, ValueError)
    if ALL[name].calls_aws:
        from botocore.exceptions import BotoCoreError, ClientError
        from cognito_passkeys.signed_out import cure
        failures += (BotoCoreError, ClientError)
    module, parser = parser_of(name)
    options = parser.parse_args(words[1:])
    if ALL[name].calls_aws:
        steps.begin()
    try:
        return module.run(options)
    except Misuse as misuse:
        parser.error(str(misuse))
    except (KeyboardInterrupt, EOFError) as end:
        # EOFError, which Ctrl-D at a terminal comes to, has words of Python's.
        said = isinstance(end, KeyboardInterrupt) and str(end) or f"{steps.so_far()} {getattr(module, 'GO_ON', GO_ON)}"
        print(f"\nInterrupted. {said}", file=sys.stderr)
        return INTERRUPTED
    except failures as error:
        print(f"Not done: {error}{cure(error) if ALL[name].calls_aws else ''}", file=sys.stderr)
        return getattr(module, "UNREAD", FAILED)
