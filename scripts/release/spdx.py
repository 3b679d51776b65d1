"""The SBOM as SPDX 2.3, https://spdx.github.io/spdx-spec/v2.3/."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from typing import Any

from inventory import PRODUCT, Function, Inventory, Part, digest


def identifier(kind: str, name: str) -> str:
    """An SPDX identifier, which allows letters, digits, dots and hyphens."""
    return f"SPDXRef-{kind}-{re.sub('[^A-Za-z0-9.-]', lambda found: f'{ord(found[0]):x}', name)}"


def package(kind: str, name: str, version: str, license: str, **more: Any) -> dict[str, Any]:
    return {"SPDXID": identifier(kind, name), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": license,
            "copyrightText": "NOASSERTION", **more}


def library(part: Part) -> dict[str, Any]:
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part.purl}
    return {**package("Library", part.key, part.version, part.license, supplier=f"Organization: {part.supplier}",
                      summary=part.description, externalRefs=[reference], primaryPackagePurpose="LIBRARY"),
            "name": part.name}


def sha1(content: bytes) -> str:
    """SPDX 2.3 demands SHA-1 for files. Beside it stands SHA-256, which counts."""
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()


def application(function: Function, version: str) -> dict[str, Any]:
    # The package's only file is analysed; the verification code is the digest of its digest.
    code = sha1(sha1(function.bootstrap).encode())
    return package("Function", function.name, version, "MIT", filesAnalyzed=True,
                   packageFileName=function.zip_name, packageVerificationCode={"packageVerificationCodeValue": code},
                   checksums=[{"algorithm": "SHA256", "checksumValue": digest(function.archive)}],
                   primaryPackagePurpose="APPLICATION")


def file(function: Function) -> dict[str, Any]:
    return {"SPDXID": identifier("File", function.name), "fileName": "./bootstrap", "fileTypes": ["BINARY"],
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
            "checksums": [{"algorithm": "SHA1", "checksumValue": sha1(function.bootstrap)},
                          {"algorithm": "SHA256", "checksumValue": digest(function.bootstrap)}]}


def relationships(inventory: Inventory) -> list[dict[str, str]]:
    product = identifier("Product", PRODUCT)
    triples = [("SPDXRef-DOCUMENT", "DESCRIBES", product)]
    for function in inventory.functions:
        name = identifier("Function", function.name)
        triples += [(product, "CONTAINS", name), (name, "CONTAINS", identifier("File", function.name))]
        triples += [(name, "STATIC_LINK", identifier("Library", key)) for key in function.parts]
    return [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in triples]


def document(inventory: Inventory) -> dict[str, Any]:
    """The SBOM. Its namespace is derived from everything else, so the same content has the same namespace."""
    environment = "; ".join(f"{name}: {value}" for name, value in inventory.environment.items())
    content: dict[str, Any] = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"{PRODUCT}-{inventory.version}",
        "creationInfo": {"created": inventory.created, "creators": [f"Tool: {PRODUCT}-{inventory.version}"],
                         "comment": environment},
        "packages": [package("Product", PRODUCT, inventory.version, "MIT", primaryPackagePurpose="APPLICATION"),
                     *(application(function, inventory.version) for function in inventory.functions),
                     *map(library, inventory.parts)],
        "files": [file(function) for function in inventory.functions],
        "relationships": relationships(inventory)}
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {**content, "documentNamespace": f"https://spdx.org/spdxdocs/{PRODUCT}-{inventory.version}-{number}"}
