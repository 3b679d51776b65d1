"""Headers and claims of tokens, right and wrong."""

from __future__ import annotations

from random import Random
from typing import Any

from cases import chance
from formats import Written, base64url, json_bytes, write_json

# What a claim or a header parameter may be by mistake or by intent.
ODD_VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, "", "x", [], {}, ["x"], [None], "\u212a", "\u0000",
    *map(Written, ["1e3", "1E400", "-0", "9223372036854775808", "NaN"]),
]
CRITICAL: list[Any] = [[], ["b64"], ["exp"], ["x", "x"], "exp", None, ["alg"], [1], {}]


def twice(random: Random, members: dict[str, Any]) -> Written:
    """The object with one member a second time, written plainly or with an escape."""
    name = random.choice(list(members))
    escaped = "".join(f"\\u{ord(one):04x}" for one in name) if chance(random, 0.5) else name
    second = random.choice([members[name], "other", 1])
    written = write_json(members)
    pair = f'"{escaped}":{write_json(second)}'
    return Written(f"{{{pair},{written[1:]}" if chance(random, 0.5) else f"{written[:-1]},{pair}}}")


def change_header(random: Random, header: dict[str, Any]) -> tuple[str, bytes]:
    """A header with one thing wrong or unusual, and what that is."""
    header = dict(header)
    match random.randrange(13):
        case 0:
            header["alg"] = random.choice(
                [
                    "none", "None", "nOnE", "HS256", "RS256", "ES256", "EdDSA", "HS512", "PS256", "es256",
                    "ES256 ", "", "Ed25519", "H\u017f256", "ES384", "dir", *ODD_VALUES,
                ]
            )
            return f"alg {header['alg']!r}", json_bytes(header)
        case 1:
            header["kid"] = random.choice(["", "h1", "h2", "r1", "e1", "o1", "E1", "e1 ", "../e1", *ODD_VALUES])
            return f"kid {header['kid']!r}", json_bytes(header)
        case 2:
            header["typ"] = random.choice(
                [
                    "JWT", "jwt", "application/JWT", "at+jwt", "result+jwt", "Result+JWT", "RESULT+jwt",
                    "application/result+jwt", "challenge+jwt", "application/a/result+jwt", *ODD_VALUES,
                ]
            )
            return f"typ {header['typ']!r}", json_bytes(header)
        case 3:
            header["crit"] = random.choice(CRITICAL)
            if chance(random, 0.3):
                header["b64"] = True
            return f"crit {header['crit']!r}", json_bytes(header)
        case 4:
            header["b64"] = random.choice([True, False, "true", None])
            if chance(random, 0.5):
                header["crit"] = ["b64"]
            return f"b64 {header['b64']!r}", json_bytes(header)
        case 5:
            name = random.choice(["alg", "kid", "typ", "enc"])
            header.pop(name, None)
            return f"without {name}", json_bytes(header)
        case 6:
            return "a member twice", json_bytes(twice(random, header))
        case 7:
            name = random.choice(
                ["jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "cty", "zip", "nonce", "url", "iss", "Alg"]
            )
            header[name] = random.choice(["https://attacker.example/keys", "DEF", "x", *ODD_VALUES])
            return f"with {name}", json_bytes(header)
        case 8:
            spaced = write_json(header).replace(":", " :\n\t").replace(",", " , ")
            return "white space", f" {spaced}\r\n".encode()
        case 9:
            written = json_bytes(header)
            return "not an object", random.choice(
                [b"[]", b"null", b'"' + base64url(written).encode() + b'"', b"1", b"", b"[" + written + b"]"]
            )
        case 10:
            return "bytes around", random.choice(
                [b"\xef\xbb\xbf%s", b"%s\x00", b"%sx", b"%s{}", b"\x00%s"]
            ) % json_bytes(header)
        case 11:
            return "UTF-16", write_json(header).encode("utf-16-le")
    depth = random.choice([2, 7, 8, 9, 70])
    header["x"] = Written("[" * depth + "]" * depth)
    return f"{depth} levels", json_bytes(header)


def claims(random: Random, now: int, issuer: str, audience: str) -> dict[str, Any]:
    """Claims that a verifier accepts at that time."""
    made: dict[str, Any] = {"iss": issuer, "aud": audience, "sub": "u1", "iat": now - 5, "exp": now + 600}
    if chance(random, 0.3):
        made["nbf"] = now - 5
    if chance(random, 0.3):
        made["jti"] = "t1"
    if chance(random, 0.2):
        made["aud"] = [audience] if chance(random, 0.5) else ["another", audience]
    return made


def change_claims(random: Random, members: dict[str, Any], now: int) -> tuple[str, bytes]:
    """Claims with one thing wrong or unusual, and what that is."""
    members = dict(members)
    match random.randrange(8):
        case 0 | 1:
            name = random.choice(["exp", "nbf", "iat"])
            edges: list[Any] = [now + delta for delta in (-61, -60, -59, -1, 0, 1, 59, 60, 61)]
            edges += [
                now * 1000, -now, 0, 253402300799, 253402300800, str(now + 5), now + 5.5, now - 59.5,
                Written(f"{now + 5}.0"), Written(f"{now // 1000}e3"), Written("1e10"), [now + 5], *ODD_VALUES,
            ]
            members[name] = random.choice(edges)
            return f"{name} {members[name]!r}", json_bytes(members)
        case 2:
            audience = members["aud"] if isinstance(members["aud"], str) else members["aud"][-1]
            members["aud"] = random.choice(
                [
                    [audience, 1], [], "", audience + " ", audience.upper(), [[audience]], {"x": audience},
                    [audience, audience], audience[:-1], ["another"], *ODD_VALUES,
                ]
            )
            return f"aud {members['aud']!r}", json_bytes(members)
        case 3:
            issuer = members["iss"]
            members["iss"] = random.choice(
                [issuer + "/", issuer.upper(), [issuer], issuer[:-1], issuer + "\u0000", *ODD_VALUES]
            )
            return f"iss {members['iss']!r}", json_bytes(members)
        case 4:
            name = random.choice(["sub", "jti", "scope", "x"])
            members[name] = random.choice(ODD_VALUES)
            return f"{name} {members[name]!r}", json_bytes(members)
        case 5:
            name = random.choice(list(members))
            del members[name]
            return f"without {name}", json_bytes(members)
        case 6:
            return "a claim twice", json_bytes(twice(random, members))
    written = json_bytes(members)
    return "another text", random.choice(
        [
            b"",
            b"[]",
            b"null",
            b"\xef\xbb\xbf" + written,
            written + b" ",
            written + b"x",
            written[:-1],
            b"[" + written + b"]",
            written.decode().encode("utf-16"),
            written[:-1] + b',"x":"\xff"}',
            written[:-1] + b',"x":"\\ud800"}',
            written[:-1] + b',"x":NaN}',
            written[:-1] + b',"x":01}',
            written[:-1] + b',"x":"\xed\xa0\x80"}',
        ]
    )
