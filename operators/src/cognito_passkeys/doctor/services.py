"""What the functions need of AWS: secrets, keys of AWS KMS, a certificate, tables and mails."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

from cognito_passkeys.deployment.leftovers import SECRET, TABLE
from cognito_passkeys.doctor.examination import Case, Finding, Look, told
from cognito_passkeys.stacks import LOG_GROUP
from cognito_passkeys.users_table.session import TABLE_OUTPUT

RECOVERY = "PointInTimeRecoveryDescription"
KEY = Look("kms", "describe_key", "KeyId", {
    "key_disabled": "KeyMetadata.KeyState != 'Enabled' && KeyMetadata.KeyState"}, "key_missing")
CERTIFICATE = Look("acm", "describe_certificate", "CertificateArn", {
    "certificate_invalid": "Certificate.Status != 'ISSUED' && Certificate.Status"}, "certificate_missing")
STATE = Look("dynamodb", "describe_table", "TableName", {
    "table_unusable": "!contains(['ACTIVE', 'UPDATING'], Table.TableStatus) && Table.TableStatus"}, "table_missing")
PROTECTION = Look("dynamodb", "describe_table", "TableName", {
    "table_unprotected": "!(Table.DeletionProtectionEnabled) && Table.TableName"})
BACKUPS = Look("dynamodb", "describe_continuous_backups", "TableName", {
    "table_without_recovery": f"ContinuousBackupsDescription.{RECOVERY}.PointInTimeRecoveryStatus != 'ENABLED'"})
MAILS = Look("sesv2", "get_account", "", {
    "mail_suspended": "EnforcementStatus == 'SHUTDOWN' || !SendingEnabled",
    "mail_on_probation": "EnforcementStatus == 'PROBATION'",
    "mail_in_sandbox": "!ProductionAccessEnabled",
    "mail_quota_spent": "SendQuota.Max24HourSend > `0` && SendQuota.Max24HourSend <= SendQuota.SentLast24Hours"})
SENDER = Look("sesv2", "get_email_identity", "EmailIdentity", {
    "sender_not_verified": "!VerifiedForSendingStatus"}, "sender_not_verified")
# Secrets of others are as long as those make them. The functions take no shorter key than this, in bytes.
FOREIGN, KEY_LENGTH = ("AuthsignalSecretArn", "CaptchaSecretArn"), 32
# From here on AWS reviews an account, as it says. Amazon SES writes these now and then.
RATES = {"Reputation.BounceRate": 0.05, "Reputation.ComplaintRate": 0.001}
USERS, IDENTITY, BUDGET = "UsersTable", "OtpIdentity", "OtpMailsPerHour"
NOTICE, HOUR = timedelta(days=30), 3_600


def checks(case: Case) -> Iterator[Any]:
    given = {name: value for name, value in case.parameters.items() if name.endswith("Arn")}
    for part, looks in ((":secretsmanager:", [secret]), (":kms:", [KEY]), (":acm:", [CERTIFICATE, renewal])):
        yield from ((look, name, arn) for name, arn in given.items() if part in arn for look in looks)
    yield from ((secret, name, arn) for name, arn in case.resources(SECRET).items())
    own = case.resources(TABLE) | ({USERS: case.outputs[TABLE_OUTPUT]} if TABLE_OUTPUT in case.outputs else {})
    for name, table in own.items():
        lasting = [PROTECTION, BACKUPS] if name == USERS else []
        yield from ((look, name, table) for look in (STATE, throttling, *lasting))
    if case.parameters.get(IDENTITY):
        yield MAILS, "Amazon SES", ""
        yield rates, "Amazon SES", ""
        yield SENDER, IDENTITY, case.parameters[IDENTITY]
        yield from ((budget, name, group) for name, group in case.resources(LOG_GROUP).items()
                    if name in ("CreateAuthChallengeLogs", "AuthenticatorLogs"))


def secret(case: Case, name: str, arn: str) -> Iterator[Finding]:
    found = case.ask("secretsmanager", "describe_secret", SecretId=arn)
    if not found or "DeletedDate" in found:
        yield Finding("secret_deleted" if found else "secret_missing", name, arn)
        return
    value = (case.ask("secretsmanager", "get_secret_value", SecretId=arn) or {}).get("SecretString", "")
    if len(value.encode()) < (1 if name in FOREIGN else KEY_LENGTH) or value != value.strip():
        yield Finding("secret_unusable", name, arn)


def renewal(case: Case, name: str, arn: str) -> Iterator[Finding]:
    found = case.ask("acm", "describe_certificate", CertificateArn=arn)
    end = found and found["Certificate"].get("NotAfter")
    if end and end < datetime.now(timezone.utc) + NOTICE:
        yield Finding("certificate_ends", name, f"{end:%Y-%m-%d}")


def newest(case: Case, hours: int, statistic: str, **metric: Any) -> float:
    """The newest value of a metric for an hour; 0 if CloudWatch has none of these hours."""
    now = datetime.now(timezone.utc)
    found = case.ask("cloudwatch", "get_metric_data", StartTime=now - timedelta(hours=hours), EndTime=now,
                     MetricDataQueries=[{"Id": "one", "MetricStat": {
                         "Period": HOUR, "Stat": statistic, "Metric": metric}}])
    return next((value for one in found["MetricDataResults"] for value in one["Values"]), 0)


def throttling(case: Case, name: str, table: str) -> Iterator[Finding]:
    number = sum(newest(case, 1, "Sum", Namespace="AWS/DynamoDB", MetricName=metric,
                        Dimensions=[{"Name": "TableName", "Value": table}])
                 for metric in ("ReadThrottleEvents", "WriteThrottleEvents"))
    if number:
        yield Finding("table_throttled", name, f"{number:.0f}")


def rates(case: Case, name: str, _: str) -> Iterator[Finding]:
    for metric, limit in RATES.items():
        if (rate := newest(case, 24, "Average", Namespace="AWS/SES", MetricName=metric)) >= limit:
            yield Finding("mail_rate_high", name, f"{metric} {rate:.2%}")


def budget(case: Case, _: str, group: str) -> Iterator[Finding]:
    """The functions log each request that finds the mails of the hour spent."""
    now = int(time.time())
    pages = case.client("logs").get_paginator("filter_log_events").paginate(
        logGroupName=group, filterPattern='"deployment_limit"', startTime=(now - now % HOUR) * 1_000)
    if told(lambda: any(page["events"] for page in pages)):
        yield Finding("mails_spent", BUDGET, case.parameters[BUDGET])
