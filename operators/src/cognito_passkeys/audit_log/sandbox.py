"""Where a sandbox on this machine has its audit log (docs/sandbox.md), and the key with which its lines name users."""

import json
from http.client import HTTPException
from typing import Any, Iterable, Iterator, NamedTuple
from urllib.error import URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, build_opener

import boto3
from botocore.config import Config

from cognito_passkeys.audit_log.lines import Period
from cognito_passkeys.files import SANDBOX

LOCAL = ("localhost", "127.0.0.1")
PATIENCE = 10  # seconds


class Sandbox(NamedTuple):
    """A running sandbox."""

    url: str
    pool: str
    region: str
    key: str

    @property
    def notice(self) -> str:
        return "The sandbox keeps the last 10,000 lines, until it ends."

    def keys(self) -> list[str]:
        return [self.key]

    def users(self) -> Any:
        """boto3's client of the sandbox's Cognito. It checks no signatures, but administrators' calls must have one."""
        return boto3.client(
            "cognito-idp", endpoint_url=self.url, region_name=self.region, aws_access_key_id="sandbox",
            aws_secret_access_key="sandbox", config=Config(proxies={}, retries={"total_max_attempts": 1}))

    def messages(self, digests: Iterable[str], period: Period) -> Iterator[str]:
        """The lines of the users with those digests."""
        log = ask(self.url, [("who", digest) for digest in sorted(digests)])
        yield from (json.dumps(line) for line in log["lines"] if line["time"] in period)


def sandbox(url: str) -> Sandbox:
    """
    :raises ValueError: there is no sandbox on this machine at that address, or it has no audit log.
    """
    parts = urlsplit(url)
    if parts.scheme != "http" or parts.hostname not in LOCAL or parts.path not in ("", "/"):
        raise ValueError(f"{url} is not the address of a sandbox on this machine, such as http://localhost:8377")
    url = url.rstrip("/")
    log = ask(url)
    if log["audit"] == "off":
        raise ValueError(f"the functions of the sandbox at {url} write no audit log (AUDIT=off): choose digest under "
                         "Settings on its page, or start it with --audit digest")
    return Sandbox(url, log["userPoolId"], log["region"], log["key"])


def ask(url: str, query: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """What the sandbox says of its audit log.

    :raises ValueError: there is no sandbox, or it says nothing.
    """
    try:
        # Past every proxy, because the sandbox is on this machine.
        with build_opener(ProxyHandler({})).open(f"{url}/sandbox/audit?{urlencode(list(query))}",
                                                 timeout=PATIENCE) as answer:
            log = json.load(answer)
            if isinstance(log, dict) and {"audit", "key", "userPoolId", "region", "lines"} <= set(log):
                return log
    except URLError as error:
        # An answer with an error status is no sandbox either.
        if not hasattr(error, "code"):
            raise ValueError(f"there is no sandbox at {url} ({error.reason}): start it with {SANDBOX}") from None
    except (HTTPException, OSError, ValueError):
        pass
    raise ValueError(f"what answers at {url} is not a sandbox with an audit log")
