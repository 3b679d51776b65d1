"""What the zips contain: each function's executable, and the libraries that the linker put into it, with the versions
of the packages on this machine that they came from."""

from __future__ import annotations

import hashlib
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Iterator, NamedTuple

PRODUCT = "cognito-passkeys"
# What is written beside the zips.
SBOM_FILE = "sbom.cdx.json"
SUMS_FILE = "SHA256SUMS"

# As OpenSSL and libcurl.a name themselves. The linker drops libcurl's own text from the executables, which never ask
# for its version.
OPENSSL_TEXT = re.compile(rb"OpenSSL (\d+\.\d+\.\d+[a-z]?) \d+ [A-Z][a-z]{2} \d{4}")
LIBCURL_TEXT = re.compile(rb"libcurl/(\d+\.\d+\.\d+)\0")
# The last line of what scripts/zips/static-libcurl.sh writes to VERSIONS.
CURL_VERSION = re.compile(r"^curl (\S+) \(")

# The static libraries that every function is linked with, and their licenses by the identifiers of SPDX.
EVERYWHERE = {"libc.a": ("glibc", "LGPL-2.1-or-later"),
              "libstdc++.a": ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
              "libgcc.a": ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1")}
# Those of functions that call other servers, by the linker's flags in scripts/zips/openssl-libraries.sh.
WITH_TLS = {"-lcrypto": ("libcrypto.a", "openssl", "Apache-2.0"), "-lz": ("libz.a", "zlib", "Zlib"),
            "-lzstd": ("libzstd.a", "zstd", "BSD-3-Clause OR GPL-2.0-only")}


class Part(NamedTuple):
    """A library inside the functions."""
    key: str
    name: str
    version: str
    purl: str
    license: str
    supplier: str
    description: str
    # The package of the distribution, and its version, with which apt says whether something newer exists.
    package: str | None = None
    package_version: str | None = None


class Function(NamedTuple):
    """A zip, the executable in it, and the keys of its parts."""
    name: str
    archive: bytes
    bootstrap: bytes
    parts: tuple[str, ...]

    @property
    def zip_name(self) -> str:
        return f"{self.name}.zip"


class Inventory(NamedTuple):
    """Everything that the SBOM says."""
    version: str
    created: str
    environment: dict[str, str]
    parts: list[Part]
    functions: list[Function]


def output(*command: str | Path) -> str:
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def upstream(version: str) -> str:
    """The upstream part of a version of a Debian package, as in [epoch:]upstream[-revision]."""
    return re.sub(r"^\d+:", "", version).rpartition("-")[0] or version


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def distribution(release: Path = Path("/etc/os-release")) -> dict[str, str]:
    """The fields of os-release. A distribution that is not released yet has a name but no number."""
    pairs = (line.split("=", 1) for line in release.read_text().splitlines() if "=" in line)
    fields = {name: value.strip("\"'") for name, value in pairs}
    return {"VERSION_ID": fields.get("VERSION_CODENAME", "unreleased"), **fields}


def debian_purl(source: str, version: str, system: dict[str, str]) -> str:
    """The purl of a source package, because advisories of the distribution name source packages."""
    quoted = [re.sub(r"[^A-Za-z0-9.\-_~:]", lambda found: f"%{ord(found[0]):02X}", text) for text in (source, version)]
    return f"pkg:deb/{system['ID']}/{quoted[0]}@{quoted[1]}?arch=source&distro={system['ID']}-{system['VERSION_ID']}"


def archive_part(archive: str, name: str, license: str, system: dict[str, str]) -> Part:
    """The part that a static library of the distribution is, found through the file that clang gives to the linker."""
    path = Path(output("clang", f"-print-file-name={archive}").strip()).resolve()
    package = output("dpkg-query", "-S", path).partition(": ")[0].partition(",")[0]
    fields = "${source:Package}\t${source:Version}\t${Version}"
    source, source_version, version = output("dpkg-query", "-W", "-f", fields, package).split("\t")
    return Part(name, name, source_version, debian_purl(source, source_version, system), license, system["NAME"],
                f"{archive} of the package {package.partition(':')[0]}", package.partition(":")[0], version)


def curl_parts(built: Path, system: dict[str, str]) -> list[Part]:
    """The two libraries that scripts/zips/static-libcurl.sh has built. VERSIONS must agree with the libraries' own text."""
    found = CURL_VERSION.match((built / "VERSIONS").read_text())
    if not found:
        raise SystemExit(f"{built}/VERSIONS does not name curl's version")
    parts = []
    for key, extent in (("https", "with HTTP and HTTPS"), ("http", "with plain HTTP, without TLS")):
        own = {text.decode() for text in LIBCURL_TEXT.findall((built / key / "libcurl.a").read_bytes())}
        if own != {upstream(found[1])}:
            raise SystemExit(f"{built}/{key}/libcurl.a is libcurl {sorted(own)}, but VERSIONS says {found[1]}")
        purl = debian_purl("curl", found[1], system)
        parts.append(Part(f"curl-{key}", "curl", found[1], purl, "curl", system["NAME"],
                          f"libcurl {extent}, built from the distribution's source package", "curl", found[1]))
    return parts


def swift_part() -> Part:
    found = re.search(r"Swift version (\S+)", output("swift", "--version"))
    if not found:
        raise SystemExit("swift --version does not name the version")
    return Part("swift", "swift", found[1], f"pkg:swift/github.com/swiftlang/swift@{found[1]}",
                "Apache-2.0 WITH Swift-exception", "Swift.org", "Swift's standard library and runtime")


def distribution_parts(openssl_flags: list[str], system: dict[str, str]) -> list[Part]:
    """The parts that are static libraries of the distribution."""
    chosen = [WITH_TLS[flag] for flag in openssl_flags if flag in WITH_TLS]
    return [archive_part(archive, name, license, system)
            for archive, name, license in [*chosen, *((archive, *rest) for archive, rest in EVERYWHERE.items())]]


def openssl_version(bootstrap: bytes) -> str | None:
    """The version of OpenSSL that an executable contains, by its own text."""
    found = {text.decode() for text in OPENSSL_TEXT.findall(bootstrap)}
    if len(found) > 1:
        raise SystemExit(f"an executable contains several versions of OpenSSL: {sorted(found)}")
    return found.pop() if found else None


def functions(dist: Path, parts: list[Part]) -> list[Function]:
    """The zips of a directory. Whether an executable contains OpenSSL shows which libcurl it contains."""
    openssl = next(part for part in parts if part.key == "openssl")
    with_tls = {name for _, name, _ in WITH_TLS.values()}
    found = []
    for path in sorted(dist.glob("*.zip")):
        bootstrap = zipfile.ZipFile(path).read("bootstrap")
        version = openssl_version(bootstrap)
        if version not in (None, upstream(openssl.version)):
            raise SystemExit(f"{path} contains OpenSSL {version}, but the package installed here is {openssl.version}")
        absent = "curl-https" if version is None else "curl-http"
        keys = tuple(part.key for part in parts if part.key != absent and (version or part.key not in with_tls))
        found.append(Function(path.stem, path.read_bytes(), bootstrap, keys))
    if not found:
        raise SystemExit(f"no zips in {dist}: make package first")
    return found


def without_rebuild(version: str) -> str:
    """A version without the mark of a package that was built again from the same source, as in 7.88.1-10+b1."""
    return re.sub(r"\+b\d+$", "", version)


def is_newer(one: str, other: str) -> bool:
    command = ["dpkg", "--compare-versions", without_rebuild(one), "gt", without_rebuild(other)]
    return subprocess.run(command, check=False).returncode == 0


def outdated(inside: dict[str, str]) -> Iterator[str]:
    """A line for each package that is outdated, or about which apt cannot tell."""
    for package, version in inside.items():
        policy = subprocess.run(["apt-cache", "policy", package], check=True, capture_output=True, text=True).stdout
        candidate = re.search(r"^ *Candidate: *(\d\S*)", policy, re.MULTILINE)
        # What is installed is always listed, with dpkg's own file as its source.
        if not candidate or not re.search(r"^ +-?\d+ [a-z+]+:", policy, re.MULTILINE):
            yield f"apt has no list that names {package}: apt-get update"
        elif is_newer(candidate[1], version):
            yield f"{package} {candidate[1]} is available, but {version} is inside"
