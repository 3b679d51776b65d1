"""Python's json, and how PyJWT and joserfc read base64url."""

from __future__ import annotations

import json
from typing import Any

import joserfc.util
from jwt.api_jws import PyJWS

from cases import Case
from formats import Members, Number, canonical_json


def python_json(case: Case) -> dict[str, Any]:
    value = json.loads(case.input, parse_int=Number, parse_float=Number, object_pairs_hook=Members)
    return {"value": canonical_json(value)}


def pyjwt_base64url(case: Case) -> dict[str, Any]:
    return {"bytes": PyJWS._decode_base64url_segment(case.input, "segment").hex()}


def joserfc_base64url(case: Case) -> dict[str, Any]:
    return {"bytes": joserfc.util.urlsafe_b64decode(case.input).hex()}


PEERS = {"json": {"json": python_json}, "base64url": {"PyJWT": pyjwt_base64url, "joserfc": joserfc_base64url}}
