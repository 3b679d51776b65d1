"""Properties of a credential's public key, a COSE_Key."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric import ec

from cases import Case
from conditions.layout import credential_key
from formats import FULLY_SPECIFIED

# What belongs to each algorithm: the key type, the curve, the labels, and the length of a coordinate.
KEY_TYPES = {-7: 2, -35: 2, -8: 1, -257: 3}
CURVES = {-7: 1, -35: 2, -8: 6}
LABELS = {-7: {1, 3, -1, -2, -3}, -35: {1, 3, -1, -2, -3}, -8: {1, 3, -1, -2}, -257: {1, 3, -1, -2}}
LENGTHS = {-7: 32, -35: 48, -8: 32}
# The labels of the numbers.
NUMBERS = {-7: (-2, -3), -35: (-2, -3), -8: (-2,), -257: (-1, -2)}
for TABLE in (KEY_TYPES, CURVES, LABELS, LENGTHS, NUMBERS):
    TABLE |= {number: TABLE[same] for number, same in FULLY_SPECIFIED.items()}


def has_other_labels(case: Case) -> bool:
    key = credential_key(case)
    return bool(set(key) - LABELS.get(key.get(3), set(key)))


def has_another_key_type(case: Case) -> bool:
    key = credential_key(case)
    return key.get(3) in KEY_TYPES and (key.get(1) != KEY_TYPES[key[3]] or isinstance(key.get(1), bool))


def has_another_curve(case: Case) -> bool:
    key = credential_key(case)
    return key.get(3) in CURVES and (key.get(-1) != CURVES[key[3]] or isinstance(key.get(-1), bool))


def has_odd_numbers(case: Case) -> bool:
    """Coordinates of another length or not on the curve, or an RSA number with zeros in front or of a wrong size."""
    key = credential_key(case)
    numbers = [key.get(label) for label in NUMBERS.get(key.get(3), ())]
    if not all(isinstance(one, bytes) for one in numbers):
        return True
    if key.get(3) == -257:
        modulus, exponent = (int.from_bytes(one, "big") for one in numbers)
        return any(one[:1] in (b"", b"\x00") for one in numbers) or not (
            2048 <= modulus.bit_length() <= 8192 and modulus % 2 and exponent % 2 and 65537 <= exponent < 1 << 32
        )
    if any(len(one) != LENGTHS.get(key.get(3)) for one in numbers):
        return True
    if len(numbers) == 2:
        try:
            curve = ec.SECP256R1() if key[3] in (-7, -9) else ec.SECP384R1()
            ec.EllipticCurvePublicNumbers(*(int.from_bytes(one, "big") for one in numbers), curve).public_key()
        except ValueError:
            return True
    return False


def has_a_parameter_of_another_type(case: Case) -> bool:
    key = credential_key(case)
    return any(not isinstance(key.get(label), bytes) for label in NUMBERS.get(key.get(3), ()))


CONDITIONS = {
    "has a key with other labels": has_other_labels, "has a key of another type": has_another_key_type,
    "has a key on another curve": has_another_curve, "has a key with odd numbers": has_odd_numbers,
    "has a key with a parameter of another type": has_a_parameter_of_another_type,
}
