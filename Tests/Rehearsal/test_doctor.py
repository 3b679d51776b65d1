"""The doctor names what keeps people from signing in to a deployed stack, and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
import time
from typing import Any, Callable

import pytest

from cognito_passkeys.audit_log import lines

from cloud import EXAMPLES, ROOT
from conftest import OWN
from deployed import Deployed
from journeys.app import account, add_passkey, attributes, new_user, sign_in, token_to_add

NAME, POLICY = "passkeys-doctor", json.loads((EXAMPLES / "doctor-policy.json").read_text())


@pytest.fixture(scope="module")
def patient(cloud) -> Deployed:
    return Deployed(cloud.deploy(NAME, **OWN))


@pytest.fixture(scope="module")
def keys(cloud) -> dict[str, str]:
    """Those of somebody who may do what the page says, and nothing else."""
    return cloud.user("doctor", json.dumps(POLICY).replace('"passkeys"', f'"{NAME}"').replace(
        "/passkeys/", f"/{NAME}/"))


def doctor(patient: Deployed, *words: str, keys: dict[str, str] | None = None) -> tuple[int, dict[str, Any]]:
    run = patient.cloud.passkeys("doctor", NAME, "--json", *words, keys=keys)
    assert "Traceback" not in run.said and run.code in (0, 1, 3), run.said
    return run.code, json.loads(run.said)


def found(patient: Deployed, *words: str, keys: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """Each finding, with what it is about."""
    return [(one["finding"], one["of"]) for one in doctor(patient, *words, keys=keys)[1]["findings"]]


def test_a_stack_that_was_just_deployed_is_well(patient, keys):
    code, report = doctor(patient, keys=keys)
    assert [(one["finding"], one["of"], one["detail"]) for one in report["findings"]] == []
    assert (code, report["verdict"]) == (0, "well")
    assert (report["stack"], report["region"]) == (NAME, "eu-west-1")


class Broken:
    """Single things of the stack that are broken, and repaired afterwards."""

    def __init__(self, patient: Deployed) -> None:
        self.patient, self.outputs = patient, patient.stack.outputs
        self.client = patient.cloud.client

    def of(self, name: str) -> str:
        return self.patient.stack.resources[name][1]

    def trigger(self) -> Callable[[], Any]:
        return self.triggers({"CreateAuthChallenge": None})

    def other_trigger(self) -> Callable[[], Any]:
        return self.triggers({"DefineAuthChallenge": self.outputs["VerifyAuthChallengeArn"]})

    def triggers(self, changed: dict[str, str | None]) -> Callable[[], Any]:
        api, pool = self.client("cognito-idp"), self.patient.pool
        before = api.describe_user_pool(UserPoolId=pool)["UserPool"]["LambdaConfig"]
        later = {trigger: function for trigger, function in (before | changed).items() if function}
        api.update_user_pool(UserPoolId=pool, LambdaConfig=later)
        return lambda: api.update_user_pool(UserPoolId=pool, LambdaConfig=before)

    def permission(self, name: str, action: str) -> Callable[[], Any]:
        api, place = self.client("lambda"), {"FunctionName": self.of(name), "Qualifier": "live"}
        [one] = [one for one in json.loads(api.get_policy(**place)["Policy"])["Statement"] if one["Action"] == action]
        api.remove_permission(**place, StatementId=one["Sid"])
        given = {"SourceArn": one["Condition"]["ArnLike"]["AWS:SourceArn"], "Principal": one["Principal"]["Service"]} \
            if "Service" in one["Principal"] else {"Principal": "*", "FunctionUrlAuthType": "NONE"}
        return lambda: api.add_permission(**place, StatementId=one["Sid"], Action=action, **given)

    def alias(self) -> Callable[[], Any]:
        api, place = self.client("lambda"), {"FunctionName": self.of("PreSignUp"), "Name": "live"}
        version = api.get_alias(**place)["FunctionVersion"]
        api.delete_alias(**place)
        return lambda: api.create_alias(**place, FunctionVersion=version)

    def former(self) -> Callable[[], Any]:
        """The function has changed since its alias was moved."""
        api, name = self.client("lambda"), self.of("DefineAuthChallenge")
        before = api.get_function_configuration(FunctionName=name)["Environment"]["Variables"]
        api.update_function_configuration(FunctionName=name, Environment={"Variables": before | {"MAX_ATTEMPTS": "2"}})
        return lambda: api.update_function_configuration(FunctionName=name, Environment={"Variables": before})

    def stopped(self) -> Callable[[], Any]:
        api, name = self.client("lambda"), self.of("VerifyAuthChallenge")
        api.put_function_concurrency(FunctionName=name, ReservedConcurrentExecutions=0)
        return lambda: api.delete_function_concurrency(FunctionName=name)

    def secret(self, value: str) -> Callable[[], Any]:
        api, arn = self.client("secretsmanager"), self.of("OtpKey")
        before = api.get_secret_value(SecretId=arn)["SecretString"]
        api.put_secret_value(SecretId=arn, SecretString=value)
        return lambda: api.put_secret_value(SecretId=arn, SecretString=before)

    def deleted_secret(self) -> Callable[[], Any]:
        api, arn = self.client("secretsmanager"), self.of("SigningKey")
        api.delete_secret(SecretId=arn)
        return lambda: api.restore_secret(SecretId=arn)

    def protection(self) -> Callable[[], Any]:
        api, name = self.client("dynamodb"), self.outputs["UsersTableName"]
        api.update_table(TableName=name, DeletionProtectionEnabled=False)
        return lambda: api.update_table(TableName=name, DeletionProtectionEnabled=True)

    def recovery(self) -> Callable[[], Any]:
        def recovers(value: bool) -> None:
            self.client("dynamodb").update_continuous_backups(
                TableName=self.outputs["UsersTableName"],
                PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": value})

        recovers(False)
        return lambda: recovers(True)

    def flow(self) -> Callable[[], Any]:
        api, ids = self.client("cognito-idp"), {"UserPoolId": self.patient.pool, "ClientId": self.patient.client}
        before = api.describe_user_pool_client(**ids)["UserPoolClient"]["ExplicitAuthFlows"]
        api.update_user_pool_client(**ids, ExplicitAuthFlows=["ALLOW_REFRESH_TOKEN_AUTH"])
        return lambda: api.update_user_pool_client(**ids, ExplicitAuthFlows=before)

    def client_not_allowed(self) -> Callable[[], Any]:
        def allows(clients: str) -> None:
            run = self.patient.cloud.passkeys("change", f"AllowedClientIds={clients}", "--stack", NAME, "--yes")
            assert run.code == 0, run.said

        allows("another1client")
        return lambda: allows("*")

    def identity(self) -> Callable[[], Any]:
        api = self.client("sesv2")
        api.delete_email_identity(EmailIdentity=OWN["OtpIdentity"])
        return lambda: api.create_email_identity(EmailIdentity=OWN["OtpIdentity"])


VERIFY = "VerifyAuthChallenge"
BREAKS = {
    "trigger": (Broken.trigger, [("trigger_missing", "CreateAuthChallenge")]),
    "other trigger": (Broken.other_trigger, [("trigger_other", "DefineAuthChallenge")]),
    "permission of Cognito": (lambda one: one.permission(VERIFY, "lambda:InvokeFunction"),
                              [("call_not_allowed", VERIFY)]),
    "permission of a URL": (lambda one: one.permission("Authenticator", "lambda:InvokeFunctionUrl"),
                            [("call_not_allowed", "Authenticator")]),
    "alias": (Broken.alias, [("alias_missing", "PreSignUp")]),
    "former settings": (Broken.former, [("alias_behind", "DefineAuthChallenge")]),
    "stopped": (Broken.stopped, [("function_stopped", VERIFY)]),
    "short secret": (lambda one: one.secret("too short"), [("secret_unusable", "OtpKey")]),
    "secret with a line's end": (lambda one: one.secret("k" * 40 + "\n"), [("secret_unusable", "OtpKey")]),
    "deleted secret": (Broken.deleted_secret, [("secret_deleted", "SigningKey")]),
    "protection": (Broken.protection, [("table_unprotected", "UsersTable")]),
    "recovery": (Broken.recovery, [("table_without_recovery", "UsersTable")]),
    "flow": (Broken.flow, [("client_without_flow", None)]),
    "client": (Broken.client_not_allowed, [("client_not_allowed", "AllowedClientIds")]),
    "sender": (Broken.identity, [("sender_not_verified", "OtpIdentity")]),
}
# None of these ends a sign-in.
WEAK = ("former settings", "protection", "recovery")


@pytest.mark.parametrize("what", BREAKS)
def test_exactly_what_is_broken_is_named(patient, keys, what):
    break_it, expected = BREAKS[what]
    repair = break_it(Broken(patient))
    try:
        code, report = doctor(patient, keys=keys)
    finally:
        repair()
    named = [(one["finding"], one["of"]) for one in report["findings"]]
    assert named == [(word, of or patient.client) for word, of in expected]
    assert (code, report["verdict"]) == ((3, "attention") if what in WEAK else (1, "stops"))
    assert found(patient, keys=keys) == []


def test_a_file_that_says_something_else_than_the_stack_is_named(patient, keys, tmp_path):
    same = [f"{name}={json.dumps(value)}" for name, value in OWN.items()]
    for given, expected in ((same, []), ([*same, 'OtpMailsPerHour="10"', 'Rollout="Canary10Percent5Minutes"'],
                                         [("parameter_differs", "OtpMailsPerHour")])):
        (tmp_path / "samconfig.toml").write_text(
            f"[default.deploy.parameters]\nstack_name = '{NAME}'\nregion = 'eu-west-1'\n"
            f"parameter_overrides = {given}\n")
        # The file names the stack, too.
        run = subprocess.run(
            [ROOT / ".build/tools/bin/python", ROOT / "scripts/passkeys", "doctor", "--json"], cwd=tmp_path, text=True,
            capture_output=True, env=patient.cloud.environment(keys))
        named = [(one["finding"], one["of"]) for one in json.loads(run.stdout)["findings"]]
        assert (named, run.returncode) == (expected, 3 if expected else 0), run.stderr


def logged(patient: Deployed, group: str, **line: str) -> Callable[[], Any]:
    """Logs a line; returns what forgets it."""
    api, place = patient.cloud.client("logs"), {
        "logGroupName": patient.stack.resources[group][1], "logStreamName": f"doctor-{time.time_ns()}"}
    api.create_log_stream(**place)
    api.put_log_events(**place, logEvents=[{"timestamp": int(time.time() * 1_000), "message": json.dumps(line)}])
    return lambda: api.delete_log_stream(**place)


def test_an_hour_whose_mails_are_spent_is_named(patient, keys):
    forget = logged(patient, "AuthenticatorLogs", Outcome="deployment_limit")
    try:
        assert found(patient, keys=keys) == [("mails_spent", "OtpMailsPerHour")]
    finally:
        forget()


def test_a_missing_right_is_a_finding_and_hides_no_other(patient):
    allowed = [one for one in POLICY["Statement"] if one["Sid"] not in ("SecretValues", "Tables")]
    text = json.dumps(POLICY | {"Statement": allowed}).replace("/passkeys/", f"/{NAME}/").replace(
        '"lambda:GetPolicy"', '"lambda:GetFunction"')
    some = patient.cloud.user("half-a-doctor", text)
    repair = Broken(patient).stopped()
    try:
        code, report = doctor(patient, keys=some)
    finally:
        repair()
    assert code == 1
    gaps = {one["detail"]: one["of"] for one in report["findings"] if one["finding"] == "unseen"}
    assert set(gaps) == {f"needs {action}" for action in (
        "lambda:GetPolicy", "secretsmanager:GetSecretValue", "dynamodb:DescribeTable",
        "dynamodb:DescribeContinuousBackups")}
    assert gaps["needs dynamodb:DescribeContinuousBackups"] == "UsersTable"
    assert [one["finding"] for one in report["findings"] if one["finding"] != "unseen"] == ["function_stopped"]
    assert "half-a-doctor" not in json.dumps(report)
    # Without a right to see the stack, there is nothing to look at.
    run = patient.cloud.passkeys("doctor", NAME, keys=patient.cloud.user("nobody", json.dumps(
        POLICY | {"Statement": POLICY["Statement"][1:2]})))
    assert run.code == 2 and run.said.startswith("Not done: ") and "cloudformation:DescribeStacks" in run.said


def person(patient: Deployed, keys: dict[str, str], name: str) -> list[str]:
    """The words for a user. The report names neither the address nor the `sub`."""
    run = patient.cloud.passkeys("doctor", NAME, "--json", "--user", name, keys=keys)
    assert "Traceback" not in run.said and name not in run.said, run.said
    return [one["finding"] for one in json.loads(run.said)["findings"]]


def test_what_keeps_one_user_out_is_named(patient, keys):
    tokens, _ = sign_in(patient, address := new_user(patient))
    add_passkey(patient, token_to_add(patient, tokens["AccessToken"]), address)
    sub = attributes(patient, address)["sub"]
    assert doctor(patient, "--user", address, keys=keys)[1]["passkeys"] == 1
    api, user = patient.cognito, account(patient, address)
    verified, unverified = ([{"Name": "email_verified", "Value": value}] for value in ("true", "false"))
    for words, change, repair in (
            ([], None, None),
            (["user_disabled"], api.admin_disable_user, api.admin_enable_user),
            (["user_password_unasked"], api.admin_reset_user_password,
             lambda **given: api.admin_set_user_password(**given, Password="A-good-passw0rd!", Permanent=True)),
            (["user_address_unproven"],
             lambda **given: api.admin_update_user_attributes(**given, UserAttributes=unverified),
             lambda **given: api.admin_update_user_attributes(**given, UserAttributes=verified)),
            (["user_address_unusable"],
             lambda **given: api.admin_update_user_attributes(
                 **given, UserAttributes=[{"Name": "email", "Value": "a@localhost"}, *verified]), None),
    ):
        if change:
            change(**user)
        assert person(patient, keys, sub) == words
        if repair:
            repair(**user)
    assert person(patient, keys, "stranger@example.test") == ["user_unknown"]


def test_the_last_refusals_of_a_user_are_told_and_a_limit_of_mails_is_named(patient, keys):
    sign_in(patient, address := new_user(patient))
    sub = attributes(patient, address)["sub"]
    key = patient.cloud.client("secretsmanager").get_secret_value(SecretId=patient.stack.outputs["AuditKeyArn"])
    own = {"who": lines.of_subject(key["SecretString"], sub), "time": "2026-11-22T01:12:40Z"}
    logged(patient, "VerifyAuthChallengeLogs", audit="answer_wrong", reason="wrong_user", method="PASSKEY", **own)
    logged(patient, "VerifyAuthChallengeLogs", audit="answer_wrong", reason="wrong_code", **own | {"who": "somebody"})
    code, report = doctor(patient, "--user", sub, keys=keys)
    assert (code, report["findings"]) == (0, [])
    refused = {"time": own["time"], "audit": "answer_wrong", "reason": "wrong_user", "method": "PASSKEY"}
    assert report["refusals"] == [refused]
    logged(patient, "AuthenticatorLogs", audit="code_withheld", reason="account_limit",
           **own | {"time": "2026-11-22T01:13:00Z"})
    code, report = doctor(patient, "--user", sub, keys=keys)
    assert (code, [one["finding"] for one in report["findings"]]) == (3, ["user_mails_spent"])
    assert report["refusals"][0] == refused
    text = patient.cloud.passkeys("doctor", NAME, "--user", sub, keys=keys).said
    assert f"Needs attention: user (account_limit at 2026-11-22T01:13:00Z)\n  The account or" in text, text
    assert re.search(r"\n2026-11-22T01:12:40Z +answer_wrong +wrong_user +PASSKEY\n", text), text
