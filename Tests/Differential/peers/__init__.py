"""The other libraries, each with what it reads from an input of a kind. They refuse with errors of many types."""

from __future__ import annotations

import json
from typing import Any, Callable

import cbor2
import fido2.cbor

from cases import Case
from formats import Written, diagnostic, write_json
from peers import passkeys, tokens


def python_json(case: Case) -> dict[str, str]:
    return {"value": write_json(json.loads(case.input, parse_int=Written, parse_float=Written))}


# Of each kind of input, the libraries that read it.
PEERS: dict[str, dict[str, Callable[[Case], dict[str, Any]]]] = {
    "json": {"json": python_json},
    "cbor": {
        "cbor2": lambda case: {"value": diagnostic(cbor2.loads(case.input))},
        "fido2": lambda case: {"value": diagnostic(fido2.cbor.decode(case.input))},
    },
    **tokens.PEERS, **passkeys.PEERS,
}
