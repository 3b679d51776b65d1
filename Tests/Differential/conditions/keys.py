"""What makes a JSON Web Key or a COSE_Key unusable, in the product's words."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from conditions.parts import strict_base64url
from keys import COSE_ALGORITHMS, FULLY_SPECIFIED, SHAPES, TOKEN_ALGORITHMS

CURVES = {"ES256": ec.SECP256R1(), "ES384": ec.SECP384R1()}
PRIVATE = ("d", "p", "q", "dp", "dq", "qi", "oth")


def number_faults(algorithm: str, numbers: list[bytes]) -> set[str]:
    """Numbers of another size, or that are no key; a secret that is too short."""
    whole = [int.from_bytes(one, "big") for one in numbers]
    match algorithm:
        case "HS256":
            return {"secretTooShort"} if len(numbers[0]) < 32 else set()
        case "EdDSA":
            return {"invalidKey"} if len(numbers[0]) != 32 else set()
        case "RS256":
            if whole[0] and not 2048 <= whole[0].bit_length() <= 8192:
                return {"unsupportedKey"}
            return set() if whole[0] % 2 and whole[1] % 2 and 65537 <= whole[1] < 1 << 32 else {"invalidKey"}
    curve = CURVES[algorithm]
    try:
        ec.EllipticCurvePublicNumbers(*whole, curve).public_key()
    except ValueError:
        return {"invalidKey"}
    return {"invalidKey"} if any(len(one) != curve.key_size // 8 for one in numbers) else set()


def given(key: dict[str, Any]) -> dict[str, Any]:
    """The members of a JWK. One that is null is an absent one."""
    return {name: value for name, value in key.items() if value is not None}


def jwk_faults(key: dict[str, Any]) -> set[str]:
    """Everything that is wrong with a JWK."""
    key = given(key)
    found = {"invalidKey" for name in ("kty", "crv", "alg", "use", "kid") if not isinstance(key.get(name, ""), str)}
    if "kty" not in key:
        return found | {"invalidKey"}
    has_curve = "crv" in key and key["kty"] in ("EC", "OKP")
    shape = {name: key[name] for name in (("kty", "crv") if has_curve else ("kty",))}
    algorithm = next((one for one in TOKEN_ALGORITHMS if SHAPES[one][0] == shape), None)
    if algorithm is None:
        return found | {"unsupportedKey"}
    operations = key.get("key_ops", ["verify"])
    found |= {fault for fault, is_found in (
        ("wrongKeyAlgorithm", key.get("alg", algorithm) != algorithm),
        ("wrongKeyUse", key.get("use", "sig") != "sig" or isinstance(operations, list) and "verify" not in operations),
        ("invalidKey", not isinstance(operations, list)),
        ("privateKeyPublished", algorithm != "HS256" and any(name in key for name in PRIVATE)),
    ) if is_found}
    texts = [key.get(name) for name in SHAPES[algorithm][1]]
    if not all(isinstance(one, str) for one in texts):
        return found | {"invalidKey"}
    numbers = [strict_base64url(one) for one in texts]
    return found | ({"invalidBase64URL"} if None in numbers else number_faults(algorithm, numbers))


def cose_faults(key: dict[Any, Any]) -> set[str]:
    """Everything that is wrong with a COSE_Key, if there is one."""
    number = key.get(3)
    if not isinstance(number, int):
        return {"algorithmMissing"} if key else set()
    algorithm = COSE_ALGORITHMS.get(FULLY_SPECIFIED.get(number, number))
    if algorithm is None:
        return {"unsupportedAlgorithm"}
    _, _, shape, labels = SHAPES[algorithm]
    numbers = [key.get(label) for label in labels]
    is_whole = all(isinstance(one, bytes) for one in numbers)
    has_zeros = algorithm == "RS256" and is_whole and any(one[:1] in (b"", b"\x00") for one in numbers)
    return {fault for fault, is_found in (
        ("unexpectedParameter", bool(set(key) - set(shape) - set(labels))),
        ("wrongKeyType", key.get(1) is True or key.get(1) != shape[1]),
        ("wrongCurve", -1 in shape and (key.get(-1) is True or key.get(-1) != shape.get(-1))),
        ("invalidParameter", not is_whole),
        ("invalidKey", not is_whole or has_zeros or bool(number_faults(algorithm, numbers))),
    ) if is_found}
