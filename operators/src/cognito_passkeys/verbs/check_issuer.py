"""Prints each key that an OpenID issuer publishes: used, or left out and why.

The functions read the same metadata and the same keys when they verify an ID
token. Nothing is changed, and no credentials are needed.

Exit codes: 0 at least one key verifies tokens; 1 the issuer does not answer, or
none does; 2 wrong usage.
"""

import argparse
import json
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from cognito_passkeys import console
from cognito_passkeys.openid import key_set
from cognito_passkeys.verbs import Misuse

USABLE, UNUSABLE = range(2)
LOOPBACK = ("localhost", "127.0.0.1", "::1")
DISCOVERY = "/.well-known/openid-configuration"


class Unusable(ValueError):
    """The functions could not use what the issuer answers."""


class NoRedirects(HTTPRedirectHandler):
    """The functions follow no redirects."""

    def redirect_request(self, *_: object) -> None:
        return None


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("issuer", metavar="URL", help="the issuer, as OIDC_ISSUER has it")
    parser.add_argument("--jwks-url", metavar="URL", help="the address of the keys, if OIDC_JWKS_URL names one")


def get(url: str) -> bytes:
    """The answer of an address.

    :raises Unusable: it is not what the functions accept.
    """
    try:
        opener = build_opener(NoRedirects, ProxyHandler({}))
        with opener.open(Request(url, headers={"Accept": "application/json"}), timeout=10) as answer:
            found = answer.read(key_set.MAXIMUM_BYTES + 1)
    except HTTPError as error:
        raise Unusable(f"{url} answers with status {error.code}") from None
    except OSError as error:
        raise Unusable(f"{url} does not answer: {getattr(error, 'reason', error)}") from None
    if len(found) > key_set.MAXIMUM_BYTES:
        raise Unusable(f"{url} answers with more than {key_set.MAXIMUM_BYTES} bytes")
    return found


def is_usable(url: str) -> bool:
    """Whether the functions would call an address."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.scheme in ("https", "http" if parts.hostname in LOOPBACK else "")
    except ValueError:
        return False


def key_set_url(issuer: str) -> str:
    """Where an issuer's metadata says that its keys are."""
    address = issuer.rstrip("/") + DISCOVERY
    try:
        metadata = json.loads(get(address))
        name, url = metadata["issuer"], metadata["jwks_uri"]
    except (ValueError, TypeError, KeyError) as error:
        if isinstance(error, Unusable):
            raise
        raise Unusable(f"{address} is not an issuer's metadata with issuer and jwks_uri") from None
    if name != issuer:
        raise Unusable(f"the metadata is of the issuer {console.shown(name)}, not of {issuer}: "
                       "OIDC_ISSUER must be exactly that text")
    if not is_usable(str(url)):
        raise Unusable(f"jwks_uri is no https URL: {console.shown(url)}")
    return str(url)


def run(options: argparse.Namespace) -> int:
    for given in filter(None, (options.issuer, options.jwks_url)):
        if not is_usable(given):
            raise Misuse(f"{given} is no https URL")
    try:
        url = options.jwks_url or key_set_url(options.issuer)
        entries = key_set.read(get(url))
    except (Unusable, key_set.RefusedSet) as error:
        print(f"No key is used: {error}")
        return UNUSABLE
    print(console.shown(url))
    for position, entry in enumerate(entries, 1):
        name = "no kid" if entry.kid is None else f"kid {json.dumps(entry.kid)}"
        verdict = f"left out: {entry.left_out}" if entry.left_out else f"used for {entry.algorithm}"
        print(f"{position:>3}  {name:<44} {verdict}")
    used = [entry for entry in entries if not entry.left_out]
    print(f"{len(used)} of {len(entries)} keys verify ID tokens.")
    return USABLE if used else UNUSABLE
