"""The command that proves AWS, before it makes anything, and its report. The rehearsal runs it."""

from __future__ import annotations

import base64
import io
import json
import re
import signal
import tempfile
import unittest
from contextlib import redirect_stdout
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from aws_case import ACCOUNT, REGION, TOPIC, AWSCase, ClientError, calls, failing
from botocore.exceptions import NoCredentialsError
from verb_run import Run, run_verb

from cognito_passkeys.deployment import deploy, packages
from cognito_passkeys.deployment.account import Account
from cognito_passkeys.function_names import FUNCTIONS
from cognito_passkeys.prove import packaged, pool, report, speed, starts
from cognito_passkeys.prove.deployed import Ground
from cognito_passkeys.prove.ground import NAME, RECORDER, Place
from cognito_passkeys.prove.guesses import GUESSES, Guess
from cognito_passkeys.prove.packaged import Packaged
from cognito_passkeys.prove.passkeys import Passkeys
from cognito_passkeys.prove.pool import Otherwise, Pool, Unseen
from cognito_passkeys.prove.triggers import Triggers
from cognito_passkeys.verbs import prove

KINDS = (Triggers, Packaged, Passkeys)
GUESS = Guess("name", "What", "as the pages say", probe="a look", seen="tokens")


def error(code: str, message: str = "no") -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}}, "SignUp")


class ListTests(unittest.TestCase):
    def test_each_guess_is_probed_or_says_why_not_and_follows_an_earlier_one(self) -> None:
        names = list(GUESSES)
        for name, guess in GUESSES.items():
            with self.subTest(name):
                has_probe = any(hasattr(kind, name) for kind in KINDS) or name == "removal"
                self.assertNotEqual(has_probe, bool(guess.unseen))
                self.assertEqual((bool(guess.probe), bool(guess.seen)), (has_probe, has_probe))
                if guess.after:
                    self.assertLess(names.index(guess.after), names.index(name))

    def test_each_probe_is_of_a_guess(self) -> None:
        public = {name for kind in KINDS for name in dir(kind) if not name.startswith("_")}
        self.assertEqual(public - GUESSES.keys(), {"lines", "play"})


class BeforeTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.dict("os.environ", {"AWS_DEFAULT_REGION": REGION}))

    def test_whoever_cannot_begin_is_told_why_in_one_line(self) -> None:
        for given, words, text in (
                (NoCredentialsError(), [], "Unable to locate credentials Sign in again"),
                (error("ExpiredToken"), [], "Sign in again"),
                (error("SignatureDoesNotMatch", "Signature expired: 1 is now earlier than 2"), [], "Set the clock"),
                (None, ["--region", "nowhere-1"], "Cognito is in no Region of this name")):
            with self.subTest(text), failing("GetCallerIdentity", given) if given else calls():
                run = run_verb("prove", "--yes", *words)
                self.assertEqual((run.code, run.output, len(run.lines)), (1, "", 1), run.said)
                self.assertIn(text, run.said)

    def test_a_clock_that_is_off_would_make_every_proof_wrong(self) -> None:
        def date(seconds: int) -> str:
            return format_datetime(datetime.now(timezone.utc) + timedelta(seconds=seconds), usegmt=True)

        for seconds in (0, 50, -50):
            prove.must_be_now(date(seconds))
        for seconds, word in ((120, "behind"), (-120, "ahead of")):
            with self.assertRaisesRegex(ValueError, f"1[12][0-9] seconds {word} AWS's.*Set the clock"):
                prove.must_be_now(date(seconds))

    def test_it_says_what_it_makes_and_a_no_makes_nothing(self) -> None:
        with mock.patch.object(deploy, "calls", return_value=10), calls() as made:
            declined, dry = run_verb("prove", typed="n\n"), run_verb("prove", "--dry-run")
        self.assertEqual((declined.code, dry.code), (4, 0))
        for run in (declined, dry):
            self.assertIn(f"Made in {REGION}, and removed at the end:\n  stack {RECORDER}: three", run.output)
            self.assertIn(f"  stack {NAME}: the packaged template, SignInWith signed", run.output)
            self.assertIn("less than a dollar", run.output)
            self.assertIn("The account answers 10 calls at the same time.", run.output)
        self.assertEqual({name for name, _ in made if not name.startswith(("Get", "Describe", "List"))}, set())

    def test_a_missing_right_prints_the_policy(self) -> None:
        with failing("DescribeStacks", error("AccessDenied", "may not")):
            run = run_verb("prove", "--yes")
        self.assertEqual(run.code, 1)
        self.assertIn(prove.policy(), run.output)

    def test_the_policy_is_the_deployers_for_these_stacks_and_a_few_calls(self) -> None:
        text = run_verb("prove", "--policy").output
        self.assertEqual(re.findall(r'(?:"|/|:)passkeys(?:-|"|/)', text), [])
        statements = json.loads(text)["Statement"]
        self.assertEqual(statements[-len(prove.FURTHER):], prove.FURTHER)
        for one in prove.FURTHER:
            self.assertTrue(NAME in json.dumps(one) or one["Action"] == "cloudwatch:ListMetrics", one)


class PlaceTests(AWSCase):
    def place(self) -> Place:
        self.enter(mock.patch.dict("os.environ", {"AWS_DEFAULT_REGION": REGION}))
        account = Account(NAME)
        account.region = REGION
        return Place(account, f"arn:aws:iam::{ACCOUNT}:user/ana", "")

    def test_what_aws_refuses_of_the_second_stack_does_not_cost_the_rows_of_the_first(self) -> None:
        place = self.place()
        place.recorded = {"Existing": f"{REGION}_a", "ExistingClient": "b"}
        with (mock.patch.object(packages, "architecture", return_value="x86_64"),
              mock.patch.object(deploy, "update", side_effect=error("Throttling")) as update):
            made = place.authenticator()
        self.assertIn("Throttling", made.status)
        self.assertEqual(Passkeys(made).authenticator_stack(), made.status)
        given = update.call_args.args[1]
        self.assertEqual((given["ExistingUserPoolId"], given["OtpIdentity"]), (f"{REGION}_a", "example.com"))

    def test_a_stack_that_got_no_further_than_its_first_change_set_is_removed(self) -> None:
        place = self.place()
        self.client("cloudformation").create_change_set(
            StackName=NAME, ChangeSetName="first", ChangeSetType="CREATE",
            TemplateBody=json.dumps({"Resources": TOPIC}))
        self.assertTrue(place.is_taken())
        with redirect_stdout(io.StringIO()):
            self.assertEqual(place.remove(), "nothing")
        self.assertFalse(place.is_taken())


class RunTests(AWSCase):
    """Runs in which nothing goes well."""

    def setUp(self) -> None:
        super().setUp()
        self.enter(mock.patch.dict("os.environ", {"AWS_DEFAULT_REGION": REGION}))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.place = Path(folder.name), mock.Mock()
        self.enter(mock.patch.object(prove, "Place", return_value=self.place))
        self.place.configure_mock(region=REGION, sender="", has_node=False, **{"is_taken.return_value": False,
                                                               "remove.return_value": "nothing"})
        for made in (self.place.packaged, self.place.authenticator):
            made.return_value = Ground(NAME, self.client, "ROLLBACK_COMPLETE; UserPool: no", {}, {}, {})
        for module, name in ((pool, "SETTLED"), (pool, "PATIENCE"), (packaged, "METRICS_PATIENCE")):
            self.enter(mock.patch.object(module, name, 0))

    def prove(self) -> Run:
        return run_verb("prove", "--yes", "--output", str(self.folder))

    def test_a_template_that_aws_refuses_is_the_row_that_says_so(self) -> None:
        self.place.recorder.return_value = Triggers(*[Pool(self.client("cognito-idp"), "a", "b", list)] * 3)
        run = self.prove()
        self.assertEqual(run.code, 0, run.said)
        [file] = self.folder.glob("*.json")
        rows = {one["name"]: one for one in json.loads(file.read_text())["rows"]}
        self.assertEqual(rows["stack"]["seen"], "ROLLBACK_COMPLETE; UserPool: no")
        self.assertEqual({rows[name]["seen"] for name in ("sign_in", "own_metrics")}, {"See stack."})
        self.assertEqual({rows[name]["seen"] for name in ("attach", "function_url", "passkey_removed")},
                         {"See authenticator_stack."})
        self.assertIn("Not measured: ", run.output)

    def test_something_that_stays_is_a_row_and_the_exit_code(self) -> None:
        self.place.recorder.return_value = Triggers(*[Pool(self.client("cognito-idp"), "a", "b", list)] * 3)
        self.place.remove.return_value = "something"
        self.assertEqual(self.prove().code, 1)
        [file] = self.folder.glob("*.json")
        [row] = [one for one in json.loads(file.read_text())["rows"] if one["name"] == "removal"]
        self.assertEqual((row["verdict"], row["seen"]), (report.OTHERWISE, "something"))

    def test_what_was_made_is_removed_whatever_happens(self) -> None:
        for failure, code, text in ((ValueError("the recorder was not made"), 1, "the recorder was not made"),
                                    (KeyboardInterrupt(), 130, "What was made is removed.")):
            self.place.recorder.side_effect = failure
            self.place.remove.reset_mock()
            run = self.prove()
            self.assertEqual(run.code, code)
            self.assertIn(text, run.errors)
            self.place.remove.assert_called_once_with()
            self.assertEqual([*self.folder.iterdir()], [])

    def test_a_ctrl_c_that_python_drops_ends_the_run_before_the_next_row(self) -> None:
        def dropped() -> Any:
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                pass
            return Triggers(*[Pool(self.client("cognito-idp"), "a", "b", list)] * 3)

        self.place.recorder.side_effect, former = dropped, signal.getsignal(signal.SIGINT)
        run = self.prove()
        self.assertEqual(run.code, 130)
        self.assertNotIn("as said", run.output)
        self.place.remove.assert_called_once_with()
        self.assertEqual(signal.getsignal(signal.SIGINT), former)

    def test_a_folder_that_is_not_there_and_a_sender_that_is_no_address_are_noticed_before(self) -> None:
        for words in (
                ("--output", str(self.folder / "none")), ("--sender", "ana"), ("--sender", "Ana <ana@a.example>")):
            run = run_verb("prove", "--yes", *words)
            self.assertEqual(run.code, 2)
            self.assertIn("there is no folder" if words[0] == "--output" else "is no address", run.errors)
        self.place.recorder.assert_not_called()


class RowTests(unittest.TestCase):
    def row(self, found: Any, guess: Guess = GUESS, is_emulated: bool = False) -> tuple[str, str]:
        def probe() -> str:
            if isinstance(found, Exception):
                raise found
            return found

        row = report.row(guess, probe, is_emulated, False)
        return row["verdict"], row["seen"]

    def test_what_is_seen_decides(self) -> None:
        self.assertEqual(self.row("tokens"), (report.AS_SAID, "tokens"))
        self.assertEqual(self.row("none"), (report.OTHERWISE, "none"))
        self.assertEqual(self.row(error("LimitExceeded")), (report.OTHERWISE, "SignUp: LimitExceeded"))
        self.assertEqual(self.row(error("AccessDeniedException")), (report.UNSEEN, "SignUp: AccessDeniedException"))
        self.assertEqual(self.row(Unseen("No line.")), (report.UNSEEN, "No line."))
        self.assertEqual(self.row(Otherwise("status 500")), (report.OTHERWISE, "status 500"))
        self.assertEqual(self.row(KeyError("UserPoolId"))[0], report.UNSEEN)

    def test_what_cannot_be_seen_is_not_played(self) -> None:
        for guess, is_emulated, text in (
                (GUESS._replace(unseen="It takes a year."), False, "It takes a year."),
                (GUESS._replace(emulated="An emulator has no clouds."), True, "An emulator has no clouds."),
                (GUESS._replace(needs="sender"), False, report.SENDER)):
            self.assertEqual(self.row(AssertionError("it was played"), guess, is_emulated), (report.UNSEEN, text))
        self.assertEqual(self.row("tokens", GUESS._replace(emulated="x"))[0], report.AS_SAID)

    def test_what_follows_from_a_fault_is_not_told_twice(self) -> None:
        rows = [{"name": name, "verdict": verdict, "seen": ""} for name, verdict in (
            ("stack", report.AS_SAID), ("runtime", report.OTHERWISE), ("rights", report.AS_SAID),
            ("sign_in", report.OTHERWISE), ("proof_once", report.UNSEEN), ("decisions", report.OTHERWISE))]
        self.assertEqual([(one["verdict"], one["seen"]) for one in report.without_followers(rows)], [
            (report.AS_SAID, ""), (report.OTHERWISE, ""), (report.AS_SAID, ""), (report.UNSEEN, "See runtime."),
            (report.UNSEEN, "See runtime."), (report.OTHERWISE, "")])


class ReportTests(unittest.TestCase):
    def test_nothing_names_the_account_a_person_or_a_secret(self) -> None:
        for secret in (
                ACCOUNT, f"{REGION}_AbCdEf123", f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:a", "ana@example.org",
                "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11", "https://abc123.lambda-url.eu-west-1.on.aws/",
                f"{base64.urlsafe_b64encode(bytes(range(60))).decode()}"):
            for text in (secret, f"Role '{secret}' cannot", f'{{"a": "{secret}"}}', f"x {secret}, y"):
                shown = report.hidden(text)
                self.assertNotIn(secret, shown)
                self.assertRegex(shown, "<[a-z]+>")
        for text in ("4,096 characters at most, then InvalidLambdaResponseException", "VerifyAuthChallengeResponse: x",
                     "issuing and failing: NotAuthorizedException; issuing and a challenge: tokens"):
            self.assertEqual(report.hidden(text), text)

    def test_what_is_otherwise_comes_first_in_both_files(self) -> None:
        found = report.new(REGION, "Version 1.0.0.", False, "")
        for name, verdict in (("stack", report.AS_SAID), ("decisions", report.OTHERWISE), ("kms", report.UNSEEN)):
            found["rows"].append({"name": name, "about": f"[A](a.md) of {name}", "said": "a | b", "verdict": verdict,
                                  "seen": "c"})
        found["figures"] = {"Define": {"cold starts": 20, "init ms": 3.1}}
        with tempfile.TemporaryDirectory() as folder:
            person, machine = report.written(found, Path(folder))
            self.assertEqual(person.name, f"prove-{REGION}-{found['made']}.md")
            self.assertEqual(json.loads(machine.read_text()), found)
            text = person.read_text()
        self.assertEqual(re.findall("(?m)^###? (.+)", text), [
            f"{REGION}, {found['made']}, AWS", "Otherwise: 1", "Could not be seen: 1", "As said: 1", "Times"])
        self.assertIn("| `decisions` | A of decisions | a \\| b | c |\n", text)
        self.assertIn("| Define | 20 | 3.1 |\n", text)


class StartTests(unittest.TestCase):
    def line(self, **metrics: float) -> str:
        """Lambda's own line about a call."""
        return json.dumps({"type": "platform.report", "record": {"metrics": {
            "durationMs": 1.5, "billedDurationMs": 5, "memorySizeMB": 128, "maxMemoryUsedMB": 20} | metrics}})

    def setUp(self) -> None:
        self.given: list[dict[str, str]] = []
        self.calls = 0

        def invoke(**_: Any) -> dict[str, str]:
            self.calls += 1
            line = self.line(**({"initDurationMs": 3.0 + len(self.given)} if self.calls % 2 else {}))
            return {"LogResult": base64.b64encode(f"START\n{line}\n".encode()).decode()}

        self.api = SimpleNamespace(
            meta=SimpleNamespace(endpoint_url="http://127.0.0.1"), invoke=invoke,
            get_function_configuration=lambda **_: {"Environment": {"Variables": {"AUDIT": "off"}}},
            update_function_configuration=lambda Environment, **_: self.given.append(Environment["Variables"]),
            get_waiter=lambda _: SimpleNamespace(wait=lambda **_: None))

    def test_each_start_is_a_new_process_and_its_line_is_lambdas_own(self) -> None:
        found = starts.reports(self.api, "define", 3)
        self.assertEqual(self.given, [{"AUDIT": "off", starts.VARIABLE: str(number)} for number in range(3)])
        cells = starts.figures("DefineAuthChallenge", found, starts.metrics(["START", self.line(durationMs=0.9)]))
        # 5 ms of 128 MB, a million times, and the calls themselves.
        self.assertEqual(cells, dict(zip(starts.HEADS, (3, 5.0, 1.5, 1, 0.9, 20, 0.21, "1.17 ms", "35.3 µs"))))
        self.assertEqual(starts.figures("Node", [], []), dict.fromkeys(starts.HEADS, "") | {
            "cold starts": 0, "init ms": 0, "first call ms": 0, "later calls": 0, "memory MB": 0})

    def test_what_is_compared_has_its_own_second_calls_and_no_figures_of_the_page(self) -> None:
        probes = SimpleNamespace(
            ground=Ground(NAME, None, "", {}, {"PreSignUp": "sign-up"}, {"PreSignUpLogs": "group"}),
            client=lambda _: self.api, play=lambda: "tokens", lines=lambda *_: [self.line(), self.line()])
        found = starts.measured(probes, 1, {"a handler on Node.js": "node"})
        self.assertEqual([(name, cells["later calls"], cells["call in speed.md"]) for name, cells in found.items()], [
            ("PreSignUp", 2, "31.4 µs"), ("a handler on Node.js", 1, ""),
            ("a whole sign-in with a passkey, seen from here", starts.SIGN_INS, "")])
        self.assertEqual({tuple(cells) for cells in found.values()}, {starts.HEADS})

    def test_each_function_has_figures_to_stand_beside(self) -> None:
        for function in FUNCTIONS:
            self.assertTrue(all(speed.here(function)), function)


if __name__ == "__main__":
    unittest.main()
