"""Addresses of mails as Amazon SES takes them: ASCII, by the rules of the functions.

`EmailAddress.swift` and `MailOrigin.swift` say the same in Swift.
"""

from __future__ import annotations

import re
import unicodedata
from email.errors import HeaderParseError
from email.header import Header, decode_header, make_header
from typing import NamedTuple

SPECIAL = re.compile(r"[\x00-\x20\x7f,;:<>()\[\]\\\"]")
# What NFKC case folding would change and domain names keep, and the opposite (RFC 5892 section 2.6).
KEPT = set("\xdf\u03c2\u06fd\u06fe\u0f0b\u3007")
REFUSED = set("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b")
# Marks of symbols and of notes, old Hangul, and what folding takes out (sections 2.4, 2.9 and 2.5).
REFUSED_RANGES = ((0x20D0, 0x20FF), (0x1D100, 0x1D24F), (0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF),
                  (0x034F, 0x034F), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
                  (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF))
# The space between two encoded words is no part of the text (RFC 2047).
ENCODED_WORD = re.compile(r"(=\?[^? ]+\?[BbQq]\?[^? ]*\?=)(?: (?==\?))?")
CATEGORIES = {"Ll", "Lu", "Lm", "Lo", "Mn", "Mc", "Nd"}


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
    if not is_international(label):
        return None
    encoded = "xn--" + label.encode("punycode").decode()
    return encoded if len(encoded) <= 63 else None


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


def is_international(label: str) -> bool:
    """Whether a label that is not ASCII can be looked up as it stands (RFC 5891 section 5.4)."""
    return (unicodedata.category(label[0])[0] != "M" and label[2:4] != "--"
            and all(map(is_allowed, label))
            and unicodedata.is_normalized("NFC", label))


def is_unchanged(character: str) -> bool:
    """Whether NFKC case folding leaves a character as it is."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", character).casefold()) == character


def is_allowed(character: str) -> bool:
    """Whether a character may stand in a label (`PVALID` of RFC 5892 section 3)."""
    if character.isascii():
        return bool(re.fullmatch(r"[a-z0-9-]", character))
    if character in KEPT or character in REFUSED:
        return character in KEPT
    return (unicodedata.category(character) in CATEGORIES and is_unchanged(character)
            and not any(first <= ord(character) <= last for first, last in REFUSED_RANGES))


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
