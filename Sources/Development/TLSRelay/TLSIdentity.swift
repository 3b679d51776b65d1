internal import COpenSSL
package import OpenSSLCrypto
package import TestKeys

/// What a TLS server shows: a chain of certificates, and proof that it holds the key of the first.
@safe
package final class TLSIdentity: @unchecked Sendable {
    let context: OpaquePointer

    /// An identity made of certificates in DER, the server's own first.
    ///
    /// - Throws: `invalidCertificate` for a certificate that OpenSSL refuses, `invalidKey` for the key of another one.
    package init(chain: [[UInt8]], key: PrivateKey) throws(CryptoError) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .operationFailed }
        unsafe self.context = context
        try drainingErrors { () throws(CryptoError) in
            for (index, certificate) in chain.enumerated() {
                guard unsafe Self.add(certificate, isFirst: index == 0, to: context) else { throw .invalidCertificate }
            }
            let encoded = try key.encoded()
            let parsed = unsafe encoded.withUnsafeBufferPointer { bytes in
                var cursor = bytes.baseAddress
                return unsafe d2i_AutoPrivateKey(nil, &cursor, bytes.count)
            }
            defer { unsafe EVP_PKEY_free(parsed) }
            guard unsafe SSL_CTX_use_PrivateKey(context, parsed) == 1, unsafe SSL_CTX_check_private_key(context) == 1
            else { throw .invalidKey }
        }
    }

    /// The identity in two files in PEM; nil if they do not hold one.
    package init?(certificate: String, key: String) {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { return nil }
        unsafe self.context = context
        let isUsable = drainingErrors {
            unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1
                && SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
        }
        guard isUsable else { return nil }
    }

    deinit { unsafe SSL_CTX_free(context) }

    private static func add(_ der: [UInt8], isFirst: Bool, to context: OpaquePointer) -> Bool {
        let parsed = unsafe der.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_X509(nil, &cursor, bytes.count)
        }
        guard let certificate = unsafe parsed else { return false }
        defer { unsafe X509_free(certificate) }
        if isFirst { return unsafe SSL_CTX_use_certificate(context, certificate) == 1 }
        return unsafe copenssl_add_chain_certificate(context, certificate) == 1
    }
}
