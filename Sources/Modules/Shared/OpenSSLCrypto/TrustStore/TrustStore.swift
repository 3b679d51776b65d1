private import CLibrary
internal import COpenSSL

/// The roots that TLS connections trust, read from a bundle and decoded on demand.
///
/// OpenSSL's own store decodes every root of a bundle at the start, 0.1 ms each. This one only indexes them by their
/// subjects. It decodes the roots of a subject when OpenSSL looks for the issuer of a certificate, and adds all of them
/// to an ordinary store, so that OpenSSL chooses among them as usual. Verification itself is entirely OpenSSL's.
@safe
package final class TrustStore: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// A store of the roots in a PEM bundle.
    ///
    /// - Returns: nil if the bundle has no certificates, or anything in it that the index cannot vouch to read as
    ///   OpenSSL does: a damaged block, `TRUSTED CERTIFICATE`, a revocation list, unusual line lengths. OpenSSL has to
    ///   load such a bundle as a whole then, and may refuse it.
    package init?(pem: [UInt8]) {
        guard let index = RootIndex(pem: pem), let pointer = unsafe X509_STORE_new() else { return nil }
        unsafe self.pointer = pointer
        guard unsafe RootLookup.add(index, to: pointer) else { return nil }
    }

    /// A store of the roots in a file, which is read once; nil if that fails, or as `init(pem:)`.
    package convenience init?(file: String) {
        guard let pem = Self.contents(of: file) else { return nil }
        self.init(pem: pem)
    }

    deinit { unsafe X509_STORE_free(pointer) }

    /// Makes this the trust store of a TLS context, with the flags of the store that the context has had.
    ///
    /// - Parameter context: an `SSL_CTX` of OpenSSL. It shares the ownership of the store.
    @unsafe
    package func install(in context: UnsafeMutableRawPointer) {
        let context = OpaquePointer(context)
        if let former = unsafe SSL_CTX_get_cert_store(context), let parameters = unsafe X509_STORE_get0_param(former) {
            unsafe _ = X509_STORE_set_flags(pointer, X509_VERIFY_PARAM_get_flags(parameters))
        }
        unsafe SSL_CTX_set1_cert_store(context, pointer)
    }

    private static func contents(of file: String) -> [UInt8]? {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var information = stat()
        guard unsafe fstat(descriptor, &information) == 0 else { return nil }
        // One byte more shows that the file has not grown in the meantime.
        let capacity = Int(information.st_size) + 1
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            while count < capacity {
                let part = unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), capacity - count)
                guard part > 0 else { break }
                count += part
            }
        }
        return bytes.count == information.st_size ? bytes : nil
    }
}
