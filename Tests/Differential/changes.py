"""Changes of bytes and of texts that know nothing of their format."""

from __future__ import annotations

from random import Random

BASE64URL = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def change_bytes(random: Random, content: bytes) -> bytes:
    """The content with one small change."""
    changed = bytearray(content)
    at = random.randrange(len(changed) + 1)
    match random.randrange(7):
        case 0 if changed:
            changed[at % len(changed)] ^= 1 << random.randrange(8)
        case 1 if changed:
            changed[at % len(changed)] = random.choice(b"\x00\x01\x17\x18\x7f\x80\xff" + bytes([random.randrange(256)]))
        case 2:
            changed[at:at] = random.randbytes(random.randint(1, 4))
        case 3:
            del changed[at : at + random.randint(1, 4)]
        case 4:
            del changed[at:]
        case 5:
            changed += random.randbytes(random.randint(1, 4))
        case _:
            end = min(len(changed), at + random.randint(1, 16))
            changed[at:at] = changed[at:end]
    return bytes(changed)


def change_base64url(random: Random, text: bytes) -> bytes:
    """Base64url text with one change that a lenient decoder may overlook."""
    at = random.randrange(len(text) + 1)
    match random.randrange(8):
        case 0:
            return text + b"=" * random.randint(1, 4)
        case 1:
            return (
                text[:at]
                + random.choice([b"\n", b" ", b"\r\n", b"\t", b"\x00", b"=", b"!", b"%", b"\xc3\xa9"])
                + text[at:]
            )
        case 2:
            return text.translate(bytes.maketrans(b"-_", b"+/"))
        case 3:
            # The last character's unused bits.
            return text[:-1] + bytes([random.choice(BASE64URL)]) if text else text
        case 4:
            return text[:-1]
        case 5:
            return text + bytes([random.choice(BASE64URL)])
        case 6:
            return text + b"=" * (-len(text) % 4)
    return text[:at] + bytes([random.choice(BASE64URL)]) + text[at + 1 :]
