"""A release is refused unless commit, changelog, zips and distribution allow it. Its notes have the entry and the
digests."""

from __future__ import annotations

import platform

from release_fixture import CHANGELOG, ReleaseCase


class ReleaseTests(ReleaseCase):
    is_packaged = True

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
                      "openssl 3.0.19-1~deb12u2, swift 6.3.1, unicode-data 6.3.1.", notes)
        self.assertIn((self.dist / "SHA256SUMS").read_text(), notes)
        self.assertNotIn("A tail.", notes)
        self.assertEqual(self.git("tag"), "")

    def test_the_printed_command_makes_a_tag_that_carries_the_notes(self) -> None:
        self.tag()
        self.assertEqual(self.git("tag", "--list", "--format=%(contents)").strip(),
                         (self.dist / "release-notes.md").read_text().strip())

    def tag(self) -> None:
        """Makes the tag as the printed command does."""
        self.git(*self.run_script("release.py", "after", "1.2.0")[1].splitlines()[1].split()[1:])

    def test_a_tag_is_published_with_the_files_that_it_names(self) -> None:
        self.tag()
        for moment in ("before", "after"):
            self.assertEqual(self.run_script("release.py", moment, "1.2.0", "tagged"), (0, ""))
        self.assertIn("- Wings.", (self.dist / "release-notes.md").read_text())

    def test_other_files_than_those_that_the_tag_names_are_refused(self) -> None:
        self.tag()
        self.write_zip("Define", b"other code")
        self.package()
        self.assertEqual(self.run_script("release.py", "after", "1.2.0", "tagged"), (
            1, "No release: Define.zip is not the file that the tag v1.2.0 names\n"
               "No release: sbom.cdx.json is not the file that the tag v1.2.0 names\n"))

    def test_a_tag_names_no_files_of_another_architecture(self) -> None:
        self.run_script("release.py", "after", "1.2.0")
        notes = self.dist / "release-notes.md"
        notes.write_text(notes.read_text().replace(f", {platform.machine()}.", ", vax."))
        self.git("tag", "--annotate", "--cleanup=verbatim", "--file", str(notes), "v1.2.0")
        self.write_zip("Define", b"code of this architecture")
        self.package()
        self.assertEqual(self.run_script("release.py", "after", "1.2.0", "tagged"), (0, ""))

    def test_a_tag_without_the_notes_is_not_published(self) -> None:
        self.git("tag", "v1.2.0")
        refused = self.run_script("release.py", "after", "1.2.0", "tagged")
        self.assertEqual(refused, (1, "No release: the tag v1.2.0 names no files: make it with the notes of "
                                      "`make release`\n"))

    def test_a_tag_that_is_missing_or_of_another_commit_is_not_published(self) -> None:
        refused = self.run_script("release.py", "before", "1.2.0", "tagged")
        self.assertEqual(refused, (1, "No release: there is no tag v1.2.0\n"))
        self.tag()
        self.commit()
        refused = self.run_script("release.py", "before", "1.2.0", "tagged")
        self.assertEqual(refused, (1, "No release: the tag v1.2.0 is of another commit\n"))

    def test_older_versions_and_mere_rebuilds_are_no_reason(self) -> None:
        self.offer(libssl_dev="3.0.17-1~deb12u2", curl="7.88.1-10+deb12u15+b2", libgcc_12_dev="12.2.0-14+b3")
        self.assertEqual(self.run_script("release.py", "after", "1.2.0")[0], 0)

    def without_the_page(self) -> None:
        (self.repository / "docs/is-this-for-you.md").write_text("# Is this for you?\n")
        self.commit()
        self.package()

    def write_client(self, version: str) -> None:
        manifest = self.repository / "clients/web/package.json"
        manifest.parent.mkdir(parents=True)
        manifest.write_text(f'{{"version": "{version}"}}')
        self.commit()
        self.package()

    def package_another_version(self) -> None:
        self.write_changelog(CHANGELOG.replace("## [1.2.0]", "## [1.3.0] - 2026-11-23\n\n- A beak.\n\n## [1.2.0]"))
        (self.repository / "CHANGELOG.md").write_text(CHANGELOG)
        self.commit()

    def test_it_is_refused_for_one_reason_before_or_after_the_build_or_both_times(self) -> None:
        no_entry = 'CHANGELOG.md has no entry "## [{}] - <date>" with text'
        before, after, both = ("before",), ("after",), ("before", "after")
        for change, moments, expected, *version in (
            (lambda: self.offer(libssl_dev="3.0.22-1~deb12u2"), both,
             "libssl-dev 3.0.22-1~deb12u2 is available, but 3.0.19-1~deb12u2 is inside"),
            # The build takes the newest.
            (lambda: self.offer(curl="7.88.1-10+deb12u16"), after,
             "curl 7.88.1-10+deb12u16 is available, but 7.88.1-10+deb12u15 is inside"),
            (lambda: self.offer(source="100 /var/lib/dpkg/status"), before,
             "apt has no list that names libssl-dev: apt-get update"),
            (self.without_the_page, both,
             'docs/is-this-for-you.md has no part "What is proven, and what is not"'),
            (lambda: (self.repository / "new file").touch(), both,
             'the work tree has changes that are not committed:\n?? "new file"'),
            (lambda: None, before, no_entry.format("1.3.0"), "1.3.0"),
            (lambda: self.write_changelog(CHANGELOG.replace("[1.2.0] - 2026-11-22", "[1.2.0]")), before,
             no_entry.format("1.2.0")),
            (lambda: self.write_changelog(CHANGELOG.replace("### Added\n\n- Wings.\n", "")), before,
             no_entry.format("1.2.0")),
            (lambda: self.write_changelog(CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A beak.\n")),
             before, "CHANGELOG.md has unreleased entries: move them into the version's"),
            (lambda: None, before, "1.1.0 is not the newest version in CHANGELOG.md", "1.1.0"),
            (lambda: self.write_changelog(CHANGELOG.replace("1.2.0", "1.2")), before,
             "1.2 is not a version such as 1.2.3", "1.2"),
            (lambda: self.write_client("1.1.0"), both, "clients/web/package.json has the version 1.1.0"),
            (lambda: self.git("tag", "v1.2.0"), both, "the tag v1.2.0 exists"),
            (self.package_another_version, after, "dist/ holds version 1.3.0: make package again"),
            (lambda: self.write_zip("Define", b"other code"), after, "SHA256SUMS: Define.zip has another digest"),
        ):
            self.setUp()
            change()
            for moment in moments:
                with self.subTest(expected, moment=moment):
                    code, printed = self.run_script("release.py", moment, *(version or ["1.2.0"]))
                    nothing, first, *more = printed.split("No release: ")
                    self.assertEqual((code, nothing, first), (1, "", f"{expected}\n"))
                    # Only these lead to others.
                    self.assertTrue(not more or expected.startswith(("apt has", "1.2 is", "SHA256SUMS")), printed)
            self.assertFalse((self.dist / "release-notes.md").exists())


class PackageNoteTests(ReleaseCase):
    def test_packaging_notes_what_is_outdated(self) -> None:
        self.package()
        self.offer(libssl_dev="3.0.22-1~deb12u2", curl="8.0.0-1")
        code, printed = self.run_script("sbom.py", self.dist, self.curl)
        self.assertEqual(code, 0)
        self.assertEqual(set(printed.splitlines()), {
            "Note: libssl-dev 3.0.22-1~deb12u2 is available, but 3.0.19-1~deb12u2 is inside",
            "Note: curl 8.0.0-1 is available, but 7.88.1-10+deb12u15 is inside"})
