"""Named properties of inputs, each decided without the product's code and without what the generator noted."""

from __future__ import annotations

import functools
from typing import Any, Callable

from cases import Case
from conditions import passkeys, texts
from conditions.keys import cose_faults, jwk_faults
from conditions.parts import Parts

FAULT = "has the fault "
CONDITIONS: dict[str, Callable[[Parts], bool]] = {**texts.CONDITIONS, **passkeys.CONDITIONS}


def is_known(name: str) -> bool:
    return name in CONDITIONS or name.startswith(FAULT)


@functools.lru_cache(1)
def parts_of(case: Case, ours: Any) -> Parts:
    return Parts(case, ours.read)


def holds(name: str, case: Case, ours: Any) -> bool:
    """Whether the input has the property. Some depend on what the product has read from it."""
    parts = parts_of(case, ours)
    if not name.startswith(FAULT):
        return CONDITIONS[name](parts)
    found = {fault for scan in parts.scans for fault in scan.faults}
    found |= jwk_faults(parts.object) if case.kind == "jwk" else cose_faults(parts.key)
    return name.removeprefix(FAULT) in found
