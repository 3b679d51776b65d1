"""A release is refused unless commit, changelog, zips and distribution allow it. Its notes have the entry and the
digests."""

from __future__ import annotations

from release_fixture import CHANGELOG, ReleaseCase


class ReleaseTests(ReleaseCase):
    is_packaged = True

    def refused(self, expected: str, version: str = "1.2.0", moments: tuple[str, ...] = ("before", "after")) -> None:
        """Expects that a release is refused for this reason alone, and that no notes are written."""
        for moment in moments:
            with self.subTest(moment):
                self.assertEqual(self.run_script("release.py", moment, version), (1, f"No release: {expected}\n"))
        self.assertFalse((self.dist / "release-notes.md").exists())

    def write_changelog(self, text: str) -> None:
        (self.repository / "CHANGELOG.md").write_text(text)
        self.commit()
        self.package()

    def test_a_release_has_notes_with_its_entry_and_digests(self) -> None:
        self.assertEqual(self.run_script("release.py", "before", "1.2.0"), (0, ""))
        code, printed = self.run_script("release.py", "after", "1.2.0")
        self.assertEqual(code, 0, printed)
        commit = self.git("rev-parse", "HEAD")
        tag = f"git tag --annotate --cleanup=verbatim --file dist/release-notes.md v1.2.0 {commit}"
        self.assertEqual(printed.splitlines()[1:], [f"  {tag}", "  git push origin v1.2.0"])
        notes = (self.dist / "release-notes.md").read_text()
        self.assertEqual(notes.partition("Built on")[0],
                         f"# 1.2.0\n\nCommit {commit}.\n\n### Added\n\n- Wings.\n\n"
                         "## What is proven, and what is not\n\nIt has not [flown](docs/wings.md#a).\n\n## Packages\n\n")
        self.assertIn("curl 7.88.1-10+deb12u15, glibc 2.36-9+deb12u14, libgcc 12.2.0-14, libstdc++ 12.2.0-14, "
                      "openssl 3.0.19-1~deb12u2, swift 6.3.1.", notes)
        self.assertIn((self.dist / "SHA256SUMS").read_text(), notes)
        self.assertNotIn("A tail.", notes)
        self.assertEqual(self.git("tag"), "")

    def test_the_printed_command_makes_a_tag_that_carries_the_notes(self) -> None:
        printed = self.run_script("release.py", "after", "1.2.0")[1].splitlines()
        self.git(*printed[1].split()[1:])
        self.assertEqual(self.git("tag", "--list", "--format=%(contents)").strip(),
                         (self.dist / "release-notes.md").read_text().strip())

    def test_newer_openssl_is_refused(self) -> None:
        self.offer(libssl_dev="3.0.22-1~deb12u2")
        self.refused("libssl-dev 3.0.22-1~deb12u2 is available, but 3.0.19-1~deb12u2 is inside")

    def test_newer_curl_is_refused_after_the_build_which_takes_the_newest(self) -> None:
        self.offer(curl="7.88.1-10+deb12u16")
        self.refused("curl 7.88.1-10+deb12u16 is available, but 7.88.1-10+deb12u15 is inside", moments=("after",))

    def test_older_versions_and_mere_rebuilds_are_no_reason(self) -> None:
        self.offer(libssl_dev="3.0.17-1~deb12u2", curl="7.88.1-10+deb12u15+b2", libgcc_12_dev="12.2.0-14+b3")
        self.assertEqual(self.run_script("release.py", "after", "1.2.0")[0], 0)

    def test_packages_that_apt_has_no_list_of_are_refused(self) -> None:
        self.offer(source="100 /var/lib/dpkg/status")
        code, printed = self.run_script("release.py", "before", "1.2.0")
        self.assertEqual(code, 1)
        self.assertIn("No release: apt has no list that names libssl-dev: apt-get update\n", printed)

    def test_notes_that_would_not_say_what_is_unproven_are_refused(self) -> None:
        (self.repository / "docs/is-this-for-you.md").write_text("# Is this for you?\n")
        self.commit()
        self.package()
        self.refused('docs/is-this-for-you.md has no part "What is proven, and what is not"')

    def test_uncommitted_changes_are_refused(self) -> None:
        (self.repository / "new file").touch()
        self.refused("the work tree has changes that are not committed:\n?? \"new file\"")

    def test_a_version_without_an_entry_is_refused(self) -> None:
        self.refused('CHANGELOG.md has no entry "## [1.3.0] - <date>" with text', version="1.3.0", moments=("before",))

    def test_an_entry_without_a_date_or_text_is_refused(self) -> None:
        for text in (CHANGELOG.replace("[1.2.0] - 2026-11-22", "[1.2.0]"),
                     CHANGELOG.replace("### Added\n\n- Wings.\n", "")):
            self.write_changelog(text)
            self.refused('CHANGELOG.md has no entry "## [1.2.0] - <date>" with text', moments=("before",))

    def test_unreleased_entries_are_refused(self) -> None:
        self.write_changelog(CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A beak.\n"))
        self.refused("CHANGELOG.md has unreleased entries: move them into the version's", moments=("before",))

    def test_an_old_version_is_refused(self) -> None:
        self.refused("1.1.0 is not the newest version in CHANGELOG.md", version="1.1.0", moments=("before",))

    def test_a_version_of_another_form_is_refused(self) -> None:
        self.write_changelog(CHANGELOG.replace("1.2.0", "1.2"))
        code, printed = self.run_script("release.py", "before", "1.2")
        self.assertEqual(code, 1)
        self.assertIn("No release: 1.2 is not a version such as 1.2.3\n", printed)

    def test_a_tag_that_exists_is_refused(self) -> None:
        self.git("tag", "v1.2.0")
        self.refused("the tag v1.2.0 exists")

    def test_zips_of_another_version_are_refused(self) -> None:
        self.write_changelog(CHANGELOG.replace("## [1.2.0]", "## [1.3.0] - 2026-11-23\n\n- A beak.\n\n## [1.2.0]"))
        (self.repository / "CHANGELOG.md").write_text(CHANGELOG)
        self.commit()
        self.refused("dist/ holds version 1.3.0: make package again", moments=("after",))

    def test_zips_that_were_changed_are_refused(self) -> None:
        self.write_zip("Define", b"other code")
        code, printed = self.run_script("release.py", "after", "1.2.0")
        self.assertEqual(code, 1)
        self.assertIn("No release: SHA256SUMS: Define.zip has another digest\n", printed)


class PackageNoteTests(ReleaseCase):
    def test_packaging_notes_what_is_outdated(self) -> None:
        self.package()
        self.offer(libssl_dev="3.0.22-1~deb12u2", curl="8.0.0-1")
        code, printed = self.run_script("sbom.py", self.dist, self.curl)
        self.assertEqual(code, 0)
        self.assertEqual(set(printed.splitlines()), {
            "Note: libssl-dev 3.0.22-1~deb12u2 is available, but 3.0.19-1~deb12u2 is inside",
            "Note: curl 8.0.0-1 is available, but 7.88.1-10+deb12u15 is inside"})
