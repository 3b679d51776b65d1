internal import COpenSSL

/// An X.509 certificate (RFC 5280), with the parts that authenticators' attestations need. Reading a certificate does
/// not establish trust in it; see `Certificate.isTrusted(_:roots:at:)`.
package struct Certificate: Sendable {
    /// The DER encoding it was read from.
    package let der: [UInt8]
    /// The version: 1, 2 or 3.
    package let version: Int
    /// The subject's public key; nil for a kind or size of key that is not accepted here.
    package let publicKey: PublicKey?
    /// Whether the Basic Constraints extension says that the subject is a certificate authority; nil without this
    /// extension.
    package let isAuthority: Bool?
    let handle: CertificateHandle

    /// A certificate from its DER encoding.
    ///
    /// - Throws: `invalidCertificate` if the bytes are not a certificate, if more bytes follow it, or if its extensions
    ///   are malformed.
    package init(der: [UInt8]) throws(CryptoError) {
        self.der = der
        let handle = try drainingErrors { () throws(CryptoError) in try CertificateHandle(der: der) }
        self.handle = handle
        // OpenSSL reads malformed extensions and only flags them.
        let flags = drainingErrors { unsafe X509_get_extension_flags(handle.pointer) }
        guard flags & UInt32(EXFLAG_INVALID) == 0 else { throw .invalidCertificate }
        isAuthority = flags & UInt32(EXFLAG_BCONS) == 0 ? nil : flags & UInt32(EXFLAG_CA) != 0
        version = Int(unsafe X509_get_version(handle.pointer)) + 1
        publicKey = drainingErrors { handle.publicKey() }
    }

    /// Whether a time, in seconds since 1970, lies within the validity period.
    package func isValid(at time: Int64) -> Bool {
        let notBefore = unsafe ASN1_TIME_cmp_time_t(X509_get0_notBefore(handle.pointer), Int(time))
        let notAfter = unsafe ASN1_TIME_cmp_time_t(X509_get0_notAfter(handle.pointer), Int(time))
        // The comparison gives -2 for an invalid time.
        return (notBefore == -1 || notBefore == 0) && (notAfter == 0 || notAfter == 1)
    }
}

/// The only owner of an `X509`, freed once, together with the last certificate that refers to it.
///
/// A certificate never changes after it is read, and OpenSSL locks the values that it computes from it later.
@safe final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Reads a certificate, which must take up all the bytes.
    init(der: [UInt8]) throws(CryptoError) {
        let (pointer, length) = unsafe der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            let pointer = unsafe d2i_X509(nil, &cursor, bytes.count)
            return unsafe (pointer, cursor.map { unsafe bytes.baseAddress?.distance(to: $0) } ?? 0)
        }
        guard let pointer = unsafe pointer else { throw .invalidCertificate }
        unsafe self.pointer = pointer
        guard length == der.count else { throw .invalidCertificate }
    }

    deinit { unsafe X509_free(pointer) }

    /// The subject's public key, with the checks that every key made here passes.
    func publicKey() -> PublicKey? {
        guard let key = try? unsafe KeyHandle(X509_get_pubkey(pointer)) else { return nil }
        return try? PublicKey(key)
    }
}
