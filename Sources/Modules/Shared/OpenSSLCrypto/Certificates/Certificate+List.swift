internal import COpenSSL

extension Certificate {
    /// The certificates in a file: one in DER, or any number in PEM (RFC 7468 section 5). Text around PEM certificates
    /// is ignored.
    ///
    /// - Throws: `invalidCertificate` if there is none, if one cannot be read, or if a PEM block holds something else,
    ///   such as a private key, which does not belong there.
    package static func list(_ bytes: [UInt8]) throws(CryptoError) -> [Certificate] {
        // DER begins with the tag of a sequence. In text this would be the digit 0.
        if bytes.first == 0x30 { return [try Certificate(der: bytes)] }
        let encodings = try drainingErrors { () throws(CryptoError) in try pemCertificates(bytes) }
        guard !encodings.isEmpty else { throw .invalidCertificate }
        var certificates: [Certificate] = []
        for der in encodings { certificates.append(try Certificate(der: der)) }
        return certificates
    }

    /// The contents of the PEM blocks.
    private static func pemCertificates(_ bytes: [UInt8]) throws(CryptoError) -> [[UInt8]] {
        guard let length = Int32(exactly: bytes.count), let source = unsafe BIO_new(BIO_s_mem()) else {
            throw .invalidCertificate
        }
        defer { unsafe BIO_free(source) }
        let written = unsafe bytes.withUnsafeBytes { unsafe BIO_write(source, $0.baseAddress, length) }
        guard written == length else { throw .invalidCertificate }
        var encodings: [[UInt8]] = []
        while let block = try unsafe nextBlock(source) { encodings.append(block) }
        return encodings
    }

    /// The content of the next PEM block, which must be a certificate; nil if there is none.
    private static func nextBlock(_ source: OpaquePointer) throws(CryptoError) -> [UInt8]? {
        var name: UnsafeMutablePointer<CChar>?
        var header: UnsafeMutablePointer<CChar>?
        var data: UnsafeMutablePointer<UInt8>?
        var length = 0
        // This function decrypts nothing, so that it never asks for a password on the terminal.
        guard unsafe PEM_read_bio(source, &name, &header, &data, &length) == 1 else {
            let reason = ERR_GET_REASON(ERR_peek_last_error())
            guard reason == PEM_R_NO_START_LINE else { throw .invalidCertificate }
            return nil
        }
        defer {
            unsafe CRYPTO_free(name, nil, 0)
            unsafe CRYPTO_free(header, nil, 0)
            unsafe CRYPTO_free(data, nil, 0)
        }
        guard let name = unsafe name, let header = unsafe header, let data = unsafe data,
            unsafe String(cString: name) == "CERTIFICATE", unsafe header.pointee == 0
        else {
            throw .invalidCertificate
        }
        return unsafe Array(UnsafeBufferPointer(start: data, count: length))
    }
}

extension Certificate {
    /// Whether a chain leads from its first certificate to one of the given roots at the given time. Every signature,
    /// validity period and authority on the way must be valid (RFC 5280 section 6).
    ///
    /// A root is trusted because the caller gives it: it need not be self-signed, and it may be the first certificate
    /// itself.
    ///
    /// - Parameters:
    ///   - chain: the certificate to be trusted, then those that may stand between it and a root.
    ///   - time: seconds since 1970.
    package static func isTrusted(_ chain: [Certificate], roots: [Certificate], at time: Int64) -> Bool {
        // One root at a time, because OpenSSL tries only the first of several roots with the same name.
        roots.contains { isTrusted(chain, root: $0, at: time) }
    }

    private static func isTrusted(_ chain: [Certificate], root: Certificate, at time: Int64) -> Bool {
        guard let leaf = chain.first else { return false }
        return drainingErrors {
            // OpenSSL holds pointers into these.
            defer { withExtendedLifetime((chain, root)) {} }
            guard let store = unsafe X509_STORE_new() else { return false }
            defer { unsafe X509_STORE_free(store) }
            guard unsafe X509_STORE_add_cert(store, root.handle.pointer) == 1 else { return false }
            guard let between = unsafe OPENSSL_sk_new_null() else { return false }
            // The stack does not own the certificates.
            defer { unsafe OPENSSL_sk_free(between) }
            for certificate in chain.dropFirst() {
                let pointer = unsafe UnsafeRawPointer(certificate.handle.pointer)
                guard unsafe OPENSSL_sk_push(between, pointer) > 0 else { return false }
            }
            guard let context = unsafe X509_STORE_CTX_new() else { return false }
            defer { unsafe X509_STORE_CTX_free(context) }
            guard unsafe X509_STORE_CTX_init(context, store, leaf.handle.pointer, between) == 1,
                let parameters = unsafe X509_STORE_CTX_get0_param(context),
                unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN)) == 1
            else { return false }
            unsafe X509_VERIFY_PARAM_set_time(parameters, Int(time))
            return unsafe X509_verify_cert(context) == 1
        }
    }
}
