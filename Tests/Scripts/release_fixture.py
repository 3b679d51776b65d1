"""A repository, its zips, and commands in place of those that ask this machine for versions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = ("# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n### Added\n\n- Wings.\n\n"
             "## [1.1.0] - 2026-01-02\n\n- A tail.\n")
PAGE = "# Is this for you?\n\n## What is proven, and what is not\n\nIt has not [flown](wings.md#a).\n\n## Next\n\nMore.\n"
ARCHIVE_LINE = "500 http://mirror.example.test/debian bookworm/main amd64 Packages"
# The static library, its package, the source package and the versions of both.
ARCHIVES = {"libcrypto.a": ("libssl-dev", "openssl", "3.0.19-1~deb12u2", "3.0.19-1~deb12u2"),
            "libc.a": ("libc6-dev", "glibc", "2.36-9+deb12u14", "2.36-9+deb12u14"),
            "libstdc++.a": ("libstdc++-12-dev", "gcc-12", "12.2.0-14", "12.2.0-14+b1"),
            "libgcc.a": ("libgcc-12-dev", "gcc-12", "12.2.0-14", "12.2.0-14+b1")}
# The distribution's terms, by file.
TERMS = {**{f"doc/{package}/copyright": f"The terms of {package}, as in common-licenses." for package in
            ("libssl-dev", "libc6-dev", "libstdc++-12-dev", "libgcc-12-dev", "zlib1g-dev")},
         **{f"common-licenses/{name}": f"The text of {name}." for name in ("LGPL-2.1", "GPL-3", "Apache-2.0")}}
OPENSSL = b"\0OpenSSL 3.0.19 27 Jan 2026\0"


class ReleaseCase(unittest.TestCase):
    """Each test gets a copy, at the same place, of what is made once for all tests of a class."""

    # Whether the SBOMs are written, too.
    is_packaged = False
    made: Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = Path(folder.name).resolve() / "made"
        case = cls()
        case.locate()
        case.make()
        case.base.rename(cls.made)

    def setUp(self) -> None:
        self.locate()
        shutil.rmtree(self.base, ignore_errors=True)
        shutil.copytree(self.made, self.base)

    def locate(self) -> None:
        self.base = self.made.parent / "base"
        self.repository, self.commands, self.archives = (
            self.base / name for name in ("repository", "commands", "archives"))
        self.dist, self.curl = self.repository / "dist", self.base / "curl"
        self.environment = {**os.environ, "PATH": f"{self.commands}:{os.environ['PATH']}",
                            "PYTHONDONTWRITEBYTECODE": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
                            "LICENSE_ROOT": str(self.base / "root"),
                            "GIT_COMMITTER_DATE": "2026-11-22T10:00:00Z"}
        for name in ("SOURCE_DATE_EPOCH", "SOURCE_COMMIT"):
            self.environment.pop(name, None)

    def make(self) -> None:
        shutil.copytree(ROOT / "scripts/release", self.repository / "scripts/release",
                        ignore=shutil.ignore_patterns("__pycache__"))
        (self.repository / "scripts/zips").mkdir()
        shutil.copy(ROOT / "scripts/zips/openssl-libraries.sh", self.repository / "scripts/zips")
        (self.repository / "CHANGELOG.md").write_text(CHANGELOG)
        (self.repository / "docs").mkdir()
        (self.repository / "docs/is-this-for-you.md").write_text(PAGE)
        (self.repository / ".gitignore").write_text("/dist/\n")
        (self.repository / "Package.swift").write_text('.package(url: "a/swift-argument-parser", exact: "1.8.2")\n')
        self.write_commands()
        self.write_terms()
        self.write_curl("7.88.1-10+deb12u15", b"libcurl/7.88.1\0")
        self.write_zip("Create", b"code" + OPENSSL)
        self.write_zip("Define", b"code")
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()
        if self.is_packaged:
            self.package()

    def write_command(self, name: str, script: str) -> None:
        self.commands.mkdir(exist_ok=True)
        (self.commands / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.commands / name).chmod(0o755)

    def write_commands(self) -> None:
        """clang finds the static libraries; dpkg-query and apt-cache know their packages."""
        self.archives.mkdir()
        owners, versions = [], []
        for archive, (package, source, source_version, version) in ARCHIVES.items():
            (self.archives / archive).touch()
            owners.append(f"-S*/{archive}) echo '{package}:amd64: {self.archives / archive}' ;;")
            versions.append(f"-W*{package}*) printf '{source}\\t{source_version}\\t{version}' ;;")
        self.write_command("dpkg-query", f'case "$1$*" in {" ".join(owners + versions)} *) exit 1 ;; esac')
        self.write_command("clang", f'case $1 in --version) echo "clang version 21.0.0" ;; '
                                    f'*) echo "{self.archives}/${{1#*=}}" ;; esac')
        self.write_command("nm", "true")
        resources = json.dumps({"paths": {"runtimeResourcePath": str(self.base / "toolchain/lib/swift")}})
        self.write_command("swift", f"case $1 in -print-target-info) echo '{resources}' ;; "
                                    "*) echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)' ;; esac")
        self.offer()

    def write_terms(self) -> None:
        files = {self.base / "root/usr/share" / name: text for name, text in TERMS.items()}
        files[self.base / "toolchain/share/swift/LICENSE.txt"] = "The terms of Swift."
        files[self.curl / "source/debian/copyright"] = "The terms of curl."
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"\n{text}\n\n")
        with tarfile.open(self.curl / "source/curl_7.88.1-10+deb12u15.debian.tar.gz", "w:gz") as archive:
            archive.add(self.curl / "source/debian", "debian")

    def offer(self, source: str = ARCHIVE_LINE, **candidates: str) -> None:
        """Makes apt offer what is installed, but these versions of these packages."""
        offered = {"curl": "7.88.1-10+deb12u15", **{package: version for package, _, _, version in ARCHIVES.values()},
                   **{name.replace("_", "-"): version for name, version in candidates.items()}}
        cases = [f"{package}) echo '{package}:'; echo '  Candidate: {version}'; echo '        {source}' ;;"
                 for package, version in offered.items()]
        self.write_command("apt-cache", f'case $2 in {" ".join(cases)} esac')

    def write_curl(self, version: str, text: bytes) -> None:
        for key in ("http", "https"):
            (self.curl / key).mkdir(parents=True, exist_ok=True)
            (self.curl / key / "libcurl.a").write_bytes(b"!<arch>\n" + text)
        (self.curl / "VERSIONS").write_text(f"curl {version} (distribution source, patched), OpenSSL 3.0.19\n")

    def write_zip(self, name: str, bootstrap: bytes) -> None:
        self.dist.mkdir(exist_ok=True)
        with zipfile.ZipFile(self.dist / f"{name}.zip", "w") as archive:
            archive.writestr(zipfile.ZipInfo("bootstrap"), bootstrap)

    def git(self, *arguments: str) -> str:
        identity = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "gc.auto=0"]
        return subprocess.run(["git", "-C", self.repository, *identity, *arguments], env=self.environment, check=True,
                              capture_output=True, text=True).stdout.strip()

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=change")

    def run_script(self, name: str, *arguments: str | Path, **environment: str) -> tuple[int, str]:
        """The exit status of a script of the repository, and all that it prints."""
        made = subprocess.run([self.repository / "scripts/release" / name, *arguments], text=True, timeout=60,
                              env={**self.environment, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return made.returncode, made.stdout

    def package(self, **environment: str) -> None:
        """Writes the SBOMs and the digests, as `make package` does at its end."""
        self.assertEqual(self.run_script("sbom.py", self.dist, self.curl, **environment), (0, ""))

    def document(self, name: str) -> dict:
        return json.loads((self.dist / name).read_text())
