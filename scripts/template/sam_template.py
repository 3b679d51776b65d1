"""Reads template.yaml and monitoring.yaml, and translates the first into what CloudFormation gets, as the SAM transform
does, without a network."""

from __future__ import annotations

import os
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from cfnlint.decode import decode_str
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

from cognito_passkeys.files import ROOT

TEMPLATE, MONITORING = ROOT / "template.yaml", ROOT / "monitoring.yaml"


def load(path: Path = TEMPLATE) -> dict[str, Any]:
    """The template as written, with short tags (`!Ref`) in their long form and with anchors and merge keys resolved."""
    return deepcopy(decoded(path.read_text(encoding="utf-8")))


@cache
def decoded(text: str) -> dict[str, Any]:
    template, problems = decode_str(text)
    if template is None or problems:
        raise SystemExit("\n".join(str(problem) for problem in problems))
    return _plain(template)


def functions(template: dict[str, Any]) -> dict[str, str]:
    """The path of each function's zip as template.yaml names it, by the function's logical name."""
    return {name: resource["Properties"]["CodeUri"] for name, resource in template["Resources"].items()
            if resource["Type"] == "AWS::Serverless::Function"}


def translate(template: dict[str, Any], given: dict[str, str] | None = None) -> dict[str, Any]:
    """The template after the SAM transform, with only CloudFormation's own resource types.

    :param given: parameters. The transform itself reads some, such as those that name a function's code.
    """
    # The translator asks for a region and never calls it.
    os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
    uploaded = deepcopy(template)
    for name, code in functions(template).items():
        if isinstance(code, str):
            # A deployment uploads the package and writes its address here. The transform accepts no local path.
            uploaded["Resources"][name]["Properties"]["CodeUri"] = "s3://bucket/key"
    del uploaded["Transform"]
    translator = Translator({}, Parser())
    translated = translator.translate(uploaded, parameter_values=given or {})
    # To nobody. It would warn that it has kept figures.
    translator.metrics.publish()
    return translated


def _plain(node: Any) -> Any:
    """Dictionaries and lists without the positions in the file that the decoder adds to them."""
    if isinstance(node, dict):
        return {str(key): _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return str(node) if isinstance(node, str) else node
