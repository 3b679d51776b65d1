"""who-signed-in: the lines of one user, from the log groups of a deployed stack."""

from __future__ import annotations

import io
import json
import re
import time
import unittest
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call, patch

from aws_case import REGION, AWSCase, failing
from cognito_passkeys.audit_log import deployment, lines, sandbox
from template import sam_template
from cognito_passkeys.stacks import labelled_versions
from verb_run import run_verb

ROOT = Path(__file__).resolve().parents[2]
KEY, FORMER = "the key of the audit log, thirty-two bytes", "the key before it, of thirty-two bytes as well"
NOW = int(time.time() * 1_000)


def line(who: str, decision: str = "answer_right", at: str = "2026-11-22T09:30:00.000Z", **members: Any) -> str:
    return json.dumps({"audit": decision, "time": at, "trigger": "VerifyAuthChallenge", "who": who, **members})


class DigestTests(unittest.TestCase):
    def test_a_digest_is_the_one_that_the_functions_write(self) -> None:
        # openssl dgst -sha256 -hmac, as docs/audit.md shows it.
        self.assertEqual(lines.of_subject("k" * 32, "a"), "kB9oeu14OJhV55s6oUgwqw")
        self.assertNotEqual(lines.of_subject(KEY, "a"), lines.of_unknown(KEY, "a"))

    def test_the_functions_and_the_template_have_what_the_tool_names(self) -> None:
        source = (ROOT / "Sources/Modules/Shared/FunctionServices/SubjectDigests.swift").read_text()
        self.assertIn(f"length = {lines.LENGTH}\n", source)
        for kind in ("sub", "unknown"):
            self.assertIn(f'digest("{kind}", ', source)
        template = sam_template.load()
        self.assertLessEqual(set(deployment.LOGS), set(template["Resources"]))
        self.assertLessEqual({deployment.KEY_OUTPUT, deployment.POOL_OUTPUT}, set(template["Outputs"]))
        self.assertIn(deployment.BUCKET_OUTPUT, sam_template.load(sam_template.MONITORING)["Outputs"])
        self.assertIn(deployment.RETENTION, template["Parameters"])
        swift = (ROOT / "Sources/Modules/Shared/AuditLog/AuditLine.swift").read_text()
        written = set(re.findall(r'line\.member\("(\w+)"', swift))
        self.assertLessEqual({"who", *lines.COLUMNS}, written)


class LineTests(unittest.TestCase):
    def test_only_lines_of_the_digests_are_taken_the_oldest_first(self) -> None:
        messages = [
            line("a", at="2026-11-22T09:30:02Z"), line("b", at="2026-11-22T09:30:01Z"), line("c"), "no JSON", "[1]",
            json.dumps({"who": "a"}), json.dumps({"audit": 1, "who": "a"}), json.dumps({"audit": "x", "who": ["a"]}),
        ]
        found = lines.parsed(messages, {"a", "b"})
        self.assertEqual([entry["who"] for entry in found], ["b", "a"])

    def test_the_table_has_a_row_for_each_line_and_cannot_change_the_terminal(self) -> None:
        found = [json.loads(line("a", reason="expired", method="PASS\x1b[2JKEY", round=2, requestId="r-1"))]
        self.assertEqual(lines.table(found).splitlines(), [
            "time                      decision      reason   method       round  requestId",
            "2026-11-22T09:30:00.000Z  answer_right  expired  PASS?[2JKEY  2      r-1",
        ])

    def test_the_summary_counts_what_a_reader_asks_first(self) -> None:
        found = [{"audit": decision} for decision in (
            "challenge_issued", "answer_wrong", "answer_wrong", "tokens_issued", "authenticator_removed")]
        self.assertEqual(lines.summary(found), "Signed in: 1, sign-ins refused: 0, wrong answers: 2, "
                         "authenticators added: 0, removed: 1.")
        swift = (ROOT / "Sources/Modules/Shared/AuditLog/AuditLine.swift").read_text()
        for _, decision in lines.COUNTED:
            self.assertIn(f'= "{decision}"', swift)

    def test_the_pattern_names_each_digest(self) -> None:
        self.assertEqual(lines.pattern({"b", "a"}), '{ ($.who = "a") || ($.who = "b") }')


class PeriodTests(unittest.TestCase):
    def test_a_time_is_in_utc_unless_it_says_otherwise(self) -> None:
        night = lines.Period(lines.moment("2026-11-21T18:00"), lines.moment("2026-11-22T08:00+02:00"))
        self.assertEqual(str(night), "from 2026-11-21T18:00:00Z until 2026-11-22T06:00:00Z")
        for time, is_within in (("2026-11-21T17:59:59.999Z", False), ("2026-11-21T18:00:00.000Z", True),
                                ("2026-11-22T05:59:59.999Z", True), ("2026-11-22T06:00:00.000Z", False)):
            self.assertEqual(time in night, is_within, time)

    def test_what_is_not_a_time_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "^yesterday is not a time such as 2026-11-21T18:00$"):
            lines.moment("yesterday")


class CommandTests(AWSCase):
    def setUp(self) -> None:
        super().setUp()
        self.cognito = self.client("cognito-idp")
        self.pool, _ = self.make_pool()
        secrets = self.client("secretsmanager")
        self.key = secrets.create_secret(Name="key", SecretString=FORMER)["ARN"]
        secrets.put_secret_value(SecretId=self.key, SecretString=KEY)
        for stack, outputs in (("sign-in", {"AuditKeyArn": self.key}), ("silent", {})):
            groups = {name: {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": f"/{stack}/{name}"}}
                      for name in deployment.LOGS}
            self.make_stack(stack, groups, outputs | {"UserPoolId": self.pool}, **{deployment.RETENTION: "30"})
        self.make_stack("sign-in-monitoring", outputs={"AuditBucket": "kept-lines"})
        self.sub = self.person("ana")

    def write(self, group: str, *messages: str, at: int = NOW) -> None:
        api = self.client("logs")
        api.create_log_stream(logGroupName=f"/sign-in/{group}", logStreamName="one")
        api.put_log_events(logGroupName=f"/sign-in/{group}", logStreamName="one", logEvents=[
            {"timestamp": at, "message": message} for message in messages])

    def run_tool(self, *words: str, stack: str = "sign-in") -> tuple[int, list[str], str]:
        code, output, errors = run_verb("who-signed-in", "--stack", stack, "--region", REGION, *words)
        return code, output.splitlines(), errors

    def test_a_users_lines_are_found_in_all_functions_by_sub_name_or_address(self) -> None:
        who = lines.of_subject(KEY, self.sub)
        self.write("VerifyAuthChallengeLogs", line(who, at="2026-11-22T09:30:01Z"), line("another"))
        self.write("DefineAuthChallengeLogs", line(who, "tokens_issued", at="2026-11-22T09:30:02Z"))
        for name in (self.sub, "ana", "ana@example.org"):
            code, output, errors = self.run_tool("--user", name, "--json")
            self.assertEqual((code, errors), (0, ""), name)
            self.assertEqual([json.loads(text)["audit"] for text in output], ["answer_right", "tokens_issued"], name)
        code, output, _ = self.run_tool("--user", "ana")
        self.assertEqual((code, len(output)), (0, 7))
        self.assertRegex(output[0], f"^{self.sub}, from .* until now; who = {who}$")
        self.assertTrue(output[-1].startswith("Signed in: 1, sign-ins refused: 0, wrong answers: 0"), output[-1])

    def test_a_user_is_found_by_the_other_form_of_the_domain_under_the_key_before_too(self) -> None:
        sub = self.person("bea", email="bea@xn--bcher-kva.example")
        self.write("VerifyAuthChallengeLogs", line(lines.of_subject(FORMER, sub), at="2026-11-22T09:30:01Z"))
        code, output, errors = self.run_tool("--user", "bea@b\xfccher.example", "--json")
        self.assertEqual((code, errors, len(output)), (0, "", 1))

    def replace_key_twice(self) -> tuple[Any, str]:
        """Labels the former version as the runbook does, and lets two further keys push AWSPREVIOUS past it."""
        secrets = self.client("secretsmanager")
        former = secrets.get_secret_value(SecretId=self.key, VersionStage="AWSPREVIOUS")["VersionId"]
        secrets.update_secret_version_stage(
            SecretId=self.key, VersionStage="until-2026-11-22", MoveToVersionId=former)
        for number in (1, 2):
            secrets.put_secret_value(SecretId=self.key, SecretString=f"key {number}, which is thirty-two bytes long")
        return secrets, former

    def test_lines_under_every_key_with_a_label_are_found_and_no_others(self) -> None:
        self.replace_key_twice()
        # The key between the labelled one and AWSPREVIOUS has lost its label.
        self.write("CreateAuthChallengeLogs", *(
            line(lines.of_subject(key, self.sub), reason=reason) for key, reason in (
                (FORMER, "labelled"), (KEY, "without a label"))))
        code, output, errors = self.run_tool("--user", "ana", "--json")
        self.assertEqual((code, [json.loads(text)["reason"] for text in output], errors), (0, ["labelled"], ""))

    def test_versions_on_further_pages_are_found(self) -> None:
        first, second = {"VersionId": "1", "VersionStages": ["AWSCURRENT"]}, {"VersionId": "2", "VersionStages": ["a"]}
        secrets = Mock()
        secrets.list_secret_version_ids.side_effect = [
            {"Versions": [first, {"VersionId": "3"}], "NextToken": "more"}, {"Versions": [second]}]
        self.assertEqual(labelled_versions(secrets, self.key), [first, second])
        self.assertEqual(secrets.list_secret_version_ids.call_args_list,
                         [call(SecretId=self.key), call(SecretId=self.key, NextToken="more")])

    def test_a_former_key_that_cannot_be_read_is_named_and_left_out(self) -> None:
        secrets, former = self.replace_key_twice()
        self.write("CreateAuthChallengeLogs",
                   line(lines.of_subject("key 1, which is thirty-two bytes long", self.sub)))
        with failing("GetSecretValue", VersionId=former):
            code, output, errors = self.run_tool("--user", "ana", "--json")
        self.assertEqual((code, len(output)), (0, 1))
        self.assertEqual(errors, "The version until-2026-11-22 of the audit key cannot be read "
                         "(AccessDeniedException), so lines under it are not found.\n")

    def test_a_name_that_no_user_has_and_the_sub_of_a_deleted_user_are_looked_for_as_such(self) -> None:
        self.cognito.admin_delete_user(UserPoolId=self.pool, Username="ana")
        self.write("CreateAuthChallengeLogs", line(lines.of_unknown(KEY, "eve"), "challenge_issued"),
                   line(lines.of_subject(KEY, self.sub), "challenge_issued"))
        for name, whose in (("eve", "sign-ins under that name"), (self.sub, "a user who had that sub")):
            code, output, errors = self.run_tool("--user", name, "--json")
            self.assertEqual((code, len(output)), (0, 1))
            self.assertEqual(errors, f"The pool has no user {name}. These are the lines of {whose}.\n")

    def test_what_is_older_than_asked_for_is_left_out(self) -> None:
        self.write("CreateAuthChallengeLogs", line(lines.of_subject(KEY, self.sub)), at=NOW - 3 * 86_400_000)
        code, output, _ = self.run_tool("--user", "ana", "--days", "2")
        self.assertEqual((code, output[-1]), (0, "No line. The log groups keep lines for 30 days. The bucket "
                                              "kept-lines has older ones (docs/audit.md)."))
        self.assertEqual(len(self.run_tool("--user", "ana", "--days", "4", "--json")[1]), 1)
        days = [str(datetime.fromtimestamp(NOW / 1_000 - age * 86_400, timezone.utc)) for age in (4, 2, 1)]
        self.assertEqual(len(self.run_tool("--user", "ana", "--since", days[0], "--until", days[1], "--json")[1]), 1)
        self.assertEqual(self.run_tool("--user", "ana", "--since", days[1], "--until", days[2], "--json")[1], [])

    def test_it_says_why_it_cannot(self) -> None:
        self.person("ben", email="shared@example.org")
        self.person("cas", email="shared@example.org")
        for words, stack, reason in (
            (("--user", "shared@example.org"), "sign-in", "several users have the email shared@example.org"),
            (("--user", "eve"), "sign-in", "the pool has no user eve, and nobody had that sub or tried that name from"),
            (("--user", "ana", "--since", "2026-11-21", "--until", "2026-11-20"), "sign-in",
             "nothing lies from 2026-11-21T00:00:00Z until 2026-11-20T00:00:00Z"),
            (("--user", "ana", "--until", "noon"), "sign-in", "noon is not a time such as 2026-11-21T18:00"),
            (("--user", "ana"), "silent", "the stack silent has no output AuditKeyArn: is its parameter Audit off?"),
            (("--user", "ana"), "nowhere", "nowhere does not exist"),
        ):
            code, output, errors = self.run_tool(*words, stack=stack)
            self.assertEqual((code, output), (1, []), reason)
            self.assertIn(reason, errors)


class SandboxTests(unittest.TestCase):
    """What the tests with a real sandbox do not meet."""

    def test_only_a_sandbox_on_this_machine_is_asked(self) -> None:
        for url in ("https://localhost:8377", "http://example.org", "http://localhost:1/x"):
            with self.assertRaisesRegex(ValueError, f"{url} is not the address of a sandbox on this machine"):
                sandbox.sandbox(url)
        with patch("cognito_passkeys.audit_log.sandbox.build_opener") as opener:
            opener.return_value.open.return_value.__enter__.return_value = io.StringIO('{"error": "no such path"}')
            with self.assertRaisesRegex(ValueError, "is not a sandbox with an audit log"):
                sandbox.sandbox("http://localhost:8377")
        # A proxy must not be asked for what is on this machine.
        self.assertEqual(opener.call_args.args[0].proxies, {})

    def test_only_lines_of_the_period_are_taken(self) -> None:
        times = ["2026-11-21T23:00:00.000Z", "2026-11-22T01:00:00.000Z"]
        with patch.object(sandbox, "ask", return_value={"lines": [{"time": time} for time in times]}):
            found = sandbox.Sandbox("http://localhost", "", "", "").messages(
                [], lines.Period(lines.moment("2026-11-21"), lines.moment("2026-11-22")))
            self.assertEqual([json.loads(line)["time"] for line in found], times[:1])
