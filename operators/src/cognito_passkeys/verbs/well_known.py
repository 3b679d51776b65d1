"""Writes the files that let apps and other sites use the passkeys of a domain.

They count only on the relying party's own host, under `/.well-known/`:
apple-app-site-association for iOS and macOS apps, assetlinks.json for Android
apps, webauthn for related origins (WebAuthn Level 3 section 5.11), and
passkey-endpoints for the pages to which password managers lead (W3C working
draft of January 2026, section 3.1). What is empty gives no file.
"""

import argparse
import json
import re
from pathlib import Path
from typing import Any

from cognito_passkeys.stacks import add_region, add_stack, stack
from cognito_passkeys.verbs import Misuse

WRITTEN = 0

# The options, and the stack's parameters that hold the same lists.
PARAMETERS = {"apple_app_ids": "AppleAppIds", "android_apps": "AndroidApps", "related_origins": "RelatedOrigins"}
APPLE_APP = re.compile(r"[A-Z0-9]{10}\.[A-Za-z0-9.-]+")
ANDROID_APP = re.compile(r"(?P<package>[A-Za-z]\w*(?:\.[A-Za-z]\w*)+)=(?P<print>[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){31})",
                         re.ASCII)
PAGE = re.compile(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[1-9][0-9]{0,4})?(/[!-~]*)?")
ORIGIN = re.compile(r"https://[a-z0-9-]+(\.[a-z0-9-]+)+(:[1-9][0-9]{0,4})?")


def add_options(parser: argparse.ArgumentParser) -> None:
    add_stack(parser, "deployed stack whose parameters hold the lists")
    add_region(parser)
    parser.add_argument("--apple-app-ids", metavar="LIST", help="TEAMID.bundle.id, separated by commas")
    parser.add_argument("--android-apps", metavar="LIST", help="package=SHA-256 of the certificate, with colons")
    parser.add_argument("--related-origins", metavar="LIST", help="https://other.example, separated by commas")
    parser.add_argument("--enroll-url", metavar="URL", help="page on which users create a passkey")
    parser.add_argument("--manage-url", metavar="URL", help="page on which users manage their passkeys")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("dist/.well-known"),
                        help="where to write (default: %(default)s)")


def items(text: str, form: re.Pattern[str], what: str) -> list[re.Match[str]]:
    """The items of a list that is separated by commas.

    :raises Misuse: names the first item that does not have the form.
    """
    found = []
    for item in filter(None, text.split(",")):
        match = form.fullmatch(item)
        if not match:
            raise Misuse(f"{item} is no {what}")
        found.append(match)
    return found


def files(apple_app_ids: str, android_apps: str, related_origins: str) -> dict[str, Any]:
    """The content of each file, by its name.

    :raises Misuse: names the first item that cannot be right.
    """
    found: dict[str, Any] = {}
    if apple := items(apple_app_ids, APPLE_APP, "Apple app id such as ABCDE12345.org.example.app"):
        found["apple-app-site-association"] = {"webcredentials": {"apps": [match[0] for match in apple]}}
    prints: dict[str, list[str]] = {}
    for match in items(android_apps, ANDROID_APP, "Android app such as org.example.app=14:6D:… with 32 pairs"):
        # Android writes fingerprints in upper case and compares them as text.
        prints.setdefault(match["package"], []).append(match["print"].upper())
    if prints:
        found["assetlinks.json"] = [{
            "relation": ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
            "target": {"namespace": "android_app", "package_name": package, "sha256_cert_fingerprints": own},
        } for package, own in prints.items()]
    if origins := items(related_origins, ORIGIN, "origin such as https://app.example.org"):
        found["webauthn"] = {"origins": [match[0] for match in origins]}
    return found


def endpoints(**pages: str | None) -> dict[str, Any]:
    """The file with the pages for users; nothing without pages.

    :raises Misuse: names what is no https URL.
    """
    found = {name: url for name, url in pages.items() if url}
    for url in found.values():
        if not PAGE.fullmatch(url):
            raise Misuse(f"{url} is no page such as https://app.example.org/passkeys")
    return {"passkey-endpoints": found} if found else {}


def run(options: argparse.Namespace) -> int:
    parameters = stack(options.stack, options.region).parameters if options.stack else {}
    lists = {option: parameters.get(name, "") for option, name in PARAMETERS.items()}
    lists |= {option: value for option in PARAMETERS if (value := getattr(options, option)) is not None}
    contents = files(**lists) | endpoints(enroll=options.enroll_url, manage=options.manage_url)
    if not contents:
        raise Misuse("No apps, related origins or pages: nothing to write. Name them, or a stack that has them.")
    options.out.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (options.out / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        print(options.out / name)
    print("Serve them under https://<relying party id>/.well-known/ as application/json, without a redirect.")
    return WRITTEN
