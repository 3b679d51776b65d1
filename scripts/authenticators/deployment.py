"""Where a deployment has its users' authenticators, and how it sends mail."""

from __future__ import annotations

from typing import NamedTuple

import boto3

from authenticators.options import Request

# The outputs and parameters of the stack.
TABLE_OUTPUT, POOL_OUTPUT, RELYING_PARTY_PARAMETER = "UsersTableName", "UserPoolId", "RelyingPartyId"
SENDER_PARAMETER, SERVICE_PARAMETER, SET_PARAMETER = "OtpSender", "ServiceName", "SesConfigurationSet"


class MailSettings(NamedTuple):
    """How a deployment sends mail through Amazon SES."""

    sender: str
    service: str
    """The service's name."""
    configuration_set: str | None


class Deployment(NamedTuple):
    """What the tool works with."""

    table: str
    pool: str
    relying_party: str | None
    mail: MailSettings | None
    """None if the stack sends no mail."""


def deployment(request: Request) -> Deployment:
    """What the command line names, and the stack for the rest.

    :raises ValueError: says what is still missing.
    """
    outputs: dict[str, str] = {}
    parameters: dict[str, str] = {}
    if request.stack:
        api = boto3.client("cloudformation", region_name=request.region)
        [stack] = api.describe_stacks(StackName=request.stack)["Stacks"]
        outputs = {entry["OutputKey"]: entry["OutputValue"] for entry in stack.get("Outputs", [])}
        parameters = {entry["ParameterKey"]: entry["ParameterValue"] for entry in stack.get("Parameters", [])}
    table, pool = request.table or outputs.get(TABLE_OUTPUT), request.pool or outputs.get(POOL_OUTPUT)
    if not table or not pool:
        raise ValueError(f"the stack has no output {POOL_OUTPUT if table else TABLE_OUTPUT}: does it have an "
                         "authenticator? Otherwise name --table and --pool")
    relying_party = request.relying_party or parameters.get(RELYING_PARTY_PARAMETER) or None
    return Deployment(table, pool, relying_party, mail_settings(parameters))


def mail_settings(parameters: dict[str, str]) -> MailSettings | None:
    sender = parameters.get(SENDER_PARAMETER)
    if not sender:
        return None
    return MailSettings(sender, parameters.get(SERVICE_PARAMETER) or sender_name(sender),
                        parameters.get(SET_PARAMETER) or None)


def sender_name(sender: str) -> str:
    """The name in a sender such as `Example <no-reply@example.org>`; without a name the address's domain."""
    name, bracket, _ = sender.partition("<")
    words = " ".join(name.translate(str.maketrans("", "", '"\\>')).split()) if bracket else ""
    return words or sender.rpartition("@")[2].partition(">")[0].strip()
