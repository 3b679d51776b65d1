"""Shows in your own AWS account what nobody has shown yet: whether AWS does what
the pages say. It says what it makes and asks first. Then it deploys throw-away
stacks, plays sign-ins through Cognito, removes everything again, and writes a
report without names, numbers or secrets of the account.

After a run that was interrupted, --clean removes what it left.
"""

import argparse
import json
import re
import signal
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

from cognito_passkeys.console import add_confirmation, shown
from cognito_passkeys.deployment import deploy
from cognito_passkeys.deployment.account import DENIED, FIRST_CONCURRENCY, Account, Wrong
from cognito_passkeys.email_address import mailed
from cognito_passkeys.files import PROGRAM, ROOT
from cognito_passkeys.proposal import Proposal
from cognito_passkeys.prove import pool, report, starts
from cognito_passkeys.prove.ground import NAME, RECORDER, Place
from cognito_passkeys.prove.guesses import GUESSES
from cognito_passkeys.prove.packaged import Packaged
from cognito_passkeys.prove.passkeys import Passkeys
from cognito_passkeys.signed_out import CLOCK
from cognito_passkeys.stacks import add_region
from cognito_passkeys.verbs import DONE, FAILED, Misuse

CLEAN = f"{PROGRAM} prove --clean"
GO_ON = f"{CLEAN} removes what is left."
SEND = "Where the pages and AWS differ, please open an issue with the .md file: it names nobody."
POLICY, BOUNDARY = "docs/examples/deployer-policy.json", "docs/examples/permissions-boundary.yaml"
# Result tokens may be so many seconds apart from the functions' clock.
SKEW = 60
# What this command calls beside a deployment. Its pools have the tag of the stack.
FURTHER = [
    {"Sid": "Recorder", "Effect": "Allow", "Action": ["cloudformation:*Stack", "cloudformation:*Stacks",
     "cloudformation:DescribeStackEvents", "cloudformation:ListStackResources"],
     "Resource": f"arn:aws:cloudformation:*:111122223333:stack/{RECORDER}/*"},
    {"Sid": "Accounts", "Effect": "Allow", "Action": [
        f"cognito-idp:Admin{name}" for name in ("CreateUser", "GetUser", "SetUserPassword", "UpdateUserAttributes")],
     "Resource": "arn:aws:cognito-idp:*:111122223333:userpool/*",
     "Condition": {"StringEquals": {"aws:ResourceTag/cognito-passkeys": NAME}}},
    {"Sid": "Lines", "Effect": "Allow", "Action": "logs:FilterLogEvents",
     "Resource": f"arn:aws:logs:*:111122223333:log-group:/aws/lambda/{NAME}/*"},
    {"Sid": "Metrics", "Effect": "Allow", "Action": "cloudwatch:ListMetrics", "Resource": "*"}]


def add_options(parser: argparse.ArgumentParser) -> None:
    add_region(parser)
    parser.add_argument("--sender", metavar="ADDRESS", default="",
                        help="an address that Amazon SES has verified, whose mails you read: also show mailed codes")
    parser.add_argument("--starts", type=int, default=20, metavar="N", help="cold starts of a function (%(default)s)")
    parser.add_argument("--compare", action="store_true", help="also measure a function on Node.js that does nothing")
    parser.add_argument("--output", type=Path, default=Path("."), metavar="FOLDER", help="where the report goes")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--clean", action="store_true", help="only remove what an interrupted run has left")
    instead.add_argument("--policy", action="store_true", help="only print the policy that this needs")
    add_confirmation(parser)


def run(options: argparse.Namespace) -> int:
    if options.policy:
        print(policy())
        return DONE
    if not options.output.is_dir():
        raise Misuse(f"there is no folder {options.output}")
    if options.sender:
        options.sender, given = mailed(options.sender), options.sender
        if not options.sender:
            raise Misuse(f"{shown(given)} is no address such as ana@example.org")
    try:
        return proven(options)
    except Wrong as wrong:
        raise ValueError(str(wrong)) from None
    except ClientError as error:
        if error.response["Error"]["Code"] in DENIED:
            print(f"These credentials lack a right. With this policy, and {BOUNDARY} deployed for {NAME}, it works:\n"
                  f"{policy()}")
        raise


def policy() -> str:
    """The deployer's policy for these stacks, and what this command asks beside that."""
    # Tags, paths and the bucket are called cognito-passkeys, stacks as in the examples.
    document = json.loads(re.sub("(?<!cognito-)passkeys", NAME, (ROOT / POLICY).read_text(encoding="utf-8")))
    return json.dumps(document | {"Statement": [*document["Statement"], *FURTHER]}, indent=2)


def proven(options: argparse.Namespace) -> int:
    account = Account(NAME)
    account.region = options.region or account.usual_region()
    account.must_have_cognito(account.region)
    caller = account.client("sts").get_caller_identity()
    must_be_now(caller["ResponseMetadata"]["HTTPHeaders"].get("date", ""))
    place = Place(account, caller["Arn"], options.sender, options.compare)
    if options.clean:
        return DONE if place.remove() == "nothing" else FAILED
    if place.is_taken():
        raise ValueError(f"there is a stack of an earlier run in {place.region}, or of one under way. {GO_ON}")
    calls = deploy.calls({"region": place.region}) or 0
    note = "" if calls > FIRST_CONCURRENCY else f"The account answers {calls} calls at the same time." if calls else ""
    if (code := proposal(place, note).stops(options, "Make, play and remove all this?")) is not None:
        return code
    is_emulated = pool.is_emulated(account.client("sts"))
    found = report.new(place.region, version(), is_emulated, note)
    pressed: list[int] = []
    former = signal.signal(signal.SIGINT, lambda number, frame: interrupt(pressed))
    rows = {name: report.row(guess, None, is_emulated, True) for name, guess in GUESSES.items() if guess.unseen}
    try:
        for stage in (place.recorder, lambda: Packaged(place.packaged()), lambda: Passkeys(place.authenticator())):
            probes = stage()
            for name, guess in GUESSES.items():
                if pressed:
                    raise KeyboardInterrupt
                if hasattr(probes, name):
                    rows[name] = report.row(guess, getattr(probes, name), is_emulated, bool(options.sender))
                    print(f"{rows[name]['verdict']:>18}: {name}", flush=True)
        if not is_emulated:
            others = {"a handler on Node.js": place.recorded["Node"]} if place.has_node else {}
            found["figures"] = starts.measured(probes, options.starts, others)
    except KeyboardInterrupt:
        # The interrupted call's own words are about other commands.
        raise KeyboardInterrupt(f"What was made is removed. If not, {GO_ON}") from None
    finally:
        signal.signal(signal.SIGINT, lambda *_: print(f"Still removing. If this does not end, {GO_ON}", flush=True))
        left = place.remove()
        signal.signal(signal.SIGINT, former)
    rows["removal"] = report.row(GUESSES["removal"], lambda: left, is_emulated, True)
    found["rows"] = report.without_followers([rows[name] for name in GUESSES])
    print(*(f"Written: {file}" for file in report.written(found, options.output)), SEND, sep="\n")
    return DONE if left == "nothing" else FAILED


def interrupt(pressed: list[int]) -> None:
    """Notes a Ctrl-C, because Python drops an error that is raised while it closes an unused connection."""
    pressed.append(signal.SIGINT)
    raise KeyboardInterrupt


def must_be_now(date: str) -> None:
    """:raises ValueError: AWS's clock and this machine's differ, so that proofs would be refused."""
    behind = (parsedate_to_datetime(date) - datetime.now(timezone.utc)).total_seconds() if date else 0
    if abs(behind) > SKEW:
        raise ValueError(f"this machine's clock is {abs(behind):.0f} seconds {'behind' if behind > 0 else 'ahead of'} "
                         f"AWS's, so proofs would be refused. {CLOCK.rstrip('.')}")


def version() -> str:
    from importlib import metadata
    try:
        return f"Version {metadata.version('cognito-passkeys')}."
    except metadata.PackageNotFoundError:
        return "From a checkout."


def proposal(place: Place, note: str) -> Proposal:
    found = Proposal(NAME)
    found.add(f"Made in {place.region}, and removed at the end", [
        f"stack {RECORDER}: three user pools, and a function that logs what Cognito sends to two of them",
        f"stack {NAME}: the packaged template, SignInWith signed, with its pool, tables, secrets and logs",
        "then, in its place: the same template, SignInWith own-authenticator, attached to the third pool",
        *(["a function on Node.js, to compare the others with"] if place.has_node else [])])
    found.follows += [
        "It takes about 20 minutes and costs less than a dollar.",
        f"It needs the rights that {PROGRAM} prove --policy prints, and no domain.",
        "Packages stay in the bucket, as after each deployment. Secrets can be restored for 30 days.",
        *([note] if note else []),
        "Codes are mailed to the sender itself." if place.sender else "No mail is sent; --sender shows mailed codes."]
    return found
