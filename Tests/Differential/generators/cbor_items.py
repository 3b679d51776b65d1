"""CBOR items, canonical and not."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

from cases import Case, chance
from changes import change_bytes
from formats import Encoded, cbor

INTEGERS = [0, 1, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, -1, -24, -25, -256,
            -257, -2**32, -2**63, -2**63 - 1, -2**64]
# Items that a reader of canonical CBOR refuses, or that readers are known to disagree about, as hexadecimal digits.
ODD = """
    1800 1817 1818 1900ff 190100 1a0000ffff 1b00000000ffffffff 3800 3817 5800 580161 7800 9800 b800
    5f4161ff 7f6161ff 9fff 9f01ff bfff bf616101ff ff 5fff 7fff 1c 1d 1e 1f 3c 5c 7c 9c bc dc fc fd fe
    c074323031332d30332d32315432303a30343a30305a c11a514b67b0 c24101 c34101 d74101 d81845646e657466 d9d9f700 c2410100
    e0 f0 f7 f800 f81f f818 f820 f8ff f90000 f98000 f93c00 f97c00 f97e00 fa47c35000 fb3ff199999999999a fa7fc00000
    fb7ff8000000000001 62c328 61ff 63eda080 64f0908d88 a10000 a201020102 a2616101616102 a2416101416102 a16161 a18001
    a1a001 a1f401 a1f601 a1f93c0001 a201000200 a202000100 a2616100616100 a20001f9000002 a2616200616100 a262616100616200
    a261620062616100 5b7fffffffffffffff 9b0000000100000000 bb8000000000000000 7affffffff a1c2410100 a201018102
""".split()


def item(random: Random, depth: int = 0) -> Any:
    match random.randrange(6 if depth > 3 else 9):
        case 0 | 1:
            return random.choice(INTEGERS)
        case 2:
            return random.randbytes(random.choice([0, 1, 23, 24, 40]))
        case 3:
            return random.choice(["", "a", "é", "K", "\u212a", "𐍈", "x" * 24, "\x00", "e\u0301", '"'])
        case 4:
            return random.choice([True, False, None])
        case 5:
            return random.choice([0.0, -0.0, 1.5, 1e300, float("inf"), float("nan")])
        case 6:
            return [item(random, depth + 1) for _ in range(random.randrange(4))]
    return {
        key: item(random, depth + 1)
        for key in random.sample([0, 1, 2, 24, -1, -2, -25, 300, "", "a", "b", "aa", "id"], random.randrange(4))
    }


def unusual(random: Random, content: Any) -> tuple[str, bytes]:
    """An item that contains something that is not canonical."""
    match random.randrange(-2, 8):
        case -2 | -1 | 0:
            odd = Encoded(bytes.fromhex(random.choice(ODD)))
            return f"{odd.hex()} inside", cbor(random.choice([odd, [odd], {"a": odd}, [1, [odd]], ((odd, 1),)]))
        case 1:
            pairs = [(key, item(random, 2)) for key in random.sample([0, 1, 10, 100, -1, "z", "aa", ""], 3)]
            return "map in another order", cbor(tuple(pairs))
        case 2:
            key = random.choice([0, -1, "a", 24])
            return "key twice", cbor(((key, 1), (key, 2)))
        case 3:
            depth = random.choice([4, 5, 6, 20, 3000])
            return f"{depth} levels", random.choice([b"\x81", b"\xa1\x00"]) * depth + b"\x00"
        case 4:
            number, width = random.choice(INTEGERS[:8]), random.choice([0, 1, 2, 3])
            wide = (number % 256 ** (1 << width)).to_bytes(1 << width, "big")
            return "wide integer", cbor([Encoded(bytes([random.choice([0, 1]) << 5 | 24 + width]) + wide)])
        case 5:
            return "bytes after it", cbor(content) + random.choice([b"\x00", b"\xff", b"\xf6", cbor(content)])
        case 6:
            number = random.choice([0.0, -0.0, 1.0, 1.5, 65504.0, 5.960464477539063e-08, float("inf"), float("nan")])
            return "half a float", cbor(
                [Encoded(b"\xf9" + struct.pack(">e", number)), Encoded(b"\xfa" + struct.pack(">f", number))]
            )
    key = random.choice([b"a", [1], {}, None, True, 1.0, Encoded(b"\xf7"), Encoded(b"\x18\x01")])
    return f"key {key!r}", cbor(((key, 1),))


def cbor_item(random: Random) -> Case:
    content = item(random)
    if chance(random, 0.3):
        return Case("cbor", "valid", {"input": cbor(content)})
    if chance(random, 0.5):
        return Case("cbor", "changed", {"input": change_bytes(random, cbor(content))})
    made, encoded = unusual(random, content)
    return Case("cbor", made, {"input": encoded})
