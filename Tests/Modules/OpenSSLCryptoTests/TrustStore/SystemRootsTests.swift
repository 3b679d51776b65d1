import COpenSSL
import Foundation
import OpenSSLCrypto
import TestKeys
import Testing

@Suite("The roots of this machine and of certifi")
struct SystemRootsTests {
    /// The bundles of Amazon Linux and Fedora, Debian, and the Python packages of the tools.
    static let bundles: [String] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let tools = package.appending(path: ".build/tools/lib").standardizedFileURL.path
        let inTools = FileManager.default.enumerator(atPath: tools)?.compactMap { $0 as? String } ?? []
        return ["/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/certs/ca-certificates.crt"]
            .filter { FileManager.default.isReadableFile(atPath: $0) }
            + inTools.filter { $0.hasSuffix("/cacert.pem") }.map { tools + "/" + $0 }
    }()

    /// Whether there is a bundle; prints why a test is skipped if there is none.
    static var isPossible: Bool {
        if !bundles.contains(where: { $0.hasSuffix("cacert.pem") }) {
            print("skipped: no bundle of certifi in .build/tools (make check-template installs it)")
        }
        if bundles.isEmpty { print("skipped: this machine has no bundle of roots") }
        return !bundles.isEmpty
    }

    @Test(
        "every root of a bundle gets the verdict of OpenSSL's own store",
        .enabled(if: isPossible), arguments: bundles)
    func everyRootIsFound(path: String) throws {
        let pem = Array(try Data(contentsOf: URL(filePath: path)))
        let roots = try Certificate.list(pem)
        #expect(roots.count > 50)
        let whole = TLSContext()
        try #require(whole.load(path))
        let store = try #require(TrustStore(file: path))
        let context = TLSContext()
        unsafe store.install(in: UnsafeMutableRawPointer(context.pointer))
        for (index, root) in roots.enumerated() {
            let (verdict, expected) = (context.verdict([root.der]), whole.verdict([root.der]))
            #expect(verdict == expected)
            #expect(verdict.code == X509_V_OK || !root.isValid(at: 1_780_000_000), "\(index): \(verdict)")
            // A second root may have the same name.
            if index == 0 { #expect(1...2 ~= verdict.decoded) }
        }
    }
}
