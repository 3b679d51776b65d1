"""What every action on the users table works with."""

import argparse
import json
import sys
from datetime import datetime, timezone
from typing import Any, NamedTuple

import boto3

from cognito_passkeys.stacks import Stack, stack
from cognito_passkeys.users_table.reset_notice import MailSettings, mail_settings
from cognito_passkeys.users_table.table import AuthenticatorPool, AuthenticatorTable

DONE, NOT_DONE = range(2)
# The outputs and the parameter of the stack.
TABLE_OUTPUT, POOL_OUTPUT, RELYING_PARTY_PARAMETER = "UsersTableName", "UserPoolId", "RelyingPartyId"


class AdministratorLog:
    """Writes one line of JSON to standard error for each thing done."""

    def __init__(self, table: str, region: str | None) -> None:
        self.table = table
        self.region = region
        self.actor: str | None = None

    def identify(self) -> None:
        """Asks AWS who the administrator is. Nothing is done by somebody who cannot be named."""
        self.actor = boto3.client("sts", region_name=self.region).get_caller_identity()["Arn"]

    def write(self, action: str, **facts: Any) -> None:
        """
        :param facts: what was done. Only ids and numbers: a log holds no addresses.
        """
        line = {"action": action, "actor": self.actor, "table": self.table, "time": f"{now():%Y-%m-%dT%H:%M:%SZ}",
                **facts}
        print(json.dumps(line, sort_keys=True), file=sys.stderr)


class Session(NamedTuple):
    """What the command line asks for, and the deployment that it is about."""

    options: argparse.Namespace
    table: AuthenticatorTable
    pool: AuthenticatorPool
    log: AdministratorLog
    mail: MailSettings | None
    """None if the stack sends no mail."""
    known_relying_party: str | None

    def relying_party(self) -> str:
        """
        :raises ValueError: neither the command line nor the stack names it.
        """
        if not self.known_relying_party:
            raise ValueError("name the relying party id: --relying-party")
        return self.known_relying_party


def session(options: argparse.Namespace) -> Session:
    """What the command line names, and the stack for the rest.

    :raises ValueError: says what is still missing.
    """
    parameters, outputs, _ = stack(options.stack, options.region) if options.stack else Stack({}, {})
    table, pool = options.table or outputs.get(TABLE_OUTPUT), options.pool or outputs.get(POOL_OUTPUT)
    if not table or not pool:
        raise ValueError(f"the stack has no output {POOL_OUTPUT if table else TABLE_OUTPUT}: does it have an "
                         "authenticator? Otherwise name --table and --pool")
    return Session(options, AuthenticatorTable(table, options.region), AuthenticatorPool(pool, options.region),
                   AdministratorLog(table, options.region), mail_settings(parameters),
                   options.relying_party or parameters.get(RELYING_PARTY_PARAMETER) or None)


def now() -> datetime:
    return datetime.now(timezone.utc)
