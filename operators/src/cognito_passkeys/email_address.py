"""Addresses of mails as Amazon SES takes them: ASCII, by the rules of the functions.

`EmailAddress.swift` and `MailOrigin.swift` say the same in Swift, but for a label that mixes directions of writing:
only this refuses it, as registries do.
"""

import re
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from typing import NamedTuple

import idna

SPECIAL = re.compile(r"[\x00-\x20\x7f,;:<>()\[\]\\\"]")
# Characters that IDNA allows beside certain others alone, and the functions nowhere (RFC 5892 appendix A).
CONTEXTUAL = set("\xb7\u0375\u05f3\u05f4\u200c\u200d\u30fb")
# The space between two encoded words is no part of the text (RFC 2047).
ENCODED_WORD = re.compile(r"(=\?[^? ]+\?[BbQq]\?[^? ]*\?=)(?: (?==\?))?")


def mailed(address: str) -> str | None:
    """An address in the form in which it is mailed; None if no mail can go there."""
    local, _, domain = address.partition("@")
    if (not 1 <= len(local.encode()) <= 64 or "@" in domain or "." not in domain or len(address.encode()) > 254
            or SPECIAL.search(address) or not local.isascii()):
        return None
    encoded = encoded_domain(domain)
    result = address if address.isascii() else f"{local}@{encoded}"
    return result if encoded and len(result) <= 254 else None


def encoded_domain(domain: str) -> str | None:
    """A domain with A-labels for what is not ASCII, in lower case; None if it cannot be encoded without doubt."""
    labels = [encoded_label(label) for label in domain.split(".")]
    name = ".".join(label or "" for label in labels)
    return name if all(labels) and len(name) <= 253 else None


def encoded_label(label: str) -> str | None:
    label = "".join(one.lower() if one.isascii() else one for one in label)
    if label.startswith("-") or label.endswith("-"):
        return None
    if label.isascii():
        return label if re.fullmatch(r"[a-z0-9_-]{1,63}", label) and is_no_false_a_label(label) else None
    try:
        return None if CONTEXTUAL & {*label} else idna.alabel(label).decode()
    except (idna.IDNAError, UnicodeError):
        return None


def is_no_false_a_label(label: str) -> bool:
    """Whether a label does not begin with `xn--`, or stands for a label that is not ASCII, whatever rules that follows."""
    if not label.startswith("xn--"):
        return True
    try:
        decoded = label[4:].encode().decode("punycode")
        decoded.encode()  # no half of a surrogate pair
        return not decoded.isascii() and decoded.encode("punycode").decode() == label[4:]
    except UnicodeError:
        return False


class Sender(NamedTuple):
    """Whom mails come from, such as `Example <no-reply@example.org>`."""

    name: str
    """Empty if there is none."""
    address: str

    @property
    def service(self) -> str:
        """The name; without one the address's domain."""
        return self.name or self.address.rpartition("@")[2]

    @property
    def header(self) -> str:
        """The sender as a mail's header has it. All of it is ASCII, if the address is."""
        if not self.name:
            return self.address
        if not self.name.isascii():
            # Words of at most 75 characters, all in one line (RFC 2047).
            return f"{Header(self.name, 'utf-8', maxlinelen=75).encode(linesep='')} <{self.address}>"
        quote = '"' if re.search(r"[()<>\[\]:;@,.]", self.name) else ""
        return f"{quote}{self.name}{quote} <{self.address}>"


def sender(text: str) -> Sender:
    """A sender as people write it. An address to which no mail could go stays as it is."""
    text = text.strip(" ")
    name, _, address = text.removesuffix(">").rpartition("<") if text.endswith(">") else ("", "", text)
    words = " ".join(name.translate(str.maketrans("", "", '"\\>')).split())
    try:
        words = ENCODED_WORD.sub(lambda found: str(make_header(decode_header(found[1]))), words)
    except (HeaderParseError, UnicodeError, LookupError):
        pass
    return Sender(words, mailed(address) or address)
