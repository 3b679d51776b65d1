"""What makes a JSON Web Key unusable, decided here a second time, without the product's code."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from cases import Case
from conditions.texts import read, strict_base64url

KINDS = {("oct", None): "HS256", ("RSA", None): "RS256", ("EC", "P-256"): "ES256", ("OKP", "Ed25519"): "EdDSA"}
NUMBERS = {"RS256": ("n", "e"), "ES256": ("x", "y"), "EdDSA": ("x",), "HS256": ("k",)}
PRIVATE = ("d", "p", "q", "dp", "dq", "qi", "oth")


def is_on_curve(x: bytes, y: bytes) -> bool:
    try:
        ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()).public_key()
    except ValueError:
        return False
    return True


def number_faults(algorithm: str, numbers: list[bytes]) -> set[str]:
    match algorithm:
        case "HS256":
            return {"secretTooShort"} if len(numbers[0]) < 32 else set()
        case "EdDSA":
            return set() if len(numbers[0]) == 32 else {"invalidKey"}
        case "ES256":
            return set() if [len(one) for one in numbers] == [32, 32] and is_on_curve(*numbers) else {"invalidKey"}
    modulus, exponent = (int.from_bytes(one, "big") for one in numbers)
    if modulus and not 2048 <= modulus.bit_length() <= 8192:
        return {"unsupportedKey"}
    return set() if modulus % 2 and exponent % 2 and 65537 <= exponent < 1 << 32 else {"invalidKey"}


def faults(key: dict[str, Any]) -> set[str]:
    """Everything that is wrong with a key, in the product's words."""
    found = {"invalidKey" for name in ("kty", "crv", "alg", "use", "kid") if not isinstance(key.get(name, ""), str)}
    if "kty" not in key:
        return found | {"invalidKey"}
    curve = key.get("crv") if key["kty"] in ("EC", "OKP") else None
    kind = (key["kty"], curve)
    algorithm = KINDS.get(kind) if all(isinstance(one, str | None) for one in kind) else None
    if algorithm is None:
        return found | {"unsupportedKey"}
    if key.get("alg", algorithm) != algorithm:
        found.add("wrongKeyAlgorithm")
    if key.get("use", "sig") != "sig":
        found.add("wrongKeyUse")
    operations = key.get("key_ops", ["verify"])
    if not isinstance(operations, list):
        found.add("invalidKey")
    elif "verify" not in operations:
        found.add("wrongKeyUse")
    if algorithm != "HS256" and any(name in key for name in PRIVATE):
        found.add("privateKeyPublished")
    texts = [key.get(name) for name in NUMBERS[algorithm]]
    if not all(isinstance(one, str) for one in texts):
        return found | {"invalidKey"}
    numbers = [strict_base64url(one.encode("utf-8", "replace")) for one in texts]
    return found | ({"invalidBase64URL"} if None in numbers else number_faults(algorithm, numbers))


def entries(case: Case) -> list[Any]:
    found = read(case.input)
    keys = found.get("keys") if isinstance(found, dict) else None
    return keys if isinstance(keys, list) else []


def usable(case: Case) -> list[dict[str, Any]]:
    return [key for key in entries(case) if isinstance(key, dict) and not faults(key) and key["kty"] != "oct"]


def reads_the_usable_keys(case: Case, ours: Any, theirs: Any) -> bool:
    """The product has read the keys that can be used, in their order, and no other."""
    names = ("kid", "kty", "n", "x")
    pick = lambda keys: [{name: key[name] for name in names if name in key} for key in keys]  # noqa: E731
    stripped = [{**key, **({"n": key["n"].lstrip("A")} if "n" in key else {})} for key in usable(case)]
    return pick(ours.read["keys"]) in (pick(usable(case)), pick(stripped))


def names_a_key_twice(case: Case) -> bool:
    names = [key["kid"] for key in usable(case) if "kid" in key]
    return len(set(names)) < len(names)


def is_no_list_of_objects(case: Case) -> bool:
    found = read(case.input)
    return (
        not isinstance(found, dict)
        or not isinstance(found.get("keys"), list)
        or not all(isinstance(one, dict) for one in found["keys"])
    )


def has_fault(name: str):
    return lambda case: isinstance(read(case.input), dict) and name in faults(read(case.input))


CONDITIONS: dict[str, Any] = {
    **{
        f"has the fault {name}": has_fault(name)
        for name in (
            "secretTooShort", "wrongKeyUse", "privateKeyPublished", "invalidKey", "unsupportedKey",
            "wrongKeyAlgorithm", "invalidBase64URL",
        )
    },
    "names a usable key twice": names_a_key_twice,
    "is no list of objects": is_no_list_of_objects,
    "publishes a private key": lambda case: any(
        "privateKeyPublished" in faults(key) for key in entries(case) if isinstance(key, dict)
    ),
    "reads exactly the usable keys": reads_the_usable_keys,
}
