"""A machine without Swift fetches it: with consent, from the pinned place, whole and signed, or not at all.

A server on this machine plays the one of swift.org, with an archive in the toolchain's form and a key of the test.
"""

from __future__ import annotations

import hashlib
import http.server
import io
import os
import platform
import pty
import re
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Without apt-get, so that nothing is installed, and without Swift.
PROGRAMS = ("bash", "cat", "curl", "df", "dirname", "env", "flock", "gpg", "grep", "gzip", "make", "mkdir", "mktemp",
            "mount", "mv", "rm", "sh", "sha256sum", "tail", "tar", "tr", "true", "unshare")
# As with Swift's own key, the term of this one has ended since it signed.
LONG_AGO = "20250101T000000"
SYSTEM = platform.freedesktop_os_release()
RELEASE, MACHINE = SYSTEM["ID"] + SYSTEM.get("VERSION_ID", ""), platform.machine()
SUFFIX = "" if MACHINE == "x86_64" else f"-{MACHINE}"
ARCHIVE = (f"/swift-9.8.7-release/{RELEASE.replace('.', '')}{SUFFIX}/swift-9.8.7-RELEASE"
           f"/swift-9.8.7-RELEASE-{RELEASE}{SUFFIX}.tar.gz")
SWIFT = b'#!/bin/sh\necho "Swift 9.8.7 was called with $*"\n'


def archive(**more: bytes) -> bytes:
    """An archive like Swift's, with more files beside the compiler."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as tar:
        for name, content in {"usr/bin/swift": SWIFT, **more}.items():
            member = tarfile.TarInfo(f"swift-9.8.7-RELEASE-{RELEASE}/{name}")
            member.size, member.mode = len(content), 0o755
            tar.addfile(member, io.BytesIO(content))
    return written.getvalue()


class Signer:
    """A key in a home of its own."""

    def __init__(self, home: Path, name: str) -> None:
        home.mkdir(mode=0o700)
        self.gpg = ["gpg", "--homedir", str(home), "--batch", "--quiet", "--faked-system-time", LONG_AGO,
                    "--pinentry-mode", "loopback", "--passphrase", ""]
        self.run("--quick-generate-key", name, "ed25519", "sign", "1d")
        listed = self.run("--with-colons", "--list-keys").decode()
        self.fingerprint = re.search(r"^fpr:+([0-9A-F]{40}):", listed, re.MULTILINE)[1]
        self.key = self.run("--armor", "--export")

    def run(self, *words: str, given: bytes = b"") -> bytes:
        return subprocess.run([*self.gpg, *words], input=given, capture_output=True, check=True, timeout=60).stdout

    def signature(self, content: bytes) -> bytes:
        return self.run("--detach-sign", given=content)


class Server(http.server.ThreadingHTTPServer):
    """Serves `files`, cuts off the one at `cut`, and notes what was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.cut: str | None = None
        self.asked: list[str] = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        content = self.server.files.get(self.path)
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write((content or b"")[:100 if self.path == self.server.cut else None])

    def log_message(self, *_: object) -> None:
        pass


@unittest.skipUnless(shutil.which("gpg") and shutil.which("curl"), "needs gpg and curl")
class InstallSwiftTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        keys = Path(folder.name)
        cls.signer, cls.stranger = Signer(keys / "signer", "Swift"), Signer(keys / "stranger", "Stranger")
        for home in keys.iterdir():
            cls.addClassCleanup(subprocess.run, ["gpgconf", "--homedir", str(home), "--kill", "all"], check=True)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = Path(folder.name)
        for name in ("Makefile", "scripts/install.sh", "scripts/install-swift.sh", "scripts/progress.sh"):
            (self.tree / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        self.programs = self.tree / "programs"
        self.programs.mkdir()
        for program in PROGRAMS:
            if found := shutil.which(program):
                (self.programs / program).symlink_to(found)
        self.server = Server()
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.serve(archive())

    def serve(self, content: bytes) -> None:
        """Serves this archive with all that belongs to it, and pins it."""
        self.server.files = {ARCHIVE: content, f"{ARCHIVE}.sig": self.signer.signature(content),
                             "/key.asc": self.signer.key}
        self.pin()

    def pin(self, room: int = 0, release: str = RELEASE) -> None:
        address = f"http://127.0.0.1:{self.server.server_port}"
        digest = hashlib.sha256(self.server.files[ARCHIVE]).hexdigest()
        lines = ["version 9.8.7", f"server {address}", f"key {address}/key.asc", f"signer {self.signer.fingerprint}",
                 f"room {room}", f"archive {release} {MACHINE} {digest}", ""]
        (self.tree / "scripts/swift-toolchain.txt").write_text("\n".join(lines))

    def run_here(self, *words: str, consent: str = "1", **more: object) -> tuple[int, str]:
        environment = {"PATH": str(self.programs), "INSTALL_SWIFT": consent, "HOME": str(self.tree)}
        run = subprocess.run([*words], cwd=self.tree, env=environment, text=True, timeout=60, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, **{"stdin": subprocess.DEVNULL, **more})
        return run.returncode, run.stdout

    def install(self, **more: object) -> tuple[int, str]:
        return self.run_here("scripts/install.sh", "build", **more)

    def run_in_namespace(self, script: str) -> tuple[int, str]:
        """Runs a script whose mounts only it sees."""
        namespace = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
        if self.run_here(*namespace, "true")[0]:
            self.skipTest("this user may not mount")
        return self.run_here(*namespace, "sh", "-c", script)

    def assert_nothing_left(self) -> None:
        self.assertEqual([path.name for path in self.tree.glob(".build/swift*") if path.suffix != ".lock"], [])

    def assert_fails(self, reason: str, **more: object) -> None:
        code, said = self.install(**more)
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)
        self.assert_nothing_left()

    def test_with_consent_make_fetches_it_once_and_uses_it(self) -> None:
        for consent in ("1", ""):
            code, said = self.run_here("make", "build", consent=consent)
            self.assertEqual(code, 0, said)
            self.assertIn("Swift 9.8.7 was called with build --explicit", said)
        self.assertEqual(self.install(consent="")[0], 0)
        self.assertEqual(self.server.asked, ["/key.asc", f"{ARCHIVE}.sig", ARCHIVE])
        self.assertEqual([path.name for path in self.tree.glob(".build/swift*")], ["swift", "swift.lock"])

    def test_two_at_once_fetch_it_once(self) -> None:
        code, said = self.run_here("sh", "-c", "scripts/install.sh build & scripts/install.sh build && wait $!")
        self.assertEqual(code, 0, said)
        self.assertEqual(len(self.server.asked), 3)

    def test_the_archive_is_the_one_of_the_distribution(self) -> None:
        (self.tree / "os-release").write_text('ID=ubuntu\nVERSION_ID="24.04"\n')
        self.pin(release="ubuntu24.04")
        self.run_in_namespace("mount --bind os-release /etc/os-release && scripts/install.sh build")
        self.assertEqual(self.server.asked[-1], f"/swift-9.8.7-release/ubuntu2404{SUFFIX}/swift-9.8.7-RELEASE"
                                                f"/swift-9.8.7-RELEASE-ubuntu24.04{SUFFIX}.tar.gz.sig")

    def test_consent_may_stand_on_makes_command_line(self) -> None:
        code, said = self.run_here("make", "build", "INSTALL_SWIFT=1", consent="")
        self.assertEqual(code, 0, said)

    def test_without_a_person_or_consent_nothing_is_fetched(self) -> None:
        self.assert_fails("Swift 6.2 or newer is needed", consent="")
        self.assert_fails("INSTALL_SWIFT=1", consent="")
        self.assertEqual(self.server.asked, [])

    def test_a_person_is_told_how_much_and_where_and_is_asked(self) -> None:
        for answer, expected in ((b"\n", 1), (b"y\n", 0)):
            with self.subTest(answer):
                ours, theirs = pty.openpty()
                os.write(ours, answer)
                code, said = self.install(consent="", stdin=theirs)
                os.close(ours)
                os.close(theirs)
                self.assertEqual(code, expected, said)
                self.assertIn(f"1 GB from http://127.0.0.1:{self.server.server_port}", said)
                self.assertIn(f"3.5 GB in {self.tree}/.build/swift", said)
                self.assertIn("Fetch it? [y/N]", said)
                self.assertEqual(len(self.server.asked), 0 if expected else 3)

    def test_an_installed_swift_stays_the_one_that_is_used(self) -> None:
        self.assertEqual(self.install()[0], 0)
        (self.programs / "swift").write_text("#!/bin/sh\necho the installed one\n")
        (self.programs / "swift").chmod(0o755)
        self.assertIn("the installed one", self.run_here("make", "build")[1])
        shutil.rmtree(self.tree / ".build")
        self.assertEqual(self.install(), (0, "Not a Debian or Ubuntu machine: nothing is installed. This script lists "
                                             "what is needed.\n"))
        self.assertEqual(len(self.server.asked), 3)

    def test_where_there_is_none_the_other_ways_are_named(self) -> None:
        self.pin(release="other1")
        for way in (f"No toolchain for {RELEASE} on {MACHINE}", "container", "pipx install cognito-passkeys"):
            self.assert_fails(way)
        self.assertEqual(self.server.asked, [])

    def test_another_signature_key_or_archive_is_refused(self) -> None:
        content = self.server.files[ARCHIVE]
        strange = {f"{ARCHIVE}.sig": self.stranger.signature(content)}
        other = archive(more=b"an older version, say")
        for fault, files, reason in (
            ("a stranger's signature", strange, "no valid signature"),
            ("with the stranger's key", {**strange, "/key.asc": self.stranger.key}, "no valid signature"),
            ("with both keys", {**strange, "/key.asc": self.signer.key + self.stranger.key}, "no valid signature"),
            ("of something else", {f"{ARCHIVE}.sig": self.signer.signature(other)}, "no valid signature"),
            ("no signature at all", {f"{ARCHIVE}.sig": b""}, "no valid signature"),
            ("another archive, signed", {ARCHIVE: other, f"{ARCHIVE}.sig": self.signer.signature(other)}, "the digest"),
        ):
            with self.subTest(fault):
                self.serve(content)
                self.server.files.update(files)
                self.assert_fails(reason)

    def test_a_download_that_is_cut_off_or_missing_leaves_nothing(self) -> None:
        self.server.cut = ARCHIVE
        self.assert_fails("did not arrive whole")
        self.server.cut = None
        del self.server.files[f"{ARCHIVE}.sig"]
        self.assert_fails("did not arrive whole")

    def test_a_full_disk_leaves_nothing(self) -> None:
        self.pin(room=999999999)
        self.assert_fails("needs 999999999 GB")
        self.assertEqual(self.server.asked, [])
        for when, content, reason in (("while it is fetched", os.urandom(3_000_000), "The disk is full"),
                                      ("while it unpacks", bytes(3_000_000), "could not be unpacked")):
            with self.subTest(when):
                self.serve(archive(big=content))
                (self.tree / ".build").mkdir(exist_ok=True)
                script = ('mount -t tmpfs -o size=1m tmpfs .build && ! scripts/install.sh build && '
                          'for left in .build/swift*; do [ "$left" = .build/swift.lock ] || echo "LEFT $left"; done')
                code, said = self.run_in_namespace(script)
                self.assertEqual(code, 0, said)
                self.assertIn(reason, said)
                self.assertNotIn("LEFT", said)

    def test_without_gpg_nothing_is_fetched(self) -> None:
        (self.programs / "gpg").unlink()
        self.assert_fails("gpg is missing")
        self.assertEqual(self.server.asked, [])

    def test_a_toolchain_that_does_not_start_is_not_kept(self) -> None:
        self.serve(archive(**{"usr/bin/swift": b"#!/bin/sh\nexit 127\n"}))
        self.assert_fails("does not start")


class PinTests(unittest.TestCase):
    def test_each_archive_has_its_digest_and_the_signer_its_fingerprint(self) -> None:
        pins = (ROOT / "scripts/swift-toolchain.txt").read_text(encoding="utf-8")
        lines = [line.split() for line in pins.splitlines() if line and not line.startswith("#")]
        self.assertRegex(pins, r"(?m)^signer +[0-9A-F]{40}$")
        archives = [line for line in lines if line[0] == "archive"]
        self.assertEqual({machine for _, _, machine, _ in archives}, {"x86_64", "aarch64"})
        digests = {digest for *_, digest in archives if re.fullmatch("[0-9a-f]{64}", digest)}
        self.assertEqual(len(digests), len(archives))

    def test_the_gate_never_consents(self) -> None:
        gate = [ROOT / ".ci/run", *ROOT.glob(".github/**/*.yml")]
        self.assertEqual([path.name for path in gate if "INSTALL_SWIFT" in path.read_text(encoding="utf-8")], [])
