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
# What each parameter is changed to.
PARAMETERS: dict[str, list[Any]] = {
    "alg": ["none", "None", "nOnE", "HS256", "RS256", "ES256", "EdDSA", "HS512", "PS256", "es256", "ES256 ", "",
            "Ed25519", "H\u017f256", "ES384", "dir", *ODD_VALUES],
    "kid": ["", "h1", "h2", "r1", "e1", "o1", "E1", "e1 ", "../e1", *ODD_VALUES],
    "typ": ["JWT", "jwt", "application/JWT", "at+jwt", "result+jwt", "Result+JWT", "RESULT+jwt",
            "application/result+jwt", "challenge+jwt", "application/a/result+jwt", *ODD_VALUES],
    "crit": [[], ["b64"], ["exp"], ["x", "x"], "exp", None, ["alg"], [1], {}],
    "b64": [True, False, "true", None],
}
# Headers and claims, in other texts than plain JSON.
AROUND = [b"\xef\xbb\xbf%s", b"%s\x00", b"%sx", b"%s{}", b"\x00%s"]
ENDINGS = [b'"\xff"', b'"\\ud800"', b"NaN", b"01", b'"\xed\xa0\x80"']


def change_member(random: Random, members: dict[str, Any], name: str, values: list[Any]) -> tuple[str, bytes]:
    """The object with another value of one member, and what that is."""
    members[name] = random.choice(values)
    return f"{name} {members[name]!r}", json_bytes(members)


def without_member(random: Random, members: dict[str, Any], names: list[str] | None = None) -> tuple[str, bytes]:
    """The object without one of its members."""
    name = random.choice(names or list(members))
    members.pop(name, None)
    return f"without {name}", json_bytes(members)


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
    header, step = dict(header), random.randrange(13)
    if step < len(PARAMETERS):
        name = list(PARAMETERS)[step]
        made, written = change_member(random, header, name, PARAMETERS[name])
        if name == "crit" and chance(random, 0.3):
            written = json_bytes(header | {"b64": True})
        if name == "b64" and chance(random, 0.5):
            written = json_bytes(header | {"crit": ["b64"]})
        return made, written
    written = json_bytes(header)
    match step:
        case 5:
            return without_member(random, header, ["alg", "kid", "typ", "enc"])
        case 6:
            return "a member twice", json_bytes(twice(random, header))
        case 7:
            name = random.choice(
                ["jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "cty", "zip", "nonce", "url", "iss", "Alg"])
            header[name] = random.choice(["https://attacker.example/keys", "DEF", "x", *ODD_VALUES])
            return f"with {name}", json_bytes(header)
        case 8:
            spaced = write_json(header).replace(":", " :\n\t").replace(",", " , ")
            return "white space", f" {spaced}\r\n".encode()
        case 9:
            return "not an object", random.choice(
                [b"[]", b"null", b'"' + base64url(written).encode() + b'"', b"1", b"", b"[" + written + b"]"])
        case 10:
            return "bytes around", random.choice(AROUND) % written
        case 11:
            return "UTF-16", write_json(header).encode("utf-16-le")
    depth = random.choice([2, 7, 8, 9, 70])
    return f"{depth} levels", json_bytes(header | {"x": Written("[" * depth + "]" * depth)})


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
    members, written = dict(members), json_bytes(members)
    match random.randrange(8):
        case 0 | 1:
            return change_member(random, members, random.choice(["exp", "nbf", "iat"]), [
                *(now + delta for delta in (-61, -60, -59, -1, 0, 1, 59, 60, 61)),
                now * 1000, -now, 0, 253402300799, 253402300800, str(now + 5), now + 5.5, now - 59.5,
                Written(f"{now + 5}.0"), Written(f"{now // 1000}e3"), Written("1e10"), [now + 5], *ODD_VALUES,
            ])
        case 2:
            audience = members["aud"] if isinstance(members["aud"], str) else members["aud"][-1]
            return change_member(random, members, "aud", [
                [audience, 1], [], "", audience + " ", audience.upper(), [[audience]], {"x": audience},
                [audience, audience], audience[:-1], ["another"], *ODD_VALUES,
            ])
        case 3:
            issuer = members["iss"]
            return change_member(
                random, members, "iss",
                [issuer + "/", issuer.upper(), [issuer], issuer[:-1], issuer + "\u0000", *ODD_VALUES])
        case 4:
            return change_member(random, members, random.choice(["sub", "jti", "scope", "x"]), ODD_VALUES)
        case 5:
            return without_member(random, members)
        case 6:
            return "a claim twice", json_bytes(twice(random, members))
    return "another text", other_text(random, written, [
        b"", b"[]", b"null", b"\xef\xbb\xbf%s", b"%s ", b"%sx", written[:-1], b"[%s]",
        written.decode().encode("utf-16"), 0, 1, 2, 3, 4,
    ])


def other_text(random: Random, written: bytes, forms: list[bytes | int]) -> bytes:
    """One of several forms of a text. `%s` in a form is the text; a number is that of an ending in its last member."""
    form = random.choice(forms)
    if isinstance(form, int):
        return written[:-1] + b',"x":' + ENDINGS[form] + b"}"
    return form.replace(b"%s", written) if form.count(b"%s") == 1 else form
