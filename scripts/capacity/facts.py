"""Limits and prices that no page of this repository has, each with its source and the time at which it was found.

Sources: D is AWS's documentation, S is another publication.
"""

from __future__ import annotations

from dataclasses import dataclass

FOUND = "November 2026"


@dataclass(frozen=True)
class Fact:
    """A figure that somebody else has published."""
    value: float
    unit: str
    source: str
    found: str = FOUND


# Limits: defaults of an account in one Region.
TRIGGER_ANSWER = Fact(5, "seconds", "D: Cognito Developer Guide, Lambda triggers")
TRIGGER_ATTEMPTS = Fact(3, "calls", "D: an older text of the same page; today's says that Cognito may retry")
SIGN_IN_STARTS = Fact(120, "requests/s", "D: Cognito quotas, UserAuthentication")
SIGN_IN_ANSWERS = Fact(360, "requests/s", "D: Cognito quotas, RespondToAuthChallenge (three times the former)")
USER_CREATIONS = Fact(50, "requests/s", "D: Cognito quotas, UserCreation")
CONCURRENCY = Fact(1_000, "processes", "D: Lambda quotas, concurrent executions")
LAMBDA_RATE = Fact(10_000, "calls/s", "D: Lambda quotas, ten times the concurrency")
NEW_PROCESSES = Fact(1_000, "in 10 s", "D: Lambda scaling behavior, of each function")
MAILS_PER_DAY = Fact(50_000, "mails/day", "S: a new production account of SES")
MAILS_PER_SECOND = Fact(14, "mails/s", "S: a new production account of SES")
PARTITION_WRITES = Fact(1_000, "writes/s", "D: DynamoDB, one partition")
NEW_TABLE_WRITES = Fact(4_000, "writes/s", "D: DynamoDB on demand, a table without an earlier peak")
NEW_TABLE_READS = Fact(12_000, "reads/s", "D: DynamoDB on demand, a table without an earlier peak")

# Prices in dollars a month, us-east-1, before free tiers. docs/cost.md has the others.
USERS = {
    "LITE": Fact(0.0055, "user", "S: Cognito's plans; D that custom authentication works in it"),
    "ESSENTIALS": Fact(0.015, "user", "S: Cognito's plans"),
    "PLUS": Fact(0.02, "user", "S: Cognito's plans"),
}
METRIC = Fact(0.30, "metric", "S: CloudWatch, the first 10,000 metrics")
