"""The questions of the first deployment, and the parameters of the stack that the answers come to."""

import re
from typing import Callable, NamedTuple

from cognito_passkeys import email_address
from cognito_passkeys.deployment.account import Account, Wrong
from cognito_passkeys.deployment.refusals import host, is_shared, is_within
from cognito_passkeys.user_pool.aliases import CODE, PARAMETER, address_aliases

KINDS = {
    "own-authenticator": "passkeys and emailed codes, with an authenticator in this stack",
    "authsignal": "passkeys and emailed codes, with Authsignal's cloud",
    "email-code": "emailed codes alone",
    "signed": "proofs of an authenticator that is somewhere else",
    "oidc": "ID tokens of an OpenID issuer, such as Auth0",
}
PASSKEYS, MAILS = ("own-authenticator", "authsignal"), ("own-authenticator", "email-code")
AUTHSIGNAL_URLS = {"us": "https://api.authsignal.com/v1", "eu": "https://eu.api.authsignal.com/v1",
                   "au": "https://au.api.authsignal.com/v1"}
TRIAL = "localhost"
# Where docs/apps/web runs.
TRIAL_ORIGIN = "http://localhost:5173"
NEW = "new"
DOMAIN = re.compile(r"(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
ORIGIN = re.compile(r"(https://[a-z0-9.-]+|http://localhost)(:[1-9][0-9]{0,4})?")
SENDER = re.compile(r"(?:(?P<name>[^<>@\"\\]+) )?(?P<open><)?(?P<address>[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+"
                    r"@[^\s<>@]+)(?(open)>)")
SECRET = re.compile(r"arn:[a-z-]+:secretsmanager:(?P<region>[a-z0-9-]+):[0-9]{12}:secret:.+-[A-Za-z0-9]{6}")
POOL = re.compile(r"(?P<pool>(?P<region>[a-z0-9-]+)_[0-9A-Za-z]+) +(?P<client>[A-Za-z0-9_+]+)")
ISSUER = re.compile(r"https://[^\s|?#]{1,504}")
CLIENTS = re.compile(r"[^\s,]+(,[^\s,]+)*")


class Answers(NamedTuple):
    """What is known so far."""

    account: Account
    given: dict[str, str]

    @property
    def kind(self) -> str:
        return self.given["kind"]


class Question(NamedTuple):
    """A question about one thing."""

    name: str
    text: str
    default: Callable[[Answers], str]
    """What an empty answer means; empty if there is nothing to propose."""
    check: Callable[[str, Answers], str]
    """Returns the answer in its usual form, or raises Wrong with the reason."""
    kinds: tuple[str, ...] = tuple(KINDS)
    """The ways to sign in for which it is asked."""


def kind(answer: str, _: Answers) -> str:
    names = list(KINDS)
    if answer.isdecimal() and 1 <= int(answer) <= len(names):
        return names[int(answer) - 1]
    if answer not in KINDS:
        raise Wrong(f"It is one of {', '.join(names)}, or a number from 1 to {len(names)}.")
    return answer


def region(answer: str, answers: Answers) -> str:
    return answers.account.use(answer)


def domain(answer: str, answers: Answers) -> str:
    own, *origins = answer.lower().split()
    own = own.removesuffix(".")
    if "/" in own or ":" in own:
        raise Wrong("First comes the domain, without https://, port and path.")
    if own != TRIAL and not DOMAIN.fullmatch(own):
        raise Wrong("It is a domain such as example.org, or localhost for a trial. Origins may follow, with spaces.")
    for origin in origins:
        if not ORIGIN.fullmatch(origin) or not is_within(host(origin), own):
            raise Wrong(f"{origin} is no origin at {own} or below it, such as https://shop.{own}.")
    must_be_own(own, [*map(host, origins)])
    answers.given["origins"] = ",".join(origins)
    return own


def must_be_own(own: str, others: list[str]) -> None:
    """:raises Wrong: browsers make no passkeys for the domain, as others of the operator show."""
    if is_shared(own, others):
        raise Wrong(f"{own} is a public suffix, below which everybody can have a name, so browsers make no passkeys for "
                    "it. Take your own name below it: here, or from the first question on (Ctrl-C).")


def authsignal(answer: str, _: Answers) -> str:
    if answer.lower() not in AUTHSIGNAL_URLS:
        raise Wrong(f"It is one of {', '.join(AUTHSIGNAL_URLS)}.")
    return answer.lower()


def secret(answer: str, answers: Answers) -> str:
    if answer == NEW:
        answers.account.earlier_secret()
        return answer
    found = SECRET.fullmatch(answer)
    if not found:
        raise Wrong("It is the complete ARN of a secret, with its six random characters at the end, or new. The key "
                    "itself does not belong here.")
    answers.account.must_be_here(found["region"], "The secret")
    answers.account.check_secret(answer)
    return answer


def sender(answer: str, answers: Answers) -> str:
    found = SENDER.fullmatch(answer)
    address = email_address.mailed(found["address"]) if found else None
    own = address.rpartition("@")[2].lower() if address else ""
    if not found or not address or not DOMAIN.fullmatch(own):
        raise Wrong("It is an address, with or without a name: Example <no-reply@example.org>. It is ASCII before the "
                    "@, and a domain may be of any script.")
    if found["name"] and not (found["open"] and found["name"].isprintable()):
        raise Wrong("A name stands before the address in < and >: Example <no-reply@example.org>.")
    must_be_own(answers.given.get("domain", ""), [own])
    answers.given["identity"] = answers.account.identity_of(address, own)
    # CloudFormation and Cognito take ASCII alone.
    return answer if answer.isascii() else email_address.sender(answer).header


def pool(answer: str, answers: Answers) -> str:
    if answer == NEW:
        return answer
    found = POOL.fullmatch(answer)
    if not found:
        raise Wrong("It is new, or the id of a pool and the id of its app client with a space between: "
                    "eu-west-1_AbCdEf123 1example2client3.")
    answers.account.must_be_here(found["region"], "The pool")
    described = answers.account.check_pool(found["pool"], found["client"])
    answers.given.pop("confirm", None)
    if names := address_aliases(described):
        answers.given["confirm"] = CODE
        answers.account.notes.append(
            f"{PARAMETER}={CODE}: people sign in to this pool by {' or '.join(names)}, an alias that counts only once a "
            "code has proven it.")
    return f"{found['pool']} {found['client']}"


def form(pattern: re.Pattern[str], reason: str) -> Callable[[str, Answers], str]:
    """A check of nothing but the form."""
    def check(answer: str, _: Answers) -> str:
        if not pattern.fullmatch(answer):
            raise Wrong(reason)
        return answer
    return check


def proposed_sender(answers: Answers) -> str:
    own = answers.given.get("domain", TRIAL)
    return f"no-reply@{own}" if own != TRIAL else answers.account.verified_sender()


QUESTIONS = (
    Question("kind", "How do people sign in?", lambda _: "own-authenticator", kind),
    Question("region", "In which AWS Region is the stack?", lambda answers: answers.account.usual_region(), region),
    Question("domain", "Which domain do passkeys belong to, for good, and at which origins are your web apps, if not at https:// and it?", lambda _: TRIAL, domain,
             PASSKEYS),
    Question("authsignal", "In which Authsignal region is your tenant: us, eu or au?", lambda _: "us", authsignal,
             ("authsignal",)),
    Question("secret", "Which secret has Authsignal's API secret key: its ARN, or new to type the key unseen?",
             lambda _: NEW, secret, ("authsignal",)),
    Question("issuer", "Which issuer do the ID tokens name, exactly as they write it?", lambda _: "",
             form(ISSUER, "It is a URL with https://, such as https://example.eu.auth0.com/."), ("oidc",)),
    Question("audiences", "For which client ids at the issuer are the ID tokens, separated by commas?", lambda _: "",
             form(CLIENTS, "It is one client id or several, with commas and no spaces between."), ("oidc",)),
    Question("sender", "From which address are codes mailed?", proposed_sender, sender, MAILS),
    Question("pool", "new for a new user pool, or which pool and app client of yours: both ids with a space between?",
             lambda _: NEW, pool),
)


def parameters(given: dict[str, str]) -> dict[str, str]:
    """The parameters of the template that the answers come to, without the ARN of a secret that is still to be made."""
    found = {"SignInWith": given["kind"]}
    if own := given.get("domain"):
        origins = given.get("origins") or (TRIAL_ORIGIN if own == TRIAL else f"https://{own}")
        found |= {"RelyingPartyId": own} if given["kind"] == "own-authenticator" else {}
        # The sample apps add passkeys with it.
        found |= {"PasskeyOrigins": origins, "UseAddAuthenticator": "true"}
    if "authsignal" in given:
        found |= {"AuthsignalSecretArn": given["secret"], "AuthsignalUrl": AUTHSIGNAL_URLS[given["authsignal"]]}
    if "issuer" in given:
        found |= {"OidcIssuer": given["issuer"], "OidcAudiences": given["audiences"]}
    if "sender" in given:
        found |= {"OtpSender": given["sender"], "OtpIdentity": given["identity"]}
    if given["pool"] != NEW:
        own_pool, client = given["pool"].split()
        found |= {"ExistingUserPoolId": own_pool, "AllowedClientIds": client}
        found |= {PARAMETER: given["confirm"]} if "confirm" in given else {}
    return found
