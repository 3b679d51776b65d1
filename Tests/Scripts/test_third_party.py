"""THIRD-PARTY.md: each part of the SBOM has its entry and the text of its license, and nothing else has. It says how to
link with another C library."""

from __future__ import annotations

import re

from release_fixture import ReleaseCase

OF_SANDBOX = b"FoundationEssentials\0com.apple.root.default-qos\0ArgumentParser"


class ThirdPartyTests(ReleaseCase):
    is_packaged = True

    @property
    def page(self) -> str:
        return (self.dist / "THIRD-PARTY.md").read_text()

    def texts(self) -> dict[str, str]:
        return dict(re.findall(r"### (.+)\n\n````text\n(.+?)\n````\n", self.page))

    def faults(self) -> list[str]:
        """What the check says of the page alone."""
        return [line for line in self.run_script("sbom.py", self.dist)[1].splitlines() if not line.startswith("SHA256")]

    def test_each_part_has_its_text(self) -> None:
        self.assertEqual({name: text for name, text in self.texts().items() if not name.startswith("unicode")}, {
            "curl 7.88.1-10+deb12u15": "The terms of curl.",
            "openssl 3.0.19-1~deb12u2": "The terms of libssl-dev, as in common-licenses.",
            "glibc 2.36-9+deb12u14": "The terms of libc6-dev, as in common-licenses.",
            "libstdc++ 12.2.0-14": "The terms of libstdc++-12-dev, as in common-licenses.",
            "libgcc 12.2.0-14": "The terms of libgcc-12-dev, as in common-licenses.",
            "swift 6.3.1": "The terms of Swift.", "Apache-2.0": "The text of Apache-2.0.",
            "GPL-3": "The text of GPL-3.", "LGPL-2.1": "The text of LGPL-2.1."})
        self.assertIn("### unicode-data 6.3.1\n\n````text\nUNICODE LICENSE V3\n", self.page)

    def test_it_says_how_to_link_with_another_c_library(self) -> None:
        part = self.page.partition("## Linking with another C library")[2].partition("## Texts")[0]
        self.assertIn(f"Check out the commit {self.git('rev-parse', 'HEAD')} of cognito-passkeys", part)
        self.assertIn("the package `libc6-dev`", part)
        self.assertRegex(self.page, r"\| glibc \| \[2\.36-9\+deb12u14\]\(https://\S+/glibc/2\.36-9\+deb12u14/?\)")

    def test_a_part_without_its_entry_or_text_is_noticed_and_a_part_that_is_not_inside(self) -> None:
        page = self.page
        for pattern, replacement, expected in (
            (r"^\| openssl .*\n", "", ["openssl 3.0.19-1~deb12u2 has no entry"]),
            (r"The terms of Swift\.", "", ["swift 6.3.1 has no text"]),
            (r"^### LGPL-2\.1$", "### MPL-2.0", ["LGPL-2.1 has no text", "MPL-2.0 is in no executable"]),
            (r"^(\| )glibc( .*)", r"\1glibc\2\n\1musl\2", ["musl 2.36-9+deb12u14 is in no executable"]),
        ):
            with self.subTest(expected):
                (self.dist / "THIRD-PARTY.md").write_text(re.sub(pattern, replacement, page, flags=re.MULTILINE))
                self.assertEqual(self.faults(), [f"THIRD-PARTY.md: {fault}" for fault in expected])

    def test_a_license_without_a_text_here_is_refused(self) -> None:
        (self.base / "root/usr/share/doc/libssl-dev/copyright").unlink()
        code, printed = self.run_script("sbom.py", self.dist, self.curl)
        self.assertEqual(code, 1)
        self.assertIn("libssl-dev/copyright", printed)

    def test_the_sandbox_brings_its_parts_and_the_functions_have_none_of_them(self) -> None:
        (self.dist / "sandbox").write_bytes(OF_SANDBOX)
        self.package()
        self.assertEqual(self.faults(), [])
        self.assertIn("swift 6.3.1, swift-foundation 6.3.1, swift-corelibs-libdispatch 6.3.1, "
                      "swift-argument-parser 1.8.2", self.texts())
        parts = {entry["ref"]: entry["dependsOn"] for entry in self.document("sbom.cdx.json")["dependencies"]}
        added = ["swift-foundation", "swift-corelibs-libdispatch", "swift-argument-parser"]
        self.assertEqual(parts["sandbox"][-3:], added)
        self.assertFalse({*parts["Create"], *parts["Define"]} & {*added})
        self.assertIn("  sandbox\n", (self.dist / "SHA256SUMS").read_text())
        (self.dist / "sandbox").write_bytes(b"another")
        self.assertRegex("".join(self.faults()), r"sbom\.cdx\.json: sandbox is ")

    def test_code_whose_license_nothing_tells_is_refused(self) -> None:
        (self.dist / "sandbox").write_bytes(b"FoundationInternationalization")
        self.assertEqual(self.run_script("sbom.py", self.dist, self.curl),
                         (1, "an executable contains ICU, whose license nothing here tells\n"))

    def test_the_image_has_a_page_of_what_is_linked_into_its_executables(self) -> None:
        image = self.base / "image"
        image.mkdir()
        (image / "sandbox").write_bytes(OF_SANDBOX)
        self.assertEqual(self.run_script("third_party.py", image, "0123"), (0, ""))
        page = (image / "THIRD-PARTY.md").read_text()
        self.assertEqual(re.findall(r"^\| ([a-z]\S+) \|", page, re.MULTILINE), [
            "swift", "unicode-data", "swift-foundation", "swift-corelibs-libdispatch", "swift-argument-parser"])
        self.assertIn("the commit 0123, and", page)
        self.assertIn("The terms of Swift.", page)
