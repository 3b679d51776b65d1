"""What cannot work, before anything is built: parameters that the template does not take, and names that are too long.
"""

import re
from difflib import get_close_matches
from typing import Any, Iterator

from cognito_passkeys.deployment.intrinsics import defaults, evaluate
from cognito_passkeys.function_names import FUNCTIONS

# A function is named after its stack, and Lambda takes this many characters.
LONGEST_FUNCTION = 64
LONGEST_STACK = LONGEST_FUNCTION - max(len(f"-{name}") for name in FUNCTIONS)
# Domains below which strangers have pages, so browsers take none of them as a relying party. Only browsers have the
# whole list.
SHARED = {"amazonaws.com", "amplifyapp.com", "azurestaticapps.net", "azurewebsites.net", "cloudfront.net",
          "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "herokuapp.com", "netlify.app", "onrender.com",
          "pages.dev", "vercel.app", "web.app", "workers.dev"}
OF_A_COUNTRY = re.compile(r"(ac|co|com|edu|go|gob|gov|gv|mil|ne|net|or|org)\.[a-z]{2}")
LIMITS = {"MinValue": lambda value, limit: value.isdecimal() and int(value) >= int(limit),
          "MaxValue": lambda value, limit: value.isdecimal() and int(value) <= int(limit),
          "MaxLength": lambda value, limit: len(value) <= int(limit),
          "AllowedValues": lambda value, limit: value in map(str, limit),
          "AllowedPattern": lambda value, limit: re.fullmatch(limit, value) is not None}


def must_take(template: dict[str, Any], given: dict[str, str], others: dict[str, str] | None = None) -> None:
    """
    :param given: the parameters that somebody gives.
    :param others: the values of the others that are not the defaults.
    :raises ValueError: the template does not take them, or what they come to cannot work. The text says why.
    """
    if found := [*refusals(template, given, others or {})]:
        raise ValueError("\n  ".join(["this cannot be deployed:", *found] if len(found) > 1 else found))


def must_be_short(stack: str) -> None:
    if len(stack) > LONGEST_STACK:
        raise ValueError(f"the stack's name {stack} is too long: the functions are named after it, and Lambda takes "
                         f"{LONGEST_FUNCTION} characters. Take one of {LONGEST_STACK} at most")


def refusals(template: dict[str, Any], given: dict[str, str], others: dict[str, str]) -> Iterator[str]:
    known = template["Parameters"]
    for name, value in given.items():
        yield from of_value(name, value, known[name]) if name in known else [unknown(name, template)]
    values = defaults(template) | others | {name: value for name, value in given.items() if name in known}
    yield from broken_rules(template, values)
    if values.get("SignInWith") == "own-authenticator":
        yield from of_relying_party(values)


def broken_rules(template: dict[str, Any], values: dict[str, str]) -> Iterator[str]:
    """What the template's rules say against the values of all its parameters."""
    for rule in template.get("Rules", {}).values():
        if evaluate(rule.get("RuleCondition", True), values):
            yield from (assertion["AssertDescription"] for assertion in rule["Assertions"]
                        if not evaluate(assertion["Assert"], values))


def unknown(name: str, template: dict[str, Any]) -> str:
    if name.isupper():
        return f"{name} is no parameter, but a variable of the functions. Set it at TUNING in template.yaml."
    close = get_close_matches(name, template["Parameters"], n=1)
    return f"The template has no parameter {name}." + (f" Is {close[0]} meant?" if close else "")


def of_value(name: str, value: str, parameter: dict[str, Any]) -> Iterator[str]:
    for kind, limit in parameter.items():
        if kind in LIMITS and not LIMITS[kind](value, limit):
            is_list = kind == "AllowedValues"
            form = f"one of {', '.join(map(str, limit))}" if is_list else f"of the form that {kind} says, {limit}"
            yield f'{name} may not be "{value}": it is {form}. {parameter.get("Description", "")}'.rstrip()


def of_relying_party(values: dict[str, str]) -> Iterator[str]:
    """What browsers refuse."""
    domain = values.get("RelyingPartyId", "")
    origins = [origin for origin in values.get("PasskeyOrigins", "").split(",") if origin]
    sender = values.get("OtpSender", "").rpartition("@")[2].rstrip("> ")
    if domain and is_shared(domain, [sender, *map(host, origins)]):
        yield (f"RelyingPartyId {domain} is a public suffix: everybody can have a name below it, so no browser makes "
               "passkeys for it. Take your own name below it.")
        return
    related = values.get("RelatedOrigins", "").split(",")
    for origin in origins:
        if domain and not is_within(host(origin), domain) and origin not in related:
            yield (f"PasskeyOrigins has {origin}, whose host is neither RelyingPartyId, {domain}, nor below it, so no "
                   "browser uses the passkeys there. An origin of another domain belongs into RelatedOrigins.")


def is_shared(domain: str, own: list[str]) -> bool:
    """Whether a domain is a public suffix, as far as that is known.

    :param own: domains of the operator, none of which is a public suffix itself.
    """
    if domain in SHARED:
        return True
    is_above = any(one != domain and is_within(one, domain) for one in own)
    return domain not in own and is_above and OF_A_COUNTRY.fullmatch(domain) is not None


def is_within(name: str, domain: str) -> bool:
    return name == domain or name.endswith(f".{domain}")


def host(origin: str) -> str:
    return origin.partition("://")[2].partition(":")[0]
