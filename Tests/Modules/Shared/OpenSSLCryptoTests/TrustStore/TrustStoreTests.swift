import COpenSSL
import Foundation
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Roots on demand")
struct TrustStoreTests {
    @Test("the verdict is that of OpenSSL's own store with all roots", arguments: TrustScenario.all)
    func verdictsAreEqual(scenario: TrustScenario) throws {
        let (roots, chain) = try scenario.make()
        let pem = roots.map { pemBlock($0) }.joined()
        let whole = try #require(try StoreVerdict.whole(pem, chain))
        #expect(StoreVerdict.onDemand(pem, chain) == whole)
        if let expected = scenario.expected { #expect(whole.code == expected, "\(whole)") }
    }

    @Test("only the roots with the name of an issuer are decoded, and all of these")
    func onlyNamedRootsAreDecoded() throws {
        let root = try TestAuthority("Root One")
        let others = try (1...5).map { try TestAuthority("Other \($0)").certificate }
        let again = try TrustScenario.reissued(root) { $0.serialNumber = [9] }
        let pem = ([root.certificate] + others + [again]).map { pemBlock($0) }.joined()
        let verdict = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: root)])
        #expect(verdict?.code == X509_V_OK)
        #expect(verdict?.decoded == 2)
    }

    @Test("the store has the flags of the store that it replaces", arguments: [true, false])
    func flagsAreKept(allowsPartialChains: Bool) throws {
        let between = try TestAuthority("Between", issuer: try TestAuthority("Root One"))
        let (pem, chain) = (pemBlock(between.certificate), [try TrustScenario.leaf(of: between)])
        let flags = allowsPartialChains ? StoreVerdict.flags : UInt(X509_V_FLAG_TRUSTED_FIRST)
        let verdict = StoreVerdict.onDemand(pem, chain, flags: flags)
        #expect(verdict?.code == (allowsPartialChains ? X509_V_OK : X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT))
        try expect(verdict, equals: StoreVerdict.whole(pem, chain, flags: flags))
    }

    @Test("several contexts share a store, which outlives its last owner but them")
    func contextsShareAStore() throws {
        let root = try TestAuthority("Root One")
        let leaf = try TrustScenario.leaf(of: root)
        var store = TrustStore(pem: Array(pemBlock(root.certificate).utf8))
        let contexts = [TLSContext(), TLSContext()]
        for context in contexts { unsafe store?.install(in: UnsafeMutableRawPointer(context.pointer)) }
        store = nil
        #expect(contexts.map { $0.verdict([leaf]).code } == [X509_V_OK, X509_V_OK])
    }

    @Test("a root that only decoding shows to be damaged hinders no other one, and its own servers are refused")
    func undecodableRootIsRefused() throws {
        let (root, damaged) = (try TestAuthority("Root One"), try TestAuthority("Damaged"))
        // The version, an integer, becomes one without contents' meaning: a padded number.
        let bytes = damaged.certificate.replacing(
            [0xA0, 0x03, 0x02, 0x01, 0x02], with: [0xA0, 0x03, 0x01, 0x01, 0x02])
        let pem = pemBlock(root.certificate) + pemBlock(bytes)
        try expect(StoreVerdict.onDemand(pem, [TrustScenario.leaf(of: root)])?.code, equals: X509_V_OK)
        let refused = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: damaged)])
        #expect(refused?.code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
        // OpenSSL refuses the bundle. So a second attempt with all roots ends like the first.
        try expect(StoreVerdict.whole(pem, [TrustScenario.leaf(of: damaged)]), equals: nil)
    }

    @Test("a bundle of two thousand roots is indexed as a whole")
    func largeBundle() throws {
        let (key, root) = (try PrivateKey.generate(.ed25519), try TestAuthority("Root One"))
        var pem = ""
        for number in 1...2_000 {
            var builder = CertificateBuilder(commonName: "Root \(number)")
            builder.isAuthority = true
            pem += pemBlock(try builder.selfSigned(key))
        }
        pem += pemBlock(root.certificate)
        let verdict = StoreVerdict.onDemand(pem, [try TrustScenario.leaf(of: root)])
        #expect(verdict?.code == X509_V_OK)
        #expect(verdict?.decoded == 1)
        try expect(verdict, equals: StoreVerdict.whole(pem, [TrustScenario.leaf(of: root)]))
    }
}

@Suite("The roots of this machine and of certifi")
struct SystemRootsTests {
    /// The bundles of Amazon Linux and Fedora, Debian, and the Python packages of the tools.
    static let bundles: [String] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../..")
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

/// What OpenSSL says of a chain of certificates: `X509_V_OK`, or why it refuses it.
struct StoreVerdict: Equatable, CustomStringConvertible {
    let code: Int32
    /// How many certificates the store holds afterwards.
    let decoded: Int

    var description: String { "\(code) (\(unsafe String(cString: X509_verify_cert_error_string(Int(code)))))" }

    static func == (one: StoreVerdict, other: StoreVerdict) -> Bool { one.code == other.code }

    /// The flags that libcurl sets.
    static let flags = UInt(X509_V_FLAG_TRUSTED_FIRST | X509_V_FLAG_PARTIAL_CHAIN)

    /// A TLS context without roots, whose store has these flags.
    static func context(flags: UInt = flags) -> TLSContext { TLSContext(flags: flags) }

    /// The verdict with roots that are decoded on demand; nil if the bundle cannot be indexed.
    static func onDemand(_ pem: String, _ chain: [[UInt8]], flags: UInt = flags) -> StoreVerdict? {
        guard let store = TrustStore(pem: Array(pem.utf8)) else { return nil }
        let context = TLSContext(flags: flags)
        unsafe store.install(in: UnsafeMutableRawPointer(context.pointer))
        return context.verdict(chain)
    }

    /// The verdict of OpenSSL's own store with all the roots; nil if OpenSSL refuses the bundle.
    static func whole(_ pem: String, _ chain: [[UInt8]], flags: UInt = flags) throws -> StoreVerdict? {
        let file = FileManager.default.temporaryDirectory.appending(path: "bundle-" + UUID().uuidString)
        try Data(pem.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let context = TLSContext(flags: flags)
        return context.load(file.path) ? context.verdict(chain) : nil
    }
}

/// A client's TLS context.
@safe
final class TLSContext {
    let pointer: OpaquePointer

    /// A context without roots. The process has run out of memory if there is none.
    init(flags: UInt = StoreVerdict.flags) {
        guard let pointer = unsafe SSL_CTX_new(TLS_client_method()) else { preconditionFailure() }
        unsafe self.pointer = pointer
        unsafe X509_STORE_set_flags(SSL_CTX_get_cert_store(pointer), flags)
    }

    deinit { unsafe SSL_CTX_free(pointer) }

    /// Has OpenSSL load all certificates of a file; false if it refuses the file.
    func load(_ file: String) -> Bool {
        drainingErrors { unsafe X509_STORE_load_file(SSL_CTX_get_cert_store(pointer), file) == 1 }
    }

    /// Verifies a chain in 2026.
    func verdict(_ chain: [[UInt8]]) -> StoreVerdict {
        drainingErrors {
            let certificates = chain.map(ParsedCertificate.init)
            defer { withExtendedLifetime(certificates) {} }
            let (store, between) = unsafe (SSL_CTX_get_cert_store(pointer), OPENSSL_sk_new_null())
            let context = unsafe X509_STORE_CTX_new()
            defer {
                unsafe X509_STORE_CTX_free(context)
                unsafe OPENSSL_sk_free(between)
            }
            for certificate in certificates.dropFirst() {
                unsafe OPENSSL_sk_push(between, UnsafeRawPointer(certificate.pointer))
            }
            unsafe X509_STORE_CTX_init(context, store, certificates.first?.pointer, between)
            unsafe X509_VERIFY_PARAM_set_time(X509_STORE_CTX_get0_param(context), 1_780_000_000)
            let isValid = unsafe X509_verify_cert(context) == 1
            let code = unsafe X509_STORE_CTX_get_error(context)
            precondition(isValid == (code == X509_V_OK))
            return StoreVerdict(code: code, decoded: Int(unsafe OPENSSL_sk_num(X509_STORE_get0_objects(store))))
        }
    }
}

/// A certificate as OpenSSL reads it; no pointer if it refuses it.
@safe
private final class ParsedCertificate {
    let pointer: OpaquePointer?

    init(_ der: [UInt8]) {
        unsafe pointer = der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_X509(nil, &cursor, bytes.count)
        }
    }

    deinit { unsafe X509_free(pointer) }
}
