"""What the zips and the sandbox contain: the executables, and the libraries that the linker put into them, with the
versions of the packages on this machine that they came from, and their terms."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Iterator, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = "cognito-passkeys"
# What is written beside the zips.
SBOM_FILE = "sbom.cdx.json"
SUMS_FILE = "SHA256SUMS"
# The static sandbox, if it is there.
SANDBOX = "sandbox"
# Where the distribution's terms lie: usr/share/doc and usr/share/common-licenses. Tests have a root of their own.
SYSTEM = Path(os.environ.get("LICENSE_ROOT", "/"))

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
# What else of Swift's project the sandbox may contain, by a text that then is in it. The functions contain none.
OF_SWIFT = {"swift-foundation": (b"FoundationEssentials", "FoundationEssentials"),
            "swift-corelibs-libdispatch": (b"com.apple.root.default-qos", "libdispatch with the runtime of blocks"),
            "swift-argument-parser": (b"ArgumentParser", "reads the command line of the sandbox")}
# Their texts would have to be added.
UNEXPECTED = {b"FoundationInternationalization": "ICU", b"FoundationXML": "libxml2"}
SWIFT_LICENSE = "Apache-2.0 WITH Swift-exception"


class Part(NamedTuple):
    """A library inside the executables."""
    key: str
    name: str
    version: str
    purl: str
    license: str
    supplier: str
    description: str
    # Where its sources are, and the text of its license.
    source: str
    terms: str
    # The package of the distribution, and its version, with which apt says whether something newer exists.
    package: str | None = None
    package_version: str | None = None


class Program(NamedTuple):
    """An executable, the zip around it if there is one, and the keys of its parts."""
    name: str
    archive: bytes | None
    executable: bytes
    parts: tuple[str, ...]

    @property
    def file_name(self) -> str:
        return self.name if self.archive is None else f"{self.name}.zip"

    @property
    def file(self) -> bytes:
        return self.executable if self.archive is None else self.archive


class Inventory(NamedTuple):
    """Everything that the SBOM says."""
    version: str
    created: str
    environment: dict[str, str]
    parts: list[Part]
    programs: list[Program]


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


def source_page(source: str, version: str, system: dict[str, str]) -> str:
    """Where the sources of a package stay when newer ones have come."""
    if system["ID"] == "ubuntu":
        return f"https://launchpad.net/ubuntu/+source/{source}/{version}"
    return f"https://snapshot.debian.org/package/{source}/{version}/"


def shared_license(name: str) -> str:
    """A license that the distribution keeps once for all packages."""
    return (SYSTEM / "usr/share/common-licenses" / name).read_text(encoding="utf-8")


def archive_part(archive: str, name: str, license: str, system: dict[str, str]) -> Part:
    """The part that a static library of the distribution is, found through the file that clang gives to the linker."""
    path = Path(output("clang", f"-print-file-name={archive}").strip()).resolve()
    package = output("dpkg-query", "-S", path).partition(": ")[0].partition(",")[0]
    fields = "${source:Package}\t${source:Version}\t${Version}"
    source, source_version, version = output("dpkg-query", "-W", "-f", fields, package).split("\t")
    package = package.partition(":")[0]
    terms = (SYSTEM / "usr/share/doc" / package / "copyright").read_text(encoding="utf-8")
    return Part(name, name, source_version, debian_purl(source, source_version, system), license, system["NAME"],
                f"{archive} of the package {package}", source_page(source, source_version, system), terms, package,
                version)


def curl_parts(built: Path, system: dict[str, str]) -> list[Part]:
    """The two libraries that scripts/zips/static-libcurl.sh has built. VERSIONS must agree with the libraries' own text."""
    found = CURL_VERSION.match((built / "VERSIONS").read_text())
    if not found:
        raise SystemExit(f"{built}/VERSIONS does not name curl's version")
    # The text is in the source package, because the machine may have no package of curl.
    [changes] = (built / "source").glob("*.debian.tar.*")
    terms = output("tar", "--extract", "--to-stdout", "--file", changes, "debian/copyright")
    parts = []
    for key, extent in (("https", "with HTTP and HTTPS"), ("http", "with plain HTTP, without TLS")):
        own = {text.decode() for text in LIBCURL_TEXT.findall((built / key / "libcurl.a").read_bytes())}
        if own != {upstream(found[1])}:
            raise SystemExit(f"{built}/{key}/libcurl.a is libcurl {sorted(own)}, but VERSIONS says {found[1]}")
        purl = debian_purl("curl", found[1], system)
        parts.append(Part(f"curl-{key}", "curl", found[1], purl, "curl", system["NAME"],
                          f"libcurl {extent}, built from the distribution's source package",
                          source_page("curl", found[1], system), terms, "curl", found[1]))
    return parts


def swift_terms() -> str:
    """The license of the toolchain, which its libraries and the argument parser share."""
    resources = json.loads(output("swift", "-print-target-info"))["paths"]["runtimeResourcePath"]
    return (Path(resources).parents[1] / "share/swift/LICENSE.txt").read_text(encoding="utf-8")


def swift_parts(executables: list[bytes]) -> list[Part]:
    """Swift's runtime, and what else of its project these executables contain."""
    for text, name in UNEXPECTED.items():
        if any(text in executable for executable in executables):
            raise SystemExit(f"an executable contains {name}, whose license nothing here tells")
    found = re.search(r"Swift version (\S+)", output("swift", "--version"))
    if not found:
        raise SystemExit("swift --version does not name the version")
    terms = swift_terms()

    def part(name: str, description: str, version: str = found[1]) -> Part:
        owner = "apple" if name == "swift-argument-parser" else "swiftlang"
        tag = version if owner == "apple" else f"swift-{version}-RELEASE"
        return Part(name, name, version, f"pkg:swift/github.com/{owner}/{name}@{version}", SWIFT_LICENSE, "Swift.org",
                    description, f"https://github.com/{owner}/{name}/tree/{tag}", terms)

    swift = part("swift", "Swift's standard library and runtime")
    unicode = swift._replace(
        key="unicode-data", name="unicode-data", purl=f"{swift.purl}#stdlib/public/stubs/Unicode",
        license="Unicode-3.0", supplier="Unicode, Inc.",
        description="the tables on characters in Swift's standard library",
        terms=(Path(__file__).parent / "licenses/Unicode-3.0.txt").read_text(encoding="utf-8"))
    inside = [name for name, (text, _) in OF_SWIFT.items() if any(text in executable for executable in executables)]
    versions = dict(re.findall(r'/([\w-]+)", exact: "([^"]+)"', (ROOT / "Package.swift").read_text(encoding="utf-8")))
    return [swift, unicode, *(part(name, OF_SWIFT[name][1], versions.get(name, found[1])) for name in inside)]


def distribution_parts(openssl_flags: list[str], system: dict[str, str]) -> list[Part]:
    """The parts that are static libraries of the distribution."""
    chosen = [WITH_TLS[flag] for flag in openssl_flags if flag in WITH_TLS]
    return [archive_part(archive, name, license, system)
            for archive, name, license in [*chosen, *((archive, *rest) for archive, rest in EVERYWHERE.items())]]


def openssl_version(executable: bytes) -> str | None:
    """The version of OpenSSL that an executable contains, by its own text."""
    found = {text.decode() for text in OPENSSL_TEXT.findall(executable)}
    if len(found) > 1:
        raise SystemExit(f"an executable contains several versions of OpenSSL: {sorted(found)}")
    return found.pop() if found else None


def files(dist: Path) -> Iterator[tuple[str, bytes | None, bytes]]:
    """The executables of a directory: their names, and the zips around them."""
    for path in sorted(dist.glob("*.zip")):
        yield path.stem, path.read_bytes(), zipfile.ZipFile(path).read("bootstrap")
    if (dist / SANDBOX).is_file():
        yield SANDBOX, None, (dist / SANDBOX).read_bytes()


def programs(dist: Path, parts: list[Part]) -> list[Program]:
    """The executables with their parts. Whether OpenSSL is inside shows which libcurl is."""
    openssl = next(part for part in parts if part.key == "openssl")
    with_tls = {name for _, name, _ in WITH_TLS.values()}
    found = []
    for name, archive, executable in files(dist):
        version = openssl_version(executable)
        if version not in (None, upstream(openssl.version)):
            raise SystemExit(f"{name} contains OpenSSL {version}, but the package installed here is {openssl.version}")
        absent = {"curl-https", *with_tls} if version is None else {"curl-http"}
        absent.update(key for key, (text, _) in OF_SWIFT.items() if text not in executable)
        found.append(Program(name, archive, executable, tuple(part.key for part in parts if part.key not in absent)))
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
