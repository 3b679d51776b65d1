"""The example of a distribution before the authenticator: it proves whose address it names, and no spelling of a path gets
past its rules."""

from __future__ import annotations

import re
import unittest
from pathlib import Path
from typing import Any, Iterator
from urllib.parse import unquote

from template import sam_template

ROOT = Path(__file__).resolve().parents[2]
# `unquote` knows nothing of %uXXXX, which nobody before the authenticator resolves.
TRANSFORMATIONS = {"NONE": lambda text: text, "URL_DECODE": unquote, "URL_DECODE_UNI": unquote}


def members(node: Any, name: str) -> Iterator[Any]:
    """What stands under a name, anywhere."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if key == name:
            yield value
        yield from members(value, name)


def encoded(text: str) -> str:
    return "".join("/" if character == "/" else f"%{ord(character):02x}" for character in text)


class CloudFrontTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.template = sam_template.load(ROOT / "docs/cloudfront-waf.yaml")
        cls.resources = cls.template["Resources"]
        cls.configuration = cls.resources["Distribution"]["Properties"]["DistributionConfig"]

    def test_the_distribution_proves_the_address_that_it_names_by_a_secret_that_nobody_is_shown(self) -> None:
        source = (ROOT / "Sources/Modules/Authenticator/AuthenticatorFunction/FrontDoor/CallerAddresses.swift").read_text()
        read = set(re.findall(r'headers\["([a-z-]+)"\]', source))
        [origin] = self.configuration["Origins"]
        [header] = origin["OriginCustomHeaders"]
        self.assertEqual(header["HeaderValue"], {"Ref": "OriginSecret"})
        policy = self.resources["OriginRequestPolicy"]["Properties"]["OriginRequestPolicyConfig"]["HeadersConfig"]
        forwarded = {name.lower() for name in policy["Headers"]}
        self.assertEqual((policy["HeaderBehavior"], read), ("whitelist", {header["HeaderName"], *(read & forwarded)}))
        self.assertEqual(len(read), 2)
        # The front door knows only its own name.
        self.assertNotIn("host", forwarded)
        secret = self.template["Parameters"]["OriginSecret"]
        self.assertEqual((secret["NoEcho"], secret["MinLength"]), (True, 32))

    def test_the_authenticator_gets_all_that_it_reads_and_nothing_is_kept(self) -> None:
        behavior = self.configuration["DefaultCacheBehavior"]
        self.assertEqual((behavior["CachePolicyId"], behavior["OriginRequestPolicyId"]),
                         ({"Ref": "CachePolicy"}, {"Ref": "OriginRequestPolicy"}))
        policy = self.resources["CachePolicy"]["Properties"]["CachePolicyConfig"]
        parts = policy["ParametersInCacheKeyAndForwardedToOrigin"]
        self.assertEqual((policy["MinTTL"], policy["DefaultTTL"]), (0, 0))
        # The answers of two people must never be one.
        self.assertEqual(parts["HeadersConfig"], {"HeaderBehavior": "whitelist", "Headers": ["Authorization", "Origin"]})
        self.assertEqual(parts["QueryStringsConfig"], {"QueryStringBehavior": "all"})

    def test_no_encoding_of_a_path_gets_past_a_rule(self) -> None:
        statements = [statement for statement in members(self.template, "ByteMatchStatement") if "UriPath" in statement["FieldToMatch"]]
        self.assertEqual(len(statements), 1)
        for statement in statements:
            self.assertEqual(statement["PositionalConstraint"], "CONTAINS")
            for path in ("/v1/client/challenge/email-otp", "/v1/client/user-authenticators/email-otp"):
                # The front door resolves one of them, and the authenticator the other.
                for written in (path, "/v1/%63lient/challenge/%65mail-otp", encoded(path), encoded(encoded(path))):
                    for change in sorted(statement["TextTransformations"], key=lambda change: change["Priority"]):
                        written = TRANSFORMATIONS[change["Type"]](written)
                    self.assertIn(statement["SearchString"], written)
