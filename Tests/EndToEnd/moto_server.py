"""Serves moto's DynamoDB and Amazon SES on 127.0.0.1 for tests, and prints its port.

Usage: moto_server.py TABLE SENDER [SORTED_TABLE...]; the key of TABLE is pk, and the others have the sort key sk too.

moto checks a condition and then makes the update, and other threads can get in between. Therefore one thread serves all
requests, so that an update is atomic, as in DynamoDB. `GET /mails` returns the mails sent so far, and with `?to=` those
to an address.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import Any, Callable, Iterable
from urllib.parse import parse_qs

import boto3
from moto.core import DEFAULT_ACCOUNT_ID
from moto.server import DomainDispatcherApplication, create_backend_app
from moto.ses import ses_backends
from werkzeug.serving import make_server

REGION = "eu-west-1"


def make_table(name: str, port: int, keys: dict[str, str]) -> None:
    """Creates a table with the same key as in template.yaml."""
    client = boto3.client("dynamodb", region_name=REGION, endpoint_url=f"http://127.0.0.1:{port}",
                          aws_access_key_id="test", aws_secret_access_key="test")
    client.create_table(
        TableName=name, BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": key, "KeyType": kind} for key, kind in keys.items()],
        AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in keys])


def main(table: str, sender: str, *sorted_tables: str) -> None:
    mails = ses_backends[DEFAULT_ACCOUNT_ID][REGION]
    mails.verify_email_identity(sender)
    moto = DomainDispatcherApplication(create_backend_app)

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/mails":
            return moto(environ, start_response)
        sent = [{"to": mail.destinations["ToAddresses"], "body": mail.body} for mail in mails.sent_messages]
        for address in parse_qs(environ["QUERY_STRING"]).get("to", []):
            sent = [mail for mail in sent if address in mail["to"]]
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(sent).encode()]

    server = make_server("127.0.0.1", 0, application, threaded=False)
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    make_table(table, server.server_port, {"pk": "HASH"})
    for name in sorted_tables:
        make_table(name, server.server_port, {"pk": "HASH", "sk": "RANGE"})
    print(server.server_port, flush=True)
    serving.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
