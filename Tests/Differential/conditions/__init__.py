"""Named properties of inputs, each decided without the product's code and without what the generator noted."""

from __future__ import annotations

import inspect
from typing import Any, Callable

from conditions import attestations, cbor, ceremonies, credential_keys, texts, tokens, web_keys

ALL: dict[str, Callable[..., bool]] = {}
for module in (texts, tokens, web_keys, cbor, credential_keys, attestations, ceremonies):
    for name, condition in module.CONDITIONS.items():
        assert name not in ALL, name
        ALL[name] = condition


def holds(name: str, case: Any, ours: Any, theirs: Any) -> bool:
    condition = ALL[name]
    return condition(case, ours, theirs) if len(inspect.signature(condition).parameters) == 3 else condition(case)
