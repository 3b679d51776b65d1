"""The SBOM: its form by the specification, what it names for each function, and that the same input gives the
same bytes."""

from __future__ import annotations

import hashlib
import json
import re
import sys

from release_fixture import OPENSSL, ROOT, ReleaseCase

sys.path.insert(0, str(ROOT / "scripts/release"))

import inventory  # noqa: E402

SHA256 = r"[0-9a-f]{64}"
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
PURL = (r"pkg:(deb/[a-z]+/[a-z0-9.%+-]+@[A-Za-z0-9.%~:-]+\?arch=source&distro=[a-z]+-[a-z0-9.]+"
        r"|swift/github\.com/(swiftlang|apple)/[a-z-]+@[A-Za-z0-9.-]+(#[A-Za-z/]+)?)")


class SbomTests(ReleaseCase):
    def test_cyclonedx_has_the_required_form(self) -> None:
        self.package()
        document = self.document("sbom.cdx.json")
        self.assertEqual((document["bomFormat"], document["specVersion"], document["version"]), ("CycloneDX", "1.6", 1))
        self.assertRegex(document["serialNumber"], rf"\Aurn:uuid:{UUID}\Z")
        self.assertEqual(document["metadata"]["timestamp"], "2026-11-22T10:00:00Z")
        product = document["metadata"]["component"]
        self.assertEqual((product["type"], product["name"], product["version"]),
                         ("application", "cognito-passkeys", "1.2.0"))
        nested = [inner for component in document["components"] for inner in component.get("components", [])]
        references = [component["bom-ref"] for component in [product, *document["components"], *nested]]
        self.assertEqual(len(references), len(set(references)))
        for component in document["components"]:
            self.assertIn(component["type"], ("application", "library"))
            self.assertTrue(component["name"] and component["version"])
            for entry in component["licenses"]:
                self.assertTrue(set(entry) == {"expression"} or set(entry["license"]) == {"id"}, entry)
            for entry in component.get("hashes", []):
                self.assertEqual(entry["alg"], "SHA-256")
                self.assertRegex(entry["content"], rf"\A{SHA256}\Z")
            if component["type"] == "library":
                self.assertRegex(component["purl"], rf"\A{PURL}\Z")
        for entry in document["dependencies"]:
            self.assertLessEqual({entry["ref"], *entry["dependsOn"]}, set(references))

    def test_a_function_without_openssl_has_libcurl_without_tls(self) -> None:
        self.package()
        parts = {entry["ref"]: entry["dependsOn"] for entry in self.document("sbom.cdx.json")["dependencies"]}
        everywhere = ["glibc", "libstdc++", "libgcc", "swift", "unicode-data"]
        self.assertEqual(parts["Create"], ["curl-https", "openssl", *everywhere])
        self.assertEqual(parts["Define"], ["curl-http", *everywhere])

    def test_versions_are_those_of_the_packages_that_were_linked(self) -> None:
        self.package()
        components = {component["bom-ref"]: component for component in self.document("sbom.cdx.json")["components"]}
        versions = {name: component["version"] for name, component in components.items()
                    if component["type"] == "library"}
        self.assertEqual(versions, {"curl-https": "7.88.1-10+deb12u15", "curl-http": "7.88.1-10+deb12u15",
                                    "openssl": "3.0.19-1~deb12u2", "glibc": "2.36-9+deb12u14", "libstdc++": "12.2.0-14",
                                    "libgcc": "12.2.0-14", "swift": "6.3.1", "unicode-data": "6.3.1"})
        self.assertRegex(components["curl-http"]["purl"],
                         r"^pkg:deb/\w+/curl@7\.88\.1-10%2Bdeb12u15\?arch=source&distro=")
        self.assertEqual(components["swift"]["purl"], "pkg:swift/github.com/swiftlang/swift@6.3.1")

    def test_openssl_with_compression_brings_zlib(self) -> None:
        self.write_command("nm", "echo '                 U deflateInit_'")
        (self.archives / "libz.a").touch()
        query = (self.commands / "dpkg-query").read_text()
        self.write_command("dpkg-query", f'case "$*" in -S*/libz.a) echo "zlib1g-dev:amd64: /libz.a"; exit ;; '
                                         f'-W*zlib1g-dev*) printf "zlib\\t1:1.2.13\\t1:1.2.13"; exit ;; esac\n{query}')
        self.offer(zlib1g_dev="1:1.2.13")
        self.package()
        document = self.document("sbom.cdx.json")
        purl = next(component["purl"] for component in document["components"] if component["name"] == "zlib")
        self.assertRegex(purl, r"^pkg:deb/\w+/zlib@1:1\.2\.13\?")
        with_zlib = [entry["ref"] for entry in document["dependencies"] if "zlib" in entry["dependsOn"]]
        self.assertEqual(with_zlib, ["Create"])

    def test_the_same_input_gives_the_same_bytes(self) -> None:
        names = ("sbom.cdx.json", "SHA256SUMS", "THIRD-PARTY.md")
        self.package()
        before = [(self.dist / name).read_bytes() for name in names]
        self.package()
        self.assertEqual([(self.dist / name).read_bytes() for name in names], before)
        self.write_zip("Define", b"other code")
        self.package()
        for name, content in zip(names[:2], before):
            self.assertNotEqual((self.dist / name).read_bytes(), content)
        self.assertNotIn(self.document("sbom.cdx.json")["serialNumber"], before[0].decode())

    def test_a_distribution_that_is_not_released_yet_has_a_name_for_its_version(self) -> None:
        release = self.base / "os-release"
        release.write_text('NAME="Debian GNU/Linux"\nID=debian\nVERSION_CODENAME=forky\n')
        self.assertEqual(inventory.distribution(release)["VERSION_ID"], "forky")
        release.write_text('ID=ubuntu\nVERSION_ID="26.04"\nVERSION_CODENAME=resolute\n')
        self.assertEqual(inventory.distribution(release)["VERSION_ID"], "26.04")

    def test_source_date_epoch_is_the_date(self) -> None:
        self.package(SOURCE_DATE_EPOCH="0")
        self.assertEqual(self.document("sbom.cdx.json")["metadata"]["timestamp"], "1970-01-01T00:00:00Z")

    def commit_of_the_sbom(self) -> str:
        [found] = [entry["value"] for entry in self.document("sbom.cdx.json")["metadata"]["properties"]
                   if entry["name"] == "cognito-passkeys:commit"]
        return found

    def test_the_commit_is_named_and_whether_the_sources_have_changed_since(self) -> None:
        self.package()
        head = self.git("rev-parse", "HEAD")
        self.assertEqual(self.commit_of_the_sbom(), head)
        (self.repository / "CHANGELOG.md").write_text("# Changelog\n\n## [1.2.0] - 2026-11-22\n\n- Wings.\n")
        self.package()
        self.assertEqual(self.commit_of_the_sbom(), f"{head}-dirty")
        self.package(SOURCE_COMMIT="0123")
        self.assertEqual(self.commit_of_the_sbom(), "0123")

    def test_the_version_is_unreleased_while_the_changelog_has_unreleased_entries(self) -> None:
        changelog = self.repository / "CHANGELOG.md"
        changelog.write_text(changelog.read_text().replace("## [Unreleased]\n", "## [Unreleased]\n\n- A beak.\n"))
        self.package()
        self.assertEqual(self.document("sbom.cdx.json")["metadata"]["component"]["version"], "unreleased")

    def test_sums_are_those_of_the_files(self) -> None:
        self.package()
        listed = (self.dist / "SHA256SUMS").read_text().splitlines()
        names = ["Create.zip", "Define.zip", "THIRD-PARTY.md", "sbom.cdx.json"]
        digests = [hashlib.sha256((self.dist / name).read_bytes()).hexdigest() for name in names]
        self.assertEqual(listed, [f"{digest}  {name}" for digest, name in zip(digests, names)])

    def test_an_executable_with_another_openssl_is_refused(self) -> None:
        self.write_zip("Create", OPENSSL.replace(b"3.0.19", b"3.0.18"))
        code, printed = self.run_script("sbom.py", self.dist, self.curl)
        self.assertEqual(code, 1)
        self.assertEqual(printed, "Create contains OpenSSL 3.0.18, but the package installed here is "
                                  "3.0.19-1~deb12u2\n")

    def test_a_libcurl_of_another_version_than_it_says_is_refused(self) -> None:
        self.write_curl("7.88.1-10+deb12u15", b"libcurl/8.14.1\0")
        code, printed = self.run_script("sbom.py", self.dist, self.curl)
        self.assertEqual(code, 1)
        self.assertEqual(printed, f"{self.curl}/https/libcurl.a is libcurl ['8.14.1'], but VERSIONS says "
                                  "7.88.1-10+deb12u15\n")


class AgreementTests(ReleaseCase):
    is_packaged = True

    def faults(self) -> str:
        return self.run_script("sbom.py", self.dist)[1]

    def test_what_was_packaged_agrees(self) -> None:
        self.assertEqual(self.run_script("sbom.py", self.dist), (0, ""))

    def test_another_zip_is_noticed_everywhere(self) -> None:
        self.write_zip("Define", b"other code")
        self.assertRegex(self.faults(), r"(?s)SHA256SUMS: Define.zip has another digest.*"
                                        r"sbom\.cdx\.json: Define is ")

    def test_a_zip_that_nothing_names_is_noticed(self) -> None:
        self.write_zip("Extra", b"code")
        self.assertRegex(self.faults(), r"(?s)SHA256SUMS: Extra.zip is missing.*cdx\.json: Extra is None")

    def test_an_sbom_that_names_another_openssl_than_the_executables_is_noticed(self) -> None:
        path = self.dist / "sbom.cdx.json"
        path.write_text(re.sub(r'"3\.0\.19-1~deb12u2"', '"3.0.22-1~deb12u2"', path.read_text()))
        self.assertRegex(self.faults(), r"sbom\.cdx\.json: Create is .*'3\.0\.22'\), but the file is .*'3\.0\.19'\)")

    def test_a_function_that_is_said_to_have_no_openssl_is_noticed(self) -> None:
        document = self.document("sbom.cdx.json")
        next(entry for entry in document["dependencies"] if entry["ref"] == "Create")["dependsOn"].remove("openssl")
        (self.dist / "sbom.cdx.json").write_text(json.dumps(document))
        self.assertRegex(self.faults(), r"sbom\.cdx\.json: Create is .*None\), but the file is .*'3\.0\.19'\)")

    def test_missing_files_are_named(self) -> None:
        (self.dist / "SHA256SUMS").unlink()
        self.assertEqual(self.faults(), f"no {self.dist}/SHA256SUMS: make package first\n")
