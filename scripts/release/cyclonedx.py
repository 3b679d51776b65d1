"""The SBOM as CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/."""

from __future__ import annotations

import json
import uuid
from typing import Any

from inventory import PRODUCT, Function, Inventory, Part, digest


def properties(values: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": f"{PRODUCT}:{name}", "value": value} for name, value in values.items()]


def hashes(content: bytes) -> list[dict[str, str]]:
    return [{"alg": "SHA-256", "content": digest(content)}]


def license_choice(expression: str) -> list[dict[str, Any]]:
    """One identifier of SPDX has another form than an expression of several."""
    return [{"expression": expression}] if " " in expression else [{"license": {"id": expression}}]


def library(part: Part) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library", "bom-ref": part.key, "supplier": {"name": part.supplier}, "name": part.name,
        "version": part.version, "description": part.description, "licenses": license_choice(part.license),
        "purl": part.purl}
    if part.package and part.package_version:
        component["properties"] = properties({"package": part.package, "package-version": part.package_version})
    return component


def application(function: Function, version: str) -> dict[str, Any]:
    executable = {"type": "file", "bom-ref": f"{function.name}/bootstrap", "name": "bootstrap",
                  "hashes": hashes(function.bootstrap)}
    return {"type": "application", "bom-ref": function.name, "name": function.name, "version": version,
            "description": function.zip_name, "hashes": hashes(function.archive),
            "licenses": license_choice("MIT"), "components": [executable]}


def document(inventory: Inventory) -> dict[str, Any]:
    """The SBOM. Its serial number is derived from everything else, so the same content has the same number."""
    content: dict[str, Any] = {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            "timestamp": inventory.created,
            "component": {"type": "application", "bom-ref": PRODUCT, "name": PRODUCT, "version": inventory.version,
                          "licenses": license_choice("MIT")},
            "properties": properties(inventory.environment)},
        "components": [*(application(function, inventory.version) for function in inventory.functions),
                       *map(library, inventory.parts)],
        "dependencies": [{"ref": PRODUCT, "dependsOn": [function.name for function in inventory.functions]},
                         *({"ref": function.name, "dependsOn": list(function.parts)}
                           for function in inventory.functions)]}
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {**content, "serialNumber": f"urn:uuid:{serial}"}
