"""The issuer that the tokens of a user pool name."""

from typing import Any

ORIGINAL = "ORIGINAL"
# The beginning of the host's name, by the type of the pool's issuer.
HOSTS = {ORIGINAL: "cognito-idp", "UPDATED": "issuer-cognito-idp"}


def issuer_type(pool: dict[str, Any]) -> str:
    """The type of issuer that a pool is set to. A pool whose description names none has the original one."""
    return pool.get("IssuerConfiguration", {}).get("Type", ORIGINAL)


def issuer(pool: dict[str, Any]) -> str | None:
    """The claim `iss` of the pool's tokens; None for a type that this script does not know."""
    region = pool["Id"].split("_")[0]
    host = HOSTS.get(issuer_type(pool))
    return host and f"https://{host}.{region}.amazonaws.com{'.cn' if region.startswith('cn-') else ''}/{pool['Id']}"


def issuer_line(pool: dict[str, Any]) -> str | None:
    """The line that names the issuer; None for a type that this script does not know."""
    name = issuer(pool)
    return name and f"The pool's tokens name the issuer {name} ({issuer_type(pool)})."
