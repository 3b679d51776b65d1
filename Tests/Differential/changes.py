"""Changes of bytes, of texts and of JSON objects."""

from __future__ import annotations

from random import Random
from typing import Any

from cases import Made, chance
from formats import Written, base64url, json_bytes, write_json

BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# What a member may be by mistake or by intent.
ODD_VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, "", "x", [], {}, ["x"], [None], "\u212a", "\u0000",
    *map(Written, ["1e3", "1E400", "-0", "9223372036854775808", "NaN"]),
]
# Values of a last member that make a text invalid, or that readers are known to disagree about.
ENDINGS = [b'"\xff"', b'"\x01"', b'"\\ud800"', b"NaN", b"01", b'"\xed\xa0\x80"']
# What stands around a text.
AROUND = [b"\xef\xbb\xbf%s", b"\xef\xbb\xbf%s", b"%s ", b"%s\x00", b"\x00%s", b"%sx", b"%s{}", b"[%s]"]


def change_bytes(random: Random, content: bytes) -> bytes:
    """The content with one small change."""
    at, count = random.randrange(len(content) + 1), random.randint(1, 4)
    before, here, after = content[:at], content[at : at + 1], content[at + 1 :]
    return random.choice([
        before + bytes(one ^ 1 << random.randrange(8) for one in here) + after,
        before + bytes([random.choice(b"\x00\x01\x17\x18\x7f\x80\xff" + random.randbytes(1))]) + after,
        before + random.randbytes(count) + here + after, before + content[at + count :], before,
        content + random.randbytes(count), content[: at + 4 * count] + here + after,
    ])


def recode(random: Random, text: str) -> str:
    """Base64url text, with one change that a lenient decoder overlooks: the last character may have unused bits."""
    at = random.randrange(len(text) + 1)
    inside = random.choice(["\n", " ", "\r\n", "\t", "\x00", "=", "!", "%", "é"])
    return random.choice([
        text + "=" * random.randint(1, 4), text + "=" * (-len(text) % 4), text[:at] + inside + text[at:],
        text.replace("-", "+").replace("_", "/"), text[:-1] + random.choice(BASE64URL),
    ])


def change_base64url(random: Random, text: str) -> str:
    """Base64url text with one change."""
    at, other = random.randrange(len(text) + 1), random.choice(BASE64URL)
    others = [text[:-1], text + other, text[:at] + other + text[at + 1 :]]
    return recode(random, text) if chance(random, 0.6) else random.choice(others)


def twice(random: Random, members: dict[str, Any]) -> Written:
    """The object with one member a second time, written plainly or with an escape."""
    name = random.choice(list(members))
    escaped = "".join(f"\\u{ord(one):04x}" for one in name) if chance(random, 0.5) else name
    pair = f'"{escaped}":{write_json(random.choice([members[name], "other", 1]))}'
    written = write_json(members)
    return Written(f"{{{pair},{written[1:]}" if chance(random, 0.5) else f"{written[:-1]},{pair}}}")


def change_text(random: Random, members: dict[str, Any]) -> Made:
    """The object in another text than plain JSON, or something else in its place."""
    written, depth = json_bytes(members), random.choice([2, 7, 8, 9, 70])
    around, space = random.choice(AROUND), random.choice([" ", "\n  ", " \r\n\t"])
    return random.choice([
        *[(f"with {around!r} around it", around.replace(b"%s", written))] * 3,
        *[("with an odd ending", written[:-1] + b',"x":' + random.choice(ENDINGS) + b"}")] * 2,
        ("in UTF-16", written.decode().encode(random.choice(["utf-16", "utf-16-le"]))),
        ("with white space", (space + write_json(members, space) + space).encode()),
        *[(f"of {depth} levels", json_bytes(members | {"x": Written("[" * depth + "]" * depth)}))] * 2,
        ("no object", random.choice([b"", b"[]", b"null", b"1", b'"' + base64url(written).encode() + b'"'])),
        ("cut", written[:-1]), ("changed", change_bytes(random, written)),
    ])


def change_object(random: Random, members: dict[str, Any], values: dict[str, list[Any]], *others: Made) -> Made:
    """The text of an object with one thing wrong or unusual, and what that is.

    `values` has what each member may be changed to, besides the odd values. `others` are more changes of the object.
    """
    name, lost = random.choice(list(values)), random.choice(list(members))
    value = random.choice(3 * values[name] + ODD_VALUES)
    if chance(random, 0.5):
        return f"{name} {value!r}", json_bytes(members | {name: value})
    return random.choice([
        *[(f"without {lost}", json_bytes({name: one for name, one in members.items() if name != lost}))] * 2,
        ("a member twice", json_bytes(twice(random, members))),
        ("another member", json_bytes(members | {"x": random.choice(ODD_VALUES)})),
        change_text(random, members), change_text(random, members), *others,
    ])
