"""JSON texts, base64url texts and CBOR items, canonical and not."""

from __future__ import annotations

import struct
from random import Random
from typing import Any, Callable

from cases import Case, chance
from changes import change_base64url, change_bytes
from formats import Encoded, Written, base64url, cbor, cbor_map, write_json
from keys import KeyRing

NUMBERS = """0 -0 1 -1 10 1.5 -0.0 1e3 1E+3 2e-7 0.1e1 9007199254740993 1e400 -1e-400 9223372036854775807
    9223372036854775808 18446744073709551616""".split() + ["1" * 60, "0." + "3" * 60]
ESCAPES = '\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0041 \\u00e9 \\uD83D\\uDE00 \\u0000'.split()
CHARACTERS = ["a", "Z", " ", "é", "\u2028", "\ufeff", "K", "\u212a", "𐍈", "\x7f", "\uffff", "e\u0301"]
WHITE = ["", "", "", " ", "\n", "\t", "\r\n", "  "]
# What RFC 8259 does not allow, or what readers are known to disagree about.
ODD_JSON = r"""NaN Infinity -Infinity 01 -01 1. .5 +1 1e 1e+ 0x10 1_000 --1 - True nul 'a' "\x41" "\u12" "\ud800"
    "\udc00" "\ud800\u0041" "\ud800\ud800" "\uD83D" "\U0041" [1,] [,1] {"a":1,} {a:1} {"a":1,"a":2} {"a":1,"\u0061":2}
    {"a":{"b":1,"b":1}} {"":0,"":1} {"a":1:2} [1]] /**/1 tRue""".split()
ODD_JSON += ["[1 2]", '{"a" 1}', '"\t"', '"\x01"', "//x\n1", "1\x0c", "\u00a01"]
ENCODINGS = ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"]
NO_UTF8 = [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xf8\x88\x80\x80\x80"]

INTEGERS = [0, 1, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, -1, -24, -25, -256,
            -257, -2**32, -2**63, -2**63 - 1, -2**64]
TEXTS = ["", "a", "é", "K", "\u212a", "𐍈", "x" * 24, "\x00", "e\u0301", '"']
FLOATS = [0.0, -0.0, 1.0, 1.5, 65504.0, 5.960464477539063e-08, 1e300, float("inf"), float("nan")]
LABELS = [0, 1, 2, 10, 24, 100, -1, -2, -25, 300, "", "a", "b", "z", "aa", "id"]
# Items that a reader of canonical CBOR refuses, or that readers are known to disagree about, as hexadecimal digits.
ODD_CBOR = """
    1800 1817 1818 1900ff 190100 1a0000ffff 1b00000000ffffffff 3800 3817 5800 580161 7800 9800 b800
    5f4161ff 7f6161ff 9fff 9f01ff bfff bf616101ff ff 5fff 7fff 1c 1d 1e 1f 3c 5c 7c 9c bc dc fc fd fe
    c074323031332d30332d32315432303a30343a30305a c11a514b67b0 c24101 c34101 d74101 d81845646e657466 d9d9f700 c2410100
    e0 f0 f7 f800 f81f f818 f820 f8ff f90000 f98000 f93c00 f97c00 f97e00 fa47c35000 fb3ff199999999999a fa7fc00000
    fb7ff8000000000001 62c328 61ff 63eda080 64f0908d88 a10000 a201020102 a2616101616102 a2416101416102 a16161 a18001
    a1a001 a1f401 a1f601 a1f93c0001 a201000200 a202000100 a2616100616100 a20001f9000002 a2616200616100 a262616100616200
    a261620062616100 5b7fffffffffffffff 9b0000000100000000 bb8000000000000000 7affffffff a1c2410100 a201018102
""".split()


def value(random: Random, leaf: Callable[[], Any], names: Callable[[], list], depth: int = 0) -> Any:
    """A leaf, or arrays and objects of leaves."""
    step = random.randrange(6 if depth > 3 else 9)
    if step < 6:
        return leaf()
    if step == 6:
        return [value(random, leaf, names, depth + 1) for _ in range(random.randrange(4))]
    return {name: value(random, leaf, names, depth + 1) for name in names()}


def json_value(random: Random) -> Any:
    def text(end: str = "") -> Written:
        characters = [random.choice(ESCAPES if chance(random, 0.3) else CHARACTERS) for _ in range(random.randrange(6))]
        return Written(f'"{"".join(characters)}{end}"')

    def leaf() -> Any:
        return random.choice([True, None, False, text(), text(), *map(Written, random.sample(NUMBERS, 3))])

    return value(random, leaf, lambda: [text(str(index)) for index in range(random.randrange(4))])


def json_text(random: Random, ring: KeyRing) -> Case:
    plain, space, depth = json_value(random), random.choice(WHITE), random.choice([1, 8, 63, 64, 65, 100, 2000])
    text, odd, encoding = space + write_json(plain, space) + space, random.choice(ODD_JSON), random.choice(ENCODINGS)
    opening, closing = random.choice(["[]", ('{"a":', "}")])
    made, content = random.choice([
        *[("valid", text.encode())] * 3, *[("a changed byte", change_bytes(random, text.encode()))] * 2,
        *[(f"with {odd!r}", (random.choice(["%s", "[%s]", '{"a":%s}', "[1,%s]"]) % odd).encode())] * 2,
        (f"{depth} levels", (opening * depth + "1" + closing * depth).encode()),
        (encoding, text.encode(encoding, "replace")), ("no UTF-8", b'{"a":"' + random.choice(NO_UTF8) + b'"}'),
    ])
    return Case("json", made, content, {})


def base64url_text(random: Random, ring: KeyRing) -> Case:
    content = base64url(random.randbytes(random.randrange(12)))
    if chance(random, 0.3):
        return Case("base64url", "valid", content.encode(), {})
    return Case("base64url", "changed", change_base64url(random, content).encode(), {})


def item(random: Random) -> Any:
    def leaf() -> Any:
        content = random.randbytes(random.choice([0, 1, 23, 24, 40]))
        return random.choice([content, *map(random.choice, (INTEGERS, INTEGERS, TEXTS, [True, False, None], FLOATS))])

    return value(random, leaf, lambda: random.sample(LABELS, random.randrange(4)))


def cbor_item(random: Random, ring: KeyRing) -> Case:
    content, odd = item(random), Encoded(bytes.fromhex(random.choice(ODD_CBOR)))
    labels, depth, number = random.sample(LABELS, 3), random.choice([4, 5, 6, 20, 3000]), random.choice(FLOATS)
    width, half = 1 << random.randrange(4), number if abs(number) != 1e300 else 0.0
    wide = bytes([random.choice([0x18, 0x38]) + width.bit_length() - 1]) + (
        random.choice(INTEGERS[:8]) % 256**width).to_bytes(width, "big")
    key = random.choice([b"a", [1], {}, None, True, 1.0, Encoded(b"\xf7"), Encoded(b"\x18\x01")])
    made, encoded = random.choice([
        *[("valid", cbor(content))] * 8, *[("changed", change_bytes(random, cbor(content)))] * 9,
        *[(f"{odd} inside", cbor(random.choice([odd, [odd], {"a": odd}, [1, [odd]], cbor_map((odd, 1))])))] * 3,
        ("another order", cbor(cbor_map(*((label, item(random)) for label in labels)))),
        ("a key twice", cbor(cbor_map((labels[0], 1), (labels[0], 2)))),
        (f"{depth} levels", random.choice([b"\x81", b"\xa1\x00"]) * depth + b"\x00"),
        ("a wide integer", cbor([Encoded(wide)])),
        ("bytes after it", cbor(content) + random.choice([b"\x00", b"\xff", b"\xf6", cbor(content)])),
        ("every width of a float", b"\x83" + b"".join(
            bytes([first]) + struct.pack(f">{format_}", half) for first, format_ in zip(b"\xf9\xfa\xfb", "efd"))),
        (f"key {key!r}", cbor(cbor_map((key, 1)))),
    ])
    return Case("cbor", made, encoded, {})
