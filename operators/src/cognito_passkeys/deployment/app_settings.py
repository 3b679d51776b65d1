"""The settings of the sample apps with the outputs of a stack in them.

A member of a settings file is known by its name, in whatever file it is. What a stack does not tell stays for the
person who copies the file.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

from cognito_passkeys.files import ROOT
from cognito_passkeys.stacks import Stack

APPS = ROOT / "docs/apps"
# A line with a member: `name: value,`, `static let name = value` or `"Name": value`, with a comment behind it.
MEMBER = re.compile(r"(?P<before>\s*(?:static let )?\"?(?P<name>\w+)\"?(?: = |: ))"
                    r"(?P<value>'[^']*'|\"[^\"]*\"|true|false)"
                    r"(?P<comma>,?)(?P<comment> *//.*)?")
COMMENT = re.compile(r"\s*//.*|\s*/\*\*.*\*/")
# Addresses and ids of the sandbox, and a sentence about them at the end of a comment.
SANDBOX = re.compile(r"localhost|dev\.example\.com|Sandbox|sandbox")
SENTENCE = re.compile(r"(?<=\.) [A-Z][^.]*\bsandbox\b.*")
# Members that only an app in the sandbox has.
ONLY_SANDBOX = {"userpoolendpoint", "endpoint", "sandboxcaptcha"}
TOKEN_MODES = {"authsignal": "authsignal", "own-authenticator": "signed", "signed": "signed", "oidc": "oidc"}


class Filled(NamedTuple):
    """A file for one's app, and the members that are still to be filled in."""

    text: str
    missing: list[str]


def values(stack: Stack) -> dict[str, Any]:
    """What a stack tells about the members, by their names in lower case.

    :raises ValueError: a value has a character that no literal shows, such as an escape sequence of a terminal.
    """
    outputs, given = stack.outputs, stack.parameters
    kind = given.get("SignInWith", "authsignal")
    pool = outputs.get("UserPoolId")
    client = outputs.get("UserPoolClientId") or named_client(given.get("AllowedClientIds", ""))
    found = {
        "userpoolid": pool, "poolid": pool, "userpoolclientid": client, "appclientid": client,
        "region": outputs.get("Region"),
        "userpoolissuer": outputs.get("Issuer"),
        "tenantid": pool if kind == "own-authenticator" else None,
        "baseurl": given.get("AuthsignalUrl") if kind == "authsignal" else outputs.get("AuthenticatorBaseUrl"),
        "addauthenticatorurl": outputs.get("AddAuthenticatorUrl"),
        "passwordfirst": given.get("PasswordFirst") == "true",
        "haspasskeys": kind != "email-code",
        "tokenmode": TOKEN_MODES.get(kind),
        "issuer": given.get("OidcIssuer") or None,
        "issuerclientid": named_client(given.get("OidcAudiences", "")),
    }
    # What the stack does not have is not to be filled in.
    if kind in ("email-code", "oidc"):
        found |= {"tenantid": "", "baseurl": "", "addauthenticatorurl": ""}
    if kind != "oidc":
        found |= {"issuer": "", "issuerclientid": ""}
    if given.get("CaptchaProvider", "none") == "none":
        found["captchapage"] = ""
    for name, value in found.items():
        if isinstance(value, str) and not value.isprintable():
            raise ValueError(f"the stack's {name} has a character that no setting may have")
    return {name: value for name, value in found.items() if value is not None}


def named_client(allowed: str) -> str | None:
    """The app client, if a list of them names exactly one."""
    return allowed if re.fullmatch(r"[A-Za-z0-9_+]+", allowed) else None


def files() -> list[Path]:
    """The settings of all sample apps, by their names."""
    return sorted(path for path in APPS.glob("*/*")
                  if path.stem.lower() == "settings" or path.name == "amplifyconfiguration.json")


def filled(path: Path, known: dict[str, Any]) -> Filled:
    """A settings file of a sample app for a stack."""
    return filled_text(path.read_text(encoding="utf-8"), known)


def filled_text(text: str, known: dict[str, Any]) -> Filled:
    lines: list[str] = []
    missing: list[str] = []
    for line in text.splitlines():
        match = MEMBER.fullmatch(line)
        name = match["name"].lower() if match else ""
        if match is None:
            lines.append(SENTENCE.sub("", line))
        elif name in ONLY_SANDBOX:
            while lines and COMMENT.fullmatch(lines[-1]) and COMMENT.fullmatch(lines[-1])[0].strip().startswith("/**"):
                lines.pop()
        else:
            value = written(match["value"], known.get(name))
            if name not in known and SANDBOX.search(match["value"]):
                missing.append(match["name"])
                value = written(match["value"], "")
            # The comment behind a value says how it is in the sandbox.
            lines.append(f"{match['before']}{value}{match['comma']}")
    return Filled("\n".join(lines) + "\n", missing)


def written(old: str, value: Any) -> str:
    """A value as a literal with the quotes of the one whose place it takes; none leaves that as it is."""
    if value is None:
        return old
    if isinstance(value, bool):
        return str(value).lower()
    quote = old[0] if old[0] in "'\"" else '"'
    escaped = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return f"{quote}{escaped}{quote}"


def shown(stack: Stack, app: str | None = None) -> str:
    """The settings of the sample apps for a stack, each below its path, or those of one app. If that is one file, they
    are exactly its text."""
    known = values(stack)
    wanted = [path for path in files() if app in (None, path.parent.name)]
    if app and len(wanted) == 1:
        return filled(wanted[0], known).text
    parts = []
    for path in wanted:
        found = filled(path, known)
        to_fill = f"\nFill in yourself, if the app needs it: {', '.join(found.missing)}.\n" if found.missing else ""
        parts.append(f"--- docs/apps/{path.relative_to(APPS)}\n{found.text}{to_fill}")
    if app is None:
        parts.append(f"A server verifies tokens with these variables (docs/backends.md):\n{of_server(known)}")
    return "\n".join(parts)


def of_server(known: dict[str, Any]) -> str:
    """What a server that verifies tokens has to know. JWKS_URL is for libraries that do not build it themselves."""
    issuer, client = known.get("userpoolissuer", ""), known.get("userpoolclientid", "")
    return f"ISSUER={issuer}\nJWKS_URL={issuer}/.well-known/jwks.json\nCLIENT_ID={client}\n"
