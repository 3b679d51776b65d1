import COpenSSL
import Foundation
import OpenSSLCrypto

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
