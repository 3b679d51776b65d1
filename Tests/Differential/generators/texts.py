"""JSON texts and base64url texts."""

from __future__ import annotations

from random import Random

from cases import Case, chance
from changes import change_base64url, change_bytes
from formats import base64url

NUMBERS = ["0", "-0", "1", "-1", "10", "1.5", "-0.0", "1e3", "1E+3", "2e-7", "0.1e1", "9007199254740993", "1e400",
           "-1e-400", "9223372036854775807", "9223372036854775808", "18446744073709551616", "1" * 60, "0." + "3" * 60]
ESCAPES = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0041", "\\u00e9", "\\uD83D\\uDE00", "\\u0000"]
CHARACTERS = ["a", "Z", " ", "é", "\u2028", "\ufeff", "K", "\u212a", "𐍈", "\x7f", "\uffff", "e\u0301"]
# What RFC 8259 does not allow, or what readers are known to disagree about.
ODD = ["NaN", "Infinity", "-Infinity", "01", "-01", "1.", ".5", "+1", "1e", "1e+", "0x10", "1_000", "--1", "-", "True",
       "nul", "'a'", "\"\t\"", "\"\x01\"", '"\\x41"', '"\\u12"', '"\\ud800"', '"\\udc00"', '"\\ud800\\u0041"',
       '"\\ud800\\ud800"',
       '"\\uD83D"', "[1,]", "[,1]", "[1 2]", '{"a":1,}', '{"a" 1}', '{a:1}', '{"a":1,"a":2}', '{"a":1,"\\u0061":2}',
       '{"a":{"b":1,"b":1}}', "[1]]", "//x\n1", "/**/1", "1\x0c", "\u00a01", '{"":0,"":1}', '"\\U0041"', "tRue",
       '{"a":1:2}']
WHITE = ["", "", "", " ", "\n", "\t", "\r\n", "  "]


def text(random: Random) -> str:
    return (
        '"'
        + "".join(random.choice(ESCAPES if chance(random, 0.3) else CHARACTERS) for _ in range(random.randrange(6)))
        + '"'
    )


def value(random: Random, depth: int = 0) -> str:
    space = lambda: random.choice(WHITE)  # noqa: E731
    kind = random.randrange(5 if depth > 4 else 8)
    match kind:
        case 0:
            return random.choice(["true", "false", "null"])
        case 1 | 2:
            return random.choice(NUMBERS)
        case 3 | 4:
            return text(random)
        case 5 | 6:
            members = [
                f"{space()}{text(random)[:-1]}{index}\"{space()}:{space()}{value(random, depth + 1)}"
                for index in range(random.randrange(4))
            ]
            return "{" + ",".join(members) + space() + "}"
    return "[" + ",".join(space() + value(random, depth + 1) + space() for _ in range(random.randrange(4))) + "]"


def json_text(random: Random) -> Case:
    plain = value(random)
    match random.randrange(10):
        case 0 | 1 | 2:
            made, content = "valid", plain.encode()
        case 3 | 4:
            odd = random.choice(ODD)
            made, content = f"with {odd!r}", random.choice(["{}", "[{}]", '{{"a":{}}}', "[1,{}]"]).format(odd).encode()
        case 5:
            depth = random.choice([1, 8, 63, 64, 65, 100, 2000])
            opening, closing = random.choice([("[", "]"), ('{"a":', "}")])
            made, content = f"{depth} levels", (opening * depth + "1" + closing * depth).encode()
        case 6:
            encoding = random.choice(["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"])
            made, content = encoding, plain.encode(encoding, "replace")
        case 7:
            bad = random.choice([
                b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80",
                b"\xf8\x88\x80\x80\x80",
            ])
            made, content = "invalid UTF-8", b'{"a":"' + bad + b'"}'
        case _:
            made, content = "a changed byte", change_bytes(random, plain.encode())
    return Case("json", made, {"input": content})


def base64url_text(random: Random) -> Case:
    content = base64url(random.randbytes(random.randrange(12))).encode()
    if chance(random, 0.3):
        return Case("base64url", "valid", {"input": content})
    return Case("base64url", "changed", {"input": change_base64url(random, content)})
