"""The doctor, where the emulated account of the rehearsal cannot be ill: what AWS answers is given here."""

from __future__ import annotations

import ast
import json
import os
import re
import unittest
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from unittest import mock

import boto3
from authenticator_case import POOL, TABLE, AuthenticatorCase, everything, mailbox, profile
from aws_case import ACCOUNT, REGION, ClientError, failing
from botocore.client import BaseClient
from botocore.exceptions import EndpointConnectionError, NoCredentialsError
from iam_evaluator import listed
from test_template_account import example
from verb_run import Run, run_verb

from cognito_passkeys.doctor import deployment, examination

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(Path(examination.__file__).parent.glob("*.py"))
PAGE = (ROOT / "docs/doctor.md").read_text(encoding="utf-8")
WORD = re.compile(r"(stack|parameter|alias|call|function|pool|trigger|client|secret|key|certificate|table|mails?|sender"
                  r"|user|audit|unseen)(_[a-z]+)*")
HEALTHY = {"EnforcementStatus": "HEALTHY", "SendingEnabled": True, "ProductionAccessEnabled": True,
           "SendQuota": {"Max24HourSend": 200.0, "SentLast24Hours": 10.0}}
NOW = datetime.now(timezone.utc)
KEY = f"arn:aws:kms:{REGION}:{ACCOUNT}:key/11111111-2222-4333-8444-555555555555"
CERTIFICATE = f"arn:aws:acm:{REGION}:{ACCOUNT}:certificate/a"
RECOVERY = {"ContinuousBackupsDescription": {
    "ContinuousBackupsStatus": "ENABLED", "PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": "ENABLED"}}}


def error(code: str, message: str = "no") -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": message}}, "Operation")


def measured(**values: float) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """What CloudWatch answers if it has the newest values of these metrics, and older ones."""
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        names = [one["MetricStat"]["Metric"]["MetricName"].replace(".", "") for one in asked["MetricDataQueries"]]
        return {"MetricDataResults": [{"Values": [values[name], 0.9] if name in values else []} for name in names]}

    return answer


class DoctorCase(AuthenticatorCase):
    def setUp(self) -> None:
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        self.enter(mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": REGION}))
        self.client("dynamodb").update_table(TableName=TABLE, DeletionProtectionEnabled=True)
        self.answers: dict[str, Any] = {
            "GetAccount": HEALTHY, "GetEmailIdentity": {"VerifiedForSendingStatus": True},
            "GetSuppressedDestination": error("NotFoundException"), "GetMetricData": measured(),
            "DescribeContinuousBackups": RECOVERY}
        call = BaseClient._make_api_call

        def answered(api: Any, name: str, parameters: dict[str, Any]) -> Any:
            if name not in self.answers:
                return call(api, name, parameters)
            if isinstance(self.answers[name], Exception):
                raise self.answers[name]
            answer = self.answers[name]
            return answer(parameters) if callable(answer) else answer

        self.enter(mock.patch.object(BaseClient, "_make_api_call", answered))

    def doctor(self, *words: str) -> Run:
        run = run_verb("doctor", *words)
        self.assertNotIn("Traceback", run.said)
        return run

    def found(self, *words: str) -> list[tuple[str, str, str]]:
        """Each finding, with what it is about and its detail."""
        report = json.loads(self.doctor("sign-in", "--json", *words).output)
        return [(one["finding"], one["of"], one["detail"]) for one in report["findings"]]

    def words(self, *words: str) -> list[str]:
        return [word for word, _, _ in self.found(*words)]


class ServiceTests(DoctorCase):
    def test_a_key_that_does_not_serve_is_named(self) -> None:
        self.stack(KmsKeyArn=KEY)
        self.assertEqual(self.found(), [("key_missing", "KmsKeyArn", KEY)])
        for state, expected in (("Enabled", []), ("Disabled", [("key_disabled", "KmsKeyArn", "Disabled")]),
                                ("PendingDeletion", [("key_disabled", "KmsKeyArn", "PendingDeletion")])):
            self.answers["DescribeKey"] = {"KeyMetadata": {"KeyState": state}}
            self.assertEqual(self.found(), expected)

    def test_a_certificate_is_named_a_month_before_its_end(self) -> None:
        self.stack(AuthenticatorCertificateArn=CERTIFICATE)
        name, end = "AuthenticatorCertificateArn", NOW + timedelta(days=29)
        for certificate, expected in (
                ({"Status": "ISSUED", "NotAfter": NOW + timedelta(days=31)}, []),
                ({"Status": "ISSUED", "NotAfter": end}, [("certificate_ends", name, f"{end:%Y-%m-%d}")]),
                ({"Status": "PENDING_VALIDATION"}, [("certificate_invalid", name, "PENDING_VALIDATION")])):
            self.answers["DescribeCertificate"] = {"Certificate": certificate}
            self.assertEqual(self.found(), expected)
        self.answers["DescribeCertificate"] = error("ResourceNotFoundException")
        self.assertEqual(self.found(), [("certificate_missing", name, CERTIFICATE)])

    def test_a_table_that_is_slow_weak_or_gone_is_named(self) -> None:
        self.stack()
        self.assertEqual(self.found(), [])
        tables = self.client("dynamodb")
        tables.update_table(TableName=TABLE, DeletionProtectionEnabled=False)
        self.assertEqual(self.found(), [("table_unprotected", "UsersTable", TABLE)])
        tables.update_table(TableName=TABLE, DeletionProtectionEnabled=True)
        self.answers["GetMetricData"] = measured(WriteThrottleEvents=2, ReadThrottleEvents=1)
        self.assertEqual(self.found(), [("table_throttled", "UsersTable", "3")])
        state, gone = "INACCESSIBLE_ENCRYPTION_CREDENTIALS", error("ResourceNotFoundException")
        self.answers |= {"GetMetricData": measured(), "DescribeTable": {"Table": {
            "TableName": TABLE, "TableStatus": state, "DeletionProtectionEnabled": True}}}
        self.assertEqual(self.found(), [("table_unusable", "UsersTable", state)])
        self.answers |= {"DescribeTable": gone, "DescribeContinuousBackups": gone}
        self.assertEqual(self.found(), [("table_missing", "UsersTable", TABLE)])

    def test_what_keeps_amazon_ses_from_sending_is_named(self) -> None:
        self.stack(OtpIdentity="example.org", OtpMailsPerHour="3600")
        self.assertEqual(self.found(), [])
        for change, word in (({"SendingEnabled": False}, "mail_suspended"),
                             ({"EnforcementStatus": "SHUTDOWN"}, "mail_suspended"),
                             ({"EnforcementStatus": "PROBATION"}, "mail_on_probation"),
                             ({"ProductionAccessEnabled": False}, "mail_in_sandbox"),
                             ({"SendQuota": {"Max24HourSend": 200.0, "SentLast24Hours": 200.0}}, "mail_quota_spent")):
            self.answers["GetAccount"] = HEALTHY | change
            self.assertEqual(self.found(), [(word, "Amazon SES", "")])
        for rates, said in (({"ReputationBounceRate": 0.05}, ["Reputation.BounceRate 5.00%"]),
                            ({"ReputationComplaintRate": 0.0012}, ["Reputation.ComplaintRate 0.12%"]),
                            ({"ReputationBounceRate": 0.049, "ReputationComplaintRate": 0.0009}, [])):
            self.answers |= {"GetAccount": HEALTHY, "GetMetricData": measured(**rates)}
            self.assertEqual(self.found(), [("mail_rate_high", "Amazon SES", rate) for rate in said])
        # A quota of -1 is none.
        self.answers["GetAccount"] = HEALTHY | {"SendQuota": {"Max24HourSend": -1.0, "SentLast24Hours": 200.0}}
        self.assertEqual(self.found(), [])
        for answer in (error("NotFoundException"), {"VerifiedForSendingStatus": False}):
            self.answers["GetEmailIdentity"] = answer
            self.assertEqual(self.words(), ["sender_not_verified"])

    def test_a_secret_of_others_needs_no_length_and_each_needs_a_value(self) -> None:
        secrets = self.client("secretsmanager")
        arn = secrets.create_secret(Name="authsignal", SecretString="s")["ARN"]
        self.stack(AuthsignalSecretArn=arn)
        self.assertEqual(self.found(), [])
        for value in (" s", "s\n"):
            secrets.put_secret_value(SecretId=arn, SecretString=value)
            self.assertEqual(self.found(), [("secret_unusable", "AuthsignalSecretArn", arn)])
        self.answers["GetSecretValue"] = error("ResourceNotFoundException", "no value for AWSCURRENT")
        self.assertEqual(self.words(), ["secret_unusable"])
        secrets.delete_secret(SecretId=arn, ForceDeleteWithoutRecovery=True)
        self.assertEqual(self.found(), [("secret_missing", "AuthsignalSecretArn", arn)])

    def test_the_clients_of_an_existing_pool_are_those_that_the_stack_allows(self) -> None:
        client = self.make_client(self.pool, ExplicitAuthFlows=["ALLOW_CUSTOM_AUTH"], AuthSessionValidity=10,
                                  EnableTokenRevocation=True)
        self.stack(AllowedClientIds=f"{client},another1")
        self.assertEqual(self.found(), [("client_missing", "another1", "")])


class CallerTests(unittest.TestCase):
    def case(self, **resources: str) -> examination.Case:
        listed = [{"LogicalResourceId": name, "PhysicalResourceId": "abc123", "ResourceType": kind.replace("_", "::")}
                  for name, kind in resources.items()]
        return examination.Case("passkeys", REGION, {}, {"UserPoolId": "eu-west-1_A"}, "CREATE_COMPLETE", listed)

    def test_each_alias_has_its_callers(self) -> None:
        for case, name, principals in (
                (self.case(), "VerifyAuthChallenge", ["cognito-idp.amazonaws.com"]),
                (self.case(AddAuthenticatorAliasUrl="AWS_Lambda_Url"), "AddAuthenticator", ["*", "*"]),
                (self.case(AuthenticatorApi="AWS_ApiGatewayV2_Api"), "Authenticator", ["apigateway.amazonaws.com"]),
                (self.case(), "Authenticator", [])):
            self.assertEqual([caller[0] for caller in deployment.callers(case, name)], principals)

    def test_a_permission_is_for_the_caller_its_source_and_this_action_alone(self) -> None:
        [cognito] = deployment.callers(self.case(), "PreSignUp")
        [api] = deployment.callers(self.case(AuthenticatorApi="AWS_ApiGatewayV2_Api"), "Authenticator")
        pool = f"arn:aws:cognito-idp:{REGION}:{ACCOUNT}:userpool/eu-west-1_A"
        right = {"Effect": "Allow", "Action": "lambda:InvokeFunction",
                 "Principal": {"Service": "cognito-idp.amazonaws.com"},
                 "Condition": {"StringEquals": {"AWS:SourceAccount": ACCOUNT}, "ArnLike": {"AWS:SourceArn": pool}}}
        self.assertTrue(deployment.allows(right, cognito))
        self.assertTrue(deployment.allows(right | {"Action": ["lambda:InvokeFunction"]}, cognito))
        for change in ({"Effect": "Deny"}, {"Action": "lambda:InvokeFunctionUrl"},
                       {"Principal": {"Service": "sns.amazonaws.com"}},
                       {"Condition": {"ArnLike": {"AWS:SourceArn": pool + "b"}}}):
            self.assertFalse(deployment.allows(right | change, cognito))
        for name, is_allowed in (("abc123", True), ("abd123", False)):
            of_api = right | {"Principal": {"Service": "apigateway.amazonaws.com"}, "Condition": {
                "ArnLike": {"AWS:SourceArn": f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{name}/*"}}}
            self.assertEqual(deployment.allows(of_api, api), is_allowed)
        self.assertFalse(deployment.allows(right, api))


class QuestionTests(DoctorCase):
    def test_whoever_cannot_ask_gets_one_sentence(self) -> None:
        self.stack()
        self.make_stack("other")
        for given, words, text in (
                (NoCredentialsError(), ["sign-in"], "Unable to locate credentials"),
                (error("ExpiredToken", "is expired"), ["sign-in"], "Sign in again"),
                (error("Throttling", "Rate exceeded"), ["sign-in"], "Rate exceeded"),
                (error("AccessDenied", "not authorized"), ["sign-in"], "not authorized"),
                (EndpointConnectionError(endpoint_url="https://x"), ["sign-in"], "Could not connect"),
                (None, ["sign-up"], f"there is no stack sign-up in {REGION}. Name another stack or Region (--region)"),
                (None, ["sign-in", "--region", "eu-west-2"], "there is no stack sign-in in eu-west-2."),
                (None, ["other"], f"the stack other in {REGION} is CREATE_COMPLETE and has no output UserPoolId")):
            self.answers.pop("DescribeStacks", None)
            self.answers |= {"DescribeStacks": given} if given else {}
            for form in ([], ["--json"]):
                run = self.doctor(*words, *form)
                self.assertEqual((run.code, run.output, len(run.lines)), (2, "", 1), run.said)
                self.assertIn(text, run.said)

    def test_without_a_name_it_is_the_stack_of_the_variable_or_of_the_file(self) -> None:
        self.stack(A="1")
        self.assertEqual(self.doctor().code, 2)
        self.assertIn("which stack?", self.doctor().errors)
        with mock.patch.dict(os.environ, {"STACK": "sign-in"}):
            self.assertEqual(self.doctor().code, 0)
        self.assertEqual(self.doctor("--stack", "sign-in").code, 0)
        part = "[default.deploy.parameters]\n"
        Path("samconfig.toml").write_text(
            f'{part}stack_name = "sign-in"\nregion = "{REGION}"\nparameter_overrides = "A=2 B=3"\n')
        with mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": "eu-west-3"}):
            run = self.doctor()
        self.assertEqual(run.code, 3)
        self.assertEqual(run.output.count("Needs attention: "), 2)
        self.assertIn("Needs attention: A ('2' in samconfig.toml, '1' in the stack)\n", run.output)
        # The file is about another stack.
        Path("samconfig.toml").write_text(f'{part}stack_name = "sign-up"\nparameter_overrides = "A=2"\n')
        self.assertEqual(self.doctor("sign-in").code, 0)
        Path("samconfig.toml").write_text("[default")
        self.assertEqual(self.doctor("sign-in").code, 2)

    def test_what_aws_does_not_tell_ends_nothing_but_credentials_that_end_do(self) -> None:
        self.stack(KmsKeyArn=KEY)
        self.answers |= {
            "DescribeKey": error("AccessDeniedException", "User: arn:aws:iam::1:user/ana is not authorized to perform: "
                                                          "kms:DescribeKey on resource: x"),
            "DescribeContinuousBackups": error("ThrottlingException"),
            "DescribeUserPool": error("ResourceNotFoundException"),
            "GetMetricData": EndpointConnectionError(endpoint_url="https://monitoring")}
        self.assertEqual(self.found(), [
            ("pool_missing", "UserPool", self.pool), ("unseen", "KmsKeyArn", "needs kms:DescribeKey"),
            ("unseen", "UsersTable", "AWS does not answer: EndpointConnectionError"),
            ("unseen", "UsersTable", "AWS does not answer: ThrottlingException")])
        run = self.doctor("sign-in")
        self.assertEqual(run.code, 1)
        self.assertNotIn("ana", run.said)
        self.answers["DescribeKey"] = error("ExpiredTokenException", "The token is expired")
        run = self.doctor("sign-in")
        self.assertEqual((run.code, run.output), (2, ""))
        self.assertIn("Sign in again", run.errors)

    def test_the_form_for_machines_is_that_of_the_page(self) -> None:
        self.stack(KmsKeyArn=KEY)
        self.person("ana")
        form = PAGE.split("`--json` prints")[1].split("The object has")[0]
        for words in ([], ["--user", "ana"]):
            report = json.loads(self.doctor("sign-in", "--json", *words).output)
            more = {"passkeys"} if words else set()
            self.assertEqual(set(report), {"stack", "region", "boto3", "verdict", "findings"} | more)
            for one in report["findings"]:
                self.assertEqual(set(one), {"finding", "level", "of", "detail", "cause", "cure"})
                self.assertLessEqual({f"`{name}`" for name in (*report, *one)}, {*re.findall("`[a-z0-9]+`", form)})

    def test_only_what_aws_does_not_tell_is_no_health(self) -> None:
        self.stack()
        self.answers["GetMetricData"] = error("AccessDenied", "perform: cloudwatch:GetMetricData")
        run = self.doctor("sign-in")
        self.assertEqual(run.code, 3)
        self.assertIn("Not looked at: UsersTable (needs cloudwatch:GetMetricData)\n", run.output)
        self.assertNotIn("All is well", run.output)
        self.assertIn('"verdict": "unseen"', self.doctor("sign-in", "--json").output)


class UserTests(DoctorCase):
    def user(self, name: str = "ana") -> list[str]:
        """The words for a user. These stacks have no audit log."""
        return [word for word in self.words("--user", name) if word != "audit_off"]

    def test_a_second_factor_and_a_new_password_stop_only_what_begins_with_the_password(self) -> None:
        self.stack()
        sub = self.person("ana")
        self.assertEqual(self.user(), ["user_password_unasked"])
        for name in ("ana", sub, "ana@example.org"):
            run = self.doctor("sign-in", "--json", "--user", name)
            for private in ("ana", sub):
                self.assertNotIn(private, run.output)
        self.client("cognito-idp").admin_set_user_password(
            UserPoolId=self.pool, Username="ana", Password="A-good-passw0rd!", Permanent=True)
        self.assertEqual(self.user(), [])
        found = self.client("cognito-idp").admin_get_user(UserPoolId=self.pool, Username="ana")
        self.answers["AdminGetUser"] = found | {"UserMFASettingList": ["SOFTWARE_TOKEN_MFA"]}
        self.assertEqual(self.user(), ["user_mfa_unasked"])
        self.answers["AdminGetUser"] = found | {"UserStatus": "RESET_REQUIRED"}
        self.client("cloudformation").delete_stack(StackName="sign-in")
        self.stack(PasswordFirst="true")
        self.assertEqual(self.user(), ["user_password"])
        self.answers["AdminGetUser"] = found | {"UserMFASettingList": ["SMS_MFA"], "UserStatus": "CONFIRMED"}
        self.assertEqual(self.user(), ["user_mfa"])
        self.answers["AdminGetUser"] = found | {"UserStatus": "UNCONFIRMED", "Enabled": False}
        self.assertEqual(self.user(), ["user_disabled", "user_unconfirmed"])

    def test_an_address_that_gets_no_mail_is_named(self) -> None:
        self.stack()
        api = self.client("cognito-idp")
        self.person("ana", is_verified=False)
        api.admin_set_user_password(UserPoolId=self.pool, Username="ana", Password="A-good-passw0rd!", Permanent=True)
        self.assertEqual(self.user(), ["user_address_unproven"])
        pool = api.describe_user_pool(UserPoolId=self.pool)
        self.answers["DescribeUserPool"] = {"UserPool": pool["UserPool"] | {"AliasAttributes": ["email"]}}
        self.assertEqual(self.user(), ["user_alias_unproven"])
        self.answers["GetSuppressedDestination"] = {"SuppressedDestination": {"Reason": "BOUNCE"}}
        self.assertEqual(self.user(), ["user_suppressed", "user_alias_unproven"])
        # An address that no user has may be one that Amazon SES has ended.
        self.assertEqual(self.user("ben@example.org"), ["user_suppressed", "user_unknown"])
        self.assertEqual(self.user("ben"), ["user_unknown"])
        api.admin_update_user_attributes(UserPoolId=self.pool, Username="ana", UserAttributes=[
            {"Name": "email", "Value": "o\u2019neill@example.org"}])
        self.assertEqual(self.user(), ["user_address_unusable"])
        api.admin_delete_user_attributes(UserPoolId=self.pool, Username="ana", UserAttributeNames=["email"])
        self.assertEqual(self.user(), ["user_without_address"])

    def test_passkeys_are_counted_and_their_loss_is_named(self) -> None:
        self.stack(Assurance="any")
        sub = self.person("ana")
        self.client("cognito-idp").admin_set_user_password(
            UserPoolId=self.pool, Username="ana", Password="A-good-passw0rd!", Permanent=True)
        items = json.dumps(everything(sub)).replace(POOL, self.pool)
        self.store(*json.loads(items))
        report = json.loads(self.doctor("sign-in", "--json", "--user", "ana").output)
        self.assertEqual((report["passkeys"], [one["finding"] for one in report["findings"]]), (2, ["audit_off"]))
        self.assertIn("\n2 passkeys", self.doctor("sign-in", "--user", "ana").output)
        self.client("dynamodb").update_table(TableName=TABLE, DeletionProtectionEnabled=False)
        self.client("dynamodb").delete_table(TableName=TABLE)
        self.make_table(TABLE)
        self.store(profile(sub, self.pool), mailbox(sub, self.pool))
        self.assertEqual(self.user(), ["user_lost_passkeys"])
        self.client("cloudformation").delete_stack(StackName="sign-in")
        self.stack(Assurance="aal2")
        self.assertEqual(self.user(), ["user_without_passkeys"])
        self.store(profile(sub, self.pool, version={"N": "0"}))
        self.assertEqual(self.user(), ["user_unreadable"])

    def test_two_users_of_one_address_are_not_told_apart(self) -> None:
        self.stack()
        for name in ("ana", "ben"):
            self.person(name, email="both@example.org")
        run = self.doctor("sign-in", "--user", "both@example.org")
        self.assertEqual(run.code, 2)
        self.assertIn("name one by the sub", run.errors)

    def test_a_missing_right_to_read_users_is_a_finding(self) -> None:
        self.stack()
        with failing("ListUsers", error("AccessDeniedException", "perform: cognito-idp:ListUsers on resource")):
            self.assertEqual(self.found("--user", "ana"), [("unseen", "user", "needs cognito-idp:ListUsers")])


class PageTests(DoctorCase):
    def test_the_page_has_each_word_with_cause_and_cure_and_no_other(self) -> None:
        rows = examination.ROW.findall(PAGE)
        page = [word for word, *_ in rows]
        self.assertEqual(len(page), len({*page}))
        self.assertLessEqual({level for _, level, _, _ in rows}, {"stops", "attention", "unseen"})
        constants = {node.value for file in SOURCES for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                     if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        told = {text for text in constants if WORD.fullmatch(text)} - {"user", "key"}
        self.assertEqual({word.removesuffix("_unasked") for word in page}, told)

    def test_the_policy_allows_what_is_asked_and_only_reading(self) -> None:
        actions = [action for statement in example("doctor-policy.json") for action in listed(statement["Action"])]
        asked = {"cloudformation:DescribeStacks", "cloudformation:ListStackResources", "kms:Decrypt",
                 "secretsmanager:ListSecretVersionIds", "dynamodb:Query", "dynamodb:BatchGetItem"}
        for file in SOURCES:
            text = file.read_text(encoding="utf-8")
            pairs = re.findall(r'(?:ask|Look)\("(\w[\w-]*)", "(\w+)"', text)
            pairs += [("cognito-idp", name) for name in re.findall(r"told\(api\.(\w+)", text)]
            pairs += re.findall(r'client\("(\w+)"\)\.get_paginator\("(\w+)"', text)
            for service, method in pairs:
                names = boto3.client(service, region_name=REGION).meta.method_to_api_mapping
                asked.add(f"{service.removesuffix('v2')}:{names[method]}")
        self.assertEqual(set(actions), asked)
        self.assertEqual(len(actions), len(set(actions)))
        for action in actions:
            self.assertRegex(action, r":(Describe|Get|List|Filter|Query|BatchGet|AdminGet|Decrypt)")
