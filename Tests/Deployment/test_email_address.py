"""Addresses in ASCII: the scripts agree with the functions, whose tests have the examples."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from cognito_passkeys.email_address import encoded_domain, mailed, sender

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "Tests/Modules/Shared"
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def examples(file: str, function: str) -> list[str]:
    """The texts among the arguments of a test in Swift, which stand before its function."""
    before = (TESTS / file).read_text().partition(f"func {function}(")[0]
    arguments = re.sub(r"//.*", "", before.rpartition("arguments:")[2])
    # Calls such as String(repeating:count:) are for Swift alone.
    arguments = re.sub(r"\(?(String\(repeating|Self\.)[^\n]*", "", arguments)
    return [unescaped(text) for text in TEXT.findall(arguments)]


def unescaped(text: str) -> str:
    text = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"\\(.)", lambda found: {"r": "\r", "n": "\n"}.get(found[1], found[1]), text)


class DomainTests(unittest.TestCase):
    def test_domains_are_encoded_as_the_functions_do(self) -> None:
        for function in ("labelIsEncoded", "deviationIsKept"):
            texts = examples("AddressesTests/DomainNameTests.swift", function)
            self.assertGreater(len(texts), 6)
            for name, encoded in zip(texts[::2], texts[1::2], strict=True):
                self.assertEqual(encoded_domain(name), encoded)
        for name in examples("AddressesTests/DomainNameTests.swift", "aLabelStays"):
            self.assertEqual(encoded_domain(name), name.lower())

    def test_nothing_is_guessed(self) -> None:
        names = examples("AddressesTests/DomainNameTests.swift", "nothingIsGuessed")
        self.assertGreater(len(names), 50)
        for name in [*names, "a" * 64, "\xe4" * 60, "a." * 127 + "a"]:
            self.assertIsNone(encoded_domain(name), ascii(name))


class AddressTests(unittest.TestCase):
    def test_addresses_are_mailed_as_the_functions_do(self) -> None:
        texts = examples("AddressesTests/EmailAddressTests.swift", "addressIsMailed")
        self.assertGreater(len(texts), 8)
        for text, address in zip(texts[::2], texts[1::2], strict=True):
            self.assertEqual(mailed(text), address)
        others = examples("AddressesTests/EmailAddressTests.swift", "otherTextIsNone")
        self.assertGreater(len(others), 20)
        for text in [*others, "a" * 65 + "@b.c"]:
            self.assertIsNone(mailed(text), ascii(text))


class SenderTests(unittest.TestCase):
    def test_a_sender_is_read_as_the_functions_do(self) -> None:
        texts = examples("SignInMailTests/MailSettingsTests.swift", "senderHasAName")
        self.assertGreater(len(texts), 20)
        for written, _, name in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
            # A name that the functions cannot decode they leave out, and the scripts show it.
            if not (written.startswith("=?") and name == "example.test"):
                self.assertEqual(sender(written).service, name)
                self.assertEqual(sender(sender(written).header), sender(written))

    def test_a_long_name_is_several_encoded_words(self) -> None:
        header = sender("\u65e5\u672c" * 30 + " <a@example.org>").header
        words = header.split(" ")[:-1]
        self.assertGreater(len(words), 1)
        self.assertTrue(header.isascii() and all(len(word) <= 75 for word in words))
