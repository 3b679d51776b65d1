"""Properties of the CBOR in an input."""

from __future__ import annotations

from cases import Case
from conditions.layout import attestation_object, authenticator_data, encoded_items
from conditions.scan import Scan


def scans(case: Case) -> list[Scan]:
    """Every place of an input that is CBOR."""
    if case.kind == "cbor":
        return [Scan(case.input).all()]
    found = [Scan(one).all(may_have_more=True) for one in encoded_items(authenticator_data(case))]
    if case.kind == "registration":
        found.append(Scan(attestation_object(case)).all())
    return found


def has_fault(name: str):
    return lambda case: any(name in scan.faults for scan in scans(case))


CONDITIONS = {
    **{
        f"has CBOR with the fault {name}": has_fault(name)
        for name in (
            "notShortest", "duplicateKey", "unsupportedKey", "tooDeep", "unexpectedEnd", "reservedInformation",
            "indefiniteLength", "unsupportedSimpleValue", "trailingBytes", "tag", "invalidUTF8",
        )
    },
    "has CBOR with a float or null": lambda case: any(scan.has_float_or_null for scan in scans(case)),
}
